//! The search of one game with one evaluation: lazy SMP over a shared transposition table.

use std::marker::PhantomData;

use crate::games::MoveOrdering;
use cairn_games::Game;

use super::late_move_reductions::LateMoveReductions;
use super::parameters::SearchParameters;
use super::path::SearchPath;
use super::root::Root;
use super::transposition_table::TranspositionTable;
use super::value::MAX_PLY;
use super::worker::{SharedState, Worker};
use crate::bot::{EngineOptions, Report, SearchError};
use crate::eval::Evaluator;
use crate::limiter::SearchLimiter;
use crate::limits::{Limits, StopFlag};

/// Most threads that a search uses.
const MAX_THREADS: usize = 256;

/// Searches positions of one game and keeps its transposition table from move to move.
///
/// ```
/// use cairn_engine::eval::{Evaluation, EvaluationSource};
/// use cairn_engine::search::Searcher;
/// use cairn_engine::{EngineOptions, Limits, StopFlag};
/// use cairn_games::{Game, nava::Nava};
///
/// let evaluation = Evaluation::<Nava>::new(&EvaluationSource::BuiltIn)?;
/// let options = EngineOptions { hash_mb: 1, ..EngineOptions::default() };
/// let mut searcher = Searcher::new(evaluation, options);
/// let game = [Nava::start()];
/// let report = searcher.search(&game, &Limits::depth(3), &StopFlag::new(), &mut |_| ())?;
/// assert_eq!(report.depth, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Searcher<G, E> {
    evaluator: E,
    options: EngineOptions,
    parameters: SearchParameters,
    table: TranspositionTable,
    game: PhantomData<fn() -> G>,
}

impl<G: Game + MoveOrdering, E: Evaluator<G>> Searcher<G, E> {
    /// Makes a searcher with this evaluation.
    #[must_use]
    pub fn new(evaluator: E, options: EngineOptions) -> Self {
        Self::with_parameters(evaluator, options, SearchParameters::default())
    }

    /// Makes a searcher with other search parameters than the usual.
    #[must_use]
    pub fn with_parameters(
        evaluator: E,
        options: EngineOptions,
        parameters: SearchParameters,
    ) -> Self {
        let (table, game) = (TranspositionTable::default(), PhantomData);
        Self { evaluator, options, parameters, table, game }
    }

    /// Changes the options from the next search on.
    pub fn set_options(&mut self, options: EngineOptions) {
        self.options = options;
    }

    /// Allocates the transposition table, if that has not been done.
    pub(super) fn reserve(&mut self) {
        self.table.reserve(self.options.hash_mb);
    }

    /// Forgets all positions. Keeps the memory.
    pub fn new_game(&mut self) {
        self.table.new_game();
    }

    /// Searches the last of the positions of a game; those before it matter for
    /// repetition. See [`Bot::search`](crate::Bot::search).
    ///
    /// # Errors
    /// If the game is over, or there is no position.
    pub fn search(
        &mut self,
        game: &[G],
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        let position = game.last().ok_or(SearchError::GameOver)?;
        // Allocating memory takes as long as a quick move. On a game's clock that counts;
        // where a time per move is given, the search begins afterwards.
        let on_clock = limits.clock.is_some().then(|| SearchLimiter::new(limits, stop));
        self.reserve();
        self.table.new_search();
        let limiter = on_clock.unwrap_or_else(|| SearchLimiter::new(limits, stop));
        let shared = SharedState {
            evaluator: &self.evaluator,
            table: &self.table,
            limiter: &limiter,
            parameters: &self.parameters,
            reductions: &LateMoveReductions::new(self.parameters.lmr_divisor),
        };
        let path = SearchPath::new(G::info().can_repeat, game.iter().map(Game::key));
        let mut first = Worker::new(&shared, path.clone());
        let mut root = first.root(position, self.options.lines);
        if root.len() == 0 {
            return Err(SearchError::GameOver);
        }
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32);
        std::thread::scope(|scope| {
            for helper in 1..self.options.threads.min(MAX_THREADS) {
                let (shared, path, root) = (&shared, path.clone(), root.clone());
                let work = move || run_helper(shared, path, root, helper, deepest);
                // If the system has no more threads, the search goes on with fewer.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            first.iterative_deepening(&mut root, 1..=deepest, |worker, root| {
                let nodes = worker.counter.report();
                watch(&root.report(nodes, limiter.elapsed()));
            });
            limiter.finish();
        });
        first.counter.report();
        Ok(root.report(limiter.counted(), limiter.elapsed()))
    }
}

/// Fills the transposition table for the first thread (lazy SMP). Every second helper
/// begins a ply deeper, so that they do not all search the same positions.
fn run_helper<G: Game + MoveOrdering, E: Evaluator<G>>(
    shared: &SharedState<E>,
    path: SearchPath,
    mut root: Root<G>,
    helper: usize,
    deepest: u32,
) {
    let mut worker = Worker::new(shared, path);
    let from = (1 + helper as u32 % 2).min(deepest);
    worker.iterative_deepening(&mut root, from..=deepest, |_, _| {});
    worker.counter.report();
}
