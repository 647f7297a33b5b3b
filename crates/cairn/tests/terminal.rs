//! Whole games through the built binary in a pseudo-terminal.

#![cfg(unix)]

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// How long something may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// A folder that goes away with this value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cairn-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The program in a terminal.
struct Screen {
    pty: std::sync::Arc<Pty>,
    child: Child,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything that came, for what a screen does not show.
    raw: Vec<u8>,
}

impl Screen {
    fn start(scratch: &Scratch, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::sized(scratch, arguments, environment, (24, 80))
    }

    fn sized(
        scratch: &Scratch,
        arguments: &[&str],
        environment: &[(&str, &str)],
        (rows, columns): (u16, u16),
    ) -> Self {
        let (pty, pts) = open().expect("a pseudo-terminal");
        pty.resize(Size::new(rows, columns)).expect("a size");
        let command = Command::new(env!("CARGO_BIN_EXE_cairn"))
            .args(arguments)
            .env_clear()
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("XDG_DATA_HOME", &scratch.0)
            .env("HOME", &scratch.0)
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

    fn send(&mut self, text: &str) {
        (&*self.pty).write_all(text.as_bytes()).expect("the program listens");
    }

    fn read_for(&mut self, time: Duration) {
        if let Ok(bytes) = self.output.recv_timeout(time) {
            self.parser.process(&bytes);
            self.raw.extend(bytes);
        }
    }

    fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Waits until the screen shows something.
    fn expect(&mut self, wanted: &str) {
        let begin = Instant::now();
        while !self.text().contains(wanted) {
            self.read_for(Duration::from_millis(50));
            assert!(begin.elapsed() < PATIENCE, "no `{wanted}` in\n{}", self.text());
        }
    }

    /// Waits for the end, and checks that the terminal is as it was.
    fn expect_end(&mut self) -> std::process::ExitStatus {
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

#[test]
fn the_menu_opens_shows_help_and_closes() {
    let scratch = Scratch::new("menu");
    let mut screen = Screen::start(&scratch, &[], &[]);
    screen.expect("Continue a saved game (0)");
    screen.send("?");
    screen.expect("Choosing a move");
    screen.send("\x1b");
    screen.expect("Continue a saved game (0)");
    screen.send("i");
    screen.expect("Instructions");
    screen.send("q");
    screen.send("q");
    assert!(screen.expect_end().success());
}

#[test]
fn two_people_play_nava_to_its_end() {
    let scratch = Scratch::new("nava");
    let mut screen =
        Screen::start(&scratch, &["play", "nava", "--second", "human"], &[("NO_COLOR", "1")]);
    screen.expect("White: Which stack moves?");
    screen.send("a1-a5\r");
    screen.expect("Black: Which stack moves?");
    // Arrow keys: from the only stack four to the left.
    screen.send("\r\x1b[D\x1b[D\x1b[D\x1b[D\r");
    screen.expect("e5-a5");
    screen.send("a1\r");
    screen.expect("Where do its discs land?");
    screen.send("a3\r");
    screen.expect("a1-a3");
    screen.send("a5 a3\r");
    screen.expect("Black wins");
    let shown = screen.parser.screen();
    let cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| shown.cell(row, column)));
    let plain = vt100::Color::Default;
    assert!(cells.into_iter().all(|cell| cell.fgcolor() == plain && cell.bgcolor() == plain));
    screen.send("qq");
    assert!(screen.expect_end().success());
}

#[test]
fn computers_play_every_game_on_the_screen() {
    let scratch = Scratch::new("shows");
    for (game, size) in [
        ("nava", (24, 80)),
        ("mitsudomoe", (24, 80)),
        ("greener", (60, 200)),
        ("glaisher", (24, 80)),
    ] {
        let arguments = ["play", game, "--first", "random", "--second", "1"];
        let mut screen = Screen::sized(&scratch, &arguments, &[], size);
        screen.expect("turn 1");
        screen.send("+++++");
        screen.expect("n: play again");
        screen.send("q");
        screen.expect("Continue a saved game");
        screen.send("q");
        assert!(screen.expect_end().success());
    }
}

#[test]
fn a_game_survives_a_kill_and_is_continued() {
    let scratch = Scratch::new("kill");
    let mut screen = Screen::start(&scratch, &["play", "glaisher", "--second", "random"], &[]);
    screen.expect("Red: Which stack is divided?");
    screen.send("i6-h6,g6,f6+e5\r");
    screen.expect("turn 2");
    screen.child.kill().expect("a kill");
    drop(screen);
    let mut screen = Screen::start(&scratch, &[], &[]);
    screen.expect("Continue a saved game (1)");
    screen.send("c");
    screen.expect("2 moves");
    screen.send("\r");
    screen.expect("Continued after 2 moves");
    screen.expect("i6-h6,g6,f6+e5");
    screen.send("q");
    screen.expect("Leave it?");
    screen.send("y");
    screen.expect("Continue a saved game (1)");
    // Ctrl-C leaves at once.
    screen.send("\x03");
    assert!(screen.expect_end().success());
}

#[test]
fn signals_leave_the_terminal_as_it_was() {
    use std::os::unix::process::ExitStatusExt;
    let scratch = Scratch::new("signals");
    let mut screen = Screen::start(&scratch, &["play", "nava", "--second", "human"], &[]);
    screen.expect("Which stack moves?");
    let id = screen.child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-TERM", &id]).status();
    assert!(sent.expect("kill runs").success());
    assert_eq!(screen.expect_end().signal(), Some(15));
}

#[test]
fn resizing_and_tiny_windows() {
    let scratch = Scratch::new("resize");
    let mut screen = Screen::start(&scratch, &["play", "greener", "--second", "human"], &[]);
    screen.expect("Which stack captures?");
    screen.pty.resize(Size::new(8, 30)).expect("a size");
    screen.parser.screen_mut().set_size(8, 30);
    screen.expect("make it larger");
    screen.pty.resize(Size::new(60, 200)).expect("a size");
    screen.parser.screen_mut().set_size(60, 200);
    screen.expect("Which stack captures?");
    screen.send("q");
    screen.expect("Quit");
    screen.send("q");
    assert!(screen.expect_end().success());
}

#[test]
fn dumb_terminals_get_the_plain_game() {
    let scratch = Scratch::new("dumb");
    let mut screen =
        Screen::start(&scratch, &["play", "nava", "--second", "human"], &[("TERM", "dumb")]);
    screen.expect("Which stack moves?");
    screen.send("a1-a4\r");
    screen.expect("Black:");
    screen.send("q.\r");
    screen.expect("Goodbye.");
    assert!(screen.expect_end().success());
    assert!(!screen.raw.contains(&0x1b), "escape sequences on a dumb terminal");
    let mut screen = Screen::start(&scratch, &[], &[("TERM", "dumb")]);
    screen.expect("To begin:");
    assert!(screen.expect_end().success());
}
