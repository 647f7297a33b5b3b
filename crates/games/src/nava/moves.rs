//! Moves of Nava, and tables of the junctions that discs can come to.

use super::{BOARD, CELLS};
use crate::game::GameMove;
use crate::square::ORTHOGONAL;

/// Discs from a junction to a junction; their number is the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NavaMove(u16);

const _: () = assert!(size_of::<NavaMove>() == 2);

impl NavaMove {
    /// Discs from one junction to another one.
    pub const fn new(from: usize, to: usize) -> Self {
        Self((from << 5 | to) as u16)
    }

    /// Origin of the discs.
    #[inline]
    pub const fn from(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// Junction where they land.
    #[inline]
    pub const fn to(self) -> usize {
        (self.0 & 31) as usize
    }

    /// Number of junctions that they go in a straight line, which is how many they are.
    #[inline]
    pub const fn distance(self) -> u32 {
        DISTANCE[self.from()][self.to()] as u32
    }
}

impl GameMove for NavaMove {
    fn to_bits(self) -> u64 {
        self.0.into()
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let mv = Self(u16::try_from(bits).ok()?);
        (mv.from() < CELLS && mv.to() < CELLS).then_some(mv)
    }
}

/// Number of junctions ahead of each in each of the four directions.
pub(super) static ROOM: [[u8; 4]; CELLS] = {
    let mut room = [[0; 4]; CELLS];
    const_for!(cell in CELLS => {
        let (col, row) = BOARD.place(cell);
        let (col, row) = (col as u8, row as u8);
        room[cell] = [4 - col, col, 4 - row, row];
    });
    room
};

/// Distance of two junctions on a line; 0 for the same junction or for no line.
static DISTANCE: [[u8; CELLS]; CELLS] = {
    let mut distance = [[0; CELLS]; CELLS];
    const_for!(from in CELLS, to in CELLS => {
        let ((from_col, from_row), (to_col, to_row)) = (BOARD.place(from), BOARD.place(to));
        if from_col == to_col || from_row == to_row {
            distance[from][to] = (from_col.abs_diff(to_col) + from_row.abs_diff(to_row)) as u8;
        }
    });
    distance
};

/// Number of moves of a stack of each height; no more than four discs can move.
pub(super) static COUNT: [[u8; 5]; CELLS] = {
    let mut count = [[0; 5]; CELLS];
    const_for!(cell in CELLS, height in 5, direction in 4 => {
        let room = ROOM[cell][direction];
        count[cell][height] += if room < height as u8 { room } else { height as u8 };
    });
    count
};

/// The junctions that discs of a stack of this height can come to; no more than four
/// discs can move.
static REACH: [[u32; 5]; CELLS] = {
    let mut reach = [[0; 5]; CELLS];
    const_for!(from in CELLS, to in CELLS => {
        let distance = DISTANCE[from][to] as usize;
        let mut height = distance;
        while distance > 0 && height < 5 {
            reach[from][height] |= 1 << to;
            height += 1;
        }
    });
    reach
};

/// Bitboard of the junctions that discs of a stack of this height can come to.
///
/// # Panics
/// If the junction is not on the board.
#[inline]
pub const fn reach(from: usize, height: u32) -> u32 {
    REACH[from][if height < 4 { height as usize } else { 4 }]
}

/// Difference of the numbers of neighbouring junctions in each direction.
pub(super) const STEP: [i32; 4] = {
    let mut step = [0; 4];
    const_for!(direction in 4 => {
        let (cols, rows) = ORTHOGONAL[direction];
        step[direction] = cols + rows * BOARD.cols as i32;
    });
    step
};
