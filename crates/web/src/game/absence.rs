//! Players who leave a game with a live clock: after a fair time the opponent may claim the result.

use std::time::Duration;

use cairn_app::{Millis, TimeControl, millis};
use cairn_games::{Outcome, Side};

use super::action::{ActionContext, ActionResult, Effect};
use super::live_game::{LiveGame, Status};
use super::seats::Seating;
use crate::problem::Problem;

/// Number of moves whose increments count towards the length of a game.
const MOVES: u32 = 40;
/// Share of a player's time that may be spent away.
const SHARE: u32 = 10;
/// Shortest and longest time after which the result can be claimed. Loading a page again or changing
/// the network takes some seconds, starting a router again about a minute.
const BOUNDS: (Duration, Duration) = (Duration::from_secs(20), Duration::from_secs(120));

/// Returns the time after which a game can be claimed from a player who has left: a tenth of a
/// player's time for the game, at least 20 seconds and at most two minutes. Without a live clock there is none.
pub(crate) fn absence_limit(time: TimeControl) -> Option<Millis> {
    let TimeControl::Fischer { base, increment } = time else {
        return None;
    };
    let share = (base + increment * MOVES) / SHARE;
    Some(millis(share.clamp(BOUNDS.0, BOUNDS.1)))
}

impl LiveGame {
    /// Ends a game whose other player has left it, at a time, as a win or a draw.
    pub(super) fn claim_result(
        &mut self,
        by: &ActionContext,
        side: Side,
        (outcome, gone): (Outcome, Option<Millis>),
        now: Millis,
    ) -> ActionResult {
        let absent = side.other();
        let reason = self.departure(absent);
        if by.is_repeatable() && self.ending.as_ref().is_some_and(|end| end.reason == reason) {
            return Ok(Effect::Nothing);
        }
        if self.status != Status::Playing {
            return Err(self.not_playing());
        }
        let limit = absence_limit(self.time).filter(|_| self.seating() == Seating::People);
        let Some(limit) = limit else {
            let message = "Only games between two people with a live clock can be claimed.";
            return Err(Problem::conflict("no_claim", message));
        };
        if !self.has_begun() {
            return Err(
                Problem::conflict("no_claim", "The game has not begun.").hint("You can abort it.")
            );
        }
        let name = self.side_name(absent);
        let Some(gone) = gone else {
            return Err(Problem::conflict(
                "no_claim",
                format!("{name} does not seem to have left."),
            ));
        };
        // Whoever moves is there, whatever connections say.
        let claimable = gone.max(self.last_move_of(absent).unwrap_or(gone)) + limit;
        if now < claimable {
            let seconds = (claimable - now).div_euclid(1000) + 1;
            return Err(Problem::conflict("too_early", format!("{name} may come back."))
                .hint(format!("You can claim the game in {seconds} seconds.")));
        }
        self.finish(outcome, reason, now);
        Ok(Effect::Changed)
    }

    /// Reason of a game whose player has left it.
    fn departure(&self, side: Side) -> String {
        format!("{} left the game", self.side_name(side))
    }

    /// Returns the time of the last move of a side.
    fn last_move_of(&self, side: Side) -> Option<Millis> {
        let before = &self.history.positions()[..self.ply()];
        let last = before.iter().rposition(|position| position.to_move() == side)?;
        Some(self.moves[last].at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::read_time_control;

    #[test]
    fn the_time_away_depends_on_the_time_control() {
        let limit = |text| absence_limit(read_time_control(text).unwrap());
        assert_eq!(limit("60+0"), Some(20_000));
        assert_eq!(limit("300+3"), Some(42_000));
        assert_eq!(limit("600+5"), Some(80_000));
        assert_eq!(limit("3600+30"), Some(120_000));
        assert_eq!((limit("none"), limit("3d")), (None, None));
    }
}
