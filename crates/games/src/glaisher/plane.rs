//! Sets of cells in a form in which all neighbours of all cells are a few shifts.
//!
//! Rows lie ten bits apart, so that a step up is a shift by 10 (above left) or 11 (above
//! right), and a step that leaves the board ends on a bit that is no cell.

use std::ops::{BitAnd, BitOr, Not};

use crate::hex::{self, CELLS, ROWS};

/// How far apart the bits of a cell and of the one above left of it are.
const ROW: usize = 10;

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plane(u128);

/// The bit of each cell.
const BIT: [u128; CELLS] = {
    let mut bits = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, number) = hex::place(cell);
        bits[cell] = 1 << (row as usize * ROW + number as usize);
        cell += 1;
    }
    bits
};

/// The number of the bit of each cell.
static BIT_NUMBER: [u8; CELLS] = {
    let mut numbers = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        numbers[cell] = BIT[cell].trailing_zeros() as u8;
        cell += 1;
    }
    numbers
};

/// All cells.
const BOARD: u128 = {
    let mut board = 0;
    let mut cell = 0;
    while cell < CELLS {
        board |= BIT[cell];
        cell += 1;
    }
    board
};

/// For each row: its first cell, the bit of that cell, and how many cells it has.
const ROW_SPANS: [(usize, usize, usize); ROWS] = {
    let mut spans = [(0, 0, 0); ROWS];
    let mut row = 0;
    while row < ROWS {
        let cells = hex::row_cells(row);
        let (_, first_number) = hex::place(cells.start);
        spans[row] = (cells.start, row * ROW + first_number as usize, cells.end - cells.start);
        row += 1;
    }
    spans
};

impl Plane {
    pub(super) const NONE: Self = Self(0);
    pub(super) const BOARD: Self = Self(BOARD);

    /// Which neighbours of a cell are in the set, as six bits: below left, below right,
    /// left, right, above left, above right.
    #[inline]
    pub(super) const fn next_to(self, cell: usize) -> usize {
        // The lowest neighbour lies a row and a cell back; shifted on by as much, it
        // comes to lie on bit 0.
        let window = ((self.0 << (ROW + 1)) >> BIT_NUMBER[cell]) as usize;
        window & 3
            | (window >> ROW & 1) << 2
            | (window >> (ROW + 2) & 1) << 3
            | (window >> (2 * ROW + 1) & 3) << 4
    }

    /// Only this cell.
    #[inline]
    pub(super) fn one(cell: usize) -> Self {
        static BITS: [u128; CELLS] = BIT;
        Self(BITS[cell])
    }

    /// The cells with these bits in the form of a position.
    #[inline]
    pub(super) fn from_bits(bits: u64) -> Self {
        let spread = |plane, &(cell, bit, length): &(usize, usize, usize)| {
            plane | u128::from(bits >> cell & ((1 << length) - 1)) << bit
        };
        Self(ROW_SPANS.iter().fold(0, spread))
    }

    /// The cells in the form of a position.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        let pack = |bits, &(cell, bit, length): &(usize, usize, usize)| {
            bits | ((self.0 >> bit) as u64 & ((1 << length) - 1)) << cell
        };
        ROW_SPANS.iter().fold(0, pack)
    }

    /// All cells next to one of these, and perhaps some of these as well.
    #[inline]
    pub(super) const fn around(self) -> Self {
        let cells = self.0;
        let above = (cells | cells << 1) << ROW;
        let below = (cells | cells >> 1) >> ROW;
        Self((cells << 1 | cells >> 1 | above | below) & BOARD)
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some of these cells are in a set.
    #[inline]
    pub(super) const fn is_in(self, set: Self) -> bool {
        self.0 & set.0 != 0
    }

    /// Whether there is exactly one cell.
    #[inline]
    pub(super) const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }
}

impl BitAnd for Plane {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Plane {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The other cells of the board.
impl Not for Plane {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & BOARD)
    }
}

/// The three pairs of opposite sides of the board.
pub(super) const CROSSINGS: [[Plane; 2]; 3] = {
    let mut sides = [[Plane::NONE; 2]; 3];
    let last = ROWS as i32 - 1;
    let mut cell = 0;
    while cell < CELLS {
        let (row, number) = hex::place(cell);
        let lines = [row, number - 1, row - number + 5];
        let mut crossing = 0;
        while crossing < 3 {
            if lines[crossing] == 0 {
                sides[crossing][0].0 |= BIT[cell];
            }
            if lines[crossing] == last {
                sides[crossing][1].0 |= BIT[cell];
            }
            crossing += 1;
        }
        cell += 1;
    }
    sides
};

#[cfg(test)]
mod tests {
    use super::super::geometry::neighbours;
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_two_forms_of_a_set_hold_the_same_cells() {
        let mut random = Random::new(1);
        for _ in 0..1_000 {
            let bits = random.next_u64() & ((1 << CELLS) - 1);
            let plane = Plane::from_bits(bits);
            assert_eq!(plane.bits(), bits);
            assert_eq!((!plane).bits(), !bits & ((1 << CELLS) - 1));
        }
    }

    #[test]
    fn the_cells_around_a_cell_are_its_neighbours() {
        for cell in 0..CELLS {
            assert_eq!(Plane::one(cell).around().bits(), neighbours(cell), "{}", hex::name(cell));
        }
    }

    #[test]
    fn the_six_bits_of_a_cell_are_its_neighbours_in_the_set() {
        // Below left, below right, left, right, above left, above right.
        const STEPS: [(i32, i32); 6] = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)];
        let mut random = Random::new(2);
        for _ in 0..100 {
            let bits = random.next_u64() & ((1 << CELLS) - 1);
            for cell in 0..CELLS {
                let (row, number) = hex::place(cell);
                let is_in = |(rows, numbers): (i32, i32)| {
                    let next = hex::cell(row + rows, number + numbers);
                    next.is_some_and(|next| bits >> next & 1 == 1)
                };
                let expected =
                    (0..6).filter(|&step| is_in(STEPS[step])).fold(0, |set, step| set | 1 << step);
                assert_eq!(Plane::from_bits(bits).next_to(cell), expected, "{}", hex::name(cell));
            }
        }
    }

    #[test]
    fn sides_have_five_cells_each() {
        for side in CROSSINGS.as_flattened() {
            assert_eq!(side.bits().count_ones(), 5);
        }
    }
}
