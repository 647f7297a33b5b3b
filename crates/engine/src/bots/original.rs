//! Players that choose as the original programs did.

use cairn_games::{GameId, History};
use cairn_legacy::{OriginalBot, UnknownLevel};

use super::chance;
use crate::bot::{Bot, Report, SearchError};
use crate::limits::{Limits, StopFlag};

/// Plays as the original program of a game did at one of its levels.
///
/// It does what that program did, whatever the limits say: at most a moment's work.
#[derive(Clone, Debug)]
pub struct Original {
    bot: OriginalBot,
    seed: u64,
}

impl Original {
    /// Makes the player of a level, or the strongest one.
    ///
    /// # Errors
    /// If the game's original programs have no such level, or the game has none.
    pub fn new(game: GameId, level: Option<&str>, seed: u64) -> Result<Self, UnknownLevel> {
        Ok(Self { bot: OriginalBot::new(game, level)?, seed })
    }
}

impl Bot for Original {
    fn name(&self) -> String {
        format!("original:{}", self.bot.level())
    }

    fn search(
        &mut self,
        history: &History,
        _limits: &Limits,
        stop: &StopFlag,
        _watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let mut random = chance(self.seed, history);
        let is_stopped = || stop.is_raised();
        let (mv, nodes) = self.bot.choose(history.position(), &mut random, &is_stopped);
        Ok(Report { nodes, ..Report::of_choice(mv.ok_or(SearchError::GameOver)?) })
    }
}
