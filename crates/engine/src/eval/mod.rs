//! Static evaluation of positions.

mod evaluation;
mod net;
mod simple;

pub use evaluation::{Evaluation, EvaluationSource, NetFileError};
pub use net::{Net, NetError, NetFile};
pub use simple::Simple;

use cairn_games::Game;

use crate::games::MoveOrdering;

/// Evaluates positions without searching them.
///
/// ```
/// use cairn_engine::eval::{Evaluation, EvaluationSource, Evaluator};
/// use cairn_games::{Game, nava::Nava};
///
/// let evaluation = Evaluation::<Nava>::new(&EvaluationSource::BuiltIn)?;
/// println!("{}", evaluation.evaluate(&Nava::start()));
/// # Ok::<(), cairn_engine::eval::NetError>(())
/// ```
pub trait Evaluator<G: Game>: Send + Sync {
    /// Returns the value of a position in which the game goes on for the side to move, in the
    /// unit of [`Score::Value`](crate::Score::Value) and never beyond
    /// [`MAX_EVALUATION`].
    fn evaluate(&self, position: &G) -> i32;

    /// Does the same, unless the side to move [wins at once](MoveOrdering::wins_at_once).
    #[inline]
    fn evaluate_unless_won(&self, position: &G) -> Option<i32>
    where
        G: MoveOrdering,
    {
        (!position.wins_at_once()).then(|| self.evaluate(position))
    }

    /// Returns the learned weights of the policy that chooses candidates, see
    /// [`MoveOrdering::visit_candidates`].
    #[inline]
    fn policy(&self) -> Option<&[i16]> {
        None
    }
}

/// Bound of evaluations. As an expectation it looks like a proof, but it is not
/// a proof.
pub const MAX_EVALUATION: i32 = 2_000;
