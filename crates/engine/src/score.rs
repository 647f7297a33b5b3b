//! Scores of positions for the side to move.

use std::fmt;

pub use crate::games::Wdl;

/// A score for the side to move: an estimate or a proof, never a mixture.
///
/// ```
/// use cairn_engine::{Score, Wdl};
///
/// assert_eq!(Score::Win(7).proven(), Some(Wdl::Win));
/// assert_eq!(Score::Value(120).proven(), None);
/// assert_eq!(Score::Value(120).to_string(), "+1.20");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// An estimate, in hundredths of the logistic scale: 0 is even, 100 wins about 73 %.
    Value(i32),
    /// Proved: the side to move wins, and in at most this many plies.
    Win(u32),
    /// Proved: the side to move loses, and in at most this many plies.
    Loss(u32),
    /// Proved: neither side can do better than draw.
    Draw,
}

impl Score {
    /// Returns the proved result, or `None` for an estimate.
    pub const fn proven(self) -> Option<Wdl> {
        match self {
            Self::Value(_) => None,
            Self::Win(_) => Some(Wdl::Win),
            Self::Loss(_) => Some(Wdl::Loss),
            Self::Draw => Some(Wdl::Draw),
        }
    }

    /// Returns the score of a move, given the score of the position that it leads to.
    ///
    /// ```
    /// use cairn_engine::Score;
    ///
    /// assert_eq!(Score::of_move_to(Score::Value(30)), Score::Value(-30));
    /// assert_eq!(Score::of_move_to(Score::Loss(2)), Score::Win(3));
    /// ```
    pub const fn of_move_to(after: Self) -> Self {
        match after {
            Self::Value(value) => Self::Value(-value),
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// Returns the expected share of points for the side to move, from 0 to 1.
    ///
    /// ```
    /// use cairn_engine::Score;
    ///
    /// assert_eq!(Score::Value(0).expectation(), 0.5);
    /// assert!((Score::Value(100).expectation() - 0.731).abs() < 1e-3);
    /// assert_eq!(Score::Loss(2).expectation(), 0.0);
    /// ```
    pub fn expectation(self) -> f64 {
        match self {
            Self::Value(value) => 1.0 / (1.0 + (-f64::from(value) / 100.0).exp()),
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Draw => 0.5,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Win(plies) => write!(f, "wins in {plies}"),
            Self::Loss(plies) => write!(f, "loses in {plies}"),
            Self::Draw => write!(f, "drawn"),
        }
    }
}
