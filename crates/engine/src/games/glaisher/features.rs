//! Features of positions of Glaisher.
//!
//! The invariant features see the way that each side still has to go across the board,
//! and every stack with its place, its height, and whether the opponent could land on it.
//! The others are the stack on each cell, and the cells on each side's shortest way.

use cairn_games::bitboard::ones;
use cairn_games::glaisher::Glaisher;
use cairn_games::glaisher::geometry::{RAY, WAYS, distance};
use cairn_games::hex::{self, CELLS};
use cairn_games::{Side, const_for};

use super::routes::{FURTHEST, Occupancy};
use crate::games::Features;

/// Cells that no turn or mirror image tells apart, from the middle to the corners.
pub(super) const PLACES: usize = 9;

/// Heights that features distinguish: 1 to 8, and more.
const HEIGHTS: usize = 9;

/// Numbers of stacks that features distinguish.
const STACK_COUNTS: usize = 20;

const DISTANCES: usize = FURTHEST + 1;

/// Number of features of the shortest and second shortest route across, for each owner.
const WAYS_ACROSS: usize = 2 * DISTANCES * DISTANCES;
/// First feature of the race: the distances of both sides.
const FIRST_RACE: usize = WAYS_ACROSS;
const FIRST_STACK: usize = FIRST_RACE + DISTANCES * DISTANCES;
const STACKS: usize = 2 * 2 * HEIGHTS * PLACES;
const FIRST_COUNT: usize = FIRST_STACK + STACKS;

/// The kind of place that each cell is.
pub(super) static PLACE: [u8; CELLS] = {
    let mut places = [0; CELLS];
    const_for!(cell in CELLS => {
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
    });
    places
};

/// The cells on a line with each cell and at least so far from it.
static AT_LEAST: [[u64; HEIGHTS]; CELLS] = {
    let mut cells = [[0; HEIGHTS]; CELLS];
    const_for!(from in CELLS, direction in WAYS, to in CELLS => {
        if RAY[from][direction] >> to & 1 == 1 {
            let mut least = 0;
            while least <= distance(from, to) as usize {
                cells[from][least] |= 1 << to;
                least += 1;
            }
        }
    });
    cells
};

/// Whether one of the stacks on the cells `by` is high enough, and far enough away, to
/// land on a cell and take a stack of this height there. Whether it can be divided
/// like that is not looked at.
#[inline]
pub(super) fn is_in_reach<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    cell: usize,
    height: usize,
    by: u64,
) -> bool {
    let Some(lines) = AT_LEAST[cell].get(height) else { return false };
    ones(lines & by).any(|from| u32::from(position.height(from)) >= distance(from, cell))
}

/// Shows each invariant feature, if the two smallest distances across the board are known for both
/// sides.
#[inline]
fn visit_at_distances<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
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
        let stacks = position.stacks_of(owner);
        let opponents = position.stacks_of(owner.other());
        for cell in ones(stacks) {
            let height = usize::from(position.height(cell)).min(HEIGHTS) - 1;
            let attacked = usize::from(is_in_reach(position, cell, height + 1, opponents));
            let stack = (kind * 2 + attacked) * HEIGHTS + height;
            visit(FIRST_STACK + stack * PLACES + usize::from(PLACE[cell]));
        }
        let count = (stacks.count_ones() as usize).min(STACK_COUNTS - 1);
        visit(FIRST_COUNT + kind * STACK_COUNTS + count);
    }
}

/// Stacks of either side on a cell.
const ON_A_CELL: usize = 2 * HEIGHTS;

/// Lengths of a route that features distinguish: 0 to 10, and more.
const ON_WAY_COUNTS: usize = 12;

const FIRST_ON_WAY: usize = CELLS * ON_A_CELL;
const FIRST_ON_WAY_COUNT: usize = FIRST_ON_WAY + 2 * CELLS;
const OF_CELLS: usize = FIRST_ON_WAY_COUNT + 2 * DISTANCES * ON_WAY_COUNTS;

impl<const RULEBOOK: bool> Features for Glaisher<RULEBOOK> {
    const COUNT: usize = Self::INVARIANT_COUNT + OF_CELLS;
    const INVARIANT_COUNT: usize = FIRST_COUNT + 2 * STACK_COUNTS;
    const NET: Option<&'static [u8]> = Some(if RULEBOOK {
        include_bytes!("../../../../../nets/glaisher-rulebook.net")
    } else {
        include_bytes!("../../../../../nets/glaisher.net")
    });

    #[inline]
    fn visit_features(&self, side: Side, mut visit: impl FnMut(usize)) {
        let ways = Occupancy::of(self, side).shortest_ways();
        visit_at_distances(self, side, ways.map(|(distances, _)| distances), &mut visit);
        let mut visit = |number| visit(Self::INVARIANT_COUNT + number);
        for (kind, owner) in [side, side.other()].into_iter().enumerate() {
            for cell in ones(self.stacks_of(owner)) {
                let height = usize::from(self.height(cell)).min(HEIGHTS) - 1;
                visit(cell * ON_A_CELL + kind * HEIGHTS + height);
            }
        }
        for (kind, (distances, on_way)) in ways.into_iter().enumerate() {
            let distance = distances.into_iter().min().unwrap_or(FURTHEST);
            let on_way = on_way.cells();
            for cell in ones(on_way) {
                visit(FIRST_ON_WAY + kind * CELLS + cell);
            }
            let count = (on_way.count_ones() as usize).min(ON_WAY_COUNTS - 1);
            visit(FIRST_ON_WAY_COUNT + (kind * DISTANCES + distance) * ON_WAY_COUNTS + count);
        }
    }

    #[inline]
    fn visit_invariant_features(&self, side: Side, visit: impl FnMut(usize)) {
        let distances = Occupancy::of(self, side).distances(2);
        visit_at_distances(self, side, distances, visit);
    }
}
