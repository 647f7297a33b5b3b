//! Reading what was written gives the same, and so does reading it written loosely.

use std::collections::HashMap;

use cairn_games::{Diagram, GameId, MoveError, Notation};

use crate::common::{at, at_move, for_positions};

/// Puts a space on both sides of every one of these characters.
fn spaced(text: &str, separators: &str) -> String {
    let mut loose = String::from(" ");
    for c in text.chars() {
        if separators.contains(c) {
            loose.extend([' ', c, ' ']);
        } else {
            loose.push(c);
        }
    }
    loose + " "
}

pub fn positions_are_read_as_written<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let text = position.to_text();
        let diagram = Diagram::read(G::info(), &text);
        let diagram = diagram.unwrap_or_else(|error| panic!("{error} in {}", at(position)));
        assert_eq!(diagram.write(G::info()), text, "another text");
        let read = G::from_diagram(&diagram);
        assert_eq!(read.as_ref(), Ok(position), "another position from {text}");
        let direct = G::from_diagram(&position.to_diagram());
        assert_eq!(direct.as_ref(), Ok(position), "another position from its diagram: {text}");
        assert!(text.is_ascii() && !text.contains("  "), "{text}");
    });
}

pub fn moves_are_read_as_written<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        for mv in position.moves() {
            let text = position.write_move(mv);
            let read = position.read_move(&text);
            assert_eq!(read, Ok(mv), "{}", at_move(position, mv));
            let one_word = !text.is_empty() && !text.contains(char::is_whitespace);
            assert!(one_word, "not one word: {}", at_move(position, mv));
        }
    });
}

pub fn different_moves_are_written_differently<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let mut written = HashMap::new();
        for mv in position.moves() {
            let other = written.insert(position.write_move(mv), mv);
            assert_eq!(other, None, "the same text for two moves: {}", at_move(position, mv));
        }
    });
}

/// A diagram is plain data that anybody can make, so no diagram may cause a panic.
pub fn diagrams_of_other_games_are_refused<G: Notation>(_: usize) {
    for &other in GameId::ALL {
        let diagram = other.start().to_diagram();
        let read = G::from_diagram(&diagram);
        let is_same_board = diagram.board == G::info().board;
        assert!(read.is_err() || is_same_board, "{} as {}", other, G::info().name);
    }
    let mut cut_short = G::start().to_diagram();
    cut_short.stacks.pop();
    assert!(G::from_diagram(&cut_short).is_err(), "{}", G::info().name);
    let mut strange = G::start().to_diagram();
    strange.stacks[0].push('?');
    assert!(G::from_diagram(&strange).is_err(), "{}", G::info().name);
}

/// Whether no two pieces differ only in the case of their letters.
fn case_is_free<G: Notation>() -> bool {
    let letters: Vec<_> = G::info().pieces.iter().map(|piece| piece.letter).collect();
    letters.iter().all(|a| letters.iter().filter(|b| a.eq_ignore_ascii_case(b)).count() == 1)
}

pub fn position_texts_may_be_loose<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let text = position.to_text();
        let (board, side) = text.split_once(' ').unwrap();
        let mut loose = vec![
            spaced(&text, ",/"),
            format!("\t{board}\t {side}\n"),
            format!("{} {}", board.replace('x', "X"), side.to_uppercase()),
        ];
        if case_is_free::<G>() {
            loose.push(text.to_uppercase());
            loose.push(spaced(&text.to_uppercase(), ",/"));
        }
        for text in loose {
            let read = Diagram::read(G::info(), &text);
            let read = read.unwrap_or_else(|e| panic!("`{text}`: {e}, span {:?}", e.span));
            assert_eq!(G::from_diagram(&read).as_ref(), Ok(position), "`{text}`");
        }
    });
}

pub fn move_texts_may_be_loose<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let moves = position.moves();
        for &mv in moves.iter().step_by(moves.len().div_ceil(100).max(1)) {
            let text = position.write_move(mv);
            let loose = [text.to_uppercase(), spaced(&text, "-+;,()>")];
            for text in loose {
                let read = position.read_move(&text);
                assert_eq!(read, Ok(mv), "`{text}`: {}", at_move(position, mv));
            }
            // Something left over is not a move, and the error points at it.
            for tail in ["!", " a1", "-", "\u{e9}"] {
                let text = format!("{text}{tail}");
                match position.read_move(&text) {
                    Err(MoveError::Text(error)) => {
                        let span = error.span;
                        assert!(text.get(span.clone()).is_some(), "{span:?} in `{text}`");
                    }
                    other => panic!("`{text}` is {other:?}: {}", at_move(position, mv)),
                }
            }
        }
    });
}
