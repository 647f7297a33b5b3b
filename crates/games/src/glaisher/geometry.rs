//! Tables of lines and distances on the hexagon.

use crate::hex::{self, CELLS, DIRECTIONS};

/// Number of directions.
pub const WAYS: usize = DIRECTIONS.len();

/// The longest way on the board, and so the tallest part that can move: from one end of
/// a line through the middle to the other.
pub const FURTHEST: usize = 8;

/// Value of [`LANDING`] beyond the board.
const OFF_BOARD: u8 = u8::MAX;

/// The cell at each distance, 1 first, in each direction from each cell.
static LANDING: [[[u8; FURTHEST]; WAYS]; CELLS] = {
    let mut landing = [[[OFF_BOARD; FURTHEST]; WAYS]; CELLS];
    const_for!(from in CELLS, direction in WAYS, before in FURTHEST => {
        if let Some(to) = hex::step(from, direction, before as i32 + 1) {
            landing[from][direction][before] = to as u8;
        }
    });
    landing
};

/// Bitboard of the cells in each direction from each cell.
pub static RAY: [[u64; WAYS]; CELLS] = {
    let mut ray = [[0; WAYS]; CELLS];
    const_for!(from in CELLS, direction in WAYS, before in FURTHEST => {
        let to = LANDING[from][direction][before];
        if to != OFF_BOARD {
            ray[from][direction] |= 1 << to;
        }
    });
    ray
};

/// The distances that stay on the board, in each direction from each cell, as a set of
/// distance bits.
pub static ROOM: [[u8; WAYS]; CELLS] = {
    let mut room = [[0; WAYS]; CELLS];
    const_for!(from in CELLS, direction in WAYS => {
        let cells_ahead = RAY[from][direction].count_ones();
        room[from][direction] = ((1_u32 << cells_ahead) - 1) as u8;
    });
    room
};

/// Distance of two cells on a line; 0 for the same cell or for no line.
static DISTANCE: [[u8; CELLS]; CELLS] = {
    let mut distances = [[0; CELLS]; CELLS];
    const_for!(from in CELLS, direction in WAYS, before in FURTHEST => {
        let to = LANDING[from][direction][before];
        if to != OFF_BOARD {
            distances[from][to as usize] = before as u8 + 1;
        }
    });
    distances
};

/// Bitboard of the cells next to each cell.
static NEIGHBOURS: [u64; CELLS] = {
    let mut neighbours = [0; CELLS];
    const_for!(cell in CELLS, direction in WAYS => {
        let next = LANDING[cell][direction][0];
        if next != OFF_BOARD {
            neighbours[cell] |= 1 << next;
        }
    });
    neighbours
};

/// Bitboard of the cells next to a cell.
///
/// # Panics
/// If the cell is not on the board.
#[inline]
pub const fn neighbours(cell: usize) -> u64 {
    NEIGHBOURS[cell]
}

/// The bit of a distance, which is the height of a part, in a set of distances.
#[inline]
pub(super) const fn distance_bit(distance: u32) -> u8 {
    1 << (distance - 1)
}

/// The distances in a set, nearest first.
#[inline]
pub fn distances(set: u8) -> impl Iterator<Item = u32> {
    crate::bitboard::ones(set.into()).map(|bit| bit as u32 + 1)
}

/// The cell at a distance that [`ROOM`] allows.
#[inline]
pub const fn landing(from: usize, direction: usize, distance: u32) -> usize {
    LANDING[from][direction][distance as usize - 1] as usize
}

/// Distance of two cells on a line; 0 for the same cell or for no line.
#[inline]
pub const fn distance(from: usize, to: usize) -> u32 {
    DISTANCE[from][to] as u32
}

/// The direction in which one cell lies from another, if they are on a line.
pub fn direction(from: usize, to: usize) -> Option<usize> {
    (0..WAYS).find(|&direction| RAY[from][direction] >> to & 1 == 1)
}
