//! The engine for one game: an attempt at a proof where one is in reach, then a search.
//!
//! A game that can be searched to its end is played perfectly from the moment the end is
//! in reach. The game says how early an attempt is worth the time
//! ([`ProofBounds::proof_share`]).

use crate::games::{MoveOrdering, ProofBounds};
use cairn_games::{AnyPosition, History};

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
        let part = part_of(limits, share);
        let solution = solve_with(self.prover(), position, history, &part, stop, &mut |_| {});
        match (solution.value, solution.score()) {
            (Some(Wdl::Win | Wdl::Draw), Some(score)) if !solution.line.is_empty() => {
                let report = report(&solution, score, began);
                watch(&report);
                Ok(report)
            }
            (value, score) => {
                let rest = rest_of(limits, began, solution.nodes);
                let with_proof = |report: &SearchReport| SearchReport {
                    nodes: report.nodes + solution.nodes,
                    elapsed: began.elapsed(),
                    ..report.clone()
                };
                let mut watch_all = |report: &SearchReport| watch(&with_proof(report));
                let found = self.searcher.search(&game, &rest, stop, &mut watch_all)?;
                let mut found = with_proof(&found);
                // The search knows better which of the losing moves is hardest to answer.
                if let (Some(Wdl::Loss), Some(score)) = (value, score) {
                    found.lines[0].score = score;
                }
                Ok(found)
            }
        }
    }
}

/// Returns the options of the searcher, which has half of the memory if there are proofs.
fn for_search<G: ProofBounds>(options: &EngineOptions) -> EngineOptions {
    let hash_mb = if G::PROVES_FIRST { options.hash_mb / 2 } else { options.hash_mb };
    EngineOptions { hash_mb: hash_mb.max(1), ..options.clone() }
}

/// Returns the part of the limits, in percent, that a proof may use.
fn part_of(limits: &Limits, share: u32) -> Limits {
    let time = TimeAllotment::new(limits).target().map(|time| time * share / 100);
    let nodes = limits.nodes.map(|nodes| nodes / 100 * u64::from(share));
    let unlimited = time.is_none() && nodes.is_none();
    Limits {
        time,
        nodes: if unlimited { Some(NODES_WITHOUT_LIMIT) } else { nodes },
        ..Limits::default()
    }
}

/// Returns the limits that are left after an attempt at a proof failed.
fn rest_of(limits: &Limits, began: Instant, nodes: u64) -> Limits {
    let used = began.elapsed();
    let mut rest = limits.clone();
    rest.time = limits.time.map(|time| time.saturating_sub(used));
    rest.nodes = limits.nodes.map(|most| most.saturating_sub(nodes).max(1));
    if let Some(clock) = &mut rest.clock {
        clock.remaining = clock.remaining.saturating_sub(used);
    }
    rest
}

fn report(solution: &Solution, score: Score, began: Instant) -> SearchReport {
    SearchReport {
        depth: solution.line.len() as u32,
        nodes: solution.nodes,
        elapsed: began.elapsed(),
        lines: vec![Variation { moves: solution.line.clone(), score }],
    }
}
