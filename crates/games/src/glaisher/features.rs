//! What an evaluation sees of a position of Glaisher.
//!
//! The way that each side still has to go across the board, and every stack with its
//! place, its height, and whether the opponent could land on it.

use super::geometry::{RAY, WAYS, distance};
use super::position::Glaisher;
use super::routes::{FURTHEST, Ground};
use crate::bits::ones;
use crate::hex::{self, CELLS};
use crate::insight::Features;
use crate::side::Side;

/// Cells that no turn or mirror image tells apart, from the middle to the corners.
pub(super) const PLACES: usize = 9;

/// Heights that are told apart: 1 to 8, and more.
const HEIGHTS: usize = 9;

/// Numbers of stacks that are told apart.
const STACK_COUNTS: usize = 20;

const DISTANCES: usize = FURTHEST + 1;

/// For each owner: how far it is the shortest and the second shortest way.
const WAYS_ACROSS: usize = 2 * DISTANCES * DISTANCES;
/// How far it is for the one side and for the other.
const FIRST_RACE: usize = WAYS_ACROSS;
const FIRST_STACK: usize = FIRST_RACE + DISTANCES * DISTANCES;
const STACKS: usize = 2 * 2 * HEIGHTS * PLACES;
const FIRST_COUNT: usize = FIRST_STACK + STACKS;

/// The kind of place that each cell is.
pub(super) static PLACE: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, number) = hex::place(cell);
        // The distances from the middle along the three axes add up to zero; the largest
        // says on which ring the cell is, the smallest how far from a corner of it.
        let (row, number) = (row - 4, number - 5);
        let axes = [row.unsigned_abs(), number.unsigned_abs(), (row - number).unsigned_abs()];
        let mut ring = axes[0];
        let mut off_corner = axes[0];
        let mut axis = 1;
        while axis < 3 {
            if axes[axis] > ring {
                ring = axes[axis];
            }
            if axes[axis] < off_corner {
                off_corner = axes[axis];
            }
            axis += 1;
        }
        // Rings have 1, 1, 2, 2 and 3 kinds of places.
        places[cell] = [0, 1, 2, 4, 6][ring as usize] + off_corner as u8;
        cell += 1;
    }
    places
};

/// The cells on a line with each cell and at least so far from it.
static AT_LEAST: [[u64; HEIGHTS]; CELLS] = {
    let mut cells = [[0; HEIGHTS]; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut direction = 0;
        while direction < WAYS {
            let mut to = 0;
            while to < CELLS {
                if RAY[from][direction] >> to & 1 == 1 {
                    let mut least = 0;
                    while least <= distance(from, to) as usize {
                        cells[from][least] |= 1 << to;
                        least += 1;
                    }
                }
                to += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    cells
};

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// Whether one of the stacks on the cells `by` is high enough, and far enough away, to
    /// land on a cell and take a stack of this height there. Whether it can be divided
    /// like that is not looked at.
    #[inline]
    pub(super) fn is_in_reach(&self, cell: usize, height: usize, by: u64) -> bool {
        let Some(lines) = AT_LEAST[cell].get(height) else { return false };
        ones(lines & by).any(|from| u32::from(self.height(from)) >= distance(from, cell))
    }

    /// Shows each feature, if the distances across the board are known for both sides.
    #[inline]
    pub(super) fn visit_features_at(
        &self,
        side: Side,
        distances: [[usize; 3]; 2],
        mut visit: impl FnMut(usize),
    ) {
        let mut shortest = [0; 2];
        for (kind, mut distances) in distances.into_iter().enumerate() {
            distances.sort_unstable();
            let [first, second, _] = distances;
            visit((kind * DISTANCES + first) * DISTANCES + second);
            shortest[kind] = first;
        }
        visit(FIRST_RACE + shortest[0] * DISTANCES + shortest[1]);
        for (kind, owner) in [side, side.other()].into_iter().enumerate() {
            let stacks = self.stacks_of(owner);
            let opponents = self.stacks_of(owner.other());
            for cell in ones(stacks) {
                let height = usize::from(self.height(cell)).min(HEIGHTS) - 1;
                let attacked = usize::from(self.is_in_reach(cell, height + 1, opponents));
                let stack = (kind * 2 + attacked) * HEIGHTS + height;
                visit(FIRST_STACK + stack * PLACES + usize::from(PLACE[cell]));
            }
            let count = (stacks.count_ones() as usize).min(STACK_COUNTS - 1);
            visit(FIRST_COUNT + kind * STACK_COUNTS + count);
        }
    }
}

impl<const RULEBOOK: bool> Features for Glaisher<RULEBOOK> {
    const COUNT: usize = FIRST_COUNT + 2 * STACK_COUNTS;

    #[inline]
    fn visit_features(&self, side: Side, visit: impl FnMut(usize)) {
        let ground = Ground::of(self, side);
        let distances = [ground, ground.exchanged()].map(|ground| ground.distances());
        self.visit_features_at(side, distances, visit);
    }
}
