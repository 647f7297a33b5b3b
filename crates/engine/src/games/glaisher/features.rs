//! Features of positions of Glaisher.
//!
//! The invariant features see the way that each side still has to go across the board,
//! and every stack with its place, its height, and whether the opponent could land on it.
//! The others are the stack on each cell, and the cells on each side's shortest way.

use cairn_games::bitboard::ones;
use cairn_games::glaisher::Glaisher;
use cairn_games::glaisher::geometry::{FURTHEST as TALLEST_PART, RAY, WAYS, distance};
use cairn_games::hex::{self, CELLS};
use cairn_games::{Game, Side, const_for};

use super::routes::{FURTHEST, Occupancy, ShortestWays, two_least};
use super::threats::winning_turn;
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

/// For each cell the cells on a line with it at each distance, 1 first.
static AT_DISTANCE: [[u64; TALLEST_PART]; CELLS] = {
    let mut cells = [[0; TALLEST_PART]; CELLS];
    const_for!(from in CELLS, direction in WAYS, to in CELLS => {
        if RAY[from][direction] >> to & 1 == 1 {
            cells[from][distance(from, to) as usize - 1] |= 1 << to;
        }
    });
    cells
};

/// Returns the cells where one of these stacks is high enough, and far enough away, to land and
/// take a stack of each height, 1 first. Whether it can be divided like that is not looked at.
#[inline]
fn in_reach<const RULEBOOK: bool>(position: &Glaisher<RULEBOOK>, by: u64) -> [u64; TALLEST_PART] {
    let mut in_reach = [0; TALLEST_PART];
    for from in ones(by) {
        let height = usize::from(position.height(from));
        for (reached, cells) in in_reach.iter_mut().zip(AT_DISTANCE[from]).take(height) {
            *reached |= cells;
        }
    }
    // Where a part of so many pieces lands, lower stacks can be taken as well.
    for height in (1..TALLEST_PART).rev() {
        in_reach[height - 1] |= in_reach[height];
    }
    in_reach
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
    for (kind, distances) in distances.into_iter().enumerate() {
        let [first, second] = two_least(distances);
        visit((kind * DISTANCES + first) * DISTANCES + second);
        shortest[kind] = first;
    }
    visit(FIRST_RACE + shortest[0] * DISTANCES + shortest[1]);
    for (kind, owner) in [side, side.other()].into_iter().enumerate() {
        let stacks = position.stacks_of(owner);
        let in_reach = in_reach(position, position.stacks_of(owner.other()));
        for cell in ones(stacks) {
            let height = usize::from(position.height(cell)).min(HEIGHTS) - 1;
            let attacked = in_reach.get(height).map_or(0, |cells| (cells >> cell & 1) as usize);
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

/// Shows each feature, given the shortest ways of `side` and of its opponent.
#[inline]
fn visit_with_ways<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    side: Side,
    ways: &[ShortestWays; 2],
    mut visit: impl FnMut(usize),
) {
    visit_at_distances(position, side, ways.map(|ways| ways.distances), &mut visit);
    let mut visit = |number| visit(Glaisher::<RULEBOOK>::INVARIANT_COUNT + number);
    for (kind, owner) in [side, side.other()].into_iter().enumerate() {
        for cell in ones(position.stacks_of(owner)) {
            let height = usize::from(position.height(cell)).min(HEIGHTS) - 1;
            visit(cell * ON_A_CELL + kind * HEIGHTS + height);
        }
    }
    for (kind, ShortestWays { route, .. }) in ways.iter().enumerate() {
        let on_way = route.empty.cells();
        for cell in ones(on_way) {
            visit(FIRST_ON_WAY + kind * CELLS + cell);
        }
        let count = (on_way.count_ones() as usize).min(ON_WAY_COUNTS - 1);
        visit(FIRST_ON_WAY_COUNT + (kind * DISTANCES + route.distance) * ON_WAY_COUNTS + count);
    }
}

impl<const RULEBOOK: bool> Features for Glaisher<RULEBOOK> {
    const COUNT: usize = Self::INVARIANT_COUNT + OF_CELLS;
    const INVARIANT_COUNT: usize = FIRST_COUNT + 2 * STACK_COUNTS;
    const NET: Option<&'static [u8]> = Some(if RULEBOOK {
        include_bytes!("../../../../../nets/glaisher-rulebook.net")
    } else {
        include_bytes!("../../../../../nets/glaisher.net")
    });

    #[inline]
    fn visit_features(&self, side: Side, visit: impl FnMut(usize)) {
        visit_with_ways(self, side, &Occupancy::of(self, side).shortest_ways(), visit);
    }

    #[inline]
    fn visit_leaf_features(&self, looks_for_wins: bool, visit: impl FnMut(usize)) -> bool {
        let side = self.to_move();
        let occupancy = Occupancy::of(self, side);
        let ways = occupancy.shortest_ways();
        let is_won = looks_for_wins && winning_turn(self, &occupancy, &ways[0].route).is_some();
        if !is_won {
            visit_with_ways(self, side, &ways, visit);
        }
        is_won
    }

    #[inline]
    fn visit_invariant_features(&self, side: Side, visit: impl FnMut(usize)) {
        let distances = Occupancy::of(self, side).distances(2);
        visit_at_distances(self, side, distances, visit);
    }
}
