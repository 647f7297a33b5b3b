//! Advice of the playing engine on the order of the work in a proof.

use cairn_games::Game;

use crate::limits::{Limits, StopFlag};

/// An opinion on a position, which helps a proof to look in the right place.
pub(super) struct Advice<M> {
    /// Probably the best move.
    pub(super) best: M,
    /// Expected share of points for the side to move, from 0 to 1.
    pub(super) expectation: f64,
    /// Number of nodes that it took.
    pub(super) nodes: u64,
}

/// Nodes of a proof per node of advice that a position must take before advice is asked for.
/// Most positions are easier than they look, and advice on them would be wasted; it takes about
/// eight times as long per node.
pub(super) const NODES_BEFORE_ADVICE: u64 = 40;

/// Advice that is worth this many nodes is about one of few large parts of the proof, and is
/// asked for at once.
pub(super) const IMPORTANT_ADVICE: u64 = 20_000;

/// Gives advice within limits.
pub(super) type Advisor<G> =
    Box<dyn FnMut(&G, &Limits, &StopFlag) -> Option<Advice<<G as Game>::Move>>>;
