//! Checks that the fuzz targets run on their input. The tests of `cairn-legacy` include this
//! file and replay the inputs in `regressions`, so it uses nothing but the games and that
//! crate.
//!
//! Every function takes any bytes at all and panics only if a promise is broken: nothing
//! that is read causes a panic, errors point into the text, and what was read and is
//! written again is read the same.

use std::ops::Range;

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, Diagram, GameId, MoveError, TextError, record};
use cairn_legacy::{Reading, Term, dialects, read_any_move, read_state, write_state};

/// Function that a fuzz target calls with its input.
pub type Target = fn(&[u8]);

/// All targets, by the names of their programs and of the folders of their inputs.
pub const TARGETS: [(&str, Target); 5] = [
    ("position", position),
    ("term", term),
    ("move", move_text),
    ("record", record_text),
    ("bits", bits),
];

/// Texts longer than this find nothing that shorter ones do not.
const LONGEST: usize = 20_000;

/// The bytes as text, if they are not too many.
fn as_text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok().filter(|text| text.len() <= LONGEST)
}

/// Checks that a range of bytes can be shown to the person who wrote the text.
fn check_span(text: &str, span: &Range<usize>) {
    assert!(text.get(span.clone()).is_some(), "{span:?} is not in the text {text:?}");
}

/// Checks that an error points into the text and says something.
pub fn check_error(text: &str, error: &TextError) {
    check_span(text, &error.span);
    assert!(!error.problem.is_empty(), "an error without words about {text:?}");
    assert!(error.to_string().len() < 2000, "a very long message about {text:?}");
}

/// A position in the notation, or a term that is one.
pub fn position(data: &[u8]) {
    let Some(text) = as_text(data) else { return };
    for &game in GameId::ALL {
        match Diagram::read(game.info(), text) {
            Ok(diagram) => {
                let written = diagram.write(game.info());
                let again = Diagram::read(game.info(), &written);
                assert_eq!(again.as_ref(), Ok(&diagram), "{game}: {text:?} as {written:?}");
                check_diagram(game, &diagram);
            }
            Err(error) => check_error(text, &error),
        }
    }
    match Reading::read(GameId::ALL, text) {
        Ok(reading) => match reading.clone().with_side(text, None) {
            Ok(settled) => check_diagram(settled.game, &settled.diagram),
            Err(error) => check_error(text, &error),
        },
        Err(error) => check_error(text, &error),
    }
}

/// A diagram that somebody wrote, possible or not, can be written in every form.
fn check_diagram(game: GameId, diagram: &Diagram) {
    for dialect in 0..dialects(game).len() {
        let text = write_state(game, diagram, Some(dialect)).expect("a dialect").to_string();
        assert!(Term::read(&text).is_ok(), "{game}: {text}");
    }
    if let Ok(position) = game.position(diagram) {
        check_position(&position);
    }
}

/// A position that is taken for possible keeps the laws.
fn check_position(position: &AnyPosition) {
    let text = position.to_text();
    let game = position.game();
    let diagram = Diagram::read(game.info(), &text).expect("a written position can be read");
    assert_eq!(game.position(&diagram).as_ref(), Ok(position), "{game}: {text}");
    let moves = position.moves();
    assert_eq!(position.count_moves(), moves.len() as u64, "{game}: {text}");
    assert_eq!(position.outcome().is_some(), moves.is_empty(), "{game}: {text}");
    assert_eq!(position.ending().map(|end| end.outcome), position.outcome(), "{game}: {text}");
    for &mv in moves.iter().step_by(moves.len() / 50 + 1) {
        let mut next = *position;
        assert_eq!(next.play(mv), Ok(()), "{game}: {text}: {mv:?}");
        let written = position.write_move(mv).expect("a legal move can be written");
        assert_eq!(position.read_move(&written), Ok(mv), "{game}: {text}: {written}");
        let from_scratch = game.position(&next.to_diagram());
        let key = from_scratch.map(|position| position.key());
        assert_eq!(key, Ok(next.key()), "{game}: {text}: {written}");
    }
}

/// A Prolog term.
pub fn term(data: &[u8]) {
    let Some(text) = as_text(data) else { return };
    let term = match Term::read(text) {
        Ok(term) => term,
        Err(error) => return check_error(text, &error),
    };
    check_span(text, &term.span);
    let written = term.to_string();
    let again = Term::read(&written);
    assert_eq!(again.as_ref(), Ok(&term), "{text:?} written as {written:?}");
    for &game in GameId::ALL {
        match read_state(game, &term) {
            Some(Ok(diagram)) => check_diagram(game, &diagram),
            Some(Err(error)) => check_error(text, &error),
            None => {}
        }
    }
}

/// The position after some random moves: the first byte chooses the game, the second
/// the moves, the third how many. Also gives the bytes that are left.
fn some_position(data: &[u8]) -> Option<(AnyPosition, &[u8])> {
    let [game, seed, turns, rest @ ..] = data else { return None };
    let game = GameId::ALL[usize::from(*game) % GameId::ALL.len()];
    let mut position = game.start();
    let mut random = Random::new((*seed).into());
    for _ in 0..turns % 64 {
        let moves = position.moves();
        let Some(&mv) = random.pick(&moves) else { break };
        position.play(mv).expect("a generated move is legal");
    }
    Some((position, rest))
}

/// A move as text in some position of some game.
pub fn move_text(data: &[u8]) {
    let Some((position, rest)) = some_position(data) else { return };
    let Some(text) = as_text(rest) else { return };
    match read_any_move(&position, text) {
        Ok(mv) => {
            let written = position.write_move(mv).expect("what was read is legal");
            assert_eq!(position.read_move(&written), Ok(mv), "{text:?} as {written}");
            assert!(position.moves().contains(&mv), "{written} in {}", position.to_text());
        }
        Err(MoveError::Text(error)) => check_error(text, &error),
        Err(MoveError::Illegal(why)) => assert!(!why.to_string().is_empty(), "{text:?}"),
    }
}

/// Game records.
pub fn record_text(data: &[u8]) {
    let Some(text) = as_text(data) else { return };
    match record::read_all(text) {
        Ok(records) => {
            for record in records {
                let written = record.to_string();
                let again = record::read(&written);
                assert_eq!(again.as_ref(), Ok(&record), "{text:?} written as {written:?}");
            }
        }
        Err(error) => check_error(text, &error),
    }
}

/// Any bits as moves, eight bytes each, in some position of some game.
pub fn bits(data: &[u8]) {
    let Some((mut position, rest)) = some_position(data) else { return };
    for bytes in rest.chunks_exact(8).take(50) {
        let bits = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        // Most bits are not a move; then the same bits choose one that is.
        let moves = position.moves();
        let before = position;
        let mv = AnyMove::from_bits(bits);
        let played = position.play(mv);
        assert_eq!(played.is_ok(), moves.contains(&mv), "{bits:#x} in {}", before.to_text());
        assert!(played.is_ok() || position == before, "{bits:#x} in {}", before.to_text());
        if played.is_err() && !moves.is_empty() {
            let chosen = moves[(bits % moves.len() as u64) as usize];
            assert_eq!(position.play(chosen), Ok(()), "{chosen:?} in {}", before.to_text());
        }
    }
    check_position(&position);
}
