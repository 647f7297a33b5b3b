//! Whole games through the built binary in a pseudo-terminal.

use std::time::{Duration, Instant};

use pty_process::Size;

use crate::program::{GAMES, Scratch, command, send_signal, succeeded};
use crate::pty::{PATIENCE, Screen};

#[test]
fn the_menu_opens_shows_help_and_closes() {
    let scratch = Scratch::new("menu");
    let mut screen = Screen::start(&scratch, &[], &[]);
    screen.expect("Continue a saved game (0)");
    screen.send("q");
    assert!(screen.expect_end().success());
    let mut screen = Screen::start(&scratch, &["play", "--ascii"], &[]);
    screen.expect("Continue a saved game (0)");
    assert!(screen.text().is_ascii(), "{}", screen.text());
    screen.send("?");
    screen.expect("Entering a move");
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
    screen.expect("White: Choose a stack to move");
    screen.send("a1-a5\r");
    screen.expect("Black: Choose a stack to move");
    // Arrow keys: from the only stack four to the left.
    screen.send("\r\x1b[D\x1b[D\x1b[D\x1b[D\r");
    screen.expect("e5-a5");
    screen.send("a1\r");
    screen.expect("Where do the discs land?");
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

const SMALL: (u16, u16) = (24, 80);
const LARGE: (u16, u16) = (60, 200);

/// The size of a window, and variables of the environment.
type Window = ((u16, u16), &'static [(&'static str, &'static str)]);

/// Small and large windows, with colours and without.
const WINDOWS: [Window; 4] =
    [(SMALL, &[]), (LARGE, &[]), (SMALL, &[("NO_COLOR", "1")]), (LARGE, &[("NO_COLOR", "1")])];

#[test]
fn computers_play_every_game_on_the_screen() {
    let scratch = Scratch::new("shows");
    for (game, (size, environment)) in GAMES.into_iter().zip(WINDOWS.into_iter().cycle()) {
        let arguments = ["play", game, "--first", "random", "--second", "1"];
        let mut screen = Screen::sized(&scratch, &arguments, environment, size);
        screen.expect("turn 1");
        screen.send("+++++");
        screen.expect("n again");
        screen.send("q");
        screen.expect("Continue a saved game");
        screen.send("q");
        assert!(screen.expect_end().success());
    }
}

/// The moves of a whole game, and how it ends.
fn whole_game(game: &str) -> (Vec<String>, String) {
    let arguments = ["play", game, "--first", "random", "--second", "1", "--plain", "--no-save"];
    let output = command(&arguments).stdin(std::process::Stdio::null()).output();
    let text = succeeded(output.expect("the binary runs"));
    let made = text.lines().filter_map(|line| line.strip_suffix('.')?.split_once(" plays "));
    let moves = made.map(|(_, mv)| mv.to_owned()).collect();
    (moves, text.lines().rev().nth(1).expect("an ending").to_owned())
}

#[test]
fn people_play_every_game_to_its_end_by_typing() {
    let scratch = Scratch::new("typed");
    for (game, (size, environment)) in GAMES.into_iter().zip(WINDOWS.into_iter().rev().cycle()) {
        let (moves, ending) = whole_game(game);
        let arguments = ["play", game, "--second", "human"];
        let mut screen = Screen::sized(&scratch, &arguments, environment, size);
        screen.expect("turn 1");
        for mv in moves {
            screen.send(&if mv == "pass" { "p".to_owned() } else { format!("{mv}\r") });
            screen.read_for(Duration::from_millis(5));
        }
        screen.expect(&ending);
        screen.send("\x03");
        assert!(screen.expect_end().success(), "{game}");
    }
}

#[test]
fn a_person_plays_every_game_against_the_computer_by_keys() {
    let scratch = Scratch::new("keys");
    for (game, (size, environment)) in GAMES.into_iter().zip(WINDOWS.into_iter().skip(1).cycle()) {
        let arguments = ["play", game, "--second", "2", "--chance", "7"];
        let mut screen = Screen::sized(&scratch, &arguments, environment, size);
        screen.expect("turn 1");
        let begin = Instant::now();
        for step in 0.. {
            let text = screen.text();
            if text.contains("n again") {
                break;
            }
            assert!(begin.elapsed() < PATIENCE, "{game} does not end:\n{text}");
            if text.contains("[+]") {
                screen.send("+\r");
            } else if text.contains("[p]") {
                screen.send("P");
            } else {
                screen.send(&("\t".repeat(step % 3 + 1) + "\r"));
            }
            screen.read_for(Duration::from_millis(60));
        }
        screen.send("q");
        screen.expect("Continue a saved game");
        screen.send("q");
        assert!(screen.expect_end().success(), "{game}");
    }
}

#[test]
fn a_game_survives_a_kill_and_is_continued() {
    let scratch = Scratch::new("kill");
    let mut screen = Screen::start(&scratch, &["play", "glaisher", "--second", "random"], &[]);
    screen.expect("Red: Choose a stack to split");
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
    screen.expect("Choose a stack to move");
    send_signal("TERM", screen.child.id());
    assert_eq!(screen.expect_end().signal(), Some(15));
}

#[test]
fn resizing_and_tiny_windows() {
    let scratch = Scratch::new("resize");
    let mut screen = Screen::start(&scratch, &["play", "greener", "--second", "human"], &[]);
    screen.expect("Choose a stack to capture with");
    screen.pty.resize(Size::new(8, 30)).expect("a size");
    screen.parser.screen_mut().set_size(8, 30);
    screen.expect("enlarge the");
    screen.pty.resize(Size::new(60, 200)).expect("a size");
    screen.parser.screen_mut().set_size(60, 200);
    screen.expect("Choose a stack to capture with");
    screen.send("q");
    screen.expect("Quit");
    screen.send("q");
    assert!(screen.expect_end().success());
}

#[test]
fn styles_are_obeyed_on_a_terminal() {
    let scratch = Scratch::new("styles");
    let arguments = ["play", "glaisher", "--second", "human", "--style", "original"];
    let mut screen = Screen::start(&scratch, &arguments, &[]);
    screen.pty.resize(Size::new(30, 100)).expect("a size");
    screen.parser.screen_mut().set_size(30, 100);
    screen.expect("i=0 ║");
    screen.send("0-1\r");
    screen.expect("0-1 ›");
    screen.send("q");
    screen.expect("Quit");
    screen.send("q");
    assert!(screen.expect_end().success());
    // Sentences are for the game line by line.
    let arguments = ["play", "nava", "--second", "human", "--style", "words"];
    let mut screen = Screen::start(&scratch, &arguments, &[]);
    screen.expect("White to move.");
    screen.send("q.\r");
    assert!(screen.expect_end().success());
}

#[test]
fn dumb_terminals_get_the_plain_game() {
    let scratch = Scratch::new("dumb");
    let mut screen =
        Screen::start(&scratch, &["play", "nava", "--second", "human"], &[("TERM", "dumb")]);
    screen.expect("Choose a stack to move");
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

/// The colours on a screen, as numbers of the palette; others fail.
fn palette(screen: &vt100::Screen) -> Vec<u8> {
    let (rows, columns) = screen.size();
    let cells = (0..rows).flat_map(|row| (0..columns).filter_map(move |at| screen.cell(row, at)));
    cells
        .flat_map(|cell| [cell.fgcolor(), cell.bgcolor()])
        .filter_map(|color| match color {
            vt100::Color::Default => None,
            vt100::Color::Idx(index) => Some(index),
            vt100::Color::Rgb(..) => panic!("a colour of sixteen million"),
        })
        .collect()
}

#[test]
fn terminals_of_sixteen_colours_get_no_others() {
    let scratch = Scratch::new("sixteen");
    for (game, first_step) in
        [("nava", "\t\r"), ("mitsudomoe", "+\r"), ("greener", "\t\r"), ("glaisher", "\t\r")]
    {
        let arguments = ["play", game, "--second", "human"];
        let mut screen = Screen::start(&scratch, &arguments, &[("TERM", "xterm")]);
        screen.expect("Enter");
        screen.send(first_step);
        screen.expect("Backspace");
        let shown = screen.parser.screen();
        let grey = (0..24).flat_map(|row| (0..80).filter_map(move |at| shown.cell(row, at)));
        let grey = grey.filter(|cell| cell.bold() && cell.fgcolor() == vt100::Color::Idx(0));
        assert_eq!(grey.count(), 0, "{game}: bold black is grey on many of them");
        let colors = palette(shown);
        assert!(colors.iter().any(|&color| color > 0), "{game} has colours");
        assert!(colors.iter().all(|&color| color < 16), "{game}: {colors:?}");
        screen.send("\x03");
        assert!(screen.expect_end().success());
    }
}

#[test]
fn suspending_gives_the_terminal_back_and_takes_it_again() {
    let scratch = Scratch::new("suspend");
    // A shell without job control would not stop its children, so this one has it.
    let binary = env!("CARGO_BIN_EXE_cairn");
    let script = format!("set -m; '{binary}' play nava --second human; echo stopped; read go; fg");
    let mut screen = Screen::of(&scratch, "sh", &["-c", &script], &[], (24, 80));
    screen.expect("Choose a stack to move");
    screen.send("a1-a4\r");
    screen.expect("Black: Choose a stack to move");
    screen.send("\x1a");
    screen.expect("stopped");
    let shown = screen.parser.screen();
    assert!(!shown.alternate_screen() && !shown.hide_cursor() && !shown.bracketed_paste());
    assert_eq!(shown.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    // What is typed is echoed and read in lines again.
    screen.send("on\r");
    screen.expect("Black: Choose a stack to move");
    assert!(screen.parser.screen().alternate_screen());
    screen.send("e5-b5\r");
    screen.expect("e5-b5");
    screen.expect("White: Choose a stack to move");
    screen.send("\x03");
    screen.expect_end();
}

#[test]
fn the_menu_remembers_what_was_chosen() {
    let scratch = Scratch::new("remember");
    let mut screen = Screen::start(&scratch, &[], &[]);
    screen.expect("Nava");
    // Glaisher with the rulebook rules, two computers.
    screen.send("\x1b[D\x1b[B\x1b[C\x1b[B\x1b[D");
    screen.expect("two computers");
    screen.send("q");
    assert!(screen.expect_end().success());
    let mut screen = Screen::start(&scratch, &[], &[]);
    screen.expect("two computers");
    screen.expect("Glaisher");
    screen.expect("rulebook");
    screen.send("q");
    assert!(screen.expect_end().success());
}

#[test]
fn thinking_is_interrupted_and_seen() {
    let scratch = Scratch::new("thinking");
    let arguments = ["play", "glaisher", "--second", "10", "--time", "60000"];
    let mut screen = Screen::start(&scratch, &arguments, &[]);
    screen.expect("Red: Choose a stack to split");
    screen.send("i6-h6,g6,f6+e5\r");
    screen.expect("Yellow is thinking");
    // The screen lives meanwhile.
    screen.send("?");
    screen.expect("Entering a move");
    screen.send("\x1b");
    screen.expect("m: move now");
    screen.send("m");
    screen.expect("Red: Choose a stack to split");
    screen.expect("turn 2");
    screen.send("b1-b7+e4\r");
    screen.send("\x03");
    assert!(screen.expect_end().success());
}

#[test]
fn a_newcomer_is_led_through_a_game() {
    let scratch = Scratch::new("newcomer");
    // With the settings of somebody who has none.
    let environment = [("CAIRN_CONFIG", "")];
    let mut screen = Screen::start(&scratch, &["play", "mitsudomoe"], &environment);
    screen.expect("Where does the ring go?");
    screen.expect("level 2");
    screen.send("c2;b1-c2\r");
    screen.expect("turn 2");
    // Look back, and return.
    screen.send("<");
    screen.expect("Position after 1 of 2 moves");
    screen.send("\x1b[D");
    screen.expect("Position after 0 of 2 moves");
    screen.send("u");
    screen.expect("turn 2");
    screen.send("x");
    screen.expect("Resign as White?");
    screen.send("y");
    screen.expect("You resigned. Black wins.");
    screen.expect("[-] easier: level 1, Newcomer");
    screen.send("-");
    screen.expect("New game against level 1");
    screen.send("\x03");
    assert!(screen.expect_end().success());
    // The level is remembered.
    let mut screen = Screen::start(&scratch, &["play", "nava"], &environment);
    screen.expect("level 1");
    screen.send("\x03");
    assert!(screen.expect_end().success());
}

#[test]
fn two_programs_at_once_do_not_mix_their_games() {
    let scratch = Scratch::new("two");
    let start = || Screen::start(&scratch, &["play", "nava", "--second", "human"], &[]);
    let (mut one, mut two) = (start(), start());
    for screen in [&mut one, &mut two] {
        screen.expect("White: Choose a stack to move");
    }
    one.send("a1-a4\r");
    two.send("a1-d1\r");
    one.expect("1. a1-a4");
    two.expect("1. a1-d1");
    one.send("e5-b5\r");
    one.expect("White: Choose a stack to move");
    for screen in [&mut one, &mut two] {
        screen.send("\x03");
        assert!(screen.expect_end().success());
    }
    let mut screen = Screen::start(&scratch, &[], &[]);
    screen.expect("Continue a saved game (2)");
    screen.send("c");
    screen.expect("1 moves");
    screen.expect("2 moves");
    screen.send("\x03");
    assert!(screen.expect_end().success());
}
