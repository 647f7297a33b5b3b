//! The search of one game with one evaluation.

use std::marker::PhantomData;

use cairn_games::{Game, Hints};

use super::budget::Budget;
use super::path::Path;
use super::reductions::Reductions;
use super::root::Root;
use super::table::Table;
use super::tuning::Tuning;
use super::value::MAX_PLY;
use super::worker::{Shared, Worker};
use crate::eval::Evaluator;
use crate::limits::{Limits, StopFlag};
use crate::thinker::{Options, Report, ThinkError};

/// More threads than this only get into each other's way.
const MOST_THREADS: usize = 256;

/// Searches positions of one game and remembers them from move to move.
#[derive(Debug)]
pub struct Searcher<G, E> {
    evaluator: E,
    options: Options,
    tuning: Tuning,
    table: Table,
    game: PhantomData<fn() -> G>,
}

impl<G: Game + Hints, E: Evaluator<G>> Searcher<G, E> {
    /// A searcher that judges positions by this evaluation.
    #[must_use]
    pub fn new(evaluator: E, options: Options) -> Self {
        Self::with_tuning(evaluator, options, Tuning::default())
    }

    /// A searcher that uses other means than the usual.
    #[must_use]
    pub fn with_tuning(evaluator: E, options: Options, tuning: Tuning) -> Self {
        let (table, game) = (Table::default(), PhantomData);
        Self { evaluator, options, tuning, table, game }
    }

    /// Changes the options from the next search on.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Lays out the memory that is wanted, if that has not been done.
    pub(super) fn reserve(&mut self) {
        self.table.reserve(self.options.hash_mb);
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Thinks about the last of the positions of a game; those before it matter for
    /// repetition. See [`Thinker::think`](crate::Thinker::think).
    ///
    /// # Errors
    /// If the game is over, or there is no position.
    pub fn think(
        &mut self,
        game: &[G],
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, ThinkError> {
        let position = game.last().ok_or(ThinkError::GameOver)?;
        // Laying out memory takes as long as a quick move. On a game's clock that counts;
        // where a time to think is given, thinking begins afterwards.
        let on_clock = limits.clock.is_some().then(|| Budget::new(limits, stop));
        self.reserve();
        self.table.grow_older();
        let budget = on_clock.unwrap_or_else(|| Budget::new(limits, stop));
        let shared = Shared {
            evaluator: &self.evaluator,
            table: &self.table,
            budget: &budget,
            tuning: &self.tuning,
            reductions: &Reductions::new(self.tuning.reduction_divisor),
        };
        let path = Path::new(G::info().can_repeat, game.iter().map(Game::key));
        let mut first = Worker::new(&shared, path.clone());
        let mut root = first.root(position, self.options.lines);
        if root.len() == 0 {
            return Err(ThinkError::GameOver);
        }
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32);
        std::thread::scope(|scope| {
            for helper in 1..self.options.threads.min(MOST_THREADS) {
                let (shared, path, root) = (&shared, path.clone(), root.clone());
                let work = move || help(shared, path, root, helper, deepest);
                // A machine that has no more threads to give is searched on with fewer.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            first.deepen(&mut root, 1..=deepest, |worker, root| {
                let nodes = worker.counter.report();
                watch(&root.report(nodes, budget.elapsed()));
            });
            budget.finish();
        });
        first.counter.report();
        Ok(root.report(budget.counted(), budget.elapsed()))
    }
}

/// Fills the table for the first thread. Every second helper begins a ply deeper, so that
/// they do not all look at the same.
fn help<G: Game + Hints, E: Evaluator<G>>(
    shared: &Shared<E>,
    path: Path,
    mut root: Root<G>,
    helper: usize,
    deepest: u32,
) {
    let mut worker = Worker::new(shared, path);
    let from = (1 + helper as u32 % 2).min(deepest);
    worker.deepen(&mut root, from..=deepest, |_, _| {});
    worker.counter.report();
}
