//! Record files, which may hold several games.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use cairn_games::record::{self, Record, RecordError};
use cairn_games::{Outcome, Side};

use crate::files;

/// A record file on the command line: `game.txt`, `-` for standard input, or `games.txt#3`
/// for the third game of a file.
///
/// ```
/// use cairn_app::records::RecordPath;
///
/// let path = RecordPath::parse("games.txt#3");
/// assert_eq!(path.file.to_str(), Some("games.txt"));
/// assert_eq!(path.number, Some(3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordPath {
    /// The file; `-` is standard input.
    pub file: PathBuf,
    /// Number of the game in the file, from 1.
    pub number: Option<usize>,
}

impl RecordPath {
    /// Splits the number off a path. A file whose whole name is `text` is meant as such.
    pub fn parse(text: &str) -> Self {
        let numbered = text.rsplit_once('#').and_then(|(file, number)| {
            let number = number.parse().ok().filter(|&number| number > 0)?;
            (!file.is_empty() && !Path::new(text).exists()).then(|| (file.into(), number))
        });
        match numbered {
            Some((file, number)) => Self { file, number: Some(number) },
            None => Self { file: text.into(), number: None },
        }
    }

    /// Reads the game that is meant.
    ///
    /// # Errors
    /// If the file cannot be read or has several games and no number is given, or fewer
    /// games than the number.
    pub fn read(&self) -> Result<Record, RecordFileError> {
        let mut records = read_file(&self.file)?;
        let error = |kind| RecordFileError { file: self.file.clone(), kind };
        let count = records.len();
        match self.number {
            Some(number) if number <= count => Ok(records.swap_remove(number - 1)),
            Some(number) => Err(error(RecordFileErrorKind::NoSuchGame { number, count })),
            None if count == 1 => Ok(records.swap_remove(0)),
            None => Err(error(RecordFileErrorKind::SeveralGames(records))),
        }
    }
}

/// Error reading a game from a file.
#[derive(Debug)]
pub struct RecordFileError {
    /// The file.
    pub file: PathBuf,
    /// Reason.
    pub kind: RecordFileErrorKind,
}

/// Reason why a game cannot be read from a file.
#[derive(Debug)]
pub enum RecordFileErrorKind {
    /// The file cannot be read.
    Io(io::Error),
    /// The text is not a record.
    Text {
        /// Text of the file.
        text: String,
        /// Problem and place.
        error: RecordError,
    },
    /// The file has no game of this number.
    NoSuchGame {
        /// Number that was asked for.
        number: usize,
        /// Number of games in the file.
        count: usize,
    },
    /// The file has several games and none was chosen.
    SeveralGames(Vec<Record>),
}

impl fmt::Display for RecordFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = display_name(&self.file);
        match &self.kind {
            RecordFileErrorKind::Io(error) => write!(f, "cannot read {name}: {error}"),
            RecordFileErrorKind::Text { text, error } => {
                let line = text[..error.span.start.min(text.len())].matches('\n').count() + 1;
                write!(f, "{name}, line {line}: {}", error.problem)
            }
            RecordFileErrorKind::NoSuchGame { number, count: 1 } => {
                write!(f, "{name} has 1 game, so there is no game {number}")
            }
            RecordFileErrorKind::NoSuchGame { number, count } => {
                write!(f, "{name} has {count} games, so there is no game {number}")
            }
            RecordFileErrorKind::SeveralGames(records) => {
                write!(f, "{name} has {} games; choose one by its number", records.len())
            }
        }
    }
}

impl std::error::Error for RecordFileError {}

fn display_name(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

/// Reads all games of a file; `-` is standard input.
///
/// # Errors
/// If the file cannot be read or holds no game.
pub fn read_file(file: &Path) -> Result<Vec<Record>, RecordFileError> {
    let error = |kind| RecordFileError { file: file.to_owned(), kind };
    let text = files::read_text(file).map_err(|e| error(RecordFileErrorKind::Io(e)))?;
    let records = match record::read_all(&text) {
        // The error of reading a single record says what is missing.
        Ok(records) if records.is_empty() => record::read(&text).map(|record| vec![record]),
        read => read,
    };
    records.map_err(|e| error(RecordFileErrorKind::Text { text, error: e }))
}

/// Describes a game in one line: players, result, number of moves and date.
pub fn summary(record: &Record) -> String {
    let [first, second] = Side::BOTH.map(|side| record.player(side).unwrap_or("?"));
    let result = record.result.map_or("*", Outcome::score);
    let count = record.line.moves.len();
    let moves = if count == 1 { "move" } else { "moves" };
    let date = record.tag("Date").map_or_else(String::new, |date| format!(", {date}"));
    format!("{}: {first} - {second}, {result}, {count} {moves}{date}", record.game())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::NamedTempFile;

    use super::*;

    const TWO: &str = "[Game \"nava\"]\n[White \"Ann\"]\n\n1. a1-a4 *\n\n[Game \"greener\"]\n\n*\n";

    fn record_file(text: &str) -> NamedTempFile {
        let file = NamedTempFile::new().unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    fn path(file: &NamedTempFile, suffix: &str) -> RecordPath {
        RecordPath::parse(&format!("{}{suffix}", file.path().display()))
    }

    #[test]
    fn a_game_is_chosen_by_its_number() {
        let file = record_file(TWO);
        assert_eq!(path(&file, "#1").read().unwrap().game().name(), "nava");
        assert_eq!(path(&file, "#2").read().unwrap().game().name(), "greener");
        let several = path(&file, "").read().unwrap_err();
        assert!(several.to_string().contains("has 2 games; choose one"), "{several}");
        let missing = path(&file, "#3").read().unwrap_err();
        assert!(missing.to_string().contains("no game 3"), "{missing}");
    }

    #[test]
    fn a_single_game_needs_no_number() {
        let file = record_file("[Game \"nava\"]\n1. a1-a4 *");
        let record = path(&file, "").read().unwrap();
        assert_eq!(summary(&record), "nava: ? - ?, *, 1 move");
        assert!(path(&file, "#2").read().unwrap_err().to_string().contains("has 1 game"));
        let empty = record_file(" \n");
        assert!(path(&empty, "").read().unwrap_err().to_string().contains("line 2"));
        let wrong = record_file("[Game \"nava\"]\n\n1. a1-a9 *");
        assert!(path(&wrong, "").read().unwrap_err().to_string().contains("line 3"));
    }

    #[test]
    fn numbers_are_told_from_names() {
        let parsed = |text: &str| {
            let path = RecordPath::parse(text);
            (path.file.display().to_string(), path.number)
        };
        assert_eq!(parsed("a.txt"), ("a.txt".to_owned(), None));
        assert_eq!(parsed("a#b.txt#12"), ("a#b.txt".to_owned(), Some(12)));
        assert_eq!(parsed("a#0"), ("a#0".to_owned(), None));
        assert_eq!(parsed("#1"), ("#1".to_owned(), None));
        assert_eq!(parsed("-#2"), ("-".to_owned(), Some(2)));
    }
}
