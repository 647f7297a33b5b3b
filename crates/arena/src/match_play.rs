//! Many games between two players.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use cairn_engine::parallel::in_order;
use cairn_engine::{Bot, EngineOptions, Player, StopFlag};
use cairn_games::zobrist::mix;
use cairn_games::{GameId, Side};

use crate::game::{PlayedGame, Terms, play_game};
use crate::match_log::{MatchLog, first_player_side};
use crate::openings::{OpeningSettings, Openings};
use crate::report::{MatchProgress, MatchReport};
use crate::sprt::Sprt;
use crate::time_control::MatchTimeControl;

/// A player of a match: a name and a way to make a bot for each game.
///
/// A new bot for each game means that no game depends on those before it, and that
/// an engine which crashed is back for the next one.
///
/// ```
/// use cairn_arena::Contestant;
/// use cairn_engine::Bot;
/// use cairn_engine::bots::InstantBot;
///
/// let random = Contestant::new("random", |seed| {
///     Ok(Box::new(InstantBot::random(seed)) as Box<dyn Bot>)
/// });
/// assert_eq!(random.name(), "random");
/// ```
pub struct Contestant<'a> {
    name: String,
    make: Box<BotFactory<'a>>,
}

type BotFactory<'a> = dyn Fn(u64) -> Result<Box<dyn Bot>, String> + Sync + 'a;

impl<'a> Contestant<'a> {
    /// Makes a player of this name; `make` makes its bot for each game from a random seed.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(u64) -> Result<Box<dyn Bot>, String> + Sync + 'a,
    ) -> Self {
        Self { name: name.into(), make: Box::new(make) }
    }

    /// Makes a player by the word for it, with these options except for the seed.
    pub fn of_player(player: &Player, game: GameId, options: &EngineOptions) -> Self {
        Self::named(player.to_string(), player, game, options)
    }

    /// Makes a player by the word for it, under another name.
    pub(crate) fn named(
        name: String,
        player: &Player,
        game: GameId,
        options: &EngineOptions,
    ) -> Self {
        let (player, options) = (player.clone(), options.clone());
        Self::new(name, move |seed| {
            let options = EngineOptions { seed, ..options.clone() };
            player.bot(game, &options).map_err(|error| error.to_string())
        })
    }

    /// Returns the name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn bot(&self, seed: u64) -> Result<Box<dyn Bot>, ArenaError> {
        (self.make)(seed).map_err(|reason| ArenaError::NoPlayer { name: self.name.clone(), reason })
    }
}

/// Error playing a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// A player cannot be created.
    #[error("cannot play with {name}: {reason}")]
    NoPlayer {
        /// Name of the player.
        name: String,
        /// Description of the problem.
        reason: String,
    },
}

/// Settings of a match.
///
/// ```
/// use cairn_arena::{MatchSettings, MatchTimeControl};
/// use cairn_engine::Limits;
/// use cairn_games::GameId;
///
/// let time_control = MatchTimeControl::PerMove(Limits::nodes(500));
/// let settings = MatchSettings { seed: 7, ..MatchSettings::new(GameId::Nava, 100, time_control) };
/// assert_eq!((settings.games, settings.threads), (100, 1));
/// ```
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The game.
    pub game: GameId,
    /// Number of games, two for each opening. A sequential test may need fewer.
    pub games: u32,
    /// Number of the first game, counted from 0 and even: a match can be played in shares, which
    /// together have the games of the whole.
    pub first_game: u32,
    /// The time control.
    pub time_control: MatchTimeControl,
    /// The time control of the second player, if it is another one.
    pub odds: Option<MatchTimeControl>,
    /// Excess time that does not lose the game.
    pub grace: Duration,
    /// The openings.
    pub openings: OpeningSettings,
    /// Random seed of the players.
    pub seed: u64,
    /// Number of games played at the same time.
    pub threads: usize,
    /// Whether a game ends when both sides have proved the same result.
    pub adjudicate: bool,
    /// A test that ends the match as soon as it has a verdict.
    pub sprt: Option<Sprt>,
}

impl MatchSettings {
    /// Makes the settings of a match of this many games, one at a time, with defaults for all
    /// else.
    pub fn new(game: GameId, games: u32, time_control: MatchTimeControl) -> Self {
        // Bots promise to keep a limit per move; a clock is a rule.
        let grace = match time_control {
            MatchTimeControl::PerMove(_) => Duration::from_secs(2),
            MatchTimeControl::Clock(_) => Duration::from_millis(50),
        };
        Self {
            game,
            games,
            first_game: 0,
            time_control,
            odds: None,
            grace,
            openings: OpeningSettings::default(),
            seed: 0,
            threads: 1,
            adjudicate: false,
            sprt: None,
        }
    }
}

/// Plays a match. `watch` is shown each pair of games in order; games are not kept. Raising
/// `cancel` ends the match with the pairs that are complete.
///
/// ```
/// use cairn_arena::{Contestant, MatchSettings, MatchTimeControl, play_match};
/// use cairn_engine::{EngineOptions, Limits, Player, StopFlag};
/// use cairn_games::GameId;
///
/// let game = GameId::Greener;
/// let time_control = MatchTimeControl::PerMove(Limits::nodes(10));
/// let settings = MatchSettings::new(game, 2, time_control);
/// let options = EngineOptions::default();
/// let [a, b] = [Player::Original(None), Player::Random]
///     .map(|player| Contestant::of_player(&player, game, &options));
/// let mut records = Vec::new();
/// let report = play_match(&settings, &a, &b, &StopFlag::new(), |progress| {
///     records.extend(progress.pair.iter().map(|game| game.record.to_string()));
/// })?;
/// assert_eq!((report.summary.games, records.len()), (2, 2));
/// # Ok::<(), cairn_arena::ArenaError>(())
/// ```
///
/// # Errors
/// If a player cannot be created. Faults in a game later on are scored.
pub fn play_match(
    settings: &MatchSettings,
    a: &Contestant<'_>,
    b: &Contestant<'_>,
    cancel: &StopFlag,
    mut watch: impl FnMut(MatchProgress<'_>),
) -> Result<MatchReport, ArenaError> {
    // A player that cannot be created is found out here and not on a worker thread.
    a.bot(settings.seed)?;
    b.bot(settings.seed)?;
    let openings = Mutex::new(Openings::new(settings.game, settings.openings));
    // The match's own flag, so that ending it early does not look like a cancellation.
    let enough = StopFlag::new();
    let games = MatchGames { settings, players: [a, b], openings: &openings, enough: &enough };
    let mut log = MatchLog::new(settings.first_game, settings.sprt);
    let mut failure = None;
    let play = |number: u64| games.play(settings.first_game + number as u32);
    in_order(settings.threads, settings.games.into(), play, |played| {
        match played {
            Some(Ok(Some(game))) => log.add(game, settings.games, &mut watch),
            Some(Err(error)) => failure = Some(error),
            Some(Ok(None)) | None => {}
        }
        if cancel.is_raised() || failure.is_some() || log.is_decided() {
            enough.raise();
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(log.report(settings.game, a.name(), b.name())),
    }
}

/// State that the games of a match share.
struct MatchGames<'a> {
    settings: &'a MatchSettings,
    players: [&'a Contestant<'a>; 2],
    /// Made as they are needed: a sequential test may need few of many.
    openings: &'a Mutex<Openings>,
    enough: &'a StopFlag,
}

impl MatchGames<'_> {
    /// Plays the game of this number, counted from 0; `None` if it was cancelled.
    fn play(&self, number: u32) -> Result<Option<PlayedGame>, ArenaError> {
        let seed = mix(self.settings.seed ^ mix(u64::from(number)));
        let [a, b] = self.players;
        let a_moves_first = first_player_side(number) == Side::First;
        let order = if a_moves_first { [a, b] } else { [b, a] };
        let bots = [order[0].bot(mix(seed))?, order[1].bot(mix(!seed))?];
        let time_control = &self.settings.time_control;
        let odds = self.settings.odds.as_ref().unwrap_or(time_control);
        let terms = Terms {
            time_controls: if a_moves_first { [time_control, odds] } else { [odds, time_control] },
            grace: self.settings.grace,
            adjudicate: self.settings.adjudicate,
            cancel: self.enough,
        };
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        let opening = openings.get((number / 2) as usize);
        drop(openings);
        let mut game = play_game(&opening, bots, &terms);
        if let Some(game) = &mut game {
            for side in Side::BOTH {
                game.record.set_player(side, order[side.index()].name());
            }
            game.record.set_tag("Round", &(number + 1).to_string());
        }
        Ok(game)
    }
}
