//! Bitboards of a box.

use std::ops::{BitAnd, BitOr, Shl, Shr};

/// A set of cells of a box with `CELLS` cells.
///
/// The largest box needs more than 64 bits, the usual one does not. The size of the box
/// is known when the program is compiled, so that for the smaller boxes the upper half
/// is never computed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellSet<const CELLS: usize>(u128);

impl<const CELLS: usize> CellSet<CELLS> {
    /// No cells.
    pub const EMPTY: Self = Self(0);

    /// All cells of the box.
    const ALL: u128 = (1 << CELLS) - 1;

    const IS_SMALL: bool = CELLS <= 64;

    /// The cells whose bits are set; bits beyond the box are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL)
    }

    /// One bit for each cell, `a1` lowest.
    #[inline]
    pub const fn bits(self) -> u128 {
        if Self::IS_SMALL { self.0 as u64 as u128 } else { self.0 }
    }

    /// Only this cell.
    #[inline]
    pub const fn one(cell: usize) -> Self {
        if Self::IS_SMALL { Self((1_u64 << cell) as u128) } else { Self(1 << cell) }
    }

    /// Whether there are no cells in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits() == 0
    }

    /// Number of cells in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        if Self::IS_SMALL { (self.0 as u64).count_ones() } else { self.0.count_ones() }
    }

    /// Whether a cell of the box is in the set.
    #[inline]
    pub const fn contains(self, cell: usize) -> bool {
        self.bits() & Self::one(cell).bits() != 0
    }

    /// The lowest cell in the set.
    #[inline]
    pub const fn first(self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let zeros =
            if Self::IS_SMALL { (self.0 as u64).trailing_zeros() } else { self.0.trailing_zeros() };
        Some(zeros as usize)
    }

    /// The highest cell in the set.
    #[inline]
    pub const fn last(self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        let highest = if Self::IS_SMALL { (self.0 as u64).ilog2() } else { self.0.ilog2() };
        Some(highest as usize)
    }

    /// The set with this cell.
    #[inline]
    #[must_use]
    pub const fn with(self, cell: usize) -> Self {
        Self(self.bits() | Self::one(cell).bits())
    }

    /// The set without this cell.
    #[inline]
    #[must_use]
    pub const fn without(self, cell: usize) -> Self {
        Self(self.bits() & !Self::one(cell).bits())
    }

    /// The set without the cells of another one.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.bits() & !other.bits())
    }

    /// The cells of another set, moved so that its first cell is on each cell of this one. What
    /// is moved must not overlap.
    #[inline]
    #[must_use]
    pub const fn each_with(self, other: Self) -> Self {
        if Self::IS_SMALL {
            Self::from_bits((self.0 as u64).wrapping_mul(other.0 as u64) as u128)
        } else {
            Self::from_bits(self.0.wrapping_mul(other.0))
        }
    }

    /// The cells in the set, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        std::iter::from_fn(move || {
            let cell = left.first()?;
            let bits = left.bits();
            left = Self(bits & (bits - 1));
            Some(cell)
        })
    }
}

impl<const CELLS: usize> BitAnd for CellSet<CELLS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.bits() & other.bits())
    }
}

impl<const CELLS: usize> BitOr for CellSet<CELLS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.bits() | other.bits())
    }
}

/// The set moved to higher cells; what leaves the box is gone.
impl<const CELLS: usize> Shl<usize> for CellSet<CELLS> {
    type Output = Self;

    #[inline]
    fn shl(self, cells: usize) -> Self {
        if Self::IS_SMALL {
            Self::from_bits(((self.0 as u64) << cells) as u128)
        } else {
            Self::from_bits(self.0 << cells)
        }
    }
}

/// The set moved to lower cells; what leaves the box is gone.
impl<const CELLS: usize> Shr<usize> for CellSet<CELLS> {
    type Output = Self;

    #[inline]
    fn shr(self, cells: usize) -> Self {
        if Self::IS_SMALL { Self((self.0 as u64 >> cells) as u128) } else { Self(self.0 >> cells) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const CELLS: usize>() {
        let members = [0, 5, 35, CELLS - 1];
        let set = members.into_iter().fold(CellSet::<CELLS>::EMPTY, CellSet::with);
        let expected = if CELLS == 36 { &members[..3] } else { &members };
        assert_eq!(set.iter().collect::<Vec<_>>(), expected);
        assert_eq!(set.len() as usize, expected.len());
        assert_eq!((set.first(), set.last()), (Some(0), Some(CELLS - 1)));
        assert!(set.contains(5) && !set.without(5).contains(5));
        assert_eq!((set << 1).last(), Some(if CELLS == 36 { 6 } else { 36 }));
        assert_eq!((set >> 5).first(), Some(0));
        let [pair, apart] = [[0, 1], [2, 5]]
            .map(|cells| cells.into_iter().fold(CellSet::<CELLS>::EMPTY, CellSet::with));
        assert_eq!(apart.each_with(pair).iter().collect::<Vec<_>>(), [2, 3, 5, 6]);
        assert_eq!(CellSet::<CELLS>::EMPTY.first(), None);
    }

    #[test]
    fn sets_work_on_either_side_of_64_cells() {
        check::<36>();
        check::<54>();
        check::<81>();
    }
}
