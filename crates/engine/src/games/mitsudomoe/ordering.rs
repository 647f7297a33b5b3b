//! Move ordering in Mitsudomoe.

use cairn_games::Game;
use cairn_games::bitboard::ones;
use cairn_games::mitsudomoe::{BallStep, Mitsudomoe, MitsudomoeMove, RingStep};

use super::features::to_goal;
use crate::games::MoveOrdering;

impl<const SINGLE: bool> MoveOrdering for Mitsudomoe<SINGLE> {
    /// Turns by how far the ball gets and the opponent's balls are sent back, then by
    /// rings that cover a ring of the opponent.
    #[inline]
    fn ordering_score(&self, mv: MitsudomoeMove) -> i32 {
        const STEP: i32 = 16;

        let ball = mv.ball().map_or(0, |step| progress(self, step));
        let ring = mv.ring().map_or(0, |step| ring_use(self, step));
        STEP * ball + ring
    }
}

/// Returns the number of spaces that a ball step wins in the race.
#[inline]
fn progress<const SINGLE: bool>(position: &Mitsudomoe<SINGLE>, step: BallStep) -> i32 {
    let side = position.to_move();
    let mut progress = to_goal(side, step.from) as i32 - to_goal(side, step.to) as i32;
    if step.relocated != 0 {
        let way =
            |balls: u32| ones(balls.into()).map(|cell| to_goal(!side, cell) as i32).sum::<i32>();
        progress += way(step.relocated) - way(position.passed_over(step.from, step.to));
    }
    progress
}

/// Returns the ordering score of a ring step apart from the ball step it makes possible.
#[inline]
fn ring_use<const SINGLE: bool>(position: &Mitsudomoe<SINGLE>, step: RingStep) -> i32 {
    const COVERS: i32 = 6;
    const NEARER: i32 = 1;

    let opponent = position.to_move().other();
    let covers = position.exposed_rings_of(opponent) >> step.to & 1 == 1;
    // A ring near the own goal is of use for longer, one near the opponent's is in
    // the way for longer.
    let place = NEARER * (4 - to_goal(position.to_move(), step.to) as i32);
    if covers { COVERS + 4 - to_goal(opponent, step.to) as i32 } else { place }
}
