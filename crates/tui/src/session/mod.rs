//! A game being played, without a terminal: everything a key can do is a method here.

mod board;
mod saving;
mod study;
mod turns;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cairn_engine::Player;
use cairn_games::{AnyMove, AnyPosition, Ending, GameId, GameInfo, History, Outcome, Pick, Side};

use crate::choosing::{Choosing, Picked};
use crate::clock::Clocks;
use crate::entry;
use crate::set_up::{SetUp, player_name};
use crate::store::Store;
use crate::worker::Desk;

pub use study::Study;

/// The pauses between the moves of two computers, from slow to fast.
pub const SPEEDS: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(200),
    Duration::ZERO,
];
const USUAL_SPEED: usize = 2;

/// A game being played.
#[derive(Debug)]
pub struct Session {
    set_up: SetUp,
    history: History,
    /// Moves that were taken back, the next one last.
    redo: Vec<AnyMove>,
    /// How the game ended, if not by its rules.
    ended: Option<Ending>,
    /// The move that a person is choosing.
    choosing: Option<Choosing>,
    cursor: usize,
    clocks: Option<Clocks>,
    paused: bool,
    speed: usize,
    /// When the next move of two computers may come.
    next_move_at: Option<Instant>,
    players: Desk,
    study: Study,
    message: String,
    store: Option<Store>,
    file: Option<PathBuf>,
    /// Why the game could not be kept the last time, if it could not.
    not_kept: Option<String>,
    flipped: bool,
}

impl Session {
    /// A game that begins. With a store it is kept there from its first move on.
    #[must_use]
    pub fn new(set_up: SetUp, store: Option<Store>, now: Instant) -> Self {
        let history = History::new(set_up.start);
        let clocks = set_up.time_control.map(Clocks::new);
        Self::with_history(set_up, history, clocks, store, now)
    }

    fn with_history(
        set_up: SetUp,
        history: History,
        clocks: Option<Clocks>,
        store: Option<Store>,
        now: Instant,
    ) -> Self {
        let mut session = Self {
            set_up,
            history,
            redo: Vec::new(),
            ended: None,
            choosing: None,
            cursor: 0,
            clocks,
            paused: false,
            speed: USUAL_SPEED,
            next_move_at: None,
            players: Desk::default(),
            study: Study::default(),
            message: String::new(),
            store,
            file: None,
            not_kept: None,
            flipped: false,
        };
        session.begin_turn(now);
        session
    }

    /// What was settled before the game.
    #[must_use]
    pub const fn set_up(&self) -> &SetUp {
        &self.set_up
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> GameId {
        self.set_up.game()
    }

    /// What is fixed about the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        self.game().info()
    }

    /// The moves so far.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        self.history.position()
    }

    /// How many moves can be made again that were taken back.
    #[must_use]
    pub fn redo_count(&self) -> usize {
        self.redo.len()
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.position().to_move()
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ended.clone().or_else(|| self.history.ending())
    }

    /// Whether a person is choosing a move.
    #[must_use]
    pub const fn choosing(&self) -> Option<&Choosing> {
        self.choosing.as_ref()
    }

    /// The clocks, if there are any.
    #[must_use]
    pub const fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Whether two computers wait for a person to let them go on.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// The pause between moves of two computers.
    #[must_use]
    pub fn pause_between_moves(&self) -> Duration {
        SPEEDS[self.speed]
    }

    /// Since when a computer has been thinking about its move.
    #[must_use]
    pub fn thinking_since(&self) -> Option<Instant> {
        self.players.busy_since()
    }

    /// Hints and evaluation.
    #[must_use]
    pub const fn study(&self) -> &Study {
        &self.study
    }

    /// The last thing there was to say.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Says something.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Whether the second player's side is at the bottom.
    #[must_use]
    pub const fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// Turns the board round.
    pub fn flip(&mut self) {
        self.flipped = !self.flipped;
    }

    /// The file in which the game is kept.
    #[must_use]
    pub const fn file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    /// The folder in which games are kept as they are played, if they are.
    #[must_use]
    pub const fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// Why the game is not kept, if it should be and cannot.
    #[must_use]
    pub fn not_kept(&self) -> Option<&str> {
        self.not_kept.as_deref()
    }

    /// What a side's player is called: "you" if there is only one person.
    #[must_use]
    pub fn player_name(&self, side: Side) -> String {
        if self.set_up.lone_human() == Some(side) {
            return "you".to_owned();
        }
        player_name(self.set_up.player(side))
    }

    /// Who plays a side.
    #[must_use]
    pub const fn player(&self, side: Side) -> &Player {
        self.set_up.player(side)
    }

    /// The result in words: "White wins: all nine cubes placed".
    #[must_use]
    pub fn ending_text(&self) -> Option<String> {
        let Ending { outcome, reason } = self.ending()?;
        let who = match outcome {
            Outcome::Win(side) => format!("{} wins", self.info().side_name(side)),
            Outcome::Draw => "Draw".to_owned(),
        };
        Some(format!("{who}: {reason}."))
    }

    /// Picks the cell under the cursor.
    pub fn pick_at_cursor(&mut self, now: Instant) {
        self.pick(Pick::Cell(self.cursor), now);
    }

    /// Picks something.
    pub fn pick(&mut self, pick: Pick, now: Instant) {
        if let Pick::Cell(cell) = pick {
            self.point_at(cell);
        }
        let Some(choosing) = &mut self.choosing else {
            return self.say_not_your_turn();
        };
        self.message.clear();
        match choosing.pick(pick) {
            Picked::Move(mv) => self.play(mv, now),
            Picked::More => self.point_at_an_option(),
            Picked::No => {
                let name = entry::name(self.history.position(), pick);
                let picks = choosing.picks();
                let message = if picks.contains(&pick) {
                    format!("{name} is chosen already; Backspace takes a step back.")
                } else {
                    format!("{name} cannot be chosen now.")
                };
                self.say(message);
            }
        }
    }

    /// Takes what somebody typed; says whether it was understood.
    pub fn enter(&mut self, text: &str, now: Instant) -> bool {
        let Some(choosing) = &mut self.choosing else {
            self.say_not_your_turn();
            return false;
        };
        self.message.clear();
        match choosing.enter(text) {
            Ok(Picked::Move(mv)) => self.play(mv, now),
            Ok(_) => {
                if let Some(&Pick::Cell(cell)) = choosing.picks().last() {
                    self.point_at(cell);
                }
                self.point_at_an_option();
            }
            Err(why) => {
                let text = text.trim();
                let named = why.starts_with(text);
                self.say(if named { why } else { format!("{text}: {why}") });
                return false;
            }
        }
        true
    }

    /// Takes the last step of the turn back; says whether there was one.
    pub fn step_back(&mut self) -> bool {
        self.message.clear();
        self.choosing.as_mut().is_some_and(Choosing::take_back)
    }

    fn say_not_your_turn(&mut self) {
        let message = if self.ending().is_some() {
            "The game is over."
        } else if self.paused {
            "The game is paused."
        } else {
            "It is the computer's turn."
        };
        self.say(message);
    }
}
