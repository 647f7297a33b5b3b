//! Bounds on the value of positions of Mitsudomoe.

use std::ops::ControlFlow;

use cairn_games::bitboard::ones;
use cairn_games::mitsudomoe::geometry::{beyond, neighbours};
use cairn_games::mitsudomoe::{Mitsudomoe, MitsudomoeMove, goal};
use cairn_games::{Game, GameMove, Outcome, Side};

use crate::games::{ProofBounds, Wdl, WholePosition};

impl<const SINGLE: bool> ProofBounds for Mitsudomoe<SINGLE> {
    type Margin = WholePosition<Self>;

    const PUZZLES: Option<&'static str> =
        if SINGLE { None } else { Some(include_str!("../../../data/puzzles/mitsudomoe.txt")) };

    /// The game with one action per turn is decided by [the theorem](ProofBounds::theorem), usually at once.
    const PROVES_FIRST: bool = SINGLE;

    fn proof_share(&self, _threads: usize) -> u32 {
        if SINGLE { 50 } else { 0 }
    }

    /// If a turn is one step only, the side to move loses when it has no exposed ring and
    /// no more rings in supply than the other side.
    ///
    /// Without an exposed ring no ball can move, and no ring but one from supply.
    /// The other side covers that ring with one of its own, and again the mover has no
    /// exposed ring, and both have one ring fewer in supply. When there are none left,
    /// the mover can do nothing. Balls do not move meanwhile, so nobody arrives.
    fn theorem(&self) -> Option<(Wdl, u32)> {
        let (mover, other) = (self.to_move(), self.to_move().other());
        let is_stuck = self.exposed_rings_of(mover) == 0;
        let is_covered = self.supply_of(other) >= self.supply_of(mover);
        // A ball that the other side has relocated to the last goal space wins by any turn.
        let has_arrived = self.balls_of(mover) & !goal(mover) == 0;
        (SINGLE && is_stuck && is_covered && !has_arrived)
            .then(|| (Wdl::Loss, 2 * self.supply_of(mover)))
    }

    /// Most positions are seen to have none without visiting a single turn.
    fn winning_move(&self) -> Option<MitsudomoeMove> {
        let side = self.to_move();
        if movable_balls_of(self, side).count_ones() > 1 && leaves_a_turn(self) {
            return None;
        }
        let found = self.visit_moves(|mv| match self.after(mv).outcome() {
            Some(Outcome::Win(winner)) if winner == side => ControlFlow::Break(mv),
            _ => ControlFlow::Continue(()),
        });
        found.break_value()
    }

    /// The ring step and the ball step. Where vaulted balls end up is part of the ball step.
    fn turn_parts(&self, mv: MitsudomoeMove) -> Vec<u64> {
        let (Some(ring), Some(ball)) = (mv.ring(), mv.ball()) else { return vec![mv.to_bits()] };
        let ring_from = ring.from.map_or(0, |from| from + 1);
        vec![
            (ring_from * 64 + ring.to) as u64,
            ((ball.from * 64 + ball.to) as u64) << 32 | u64::from(ball.relocated),
        ]
    }
}

/// Bitboard of the balls that have not arrived.
#[inline]
fn movable_balls_of<const SINGLE: bool>(position: &Mitsudomoe<SINGLE>, side: Side) -> u32 {
    position.balls_of(side) & !goal(side)
}

/// Whether the other side surely has a turn after whatever the mover does. If not,
/// it may still have one.
///
/// A turn that passes over none of the other side's balls covers one of its rings at
/// most and takes one space from its balls at most. A ring from supply, or one more
/// ring that is exposed, and two more spaces (one of them may be where the ring lies)
/// are then enough for a ring and a step onto it.
fn leaves_a_turn<const SINGLE: bool>(position: &Mitsudomoe<SINGLE>) -> bool {
    let other = position.to_move().other();
    let balls = ones(movable_balls_of(position, other).into());
    let around = balls.fold(0, |around, cell| around | neighbours(cell));
    let free = around & !position.all_balls();
    let has_ring =
        position.supply_of(other) > 0 || position.exposed_rings_of(other).count_ones() >= 2;
    has_ring && free.count_ones() >= 3 && !may_vault(position)
}

/// Whether a ball of the mover has a line of balls next to it with one of the other
/// side's.
fn may_vault<const SINGLE: bool>(position: &Mitsudomoe<SINGLE>) -> bool {
    let side = position.to_move();
    ones(movable_balls_of(position, side).into()).any(|from| {
        let beside = neighbours(from) & position.all_balls();
        ones(beside.into()).any(|next| line_has_ball_of(position, side.other(), from, next))
    })
}

/// Whether the unbroken line of balls from `next` on, as seen from the space before
/// it, has a ball of this side.
fn line_has_ball_of<const SINGLE: bool>(
    position: &Mitsudomoe<SINGLE>,
    side: Side,
    mut before: usize,
    mut next: usize,
) -> bool {
    while position.all_balls() >> next & 1 == 1 {
        if position.balls_of(side) >> next & 1 == 1 {
            return true;
        }
        match beyond(before, next) {
            Some(after) => (before, next) = (next, after),
            None => return false,
        }
    }
    false
}
