//! Terms of the original programs: a state that was written is read again, in every
//! dialect.

use std::fmt::Write;

use crate::common::{at, file_stem, for_positions, read_file};
use cairn_games::{Diagram, GameId, Notation, with_game};
use cairn_legacy::{Form, Reading, Term, dialects, read_state, write_state};

/// Dialects that do not keep whole stacks: see the table of departures in the rules
/// pages. Game and dialect.
const LOSES_STACKS: [(&str, &str); 1] = [("greener", "003")];

/// Games that one of the programs plays, on all their boards.
fn games() -> impl Iterator<Item = GameId> {
    GameId::ALL.iter().copied().filter(|&game| !dialects(game).is_empty())
}

fn written(game: GameId, diagram: &Diagram, dialect: usize) -> Term {
    write_state(game, diagram, Some(dialect)).expect("a dialect")
}

fn check_terms<G: Notation>(game: GameId) {
    for_positions::<G>(100, |position| {
        let diagram = position.to_diagram();
        for (number, dialect) in dialects(game).iter().enumerate() {
            let context = || format!("dialect {} of {}", dialect.name, at(position));
            let written_term = written(game, &diagram, number);
            let text = written_term.to_string();
            let term = Term::read(&text).unwrap_or_else(|e| panic!("{e} in {text}, {}", context()));
            assert_eq!(term, written_term, "the term itself, {}", context());
            let read: Diagram = match read_state(game, &term) {
                Some(Ok(read)) => read,
                other => panic!("{other:?} instead of a state, {}", context()),
            };
            assert!(read.to_move.is_none_or(|side| side == position.to_move()), "{}", context());
            assert!(read.hands.is_none() || read.hands == diagram.hands, "hands, {}", context());
            if LOSES_STACKS.contains(&(game.name(), dialect.name)) {
                let again = written(game, &read, number);
                assert_eq!(again.to_string(), text, "written again, {}", context());
            } else {
                assert_eq!(read.stacks, diagram.stacks, "stacks, {}", context());
            }
        }
        assert!(write_state(game, &diagram, None).is_some(), "{}", at(position));
        assert!(write_state(game, &diagram, Some(9)).is_none(), "{}", at(position));
    });
}

#[test]
fn terms_are_read_as_written() {
    for game in games() {
        with_game!(game, G => check_terms::<G>(game));
    }
}

fn check_game<G: Notation>(game: GameId) {
    for_positions::<G>(30, |position| {
        for dialect in 0..dialects(game).len() {
            let text = written(game, &position.to_diagram(), dialect).to_string();
            let reading = Reading::read(GameId::ALL, &text)
                .and_then(|reading| reading.with_side(&text, Some(position.to_move())));
            let reading = reading.unwrap_or_else(|e| panic!("{e}: {text}, {}", at(position)));
            assert_eq!(reading.game.family(), game.family(), "{text}, {}", at(position));
            assert_eq!(reading.game.info().board, G::info().board, "{text}, {}", at(position));
            assert_eq!(reading.form, Form::Prolog);
            assert_eq!(reading.diagram.to_move, Some(position.to_move()), "{text}");
        }
    });
}

#[test]
fn a_term_tells_its_game() {
    for game in games() {
        with_game!(game, G => check_game::<G>(game));
    }
}

/// The terms of positions of whole games, in all dialects, as they have always been
/// written.
#[test]
fn the_terms_of_known_positions_stay_the_same() {
    for game in games() {
        let size = if game.is_standard_size() {
            String::new()
        } else {
            format!("-{}", game.info().board.size())
        };
        let text = read_file(&format!("tests/terms/{}{size}.txt", file_stem(game)));
        let mut now = String::new();
        for line in text.lines() {
            let Some(position) = line.strip_prefix("position: ") else { continue };
            let position = cairn_games::read_position(&[game], position).expect(line);
            let _ = writeln!(now, "{line}");
            for (number, dialect) in dialects(game).iter().enumerate() {
                let term = written(game, &position.to_diagram(), number);
                let _ = writeln!(now, "{}: {term}", dialect.name);
            }
        }
        assert_eq!(now, text, "{game}");
    }
}
