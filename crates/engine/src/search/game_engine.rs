//! The engine for one game: an attempt at a proof where one is in reach, then a search.
//!
//! A game that can be searched to its end is played perfectly from the moment the end is
//! in reach. The game says how early an attempt is worth the time
//! ([`ProofBounds::proof_share`]). Proof and search help each other: a proof that takes long
//! tries the move first that a short search proposes, and searches leave out the moves that the
//! proof has found to fail.

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

/// Percentages of the share for proofs that are used up when a proof is interrupted, and when a
/// search has proposed the move that the proof looks at next. Most proofs are never interrupted.
const PROPOSAL: (u32, u32) = (62, 70);

/// Percentage of the limits that are used up when the moves that may still win have been searched.
const AFTER_PROMISING: u32 = 94;

/// Largest loss in value, in hundredths of the logistic scale, at which another move is played
/// instead of the proposed one, if that is known not to win.
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
        let mut turn = Turn { game: &game, history, limits, share, stop, watch, began, nodes: 0 };
        match self.prove_in_turns(position, &mut turn)? {
            Attempt::Proved(solution) => self.play_proof(&solution, &mut turn),
            Attempt::Won(report) => Ok(report),
            Attempt::Open(estimate) => self.search_without_proof(position, estimate, &mut turn),
        }
    }
}

/// Result of an attempt at a proof.
enum Attempt {
    /// The solver has proved the value.
    Proved(Solution),
    /// The search has proved a win.
    Won(SearchReport),
    /// Nothing is proved. A search of all moves has this score.
    Open(Score),
}

impl<G, E> GameEngine<G, E>
where
    G: MoveOrdering + ProofBounds + TryFrom<AnyPosition>,
    E: Evaluator<G>,
{
    /// Attempts a proof. If that takes long, a short search proposes what it looks at first.
    fn prove_in_turns(
        &mut self,
        position: &G,
        turn: &mut Turn<'_, G>,
    ) -> Result<Attempt, SearchError> {
        let (until, after) = (turn.share * PROPOSAL.0 / 100, turn.share * PROPOSAL.1 / 100);
        let solution = self.prove(position, turn, until);
        if solution.value.is_some() {
            return Ok(Attempt::Proved(solution));
        }
        let promising = self.promising_moves(position);
        let searches_all = promising.is_empty();
        let part = Limits { search_moves: promising, ..turn.up_to(after) };
        let mut estimate = Score::Value(0);
        if part.nodes != Some(0) {
            let found = self.search_some(&part, turn)?;
            if matches!(found.score(), Score::Win(_)) {
                (turn.watch)(&found);
                return Ok(Attempt::Won(found));
            }
            if let Some(mv) = G::Move::from_bits(found.best_move().bits()) {
                self.prover().suggest(position, mv);
            }
            if searches_all {
                estimate = found.score();
            }
        }
        let solution = self.prove(position, turn, turn.share);
        let is_open = solution.value.is_none();
        Ok(if is_open { Attempt::Open(estimate) } else { Attempt::Proved(solution) })
    }

    /// Goes on with a proof until this percentage of the limits is used up.
    fn prove(&mut self, position: &G, turn: &mut Turn<'_, G>, percentage: u32) -> Solution {
        let part = turn.up_to(percentage);
        let (history, stop) = (turn.history, turn.stop);
        let solution = solve_with(self.prover(), position, history, &part, stop, &mut |_| {});
        turn.nodes += solution.nodes;
        solution
    }

    /// Reports the move of a proof, or searches for one if there is none to report.
    fn play_proof(
        &mut self,
        solution: &Solution,
        turn: &mut Turn<'_, G>,
    ) -> Result<SearchReport, SearchError> {
        match (solution.value, solution.score()) {
            (Some(Wdl::Win | Wdl::Draw), Some(score)) if !solution.line.is_empty() => {
                let report = turn.report(solution, score);
                (turn.watch)(&report);
                Ok(report)
            }
            (value, score) => {
                let mut found = self.search_on(&turn.rest(), turn)?;
                // The search knows better which of the losing moves is hardest to answer.
                if let (Some(Wdl::Loss), Some(score)) = (value, score) {
                    found.lines[0].score = score;
                }
                Ok(found)
            }
        }
    }

    /// Searches a position after a proof was not finished, and an earlier search gave it this
    /// score. Moves that are known not to win are left out if another one looks about as good, and
    /// those that are known to lose in any case.
    fn search_without_proof(
        &mut self,
        position: &G,
        estimate: Score,
        turn: &mut Turn<'_, G>,
    ) -> Result<SearchReport, SearchError> {
        let promising = self.promising_moves(position);
        let part = Limits { search_moves: promising, ..turn.up_to(AFTER_PROMISING) };
        // Without limits the search goes on until it is stopped.
        let is_limited = part.time.is_some() || turn.limits.nodes.is_some();
        if is_limited && !part.search_moves.is_empty() && part.nodes != Some(0) {
            let found = self.search_some(&part, turn)?;
            // If nothing else looks as good, the position is probably not won, and the moves that
            // were left out may draw.
            let is_good = match (found.score(), estimate) {
                (Score::Win(_), _) => true,
                (Score::Value(value), Score::Value(estimate)) => value + TOLERANCE >= estimate,
                _ => false,
            };
            if is_good {
                (turn.watch)(&found);
                return Ok(found);
            }
        }
        let tenable = self.tenable_moves(position);
        let rest = Limits { search_moves: tenable, ..turn.rest() };
        self.search_on(&rest, turn)
    }

    /// Returns the moves that may win without a tie-break as far as the proof has come; none if
    /// that leaves nothing out, or nothing at all.
    fn promising_moves(&mut self, position: &G) -> Vec<AnyMove> {
        if_some_are_left_out(position, self.prover().moves_that_may_win_first(position))
    }

    /// Returns the moves that may at least draw, in the same way.
    fn tenable_moves(&mut self, position: &G) -> Vec<AnyMove> {
        if_some_are_left_out(position, self.prover().moves_that_may_reach(position, Wdl::Draw))
    }

    /// Searches some of the moves. Nothing is shown, because a loss or a draw of these moves is
    /// none of the position.
    fn search_some(
        &mut self,
        limits: &Limits,
        turn: &mut Turn<'_, G>,
    ) -> Result<SearchReport, SearchError> {
        let found = self.searcher.search(turn.game, limits, turn.stop, &mut |_| ())?;
        turn.nodes += found.nodes;
        Ok(SearchReport { nodes: turn.nodes, elapsed: turn.began.elapsed(), ..found })
    }

    /// Searches after other work on the same move, which counts in its reports.
    fn search_on(
        &mut self,
        limits: &Limits,
        turn: &mut Turn<'_, G>,
    ) -> Result<SearchReport, SearchError> {
        let (nodes, began) = (turn.nodes, turn.began);
        let with_rest = |report: &SearchReport| SearchReport {
            nodes: report.nodes + nodes,
            elapsed: began.elapsed(),
            ..report.clone()
        };
        let mut watch = |report: &SearchReport| (turn.watch)(&with_rest(report));
        let found = self.searcher.search(turn.game, limits, turn.stop, &mut watch)?;
        turn.nodes += found.nodes;
        Ok(with_rest(&found))
    }
}

/// A move to find, and what has been used up of its limits.
struct Turn<'a, G> {
    /// The positions of the game.
    game: &'a [G],
    history: &'a History,
    limits: &'a Limits,
    /// Percentage of the limits for proofs.
    share: u32,
    stop: &'a StopFlag,
    watch: &'a mut dyn FnMut(&SearchReport),
    began: Instant,
    nodes: u64,
}

impl<G> Turn<'_, G> {
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

fn if_some_are_left_out<G: ProofBounds>(position: &G, moves: Vec<G::Move>) -> Vec<AnyMove> {
    if moves.len() == position.count_moves() as usize {
        return Vec::new();
    }
    moves.into_iter().map(AnyMove::new).collect()
}

/// Returns the options of the searcher, which has half of the memory if there are proofs.
fn for_search<G: ProofBounds>(options: &EngineOptions) -> EngineOptions {
    let hash_mb = if G::PROVES_FIRST { options.hash_mb / 2 } else { options.hash_mb };
    EngineOptions { hash_mb: hash_mb.max(1), ..options.clone() }
}
