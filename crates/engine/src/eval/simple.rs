//! The evaluation of games without a net.

use super::{Evaluator, MAX_EVALUATION};
use crate::games::Features;

/// An evaluation that knows only what [`Features::simple_evaluation`] says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl<G: Features> Evaluator<G> for Simple {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        position.simple_evaluation().clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}
