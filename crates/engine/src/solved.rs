//! Positions of games that end soon whose value is known: a move must not give it away.

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, History};

use crate::bot::{Bot, EngineOptions, SearchError};
use crate::eval::EvaluationSource;
use crate::limits::{Limits, StopFlag};
use crate::score::Wdl;
use crate::search::Engine;
use crate::solver::solve;
use crate::tasks::{self, TaskError};

/// A game, what the side to move can get (2 for a win, 1 for a draw) and a position on each
/// line. `examples/perfect.rs` makes them.
const SOLVED: &str = include_str!("../data/solved.txt");

/// Memory for a proof.
const HASH_MB: usize = 16;

/// A position and what the side to move gets with best play.
#[derive(Clone, Copy, Debug)]
pub struct Solved {
    /// The position.
    pub position: AnyPosition,
    /// What it is worth.
    pub value: Wdl,
}

/// The list of positions that are not easy to play.
///
/// # Errors
/// If it is damaged, which a test makes sure it is not.
pub fn solved_positions() -> Result<Vec<Solved>, TaskError> {
    let read = |task: Result<tasks::Task, TaskError>| {
        let task = task?;
        let value = match task.number {
            2 => Wdl::Win,
            1 => Wdl::Draw,
            _ => return Err(TaskError::Line(task.text)),
        };
        Ok(Solved { position: task.position, value })
    };
    tasks::read(SOLVED).map(read).collect()
}

impl Solved {
    /// Finds out what a position is worth, however long that takes: in a game that does not
    /// end soon, for ever.
    #[must_use]
    pub fn new(position: AnyPosition) -> Option<Self> {
        let value = value_of(&History::new(position))?;
        Some(Self { position, value })
    }

    /// Whether the move that the engine chooses, with this judgement and these limits, leads
    /// to the same value.
    ///
    /// # Errors
    /// If the engine gives no answer.
    pub fn is_kept(
        &self,
        evaluation: &EvaluationSource,
        limits: &Limits,
    ) -> Result<bool, SearchError> {
        let options = EngineOptions { evaluation: evaluation.clone(), ..EngineOptions::default() };
        let game = History::new(self.position);
        let report = Engine::new(options).search(&game, limits, &StopFlag::new(), &mut |_| ())?;
        Ok(self.is_kept_by(report.best_move()))
    }

    /// Whether a random move leads to the same value.
    #[must_use]
    pub fn is_kept_by_chance(&self, seed: u64) -> bool {
        let moves = self.position.moves();
        Random::new(seed).pick(&moves).is_some_and(|&mv| self.is_kept_by(mv))
    }

    fn is_kept_by(&self, mv: AnyMove) -> bool {
        let mut game = History::new(self.position);
        if game.play(mv).is_err() {
            return false;
        }
        let left = value_of(&game);
        let same_side = game.position().to_move() == self.position.to_move();
        let left = if same_side { left } else { left.map(Wdl::reversed) };
        left == Some(self.value)
    }
}

fn value_of(game: &History) -> Option<Wdl> {
    let options = EngineOptions { hash_mb: HASH_MB, ..EngineOptions::default() };
    solve(game, &Limits::default(), &options, &StopFlag::new(), &mut |_| ()).value
}
