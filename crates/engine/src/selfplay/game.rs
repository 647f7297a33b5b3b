//! Self-play games as bytes.

use cairn_games::{Outcome, Side};

use crate::score::Score;

/// Values that stand for something else than an estimate.
const NO_VALUE: i16 = i16::MIN;
const DRAWN: i16 = i16::MAX;
const WON: i16 = 30_000;
/// Bound that separates estimates from proofs.
const ABOVE_ESTIMATES: i16 = 10_000;

/// A move and what the search said of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The bits of the move.
    pub bits: u64,
    /// Score for the side to move; `None` if the move was random.
    pub score: Option<Score>,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfplayGame {
    /// The first position.
    pub start: String,
    /// The moves with their scores.
    pub plies: Vec<Ply>,
    /// The result.
    pub outcome: Outcome,
}

impl SelfplayGame {
    /// Returns the number of positions that were searched.
    pub fn searched_positions(&self) -> u64 {
        self.plies.iter().filter(|ply| ply.score.is_some()).count() as u64
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let outcome = match self.outcome {
            Outcome::Win(side) => side.index() as u8,
            Outcome::Draw => 2,
        };
        let mut bytes = vec![outcome];
        put_number(&mut bytes, self.start.len() as u64);
        bytes.extend_from_slice(self.start.as_bytes());
        for ply in &self.plies {
            put_number(&mut bytes, ply.bits);
            bytes.extend_from_slice(&to_value(ply.score).to_le_bytes());
        }
        bytes
    }

    pub(super) fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let outcome = match take(&mut bytes, 1)?[0] {
            0 => Outcome::Win(Side::First),
            1 => Outcome::Win(Side::Second),
            2 => Outcome::Draw,
            _ => return None,
        };
        let length = usize::try_from(take_number(&mut bytes)?).ok()?;
        let start = str::from_utf8(take(&mut bytes, length)?).ok()?.to_owned();
        let mut plies = Vec::new();
        while !bytes.is_empty() {
            let bits = take_number(&mut bytes)?;
            let value = take(&mut bytes, 2)?;
            let score = from_value(i16::from_le_bytes([value[0], value[1]]));
            plies.push(Ply { bits, score });
        }
        Some(Self { start, plies, outcome })
    }
}

fn to_value(score: Option<Score>) -> i16 {
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

fn from_value(value: i16) -> Option<Score> {
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
fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u64> {
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

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}
