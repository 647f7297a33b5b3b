//! Bots that choose at once: random moves, and the choices of the original programs.

use cairn_games::{AnyMove, GameId, History, with_position};
use cairn_legacy::{GreedyBot, OriginalBot, UnknownLevel};

use super::{chance, random_move};
use crate::bot::{Bot, SearchError, SearchReport};
use crate::limits::{Limits, StopFlag};

/// A bot that chooses a move in a moment, whatever the limits say.
///
/// ```
/// use cairn_engine::bots::InstantBot;
/// use cairn_engine::{Bot, Limits, StopFlag};
/// use cairn_games::{GameId, History};
///
/// let game = History::new(GameId::Nava.start());
/// let mut random = InstantBot::random(1);
/// let mut choose = || random.search(&game, &Limits::default(), &StopFlag::new(), &mut |_| ());
/// assert_eq!(choose()?, choose()?, "the same seed and game give the same move");
/// # Ok::<(), cairn_engine::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InstantBot {
    rule: Rule,
    seed: u64,
}

#[derive(Clone, Debug)]
enum Rule {
    Random,
    Original(OriginalBot),
    Greedy(GreedyBot),
}

impl InstantBot {
    /// Creates a bot that makes any legal move, all equally likely.
    pub const fn random(seed: u64) -> Self {
        Self { rule: Rule::Random, seed }
    }

    /// Creates a bot that plays as the original program of a game did at one of its levels,
    /// or at the strongest.
    ///
    /// # Errors
    /// If the game's original programs have no such level, or the game has none.
    pub fn original(game: GameId, level: Option<&str>, seed: u64) -> Result<Self, UnknownLevel> {
        Ok(Self { rule: Rule::Original(OriginalBot::new(game, level)?), seed })
    }

    /// Creates a bot that plays the best turn by the evaluation that the document of a game's
    /// original program describes, looking one turn ahead.
    ///
    /// # Errors
    /// If no original program plays the game.
    pub fn greedy(game: GameId, seed: u64) -> Result<Self, UnknownLevel> {
        Ok(Self { rule: Rule::Greedy(GreedyBot::new(game)?), seed })
    }
}

impl Bot for InstantBot {
    fn name(&self) -> String {
        match &self.rule {
            Rule::Random => "random".to_owned(),
            Rule::Original(bot) => format!("original:{}", bot.level().name),
            Rule::Greedy(_) => "greedy".to_owned(),
        }
    }

    fn search(
        &mut self,
        history: &History,
        _limits: &Limits,
        _stop: &StopFlag,
        _watch: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, SearchError> {
        if history.outcome().is_some() {
            return Err(SearchError::GameOver);
        }
        let (position, mut chance) = (history.position(), chance(self.seed, history));
        let mv = match &self.rule {
            Rule::Random => with_position!(position, position => {
                random_move(position, &mut chance).map(AnyMove::new)
            }),
            Rule::Original(bot) => bot.choose(position, &mut chance),
            Rule::Greedy(bot) => bot.choose(position, &mut chance),
        };
        mv.map(SearchReport::of_choice).ok_or(SearchError::GameOver)
    }
}
