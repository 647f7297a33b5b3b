//! Many games between two players.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::Duration;

use cairn_engine::{Options, Player, StopFlag, Thinker};
use cairn_games::keys::mix;
use cairn_games::{GameId, Outcome, Side};
use serde::Serialize;

use crate::elo::Tally;
use crate::game::{PlayedGame, Terms, play_game};
use crate::openings::{OpeningSettings, Openings};
use crate::pace::Pace;
use crate::sprt::{Sprt, SprtReport};

/// One of the players of a match: a name and a way to make a thinker for each game.
///
/// A new thinker for each game means that no game depends on those before it, and that
/// an engine which crashed is back for the next one.
pub struct Contestant<'a> {
    name: String,
    make: Box<MakeThinker<'a>>,
}

type MakeThinker<'a> = dyn Fn(u64) -> Result<Box<dyn Thinker>, String> + Sync + 'a;

impl<'a> Contestant<'a> {
    /// A player of this name; `make` makes its thinkers from a seed for each game.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(u64) -> Result<Box<dyn Thinker>, String> + Sync + 'a,
    ) -> Self {
        Self { name: name.into(), make: Box::new(make) }
    }

    /// A player by the word for it, with these options but for the seed.
    #[must_use]
    pub fn of_player(player: &Player, game: GameId, options: &Options) -> Self {
        let name = player.to_string();
        let (player, options) = (player.clone(), options.clone());
        Self::new(name, move |seed| {
            let options = Options { seed, ..options.clone() };
            player.thinker(game, &options).map_err(|error| error.to_string())
        })
    }

    /// What the player is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    fn thinker(&self, seed: u64) -> Result<Box<dyn Thinker>, ArenaError> {
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
        // A limit for each move is a promise of the thinkers; a clock is a rule.
        let grace = match pace {
            Pace::PerMove(_) => Duration::from_secs(2),
            Pace::Clock(_) => Duration::from_millis(50),
        };
        Self {
            game,
            games,
            pace,
            grace,
            openings: OpeningSettings::default(),
            seed: 0,
            threads: 1,
            adjudicate: false,
            sprt: None,
        }
    }
}

/// The result of a match as commands print it, all from the first player's side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The rule set.
    pub game: String,
    /// The first player.
    pub a: String,
    /// The second player.
    pub b: String,
    /// How many games were played.
    pub games: u32,
    /// Games that the first player won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games that the first player lost.
    pub losses: u32,
    /// The share of points, from 0 to 1.
    pub score: f64,
    /// The difference in strength; `None` if every game had the same winner.
    pub elo: Option<f64>,
    /// Where it lies with 95 % probability; `None` for an end without a bound.
    pub interval: [Option<f64>; 2],
}

/// All that came of a match.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// What commands print.
    pub summary: Summary,
    /// The results by pairs.
    pub tally: Tally,
    /// Where the sequential test stands, if there was one.
    pub sprt: Option<SprtReport>,
    /// The games in their order: the first player moves first in the first of each pair.
    pub games: Vec<PlayedGame>,
}

impl MatchReport {
    /// All games as text, to be saved and read again.
    #[must_use]
    pub fn records(&self) -> String {
        let records: Vec<_> = self.games.iter().map(|game| game.record.to_string()).collect();
        records.join("\n")
    }

    /// What went wrong: the games that were lost by a fault, counted from 1, with the
    /// name of the player whose fault it was.
    pub fn faults(&self) -> impl Iterator<Item = (u32, &str, &PlayedGame)> {
        self.games.iter().zip(1..).filter_map(|(game, number)| {
            let side = game.fault.as_ref()?.side;
            Some((number, game.record.player(side).unwrap_or_default(), game))
        })
    }
}

/// Where a match stands after another pair of games.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The games of this pair.
    pub pair: &'a [PlayedGame],
    /// All results so far.
    pub tally: &'a Tally,
    /// Where the sequential test stands, if there is one.
    pub sprt: Option<SprtReport>,
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
    a.thinker(settings.seed)?;
    b.thinker(settings.seed)?;
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
        None => Ok(ledger.report(settings, a, b)),
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
        let thinkers = [order[0].thinker(mix(seed))?, order[1].thinker(mix(!seed))?];
        let terms = Terms {
            pace: &self.settings.pace,
            grace: self.settings.grace,
            adjudicate: self.settings.adjudicate,
            cancel: self.enough,
        };
        let mut openings = self.openings.lock().unwrap_or_else(PoisonError::into_inner);
        let opening = openings.get((number / 2) as usize);
        drop(openings);
        let mut game = play_game(&opening, thinkers, &terms);
        if let Some(game) = &mut game {
            for side in Side::BOTH {
                game.record.set_player(side, order[side.index()].name());
            }
            game.record.set_tag("Round", &(number + 1).to_string());
        }
        Ok(game)
    }
}

/// Which side the match's first player has in the game of this number, counted from 0.
fn first_player_side(number: u32) -> Side {
    Side::BOTH[(number % 2) as usize]
}

/// Puts games that come in any order into theirs, and counts complete pairs only: the
/// quick games of a pair that is still being played would be a biased sample.
struct Ledger {
    waiting: BTreeMap<u32, PlayedGame>,
    games: Vec<PlayedGame>,
    tally: Tally,
    sprt: Option<Sprt>,
}

impl Ledger {
    const fn new(sprt: Option<Sprt>) -> Self {
        Self { waiting: BTreeMap::new(), games: Vec::new(), tally: Tally::NOTHING, sprt }
    }

    fn enter(
        &mut self,
        number: u32,
        game: PlayedGame,
        of_games: u32,
        watch: &mut impl FnMut(Progress<'_>),
    ) {
        self.waiting.insert(number, game);
        loop {
            let next = self.games.len() as u32;
            let pair = next..(next + 2).min(of_games);
            let is_complete = pair.clone().all(|number| self.waiting.contains_key(&number));
            if pair.is_empty() || !is_complete || self.is_decided() {
                return;
            }
            self.games.extend(pair.clone().filter_map(|number| self.waiting.remove(&number)));
            let pair_played = &self.games[next as usize..];
            let points: Vec<_> = pair
                .zip(pair_played)
                .map(|(number, game)| half_points(game.outcome, first_player_side(number)))
                .collect();
            self.tally.add(&points);
            watch(Progress { pair: pair_played, tally: &self.tally, sprt: self.sprt_report() });
        }
    }

    fn sprt_report(&self) -> Option<SprtReport> {
        self.sprt.map(|sprt| sprt.report(&self.tally))
    }

    fn is_decided(&self) -> bool {
        self.sprt_report().is_some_and(|report| report.verdict.is_some())
    }

    fn report(
        self,
        settings: &MatchSettings,
        a: &Contestant<'_>,
        b: &Contestant<'_>,
    ) -> MatchReport {
        let tally = self.tally;
        let summary = Summary {
            game: settings.game.name().to_owned(),
            a: a.name().to_owned(),
            b: b.name().to_owned(),
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: tally.score(),
            elo: tally.elo(),
            interval: tally.interval(),
        };
        MatchReport { summary, tally, sprt: self.sprt_report(), games: self.games }
    }
}

/// What an outcome is worth to a side, in half points.
fn half_points(outcome: Outcome, side: Side) -> u32 {
    match outcome {
        Outcome::Draw => 1,
        Outcome::Win(winner) if winner == side => 2,
        Outcome::Win(_) => 0,
    }
}
