//! What is certain about a position of Mitsudomoe without looking ahead.

use std::ops::ControlFlow;

use super::geometry::{BEYOND, NEIGHBOURS};
use super::moves::MitsudomoeMove;
use super::position::Mitsudomoe;
use super::{CELLS, goal};
use crate::bits::ones;
use crate::game::Game;
use crate::insight::{Certainty, Verdict};
use crate::side::{Outcome, Side};

impl<const SEED: bool> Certainty for Mitsudomoe<SEED> {
    /// The seed's game is decided by [the theorem](Certainty::theorem), usually at once.
    const PROVES_FIRST: bool = SEED;

    fn proof_share(&self) -> u32 {
        if SEED { 50 } else { 0 }
    }

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

    /// Most positions are seen to have none without visiting a single turn.
    fn winning_move(&self) -> Option<MitsudomoeMove> {
        let side = self.to_move();
        if self.movable_balls_of(side).count_ones() > 1 && self.leaves_a_turn() {
            return None;
        }
        let found = self.visit_moves(|mv| match self.after(mv).outcome() {
            Some(Outcome::Win(winner)) if winner == side => ControlFlow::Break(mv),
            _ => ControlFlow::Continue(()),
        });
        found.break_value()
    }
}

impl<const SEED: bool> Mitsudomoe<SEED> {
    /// The balls that have not arrived, as bits.
    #[inline]
    fn movable_balls_of(&self, side: Side) -> u32 {
        self.balls_of(side) & !goal(side)
    }

    /// Whether the other side surely has a turn after whatever the mover does. If not,
    /// it may still have one.
    ///
    /// A turn that passes over none of the other side's balls covers one of its rings at
    /// most and takes one space from its balls at most. A ring from supply, or one more
    /// ring that is exposed, and two more spaces (one of them may be where the ring lies)
    /// are then enough for a ring and a step onto it.
    fn leaves_a_turn(&self) -> bool {
        let other = self.to_move().other();
        let balls = ones(self.movable_balls_of(other).into());
        let around = balls.fold(0, |around, cell| around | NEIGHBOURS[cell]);
        let free = around & !self.all_balls();
        let has_ring = self.supply_of(other) > 0 || self.exposed_rings_of(other).count_ones() >= 2;
        has_ring && free.count_ones() >= 3 && !self.may_vault()
    }

    /// Whether a ball of the mover has a line of balls next to it with one of the other
    /// side's.
    fn may_vault(&self) -> bool {
        let side = self.to_move();
        ones(self.movable_balls_of(side).into()).any(|from| {
            let beside = NEIGHBOURS[from] & self.all_balls();
            ones(beside.into()).any(|next| self.line_has_ball_of(side.other(), from, next))
        })
    }

    /// Whether the unbroken line of balls from `next` on, as seen from the space before
    /// it, has a ball of this side.
    fn line_has_ball_of(&self, side: Side, mut before: usize, mut next: usize) -> bool {
        while next < CELLS && self.all_balls() >> next & 1 == 1 {
            if self.balls_of(side) >> next & 1 == 1 {
                return true;
            }
            (before, next) = (next, BEYOND[before][next].into());
        }
        false
    }
}
