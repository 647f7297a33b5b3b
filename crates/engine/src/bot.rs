//! Interface of everything that chooses a move.

use std::time::Duration;

use cairn_games::{AnyMove, History};

use crate::eval::EvaluationSource;
use crate::limits::{Limits, StopFlag};
use crate::score::Score;
use crate::search::JointSearch;

/// Options of a bot. Each bot uses those that it has a use for.
///
/// ```
/// use cairn_engine::EngineOptions;
///
/// let options = EngineOptions { threads: 4, hash_mb: 256, ..EngineOptions::default() };
/// assert_eq!((options.lines, options.seed), (1, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Number of search threads.
    pub threads: usize,
    /// Memory for the transposition table, in MiB.
    pub hash_mb: usize,
    /// Number of best lines to find (MultiPV).
    pub lines: usize,
    /// Random seed of bots that use randomness.
    pub seed: u64,
    /// The evaluation of positions.
    pub evaluation: EvaluationSource,
    /// The part of this engine in a search that several engines make together.
    pub joint: Option<JointSearch>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mb: 64,
            lines: 1,
            seed: 0,
            evaluation: EvaluationSource::BuiltIn,
            joint: None,
        }
    }
}

/// A principal variation: moves that follow each other, and the score if they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The moves, beginning with one of the side to move now. Never empty.
    pub moves: Vec<AnyMove>,
    /// The score for the side to move now.
    pub score: Score,
}

/// Results of a search so far.
///
/// Two reports are equal if they say the same, whatever time it took.
#[derive(Clone, Debug, Eq)]
pub struct SearchReport {
    /// Number of plies searched in full.
    pub depth: u32,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The best lines, the best one first. Never empty; bots that only choose a move, such
    /// as the random mover, give it an even score.
    pub lines: Vec<Variation>,
}

impl PartialEq for SearchReport {
    fn eq(&self, other: &Self) -> bool {
        (self.depth, self.nodes, &self.lines) == (other.depth, other.nodes, &other.lines)
    }
}

impl SearchReport {
    /// Makes the report of a bot that chooses a move and says nothing about it.
    ///
    /// ```
    /// use cairn_engine::{SearchReport, Score};
    /// use cairn_games::GameId;
    ///
    /// let mv = GameId::Nava.start().read_move("a1-a4")?;
    /// let report = SearchReport::of_choice(mv);
    /// assert_eq!((report.best_move(), report.score()), (mv, Score::Value(0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_choice(mv: AnyMove) -> Self {
        let line = Variation { moves: vec![mv], score: Score::Value(0) };
        Self { depth: 0, nodes: 0, elapsed: Duration::ZERO, lines: vec![line] }
    }

    /// Returns the move to make.
    pub fn best_move(&self) -> AnyMove {
        self.lines[0].moves[0]
    }

    /// Returns the score of the best line.
    pub fn score(&self) -> Score {
        self.lines[0].score
    }
}

/// Error of a bot that gives no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// There is no move to make.
    #[error("the game is over")]
    GameOver,
    /// An engine in another process failed.
    #[error("the engine {name} failed: {reason}")]
    Engine {
        /// Name of the engine.
        name: String,
        /// Description of the failure.
        reason: String,
    },
    /// An engine in another process gave a move that cannot be made.
    #[error("the engine {name} gave an illegal move: {reason}")]
    IllegalMove {
        /// Name of the engine.
        name: String,
        /// The move and why it is illegal.
        reason: String,
    },
}

/// Something that chooses a move: the engine, one of its levels, or another program.
///
/// ```
/// use cairn_engine::bots::InstantBot;
/// use cairn_engine::{Bot, Limits, StopFlag};
/// use cairn_games::{GameId, History};
///
/// let mut bot: Box<dyn Bot> = Box::new(InstantBot::random(7));
/// let mut game = History::new(GameId::Greener.start());
/// let report = bot.search(&game, &Limits::default(), &StopFlag::new(), &mut |_| ())?;
/// game.play(report.best_move())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot: Send {
    /// Returns the name for records and tables.
    fn name(&self) -> String;

    /// Changes the options from the next search on. Bots without options ignore it.
    fn set_options(&mut self, _options: &EngineOptions) {}

    /// Forgets earlier games.
    fn new_game(&mut self) {}

    /// Searches the last position of a game. Returns the last report; earlier ones are
    /// passed to `watch` as they come.
    ///
    /// # Errors
    /// If the game is over, or the bot is another program and fails.
    fn search(
        &mut self,
        history: &History,
        limits: &Limits,
        stop: &StopFlag,
        watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError>;
}
