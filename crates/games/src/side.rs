//! Sides, outcomes and endings.

use std::ops::Not;

/// One of the two players, named by who moves first in the game.
///
/// The name of a side, such as "White" or "Red", depends on the game: see
/// [`GameInfo::sides`](crate::GameInfo::sides).
///
/// ```
/// use cairn_games::Side;
///
/// assert_eq!(Side::First.other(), Side::Second);
/// assert_eq!(!Side::Second, Side::First);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player who makes the first move of the game.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, first mover first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first mover, 1 for the second: for arrays with one entry per side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other player.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl Side {
    /// The word used in JSON: `first` or `second`.
    ///
    /// ```
    /// use cairn_games::Side;
    ///
    /// assert_eq!(Side::Second.word(), "second");
    /// assert_eq!(Side::from_word("first"), Some(Side::First));
    /// ```
    pub const fn word(self) -> &'static str {
        Outcome::Win(self).word()
    }

    /// Returns the side of a [`word`](Self::word).
    pub fn from_word(word: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.word() == word)
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has.
    Draw,
}

impl Outcome {
    /// The word used in JSON: `first`, `second` or `draw`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "first",
            Self::Win(Side::Second) => "second",
            Self::Draw => "draw",
        }
    }

    /// Returns the outcome of a [`word`](Self::word).
    ///
    /// ```
    /// use cairn_games::{Outcome, Side};
    ///
    /// assert_eq!(Outcome::from_word("draw"), Some(Outcome::Draw));
    /// assert_eq!(Outcome::from_word("second"), Some(Outcome::Win(Side::Second)));
    /// assert_eq!(Outcome::from_word("nobody"), None);
    /// ```
    pub fn from_word(word: &str) -> Option<Self> {
        if word == Self::Draw.word() {
            return Some(Self::Draw);
        }
        Side::from_word(word).map(Self::Win)
    }

    /// The result as game records write it, first mover first: `1-0`, `0-1`, `1/2-1/2`.
    ///
    /// ```
    /// use cairn_games::{Outcome, Side};
    ///
    /// assert_eq!(Outcome::Win(Side::Second).score(), "0-1");
    /// ```
    pub const fn score(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    /// The same result with the sides exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        match self {
            Self::Win(side) => Self::Win(side.other()),
            Self::Draw => Self::Draw,
        }
    }
}

/// An outcome with its reason in words.
///
/// ```
/// use cairn_games::{GameId, read_position};
///
/// let text = "W,W,W,W,W/W,W,W,W,bb/x5/x5/wwwwww,x3,bbbb b";
/// let ending = read_position(&[GameId::Nava], text)?.ending().unwrap();
/// assert_eq!((ending.outcome.score(), &*ending.reason), ("1-0", "all nine cubes placed"));
/// # Ok::<(), cairn_games::ReadingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Result.
    pub outcome: Outcome,
    /// Reason, such as "all nine cubes placed" or "9 green against 8".
    pub reason: String,
}

impl Ending {
    /// An ending with its reason.
    pub fn new(outcome: Outcome, reason: impl Into<String>) -> Self {
        Self { outcome, reason: reason.into() }
    }
}
