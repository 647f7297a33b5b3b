//! A panic leaves the terminal as it was.

#![cfg(unix)]

use std::io::Read;

use pty_process::Size;
use pty_process::blocking::{Command, open};

/// Set for the process that panics.
const CHILD: &str = "CAIRN_TEST_PANICS";

#[test]
fn the_terminal_is_given_back() {
    if std::env::var_os(CHILD).is_some() {
        let taken = cairn_tui::with_full_screen(|| panic!("on purpose"));
        unreachable!("{taken:?}");
    }
    let (mut pty, pts) = open().expect("a pseudo-terminal");
    pty.resize(Size::new(24, 80)).expect("a size");
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["the_terminal_is_given_back", "--nocapture", "--test-threads=1"])
        .env(CHILD, "1")
        .env("RUST_BACKTRACE", "0")
        .spawn(pts)
        .expect("this program starts");
    let (mut output, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = pty.read(&mut buffer) {
        output.extend_from_slice(&buffer[..count]);
    }
    assert!(!child.wait().expect("an end").success());
    let text = String::from_utf8_lossy(&output);
    assert!(text.contains("\u{1b}[?1049h"), "the screen was taken over: {text:?}");
    let mut parser = vt100::Parser::new(24, 80, 0);
    parser.process(&output);
    let screen = parser.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert!(screen.contents().contains("on purpose"), "the message can be read: {text:?}");
}
