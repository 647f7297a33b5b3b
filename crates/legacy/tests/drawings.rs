//! Boards as the original programs drew them.

use std::fmt::Write;
use std::path::Path;

use crate::drawings_common::{all_marks, cases, compare, marks_off_the_board, view};
use cairn_draw::Marks;
use cairn_games::{BoardView, GameId};
use cairn_legacy::{PROGRAMS, Program, Reading};

const HOW: &str = "INSTA_UPDATE=always cargo test -p cairn-legacy --test it drawings::";

#[test]
fn drawings_are_those_that_people_have_looked_at() {
    for case in cases() {
        let mut text = String::new();
        for program in Program::of(case.view.game) {
            let canvas = program.draw(&case.view, &Marks::default());
            let _ = write!(text, "== original:{}\n{}\n", program.number, canvas.to_plain());
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drawings");
        compare(&folder.join(format!("{}.txt", case.name)), &text, HOW);
    }
}

#[test]
fn ascii_is_enough_for_all_programs_but_one() {
    for case in cases() {
        for program in Program::of(case.view.game) {
            let text = program.draw(&case.view, &Marks::default()).to_plain();
            assert_eq!(text.is_ascii(), program.number != "004", "{text}");
        }
    }
}

#[test]
fn the_mouse_finds_every_cell() {
    for case in cases() {
        for program in Program::of(case.view.game) {
            case.assert_mouse_finds_every_cell(&program.draw(&case.view, &all_marks()));
        }
    }
}

#[test]
fn every_game_of_the_programs_has_an_original_style() {
    for name in ["nava", "mitsudomoe", "mitsudomoe:single", "greener", "glaisher"] {
        let game = GameId::named(name).expect("a game");
        assert!(Program::find(game, None).is_some(), "{game}");
        assert!(Program::find(game, Some("999")).is_none(), "{game}");
    }
    let numbers = PROGRAMS.map(|program| program.number);
    assert_eq!(numbers, ["000", "001", "002", "003", "004"]);
}

/// Compares drawings with the output of the programs. The first line of a file is
/// the side to move, the second the state; the screen follows after an empty line.
#[test]
fn drawings_are_the_screens_of_the_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    let mut compared = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut lines = text.lines();
        let (side, term) = (lines.next().expect("a side"), lines.next().expect("a state"));
        let screen: Vec<_> = lines.skip(1).collect();
        let reading = Reading::read(GameId::ALL, term).unwrap_or_else(|e| panic!("{name}: {e}"));
        let side = reading.game.info().side_by_word(side);
        let reading = reading.with_side(term, side).expect(&name);
        let view = BoardView::new(reading.game, &reading.diagram);
        let number = name.split('-').next();
        let program = Program::find(reading.game, number).expect("a program");
        let drawn = program.draw(&view, &Marks::default()).to_plain();
        let drawn: Vec<_> = drawn.lines().map(str::trim_end).collect();
        assert_eq!(drawn.join("\n"), screen.join("\n"), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 12);
}

#[test]
fn marks_that_are_not_on_the_board_are_ignored() {
    let marks = marks_off_the_board();
    for case in cases() {
        for program in Program::of(case.view.game) {
            let none = program.draw(&case.view, &Marks::default());
            assert_eq!(program.draw(&case.view, &marks), none);
        }
    }
}

#[test]
fn heights_of_three_digits_are_whole_in_the_hexagon() {
    let view = view("glaisher", "x5/x6/x7/x8/x4,y100,x4/x8/x7/x6/x5 r");
    let program = Program::find(view.game, None).expect("a program");
    assert!(program.draw(&view, &Marks::default()).to_plain().contains("-100"));
}
