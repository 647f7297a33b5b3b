//! Mistakes of a game, found by the scores before and after each move.

use cairn_games::{AnyMove, History, Outcome, Side};

use crate::bot::SearchReport;
use crate::score::Score;

/// A score from the point of view of the player who moves first in the game, whoever is to
/// move.
///
/// ```
/// use cairn_engine::Score;
/// use cairn_engine::review::AbsoluteScore;
/// use cairn_games::Side;
///
/// let score = AbsoluteScore::of_score(Score::Value(150), Side::Second);
/// assert_eq!(score.number(), "-1.50");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AbsoluteScore {
    /// An estimate on the logistic scale: 0 is even, 1 wins about 73 %.
    Value(f64),
    /// A proof, with the number of plies to the end where it is known.
    Proved {
        /// The result.
        outcome: Outcome,
        /// Most plies to the end; 0 if the game is over.
        plies: Option<u32>,
    },
}

impl AbsoluteScore {
    /// Converts a score for the side to move.
    pub fn of_score(score: Score, to_move: Side) -> Self {
        let sign = if to_move == Side::First { 1.0 } else { -1.0 };
        let proved = |outcome, plies| Self::Proved { outcome, plies };
        match score {
            Score::Value(value) => Self::Value(sign * f64::from(value) / 100.0),
            Score::Win(plies) => proved(Outcome::Win(to_move), Some(plies)),
            Score::Loss(plies) => proved(Outcome::Win(to_move.other()), Some(plies)),
            Score::Draw => proved(Outcome::Draw, None),
        }
    }

    /// Returns the score of a game that is over.
    pub const fn of_outcome(outcome: Outcome) -> Self {
        Self::Proved { outcome, plies: Some(0) }
    }

    /// Returns the expected share of points for a side, from 0 to 1.
    pub fn expectation_of(&self, side: Side) -> f64 {
        match self {
            Self::Value(value) => {
                let value = if side == Side::First { *value } else { -value };
                1.0 / (1.0 + (-value).exp())
            }
            Self::Proved { outcome: Outcome::Draw, .. } => 0.5,
            Self::Proved { outcome: Outcome::Win(winner), .. } => {
                f64::from(u8::from(*winner == side))
            }
        }
    }

    /// Returns the score in numbers: `+0.35`, `1-0 in 7`, `1/2-1/2`.
    pub fn number(&self) -> String {
        match self {
            Self::Value(value) => format!("{value:+.2}"),
            Self::Proved { outcome, plies: Some(plies) } => {
                format!("{} in {plies}", outcome.score())
            }
            Self::Proved { outcome, plies: None } => outcome.score().to_owned(),
        }
    }

    /// Returns a comment for the move that led to the last position of a game.
    pub fn words(&self, history: &History) -> String {
        match history.ending() {
            Some(ending) => format!("{}, {}", ending.outcome.score(), ending.reason),
            None => self.number(),
        }
    }
}

/// A mistake, by the loss of expected points.
///
/// ```
/// use cairn_engine::review::Mistake;
///
/// assert_eq!(Mistake::Blunder.least_loss(), 0.30);
/// assert_eq!(Mistake::Inaccuracy.word(), "inaccuracy");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mistake {
    /// `?!`: a small loss.
    Inaccuracy,
    /// `?`: a large loss.
    Mistake,
    /// `??`: a loss that decides most games.
    Blunder,
}

impl Mistake {
    /// All kinds, the worst first.
    pub const ALL: [Self; 3] = [Self::Blunder, Self::Mistake, Self::Inaccuracy];

    /// Returns the least loss of expected points.
    pub const fn least_loss(self) -> f64 {
        match self {
            Self::Blunder => 0.30,
            Self::Mistake => 0.15,
            Self::Inaccuracy => 0.08,
        }
    }

    /// Returns the number of its glyph in records: `??`, `?` and `?!`.
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Blunder => 4,
            Self::Mistake => 2,
            Self::Inaccuracy => 6,
        }
    }

    /// Returns the word used in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Blunder => "blunder",
            Self::Mistake => "mistake",
            Self::Inaccuracy => "inaccuracy",
        }
    }

    /// Classifies a move by the player's expectation before and after it. The best move of
    /// the search before is never a mistake.
    pub fn of_move(before: &SearchReport, made: AnyMove, after: f64) -> Option<Self> {
        let loss = before.score().expectation() - after;
        let found = Self::ALL.into_iter().find(|mistake| loss >= mistake.least_loss());
        found.filter(|_| before.best_move() != made)
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    #[test]
    fn a_score_is_turned_to_the_first_mover() {
        let value = AbsoluteScore::of_score(Score::Value(150), Side::Second);
        assert_eq!(value, AbsoluteScore::Value(-1.5));
        assert!((value.expectation_of(Side::Second) - 0.8176).abs() < 1e-4);
        assert_eq!(value.number(), "-1.50");
        let lost = AbsoluteScore::of_score(Score::Loss(4), Side::First);
        assert_eq!(
            (lost.expectation_of(Side::Second), lost.number()),
            (1.0, "0-1 in 4".to_owned())
        );
        let drawn = AbsoluteScore::of_score(Score::Draw, Side::Second);
        assert_eq!(
            (drawn.expectation_of(Side::First), drawn.number()),
            (0.5, "1/2-1/2".to_owned())
        );
    }

    #[test]
    fn a_move_is_judged_by_what_it_gives_away() {
        let start = GameId::Nava.start();
        let best = start.read_move("a1-a4").unwrap();
        let other = start.read_move("a1-a2").unwrap();
        let before = SearchReport::of_choice(best);
        assert_eq!(before.score().expectation(), 0.5);
        assert_eq!(Mistake::of_move(&before, other, 0.19), Some(Mistake::Blunder));
        assert_eq!(Mistake::of_move(&before, other, 0.34), Some(Mistake::Mistake));
        assert_eq!(Mistake::of_move(&before, other, 0.41), Some(Mistake::Inaccuracy));
        assert_eq!(Mistake::of_move(&before, other, 0.45), None);
        assert_eq!(Mistake::of_move(&before, best, 0.0), None);
    }
}
