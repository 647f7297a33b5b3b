//! Static evaluation of positions.

mod evaluation;
mod linear;
mod net;
mod weights;

pub use evaluation::{Evaluation, EvaluationError, EvaluationSource, NetFileError};
pub use linear::Linear;
pub use net::{Net, NetError, NetFile};
pub use weights::{Weights, WeightsError};

use cairn_games::Game;

/// Evaluates positions without searching them.
///
/// ```
/// use cairn_engine::eval::{Evaluation, EvaluationSource, Evaluator};
/// use cairn_games::{Game, nava::Nava};
///
/// let evaluation = Evaluation::<Nava>::new(&EvaluationSource::BuiltIn)?;
/// println!("{}", evaluation.evaluate(&Nava::start()));
/// # Ok::<(), cairn_engine::eval::EvaluationError>(())
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// Returns the value of a position in which the game goes on for the side to move, in the
    /// unit of [`Score::Value`](crate::Score::Value) and never beyond
    /// [`MAX_EVALUATION`].
    fn evaluate(&self, position: &G) -> i32;

    /// Returns the learned weights of the policy that chooses candidates, see
    /// [`MoveOrdering::visit_candidates`](crate::games::MoveOrdering::visit_candidates).
    #[inline]
    fn policy(&self) -> Option<&[i16]> {
        None
    }
}

/// Bound of evaluations. As an expectation it cannot be told from certainty, but it is not
/// a proof.
pub const MAX_EVALUATION: i32 = 2_000;

/// An evaluation to which every position is even.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    fn evaluate(&self, _position: &G) -> i32 {
        0
    }
}
