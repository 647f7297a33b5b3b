//! Tables of neighbours, and of the spaces between others.

use super::{BOARD, CELLS};
use crate::square::ALL_AROUND;

/// Bitboard of the spaces around each.
pub(super) static NEIGHBOURS: [u32; CELLS] = {
    let mut neighbours = [0; CELLS];
    const_for!(from in CELLS, direction in ALL_AROUND.len() => {
        if let Some(to) = BOARD.step(from, ALL_AROUND[direction], 1) {
            neighbours[from] |= 1 << to;
        }
    });
    neighbours
};

/// Value of [`BETWEEN`] for two spaces that are the same or on no line.
pub(super) const NO_LINE: u32 = u32::MAX;

/// The spaces between two on a line, as bits; none if they are next to each other.
pub(super) static BETWEEN: [[u32; CELLS]; CELLS] = {
    let mut between = [[NO_LINE; CELLS]; CELLS];
    const_for!(from in CELLS, direction in ALL_AROUND.len() => {
        let mut passed = 0;
        let mut steps = 1;
        while let Some(to) = BOARD.step(from, ALL_AROUND[direction], steps) {
            between[from][to] = passed;
            passed |= 1 << to;
            steps += 1;
        }
    });
    between
};

/// Stands for "off the board" in [`BEYOND`].
pub(super) const OFF_BOARD: u8 = CELLS as u8;

/// `BEYOND[a][b]` is the space after `b` on the line that comes from `a` next to it.
pub(super) static BEYOND: [[u8; CELLS]; CELLS] = {
    let mut beyond = [[OFF_BOARD; CELLS]; CELLS];
    const_for!(from in CELLS, direction in ALL_AROUND.len() => {
        let next = BOARD.step(from, ALL_AROUND[direction], 1);
        if let (Some(next), Some(to)) = (next, BOARD.step(from, ALL_AROUND[direction], 2)) {
            beyond[from][next] = to as u8;
        }
    });
    beyond
};

/// Bitboard of the spaces next to a space.
///
/// # Panics
/// If the space is not on the board.
#[inline]
pub fn neighbours(cell: usize) -> u32 {
    NEIGHBOURS[cell]
}

/// The space after `next` on the line from `from`, which lies next to it, if the board
/// goes on there.
///
/// # Panics
/// If the spaces are not on the board.
#[inline]
pub fn beyond(from: usize, next: usize) -> Option<usize> {
    let to = BEYOND[from][next];
    (to != OFF_BOARD).then_some(to.into())
}
