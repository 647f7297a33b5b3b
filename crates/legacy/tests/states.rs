//! The example states of the original programs, and what is to happen to each: see
//! `states/table.txt`.

use std::collections::BTreeSet;

use crate::common::{path, read_file, table};
use cairn_games::{GameId, Outcome, ReadingError, TextError};
use cairn_legacy::{Form, Reading, Term, dialects, read_position, write_state};

const FOLDER: &str = "tests/states";
const TABLE: &str = "table.txt";

/// Reads a state; who is to move, if it does not say so, is the first mover.
fn read(games: &[GameId], text: &str) -> Result<Reading, TextError> {
    Reading::read(games, text)?.with_side(text, None)
}

/// Line and column, both from 1, of a byte.
fn line_and_column(text: &str, at: usize) -> String {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("{line}:{column}")
}

/// Checks that a state is read as this position, and converted and read again.
fn check_reading(file: &str, text: &str, game: &str, position: &str) -> Reading {
    let reading = read(GameId::ALL, text).unwrap_or_else(|error| {
        panic!("{file}:{}: {error}", line_and_column(text, error.span.start))
    });
    assert_eq!(reading.form, Form::Prolog, "{file}");
    assert_eq!(reading.game.name(), game, "{file}");
    assert_eq!(reading.diagram.write(reading.game.info()), position, "{file}");
    let term = write_state(reading.game, &reading.diagram, None).expect("a term").to_string();
    let again = read(&[reading.game], &term);
    let again = again.unwrap_or_else(|error| panic!("{file} written as {term}: {error}"));
    assert_eq!(again.diagram.stacks, reading.diagram.stacks, "{file} written as {term}");
    for dialect in 0..dialects(reading.game).len() {
        let text = write_state(reading.game, &reading.diagram, Some(dialect));
        let text = text.expect("a dialect").to_string();
        assert!(Term::read(&text).is_ok(), "{file} written as {text}");
    }
    reading
}

fn check_malformed(file: &str, text: &str, game: &str, place: &str, words: &str) {
    let Err(error) = read(GameId::ALL, text) else {
        panic!("{file} can be read");
    };
    let found = line_and_column(text, error.span.start);
    assert_eq!(found, place, "the place of the error in {file}: {error}");
    assert!(error.to_string().contains(words), "{file}: {error}");
    // The same when the game is known.
    let named = read(&GameId::boards(game).unwrap(), text);
    assert_eq!(named, Err(error), "{file} read as {game}");
}

#[test]
fn each_state_is_treated_as_the_table_says() {
    let text = read_file(&format!("{FOLDER}/{TABLE}"));
    let rows = table(&text);
    for row in &rows {
        let (file, game) = (row[0], row[1]);
        let text = read_file(&format!("{FOLDER}/{file}"));
        match row[2..] {
            ["playable", position, ref result @ ..] => {
                let reading = check_reading(file, &text, game, position);
                let played = read_position(GameId::ALL, &text);
                let played = played.unwrap_or_else(|error| panic!("{file}: {error}"));
                assert_eq!(played.to_text(), position, "{file}");
                assert_eq!(reading.position(), Ok(played), "{file}");
                let outcome = played.outcome().map(Outcome::word);
                assert_eq!(outcome, result.first().copied(), "the result of {file}");
            }
            ["impossible", position, words] => {
                let reading = check_reading(file, &text, game, position);
                let Err(problem) = reading.position() else { panic!("{file} can be played") };
                assert_eq!(problem.to_string(), words, "{file}");
                // Refused for play with the same words, in either form; but only a term
                // says what is in hand.
                let impossible = Err(ReadingError::Impossible(problem));
                assert_eq!(read_position(&[reading.game], &text), impossible, "{file}");
                let in_notation = read_position(&[reading.game], position);
                let hands_are_wrong = words.contains("in hand");
                assert!(hands_are_wrong || in_notation == impossible, "{file}: {in_notation:?}");
            }
            ["malformed", place, words] => check_malformed(file, &text, game, place, words),
            _ => panic!("{TABLE}: this line says nothing: {row:?}"),
        }
    }
    let listed: BTreeSet<_> = rows.iter().map(|row| row[0].to_owned()).collect();
    let files = std::fs::read_dir(path(FOLDER)).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let there: BTreeSet<_> = names.filter(|name| name != TABLE).collect();
    assert_eq!(listed, there, "files in the table and in the folder");
    assert_eq!(listed.len(), rows.len(), "a file is in the table twice");
}
