//! Numbers and scores as few bytes, for files of games.

use crate::score::Score;

/// Values that stand for something else than an estimate.
const NO_VALUE: i16 = i16::MIN;
const DRAWN: i16 = i16::MAX;
const WON: i16 = 30_000;
/// Bound that separates estimates from proofs.
const ABOVE_ESTIMATES: i16 = 10_000;

/// Returns a score as a number of 16 bits; none has a number too.
pub fn score_to_value(score: Option<Score>) -> i16 {
    let proof = |plies: u32| WON - plies.min(1_000) as i16;
    match score {
        None => NO_VALUE,
        Some(Score::Draw) => DRAWN,
        Some(Score::Win(plies)) => proof(plies),
        Some(Score::Loss(plies)) => -proof(plies),
        Some(Score::Value(value)) => {
            value.clamp(1 - i32::from(ABOVE_ESTIMATES), i32::from(ABOVE_ESTIMATES) - 1) as i16
        }
    }
}

/// Returns the score that [`score_to_value`] wrote.
pub fn score_from_value(value: i16) -> Option<Score> {
    match value {
        NO_VALUE => None,
        DRAWN => Some(Score::Draw),
        ABOVE_ESTIMATES.. => Some(Score::Win((i32::from(WON) - i32::from(value)).max(0) as u32)),
        value if value <= -ABOVE_ESTIMATES => {
            Some(Score::Loss((i32::from(WON) + i32::from(value)).max(0) as u32))
        }
        value => Some(Score::Value(value.into())),
    }
}

/// Writes seven bits per byte, the lowest first; the eighth bit says that more follow.
pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number that [`put_number`] wrote off the front; `None` if there is none.
pub fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = take(bytes, 1)?[0];
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Takes this many bytes off the front; `None` if there are fewer.
pub fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}
