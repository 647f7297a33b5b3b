//! Levels from 1, someone who has just read the rules, to 10, the engine at full strength.
//!
//! A level below 10 searches few nodes and then chooses among its best lines with a
//! temperature: scores get Gumbel noise, which is a softmax choice, so that it errs where
//! moves look alike and seldom where one is clearly better. The lowest look one or two plies
//! ahead and notice only some of the moves, captures and other striking ones most readily, as
//! people do who have just learned the rules. They overlook wins and threats for a spell of
//! moves at a time. The numbers are data (`data/levels.txt`), tuned by matches.

mod handicap;
mod strength;

use std::fmt;

use crate::bot::{Bot, EngineOptions};
use crate::search::Engine;
use handicap::Handicapped;

pub use strength::Strength;

/// A level, from 1 to 10.
///
/// ```
/// use cairn_engine::levels::Level;
///
/// assert_eq!(Level::new(3).map(Level::number), Some(3));
/// assert_eq!(Level::new(11), None);
/// assert_eq!(Level::all().count(), 10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest level: like someone who has just read the rules.
    pub const LOWEST: Self = Self(1);
    /// The highest level: all that the engine can do in the time allowed.
    pub const HIGHEST: Self = Self(10);

    /// Returns the level of this number, if there is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The level for people who have not chosen one.
    pub const DEFAULT: Self = Self(2);

    /// Returns the number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns a word for the strength, such as "Beginner".
    ///
    /// ```
    /// use cairn_engine::levels::Level;
    ///
    /// assert_eq!(Level::DEFAULT.word(), "Beginner");
    /// ```
    pub const fn word(self) -> &'static str {
        DESCRIPTIONS[self.0 as usize - 1].0
    }

    /// Returns a sentence that says how the level plays.
    pub const fn sentence(self) -> &'static str {
        DESCRIPTIONS[self.0 as usize - 1].1
    }

    /// Returns the next lower level, if there is one.
    pub const fn easier(self) -> Option<Self> {
        Self::new(self.0 - 1)
    }

    /// Returns the next higher level, if there is one.
    pub const fn harder(self) -> Option<Self> {
        Self::new(self.0 + 1)
    }

    /// Returns all levels, the lowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).map(Self)
    }
}

/// A word and a sentence for each level, the lowest first.
const DESCRIPTIONS: [(&str, &str); Level::HIGHEST.0 as usize] = [
    ("Newcomer", "Has just learned the rules and overlooks most of your plans."),
    ("Beginner", "Takes a win in one move, but misses half of your threats."),
    ("Casual", "Keeps you from winning at once, but plans no further."),
    ("Attentive", "Looks at most moves, but not beyond your reply."),
    ("Solid", "Seldom gives something away in one move."),
    ("Skilled", "Looks a few moves ahead and sets small traps."),
    ("Strong", "Makes few mistakes and takes advantage of yours."),
    ("Expert", "Calculates well; one slip can cost you the game."),
    ("Master", "Searches deeply and hardly ever errs."),
    ("Champion", "The engine at full strength, with all its time."),
];

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Creates the bot of a level, for any game.
///
/// ```
/// use cairn_engine::levels::{self, Level};
/// use cairn_engine::{Bot, EngineOptions};
///
/// let bot = levels::bot(Level::LOWEST, &EngineOptions::default());
/// assert_eq!(bot.name(), "cairn level 1");
/// ```
pub fn bot(level: Level, options: &EngineOptions) -> Box<dyn Bot> {
    if level == Level::HIGHEST {
        return Box::new(Engine::new(options.clone()));
    }
    Box::new(Handicapped::new(level, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_has_a_word_and_a_sentence_of_its_own() {
        let words: std::collections::HashSet<_> = Level::all().map(Level::word).collect();
        assert_eq!(words.len(), Level::all().count());
        assert!(Level::all().all(|level| level.sentence().ends_with('.')));
        let page = include_str!("../../../../docs/playing.md");
        for level in Level::all() {
            let row = format!("| {level} | {} | {} |", level.word(), level.sentence());
            assert!(page.contains(&row), "docs/playing.md lacks {row}");
        }
        assert_eq!((Level::LOWEST.easier(), Level::HIGHEST.harder()), (None, None));
        assert_eq!(Level::DEFAULT.easier().and_then(Level::harder), Some(Level::DEFAULT));
    }
}
