//! Bitboards: sets of cells as the bits of an integer.

/// Returns the cells of a bitboard, lowest first.
///
/// ```
/// use cairn_games::bitboard::ones;
///
/// assert_eq!(ones(0b1_0010).collect::<Vec<_>>(), [1, 4]);
/// ```
#[inline]
pub fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let cell = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            cell
        })
    })
}
