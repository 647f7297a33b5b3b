//! Features of positions of Nava.
//!
//! The invariant features see every stack with its discs by depth, its place, and whether
//! the opponent could land on it; every cube with its place and whether it could be sent
//! home. The others are the contents of each junction.

use cairn_games::bitboard::ones;
use cairn_games::nava::{BOARD, CELLS, CUBES, Nava, reach};
use cairn_games::square::Square;
use cairn_games::{Side, const_for};

use crate::games::Features;

/// Number of discs of a stack that invariant features see, from the top.
const DEPTH: u32 = 6;

/// Stacks as [`stack_pattern`] numbers them, attacked or not.
const PATTERNS: usize = 2 << (DEPTH + 1);

/// Places of stacks: whose, attacked or not, how high, and where.
const PLACES: usize = 2 * 2 * DEPTH as usize * Square::EDGE_CLASSES;

/// Places of cubes: whose, attacked or not, and where.
const CUBE_PLACES: usize = 2 * 2 * Square::EDGE_CLASSES;

/// Cubes that both sides have on the board.
const CUBE_COUNTS: usize = (CUBES as usize + 1) * (CUBES as usize + 1);

/// Most stacks of a side that features distinguish.
const MOST_STACKS: usize = 7;
const STACK_COUNTS: usize = (MOST_STACKS + 1) * (MOST_STACKS + 1);

const FIRST_PLACE: usize = PATTERNS;
const FIRST_CUBE_PLACE: usize = FIRST_PLACE + PLACES;
const FIRST_CUBE_COUNT: usize = FIRST_CUBE_PLACE + CUBE_PLACES;
const FIRST_STACK_COUNT: usize = FIRST_CUBE_COUNT + CUBE_COUNTS;

/// The class of each junction.
static CLASS: [u8; CELLS] = {
    let mut class = [0; CELLS];
    const_for!(cell in CELLS => {
        class[cell] = BOARD.edge_class(cell) as u8;
    });
    class
};

/// Bitboard of the junctions where a side could land if it were its turn.
#[inline]
fn attacked_by(position: &Nava, side: Side) -> u32 {
    ones(position.stacks_of(side).into())
        .fold(0, |cells, from| cells | reach(from, position.at(from).height()))
}

/// The upper discs of a stack as a number below 128, 0 bits for those of `side`.
#[inline]
fn stack_pattern(position: &Nava, cell: usize, side: Side) -> usize {
    let contents = position.at(cell);
    let seen = if side == Side::First { contents } else { contents.exchanged() };
    let bits = usize::from(seen.bits());
    if contents.height() <= DEPTH {
        return bits;
    }
    let mark = 1 << DEPTH;
    mark | bits & (mark - 1)
}

/// One number for who owns a thing, whether it is attacked, and where it stands.
#[inline]
fn place(opponents: bool, attacked: bool, cell: usize) -> usize {
    let kind = usize::from(opponents) * 2 + usize::from(attacked);
    kind * Square::EDGE_CLASSES + usize::from(CLASS[cell])
}

/// Heights of stacks on a junction: 1 to 7, and more.
const HEIGHTS: usize = 8;

/// Number of discs below the top one that are seen on a junction.
const BELOW: usize = 5;

const FIRST_STACK: usize = 2;
const FIRST_BELOW: usize = FIRST_STACK + 2 * HEIGHTS;
const ON_A_JUNCTION: usize = FIRST_BELOW + 2 * BELOW;

/// Shows the contents of the junctions of `owner`, numbered from 0.
#[inline]
fn visit_junctions(position: &Nava, side: Side, owner: Side, visit: &mut impl FnMut(usize)) {
    let opponents = usize::from(owner != side);
    for cell in ones(position.cubes_of(owner).into()) {
        visit(cell * ON_A_JUNCTION + opponents);
    }
    for cell in ones(position.stacks_of(owner).into()) {
        let first = cell * ON_A_JUNCTION;
        let discs = position.at(cell);
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

impl Features for Nava {
    const COUNT: usize = Self::INVARIANT_COUNT + CELLS * ON_A_JUNCTION;
    const INVARIANT_COUNT: usize = FIRST_STACK_COUNT + STACK_COUNTS;
    const NET: Option<&'static [u8]> = Some(include_bytes!("../../../../../nets/nava.net"));

    #[inline]
    fn visit_features(&self, side: Side, mut visit: impl FnMut(usize)) {
        self.visit_invariant_features(side, &mut visit);
        let mut visit = |number| visit(Self::INVARIANT_COUNT + number);
        for owner in Side::BOTH {
            visit_junctions(self, side, owner, &mut visit);
        }
    }

    #[inline]
    fn visit_invariant_features(&self, side: Side, mut visit: impl FnMut(usize)) {
        for owner in [side, side.other()] {
            let opponents = owner != side;
            let attacked = attacked_by(self, owner.other());
            for cell in ones(self.stacks_of(owner).into()) {
                let is_attacked = attacked >> cell & 1 == 1;
                visit(stack_pattern(self, cell, side) << 1 | usize::from(is_attacked));
                let height = self.at(cell).height().min(DEPTH) as usize - 1;
                let place = place(opponents, is_attacked, cell);
                visit(FIRST_PLACE + place * DEPTH as usize + height);
            }
            for cell in ones(self.cubes_of(owner).into()) {
                visit(FIRST_CUBE_PLACE + place(opponents, attacked >> cell & 1 == 1, cell));
            }
        }
        let [own_cubes, cubes] =
            [side, side.other()].map(|owner| self.cubes_of(owner).count_ones() as usize);
        visit(FIRST_CUBE_COUNT + own_cubes * (CUBES as usize + 1) + cubes);
        let [own_stacks, stacks] = [side, side.other()]
            .map(|owner| (self.stacks_of(owner).count_ones() as usize).min(MOST_STACKS));
        visit(FIRST_STACK_COUNT + own_stacks * (MOST_STACKS + 1) + stacks);
    }
}
