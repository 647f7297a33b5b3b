//! What a network sees of a position of Greener besides its features: every stack where
//! it stands, so that the inputs of boxes of different sizes differ.

use super::position::Greener;
use crate::insight::{Features, Inputs};
use crate::side::Side;

/// Whose a stack is: the own, the opponent's, or nobody's.
const KINDS: usize = 3;

/// Greens of a stack that are told apart: 0 to 7, and more.
const GREENS: usize = 9;

const ON_A_CELL: usize = KINDS * GREENS;

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Inputs
    for Greener<COLS, ROWS, CELLS>
{
    const INPUTS: usize = Self::COUNT + CELLS * ON_A_CELL;

    #[inline]
    fn visit_inputs(&self, side: Side, mut visit: impl FnMut(usize)) {
        self.visit_features(side, &mut visit);
        for cell in self.occupied().iter() {
            let kind = self.owner(cell).map_or(2, |owner| usize::from(owner != side));
            let greens = (self.greens(cell) as usize).min(GREENS - 1);
            visit(Self::COUNT + cell * ON_A_CELL + kind * GREENS + greens);
        }
    }
}
