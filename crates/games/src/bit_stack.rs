//! Stacks of pieces of two colours, packed into sixteen bits.

use crate::side::Side;

/// A stack of up to 14 pieces, each of one of the two sides.
///
/// The pieces are bits, the top piece lowest, 0 for the first side and 1 for the second,
/// with a 1 above the bottom piece that marks the height: `0b1_100` is a piece of the
/// second side under two of the first. The highest bit is a mark to which each game gives
/// its own meaning: a cube in Nava, a ball on top of the rings in Mitsudomoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitStack(u16);

impl BitStack {
    /// The stack without pieces.
    pub const EMPTY: Self = Self(1);

    const MARK: u16 = 1 << 15;

    /// Returns the pieces as bits, with the mark of the height above them.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0 & !Self::MARK
    }

    /// Returns all sixteen bits, the mark included.
    #[inline]
    pub(crate) const fn raw(self) -> u16 {
        self.0
    }

    /// Whether the mark is set.
    #[inline]
    pub const fn is_marked(self) -> bool {
        self.0 & Self::MARK != 0
    }

    /// Returns the stack with the mark set.
    pub(crate) const fn marked(self) -> Self {
        Self(self.0 | Self::MARK)
    }

    /// Returns the stack without the mark.
    pub(crate) const fn unmarked(self) -> Self {
        Self(self.bits())
    }

    /// Returns the stack with one more piece on top. It must not be marked.
    #[must_use]
    pub(crate) const fn with(self, owner: Side) -> Self {
        Self(self.0 << 1 | owner as u16)
    }

    /// Returns the stack without its top piece and its mark.
    #[inline]
    #[must_use]
    pub const fn without_top(self) -> Self {
        Self(self.bits() >> 1)
    }

    /// Puts the top `count` pieces onto `below`. Returns the new stack there and the
    /// remaining one. Neither stack may be marked.
    pub(crate) const fn split_onto(self, count: u32, below: Self) -> (Self, Self) {
        let top = self.0 & ((1 << count) - 1);
        (Self(below.0 << count | top), Self(self.0 >> count))
    }

    /// Number of pieces.
    #[inline]
    pub const fn height(self) -> u32 {
        15 - self.bits().leading_zeros()
    }

    /// Owner of the top piece, if there is one.
    #[inline]
    pub const fn top(self) -> Option<Side> {
        match self.unmarked() {
            Self::EMPTY => None,
            Self(bits) if bits & 1 == 0 => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// Owners of the pieces, from the bottom to the top.
    pub fn pieces(self) -> impl Iterator<Item = Side> {
        let bits = self.bits();
        (0..self.height()).rev().filter_map(move |depth| Self(bits >> depth).top())
    }

    /// Returns the stack with the players exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        Self(self.0 ^ ((1 << self.height()) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_off_in_the_reverse_order() {
        let sides = [Side::Second, Side::First, Side::First];
        let stack = sides.into_iter().fold(BitStack::EMPTY, BitStack::with);
        assert_eq!((stack.bits(), stack.height()), (0b1_100, 3));
        assert_eq!(stack.pieces().collect::<Vec<_>>(), sides);
        assert_eq!((stack.top(), BitStack::EMPTY.top()), (Some(Side::First), None));
        let (moved, left) = stack.split_onto(2, BitStack::EMPTY.with(Side::Second));
        assert_eq!(moved, stack);
        assert_eq!(left, stack.without_top().without_top());
    }

    #[test]
    fn the_mark_is_no_piece() {
        let stack = BitStack::EMPTY.with(Side::First).with(Side::Second);
        let marked = stack.marked();
        assert!(marked.is_marked() && !stack.is_marked());
        assert_eq!((marked.height(), marked.top()), (stack.height(), stack.top()));
        assert_eq!(marked.without_top(), stack.without_top());
        assert_eq!(marked.exchanged().unmarked(), stack.exchanged());
        assert_eq!(marked.exchanged().exchanged(), marked);
    }
}
