//! Which turns of Mitsudomoe to look at first.

use super::features::to_goal;
use super::moves::{BallStep, MitsudomoeMove, RingStep};
use super::position::Mitsudomoe;
use crate::bits::ones;
use crate::game::Game;
use crate::insight::Hints;

impl<const SEED: bool> Hints for Mitsudomoe<SEED> {
    /// Turns by how far the ball gets and the opponent's balls are sent back, then by
    /// rings that cover a ring of the opponent.
    #[inline]
    fn hint(&self, mv: MitsudomoeMove) -> i32 {
        const STEP: i32 = 16;

        let ball = mv.ball().map_or(0, |step| self.progress(step));
        let ring = mv.ring().map_or(0, |step| self.ring_use(step));
        STEP * ball + ring
    }
}

impl<const SEED: bool> Mitsudomoe<SEED> {
    /// How many spaces a ball step wins in the race.
    #[inline]
    fn progress(&self, step: BallStep) -> i32 {
        let side = self.to_move();
        let mut progress = to_goal(side, step.from) as i32 - to_goal(side, step.to) as i32;
        if step.relocated != 0 {
            let way = |balls: u32| {
                ones(balls.into()).map(|cell| to_goal(!side, cell) as i32).sum::<i32>()
            };
            progress += way(step.relocated) - way(self.passed_over(step.from, step.to));
        }
        progress
    }

    /// What a ring step does besides making a ball step possible.
    #[inline]
    fn ring_use(&self, step: RingStep) -> i32 {
        const COVERS: i32 = 6;
        const NEARER: i32 = 1;

        let opponent = self.to_move().other();
        let covers = self.exposed_rings_of(opponent) >> step.to & 1 == 1;
        // A ring near the own goal is of use for longer, one near the opponent's is in
        // the way for longer.
        let place = NEARER * (4 - to_goal(self.to_move(), step.to) as i32);
        if covers { COVERS + 4 - to_goal(opponent, step.to) as i32 } else { place }
    }
}
