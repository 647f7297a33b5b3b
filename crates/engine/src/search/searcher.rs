//! The search of one game with one evaluation, on threads that share a transposition table and defer
//! moves that another one is searching (a simple form of ABDADA).

use crate::games::MoveOrdering;
use cairn_games::Game;

use super::history::HistoryTables;
use super::late_move_reductions::LateMoveReductions;
use super::parameters::SearchParameters;
use super::path::SearchPath;
use super::root::vote;
use super::transposition_table::TranspositionTable;
use super::value::MAX_PLY;
use super::worker::{SharedState, Worker};
use crate::bot::{EngineOptions, SearchError, SearchReport};
use crate::busy_positions::BusyPositions;
use crate::eval::Evaluator;
use crate::limiter::SearchLimiter;
use crate::limits::{Limits, StopFlag};
use crate::parallel::HelperThreads;

/// Most threads that a search uses.
const MAX_THREADS: usize = 256;

/// Searches positions of one game. Keeps its transposition table, its history tables and its
/// threads from move to move.
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
pub struct Searcher<G: Game, E> {
    evaluator: E,
    options: EngineOptions,
    parameters: SearchParameters,
    table: TranspositionTable,
    /// The history tables of each thread.
    histories: Vec<HistoryTables<G::Move>>,
    /// The threads besides the one that calls.
    helpers: HelperThreads,
    /// For searches on several threads.
    busy: Option<BusyPositions>,
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
        Self {
            evaluator,
            options,
            parameters,
            table: TranspositionTable::default(),
            histories: Vec::new(),
            helpers: HelperThreads::default(),
            busy: None,
        }
    }

    /// Changes the options from the next search on.
    pub fn set_options(&mut self, options: EngineOptions) {
        self.options = options;
    }

    /// Allocates the transposition table and starts the threads, if that has not been done.
    pub(super) fn reserve(&mut self) {
        match &self.options.joint {
            None => self.table.reserve(self.options.hash_mb),
            Some(joint) => self.table.share(joint),
        }
        self.helpers.resize(self.options.threads.clamp(1, MAX_THREADS) - 1);
        let defers = self.helpers.len() > 0 && self.parameters.defer_depth > 0;
        self.busy = defers.then(|| self.busy.take().unwrap_or_else(BusyPositions::new));
        let new_history = || HistoryTables::new(&self.parameters);
        self.histories.resize_with(1 + self.helpers.len(), new_history);
    }

    /// Forgets all positions. Keeps the memory.
    pub fn new_game(&mut self) {
        self.table.new_game();
        self.histories.clear();
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
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        let position = game.last().ok_or(SearchError::GameOver)?;
        // Allocating memory takes as long as a quick move. On a game's clock that counts;
        // where a time per move is given, the search begins afterwards.
        let on_clock = limits.clock.is_some().then(|| SearchLimiter::new(limits, stop));
        self.reserve();
        self.table.new_search();
        let limiter = on_clock.unwrap_or_else(|| SearchLimiter::new(limits, stop));
        let joint = self.options.joint.as_ref();
        let limiter = limiter.in_joint_search(joint);
        let shared = SharedState {
            evaluator: &self.evaluator,
            table: &self.table,
            limiter: &limiter,
            parameters: &self.parameters,
            reductions: &LateMoveReductions::new(self.parameters.lmr_divisor),
            busy: self.busy.as_ref(),
        };
        let path = SearchPath::new(G::info().can_repeat, game.iter().map(Game::key));
        let histories = self.histories.drain(..);
        let mut workers: Vec<_> =
            histories.map(|history| Worker::new(&shared, path.clone(), history)).collect();
        let root = workers[0].root(position, &limits.search_moves, self.options.lines);
        if root.len() == 0 {
            return Err(SearchError::GameOver);
        }
        let mut roots = vec![root; workers.len()];
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32);
        if let ([first, others @ ..], [root, roots @ ..]) = (&mut workers[..], &mut roots[..]) {
            let jobs = others.iter_mut().zip(roots).enumerate().map(|(helper, (worker, root))| {
                // Where candidates are ranked, helpers gain more by sharing the moves of a depth.
                let skips = (!G::RANKS_CANDIDATES).then_some(helper);
                move || worker.run(root, depths(skips, deepest), |_, _| ())
            });
            self.helpers.run(jobs, || {
                let own_depths = depths(joint.and_then(|joint| joint.helper), deepest);
                first.run(root, own_depths, |worker, root| {
                    watch(&root.report(worker.counter.report(), limiter.elapsed()));
                });
                limiter.finish();
            });
        }
        let chosen = vote(&roots);
        self.histories = workers.into_iter().map(Worker::into_history).collect();
        let report = roots[chosen].report(limiter.counted(), limiter.elapsed());
        if chosen > 0 {
            watch(&report);
        }
        Ok(report)
    }
}

/// Returns the depths that a thread searches: all of them, if it is not a helper. Each helper
/// leaves out others, so that the threads do not all search the same positions.
fn depths(helper: Option<usize>, deepest: u32) -> impl Iterator<Item = u32> {
    /// Number of depths in a row that are searched or left out, and where the row begins.
    const PATTERNS: [(u32, u32); 6] = [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 3)];
    let pattern = helper.map(|helper| PATTERNS[helper % PATTERNS.len()]);
    (1..=deepest).filter(move |depth| {
        let is_in = |(length, shift)| (depth + shift) / length % 2 == 0 || *depth == deepest;
        pattern.is_none_or(is_in)
    })
}
