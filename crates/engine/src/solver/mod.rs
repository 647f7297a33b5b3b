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

mod advice;
mod bounds_tables;
mod exhaustive;
mod forced_win;
mod key_lines;
mod move_list;
mod only_moves;
mod proof_number;
mod proof_table;
mod prover;
mod win_prover;

use std::any::Any;
use std::fmt;
use std::time::Duration;

use crate::games::{Bounds, ProofBounds};
use cairn_games::{AnyMove, AnyPosition, GameId, History, with_game};

use crate::bot::{Bot, EngineOptions};
use crate::limiter::{NodeCounter, SearchLimiter};
use crate::limits::{Limits, StopFlag};
use crate::score::{Score, Wdl};
use crate::search::Engine;

use advice::{Advice, Advisor};
pub use key_lines::KeyLine;
pub use only_moves::{
    Aim, OnlyMove, Undecided, count_as_one, searches_to_the_end, settled_outcome, turn_parts,
};
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

/// State of a proof that is under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProofProgress {
    /// Number of nodes searched.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// Bounds on the value that have been proved.
    pub bounds: Bounds,
    /// Number of moves of the position that have been settled for the question that is being
    /// asked, and number of all moves; in games that are searched to the end.
    pub moves_settled: Option<(usize, usize)>,
    /// Number of plies within which neither side wins; in the other games.
    pub depth: Option<u32>,
    /// Share of the transposition table in use, from 0 to 1.
    pub table_use: f64,
}

/// Searches for the value of the last position of a game for the side to move.
///
/// Of the limits it takes time, nodes and depth (the last only in games that are proved
/// with growing depth), of the options the table and the threads.
/// `watch` is shown the progress now and then.
pub fn solve(
    history: &History,
    limits: &Limits,
    options: &EngineOptions,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&ProofProgress),
) -> Solution {
    Solver::new(history.position().game(), options).solve(history, limits, stop, watch)
}

/// Solves positions of one game with the same tables.
pub struct Solver {
    game: GameId,
    /// The [`Prover`] of the game.
    prover: Box<dyn Any>,
}

impl Solver {
    /// Lays out the tables.
    pub fn new(game: GameId, options: &EngineOptions) -> Self {
        with_game!(game, G => {
            let prover = Prover::<G>::new(options.hash_mb, options.threads);
            Self { game, prover: Box::new(prover.with_advisors(advisor::<G>)) }
        })
    }

    /// Solves a position of the game like [`solve`].
    ///
    /// # Panics
    /// If the position is of another game.
    pub fn solve(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Solution {
        with_game!(self.game, G => {
            let position = position_of::<G>(history.position());
            solve_with(self.prover(), &position, history, limits, stop, watch)
        })
    }

    /// Extracts a [`KeyLine`] of a position whose value has been proved, with the same tables.
    /// Returns `None` if that takes too long, and in games that do not end soon.
    ///
    /// # Panics
    /// If the position is of another game.
    pub fn key_line(
        &mut self,
        position: &AnyPosition,
        value: Wdl,
        number: u64,
        plies: usize,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Option<KeyLine> {
        let limiter = SearchLimiter::until_target(limits, stop);
        let mut counter = NodeCounter::new(&limiter);
        with_game!(self.game, G => {
            let position = position_of::<G>(position);
            self.prover().find_key_line(&position, value, number, plies, &mut counter)
        })
    }

    /// Removes all entries of the tables. Keeps the memory.
    pub fn clear(&mut self) {
        with_game!(self.game, G => self.prover::<G>().clear());
    }

    fn prover<G: ProofBounds>(&mut self) -> &mut Prover<G> {
        self.prover.downcast_mut().expect("the prover of the game")
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("game", &self.game).finish_non_exhaustive()
    }
}

/// Memory of an advisor in MiB.
const ADVISOR_HASH_MB: usize = 16;

/// Makes an advisor that asks the engine. It is made when it is first asked.
fn advisor<G: ProofBounds + Into<AnyPosition>>() -> Advisor<G> {
    let mut engine = None;
    Box::new(move |position, limits, stop| {
        let options = EngineOptions { hash_mb: ADVISOR_HASH_MB, ..EngineOptions::default() };
        let engine = engine.get_or_insert_with(|| Engine::new(options));
        let history = History::new((*position).into());
        let report = engine.search(&history, limits, stop, &mut |_| {}).ok()?;
        let line = report.lines.first()?;
        let &best = line.moves.first()?;
        let best = position.moves().into_iter().find(|&mv| AnyMove::new(mv) == best)?;
        Some(Advice { best, expectation: line.score.expectation(), nodes: report.nodes })
    })
}

fn position_of<G: TryFrom<AnyPosition>>(position: &AnyPosition) -> G {
    match G::try_from(*position) {
        Ok(position) => position,
        Err(_) => panic!("a solver of another game was given {}", position.to_text()),
    }
}

/// Like [`solve`], with a prover that keeps its tables.
pub(crate) fn solve_with<G: ProofBounds>(
    prover: &mut Prover<G>,
    position: &G,
    history: &History,
    limits: &Limits,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&ProofProgress),
) -> Solution {
    let limiter = SearchLimiter::until_target(limits, stop);
    let mut counter = NodeCounter::new(&limiter);
    let deepest = limits.depth.unwrap_or(u32::MAX);
    let drawn = drawn_if_repeated(history);
    let proof = prover.prove(position, &drawn, deepest, &mut counter, watch);
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
