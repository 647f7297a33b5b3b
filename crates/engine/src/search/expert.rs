//! A searcher that first looks whether the result can be proved.
//!
//! A game that can be searched to its end is played perfectly from the moment the end is
//! in reach; how early that is worth a try, the game says ([`ProofBounds::proof_share`]).

use std::time::{Duration, Instant};

use cairn_games::{AnyPosition, History};

use super::searcher::Searcher;
use crate::bot::{EngineOptions, Report, SearchError, Variation};
use crate::eval::Evaluator;
use crate::games::{MoveOrdering, ProofBounds};
use crate::limits::{Limits, StopFlag};
use crate::score::{Score, Wdl};
use crate::solver::{Prover, Solution, solve_with};

/// How many positions a proof may look at if there is no limit at all.
const NODES_WITHOUT_LIMIT: u64 = 2_000_000;

/// About how many moves a game still takes, to tell what a clock allows for one.
const MOVES_TO_GO: u32 = 24;

/// A searcher and a prover that share the memory allowed.
pub(super) struct Expert<G: ProofBounds, E> {
    searcher: Searcher<G, E>,
    /// Made when it is first needed.
    prover: Option<Prover<G>>,
    options: EngineOptions,
}

impl<G, E> Expert<G, E>
where
    G: MoveOrdering + ProofBounds + TryFrom<AnyPosition>,
    E: Evaluator<G>,
{
    pub(super) fn new(evaluator: E, options: EngineOptions) -> Self {
        let searcher = Searcher::new(evaluator, for_search::<G>(&options));
        Self { searcher, prover: None, options }
    }

    pub(super) fn set_options(&mut self, options: EngineOptions) {
        self.searcher.set_options(for_search::<G>(&options));
        if options.hash_mb != self.options.hash_mb {
            self.prover = None;
        }
        self.options = options;
    }

    pub(super) fn clear(&mut self) {
        self.searcher.clear();
        self.prover = None;
    }

    pub(super) fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        let game: Vec<G> =
            history.positions().iter().filter_map(|&any| G::try_from(any).ok()).collect();
        let position = game.last().ok_or(SearchError::GameOver)?;
        let proves = G::PROVES_FIRST && self.options.lines == 1;
        let share = if proves { position.proof_share() } else { 0 };
        // A limit of depth asks for a search, not for the truth.
        if share == 0 || limits.depth.is_some() {
            return self.searcher.search(&game, limits, stop, watch);
        }
        // Memory is laid out before the time to think begins, but not before a game's clock.
        let on_clock = limits.clock.map(|_| Instant::now());
        self.searcher.reserve();
        self.prover();
        let began = on_clock.or_else(|| limits.needs_clock().then(Instant::now));
        let solution = self.prove(position, history, &part_of(limits, share), stop);
        match (solution.value, solution.score()) {
            (Some(Wdl::Win | Wdl::Draw), Some(score)) if !solution.line.is_empty() => {
                let elapsed = began.map_or(Duration::ZERO, |began| began.elapsed());
                let report = report(&solution, score, elapsed);
                watch(&report);
                Ok(report)
            }
            (value, score) => {
                let rest = rest_of(limits, began, solution.nodes);
                let with_proof = |report: &Report| Report {
                    nodes: report.nodes + solution.nodes,
                    ..report.clone()
                };
                let mut watch_all = |report: &Report| watch(&with_proof(report));
                let found = self.searcher.search(&game, &rest, stop, &mut watch_all)?;
                let mut found = with_proof(&found);
                // Which of the losing moves is hardest to answer, the search knows better.
                if let (Some(Wdl::Loss), Some(score)) = (value, score) {
                    found.lines[0].score = score;
                }
                Ok(found)
            }
        }
    }

    fn prove(
        &mut self,
        position: &G,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Solution {
        solve_with(self.prover(), position, history, limits, stop, &mut |_| {})
    }

    fn prover(&mut self) -> &mut Prover<G> {
        let hash_mb = self.options.hash_mb / 2;
        self.prover.get_or_insert_with(|| Prover::new(hash_mb.max(1)))
    }
}

/// The options of the searcher, which has half of the memory if there are proofs.
fn for_search<G: ProofBounds>(options: &EngineOptions) -> EngineOptions {
    let hash_mb = if G::PROVES_FIRST { options.hash_mb / 2 } else { options.hash_mb };
    EngineOptions { hash_mb: hash_mb.max(1), ..options.clone() }
}

/// The part of the limits, in hundredths, that a proof may use.
fn part_of(limits: &Limits, share: u32) -> Limits {
    let clock = limits.clock.map(|clock| clock.remaining / MOVES_TO_GO + clock.increment / 2);
    let time = limits.time.or(clock).map(|time| time * share / 100);
    let nodes = limits.nodes.map(|nodes| nodes / 100 * u64::from(share));
    let unlimited = time.is_none() && nodes.is_none();
    Limits {
        time,
        nodes: if unlimited { Some(NODES_WITHOUT_LIMIT) } else { nodes },
        ..Limits::default()
    }
}

/// What is left of the limits after a proof was tried in vain.
fn rest_of(limits: &Limits, began: Option<Instant>, nodes: u64) -> Limits {
    let used = began.map_or(Duration::ZERO, |began| began.elapsed());
    let mut rest = limits.clone();
    rest.time = limits.time.map(|time| time.saturating_sub(used));
    rest.nodes = limits.nodes.map(|most| most.saturating_sub(nodes).max(1));
    if let Some(clock) = &mut rest.clock {
        clock.remaining = clock.remaining.saturating_sub(used);
    }
    rest
}

fn report(solution: &Solution, score: Score, elapsed: Duration) -> Report {
    Report {
        depth: solution.line.len() as u32,
        nodes: solution.nodes,
        elapsed,
        lines: vec![Variation { moves: solution.line.clone(), score }],
    }
}
