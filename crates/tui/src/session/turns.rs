//! The course of a turn.

use std::time::{Duration, Instant};

use cairn_app::MoveBuilder;
use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Player};
use cairn_games::{AnyMove, AnyPosition, Ending, Outcome, Side};

use super::{SPEEDS, Session};
use crate::worker::{SearchMessage, SearchRequest};

impl Session {
    /// Makes the move of a person or of a computer.
    pub fn play(&mut self, mv: AnyMove, now: Instant) {
        let side = self.to_move();
        if let Err(why) = self.history.play(mv) {
            return self.say(format!("not allowed: {why}"));
        }
        // Playing what was taken back goes on with it; anything else is a new game.
        if self.redo.pop() != Some(mv) {
            self.redo.clear();
        }
        let moment = self.moment(now);
        if let Some(clock) = &mut self.clock {
            clock.press(side, moment);
        }
        self.begin_turn(now);
        self.keep();
    }

    /// Prepares for the side to move.
    pub(super) fn begin_turn(&mut self, now: Instant) {
        self.players.cancel();
        self.study.position_changed();
        self.shown_ply = self.shown_ply.filter(|&ply| ply < self.history.moves().len());
        let over = self.ending().is_some();
        let human = self.settings.is_human(self.to_move());
        self.builder = (human && !over).then(|| MoveBuilder::new(self.history.position()));
        (self.choices, self.forced) = (Vec::new(), None);
        self.forget_review();
        self.next_move_at = Some(
            now + if self.history.moves().is_empty() {
                Duration::ZERO
            } else {
                self.pause_between_moves()
            },
        );
        self.pick_forced(now);
        if let Some(message) = self.ending_text() {
            self.say(message);
        }
        self.run_clocks(now);
    }

    fn run_clocks(&mut self, now: Instant) {
        let running = (self.ending().is_none() && !self.paused).then(|| self.to_move());
        let moment = self.moment(now);
        match (&mut self.clock, running) {
            (Some(clock), Some(side)) => clock.start(side, moment),
            (Some(clock), None) => clock.stop(moment),
            (None, _) => {}
        }
    }

    /// Lets time pass: takes the results of searches, starts searches, and checks the clocks.
    /// Returns whether something has changed.
    pub fn tick(&mut self, now: Instant) -> bool {
        let mut changed = self.take_news(now);
        changed |= self.end_if_flagged(now);
        changed |= self.tick_forced(now);
        changed |= self.tick_review();
        changed |= self.tick_guide();
        changed |= self.tick_study();
        changed | self.let_computer_begin(now)
    }

    /// Ends the game if a clock has run out. Returns whether it has.
    fn end_if_flagged(&mut self, now: Instant) -> bool {
        let moment = self.moment(now);
        let Some(side) = self.clock.and_then(|clock| clock.flagged(moment)) else {
            return false;
        };
        let name = self.info().side_name(side);
        self.end(Outcome::Win(side.other()), format!("{name} ran out of time"), now);
        true
    }

    fn take_news(&mut self, now: Instant) -> bool {
        let mut changed = false;
        while let Some(message) = self.players.poll() {
            changed = true;
            self.take(message, now);
        }
        changed
    }

    fn take(&mut self, message: SearchMessage, now: Instant) {
        match message {
            SearchMessage::Progress(_) => {}
            SearchMessage::Done(Ok(report)) => self.play(report.best_move(), now),
            SearchMessage::Done(Err(why)) => {
                self.paused = true;
                self.run_clocks(now);
                self.say(format!("{why}. Press Space to try again."));
            }
        }
    }

    /// Waits until the computer to move has moved or failed, for programs without a screen.
    /// Returns at once if it is not a computer's turn.
    pub fn wait_for_computer(&mut self, now: impl Fn() -> Instant) {
        self.next_move_at = None;
        self.let_computer_begin(now());
        while self.players.busy_since().is_some() {
            if let Some(message) = self.players.wait(Duration::from_secs(1)) {
                self.take(message, now());
            }
            self.end_if_flagged(now());
        }
    }

    /// Whether a computer is to move.
    pub fn is_computers_turn(&self) -> bool {
        !self.settings.is_human(self.to_move()) && self.ending().is_none()
    }

    fn let_computer_begin(&mut self, now: Instant) -> bool {
        let wait =
            self.settings.is_computers_only() && self.next_move_at.is_some_and(|at| now < at);
        let idle = self.players.busy_since().is_none();
        if !self.is_computers_turn() || self.paused || wait || !idle {
            return false;
        }
        let side = self.to_move();
        let clock = self.clock.map(|clock| clock.engine_clock(side, self.moment(now)));
        self.players.ask(SearchRequest {
            player: self.settings.player(side).clone(),
            seat: side.index(),
            // Two computers of one kind would otherwise share their luck.
            options: EngineOptions {
                seed: self.settings.random_seed.wrapping_mul(2).wrapping_add(side.index() as u64),
                ..EngineOptions::default()
            },
            history: self.history.clone(),
            limits: self.settings.limits(side, clock),
        });
        true
    }

    /// Lets the computer play the best move it has found so far.
    pub fn hurry(&mut self) {
        if self.players.busy_since().is_some() {
            self.players.hurry();
            self.say("Asking the computer to move now.");
        } else if self.ending().is_some() {
            self.say("The game is over.");
        } else {
            self.say("No computer is searching for a move.");
        }
    }

    /// Pauses or continues a game between two computers.
    pub fn toggle_pause(&mut self, now: Instant) {
        if self.ending().is_some() {
            return self.say("The game is over.");
        }
        self.paused = !self.paused;
        self.message.clear();
        if self.paused {
            self.players.cancel();
        } else {
            self.next_move_at = None;
        }
        self.run_clocks(now);
    }

    /// Changes the pause between the moves of two computers.
    pub fn change_speed(&mut self, faster: bool) {
        self.speed = if faster {
            (self.speed + 1).min(SPEEDS.len() - 1)
        } else {
            self.speed.saturating_sub(1)
        };
        let pause = self.pause_between_moves().as_secs_f64();
        self.say(format!("Pause after each move: {pause} s."));
    }

    /// Takes back the steps of the move being entered, otherwise a move. Against a computer,
    /// takes back its answer as well, so that it is the person's turn again.
    pub fn undo(&mut self, now: Instant) {
        if !self.choices.is_empty() {
            self.choices.truncate(1);
            self.step_back();
            return self.say("The move was cleared.");
        }
        if self.clock.is_some_and(|clock| clock.stored().contains(&0)) {
            return self.say("A game lost on time cannot be continued.");
        }
        let resigned = self.ended.take().is_some();
        let count = self.moves_to_take_back(resigned);
        if count == 0 && !resigned {
            return self.say("Nothing to undo.");
        }
        for _ in 0..count {
            self.redo.extend(self.history.undo());
        }
        if self.settings.is_computers_only() {
            self.paused = true;
        }
        self.message.clear();
        self.begin_turn(now);
        self.say(match count {
            0 => "The game continues.".to_owned(),
            1 => "Undid one move; r redoes it.".to_owned(),
            2 => "Took back your move and the reply; r redoes them.".to_owned(),
            _ => format!("Undid {count} moves; r redoes them."),
        });
        self.keep();
    }

    /// Returns the number of moves to take back until a person has a choice.
    fn moves_to_take_back(&self, resigned: bool) -> usize {
        let made = self.history.moves().len();
        let from = usize::from(!resigned);
        if self.settings.is_computers_only() {
            return if resigned { 0 } else { made.min(1) };
        }
        let chooses = |position: &AnyPosition| {
            self.settings.is_human(position.to_move()) && !self.is_forced(position)
        };
        let positions = self.history.positions().iter().rev().enumerate().skip(from);
        positions.into_iter().find(|(_, position)| chooses(position)).map_or(0, |(count, _)| count)
    }

    /// Redoes a move that was taken back, and the answer of a computer.
    pub fn redo(&mut self, now: Instant) {
        if self.redo.is_empty() {
            return self.say("Nothing to redo.");
        }
        let person = self.settings.lone_human();
        self.ended = None;
        let mut count = 0;
        while let Some(mv) = self.redo.pop() {
            if self.history.play(mv).is_err() {
                self.redo.clear();
                break;
            }
            count += 1;
            if person.is_none_or(|person| self.to_move() == person) {
                break;
            }
        }
        self.message.clear();
        self.begin_turn(now);
        if self.ending().is_none() {
            let moves = if count == 1 { "one move".to_owned() } else { format!("{count} moves") };
            self.say(format!("Redid {moves}."));
        }
        self.keep();
    }

    /// Returns the side that would resign: that of the only person, or the side to move.
    pub fn who_would_resign(&self) -> Side {
        self.settings.lone_human().unwrap_or_else(|| self.to_move())
    }

    /// Resigns.
    pub fn resign(&mut self, now: Instant) {
        if self.ending().is_some() {
            return self.say("The game is over.");
        }
        let side = self.who_would_resign();
        let name = self.info().side_name(side);
        self.end(Outcome::Win(side.other()), format!("{name} resigned"), now);
    }

    fn end(&mut self, outcome: Outcome, reason: String, now: Instant) {
        self.ended = Some(Ending::new(outcome, reason));
        self.begin_turn(now);
        self.keep();
    }

    /// Starts the same game with the sides exchanged, or against another level.
    #[must_use]
    pub fn rematch(&self, level: Option<Level>, now: Instant) -> Self {
        let mut settings = self.settings.clone();
        if let (Some(level), Some((side, _))) = (level, self.level_of_opponent()) {
            settings.players[side.index()] = Player::Level(level);
        }
        settings.players.reverse();
        settings.random_seed = settings.random_seed.wrapping_add(1);
        let mut session = Self::new(settings, self.store.clone(), now);
        session.flipped = self.flipped;
        session.say(match level {
            Some(level) => {
                format!("New game against level {level}, {}, with sides exchanged.", level.word())
            }
            None => "New game with sides exchanged.".to_owned(),
        });
        session
    }
}
