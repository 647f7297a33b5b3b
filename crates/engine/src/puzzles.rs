//! Positions with a forced win that takes some looking ahead to see. Who judges positions
//! better should not find fewer of them.

use cairn_games::{AnyPosition, GameId, History};

use crate::bot::{Bot, EngineOptions, SearchError};
use crate::eval::EvaluationSource;
use crate::limits::{Limits, StopFlag};
use crate::score::{Score, Wdl};
use crate::search::Engine;
use crate::solver::solve;
use crate::tasks::{self, TaskError};

/// The game, the number of plies to the end and the position of each puzzle, one a line.
/// `examples/puzzles.rs` makes them.
const PUZZLES: &str = include_str!("../data/puzzles.txt");

/// How many positions a proof may look at; with so many every puzzle was made.
pub const PROOF_NODES: u64 = 60_000;

/// A position in which the side to move has a forced win.
#[derive(Clone, Copy, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: AnyPosition,
    /// How many plies the win takes at most.
    pub plies: u32,
}

/// The puzzles of a game.
///
/// # Errors
/// If the list is damaged, which a test makes sure it is not.
pub fn puzzles(game: GameId) -> Result<Vec<Puzzle>, TaskError> {
    let all = tasks::read(PUZZLES).map(|task| {
        let task = task?;
        Ok(Puzzle { position: task.position, plies: task.number })
    });
    let of_game = |puzzle: &Result<Puzzle, TaskError>| {
        puzzle.as_ref().map_or(true, |puzzle| puzzle.position.game() == game)
    };
    all.filter(of_game).collect()
}

impl Puzzle {
    /// Whether the engine chooses a move that wins, with this judgement and so many
    /// positions to look at: one that it has proved to win itself, or of which that is
    /// proved afterwards.
    ///
    /// # Errors
    /// If the engine gives no answer.
    pub fn is_solved(
        &self,
        evaluation: &EvaluationSource,
        nodes: u64,
    ) -> Result<bool, SearchError> {
        let options = EngineOptions {
            hash_mb: 8,
            evaluation: evaluation.clone(),
            ..EngineOptions::default()
        };
        let mut game = History::new(self.position);
        let (limits, stop) = (Limits::nodes(nodes), StopFlag::new());
        let report = Engine::new(options.clone()).search(&game, &limits, &stop, &mut |_| ())?;
        if matches!(report.score(), Score::Win(_)) {
            return Ok(true);
        }
        if game.play(report.best_move()).is_err() {
            return Ok(false);
        }
        let proof = solve(&game, &Limits::nodes(PROOF_NODES), &options, &stop, &mut |_| ());
        Ok(proof.value == Some(Wdl::Loss))
    }
}
