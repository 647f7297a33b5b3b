//! What is certain about a position of Nava without looking ahead.

use super::position::Nava;
use crate::game::Game;
use crate::insight::Certainty;
use crate::side::Side;

impl Certainty for Nava {
    /// A turn lays down one cube at most and takes one stack at most. The other side can
    /// help: by putting its stacks together it has one fewer after each of its turns.
    #[inline]
    fn turns_to_win(&self, side: Side) -> u32 {
        let other = side.other();
        let stacks = self.stacks_of(other).count_ones();
        let until_none_is_left =
            if self.to_move() == side { stacks / 2 + 1 } else { stacks.div_ceil(2) };
        self.cubes_in_hand(side).min(until_none_is_left)
    }
}
