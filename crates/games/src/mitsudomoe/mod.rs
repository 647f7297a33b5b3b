//! Mitsudomoe, by Mitsuo Yamamoto: lay rings as stepping stones and bring three balls
//! to the far corner.
//!
//! In the published game a turn is a ring step and then a ball step. One document describes
//! a turn as a ring step *or* a ball step, which is another game: see
//! [`MitsudomoeSingle`].

mod check;
mod count;
pub mod geometry;
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
pub use steps::Vault;

use crate::board::Board;
use crate::game::{GameInfo, PieceInfo, SideInfo};
use crate::side::Side;
use crate::square::Square;

/// The published game: a turn is a ring step and then a ball step.
pub type MitsudomoePublished = Mitsudomoe<false>;

/// Mitsudomoe with one action per turn: a ring step or a ball step.
///
/// It is lost for White, who at first can only place rings: Black covers each of them,
/// and after five turns White has nothing left to do.
pub type MitsudomoeSingle = Mitsudomoe<true>;

/// The board: 5x5 spaces.
pub const BOARD: Square = Square { cols: 5, rows: 5 };

/// Number of spaces.
pub const CELLS: usize = BOARD.cells();

/// Number of rings of a player, on the board and in supply together.
pub const RINGS: usize = 8;

/// Number of balls of a player. They begin on rings, so that a player always has at
/// least this many rings on the board.
pub const BALLS: usize = 3;

/// Number of rings of a player in supply before the first turn. That turn takes one of
/// them, because no other ring is exposed.
const SUPPLY_AT_START: usize = RINGS - BALLS;

/// Bitboards of the home spaces of each side: a1, b1, a2 and e5, d5, e4.
pub const HOME: [u32; 2] = [1 << 0 | 1 << 1 | 1 << 5, 1 << 24 | 1 << 23 | 1 << 19];

/// Bitboard of the goal spaces of a side, which are the home of the other.
pub const fn goal(side: Side) -> u32 {
    HOME[side.other().index()]
}

/// Description of the published game.
static INFO: GameInfo = info(
    "mitsudomoe",
    &[],
    "Mitsudomoe",
    "Lay or move a ring, then step or vault with a ball. All three balls in the far corner win.",
);

/// Description of the game with one action per turn.
static SINGLE_INFO: GameInfo = info(
    "mitsudomoe:single",
    &["mitsudomoe:seed"],
    "Mitsudomoe, one action per turn",
    "A turn is a ring step or a ball step, not both. The second player wins by force: Black covers every ring that White lays.",
);

/// Description of a rule set, from the parts in which the two differ.
const fn info(
    name: &'static str,
    former_names: &'static [&'static str],
    title: &'static str,
    summary: &'static str,
) -> GameInfo {
    GameInfo {
        name,
        family: "mitsudomoe",
        former_names,
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
        rules_page: Some(include_str!("../../../../docs/rules/mitsudomoe.md")),
        lesson: Some(include_str!("../../data/lessons/mitsudomoe.txt")),
        course: Some(include_str!("../../../../docs/lessons/mitsudomoe.txt")),
    }
}
