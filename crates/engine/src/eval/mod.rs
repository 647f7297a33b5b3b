//! What a position is worth before any move is looked at.

mod evaluation;
mod linear;
mod net;
mod weights;

pub use evaluation::{Evaluation, EvaluationError, EvaluationSource, NetFileError};
pub use linear::Linear;
pub use net::{Net, NetError, NetFile};
pub use weights::{Weights, WeightsError};

use cairn_games::Game;

/// Judges positions without looking ahead.
///
/// A search does not notice whether a [`Net`] answers or a [`Linear`].
pub trait Evaluator<G: Game>: Send + Sync {
    /// What a position in which the game goes on is worth to the side to move, in the
    /// unit of [`Score::Value`](crate::Score::Value) and never beyond
    /// [`MAX_EVALUATION`].
    fn evaluate(&self, position: &G) -> i32;

    /// Learned weights that say which candidates to look at, see
    /// [`MoveOrdering::visit_candidates`](crate::games::MoveOrdering::visit_candidates).
    #[inline]
    fn guide(&self) -> Option<&[i16]> {
        None
    }
}

/// No evaluation is higher than this, or lower than its negative. As an expectation it
/// cannot be told from certainty, but it is not a proof.
pub const MAX_EVALUATION: i32 = 2_000;

/// Knows nothing: every position is even.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    fn evaluate(&self, _position: &G) -> i32 {
        0
    }
}
