//! Making moves.

use cairn_app::{Millis, TimeControl};
use cairn_games::{AnyMove, Outcome};

use super::action::{ActionContext, ActionResult, Effect};
use super::live_game::{LiveGame, MadeMove, Status};
use crate::problem::Problem;

/// Number of moves after which a game without a result is a draw, so that every game ends.
const MAX_PLIES: usize = if cfg!(test) { 12 } else { 2_000 };

impl LiveGame {
    /// A person makes a move. It carries its number, so that sending it twice makes it
    /// once, and a move meant for another position is never made in this one.
    pub(super) fn player_move(
        &mut self,
        by: &ActionContext,
        ply: usize,
        text: &str,
        now: Millis,
    ) -> ActionResult {
        let sides = self.sides_of(&by.keys);
        if sides.is_empty() {
            return Err(Problem::forbidden("no_seat", "You have no seat in this game."));
        }
        if ply < self.ply() {
            return self.repeated_move(by, ply, text);
        }
        if self.status != Status::Playing {
            return Err(self.not_playing());
        }
        if ply > self.ply() {
            let made = self.ply();
            return Err(Problem::conflict(
                "wrong_ply",
                format!("Only {made} moves have been made."),
            )
            .hint("Reload the game."));
        }
        let to_move = self.to_move();
        if !sides.contains(&to_move) || by.side.is_some_and(|side| side != to_move) {
            let name = self.side_name(to_move);
            return Err(Problem::conflict("not_your_turn", format!("It is {name}'s turn.")));
        }
        let mv = cairn_legacy::read_any_move(self.history.position(), text)?;
        self.make_move(mv, by.lag, now)
    }

    /// A move whose number has been made: fine if it is the same move by the same player.
    fn repeated_move(&self, by: &ActionContext, ply: usize, text: &str) -> ActionResult {
        let position = &self.history.positions()[ply];
        let same = cairn_legacy::read_any_move(position, text)
            .is_ok_and(|mv| mv == self.history.moves()[ply]);
        if same && self.seat(position.to_move()).opens(&by.keys) {
            return Ok(Effect::Nothing);
        }
        let made = &self.moves[ply].text;
        let message = format!("Move {} has already been made: {made}.", ply + 1);
        Err(Problem::conflict("wrong_ply", message).hint("Reload the game."))
    }

    /// The computer makes a move, unless something has happened since it was asked.
    pub(super) fn computer_move(
        &mut self,
        revision: i64,
        mv: AnyMove,
        now: Millis,
    ) -> ActionResult {
        if revision != self.revision || self.computer_to_move().is_none() {
            return Ok(Effect::Nothing);
        }
        self.make_move(mv, 0, now)
    }

    /// Returns the compensation for the lag of the player to move, if the move were made now.
    pub(crate) fn lag_credit(&self, lag: Millis, now: Millis) -> Millis {
        let (mover, running) = (self.to_move(), self.clock.and_then(|clock| clock.running()));
        match (self.time, running) {
            (TimeControl::Fischer { .. }, Some((side, since))) if side == mover => {
                self.lag[mover.index()].credit(lag, now - since)
            }
            _ => 0,
        }
    }

    fn make_move(&mut self, mv: AnyMove, lag: Millis, now: Millis) -> ActionResult {
        let mover = self.to_move();
        let credit = self.lag_credit(lag, now);
        let text = self.history.position().write_move(mv)?;
        self.history.play(mv)?;
        if let Some(clock) = &mut self.clock {
            clock.press(mover, now - credit);
        }
        self.lag[mover.index()] = self.lag[mover.index()].after(credit);
        let clock = self.time_left(mover, now);
        self.moves.push(MadeMove { text, at: now, clock });
        self.start_clock(now);
        self.offers = super::Offers::default();
        self.computer_failed = false;
        if let Some(ending) = self.history.ending() {
            self.finish(ending.outcome, ending.reason, now);
        } else if self.ply() >= MAX_PLIES {
            let reason = format!("no result after {MAX_PLIES} moves");
            self.finish(Outcome::Draw, reason, now);
        }
        Ok(Effect::Changed)
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;
    use crate::game::{Action, NewLiveGame, Occupant, OfferKind, Seat, SeatKey};
    use crate::ids::Token;

    /// Returns a game on one device, and the means to act in it.
    fn game_at_one_screen() -> (LiveGame, ActionContext) {
        let token = Token::random();
        let mut seat = Seat::new(Occupant::Person);
        seat.keys.push(SeatKey::device(token.hash(), None, 0));
        let new = NewLiveGame {
            start: GameId::named("glaisher").unwrap().start(),
            seed: None,
            seats: [seat.clone(), seat],
            time: TimeControl::Unlimited,
            listed: false,
            previous: None,
        };
        let context = ActionContext { keys: vec![token.hash()], ..ActionContext::default() };
        (LiveGame::new(new, 0), context)
    }

    fn make_any_move(game: &mut LiveGame, by: &ActionContext) {
        let text = game.history.position().move_texts().swap_remove(0);
        game.act(by, &Action::Move { ply: game.ply(), text }, 0).unwrap();
    }

    #[test]
    fn a_game_without_a_result_is_a_draw_at_last() {
        let (mut game, by) = game_at_one_screen();
        for _ in 0..MAX_PLIES {
            assert_eq!(game.status, Status::Playing);
            make_any_move(&mut game, &by);
        }
        assert_eq!(game.ending.unwrap().outcome, Outcome::Draw);
        assert_eq!(game.moves.len(), MAX_PLIES);
    }

    #[test]
    fn measured_lag_is_made_up_for() {
        let (mut game, mut by) = game_at_one_screen();
        game.time = "60+0".parse().unwrap();
        game.clock = cairn_app::Clock::new(game.time);
        let mut make = |game: &mut LiveGame, lag, now| {
            let text = game.history.position().move_texts().swap_remove(0);
            by.lag = lag;
            game.act(&by, &Action::Move { ply: game.ply(), text }, now)
        };
        make(&mut game, 200, 0).unwrap();
        make(&mut game, 200, 0).unwrap();
        let left = |game: &LiveGame, side| game.clock.unwrap().stored()[side];
        make(&mut game, 120, 5_000).unwrap();
        assert_eq!(left(&game, 0), 60_000 - 5_000 + 120);
        make(&mut game, 9_000, 15_000).unwrap();
        assert_eq!(left(&game, 1), 60_000 - 10_000 + 250, "at most a quarter of a second");
        make(&mut game, 200, 15_050).unwrap();
        assert_eq!(left(&game, 0), 55_120, "no move takes less than no time");
        // The flag falls later by what is made up for, and by no more.
        let deadline = game.deadline().unwrap();
        let mut late = game.clone();
        make(&mut late, 100, deadline + 100).unwrap_err();
        make(&mut game, 100, deadline + 99).unwrap();
        assert_eq!(left(&game, 1), 1);
    }

    #[test]
    fn take_backs_are_limited() {
        let (mut game, by) = game_at_one_screen();
        let take_back = Action::Offer(OfferKind::TakeBack);
        let mut count = 0;
        let refused = loop {
            make_any_move(&mut game, &by);
            match game.act(&by, &take_back, 0) {
                Ok(_) => count += 1,
                Err(problem) => break problem,
            }
        };
        assert_eq!((refused.code, refused.status.as_u16()), ("too_many_changes", 409));
        assert!((5..=10).contains(&count), "{count}");
        make_any_move(&mut game, &by);
        assert_eq!(game.ply(), 2, "the game goes on");
    }
}
