//! Mitsudomoe, by Mitsuo Yamamoto: lay rings as stepping stones and bring three balls
//! to the far corner.
//!
//! In the published game a turn is a ring step and then a ball step. The seed document
//! words it as a ring step *or* a ball step, which is another game: see
//! [`MitsudomoeSeed`].

mod certainty;
mod check;
mod count;
mod features;
mod geometry;
mod hints;
mod inputs;
mod move_text;
mod moves;
mod notation;
mod position;
mod relocation;
mod steps;
mod symmetry;
mod view;

pub use moves::{BallStep, MitsudomoeMove, RingStep};
pub use position::Mitsudomoe;

use crate::board::Board;
use crate::game::{GameInfo, PieceInfo, SideInfo};
use crate::side::Side;
use crate::square::Square;

/// The published game: a turn is a ring step and then a ball step.
pub type MitsudomoePublished = Mitsudomoe<false>;

/// The game as the seed document words it: a turn is a ring step or a ball step.
///
/// It is lost for White, who at first can only place rings: Black covers each of them,
/// and after five turns White has nothing left to do.
pub type MitsudomoeSeed = Mitsudomoe<true>;

const BOARD: Square = Square { cols: 5, rows: 5 };

/// How many spaces there are.
const CELLS: usize = BOARD.cells();

/// How many rings a player has, on the board and in supply together.
const RINGS: usize = 8;

/// How many balls a player has. They begin on rings, so that a player always has at
/// least this many rings on the board.
const BALLS: usize = 3;

/// How many rings a player has in supply before the first turn. That turn takes one of
/// them, because no other ring is exposed.
const SUPPLY_AT_START: usize = RINGS - BALLS;

/// The home spaces of each side as bits: a1, b1, a2 and e5, d5, e4.
const HOME: [u32; 2] = [1 << 0 | 1 << 1 | 1 << 5, 1 << 24 | 1 << 23 | 1 << 19];

/// The goal spaces of a side are the home of the other.
const fn goal(side: Side) -> u32 {
    HOME[side.other().index()]
}

/// What is fixed about the published game.
static INFO: GameInfo = info(
    "mitsudomoe",
    "Mitsudomoe",
    "Lay or move a ring, then step or vault with a ball. All three balls in the far corner win.",
);

/// What is fixed about the game of the seed document.
static SEED_INFO: GameInfo = info(
    "mitsudomoe:seed",
    "Mitsudomoe (as the seed has it)",
    "A turn is a ring step or a ball step, not both. The second player wins by force: Black covers every ring that White lays.",
);

/// What is fixed about both, with what is different.
const fn info(name: &'static str, title: &'static str, summary: &'static str) -> GameInfo {
    GameInfo {
        name,
        title,
        summary,
        designer: "Mitsuo Yamamoto",
        sides: [SideInfo { name: "White", letter: 'w' }, SideInfo { name: "Black", letter: 'b' }],
        board: Board::Square(BOARD),
        pieces: &[
            PieceInfo { letter: 'w', name: "white ring", owner: Some(Side::First) },
            PieceInfo { letter: 'b', name: "black ring", owner: Some(Side::Second) },
            PieceInfo { letter: 'W', name: "white ball", owner: Some(Side::First) },
            PieceInfo { letter: 'B', name: "black ball", owner: Some(Side::Second) },
        ],
        counted_stacks: false,
        can_repeat: true,
        options: "",
    }
}
