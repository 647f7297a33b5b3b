//! A game in progress, independent of any terminal. Every command of the user is a method.

mod board;
mod browse;
mod ending;
mod forced;
mod review;
mod saving;
mod study;
mod turns;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cairn_app::{Clock, Millis, MoveBuilder, PickResult, millis};
use cairn_engine::Player;
use cairn_games::{AnyMove, AnyPosition, Ending, GameId, GameInfo, History, Pick, Side};

use crate::settings::{GameSettings, player_name};
use crate::store::SavedGames;
use crate::worker::SearchThread;

use review::SessionReview;
pub use study::EngineFindings;

/// Pauses between the moves of two computers, from slow to fast.
pub const SPEEDS: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(200),
    Duration::ZERO,
];
const USUAL_SPEED: usize = 2;

/// A game in progress.
#[derive(Debug)]
pub struct Session {
    settings: GameSettings,
    history: History,
    /// Moves that were taken back, the next one to redo last.
    redo: Vec<AnyMove>,
    /// Result by resignation or time, if any.
    ended: Option<Ending>,
    /// Move that a person is entering.
    builder: Option<MoveBuilder>,
    /// Numbers of picks at which the person had a choice, for stepping back.
    choices: Vec<usize>,
    /// The only move of a person, and the time at which it is made by itself.
    forced: Option<(AnyMove, Instant)>,
    cursor: usize,
    clock: Option<Clock>,
    /// Moment from which the clock counts.
    origin: Instant,
    paused: bool,
    speed: usize,
    /// Earliest time of the next move of two computers.
    next_move_at: Option<Instant>,
    players: SearchThread,
    study: EngineFindings,
    message: String,
    store: Option<SavedGames>,
    file: Option<PathBuf>,
    /// Reason why the game could not be saved the last time.
    not_kept: Option<String>,
    flipped: bool,
    /// Number of moves after which the board is shown, if not after the last.
    shown_ply: Option<usize>,
    review: SessionReview,
    /// Whether every turn of a person begins with a hint.
    guided: bool,
    /// Number of moves before the turn that has begun with a hint.
    guided_ply: Option<usize>,
}

impl Session {
    /// Starts a game. With a store, it is saved there from its first move on.
    pub fn new(settings: GameSettings, store: Option<SavedGames>, now: Instant) -> Self {
        let history = History::new(settings.start);
        let clock = Clock::new(settings.time_control);
        Self::with_history(settings, history, clock, store, now)
    }

    /// Shows a lesson after some moves. The side to move is a person; the other side waits for
    /// moves by [`Session::play`].
    pub fn for_lesson(history: &History, automatic_steps: bool, now: Instant) -> Self {
        let mut settings = GameSettings::new(*history.start());
        settings.players[history.position().to_move().other().index()] = Player::Random;
        settings.automatic_steps = automatic_steps;
        let mut session = Self::with_history(settings, history.clone(), None, None, now);
        session.paused = true;
        session
    }

    /// Takes no more moves from the board until the next turn.
    pub fn stop_input(&mut self) {
        (self.builder, self.forced) = (None, None);
    }

    fn with_history(
        settings: GameSettings,
        history: History,
        clock: Option<Clock>,
        store: Option<SavedGames>,
        now: Instant,
    ) -> Self {
        let mut session = Self {
            settings,
            history,
            redo: Vec::new(),
            ended: None,
            builder: None,
            choices: Vec::new(),
            forced: None,
            cursor: 0,
            clock,
            origin: now,
            paused: false,
            speed: USUAL_SPEED,
            next_move_at: None,
            players: SearchThread::default(),
            study: EngineFindings::default(),
            message: String::new(),
            store,
            file: None,
            not_kept: None,
            flipped: false,
            shown_ply: None,
            review: SessionReview::default(),
            guided: false,
            guided_ply: None,
        };
        session.begin_turn(now);
        session
    }

    /// Returns the settings of the game.
    pub const fn settings(&self) -> &GameSettings {
        &self.settings
    }

    /// Returns the game.
    pub const fn game(&self) -> GameId {
        self.settings.game()
    }

    /// Returns the description of the game.
    pub fn info(&self) -> &'static GameInfo {
        self.game().info()
    }

    /// Returns the moves so far.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns the current position.
    pub fn position(&self) -> &AnyPosition {
        self.history.position()
    }

    /// Returns the number of moves that can be redone.
    pub fn redo_count(&self) -> usize {
        self.redo.len()
    }

    /// Returns the side to move.
    pub fn to_move(&self) -> Side {
        self.position().to_move()
    }

    /// Returns the result of the game, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.ended.clone().or_else(|| self.history.ending())
    }

    /// Returns the move that a person is entering, if it is a person's turn.
    pub const fn builder(&self) -> Option<&MoveBuilder> {
        self.builder.as_ref()
    }

    /// Whether the person has chosen a step of the move being entered.
    pub const fn has_chosen(&self) -> bool {
        !self.choices.is_empty()
    }

    /// Returns the time that a side has left, in a game with clocks.
    pub fn time_left(&self, side: Side, now: Instant) -> Option<Millis> {
        self.clock.map(|clock| clock.left(side, self.moment(now)))
    }

    /// Returns a moment as the clock counts it.
    fn moment(&self, now: Instant) -> Millis {
        millis(now.saturating_duration_since(self.origin))
    }

    /// Whether a game between two computers is paused.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns the pause between moves of two computers.
    pub fn pause_between_moves(&self) -> Duration {
        SPEEDS[self.speed]
    }

    /// Returns the time at which a computer began to search, if one is searching.
    pub fn thinking_since(&self) -> Option<Instant> {
        self.players.busy_since()
    }

    /// Returns hints and evaluation.
    pub const fn study(&self) -> &EngineFindings {
        &self.study
    }

    /// Returns the last message to the user.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Sets the message to the user.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// Whether the board is shown from the second player's side.
    pub const fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// Turns the board around.
    pub fn flip(&mut self) {
        self.flipped = !self.flipped;
    }

    /// Returns the file in which the game is saved.
    pub const fn file(&self) -> Option<&PathBuf> {
        self.file.as_ref()
    }

    /// Returns the folder in which games are saved, if they are.
    pub const fn store(&self) -> Option<&SavedGames> {
        self.store.as_ref()
    }

    /// Returns the reason why the game could not be saved, if so.
    pub fn not_kept(&self) -> Option<&str> {
        self.not_kept.as_deref()
    }

    /// Returns the name of a player: "you" if only one person plays.
    pub fn player_name(&self, side: Side) -> String {
        if self.settings.lone_human() == Some(side) {
            return "you".to_owned();
        }
        player_name(self.settings.player(side))
    }

    /// Picks the cell under the cursor, or the only choice if that is not a cell.
    pub fn pick_at_cursor(&mut self, now: Instant) {
        if self.play_forced(now).is_some() {
            return;
        }
        let only = self.only_choice_off_board();
        self.pick(only.unwrap_or(Pick::Cell(self.cursor)), now);
    }

    /// Returns the only possible pick, if there is only one and it is not a cell.
    pub fn only_choice_off_board(&self) -> Option<Pick> {
        match self.builder.as_ref()?.options() {
            [only @ (Pick::Hand | Pick::Pass)] => Some(*only),
            _ => None,
        }
    }

    /// Adds a pick to the move being entered.
    pub fn pick(&mut self, pick: Pick, now: Instant) {
        if let Pick::Cell(cell) = pick {
            self.point_at(cell);
        }
        let Some(builder) = &mut self.builder else {
            return self.say_not_your_turn();
        };
        self.message.clear();
        let before = builder.picks().len();
        match builder.pick(pick) {
            PickResult::Complete(mv) => self.play(mv, now),
            PickResult::Incomplete => {
                self.choices.push(before);
                self.pick_forced(now);
            }
            PickResult::Refused => {
                let why = builder.why_not(pick).unwrap_or_default();
                let is_last = builder.picks().last() == Some(&pick);
                let back = if is_last { " Backspace takes a step back." } else { "" };
                self.say(format!("{why}{back}"));
            }
        }
    }

    /// Takes typed text as a move or as steps of one. Returns whether it was understood.
    pub fn enter(&mut self, text: &str, now: Instant) -> bool {
        let Some(builder) = &mut self.builder else {
            self.say_not_your_turn();
            return false;
        };
        self.message.clear();
        let before = builder.picks().len();
        let mut entered = builder.enter(text);
        if entered.is_err() && before > 0 {
            // Somebody types the whole turn, though some of it has been picked.
            let mut anew = MoveBuilder::new(self.history.position());
            if let Ok(result) = anew.enter(text) {
                (*builder, entered) = (anew, Ok(result));
                self.choices.clear();
            }
        }
        match entered {
            Ok(PickResult::Complete(mv)) => self.play(mv, now),
            Ok(_) => {
                if let Some(&Pick::Cell(cell)) = builder.picks().last() {
                    self.point_at(cell);
                }
                self.choices.push(if self.choices.is_empty() { 0 } else { before });
                self.pick_forced(now);
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

    /// Takes back the steps of the move being entered up to the last choice. Returns whether
    /// there was one.
    pub fn step_back(&mut self) -> bool {
        self.message.clear();
        let (Some(builder), Some(count)) = (&mut self.builder, self.choices.pop()) else {
            return false;
        };
        while builder.picks().len() > count && builder.take_back() {}
        true
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
