//! Move ordering in Greener.

use cairn_games::Game;
use cairn_games::greener::{Greener, GreenerMove};

use crate::games::MoveOrdering;

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> MoveOrdering
    for Greener<COLS, ROWS, CELLS>
{
    /// Captures of the opponent's stacks with most greens, then of green stacks, and own
    /// stacks last.
    #[inline]
    fn ordering_score(&self, mv: GreenerMove) -> i32 {
        /// More than the greens of any stack.
        const OPPONENTS_STACK: i32 = 100;

        let Some((_, to)) = mv.capture() else { return 0 };
        let greens = self.greens(to) as i32;
        match self.owner(to) {
            Some(owner) if owner == self.to_move() => -OPPONENTS_STACK + greens,
            Some(_) => OPPONENTS_STACK + greens,
            None => greens,
        }
    }
}
