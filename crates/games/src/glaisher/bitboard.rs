//! A padded bitboard, in which the neighbours of all cells together are a few shifts.
//!
//! Rows lie ten bits apart, so that a step up is a shift by 10 (above left) or 11 (above
//! right), and a step that leaves the board ends on a bit that is not a cell. Positions
//! keep their cells in 64 bits without padding, see [`Bitboard::from_cells`].

use std::ops::{BitAnd, BitOr, Not};

use crate::hex::{self, CELLS, ROWS};

/// Distance of the bits of a cell and of the one above left of it.
const ROW: usize = 10;

/// A set of cells of the hexagon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bitboard(u128);

/// The bit of each cell.
const BIT: [u128; CELLS] = {
    let mut bits = [0; CELLS];
    const_for!(cell in CELLS => {
        let (row, number) = hex::place(cell);
        bits[cell] = 1 << (row as usize * ROW + number as usize);
    });
    bits
};

/// The number of the bit of each cell.
static BIT_NUMBER: [u8; CELLS] = {
    let mut numbers = [0; CELLS];
    const_for!(cell in CELLS => {
        numbers[cell] = BIT[cell].trailing_zeros() as u8;
    });
    numbers
};

/// All cells.
const BOARD: u128 = {
    let mut board = 0;
    const_for!(cell in CELLS => {
        board |= BIT[cell];
    });
    board
};

/// For each row: its first cell, the bit of that cell, and how many cells it has.
const ROW_SPANS: [(usize, usize, usize); ROWS] = {
    let mut spans = [(0, 0, 0); ROWS];
    const_for!(row in ROWS => {
        let cells = hex::row_cells(row);
        let (_, first_number) = hex::place(cells.start);
        spans[row] = (cells.start, row * ROW + first_number as usize, cells.end - cells.start);
    });
    spans
};

impl Bitboard {
    /// No cell.
    pub const NONE: Self = Self(0);

    /// All cells.
    pub const BOARD: Self = Self(BOARD);

    /// Neighbours of a cell that are in the set, as six bits: below left, below right,
    /// left, right, above left, above right.
    #[inline]
    pub const fn next_to(self, cell: usize) -> usize {
        // The lowest neighbour lies a row and a cell back; shifted on by as much, it
        // comes to lie on bit 0.
        let window = ((self.0 << (ROW + 1)) >> BIT_NUMBER[cell]) as usize;
        window & 3
            | (window >> ROW & 1) << 2
            | (window >> (ROW + 2) & 1) << 3
            | (window >> (2 * ROW + 1) & 3) << 4
    }

    /// The set of this cell alone.
    #[inline]
    pub fn one(cell: usize) -> Self {
        static BITS: [u128; CELLS] = BIT;
        Self(BITS[cell])
    }

    /// Spreads the 61 bits, one for each cell, that positions work with.
    #[inline]
    pub fn from_cells(bits: u64) -> Self {
        let spread = |bitboard, &(cell, bit, length): &(usize, usize, usize)| {
            bitboard | u128::from(bits >> cell & ((1 << length) - 1)) << bit
        };
        Self(ROW_SPANS.iter().fold(0, spread))
    }

    /// Packs the set into 61 bits, one for each cell.
    #[inline]
    pub fn cells(self) -> u64 {
        let pack = |bits, &(cell, bit, length): &(usize, usize, usize)| {
            bits | ((self.0 >> bit) as u64 & ((1 << length) - 1)) << cell
        };
        ROW_SPANS.iter().fold(0, pack)
    }

    /// Cells next to one of these, and perhaps some of these as well.
    #[inline]
    #[must_use]
    pub const fn around(self) -> Self {
        let cells = self.0;
        let above = (cells | cells << 1) << ROW;
        let below = (cells | cells >> 1) >> ROW;
        Self((cells << 1 | cells >> 1 | above | below) & BOARD)
    }

    /// Whether there are no cells in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some of these cells are in another set.
    #[inline]
    pub const fn is_in(self, set: Self) -> bool {
        self.0 & set.0 != 0
    }

    /// Whether there is exactly one cell.
    #[inline]
    pub const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Cells of this set that chains within it connect to `start` (flood fill).
    #[inline]
    #[must_use]
    pub fn connected_to(self, start: Self) -> Self {
        let mut reached = start & self;
        loop {
            let more = reached | reached.around() & self;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}

impl BitAnd for Bitboard {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The other cells of the board.
impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & BOARD)
    }
}

/// Number of the line of cells, from side to side, on which a cell lies in one of the
/// three ways across the board. Sides share their corner cells with the sides next to
/// them.
pub(super) const fn line_of(crossing: usize, cell: usize) -> usize {
    let (row, number) = hex::place(cell);
    [row, number - 1, row - number + 5][crossing] as usize
}

/// The three ways across the board, each as a pair of opposite sides: the bottom and the
/// top, the lower left and the upper right, the lower right and the upper left.
pub const CROSSINGS: [[Bitboard; 2]; 3] = {
    let mut sides = [[Bitboard::NONE; 2]; 3];
    let last = ROWS - 1;
    const_for!(cell in CELLS, crossing in 3 => {
        let line = line_of(crossing, cell);
        if line == 0 {
            sides[crossing][0].0 |= BIT[cell];
        }
        if line == last {
            sides[crossing][1].0 |= BIT[cell];
        }
    });
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
            let bitboard = Bitboard::from_cells(bits);
            assert_eq!(bitboard.cells(), bits);
            assert_eq!((!bitboard).cells(), !bits & ((1 << CELLS) - 1));
        }
    }

    #[test]
    fn the_cells_around_a_cell_are_its_neighbours() {
        for cell in 0..CELLS {
            assert_eq!(
                Bitboard::one(cell).around().cells(),
                neighbours(cell),
                "{}",
                hex::name(cell)
            );
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
                assert_eq!(
                    Bitboard::from_cells(bits).next_to(cell),
                    expected,
                    "{}",
                    hex::name(cell)
                );
            }
        }
    }

    #[test]
    fn sides_have_five_cells_each() {
        for side in CROSSINGS.as_flattened() {
            assert_eq!(side.cells().count_ones(), 5);
        }
    }
}
