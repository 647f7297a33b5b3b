//! Reading never panics, never takes long, and its errors point into the text: for any
//! text, for texts that are nearly right, and for absurd ones.

use std::time::{Duration, Instant};

use crate::common::sample;
use crate::targets::{self, check_error};
use cairn_games::{Diagram, Game, GameId, MoveError, Notation, record, with_game};
use cairn_legacy::{Reading, Term, dialects, read_any_move, write_state};
use proptest::prelude::*;

/// Fragments of positions, moves, terms and records.
const MATERIAL: &str = "[ -~\n]|x[0-9]{1,3}|[wbgryWBGRYeC]{1,8}|[ry][0-9]{1,3}|/|,|[a-i][1-9]|-|\
    \\[|\\]|\\(|\\)|\\||nan|empty|white|black|green|whiteRing|blackBall|gamestate\\(|pass|\
    \\{|\\}|[0-9]\\.|1-0|\\*|é|盤|\u{3000}";

fn nearly_a_text() -> impl Strategy<Value = String> {
    prop::collection::vec(MATERIAL, 0..60).prop_map(|parts| parts.concat())
}

/// A text with one stretch of it replaced.
fn damaged(text: String) -> impl Strategy<Value = String> {
    let length = text.chars().count();
    (0..=length, 0..6_usize, nearly_a_text()).prop_map(move |(at, cut, other)| {
        let kept = text.chars().take(at);
        kept.chain(other.chars().take(4)).chain(text.chars().skip(at + cut)).collect()
    })
}

/// Texts that can be read, of every game: positions, terms and records.
fn good_texts() -> Vec<String> {
    let mut texts = Vec::new();
    for &game in GameId::ALL {
        with_game!(game, G => {
            for position in sample::<G>(6) {
                texts.push(position.to_text());
                let diagram = position.to_diagram();
                let terms = (0..dialects(game).len())
                    .filter_map(|dialect| write_state(game, &diagram, Some(dialect)));
                texts.extend(terms.map(|term| term.to_string()));
                let moves: Vec<_> = position.moves().into_iter().take(3).collect();
                texts.extend(moves.iter().map(|&mv| position.write_move(mv)));
                let record = format!("[Game \"{game}\"]\n[Position \"{}\"]\n", position.to_text());
                texts.extend(moves.iter().map(|&mv| record.clone() + &position.write_move(mv)));
            }
        });
    }
    texts
}

/// Reads a text as everything it could be.
fn read_as_everything(text: &str) {
    targets::position(text.as_bytes());
    targets::term(text.as_bytes());
    targets::record_text(text.as_bytes());
    for &game in GameId::ALL {
        if let Err(MoveError::Text(error)) = read_any_move(&game.start(), text) {
            check_error(text, &error);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..<_>::default() })]

    #[test]
    fn any_text_can_be_refused(text in "\\PC{0,200}") {
        read_as_everything(&text);
    }

    #[test]
    fn nearly_right_texts_can_be_refused(text in nearly_a_text()) {
        read_as_everything(&text);
        read_as_everything(&format!("[Game \"nava\"]\n{text}"));
        read_as_everything(&format!("[{text}]"));
    }

    #[test]
    fn damaged_texts_can_be_refused(
        text in prop::sample::select(good_texts()).prop_flat_map(damaged)
    ) {
        read_as_everything(&text);
    }

    #[test]
    fn seeds_of_records_are_numbers(seed in any::<u64>()) {
        for &game in GameId::ALL {
            let size = game.info().board.size();
            let text = format!("[Game \"{game}\"]\n[Size \"{size}\"]\n[Seed \"{seed}\"]\n*\n");
            match (record::read(&text), game.shuffled(seed)) {
                (Ok(record), Some(start)) => prop_assert_eq!(record.start(), &start),
                (Err(error), None) => check_error(&text, &error),
                (read, start) => prop_assert!(false, "{game}: {read:?} but {start:?}"),
            }
        }
    }
}

/// Texts that are absurd in one way or another, about a megabyte each.
fn absurd_texts() -> Vec<(String, String)> {
    const MEGABYTE: usize = 1 << 20;
    let patterns = [
        "x", "x,", "x/", "w", "wb,", "r9,", "r999,", "9", "x9", " ", "\n", "é", "a1", "a1-", "a1,",
        "a1-a2,", "a1>b2,", "+a1;", "-", "[", "[a|", "[]", "[],", "[[],", "(", "f(", "a,", "'",
        "%\n", "1-", "{", "}", "{}", ";\n", "(a1-a4 ", "$1 ", "1. ", "!", "*", "\"", "\\",
    ];
    let heads = ["", "[a,", "[Game \"nava\"] 1. a1-a4 ", "a1-d4("];
    let mut texts = Vec::new();
    for head in heads {
        for pattern in patterns {
            let name = format!("{head:?} then {pattern:?} again and again");
            texts.push((name, head.to_owned() + &pattern.repeat(MEGABYTE / pattern.len())));
        }
    }
    let tags: String = (0..100_000).map(|tag| format!("[t{tag} \"\"]")).collect();
    texts.push(("a hundred thousand tags".to_owned(), tags));
    texts
}

/// Milliseconds are usual; this leaves room for a busy machine. What is not linear in a
/// megabyte takes minutes.
const LONGEST: Duration = Duration::from_secs(5);

/// Runs something that must be over soon.
fn soon<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let result = run();
    let taken = clock.elapsed();
    assert!(taken < LONGEST, "{what} took {taken:?}");
    result
}

#[test]
fn absurd_texts_are_refused_soon() {
    for (name, text) in absurd_texts() {
        if let Err(error) = soon(&name, || Term::read(&text)) {
            check_error(&text, &error);
        }
        if let Err(error) = soon(&name, || Reading::read(GameId::ALL, &text)) {
            check_error(&text, &error);
        }
        if let Err(error) = soon(&name, || record::read_all(&text)) {
            check_error(&text, &error);
        }
        for game in GameId::rule_sets() {
            if let Err(error) = soon(&name, || Diagram::read(game.info(), &text)) {
                check_error(&text, &error);
            }
            match soon(&name, || read_any_move(&game.start(), &text)) {
                Ok(_) => panic!("{name} is a move of {game}"),
                Err(MoveError::Text(error)) => check_error(&text, &error),
                Err(MoveError::Illegal(why)) => assert!(why.to_string().len() < 2000, "{name}"),
            }
        }
    }
}

#[test]
fn long_records_are_read_soon() {
    // White goes to and fro and Black walks on: no position comes up a third time.
    let variations = "(1. a1-b1 e5-d5 2. b1-a1) ".repeat(20_000);
    let text = format!("[Game \"nava\"]\n1. a1-a4 {variations} e5-e4 *");
    let read = soon("twenty thousand variations", || record::read(&text)).unwrap();
    assert_eq!(read.line.moves[0].variations.len(), 20_000);
    let many = "[Game \"nava\"]\n1. a1-a4 *\n".repeat(20_000);
    let read = soon("twenty thousand records", || record::read_all(&many)).unwrap();
    assert_eq!(read.len(), 20_000);
    assert!(read.iter().all(|record| *record == read[0]));
}

#[test]
fn the_tallest_stacks_are_written_soon() {
    let text = "y999,".repeat(5).trim_end_matches(',').to_owned();
    let text = format!("{text}/x6/x7/x8/x9/x8/x7/x6/x5 r");
    for game in GameId::rule_sets().filter(|game| game.info().counted_stacks) {
        let diagram = Diagram::read(game.info(), &text).unwrap();
        assert_eq!(soon("writing", || diagram.write(game.info())), text);
        soon("the term", || write_state(game, &diagram, None).map(|term| term.to_string()));
        soon("the position", || game.position(&diagram).is_ok());
    }
}
