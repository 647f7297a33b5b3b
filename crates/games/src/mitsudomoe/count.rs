//! Counting turns without generating them.
//!
//! A ring step changes no more than two spaces, so the ball steps that follow need not
//! be counted for each ring step by itself: ring steps that have the same effect are
//! counted together.

use super::geometry::NEIGHBOURS;
use super::position::Mitsudomoe;
use super::steps::{BallSteps, Spaces};
use super::{goal, relocation};
use crate::bitboard::ones;
use crate::game::Game;

impl<const SINGLE: bool> Mitsudomoe<SINGLE> {
    /// Whether the player to move can take a turn, if nothing has decided the game.
    #[inline]
    pub(super) fn has_turn(&self) -> bool {
        self.has_plain_turn() || self.count_turns() > 0
    }

    /// Whether there is a turn of the usual kind, which is quick to see: some ring can be
    /// laid, and in the published game a ball can walk onto it.
    #[inline]
    fn has_plain_turn(&self) -> bool {
        let side = self.to_move();
        let has_supply = self.supply_of(side) > 0;
        let exposed = self.exposed_rings_of(side);
        if SINGLE {
            return has_supply || exposed != 0;
        }
        let movable = ones((self.balls_of(side) & !goal(side)).into());
        let around = movable.fold(0, |reach, from| reach | NEIGHBOURS[from]);
        let reach = around & !self.all_balls();
        // A ring on the board must move to another space, so the only exposed ring does not
        // help a ball to the only space that it can reach if it already lies there.
        let has_other_ring = exposed != 0 && (exposed != reach || !exposed.is_power_of_two());
        reach != 0 && (has_supply || has_other_ring)
    }

    /// Number of turns, if nothing has decided the game.
    #[inline]
    pub(super) fn count_turns(&self) -> u64 {
        let spaces = Spaces::of(self);
        let ball_steps = BallSteps::of(self);
        let has_supply = self.supply_of(self.to_move()) > 0;
        if SINGLE {
            let free = u64::from(spaces.all().count_ones());
            let exposed = u64::from(spaces.mine.count_ones());
            let from_supply = if has_supply { free } else { 0 };
            let balls = ball_steps.count_onto(spaces.mine, spaces.theirs.count_ones());
            return from_supply + exposed * (free - 1) + balls;
        }
        let mut count = 0;
        if has_supply {
            count += count_with_ring_in_hand(&ball_steps, spaces, spaces.all());
        }
        for from in ones(spaces.mine.into()) {
            let lifted = spaces.without_ring(self, from);
            count += count_with_ring_in_hand(&ball_steps, lifted, spaces.all() & !(1 << from));
        }
        count
    }
}

/// Number of ways to put a ring on one of the `targets` and then move a ball.
#[inline]
fn count_with_ring_in_hand(ball_steps: &BallSteps, spaces: Spaces, targets: u32) -> u64 {
    let Spaces { mine, theirs, bare } = spaces;
    let ring_count = |set: u32| u64::from((set & targets).count_ones());
    // A ring on an own one changes nothing; on a bare space it is one more to go to.
    let exposed = theirs.count_ones();
    let mut count = ring_count(mine | bare) * ball_steps.count_onto(mine, exposed)
        + ball_steps.count_onto(bare & targets, exposed);
    // On an opponent's ring it also takes a place for relocated balls away.
    if theirs & targets != 0 {
        count += ring_count(theirs) * ball_steps.count_onto(mine, exposed - 1)
            + ball_steps.count_onto(theirs & targets, exposed - 1);
    }
    count
}

impl BallSteps {
    /// Number of ball steps that end on these spaces, if all of them have a ring of the player
    /// and the opponent has `exposed` exposed rings.
    #[inline]
    fn count_onto(&self, spaces: u32, exposed: u32) -> u64 {
        let walks: u32 = self.walks().iter().map(|around| (around & spaces).count_ones()).sum();
        let vaults = self.vaults().iter().filter(|vault| spaces >> vault.to & 1 != 0);
        let ways = |passed: u32| {
            u64::from(relocation::WAYS[passed.count_ones() as usize][exposed as usize])
        };
        u64::from(walks) + vaults.map(|vault| ways(vault.passed)).sum::<u64>()
    }
}
