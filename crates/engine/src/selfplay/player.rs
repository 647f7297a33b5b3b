//! The engine as it plays to learn: quick, and the same every time.

use cairn_games::GameMove;

use super::played::Played;
use crate::bot::EngineOptions;
use crate::eval::Evaluator;
use crate::games::MoveOrdering;
use crate::limits::{Limits, StopFlag};
use crate::score::Score;
use crate::search::Searcher;

/// Games of a few thousand positions a move need no more, and every game begins with an
/// empty table.
const HASH_MB: usize = 1;

/// A search that may look at a fixed number of positions.
pub(crate) struct Player<G, E> {
    searcher: Searcher<G, E>,
    limits: Limits,
}

impl<G: MoveOrdering, E: Evaluator<G> + Clone> Player<G, E> {
    pub(crate) fn new(evaluator: &E, nodes: u64) -> Self {
        let options = EngineOptions { hash_mb: HASH_MB, ..EngineOptions::default() };
        let searcher = Searcher::new(evaluator.clone(), options);
        Self { searcher, limits: Limits::nodes(nodes) }
    }

    /// The best move and what it is worth; none if the game is over.
    pub(crate) fn search(&mut self, game: &Played<G>, stop: &StopFlag) -> Option<(G::Move, Score)> {
        let report =
            self.searcher.search(game.positions(), &self.limits, stop, &mut |_| ()).ok()?;
        let mv = G::Move::from_bits(report.best_move().bits())?;
        Some((mv, report.score()))
    }
}
