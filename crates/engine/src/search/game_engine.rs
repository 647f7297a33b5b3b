//! The engine for one game: an attempt at a proof where one is in reach, then a search.
//!
//! A game that can be searched to its end is played perfectly from the moment the end is
//! in reach. The game says how early an attempt is worth the time
//! ([`ProofBounds::proof_share`]). Proof and search help each other: a proof that takes long
//! tries the move first that a short search proposes, and the search that follows a proof that
//! was not finished leaves out the moves that are known to fail.

use crate::games::{MoveOrdering, ProofBounds};
use cairn_games::{AnyMove, AnyPosition, GameMove, History};

use super::searcher::Searcher;
use crate::bot::{Bot, EngineOptions, SearchError, SearchReport, Variation};
use crate::eval::Evaluator;
use crate::limiter::TimeAllotment;
use crate::limits::{Limits, StopFlag};
use crate::score::{Score, Wdl};
use crate::solver::{Prover, Solution, solve_with};
use crate::time::Instant;

/// Node limit of a proof if the search has no limit at all.
const NODES_WITHOUT_LIMIT: u64 = 2_000_000;

/// Percentage of the limits that a proof has before a search proposes its first move. Most proofs
/// need less.
const UNTIL_PROPOSAL: u32 = 8;

/// Percentage of the limits that are used up when the search has proposed a move.
const AFTER_PROPOSAL: u32 = 20;

/// Percentage of the limits that are used up when the moves that may still win have been searched.
const AFTER_PROMISING: u32 = 94;

/// How much less than the proposed move another one may look worth and be played if the former is
/// known not to win, in hundredths of the logistic scale.
const TOLERANCE: i32 = 50;

/// A searcher and a prover that share the memory allowed.
pub(super) struct GameEngine<G: ProofBounds, E> {
    searcher: Searcher<G, E>,
    /// Made when it is first needed.
    prover: Option<Prover<G>>,
    options: EngineOptions,
}

impl<G, E> GameEngine<G, E>
where
    G: MoveOrdering + ProofBounds + TryFrom<AnyPosition>,
    E: Evaluator<G>,
{
    pub(super) fn new(evaluator: E, options: EngineOptions) -> Self {
        let searcher = Searcher::new(evaluator, for_search::<G>(&options));
        Self { searcher, prover: None, options }
    }

    fn prover(&mut self) -> &mut Prover<G> {
        let EngineOptions { hash_mb, threads, .. } = self.options;
        self.prover.get_or_insert_with(|| Prover::new((hash_mb / 2).max(1), threads))
    }

    /// Percentage of the limits to spend on an attempt at a proof.
    fn proof_share(&self, position: &G, limits: &Limits) -> u32 {
        // A limit of depth asks for a search, and several lines for their scores.
        let is_helper = self.options.joint.as_ref().is_some_and(|joint| joint.helper.is_some());
        let proves = G::PROVES_FIRST
            && !is_helper
            && self.options.lines == 1
            && limits.depth.is_none()
            && limits.search_moves.is_empty();
        if proves { position.proof_share(self.options.threads) } else { 0 }
    }
}

impl<G, E> Bot for GameEngine<G, E>
where
    G: MoveOrdering + ProofBounds + TryFrom<AnyPosition>,
    E: Evaluator<G>,
{
    fn name(&self) -> String {
        G::info().name.to_owned()
    }

    fn set_options(&mut self, options: &EngineOptions) {
        self.searcher.set_options(for_search::<G>(options));
        let EngineOptions { hash_mb, threads, .. } = self.options;
        if (options.hash_mb, options.threads) != (hash_mb, threads) {
            self.prover = None;
        }
        self.options = options.clone();
    }

    fn new_game(&mut self) {
        self.searcher.new_game();
        if let Some(prover) = &mut self.prover {
            prover.clear();
        }
    }

    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        let positions = history.positions().iter();
        let game: Vec<G> = positions.filter_map(|&any| G::try_from(any).ok()).collect();
        let position = game.last().ok_or(SearchError::GameOver)?;
        let share = self.proof_share(position, limits);
        let stop = &stop.in_joint_search(self.options.joint.as_ref());
        if share == 0 {
            return self.searcher.search(&game, limits, stop, watch);
        }
        // Memory is allocated before the time of the move begins, but not before a game's
        // clock does.
        let on_clock = limits.clock.map(|_| Instant::now());
        self.searcher.reserve();
        self.prover();
        let began = on_clock.unwrap_or_else(Instant::now);
        let mut spent = Spent { limits, share, began, nodes: 0 };
        let mut proposed = Score::Value(0);
        let mut solution =
            self.prove(position, history, &mut spent, UNTIL_PROPOSAL.min(share), stop);
        if solution.value.is_none() {
            let part = spent.up_to(AFTER_PROPOSAL);
            let found = self.search_on(&game, &part, stop, &mut spent, watch)?;
            if found.score().proven().is_some() {
                return Ok(found);
            }
            if let Some(mv) = G::Move::from_bits(found.best_move().bits()) {
                self.prover().suggest(position, mv);
            }
            proposed = found.score();
            solution = self.prove(position, history, &mut spent, share, stop);
        }
        match (solution.value, solution.score()) {
            (Some(Wdl::Win | Wdl::Draw), Some(score)) if !solution.line.is_empty() => {
                let report = spent.report(&solution, score);
                watch(&report);
                Ok(report)
            }
            (Some(Wdl::Loss), Some(score)) => {
                // The search knows better which of the losing moves is hardest to answer.
                let mut found = self.search_on(&game, &spent.rest(), stop, &mut spent, watch)?;
                found.lines[0].score = score;
                Ok(found)
            }
            _ => self.search_without_proof(&game, position, proposed, stop, &mut spent, watch),
        }
    }
}

impl<G, E> GameEngine<G, E>
where
    G: MoveOrdering + ProofBounds + TryFrom<AnyPosition>,
    E: Evaluator<G>,
{
    /// Goes on with a proof until this percentage of the limits is used up.
    fn prove(
        &mut self,
        position: &G,
        history: &History,
        spent: &mut Spent<'_>,
        percentage: u32,
        stop: &StopFlag,
    ) -> Solution {
        let part = spent.up_to(percentage);
        let solution = solve_with(self.prover(), position, history, &part, stop, &mut |_| {});
        spent.nodes += solution.nodes;
        solution
    }

    /// Searches after other work on the same move, which counts in its reports.
    fn search_on(
        &mut self,
        game: &[G],
        limits: &Limits,
        stop: &StopFlag,
        spent: &mut Spent<'_>,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        let mut watch_all = |report: &SearchReport| watch(&spent.added_to(report));
        let found = self.searcher.search(game, limits, stop, &mut watch_all)?;
        let found = spent.added_to(&found);
        spent.nodes = found.nodes;
        Ok(found)
    }

    /// Searches a position after a proof was not finished, and the search before it gave it this
    /// score. Moves that are known not to win are left out if another one looks about as good, and
    /// those that are known to lose in any case.
    fn search_without_proof(
        &mut self,
        game: &[G],
        position: &G,
        proposed: Score,
        stop: &StopFlag,
        spent: &mut Spent<'_>,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        let [promising, tenable] = [Wdl::Win, Wdl::Draw].map(|goal| {
            let moves = self.prover().moves_that_may_reach(position, goal);
            moves.into_iter().map(AnyMove::new).collect::<Vec<_>>()
        });
        if !promising.is_empty() && promising.len() < position.count_moves() as usize {
            let part = Limits { search_moves: promising, ..spent.up_to(AFTER_PROMISING) };
            let found = self.search_on(game, &part, stop, spent, watch)?;
            // If nothing else looks as good, the position is probably not won, and the moves that
            // were left out may draw.
            let is_good = match (found.score(), proposed) {
                (Score::Win(_), _) => true,
                (Score::Value(value), Score::Value(proposed)) => value + TOLERANCE >= proposed,
                _ => false,
            };
            if is_good {
                return Ok(found);
            }
        }
        let rest = Limits { search_moves: tenable, ..spent.rest() };
        self.search_on(game, &rest, stop, spent, watch)
    }
}

/// What has been used up of the limits of a move.
struct Spent<'a> {
    limits: &'a Limits,
    /// Percentage of the limits for proofs.
    share: u32,
    began: Instant,
    nodes: u64,
}

impl Spent<'_> {
    /// Returns what is left until this percentage of the limits is used up.
    fn up_to(&self, percentage: u32) -> Limits {
        let time = TimeAllotment::new(self.limits).target();
        let without_limit = || NODES_WITHOUT_LIMIT * 100 / u64::from(self.share);
        let nodes = self.limits.nodes.or_else(|| time.is_none().then(without_limit));
        let left = |nodes: u64| (nodes / 100 * u64::from(percentage)).saturating_sub(self.nodes);
        Limits {
            time: time.map(|time| (time * percentage / 100).saturating_sub(self.began.elapsed())),
            nodes: nodes.map(left),
            ..Limits::default()
        }
    }

    /// Returns what is left of the limits.
    fn rest(&self) -> Limits {
        let used = self.began.elapsed();
        let mut rest = self.limits.clone();
        rest.time = self.limits.time.map(|time| time.saturating_sub(used));
        rest.nodes = self.limits.nodes.map(|most| most.saturating_sub(self.nodes).max(1));
        if let Some(clock) = &mut rest.clock {
            clock.remaining = clock.remaining.saturating_sub(used);
        }
        rest
    }

    /// Returns the report of a search with the work before it.
    fn added_to(&self, report: &SearchReport) -> SearchReport {
        let (nodes, elapsed) = (report.nodes + self.nodes, self.began.elapsed());
        SearchReport { nodes, elapsed, ..report.clone() }
    }

    /// Returns the report of a proof.
    fn report(&self, solution: &Solution, score: Score) -> SearchReport {
        SearchReport {
            depth: solution.line.len() as u32,
            nodes: self.nodes,
            elapsed: self.began.elapsed(),
            lines: vec![Variation { moves: solution.line.clone(), score }],
        }
    }
}

/// Returns the options of the searcher, which has half of the memory if there are proofs.
fn for_search<G: ProofBounds>(options: &EngineOptions) -> EngineOptions {
    let hash_mb = if G::PROVES_FIRST { options.hash_mb / 2 } else { options.hash_mb };
    EngineOptions { hash_mb: hash_mb.max(1), ..options.clone() }
}
