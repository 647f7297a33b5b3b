//! Who can be asked to think.

use std::time::{Duration, Instant};

use cairn_engine::{Limits, Line, Report, Score, StopFlag, ThinkError};
use cairn_games::random::Random;
use cairn_games::{AnyMove, GameId, History, Outcome};

use super::pool::Thought;

/// Which queue a task waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Moves that take no time worth speaking of.
    Quick,
    /// Moves that take a second or more.
    Slow,
    /// Analyses.
    Analysis,
}

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Task {
    /// Who shall think: a level or a bot's name; `None` for the engine at its best.
    pub who: Option<String>,
    /// The game so far.
    pub history: History,
    /// For how long.
    pub limits: Limits,
    /// How many lines.
    pub lines: usize,
    /// Where chance begins.
    pub seed: u64,
    /// Which queue.
    pub lane: Lane,
}

/// Those who can be asked.
pub trait Brains: Send + Sync + 'static {
    /// Whether there is such a player for this game.
    fn knows(&self, who: &str, game: GameId) -> bool;

    /// The players a person can choose from for this game, with what they are called.
    fn players(&self, game: GameId) -> Vec<(String, String)>;

    /// Which queue a player's moves belong in.
    fn lane(&self, who: &str) -> Lane;

    /// Thinks. Returns soon after the stop flag is raised.
    ///
    /// # Errors
    /// If there is nothing to think about, or the player fails.
    fn think(&self, task: &Task, stop: &StopFlag) -> Thought;
}

/// The computer's levels.
#[derive(Clone, Debug, Default)]
pub struct Levels;

/// The highest level.
const HIGHEST: u32 = 10;

impl Levels {
    fn level(who: &str) -> Option<u32> {
        who.parse().ok().filter(|level| (1..=HIGHEST).contains(level))
    }
}

impl Brains for Levels {
    fn knows(&self, who: &str, _game: GameId) -> bool {
        who == "random" || Self::level(who).is_some()
    }

    fn players(&self, _game: GameId) -> Vec<(String, String)> {
        let levels = (1..=HIGHEST).map(|level| (level.to_string(), format!("Level {level}")));
        std::iter::once(("random".to_owned(), "Random".to_owned())).chain(levels).collect()
    }

    fn lane(&self, who: &str) -> Lane {
        if Self::level(who).is_some_and(|level| level > 4) { Lane::Slow } else { Lane::Quick }
    }

    fn think(&self, task: &Task, stop: &StopFlag) -> Thought {
        stand_in(task, stop)
    }
}

/// Takes a win if there is one and otherwise any move.
fn stand_in(task: &Task, stop: &StopFlag) -> Thought {
    let begun = Instant::now();
    let most = task.limits.time.unwrap_or(Duration::from_secs(1));
    let position = task.history.position();
    if task.history.ending().is_some() {
        return Err(ThinkError::GameOver);
    }
    let moves = position.moves();
    let wins = |mv: &AnyMove| {
        let mut after = *position;
        after.play(*mv).is_ok() && after.outcome() == Some(Outcome::Win(position.to_move()))
    };
    let in_time = || !stop.is_raised() && begun.elapsed() < most;
    let win = moves.iter().copied().take_while(|_| in_time()).find(wins);
    let mut chance = Random::new(task.seed ^ position.key());
    let any = chance.pick(&moves).copied().ok_or(ThinkError::GameOver)?;
    let line = match win {
        Some(mv) => Line { moves: vec![mv], score: Score::Win(1) },
        None => Line { moves: vec![any], score: Score::Value(0) },
    };
    let (nodes, elapsed) = (moves.len() as u64, begun.elapsed());
    Ok(Report { depth: 1, nodes, elapsed, lines: vec![line] })
}
