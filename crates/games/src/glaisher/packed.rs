//! A turn packed into an integer.

use super::geometry::{FURTHEST, ROOM, WAYS, distances, landing};
use crate::game::GameMove;
use crate::hex::CELLS;

/// Number of bits of a cell.
const CELL_BITS: u32 = 6;
/// Number of bits of a direction.
const DIRECTION_BITS: u32 = 3;
/// Number of bits of the parts: one for each height.
const PARTS_BITS: u32 = 8;

/// The first half of a turn: a stack, its direction, and the parts it is divided into.
///
/// Packed so that the order of the numbers is the order in which moves are visited:
/// origin, direction, parts. Parts are a set of heights, bit 0 for a part of one piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StackMove(u32);

impl StackMove {
    /// The parts with these heights (bit 0 for a part of one piece) from a cell in one
    /// of the [`DIRECTIONS`](crate::hex::DIRECTIONS). `None` if there is no such cell or
    /// direction, no part, or a part that would leave the board.
    pub fn new(from: usize, direction: usize, parts: u8) -> Option<Self> {
        let room = *ROOM.get(from)?.get(direction)?;
        (parts != 0 && parts & !room == 0).then(|| Self::packed(from, direction, parts))
    }

    /// The same when it is known to be all right.
    #[inline]
    pub(super) const fn packed(from: usize, direction: usize, parts: u8) -> Self {
        let way = (from << DIRECTION_BITS | direction) as u32;
        Self(way << PARTS_BITS | parts as u32)
    }

    /// Origin of the stack.
    #[inline]
    pub const fn from(self) -> usize {
        (self.0 >> (DIRECTION_BITS + PARTS_BITS)) as usize
    }

    /// Index of its direction in [`DIRECTIONS`](crate::hex::DIRECTIONS).
    #[inline]
    pub const fn direction(self) -> usize {
        (self.0 >> PARTS_BITS) as usize & ((1 << DIRECTION_BITS) - 1)
    }

    /// The heights of its parts as bits, bit 0 for a part of one piece.
    #[inline]
    pub const fn parts(self) -> u8 {
        self.0 as u8
    }

    /// The height of each part and the cell it lands on, nearest first.
    #[inline]
    pub fn landings(self) -> impl Iterator<Item = (u32, usize)> {
        distances(self.parts())
            .map(move |height| (height, landing(self.from(), self.direction(), height)))
    }

    /// Bitboard of the cells where parts land.
    #[inline]
    pub fn landing_cells(self) -> u64 {
        self.landings().fold(0, |cells, (_, to)| cells | 1 << to)
    }
}

/// A whole turn: a stack move, then a new piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlaisherMove(u32);

const _: () = assert!(size_of::<GlaisherMove>() == 4);
const _: () = assert!(CELLS <= 1 << CELL_BITS && WAYS <= 1 << DIRECTION_BITS);
const _: () = assert!(FURTHEST as u32 == PARTS_BITS);

impl GlaisherMove {
    /// A stack move, then a new piece on this cell.
    #[inline]
    pub const fn new(stack_move: StackMove, new_piece: usize) -> Self {
        debug_assert!(new_piece < CELLS);
        Self(stack_move.0 << CELL_BITS | new_piece as u32)
    }

    /// The first half of the turn.
    #[inline]
    pub const fn stack_move(self) -> StackMove {
        StackMove(self.0 >> CELL_BITS)
    }

    /// Cell of the new piece.
    #[inline]
    pub const fn new_piece(self) -> usize {
        (self.0 & ((1 << CELL_BITS) - 1)) as usize
    }
}

impl GameMove for GlaisherMove {
    fn to_bits(self) -> u64 {
        self.0.into()
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let mv = Self(u32::try_from(bits).ok()?);
        let half = mv.stack_move();
        StackMove::new(half.from(), half.direction(), half.parts())?;
        (mv.new_piece() < CELLS).then_some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_a_move_only_if_every_part_of_them_is() {
        let mut moves = 0;
        for bits in 0..1_u64 << 24 {
            if let Some(mv) = GlaisherMove::from_bits(bits) {
                let half = mv.stack_move();
                let again = StackMove::new(half.from(), half.direction(), half.parts());
                assert_eq!(again.map(|half| GlaisherMove::new(half, mv.new_piece())), Some(mv));
                assert_eq!(mv.to_bits(), bits);
                moves += 1;
            }
        }
        let sets_of_parts: u64 = ROOM.iter().flatten().map(|&room| u64::from(room)).sum();
        assert_eq!(moves, sets_of_parts * CELLS as u64);
        assert_eq!(GlaisherMove::from_bits(u64::MAX), None);
    }
}
