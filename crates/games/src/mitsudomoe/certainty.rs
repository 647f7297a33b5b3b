//! What is certain about a position of Mitsudomoe without looking ahead.

use super::goal;
use super::position::Mitsudomoe;
use crate::game::Game;
use crate::insight::{Certainty, Verdict};

impl<const SEED: bool> Certainty for Mitsudomoe<SEED> {
    /// If a turn is one step only, the side to move loses when it has no exposed ring and
    /// no more rings in supply than the other side.
    ///
    /// Without an exposed ring no ball can move, and no ring but one from supply.
    /// The other side covers that ring with one of its own, and again the mover has no
    /// exposed ring, and both have one ring fewer in supply. When there are none left,
    /// the mover can do nothing. Balls do not move meanwhile, so nobody arrives.
    fn theorem(&self) -> Option<(Verdict, u32)> {
        let (mover, other) = (self.to_move(), self.to_move().other());
        let is_stuck = self.exposed_rings_of(mover) == 0;
        let is_covered = self.supply_of(other) >= self.supply_of(mover);
        // A ball that the other side has relocated to the last goal space wins by any turn.
        let has_arrived = self.balls_of(mover) & !goal(mover) == 0;
        (SEED && is_stuck && is_covered && !has_arrived)
            .then(|| (Verdict::Loss, 2 * self.supply_of(mover)))
    }
}
