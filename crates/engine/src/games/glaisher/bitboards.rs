//! Eight bitboards at once.

use std::ops::{BitAnd, BitOr};

use cairn_games::glaisher::{Bitboard, ROW, WITH_NEIGHBOUR};
use cairn_games::hex::CELLS;
use cairn_simd::{WORDS, Words};

/// Eight bitboards on which the processor works at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bitboards<W>(W);

impl<W: Words> Bitboards<W> {
    /// Makes them from one each.
    #[inline(always)]
    pub(super) fn new(bitboards: [Bitboard; WORDS]) -> Self {
        Self(W::new(bitboards.map(Bitboard::bits)))
    }

    /// Makes them from one for all.
    #[inline(always)]
    pub(super) fn splat(bitboard: Bitboard) -> Self {
        Self(W::splat(bitboard.bits()))
    }

    /// Returns one each.
    #[inline(always)]
    pub(super) fn to_array(self) -> [Bitboard; WORDS] {
        self.0.to_array().map(Bitboard::from_bits)
    }

    /// Whether there are no cells in any.
    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.is_zero()
    }

    /// Returns the numbers of those with cells, as a set.
    #[inline(always)]
    pub(super) fn not_empty(self) -> u8 {
        self.0.not_zero()
    }

    /// Returns those that have exactly one cell; no cells instead of the others.
    #[inline(always)]
    pub(super) fn single_cells(self) -> Self {
        Self(self.0.single_bits())
    }

    /// The cells of each that are not in the other.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0.without(other.0))
    }

    /// Like [`Bitboard::around`] for each, with perhaps some bits that are no cells.
    #[inline(always)]
    pub(super) fn around(self) -> Self {
        const TURN: u32 = ROW as u32;
        const TURN_BACK: u32 = (CELLS - ROW) as u32;
        let bits = self.0;
        let [below_left, below_right, left, right, above_left, above_right] = WITH_NEIGHBOUR;
        let (to_right, to_left) = (bits.shifted_left::<1>(), bits.shifted_right::<1>());
        let beside = among(to_right, right << 1).or(among(to_left, left >> 1));
        let above = among(bits, above_left).or(among(to_right, above_right << 1));
        let below = among(bits, below_right).or(among(to_left, below_left >> 1));
        let above = above.shifted_left::<TURN>().or(above.shifted_right::<TURN_BACK>());
        let below = below.shifted_left::<TURN_BACK>().or(below.shifted_right::<TURN>());
        Self(beside.or(above).or(below))
    }

    /// Like [`Bitboard::connected_to`] for each.
    #[inline(always)]
    pub(super) fn connected_to(self, start: Self) -> Self {
        let mut reached = start & self;
        loop {
            let more = (reached.around() & self).without(reached);
            if more.is_empty() {
                return reached;
            }
            reached = reached | more;
        }
    }
}

/// Returns the bits that are in a mask.
#[inline(always)]
fn among<W: Words>(bits: W, mask: u64) -> W {
    bits.and(W::splat(mask))
}

impl<W: Words> BitAnd for Bitboards<W> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0.and(other.0))
    }
}

impl<W: Words> BitOr for Bitboards<W> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::random::Random;

    use super::*;

    type Plain = Bitboards<[u64; WORDS]>;

    #[test]
    fn eight_at_once_are_like_each_by_itself() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let mut next = || {
                let bits = random.next_u64() & random.next_u64() & ((1 << CELLS) - 1);
                Bitboard::from_cells(bits)
            };
            let (a, b) = ([0; WORDS].map(|_| next()), [0; WORDS].map(|_| next()));
            let (together, others) = (Plain::new(a), Plain::new(b));
            for index in 0..WORDS {
                let (a, b) = (a[index], b[index]);
                let get = |bitboards: Plain| bitboards.to_array()[index];
                assert_eq!(get(together & others), a & b);
                assert_eq!(get(together | others), a | b);
                assert_eq!(get(together.without(others)), a & !b);
                assert_eq!(get(together.around()) & Bitboard::BOARD, a.around());
                assert_eq!(get(together.connected_to(others)), a.connected_to(b));
                let meets = (together & others).not_empty() >> index & 1 == 1;
                assert_eq!(meets, a.is_in(b));
                let single = if (a & b).is_one() { a & b } else { Bitboard::NONE };
                assert_eq!(get((together & others).single_cells()), single);
            }
            assert_eq!((together & others).is_empty(), (0..WORDS).all(|i| !a[i].is_in(b[i])));
        }
    }
}
