//! Self-play games as bytes.

use cairn_games::{Outcome, Side};

use crate::packing::{put_number, score_from_value, score_to_value, take, take_number};
use crate::score::Score;

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
            bytes.extend_from_slice(&score_to_value(ply.score).to_le_bytes());
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
            let score = score_from_value(i16::from_le_bytes([value[0], value[1]]));
            plies.push(Ply { bits, score });
        }
        Some(Self { start, plies, outcome })
    }
}
