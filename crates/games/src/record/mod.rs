//! Game records: plain text in the manner of PGN.
//!
//! ```text
//! [Game "nava"]
//! [White "Anna"]
//! [Black "cairn level 3"]
//! [Result "*"]
//!
//! 1. a1-a4 {a quiet start} e5-e4 (1... e5-b5 2. a1-b1) 2. a4-b4 *
//! ```
//!
//! Reading checks every move, in variations as well; writing gives one fixed form.

mod reader;
mod writer;

pub use reader::{RecordError, read, read_all};

use crate::history::History;
use crate::side::{Outcome, Side};
use crate::{AnyMove, AnyPosition, GameId};

/// The tag that names the rule set.
pub const GAME_TAG: &str = "Game";
/// The tag with the result.
pub const RESULT_TAG: &str = "Result";
/// The tag with the first position, where that is not the standard start.
pub const POSITION_TAG: &str = "Position";
/// The tag with the number of a shuffled set-up.
pub const SEED_TAG: &str = "Seed";
/// The tag with the size of a board that is not the standard one.
pub const SIZE_TAG: &str = "Size";

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// All tags in their order. Those that say where the game begins and how it ended
    /// are kept in step by the methods of the record.
    tags: Vec<(String, String)>,
    start: AnyPosition,
    /// Moves, with comments and variations.
    pub line: Line,
    /// Result; `None` if the game is unfinished.
    pub result: Option<Outcome>,
}

/// A sequence of moves, the game itself or a variation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
}

/// A move with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move.
    pub mv: AnyMove,
    /// Numbered glyphs as in PGN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and
    /// others written as `$N`.
    pub glyphs: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Variations: what could have been played instead of this move.
    pub variations: Vec<Line>,
}

/// The signs for the glyphs 1 to 6.
const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl RecordedMove {
    /// A move without annotations.
    pub const fn new(mv: AnyMove) -> Self {
        Self { mv, glyphs: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

impl Record {
    /// A record without moves that begins at this position.
    ///
    /// `seed` is the number of the set-up if it is a shuffled one; it must be the one
    /// that gives `start`, otherwise the position itself is recorded.
    pub fn new(start: AnyPosition, seed: Option<u64>) -> Self {
        let game = start.game();
        let mut record = Self { tags: Vec::new(), start, line: Line::default(), result: None };
        record.set_tag(GAME_TAG, game.name());
        if !game.is_standard_size() {
            record.set_tag(SIZE_TAG, &game.info().board.size());
        }
        let seed = seed.filter(|&seed| game.shuffled(seed) == Some(start));
        if let Some(seed) = seed {
            record.set_tag(SEED_TAG, &seed.to_string());
        } else if start != game.start() {
            record.set_tag(POSITION_TAG, &start.to_text());
        }
        record
    }

    /// The record of a game as it was played, with its result if it has ended.
    ///
    /// ```
    /// use cairn_games::record::{self, Record};
    /// use cairn_games::{GameId, History};
    ///
    /// let mut game = History::new(GameId::Nava.start());
    /// game.play(game.position().read_move("a1-a4")?)?;
    /// let text = Record::of_history(&game, None).to_string();
    /// assert_eq!(record::read(&text)?.history(), game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_history(history: &History, seed: Option<u64>) -> Self {
        let mut record = Self::new(*history.start(), seed);
        record.line.moves = history.moves().iter().copied().map(RecordedMove::new).collect();
        record.result = history.outcome();
        record
    }

    /// The game.
    pub const fn game(&self) -> GameId {
        self.start.game()
    }

    /// The position before the first move.
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// All tags but the result, in their order.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its old place if it has one. Line breaks and other control
    /// characters in the value become spaces, since a tag is one line.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = value.replace(|c: char| c.is_control(), " ");
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Sets the tag with a player's name.
    ///
    /// ```
    /// use cairn_games::record::Record;
    /// use cairn_games::{GameId, Side};
    ///
    /// let mut record = Record::new(GameId::Nava.start(), None);
    /// record.set_player(Side::First, "Anna");
    /// assert_eq!(record.tag("White"), Some("Anna"));
    /// ```
    pub fn set_player(&mut self, side: Side, name: &str) {
        self.set_tag(self.start.info().side_name(side), name);
    }

    /// The name of a player, if the record has it.
    pub fn player(&self, side: Side) -> Option<&str> {
        self.tag(self.start.info().side_name(side))
    }

    /// The game without its annotations. The moves of a record are legal, so this
    /// has them all, unless somebody put other moves into the record.
    pub fn history(&self) -> History {
        let mut history = History::new(self.start);
        for recorded in &self.line.moves {
            if history.play(recorded.mv).is_err() {
                break;
            }
        }
        history
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fen_is_read_as_the_position() {
        let position = "x4,bbbbbb/x5/x5/wwwwww,x4/x5 b";
        let fen = read(&format!("[Game \"nava\"]\n[FEN \"{position}\"]\n1... e5-e4 *")).unwrap();
        assert_eq!(fen.start().to_text(), position);
        assert_eq!((fen.tag(POSITION_TAG), fen.tag("FEN")), (Some(position), None));
        let start = read("[Game \"nava\"]\n[FEN \"startpos\"]\n1. a1-a4 *").unwrap();
        assert_eq!(*start.start(), GameId::Nava.start());
        let both = format!("[Game \"nava\"]\n[Position \"{position}\"]\n[FEN \"startpos\"]\n*");
        assert_eq!(read(&both).unwrap().start().to_text(), position);
        let wrong = read("[Game \"nava\"]\n[FEN \"8/8 w\"]\n*").unwrap_err();
        assert_eq!(wrong.span.start, 14);
    }

    const WITH_EVERYTHING: &str = r#"[Game "nava"]
[White "Anna \"the wall\" B\\C"]
[Black "cairn level 3"]
[Result "*"]

{before} 1. a1-a4! {a quiet start} 1... e5-e4 (1... e5-b5?? {no} $10
2. a1-b1 (2. a4-d4)) 2. a4-b4 *
"#;

    #[test]
    fn a_record_is_read_and_written_again() {
        let record = read(WITH_EVERYTHING).unwrap();
        assert_eq!(record.player(Side::First), Some("Anna \"the wall\" B\\C"));
        assert_eq!(record.line.moves.len(), 3);
        assert_eq!(record.line.moves[0].glyphs, [1]);
        assert_eq!(record.line.moves[1].variations[0].moves[0].glyphs, [4, 10]);
        assert_eq!(read(&record.to_string()).unwrap(), record);
    }

    #[test]
    fn errors_point_at_the_move() {
        let text = "[Game \"nava\"]\n1. a1-a4 1...e5-d4?? 2. a1-c1";
        let error = read(text).unwrap_err();
        assert_eq!(&text[error.span.clone()], "e5-d4");
        assert!(error.problem.contains("is not in the same row or column"), "{error}");
    }

    #[test]
    fn results_must_agree() {
        let error = read("[Game \"nava\"]\n[Result \"1-0\"]\n1. a1-a4 *").unwrap_err();
        assert!(error.problem.contains("1-0"), "{error}");
    }

    #[test]
    fn several_records_can_follow_each_other() {
        let twice = WITH_EVERYTHING.repeat(2);
        assert_eq!(read_all(&twice).unwrap().len(), 2);
        assert!(read(&twice).is_err());
        assert!(read_all("").unwrap().is_empty());
    }
}
