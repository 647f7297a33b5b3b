//! `cairn draw` through the built binary.

use crate::program::{self, GAMES, Scratch, cairn, errors, printed};

fn drawn(arguments: &[&str]) -> String {
    printed(&[&["draw"], arguments].concat())
}

fn fails(arguments: &[&str], status: i32, message: &str) {
    program::fails(&[&["draw"], arguments].concat(), status, message);
}

#[test]
fn text_goes_to_standard_output_without_colours() {
    for game in GAMES {
        for style in ["unicode", "ascii", "large", "large-ascii", "tiny", "tiny-ascii", "original"]
        {
            let text = drawn(&[game, "--style", style]);
            assert!(!text.contains('\x1b'), "{game} {style}");
            assert!(text.lines().count() > 6, "{game} {style}: {text}");
            assert!(style.contains("ascii") <= text.is_ascii(), "{game} {style}");
        }
        assert!(drawn(&[game, "--style", "words"]).contains("to move."));
    }
    assert!(drawn(&["nava"]).contains("Cubes in hand: White 9, Black 9."));
    assert!(drawn(&["nava", "--style", "original:001"]).contains("White cubes left: 9"));
    assert!(drawn(&["nava", "--color", "always"]).contains('\x1b'));
    assert!(drawn(&["greener", "--size", "9x9", "--seed", "3"]).contains("B1"));
}

#[test]
fn files_are_told_by_their_ending() {
    let scratch = Scratch::new("draw-files");
    let starts: [(&str, &[u8]); 4] =
        [("a.svg", b"<svg "), ("a.PNG", b"\x89PNG"), ("a.gif", b"GIF89a"), ("a.txt", b"5 ")];
    for (name, start) in starts {
        let path = scratch.path(name);
        let text = drawn(&["mitsudomoe", "--out", &path, "--width", "80", "--style", "tiny"]);
        assert!(text.is_empty());
        let bytes = std::fs::read(&path).expect("a file");
        assert!(bytes.starts_with(start), "{name}");
    }
    fails(&["nava", "--out", "board.bmp"], 2, "must end in .svg, .png, .gif or .txt");
    fails(&["nava", "--out", "board"], 2, "must end in");
    fails(&["nava", "--out", "/no/such/folder/a.svg"], 1, "cannot write");
}

#[test]
fn wrong_arguments_are_explained() {
    fails(&[], 2, "give a GAME");
    fails(&["chess"], 2, "invalid value 'chess'");
    fails(&["nava", "--style", "cubist"], 2, "the styles are");
    fails(&["nava", "--style", "original:004"], 2, "original:001");
    fails(&["nava", "--width", "1"], 2, "16..=8192");
    fails(&["nava", "--seconds", "never"], 2, "number of seconds");
    fails(&["nava", "--position", "x5/x5 w"], 1, "3 more rows must follow");
    fails(&["nava", "--move", "a1-b2"], 1, "illegal");
    fails(&["nava", "--play", "a1-a4", "--play", "a1-a2"], 1, "move 2");
    fails(&["--record", "/no/such/record"], 1, "cannot read");
}

#[test]
fn impossible_positions_are_drawn_with_a_warning() {
    let position = "wwwwwwwww,x4/x5/x5/x5/x5 w";
    let output = cairn(&["draw", "nava", "--position", position]);
    assert!(output.status.success());
    assert!(errors(&output).contains("impossible"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("W9"));
    fails(&["nava", "--position", position, "--move", "a5-b5"], 1, "impossible");
}

#[test]
fn moves_are_shown() {
    let shown = drawn(&["nava", "--move", "a1-a4"]);
    assert!(shown.contains('↑') && shown.contains('◆'), "it points up: {shown}");
    assert!(shown.contains("White to move."), "{shown}");
    let played = drawn(&["nava", "--last-move", "a1-a4"]);
    assert!(played.contains("◆W3") && played.contains("Black to move."), "{played}");
}

#[test]
fn records_are_drawn_as_films() {
    let scratch = Scratch::new("draw-record");
    let record = scratch.file("game.txt", "[Game \"nava\"]\n\n1. a1-a4 e5-e4 2. a4-b4 *\n");
    let record = record.as_str();
    assert!(drawn(&["--record", record]).contains("Black to move."));
    assert!(drawn(&["--record", record, "--at", "0"]).contains("W6"));
    fails(&["--record", record, "--at", "4"], 1, "has 3 moves, fewer than 4");
    for (name, start, still) in [("g.svg", "<svg ", false), ("s.svg", "<svg ", true)] {
        let path = scratch.path(name);
        let mut arguments = vec!["--record", record, "--out", &path];
        if still {
            arguments.extend(["--at", "2"]);
        }
        drawn(&arguments);
        let text = std::fs::read_to_string(&path).expect("a file");
        assert!(text.starts_with(start));
        assert_eq!(text.contains("@keyframes"), !still);
    }
    let path = scratch.path("g.gif");
    drawn(&["--record", record, "--out", &path, "--width", "60"]);
    assert!(std::fs::read(&path).expect("a file").starts_with(b"GIF89a"));
}

#[test]
fn choices_and_lines_are_pointed_out() {
    let signs = |arguments: &[&str]| drawn(arguments).matches('•').count();
    assert_eq!(signs(&["nava", "--targets"]), 1, "White has one stack");
    assert_eq!(signs(&["nava", "--targets", "a1"]), 8, "four up and four to the right");
    assert!(drawn(&["mitsudomoe", "--targets", "+ b3"]).contains("W1"), "the ring is laid");
    let line = drawn(&["nava", "--line", "a1-a4 e5-b5"]);
    for sign in ["↑1", "◆1", "←2", "◆2"] {
        assert!(line.contains(sign), "{sign} in\n{line}");
    }
    assert!(drawn(&["nava", "--line", "best"]).contains("◆1"));
    fails(&["nava", "--targets", "b2"], 1, "b2 cannot be chosen now");
    fails(&["nava", "--targets", "a1 a4"], 1, "already complete");
    fails(&["nava", "--line", "a1-a4 a1-a4"], 1, "move 2");
    fails(&["greener", "--position", OVER, "--line", "best"], 1, "the game is over");
}

/// Nine greens each, and the higher stack is Black's.
const OVER: &str = "x6/x4,gggbgbwgbgggwwbgw,x/x6/x6/x6/x3,ggbwwgbwbggwbggwggb,x2 w";

#[test]
fn a_finished_game_says_who_has_won() {
    assert!(drawn(&["greener"]).contains("Black to move."));
    let text = drawn(&["greener", "--position", OVER]);
    assert!(text.contains("Black has won."), "{text}");
    assert!(!text.contains("to move"), "{text}");
    // Of a game that was given up, only the record knows.
    let scratch = Scratch::new("draw-over");
    let resigned = "[Game \"nava\"]\n[Result \"1-0\"]\n\n1. a1-a4 1-0\n";
    let record = &scratch.file("resigned.txt", resigned);
    assert!(drawn(&["--record", record]).contains("White has won."));
    assert!(drawn(&["--record", record, "--at", "0"]).contains("White to move."));
    assert!(drawn(&["--record", record, "--play", "e5-b5"]).contains("White to move."));
}
