//! Bounds on the value of positions of Nava.

use cairn_games::nava::Nava;
use cairn_games::{Game, Side};

use crate::games::{ProofBounds, WholePosition};

impl ProofBounds for Nava {
    type Margin = WholePosition<Self>;

    const PUZZLES: Option<&'static str> = Some(include_str!("../../../data/puzzles/nava.txt"));

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
