//! What a network sees of a position of Mitsudomoe besides its features: every space, as
//! it lies from the own home.

use super::CELLS;
use super::position::Mitsudomoe;
use crate::bits::ones;
use crate::insight::{Features, Inputs};
use crate::side::Side;

/// How many rings of a stack are seen, from the top.
const DEPTH: u32 = 3;

/// Stacks by the rings that are seen, as a number with a 1 above the lowest of them.
const STACKS: usize = 2 << DEPTH;

/// A ball of either side, and the rings.
const ON_A_SPACE: usize = 2 + STACKS;

impl<const SEED: bool> Mitsudomoe<SEED> {
    /// The upper rings of a space as a number below [`STACKS`], 0 bits for those of `side`.
    #[inline]
    fn ring_pattern(&self, cell: usize, side: Side) -> usize {
        let contents = self.at(cell);
        let seen = if side == Side::First { contents } else { contents.exchanged() };
        let bits = seen.ring_bits();
        let mark = 1 << DEPTH;
        if bits < 2 * mark { bits } else { mark | bits & (mark - 1) }
    }
}

impl<const SEED: bool> Inputs for Mitsudomoe<SEED> {
    const INPUTS: usize = Self::COUNT + CELLS * ON_A_SPACE;

    #[inline]
    fn visit_inputs(&self, side: Side, mut visit: impl FnMut(usize)) {
        self.visit_features(side, &mut visit);
        let place = |cell: usize| if side == Side::First { cell } else { CELLS - 1 - cell };
        let first = |cell: usize| Self::COUNT + place(cell) * ON_A_SPACE;
        for owner in Side::BOTH {
            for cell in ones(self.balls_of(owner).into()) {
                visit(first(cell) + usize::from(owner != side));
            }
            for cell in ones(self.top_rings_of(owner).into()) {
                visit(first(cell) + 2 + self.ring_pattern(cell, side));
            }
        }
    }
}
