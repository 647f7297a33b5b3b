//! The contents of a cell, as far as they matter to the rules.

use crate::side::Side;

/// The top piece of a stack, how many greens are in it and how high it is.
///
/// The order of the pieces below the top never matters again, because stacks are never
/// split. Top piece in two bits (0 for an empty cell), then greens and height in seven
/// bits each, so that the greens and heights of two stacks can be added in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contents(u16);

impl Contents {
    pub(super) const EMPTY: Self = Self(0);

    const TOP: u16 = 0b11;
    const BLACK: u16 = 1;
    const WHITE: u16 = 2;
    const GREEN: u16 = 3;
    const ONE_GREEN: u16 = 1 << 2;
    const ONE_HIGH: u16 = 1 << 9;

    /// A single piece of this owner; a green one is nobody's.
    pub(super) const fn piece(owner: Option<Side>) -> Self {
        match owner {
            Some(Side::First) => Self(Self::ONE_HIGH | Self::BLACK),
            Some(Side::Second) => Self(Self::ONE_HIGH | Self::WHITE),
            None => Self(Self::ONE_HIGH | Self::ONE_GREEN | Self::GREEN),
        }
    }

    /// This stack put on top of another one.
    pub(super) const fn on(self, below: Self) -> Self {
        Self(self.0 + (below.0 & !Self::TOP))
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Owner of the stack, if it has one.
    pub(super) const fn owner(self) -> Option<Side> {
        match self.0 & Self::TOP {
            Self::BLACK => Some(Side::First),
            Self::WHITE => Some(Side::Second),
            _ => None,
        }
    }

    pub(super) const fn greens(self) -> u32 {
        (self.0 / Self::ONE_GREEN % (Self::ONE_HIGH / Self::ONE_GREEN)) as u32
    }

    pub(super) const fn height(self) -> u32 {
        (self.0 / Self::ONE_HIGH) as u32
    }

    /// The same with the players exchanged.
    pub(super) const fn exchanged(self) -> Self {
        match self.owner() {
            Some(_) => Self(self.0 ^ (Self::BLACK | Self::WHITE)),
            None => self,
        }
    }

    /// The bits, for hashing.
    pub(super) const fn bits(self) -> u64 {
        self.0 as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_add_up_and_belong_to_their_top_piece() {
        let [black, white, green] =
            [Some(Side::First), Some(Side::Second), None].map(Contents::piece);
        let stack = white.on(green).on(black.on(green));
        assert_eq!((stack.owner(), stack.greens(), stack.height()), (Some(Side::Second), 2, 4));
        assert_eq!(stack.exchanged(), black.on(green).on(white.on(green)));
        assert_eq!(green.exchanged(), green);
        assert_eq!(Contents::EMPTY.exchanged(), Contents::EMPTY);
        // The largest box in one stack.
        let highest = (0..40).fold(black, |stack, _| stack.on(white));
        let highest = (0..40).fold(highest, |stack, _| stack.on(green));
        assert_eq!((highest.greens(), highest.height()), (40, 81));
    }
}
