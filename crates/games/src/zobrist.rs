//! Zobrist keys.
//!
//! A Zobrist key is the exclusive-or of one number for each cell with its contents and one
//! for the side to move, so that it can be kept up to date cell by cell. The numbers
//! are computed, not looked up: a stack has too many possible contents for a table
//! that stays in the cache.

use crate::side::Side;

/// Scrambles 64 bits so that every input bit affects every output bit (the finalizer
/// of the SplitMix64 generator).
#[inline]
pub const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Part of the key for one cell with these contents. Contents use at most 56 bits.
#[inline]
pub const fn cell_key(cell: usize, contents: u64) -> u64 {
    mix((((cell as u64) + 1) << 56) ^ contents)
}

/// Part of the key for the side to move.
#[inline]
pub const fn side_key(to_move: Side) -> u64 {
    match to_move {
        Side::First => 0,
        Side::Second => SECOND_TO_MOVE,
    }
}

/// Joins the key when the second player is to move.
pub const SECOND_TO_MOVE: u64 = mix(0xca12_0000_0000_0000);
