//! Game-theoretic values, with a line that shows them.
//!
//! Games that end soon are searched exhaustively. In the others a win is searched for in two
//! ways that complement each other: by iterative deepening, which finds the shortest, and by
//! proof-number search, which finds long forced ones. `docs/solving.md` has figures.
//!
//! ```
//! use cairn_engine::{Limits, EngineOptions, Wdl, StopFlag, solver};
//! use cairn_games::{GameId, History};
//!
//! let start = History::new(GameId::named("mitsudomoe:single")?.start());
//! let options = EngineOptions { hash_mb: 1, ..EngineOptions::default() };
//! let solution =
//!     solver::solve(&start, &Limits::nodes(20_000), &options, &StopFlag::new(), &mut |_| {});
//! assert_eq!(solution.value, Some(Wdl::Loss));
//! assert_eq!(solution.distance, Some(10));
//! # Ok::<(), cairn_games::UnknownGame>(())
//! ```

mod exhaustive;
mod forced_win;
mod move_list;
mod proof_number;
mod proof_table;
mod prover;

use std::time::Duration;

use crate::games::ProofBounds;
use cairn_games::{AnyMove, AnyPosition, History, with_position};

use crate::bot::EngineOptions;
use crate::limiter::{NodeCounter, SearchLimiter};
use crate::limits::{Limits, StopFlag};
use crate::score::{Score, Wdl};

use prover::Proof;
pub(crate) use prover::Prover;

/// A proof of the value of a position, or an attempt at one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value for the side to move; `None` if it was not found in the time allowed.
    pub value: Option<Wdl>,
    /// Number of plies to the end of the game. A win is never further away, except in games
    /// that are searched to the end: there it is the length of the line, and `None` if
    /// time did not suffice for the whole line.
    pub distance: Option<u32>,
    /// Whether no win is quicker and no loss can be delayed longer.
    pub is_shortest: bool,
    /// Moves to the end of the game that preserve the value for both sides; shorter if time
    /// ran out, empty if nothing was proved.
    pub line: Vec<AnyMove>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
}

impl Solution {
    /// Returns the value as a score.
    pub fn score(&self) -> Option<Score> {
        let plies = self.distance.unwrap_or(self.line.len() as u32);
        Some(match self.value? {
            Wdl::Win => Score::Win(plies),
            Wdl::Loss => Score::Loss(plies),
            Wdl::Draw => Score::Draw,
        })
    }
}

/// Searches for the value of the last position of a game for the side to move.
///
/// Of the limits it takes time, nodes and depth (the last only in games that are proved
/// with growing depth), of the options the table and, in games that end soon, the threads.
/// `watch` is shown the nodes and time used so far, now and then.
pub fn solve(
    history: &History,
    limits: &Limits,
    options: &EngineOptions,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&Solution),
) -> Solution {
    with_position!(history.position(), position => {
        let mut prover = Prover::new(options.hash_mb, options.threads);
        solve_with(&mut prover, position, history, limits, stop, watch)
    })
}

/// Like [`solve`], with a prover that keeps its tables.
pub(crate) fn solve_with<G: ProofBounds>(
    prover: &mut Prover<G>,
    position: &G,
    history: &History,
    limits: &Limits,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&Solution),
) -> Solution {
    let limiter = SearchLimiter::until_target(limits, stop);
    let mut counter = NodeCounter::new(&limiter);
    let deepest = limits.depth.unwrap_or(u32::MAX);
    let drawn = drawn_if_repeated(history);
    let proof = prover.prove(position, &drawn, deepest, &mut counter, &mut |counter| {
        watch(&solution::<G>(None, counter));
    });
    counter.report();
    solution(proof, &counter)
}

fn solution<G: ProofBounds>(proof: Option<Proof<G>>, counter: &NodeCounter<'_>) -> Solution {
    let (nodes, elapsed) = (counter.limiter().counted(), counter.limiter().elapsed());
    match proof {
        None => Solution {
            value: None,
            distance: None,
            is_shortest: false,
            line: Vec::new(),
            nodes,
            elapsed,
        },
        Some(proof) => Solution {
            value: Some(proof.verdict),
            distance: proof.distance,
            is_shortest: proof.is_shortest,
            line: proof.line.into_iter().map(AnyMove::new).collect(),
            nodes,
            elapsed,
        },
    }
}

/// Returns the keys of the positions that have occurred twice: once more and the game is
/// drawn.
fn drawn_if_repeated(history: &History) -> Vec<u64> {
    if !history.position().info().can_repeat {
        return Vec::new();
    }
    let mut keys: Vec<_> = history.positions().iter().map(AnyPosition::key).collect();
    keys.sort_unstable();
    let mut twice: Vec<_> =
        keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    twice.dedup();
    twice
}

#[cfg(test)]
mod tests;
