//! What a network sees of a position of Nava besides its features: every junction.

use super::CELLS;
use super::position::Nava;
use crate::bits::ones;
use crate::insight::{Features, Inputs};
use crate::side::Side;

/// Heights that are told apart: 1 to 7, and more.
const HEIGHTS: usize = 8;

/// How many discs below the top one are seen.
const BELOW: usize = 5;

const FIRST_STACK: usize = 2;
const FIRST_BELOW: usize = FIRST_STACK + 2 * HEIGHTS;
const ON_A_JUNCTION: usize = FIRST_BELOW + 2 * BELOW;

impl Nava {
    /// Shows what stands on the junctions of `owner`, numbered from 0.
    #[inline]
    fn visit_junctions(&self, side: Side, owner: Side, visit: &mut impl FnMut(usize)) {
        let opponents = usize::from(owner != side);
        for cell in ones(self.cubes_of(owner).into()) {
            visit(cell * ON_A_JUNCTION + opponents);
        }
        for cell in ones(self.stacks_of(owner).into()) {
            let first = cell * ON_A_JUNCTION;
            let discs = self.at(cell);
            let height = discs.height() as usize;
            visit(first + FIRST_STACK + opponents * HEIGHTS + height.min(HEIGHTS) - 1);
            let mut below = discs.bits() >> 1;
            for depth in 0..(height - 1).min(BELOW) {
                let is_opponents = usize::from(below & 1) ^ side.index();
                visit(first + FIRST_BELOW + 2 * depth + is_opponents);
                below >>= 1;
            }
        }
    }
}

impl Inputs for Nava {
    const INPUTS: usize = Self::COUNT + CELLS * ON_A_JUNCTION;

    #[inline]
    fn visit_inputs(&self, side: Side, mut visit: impl FnMut(usize)) {
        self.visit_features(side, &mut visit);
        let mut visit = |number| visit(Self::COUNT + number);
        for owner in Side::BOTH {
            self.visit_junctions(side, owner, &mut visit);
        }
    }
}
