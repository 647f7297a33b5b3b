//! Many games between two players.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use cairn_engine::{Bot, EngineOptions, Player, StopFlag};
use cairn_games::keys::mix;
use cairn_games::{GameId, Side};

use crate::game::{PlayedGame, Terms, play_game};
use crate::ledger::{Ledger, first_player_side};
use crate::openings::{OpeningSettings, Openings};
use crate::pace::Pace;
use crate::report::{MatchReport, Progress};
use crate::sprt::Sprt;

/// One of the players of a match: a name and a way to make a bot for each game.
///
/// A new bot for each game means that no game depends on those before it, and that
/// an engine which crashed is back for the next one.
pub struct Contestant<'a> {
    name: String,
    make: Box<MakeBot<'a>>,
}

type MakeBot<'a> = dyn Fn(u64) -> Result<Box<dyn Bot>, String> + Sync + 'a;

impl<'a> Contestant<'a> {
    /// A player of this name; `make` makes its bots from a seed for each game.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(u64) -> Result<Box<dyn Bot>, String> + Sync + 'a,
    ) -> Self {
        Self { name: name.into(), make: Box::new(make) }
    }

    /// A player by the word for it, with these options but for the seed.
    #[must_use]
    pub fn of_player(player: &Player, game: GameId, options: &EngineOptions) -> Self {
        Self::named(player.to_string(), player, game, options)
    }

    /// A player by the word for it, under another name.
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

    /// What the player is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    fn bot(&self, seed: u64) -> Result<Box<dyn Bot>, ArenaError> {
        (self.make)(seed).map_err(|reason| ArenaError::NoPlayer { name: self.name.clone(), reason })
    }
}

/// Why a match could not be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// A player cannot be had.
    #[error("cannot play with {name}: {reason}")]
    NoPlayer {
        /// Which player.
        name: String,
        /// Why not.
        reason: String,
    },
}

/// What a match is played under.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The game.
    pub game: GameId,
    /// How many games; two for each opening. A sequential test may need fewer.
    pub games: u32,
    /// How long the players may think.
    pub pace: Pace,
    /// How long the second player may think, if not as long as the first.
    pub odds: Option<Pace>,
    /// By how much the time may be overstepped before the game is lost by it.
    pub grace: Duration,
    /// How games begin.
    pub openings: OpeningSettings,
    /// Where the players' randomness begins.
    pub seed: u64,
    /// How many games are played at the same time.
    pub threads: usize,
    /// Whether a game ends when both sides have proved the same result.
    pub adjudicate: bool,
    /// Stop as soon as this test has a verdict.
    pub sprt: Option<Sprt>,
}

impl MatchSettings {
    /// A match of so many games at this pace, one at a time, all else as usual.
    #[must_use]
    pub fn new(game: GameId, games: u32, pace: Pace) -> Self {
        // A limit for each move is a promise of the bots; a clock is a rule.
        let grace = match pace {
            Pace::PerMove(_) => Duration::from_secs(2),
            Pace::Clock(_) => Duration::from_millis(50),
        };
        Self {
            game,
            games,
            pace,
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

/// Plays a match. `watch` is shown each pair of games in order. Raising `cancel` ends the match with the pairs that are complete.
///
/// # Errors
/// If a player cannot be had at all. What goes wrong in a game later on is scored.
pub fn play_match(
    settings: &MatchSettings,
    a: &Contestant<'_>,
    b: &Contestant<'_>,
    cancel: &StopFlag,
    mut watch: impl FnMut(Progress<'_>),
) -> Result<MatchReport, ArenaError> {
    // A player that cannot be had is found out here and not on a worker thread.
    a.bot(settings.seed)?;
    b.bot(settings.seed)?;
    let openings = Mutex::new(Openings::new(settings.game, settings.openings));
    // The match's own flag, so that ending it early does not look like a cancellation.
    let enough = StopFlag::new();
    let hall = Hall { settings, players: [a, b], openings: &openings, enough: &enough };
    let mut ledger = Ledger::new(settings.sprt);
    let mut failure = None;
    let next_game = &AtomicU32::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..settings.threads.max(1) {
            let (sender, hall) = (sender.clone(), &hall);
            scope.spawn(move || hall.work(next_game, &sender));
        }
        drop(sender);
        while let Some(message) = next_message(&receiver, cancel, &enough) {
            match message {
                Ok((number, game)) => ledger.enter(number, game, settings.games, &mut watch),
                Err(error) => failure = Some(error),
            }
            if failure.is_some() || ledger.is_decided() {
                enough.raise();
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(ledger.report(settings.game, a.name(), b.name())),
    }
}

type Message = Result<(u32, PlayedGame), ArenaError>;

/// Waits for the next game, and passes a cancellation on meanwhile.
fn next_message(
    receiver: &mpsc::Receiver<Message>,
    cancel: &StopFlag,
    enough: &StopFlag,
) -> Option<Message> {
    const PATIENCE: Duration = Duration::from_millis(20);
    loop {
        if cancel.is_raised() {
            enough.raise();
        }
        match receiver.recv_timeout(PATIENCE) {
            Ok(message) => return Some(message),
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// What the workers of a match share.
struct Hall<'a> {
    settings: &'a MatchSettings,
    players: [&'a Contestant<'a>; 2],
    /// Made as they are needed: a sequential test may need few of many.
    openings: &'a Mutex<Openings>,
    enough: &'a StopFlag,
}

impl Hall<'_> {
    /// Plays one game after another until there are enough.
    fn work(&self, next_game: &AtomicU32, sender: &mpsc::Sender<Message>) {
        loop {
            let number = next_game.fetch_add(1, Ordering::Relaxed);
            if number >= self.settings.games || self.enough.is_raised() {
                return;
            }
            let message = match self.play(number) {
                Ok(Some(game)) => Ok((number, game)),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    }

    /// Plays the game of this number, counted from 0.
    fn play(&self, number: u32) -> Result<Option<PlayedGame>, ArenaError> {
        let seed = mix(self.settings.seed ^ mix(u64::from(number)));
        let [a, b] = self.players;
        let a_moves_first = first_player_side(number) == Side::First;
        let order = if a_moves_first { [a, b] } else { [b, a] };
        let bots = [order[0].bot(mix(seed))?, order[1].bot(mix(!seed))?];
        let pace = &self.settings.pace;
        let odds = self.settings.odds.as_ref().unwrap_or(pace);
        let terms = Terms {
            paces: if a_moves_first { [pace, odds] } else { [odds, pace] },
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
