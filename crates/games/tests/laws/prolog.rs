//! States of the original programs: what was written is read again, in every dialect.

use cairn_games::{Diagram, Form, GameId, PrologState, Reading, Term};

use crate::common::{at, for_positions};

/// Dialects that do not keep whole stacks: see the table of departures in the rules
/// pages. Game and dialect.
const LOSES_STACKS: [(&str, &str); 1] = [("greener", "003")];

pub fn terms_are_read_as_written<G: PrologState>(count: usize) {
    for_positions::<G>(count, |position| {
        let diagram = position.to_diagram();
        for (number, (dialect, _)) in G::DIALECTS.iter().enumerate() {
            let context = || format!("dialect {dialect} of {}", at(position));
            let written = G::write_term(&diagram, number);
            let text = written.to_string();
            let term = Term::read(&text).unwrap_or_else(|e| panic!("{e} in {text}, {}", context()));
            assert_eq!(term, written, "the term itself, {}", context());
            let read: Diagram = match G::read_term(&term) {
                Some(Ok(read)) => read,
                other => panic!("{other:?} instead of a state, {}", context()),
            };
            assert!(read.to_move.is_none_or(|side| side == position.to_move()), "{}", context());
            assert!(read.hands.is_none() || read.hands == diagram.hands, "hands, {}", context());
            if LOSES_STACKS.contains(&(G::info().name, dialect)) {
                let again = G::write_term(&read, number);
                assert_eq!(again.to_string(), text, "written again, {}", context());
            } else {
                assert_eq!(read.stacks, diagram.stacks, "stacks, {}", context());
            }
        }
        assert!(G::usual_dialect(&diagram) < G::DIALECTS.len(), "{}", at(position));
        assert!(!G::DIALECTS.is_empty(), "{}", at(position));
    });
}

pub fn a_term_tells_its_game<G: PrologState>(count: usize) {
    let family = |game: GameId| game.name().split(':').next();
    for_positions::<G>(count, |position| {
        for dialect in 0..G::DIALECTS.len() {
            let text = G::write_term(&position.to_diagram(), dialect).to_string();
            let reading = Reading::read(GameId::ALL, &text)
                .and_then(|reading| reading.with_side(&text, Some(position.to_move())));
            let reading = reading.unwrap_or_else(|e| panic!("{e}: {text}, {}", at(position)));
            let told = family(reading.game);
            assert_eq!(told, G::info().name.split(':').next(), "{text}, {}", at(position));
            assert_eq!(reading.game.info().board, G::info().board, "{text}, {}", at(position));
            assert_eq!(reading.form, Form::Prolog);
            assert_eq!(reading.diagram.to_move, Some(position.to_move()), "{text}");
        }
    });
}
