//! Several bitboards at once.

use std::ops::{BitAnd, BitOr};

use super::bitboard::{Bitboard, around};

/// Several bitboards on which the processor works at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bitboards<const N: usize>([u64; N]);

impl<const N: usize> Bitboards<N> {
    /// No cells.
    pub const NONE: Self = Self([0; N]);

    /// Makes them from one each.
    #[inline(always)]
    pub fn new(bitboards: [Bitboard; N]) -> Self {
        let mut all = Self::NONE;
        for (bits, bitboard) in all.0.iter_mut().zip(bitboards) {
            *bits = bitboard.0;
        }
        all
    }

    /// Returns one of them.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline(always)]
    pub const fn get(&self, index: usize) -> Bitboard {
        Bitboard(self.0[index])
    }

    /// Whether there are no cells in each.
    #[inline(always)]
    pub fn are_empty(&self) -> [bool; N] {
        let mut are_empty = [false; N];
        for (is_empty, bits) in are_empty.iter_mut().zip(self.0) {
            *is_empty = bits == 0;
        }
        are_empty
    }

    /// Whether there are no cells in any.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, bits| all | bits) == 0
    }

    /// Like [`Bitboard::around`] for each.
    #[inline(always)]
    #[must_use]
    pub fn around(self) -> Self {
        self.each(around)
    }

    /// Like [`Bitboard::connected_to`] for each.
    #[inline(always)]
    #[must_use]
    pub fn connected_to(self, start: Self) -> Self {
        let mut reached = start & self;
        loop {
            let more = (reached.around() & self).without(reached);
            if more.is_empty() {
                return reached;
            }
            reached = reached | more;
        }
    }

    /// The cells of each that are not in the other.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.with_each(other, |bits, others| bits & !others)
    }

    // A plain loop, of which compilers make operations on wide registers.
    #[inline(always)]
    fn each(mut self, change: impl Fn(u64) -> u64) -> Self {
        for bits in &mut self.0 {
            *bits = change(*bits);
        }
        self
    }

    #[inline(always)]
    fn with_each(mut self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        for (bits, other) in self.0.iter_mut().zip(other.0) {
            *bits = join(*bits, other);
        }
        self
    }
}

impl<const N: usize> BitAnd for Bitboards<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.with_each(other, |bits, others| bits & others)
    }
}

impl<const N: usize> BitOr for Bitboards<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.with_each(other, |bits, others| bits | others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::CELLS;
    use crate::random::Random;

    #[test]
    fn several_at_once_are_like_each_by_itself() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let mut next = || {
                let bits = random.next_u64() & random.next_u64() & ((1 << CELLS) - 1);
                Bitboard::from_cells(bits)
            };
            let (a, b) = ([0; 3].map(|_| next()), [0; 3].map(|_| next()));
            let (together, others) = (Bitboards::new(a), Bitboards::new(b));
            for index in 0..3 {
                let (a, b) = (a[index], b[index]);
                assert_eq!((together & others).get(index), a & b);
                assert_eq!((together | others).get(index), a | b);
                assert_eq!(together.without(others).get(index), a & !b);
                assert_eq!(together.around().get(index), a.around());
                assert_eq!(together.connected_to(others).get(index), a.connected_to(b));
                assert_eq!((together & others).are_empty()[index], (a & b).is_empty());
            }
            assert_eq!((together & others).is_empty(), (0..3).all(|i| !a[i].is_in(b[i])));
        }
    }
}
