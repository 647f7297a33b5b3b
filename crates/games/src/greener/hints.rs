//! Which moves of Greener to look at first.

use super::GreenerMove;
use super::position::Greener;
use crate::game::Game;
use crate::insight::Hints;

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Hints
    for Greener<COLS, ROWS, CELLS>
{
    /// Captures of the opponent's stacks with most greens, then of green stacks, and own
    /// stacks last.
    #[inline]
    fn hint(&self, mv: GreenerMove) -> i32 {
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
