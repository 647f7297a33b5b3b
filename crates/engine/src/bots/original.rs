//! Players that choose as the original programs did, or as their documents say.

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, GameId, History};
use cairn_legacy::{GreedyBot, OriginalBot, UnknownLevel};

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
        format!("original:{}", self.bot.level().name)
    }

    fn search(
        &mut self,
        history: &History,
        _limits: &Limits,
        _stop: &StopFlag,
        _watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        choose(history, self.seed, |position, random| self.bot.choose(position, random))
    }
}

/// Plays the best turn by the evaluation that the document of a game's original program
/// describes, looking one turn ahead.
#[derive(Clone, Debug)]
pub struct Greedy {
    bot: GreedyBot,
    seed: u64,
}

impl Greedy {
    /// Makes the player of a game.
    ///
    /// # Errors
    /// If no original program plays the game.
    pub fn new(game: GameId, seed: u64) -> Result<Self, UnknownLevel> {
        Ok(Self { bot: GreedyBot::new(game)?, seed })
    }
}

impl Bot for Greedy {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn search(
        &mut self,
        history: &History,
        _limits: &Limits,
        _stop: &StopFlag,
        _watch: &mut dyn FnMut(&Report),
    ) -> Result<Report, SearchError> {
        choose(history, self.seed, |position, random| self.bot.choose(position, random))
    }
}

fn choose(
    history: &History,
    seed: u64,
    choose: impl Fn(&AnyPosition, &mut Random) -> Option<AnyMove>,
) -> Result<Report, SearchError> {
    if history.outcome().is_some() {
        return Err(SearchError::GameOver);
    }
    let mv = choose(history.position(), &mut chance(seed, history));
    mv.map(Report::of_choice).ok_or(SearchError::GameOver)
}
