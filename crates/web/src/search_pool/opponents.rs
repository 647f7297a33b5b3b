//! Computer opponents, and the searches that worker threads do for them and for analysis.

use std::time::Duration;

use cairn_engine::levels::Level;
use cairn_engine::search::Engine;
use cairn_engine::{Bot, EngineOptions, Limits, Player, SearchError, SearchReport, StopFlag};
use cairn_games::{GameId, History};

use super::pool::SearchResult;

/// Queue of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// Moves that take next to no time.
    Quick,
    /// Moves that take a second or more.
    Slow,
    /// Analyses.
    Analysis,
}

/// A search to do.
#[derive(Clone, Debug)]
pub struct SearchJob {
    /// Opponent that searches: a level or the name of a bot; `None` for the engine at full
    /// strength.
    pub opponent: Option<String>,
    /// The game so far.
    pub history: History,
    /// Limits of the search.
    pub limits: Limits,
    /// Number of lines.
    pub lines: usize,
    /// Random seed.
    pub seed: u64,
    /// Queue in which the job waits.
    pub queue: Queue,
}

impl SearchJob {
    /// Returns an analysis by the engine at full strength.
    pub fn analysis(history: History, time: Duration, lines: usize) -> Self {
        let limits = Limits::time(time);
        Self { opponent: None, history, limits, lines, seed: 0, queue: Queue::Analysis }
    }
}

/// The computer opponents that a server offers.
pub trait Opponents: Send + Sync + 'static {
    /// Whether this opponent exists for a game.
    fn knows(&self, opponent: &str, game: GameId) -> bool;

    /// Lists the opponents for a game with their names.
    fn list(&self, game: GameId) -> Vec<(String, String)>;

    /// Queue for the moves of an opponent.
    fn queue(&self, opponent: &str) -> Queue;

    /// Creates what one worker thread searches with.
    fn worker(&self) -> Box<dyn SearchWorker>;
}

/// The engines of one worker thread.
pub trait SearchWorker {
    /// Searches, and reports results as they improve. Returns soon after the stop flag is
    /// raised.
    ///
    /// # Errors
    /// If the game is over, or the opponent is unknown or fails.
    fn search(
        &mut self,
        job: &SearchJob,
        stop: &StopFlag,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult;
}

/// The engine's levels, and the bots that visitors may play against.
#[derive(Clone, Debug, Default)]
pub struct LevelOpponents;

/// Highest level whose moves take next to no time.
const QUICK: u8 = 6;
/// Longest time for a move of a level, whatever its clock allows.
const MAX_LEVEL_TIME: Duration = Duration::from_secs(3);
/// Longest time for a move of a bot.
const MAX_BOT_TIME: Duration = Duration::from_millis(500);
/// Size of the transposition table of an engine, in MiB.
const HASH_MB: usize = 32;
/// Number of engines that a worker keeps, each for another rule set.
const MAX_ENGINES: usize = 2;

/// Bots besides the levels, with their names.
const BOTS: [(&str, &str); 3] = [
    ("random", "Random mover"),
    ("greedy", "Greedy bot"),
    ("original", "Bot from the 2020 program"),
];

/// Returns the name of an opponent for people.
pub(crate) fn opponent_name(opponent: &str) -> String {
    let bot = BOTS.iter().find(|(bot, _)| *bot == opponent);
    match (bot, opponent.parse::<u8>()) {
        (Some((_, name)), _) => (*name).to_owned(),
        (None, Ok(level)) => format!("Level {level}"),
        (None, Err(_)) => opponent.to_owned(),
    }
}

/// Returns the player that a word means, if visitors may ask for it: no people, and no
/// programs on the server.
fn player(opponent: &str) -> Option<Player> {
    let player = opponent.parse().ok()?;
    matches!(player, Player::Random | Player::Greedy | Player::Original(None) | Player::Level(_))
        .then_some(player)
}

impl Opponents for LevelOpponents {
    fn knows(&self, opponent: &str, game: GameId) -> bool {
        player(opponent)
            .is_some_and(|player| player.to_string() == opponent && player.check(game).is_ok())
    }

    fn list(&self, game: GameId) -> Vec<(String, String)> {
        let levels = Level::all().map(|level| level.to_string());
        let opponents = levels.chain(BOTS.map(|(bot, _)| bot.to_owned()));
        let named = |opponent: String| {
            let name = opponent_name(&opponent);
            (opponent, name)
        };
        opponents.filter(|opponent| self.knows(opponent, game)).map(named).collect()
    }

    fn queue(&self, opponent: &str) -> Queue {
        match player(opponent) {
            Some(Player::Random | Player::Greedy) => Queue::Quick,
            Some(Player::Level(level)) if level.number() <= QUICK => Queue::Quick,
            _ => Queue::Slow,
        }
    }

    fn worker(&self) -> Box<dyn SearchWorker> {
        Box::new(LevelWorker::default())
    }
}

/// The engines that a worker thread keeps, most recently used first. Their transposition
/// tables are aged from search to search, not allocated and zeroed for each.
#[derive(Default)]
struct LevelWorker {
    engines: Vec<(GameId, Engine)>,
}

impl LevelWorker {
    /// Returns the engine for a game, which is created if the worker has none.
    fn engine(&mut self, game: GameId, options: EngineOptions) -> &mut Engine {
        let known = self.engines.iter().position(|(known, _)| *known == game);
        let mut engine = match known {
            Some(at) => self.engines.remove(at),
            None => (game, Engine::new(options.clone())),
        };
        engine.1.set_options(&options);
        self.engines.truncate(MAX_ENGINES - 1);
        self.engines.insert(0, engine);
        &mut self.engines[0].1
    }
}

impl SearchWorker for LevelWorker {
    fn search(
        &mut self,
        job: &SearchJob,
        stop: &StopFlag,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
        let game = job.history.position().game();
        let options = EngineOptions {
            threads: 1,
            hash_mb: HASH_MB,
            lines: job.lines,
            seed: job.seed,
            ..EngineOptions::default()
        };
        let Some(opponent) = &job.opponent else {
            return self.engine(game, options).search(&job.history, &job.limits, stop, report);
        };
        let unknown = || SearchError::Engine {
            name: opponent.clone(),
            reason: "there is no such opponent".to_owned(),
        };
        let player = player(opponent).ok_or_else(unknown)?;
        let longest =
            if matches!(player, Player::Level(_)) { MAX_LEVEL_TIME } else { MAX_BOT_TIME };
        let mut limits = job.limits.clone();
        limits.time = Some(limits.time.map_or(longest, |time| time.min(longest)));
        if matches!(player, Player::Level(level) if level == Level::HIGHEST) {
            return self.engine(game, options).search(&job.history, &limits, stop, report);
        }
        let mut bot = player.bot(game, &options).map_err(|_| unknown())?;
        bot.search(&job.history, &limits, stop, report)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_cannot_ask_for_programs() {
        for opponent in ["ugi:rm -rf", "human", "uct", "0", "11", "", " 3", "original:hard"] {
            assert!(!LevelOpponents.knows(opponent, GameId::Nava), "{opponent}");
        }
        assert!(LevelOpponents.list(GameId::Nava).iter().any(|(bot, _)| bot == "greedy"));
        for (opponent, _) in LevelOpponents.list(GameId::Nava) {
            assert!(LevelOpponents.knows(&opponent, GameId::Nava), "{opponent}");
        }
    }

    #[test]
    fn a_worker_keeps_its_engines() {
        let mut worker = LevelWorker::default();
        let mut search = |game: GameId| {
            let mut job =
                SearchJob::analysis(History::new(game.start()), Duration::from_secs(60), 1);
            job.limits = Limits::nodes(2_000);
            worker.search(&job, &StopFlag::new(), &mut |_| ()).unwrap();
            worker.engines.iter().map(|(game, _)| *game).collect::<Vec<_>>()
        };
        let (nava, greener, glaisher) = (GameId::ALL[0], GameId::Greener, GameId::Glaisher);
        assert_eq!(search(nava), [nava]);
        assert_eq!(search(nava), [nava], "the engine is used again");
        assert_eq!(search(greener), [greener, nava]);
        assert_eq!(search(nava), [nava, greener]);
        assert_eq!(search(glaisher), [glaisher, nava], "no more engines than fit");
    }
}
