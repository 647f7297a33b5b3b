//! A bitboard in which the neighbours of all cells together are a few shifts.
//!
//! The hexagon tiles the plane, and with it 61 bits in a circle: a step to the right is a step of
//! one bit, a step above left one of 13 and above right one of 14, modulo 61. A step that leaves the
//! board ends on the other side of it, and is left out. Positions number their cells row by row,
//! see [`Bitboard::from_cells`].

use std::ops::{BitAnd, BitOr, Not};

use crate::hex::{self, CELLS, ROWS};

/// Distance, modulo 61, of the bits of a cell and of the one above left of it.
pub const ROW: usize = 13;

/// A set of cells of the hexagon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bitboard(u64);

/// The number of the bit of each cell.
const BIT_NUMBER: [u8; CELLS] = {
    let mut numbers = [0; CELLS];
    const_for!(cell in CELLS => {
        let (row, number) = hex::place(cell);
        numbers[cell] = ((row as usize * ROW + number as usize - 1) % CELLS) as u8;
    });
    numbers
};

/// The bit of each cell.
const BIT: [u64; CELLS] = {
    let mut bits = [0; CELLS];
    const_for!(cell in CELLS => {
        bits[cell] = 1 << BIT_NUMBER[cell];
    });
    bits
};

/// All cells.
const BOARD: u64 = (1 << CELLS) - 1;

/// Directions to the neighbours of a cell.
const DIRECTIONS: usize = 6;

/// Rows and numbers to each neighbour: below left, below right, left, right, above left, above
/// right.
const STEPS: [(i32, i32); DIRECTIONS] = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)];

/// The neighbours of each cell that are on the board, as six bits.
const ON_BOARD: [u8; CELLS] = {
    let mut on_board = [0; CELLS];
    const_for!(cell in CELLS, direction in DIRECTIONS => {
        let ((row, number), (rows, numbers)) = (hex::place(cell), STEPS[direction]);
        if hex::cell(row + rows, number + numbers).is_some() {
            on_board[cell] |= 1 << direction;
        }
    });
    on_board
};

/// Bits of the cells that have a neighbour in each direction: below left, below right, left,
/// right, above left, above right.
pub const WITH_NEIGHBOUR: [u64; DIRECTIONS] = {
    let mut bits = [0; DIRECTIONS];
    const_for!(cell in CELLS, direction in DIRECTIONS => {
        if ON_BOARD[cell] >> direction & 1 == 1 {
            bits[direction] |= BIT[cell];
        }
    });
    bits
};

/// Returns the bits so much further in the circle of 61, and perhaps some beyond.
#[inline(always)]
const fn turned(bits: u64, distance: usize) -> u64 {
    bits << distance | bits >> (CELLS - distance)
}

/// Returns the bits of the cells next to those of these bits.
#[inline(always)]
const fn around(bits: u64) -> u64 {
    const BELOW_LEFT: u64 = WITH_NEIGHBOUR[0];
    const BELOW_RIGHT: u64 = WITH_NEIGHBOUR[1];
    const LEFT: u64 = WITH_NEIGHBOUR[2];
    const RIGHT: u64 = WITH_NEIGHBOUR[3];
    const ABOVE_LEFT: u64 = WITH_NEIGHBOUR[4];
    const ABOVE_RIGHT: u64 = WITH_NEIGHBOUR[5];
    // No row begins before bit 0 and ends after it, so that steps along a row stay in the word.
    let (right, left) = (bits << 1, bits >> 1);
    let above = turned(bits & ABOVE_LEFT | right & ABOVE_RIGHT << 1, ROW);
    let below = turned(bits & BELOW_RIGHT | left & BELOW_LEFT >> 1, CELLS - ROW);
    (right & RIGHT << 1 | left & LEFT >> 1 | above | below) & BOARD
}

/// For each row: its first cell, the bit of that cell, and how many cells it has.
const ROW_SPANS: [(usize, usize, usize); ROWS] = {
    let mut spans = [(0, 0, 0); ROWS];
    const_for!(row in ROWS => {
        let cells = hex::row_cells(row);
        let bit = BIT_NUMBER[cells.start] as usize;
        spans[row] = (cells.start, bit, cells.end - cells.start);
    });
    spans
};

impl Bitboard {
    /// No cell.
    pub const NONE: Self = Self(0);

    /// All cells.
    pub const BOARD: Self = Self(BOARD);

    /// The set with these bits in the circle of 61.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits in the circle of 61.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Neighbours of a cell that are in the set, as six bits: below left, below right,
    /// left, right, above left, above right.
    #[inline]
    pub const fn next_to(self, cell: usize) -> usize {
        static BIT_NUMBERS: [u8; CELLS] = BIT_NUMBER;
        static NEIGHBOURS: [u8; CELLS] = ON_BOARD;
        // The cell comes to lie on bit 0.
        let turned = turned(self.0, CELLS - BIT_NUMBERS[cell] as usize);
        let next_to = turned >> (CELLS - ROW - 1) & 3
            | (turned >> (CELLS - 1) & 1) << 2
            | (turned >> 1 & 1) << 3
            | (turned >> ROW & 3) << 4;
        next_to as usize & NEIGHBOURS[cell] as usize
    }

    /// The set of this cell alone.
    #[inline]
    pub fn one(cell: usize) -> Self {
        static BITS: [u64; CELLS] = BIT;
        Self(BITS[cell])
    }

    /// Spreads the 61 bits, one for each cell, that positions work with.
    #[inline]
    pub fn from_cells(bits: u64) -> Self {
        let spread = |bitboard, &(cell, bit, length): &(usize, usize, usize)| {
            bitboard | (bits >> cell & ((1 << length) - 1)) << bit
        };
        Self(ROW_SPANS.iter().fold(0, spread))
    }

    /// Packs the set into 61 bits, one for each cell.
    #[inline]
    pub fn cells(self) -> u64 {
        let pack = |bits, &(cell, bit, length): &(usize, usize, usize)| {
            bits | (self.0 >> bit & ((1 << length) - 1)) << cell
        };
        ROW_SPANS.iter().fold(0, pack)
    }

    /// Cells next to one of these, and perhaps some of these as well.
    #[inline]
    #[must_use]
    pub const fn around(self) -> Self {
        Self(around(self.0))
    }

    /// Whether there are no cells in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some of these cells are in another set.
    #[inline(always)]
    pub const fn is_in(self, set: Self) -> bool {
        self.0 & set.0 != 0
    }

    /// Number of cells.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is exactly one cell.
    #[inline(always)]
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

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The other cells of the board.
impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
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
