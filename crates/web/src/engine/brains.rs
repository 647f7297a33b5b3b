//! Who can be asked to think.

use std::time::Duration;

use cairn_engine::levels::Level;
use cairn_engine::search::Engine;
use cairn_engine::{Bot, EngineOptions, Limits, Player, Report, SearchError, StopFlag};
use cairn_games::{GameId, History};

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

    /// Thinks, and shows what it has found so far. Returns soon after the stop flag is
    /// raised.
    ///
    /// # Errors
    /// If there is nothing to think about, or the player fails.
    fn think(&self, task: &Task, stop: &StopFlag, watch: &mut dyn FnMut(&Report)) -> Thought;
}

/// The computer's levels, and the bots that visitors may play against.
#[derive(Clone, Debug, Default)]
pub struct Levels;

/// The highest level whose moves take no time worth speaking of.
const QUICK: u8 = 6;
/// The longest that a computer thinks about a move, whatever its clock allows.
const LONGEST_MOVE: Duration = Duration::from_secs(3);
/// The longest that the original programs' bots think.
const LONGEST_BOT: Duration = Duration::from_millis(500);
/// Memory for the table of an analysis or of the highest level, in mebibytes.
const TABLE: usize = 32;

impl Levels {
    /// The player that a word means, if visitors may ask for it: no people, and no
    /// programs on the server.
    fn player(who: &str) -> Option<Player> {
        let player = who.parse().ok()?;
        matches!(
            player,
            Player::Random | Player::Greedy | Player::Original(None) | Player::Level(_)
        )
        .then_some(player)
    }
}

impl Brains for Levels {
    fn knows(&self, who: &str, game: GameId) -> bool {
        Self::player(who)
            .is_some_and(|player| player.to_string() == who && player.check(game).is_ok())
    }

    fn players(&self, game: GameId) -> Vec<(String, String)> {
        let levels = Level::all().map(|level| (level.to_string(), format!("Level {level}")));
        let bots = [
            ("random", "Random mover"),
            ("greedy", "Greedy bot"),
            ("original", "Bot from the 2020 program"),
        ];
        let bots = bots.map(|(who, name)| (who.to_owned(), name.to_owned()));
        levels.chain(bots).filter(|(who, _)| self.knows(who, game)).collect()
    }

    fn lane(&self, who: &str) -> Lane {
        match Self::player(who) {
            Some(Player::Random | Player::Greedy) => Lane::Quick,
            Some(Player::Level(level)) if level.number() <= QUICK => Lane::Quick,
            _ => Lane::Slow,
        }
    }

    fn think(&self, task: &Task, stop: &StopFlag, watch: &mut dyn FnMut(&Report)) -> Thought {
        let options = EngineOptions {
            threads: 1,
            hash_mb: TABLE,
            lines: task.lines,
            seed: task.seed,
            ..EngineOptions::default()
        };
        let mut limits = task.limits.clone();
        let mut bot: Box<dyn Bot> = match &task.who {
            None => Box::new(Engine::new(options)),
            Some(who) => {
                let unknown = || SearchError::Engine {
                    name: who.clone(),
                    reason: "there is no such player".to_owned(),
                };
                let player = Self::player(who).ok_or_else(unknown)?;
                let longest =
                    if matches!(player, Player::Level(_)) { LONGEST_MOVE } else { LONGEST_BOT };
                limits.time = Some(limits.time.map_or(longest, |time| time.min(longest)));
                let game = task.history.position().game();
                player.bot(game, &options).map_err(|_| unknown())?
            }
        };
        bot.search(&task.history, &limits, stop, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_cannot_ask_for_programs() {
        for who in ["ugi:rm -rf", "human", "uct", "0", "11", "", " 3", "original:hard"] {
            assert!(!Levels.knows(who, GameId::Nava), "{who}");
        }
        assert!(Levels.players(GameId::Nava).iter().any(|(who, _)| who == "greedy"));
        for (who, _) in Levels.players(GameId::Nava) {
            assert!(Levels.knows(&who, GameId::Nava), "{who}");
        }
    }
}
