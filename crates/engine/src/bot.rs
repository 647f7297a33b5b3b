//! The one interface of everything that can choose a move.

use std::time::Duration;

use cairn_games::{AnyMove, History};

use crate::eval::EvaluationSource;
use crate::limits::{Limits, StopFlag};
use crate::score::Score;

/// What can be set about a bot. Each takes what it has a use for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// How many threads may search.
    pub threads: usize,
    /// The most memory for the table of positions, in mebibytes.
    pub hash_mb: usize,
    /// How many best lines to find.
    pub lines: usize,
    /// Where randomness begins, for those that have any.
    pub seed: u64,
    /// What positions are judged by.
    pub evaluation: EvaluationSource,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { threads: 1, hash_mb: 64, lines: 1, seed: 0, evaluation: EvaluationSource::BuiltIn }
    }
}

/// Moves that follow each other, and what the position is worth if they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The moves, the first one for the side to move now. Never empty.
    pub moves: Vec<AnyMove>,
    /// For the side to move now.
    pub score: Score,
}

/// What a bot has found out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many moves it has looked ahead.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// How long it has been thinking.
    pub elapsed: Duration,
    /// The best lines, the best one first. Never empty; those that only choose (a random
    /// mover) give the score as an even value.
    pub lines: Vec<Variation>,
}

impl Report {
    /// The report of a bot that chooses a move and has nothing to say about it.
    #[must_use]
    pub fn of_choice(mv: AnyMove) -> Self {
        let line = Variation { moves: vec![mv], score: Score::Value(0) };
        Self { depth: 0, nodes: 0, elapsed: Duration::ZERO, lines: vec![line] }
    }

    /// The move to make.
    #[must_use]
    pub fn best_move(&self) -> AnyMove {
        self.lines[0].moves[0]
    }

    /// What the best line is worth.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines[0].score
    }
}

/// Why a bot gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// There is no move to make.
    #[error("the game is over")]
    GameOver,
    /// An engine in another process failed.
    #[error("the engine {name} failed: {reason}")]
    Engine {
        /// What the engine is called.
        name: String,
        /// What happened.
        reason: String,
    },
    /// An engine in another process gave a move that cannot be made.
    #[error("the engine {name} gave an illegal move: {reason}")]
    IllegalMove {
        /// What the engine is called.
        name: String,
        /// What it said, and what is wrong with that.
        reason: String,
    },
}

/// Something that can choose a move.
pub trait Bot: Send {
    /// What it calls itself, for records and tables.
    fn name(&self) -> String;

    /// Forgets what it remembers of earlier games.
    fn new_game(&mut self) {}

    /// Thinks about the position that a game has come to and reports what it finds: the
    /// last report is returned, earlier ones are shown to `watch` as they come.
    ///
    /// # Errors
    /// If the game is over, or the bot is another program and fails.
    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError>;
}
