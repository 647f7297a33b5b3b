//! Laws for every game, position and style of text.

use std::collections::BTreeSet;

use crate::common::{all_marks, cases, marks_off_the_board, view};
use cairn_draw::canvas::Direction;
use cairn_draw::terminal::Depth;
use cairn_draw::text::{Charset, Size, TextOptions, draw, extent};
use cairn_draw::{Marks, marks_of_move, words};
use cairn_games::GameId;

fn all_options() -> impl Iterator<Item = TextOptions> {
    let flags = [(false, false), (false, true), (true, false), (true, true)];
    Size::ALL.into_iter().flat_map(move |size| {
        [Charset::Unicode, Charset::Ascii].into_iter().flat_map(move |charset| {
            flags.map(|(flipped, coordinates)| TextOptions { charset, size, flipped, coordinates })
        })
    })
}

#[test]
fn a_board_has_the_size_it_says() {
    for case in cases() {
        for options in all_options() {
            let canvas = draw(&case.view, &all_marks(), &options);
            assert_eq!((canvas.width(), canvas.height()), extent(&case.view, &options));
        }
    }
}

#[test]
fn compact_boards_leave_room_for_a_panel() {
    for case in cases() {
        let (width, height) = extent(&case.view, &TextOptions::default());
        assert!(width <= 48 && height <= 21, "{}: {width}x{height}", case.name);
        let fitting = TextOptions::default().fitting(&case.view, 48, 21);
        assert_eq!(fitting, Some(TextOptions::default()), "{}", case.name);
    }
}

#[test]
fn windows_of_any_size_get_what_fits() {
    for case in cases() {
        for (width, height) in [(0, 0), (30, 10), (50, 12), (80, 24), (200, 60)] {
            if let Some(options) = TextOptions::default().fitting(&case.view, width, height) {
                let canvas = draw(&case.view, &Marks::default(), &options);
                assert!(canvas.width() <= width && canvas.height() <= height);
            }
        }
    }
}

#[test]
fn ascii_is_ascii() {
    for case in cases() {
        for options in all_options().filter(|options| options.charset == Charset::Ascii) {
            let text = draw(&case.view, &all_marks(), &options).to_plain();
            assert!(text.is_ascii(), "{}: {text}", case.name);
        }
    }
}

#[test]
fn the_mouse_finds_every_cell() {
    for case in cases() {
        for options in all_options() {
            case.assert_mouse_finds_every_cell(&draw(&case.view, &all_marks(), &options));
        }
    }
}

#[test]
fn arrow_keys_lead_to_every_cell() {
    const ALL: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
    for case in cases() {
        for options in all_options() {
            let canvas = draw(&case.view, &Marks::default(), &options);
            let mut found = BTreeSet::from([0]);
            let mut open = vec![0];
            while let Some(cell) = open.pop() {
                for next in ALL.into_iter().filter_map(|way| canvas.step(cell, way)) {
                    if found.insert(next) {
                        open.push(next);
                    }
                }
            }
            assert_eq!(found.len(), case.view.cells.len(), "{} {options:?}", case.name);
        }
    }
}

#[test]
fn the_owner_and_height_of_every_stack_can_be_read_without_colour() {
    for case in cases() {
        let info = case.view.game.info();
        for options in all_options() {
            let canvas = draw(&case.view, &Marks::default(), &options);
            for (cell, shown) in case.view.cells.iter().enumerate() {
                let Some(owner) = shown.owner() else { continue };
                let area = canvas.area(cell).expect("a place");
                let inside: String = (area.y..area.y + area.height)
                    .flat_map(|y| (area.x..area.x + area.width).map(move |x| (x, y)))
                    .filter_map(|(x, y)| canvas.get(x, y))
                    .map(|glyph| glyph.symbol)
                    .collect();
                let letter = info.sides[owner.index()].letter.to_ascii_uppercase();
                let height = shown.stack.len().to_string();
                assert!(inside.contains(letter), "{}: {} in {inside}", case.name, shown.name);
                let counted = shown.stack.len() > 1 && shown.stack.len() < 99;
                assert!(!counted || inside.contains(&height), "{}: {inside}", case.name);
            }
        }
    }
}

#[test]
fn no_colour_means_no_escapes() {
    let with = |pairs: &'static [(&str, &str)]| {
        move |name: &str| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        }
    };
    assert_eq!(Depth::of_environment(with(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")])), None);
    assert_eq!(Depth::of_environment(with(&[("TERM", "dumb")])), None);
    assert_eq!(Depth::of_environment(with(&[("NO_COLOR", "")])), Some(Depth::Sixteen));
    assert_eq!(
        Depth::of_environment(with(&[("TERM", "xterm-256color")])),
        Some(Depth::TwoHundredFiftySix)
    );
    for case in cases() {
        let canvas = draw(&case.view, &all_marks(), &TextOptions::default());
        assert!(!canvas.to_text(None).contains('\x1b'));
        assert!(canvas.to_text(Some(Depth::Sixteen)).contains('\x1b'));
        // Colours change nothing else.
        let ansi = canvas.to_ansi(Depth::True);
        let mut bare = String::new();
        for part in ansi.split('\x1b') {
            bare.push_str(match part.strip_prefix('[') {
                Some(code) => code.split_once('m').map_or("", |(_, rest)| rest),
                None => part,
            });
        }
        let trimmed: String = bare.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
        assert_eq!(trimmed, canvas.to_plain());
    }
}

#[test]
fn marks_that_are_not_on_the_board_are_ignored() {
    let marks = marks_off_the_board();
    for case in cases() {
        let none = Marks::default();
        let plain = |marks: &Marks| draw(&case.view, marks, &TextOptions::default()).to_plain();
        assert_eq!(plain(&marks), plain(&none));
        let options = cairn_draw::svg::Options::default();
        let svg = |marks: &Marks| cairn_draw::svg::draw(&case.view, marks, &options);
        assert_eq!(svg(&marks), svg(&none));
    }
}

/// Names of the cells that a move came from, landed on and changed.
fn told(game: &str, position: &str, mv: &str) -> [String; 3] {
    let game = GameId::named(game).expect("a game");
    let mut position = cairn_games::read_position(&[game], position).expect("a position");
    let before = position.view();
    let mv = position.read_move(mv).expect("a legal move");
    position.play(mv).expect("a legal move");
    let after = position.view();
    let marks = marks_of_move(&before, &after);
    [marks.came_from, marks.landed, marks.changed].map(|cells| {
        let names: Vec<_> = cells.into_iter().map(|cell| before.cells[cell].name.clone()).collect();
        names.join(" ")
    })
}

#[test]
fn what_a_move_did_is_told_from_the_boards() {
    let start = "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w";
    assert_eq!(told("nava", start, "a1-a4"), ["a1", "a4", ""]);
    // A disc leaves a cube behind, and lands on another cube.
    let cubes = "x4,bbbbbb/x5/x5/x5/w,W,x2,wwwww w";
    assert_eq!(told("nava", cubes, "a1-b1"), ["a1", "b1", ""]);
    let start = "x3,bB,bB/x4,bB/x5/wW,x4/wW,wW,x3 w";
    assert_eq!(told("mitsudomoe", start, "+b2;a1-b2"), ["a1", "b2", ""]);
    let start = "g,w,b,g,b,g/b,g,g,w,g,w/g,w,b,g,b,g/b,w,g,g,g,w/g,g,g,g,w,b/w,w,b,g,b,g b";
    assert_eq!(told("greener", start, "c6-b6"), ["c6", "b6", ""]);
    let start = "x,r6,x3/x5,y6/x7/y6,x7/x9/x7,r6/x7/r6,x5/x3,y6,x r";
    assert_eq!(told("glaisher", start, "i6-h6,g6,f6+e5"), ["i6", "e5 f6 g6 h6", ""]);
}

#[test]
fn cells_are_described_in_words() {
    let nava = view("nava", "W,x3,bbbbbb/x5/x2,wbbw,x2/x5/x5 w");
    let say = |name: &str| {
        let cell = nava.cells.iter().position(|cell| cell.name == name).expect("a cell");
        words::cell(&nava, cell)
    };
    let stack = "c3, stack of 4, White on top: white, black, black, white from the top";
    assert_eq!(say("c3"), stack);
    assert_eq!(say("e5"), "e5, stack of 6, Black on top, all black");
    assert_eq!(say("a5"), "a5, white cube");
    assert_eq!(say("b2"), "b2, empty");
    let rings = view("mitsudomoe", "x3,bB,bB/x4,bB/x5/wW,x4/wbwW,x4 w");
    let said = "a1, stack of 4, White on top: white ball, white ring, black ring, white ring \
                from the top, White's home";
    assert_eq!(words::cell(&rings, 0), said);
}

#[test]
fn lines_are_arrows_with_the_numbers_of_their_moves() {
    for &game in GameId::ALL {
        let mut position = game.start();
        let mut moves = Vec::new();
        for turn in 0..3 {
            let legal = position.moves();
            let mv = legal[turn * 5 % legal.len()];
            moves.push(position.steps(mv).expect("a legal move"));
            position.play(mv).expect("a legal move");
        }
        let marks = Marks::default().with_line(&moves);
        let numbers: BTreeSet<_> = marks.arrows.iter().filter_map(|arrow| arrow.number).collect();
        assert_eq!(numbers, BTreeSet::from([1, 2, 3]), "{game}");
        assert!(marks.targets.is_empty(), "{game}: what is put down has its number too");
        let view = game.start().view();
        let picture = cairn_draw::svg::draw(&view, &marks, &cairn_draw::svg::Options::default());
        assert_eq!(picture.matches("\"arrow-badge\"").count(), marks.arrows.len(), "{game}");
    }
}
