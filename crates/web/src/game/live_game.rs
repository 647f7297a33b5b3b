//! The whole of a game as the server knows it.

use cairn_app::{Clock, Millis, TimeControl};
use cairn_games::{AnyPosition, Ending, History, Outcome, Side};

use super::lag::LagQuota;
use super::offers::Offers;
use super::seats::{Occupant, Seat, Seating};
use crate::ids::{GameKey, ServerId};

/// Stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Status {
    /// A seat is free.
    Waiting,
    /// Moves can be made.
    Playing,
    /// The game has a result.
    Finished,
    /// The game was called off before it began.
    Aborted,
}

impl Status {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Waiting, Self::Playing, Self::Finished, Self::Aborted];

    /// The word used in JSON and in the store.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Playing => "playing",
            Self::Finished => "finished",
            Self::Aborted => "aborted",
        }
    }

    /// The status with this word.
    pub(crate) fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    /// Whether nothing more can be played.
    pub(crate) const fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Aborted)
    }
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MadeMove {
    /// Move in notation.
    pub text: String,
    /// Time of the move.
    pub at: Millis,
    /// Time on the mover's clock after the move, if there are clocks.
    pub clock: Option<Millis>,
}

/// A game between two seats.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LiveGame {
    /// Key of the game.
    pub key: GameKey,
    /// Counts every change of it, from 1.
    pub revision: i64,
    /// The positions.
    pub history: History,
    /// Moves with their times, one for each move of the history.
    pub moves: Vec<MadeMove>,
    /// The number of the shuffled set-up, if it is one.
    pub seed: Option<u64>,
    /// Seats of both sides, first mover first.
    pub seats: [Seat; 2],
    /// The time control.
    pub time: TimeControl,
    /// Clocks of both players, if the time control has any.
    pub clock: Option<Clock>,
    /// Stage of the game.
    pub status: Status,
    /// Result, if the game is finished.
    pub ending: Option<Ending>,
    /// Whether the computer has failed to move for good. This is not stored: after a
    /// restart it is asked again.
    pub computer_failed: bool,
    /// Compensation for lag that each player can still get.
    pub lag: [LagQuota; 2],
    /// Open offers.
    pub offers: Offers,
    /// The game it is the rematch of.
    pub previous: Option<GameKey>,
    /// The rematch.
    pub next: Option<GameKey>,
    /// Whether it is shown in the list of games.
    pub listed: bool,
    /// Whether only its players may see it.
    pub private: bool,
    /// Time of creation.
    pub created: Millis,
    /// Time of the last change.
    pub updated: Millis,
    /// Server that looks after the game: the one that changed it last or took it over.
    pub server: ServerId,
}

/// Minimum number of moves in a game that the home page features.
pub(crate) const FEATURED_MIN_PLY: usize = 2;

/// Settings of a new game.
#[derive(Clone, Debug)]
pub(crate) struct NewLiveGame {
    /// The first position.
    pub start: AnyPosition,
    /// The number of the set-up, if it is a shuffled one.
    pub seed: Option<u64>,
    /// Seats of both sides, first mover first.
    pub seats: [Seat; 2],
    /// The time control.
    pub time: TimeControl,
    /// Whether it is shown in the list of games.
    pub listed: bool,
    /// The game it is the rematch of.
    pub previous: Option<GameKey>,
}

impl LiveGame {
    /// A game that begins, or waits for a player.
    pub(crate) fn new(new: NewLiveGame, now: Millis) -> Self {
        let waiting = new.seats.iter().any(|seat| seat.player == Occupant::Open);
        let mut game = Self {
            key: GameKey::random(),
            revision: 1,
            history: History::new(new.start),
            moves: Vec::new(),
            seed: new.seed,
            seats: new.seats,
            time: new.time,
            clock: Clock::new(new.time),
            status: if waiting { Status::Waiting } else { Status::Playing },
            ending: None,
            computer_failed: false,
            lag: [LagQuota::default(); 2],
            offers: Offers::default(),
            previous: new.previous,
            next: None,
            listed: new.listed,
            private: false,
            created: now,
            updated: now,
            server: ServerId::from(""),
        };
        if !waiting {
            game.begin(now);
        }
        game
    }

    /// Whether the home page shows the difference between an earlier state of the game and this
    /// one: it waits for a player, begins, can be featured, or ends.
    pub(crate) fn touches_lobby(&self, before: Option<&Self>) -> bool {
        let stage = |game: &Self| {
            let is_public = game.listed && !game.private;
            is_public.then(|| (game.status, game.ply() >= FEATURED_MIN_PLY))
        };
        let (was, is) = (before.and_then(stage), stage(self));
        was != is || is.is_some_and(|(status, _)| status == Status::Waiting)
    }

    /// Both players are there.
    pub(super) fn begin(&mut self, now: Millis) {
        self.status = Status::Playing;
        self.start_clock(now);
        if let Some(ending) = self.history.ending() {
            self.finish(ending.outcome, ending.reason, now);
        }
    }

    /// Returns the number of moves made.
    pub(crate) fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Returns the side to move.
    pub(crate) fn to_move(&self) -> Side {
        self.history.position().to_move()
    }

    /// Returns the name of a side in this game.
    pub(crate) fn side_name(&self, side: Side) -> &'static str {
        self.history.start().info().side_name(side)
    }

    /// A side's seat.
    pub(crate) const fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// The computer that has to make the next move, if one has.
    pub(crate) fn computer_to_move(&self) -> Option<&str> {
        match &self.seat(self.to_move()).player {
            Occupant::Computer(who) if self.status == Status::Playing && !self.computer_failed => {
                Some(who)
            }
            _ => None,
        }
    }

    /// When the player to move runs out of time. The computer never does: how long it
    /// waits for its turn to think is not its fault.
    pub(crate) fn deadline(&self) -> Option<Millis> {
        if self.status != Status::Playing || self.computer_to_move().is_some() {
            return None;
        }
        self.clock?.deadline()
    }

    /// Returns the time that a side's clock shows.
    pub(crate) fn time_left(&self, side: Side, now: Millis) -> Option<Millis> {
        self.clock.map(|clock| clock.left(side, now).max(0))
    }

    /// Starts the clock of the side to move, unless its move is free.
    pub(super) fn start_clock(&mut self, now: Millis) {
        let (to_move, runs) = (self.to_move(), self.time.runs_at(self.ply()));
        if let Some(clock) = self.clock.as_mut().filter(|_| runs) {
            clock.start(to_move, now);
        }
    }

    /// Kind of game by its seats.
    pub(crate) fn seating(&self) -> Seating {
        let [first, second] = &self.seats;
        match (first.is_computer(), second.is_computer()) {
            (true, true) => Seating::Computers,
            (true, false) => Seating::Computer(Side::First),
            (false, true) => Seating::Computer(Side::Second),
            (false, false)
                if second.devices().any(|key| first.opens(std::slice::from_ref(&key.hash))) =>
            {
                Seating::SameScreen
            }
            (false, false) => Seating::People,
        }
    }

    /// Ends the game.
    pub(super) fn finish(&mut self, outcome: Outcome, reason: impl Into<String>, now: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        self.status = Status::Finished;
        self.ending = Some(Ending { outcome, reason: reason.into() });
        self.offers = Offers::default();
    }
}
