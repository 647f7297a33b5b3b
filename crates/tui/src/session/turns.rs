//! Whose turn it is, and what happens in it.

use std::time::{Duration, Instant};

use cairn_engine::EngineOptions;
use cairn_games::{AnyMove, Ending, Outcome, Side};

use super::{SPEEDS, Session};
use crate::choosing::Choosing;
use crate::worker::{News, Question};

impl Session {
    /// Makes a move, of a person or of a computer.
    pub fn play(&mut self, mv: AnyMove, now: Instant) {
        let side = self.to_move();
        if let Err(why) = self.history.play(mv) {
            return self.say(format!("not allowed: {why}"));
        }
        // Playing what was taken back goes on with it; anything else is a new game.
        if self.redo.pop() != Some(mv) {
            self.redo.clear();
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.moved(side, now);
        }
        self.begin_turn(now);
        self.keep();
    }

    /// Gets ready for whoever is to move now.
    pub(super) fn begin_turn(&mut self, now: Instant) {
        self.players.cancel();
        self.study.position_changed();
        let over = self.ending().is_some();
        let human = self.set_up.is_human(self.to_move());
        self.choosing = (human && !over).then(|| Choosing::new(self.history.position()));
        self.next_move_at = Some(
            now + if self.history.moves().is_empty() {
                Duration::ZERO
            } else {
                self.pause_between_moves()
            },
        );
        self.point_at_an_option();
        if let Some(message) = self.ending_text() {
            self.say(message);
        }
        self.run_clocks(now);
    }

    fn run_clocks(&mut self, now: Instant) {
        let running = (self.ending().is_none() && !self.paused).then(|| self.to_move());
        if let Some(clocks) = &mut self.clocks {
            clocks.run(running, now);
        }
    }

    /// Lets time pass: takes what thinkers have found, lets computers begin to think, and
    /// looks at the clocks. Says whether there is something new to be seen.
    pub fn tick(&mut self, now: Instant) -> bool {
        let mut changed = self.take_news(now);
        if let Some(side) = self.clocks.as_ref().and_then(|clocks| clocks.out_of_time(now)) {
            let name = self.info().side_name(side);
            self.end(Outcome::Win(side.other()), format!("{name} ran out of time"), now);
            changed = true;
        }
        changed |= self.tick_study();
        changed | self.let_computer_begin(now)
    }

    fn take_news(&mut self, now: Instant) -> bool {
        let mut changed = false;
        while let Some(news) = self.players.poll() {
            changed = true;
            self.take(news, now);
        }
        changed
    }

    fn take(&mut self, news: News, now: Instant) {
        match news {
            News::Watch(_) => {}
            News::Done(Ok(report)) => self.play(report.best_move(), now),
            News::Done(Err(why)) => {
                self.paused = true;
                self.run_clocks(now);
                self.say(format!("{why}. Space tries again."));
            }
        }
    }

    /// Waits until the computer whose turn it is has moved or given up, for programs
    /// without a screen to keep alive. Returns at once if it is nobody's turn.
    pub fn wait_for_computer(&mut self, now: impl Fn() -> Instant) {
        self.next_move_at = None;
        self.let_computer_begin(now());
        while self.players.busy_since().is_some() {
            if let Some(news) = self.players.wait(Duration::from_secs(1)) {
                self.take(news, now());
            }
            if let Some(side) = self.clocks.as_ref().and_then(|clocks| clocks.out_of_time(now())) {
                let name = self.info().side_name(side);
                self.end(Outcome::Win(side.other()), format!("{name} ran out of time"), now());
            }
        }
    }

    /// Whether a computer is to move and nothing holds it back.
    #[must_use]
    pub fn is_computers_turn(&self) -> bool {
        !self.set_up.is_human(self.to_move()) && self.ending().is_none()
    }

    fn let_computer_begin(&mut self, now: Instant) -> bool {
        let wait = self.set_up.is_a_show() && self.next_move_at.is_some_and(|at| now < at);
        let idle = self.players.busy_since().is_none();
        if !self.is_computers_turn() || self.paused || wait || !idle {
            return false;
        }
        let side = self.to_move();
        let clock = self.clocks.as_ref().map(|clocks| clocks.clock(side, now));
        self.players.ask(Question {
            player: self.set_up.player(side).clone(),
            seat: side.index(),
            // Two computers of one kind would otherwise share their luck.
            options: EngineOptions {
                seed: self.set_up.chance.wrapping_mul(2).wrapping_add(side.index() as u64),
                ..EngineOptions::default()
            },
            history: self.history.clone(),
            limits: self.set_up.limits(side, clock),
        });
        true
    }

    /// Lets the computer answer with what it has found so far.
    pub fn hurry(&mut self) {
        if self.players.busy_since().is_some() {
            self.players.hurry();
            self.say("The computer moves now.");
        }
    }

    /// Holds two computers, or lets them go on.
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

    /// Makes the pauses between the moves of two computers shorter or longer.
    pub fn change_speed(&mut self, faster: bool) {
        self.speed = if faster {
            (self.speed + 1).min(SPEEDS.len() - 1)
        } else {
            self.speed.saturating_sub(1)
        };
        let pause = self.pause_between_moves().as_secs_f64();
        self.say(format!("A pause of {pause} s after each move."));
    }

    /// Takes a step of the turn back, otherwise a move; against a computer, its answer as
    /// well, so that it is the person's turn again.
    pub fn undo(&mut self, now: Instant) {
        if self.choosing.as_ref().is_some_and(|choosing| !choosing.picks().is_empty()) {
            if let Some(choosing) = &mut self.choosing {
                choosing.clear();
            }
            return self.say("The turn begins again.");
        }
        let resigned = self.ended.take().is_some();
        let wanted = self.set_up.lone_human();
        let count = self.moves_to_take_back(resigned, wanted);
        if count == 0 && !resigned {
            return self.say("There is no move to take back.");
        }
        for _ in 0..count {
            self.redo.extend(self.history.undo());
        }
        if self.set_up.is_a_show() {
            self.paused = true;
        }
        self.message.clear();
        self.begin_turn(now);
        self.say(match count {
            0 => "The game goes on.".to_owned(),
            1 => "Took back one move. r makes it again.".to_owned(),
            _ => format!("Took back {count} moves, yours and the answer. r makes them again."),
        });
        self.keep();
    }

    /// How many moves have to go so that somebody can choose anew.
    fn moves_to_take_back(&self, resigned: bool, person: Option<Side>) -> usize {
        let made = self.history.moves().len();
        let Some(person) = person else {
            return if resigned { 0 } else { made.min(1) };
        };
        let sides = self.history.positions().iter().map(|position| position.to_move());
        let from = if resigned { 0 } else { 1 };
        let back = sides.rev().enumerate().skip(from).find(|(_, side)| *side == person);
        back.map_or(0, |(count, _)| count)
    }

    /// Makes the move again that was taken back, and against a computer its answer.
    pub fn redo(&mut self, now: Instant) {
        if self.redo.is_empty() {
            return self.say("There is no move to make again.");
        }
        let person = self.set_up.lone_human();
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
            self.say(format!("Made {moves} again."));
        }
        self.keep();
    }

    /// Who would resign: the only person, or whoever is to move.
    #[must_use]
    pub fn who_would_resign(&self) -> Side {
        self.set_up.lone_human().unwrap_or_else(|| self.to_move())
    }

    /// Gives the game up.
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

    /// The same game again, with the sides exchanged.
    #[must_use]
    pub fn rematch(&self, now: Instant) -> Self {
        let mut set_up = self.set_up.clone();
        set_up.players.reverse();
        set_up.chance = set_up.chance.wrapping_add(1);
        let mut session = Self::new(set_up, self.store.clone(), now);
        session.flipped = self.flipped;
        session.say("A new game, with the sides exchanged.");
        session
    }
}
