//! The built binary in a pseudo-terminal.

use std::io::{Read, Write};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

use crate::program::Scratch;

/// Longest time that something may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// The program in a terminal.
pub struct Screen {
    pub pty: std::sync::Arc<Pty>,
    pub child: Child,
    output: Receiver<Vec<u8>>,
    pub parser: vt100::Parser,
    /// Everything that came, for what a screen does not show.
    pub raw: Vec<u8>,
}

impl Screen {
    pub fn start(scratch: &Scratch, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::sized(scratch, arguments, environment, (24, 80))
    }

    pub fn sized(
        scratch: &Scratch,
        arguments: &[&str],
        environment: &[(&str, &str)],
        size: (u16, u16),
    ) -> Self {
        Self::of(scratch, env!("CARGO_BIN_EXE_cairn"), arguments, environment, size)
    }

    pub fn of(
        scratch: &Scratch,
        program: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
        (rows, columns): (u16, u16),
    ) -> Self {
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(rows, columns)).expect("a size");
        // Every step is made by hand, unless a test wants it otherwise.
        let config = scratch.file("by-hand.toml", "automatic-steps = false\n");
        let command = Command::new(program)
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("XDG_DATA_HOME", &scratch.0)
            .env("HOME", &scratch.0)
            .env("CAIRN_CONFIG", config)
            .envs(environment.iter().copied())
            .current_dir(&scratch.0);
        let child = command.spawn(pts).expect("the binary starts");
        let (sender, output) = channel();
        let pty = std::sync::Arc::new(pty);
        let reader = pty.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = (&*reader).read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let parser = vt100::Parser::new(rows, columns, 0);
        Self { pty, child, output, parser, raw: Vec::new() }
    }

    pub fn send(&mut self, text: &str) {
        (&*self.pty).write_all(text.as_bytes()).expect("the program listens");
    }

    pub fn read_for(&mut self, time: Duration) {
        if let Ok(bytes) = self.output.recv_timeout(time) {
            self.parser.process(&bytes);
            self.raw.extend(bytes);
        }
    }

    pub fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Waits until the screen shows something.
    pub fn expect(&mut self, wanted: &str) {
        let begin = Instant::now();
        while !self.text().contains(wanted) {
            self.read_for(Duration::from_millis(50));
            assert!(begin.elapsed() < PATIENCE, "no `{wanted}` in\n{}", self.text());
        }
    }

    /// Waits for the end, and checks that the terminal is as it was.
    pub fn expect_end(&mut self) -> std::process::ExitStatus {
        let begin = Instant::now();
        let status = loop {
            self.read_for(Duration::from_millis(20));
            if let Some(status) = self.child.try_wait().expect("a status") {
                break status;
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
        };
        for _ in 0..20 {
            self.read_for(Duration::from_millis(20));
        }
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen(), "the other screen is still there");
        assert!(!screen.hide_cursor(), "the cursor is hidden");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!screen.bracketed_paste());
        status
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
