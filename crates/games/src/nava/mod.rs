//! Nava, by David Cordell: lay down all nine cubes, or take every stack.
//!
//! Discs move together, in a straight line, exactly as many junctions as there are discs. A
//! junction left empty gets a cube of the player who left it.

mod moves;
mod notation;
mod position;
mod symmetry;
mod view;

pub use moves::{NavaMove, reach};
pub use position::Nava;

use crate::board::Board;
use crate::game::{GameInfo, PieceInfo, SideInfo};
use crate::side::Side;
use crate::square::Square;

/// The lines of a 4x4 board of squares have 5x5 junctions.
pub const BOARD: Square = Square { cols: 5, rows: 5 };

/// Number of junctions.
pub const CELLS: usize = BOARD.cells();

/// Number of cubes of a player; all of them on the board win the game.
pub const CUBES: u32 = 9;

/// Number of discs that each player begins with.
const DISCS: usize = 6;

/// Description of Nava.
static INFO: GameInfo = GameInfo {
    name: "nava",
    family: "nava",
    former_names: &[],
    title: "Nava",
    summary: "Three discs move three junctions, two discs move two. A junction left empty gets a cube. Lay all nine cubes, or take every stack, to win.",
    designer: "David Cordell",
    sides: [SideInfo { name: "White", letter: 'w' }, SideInfo { name: "Black", letter: 'b' }],
    board: Board::Square(BOARD),
    pieces: &[
        PieceInfo { letter: 'w', name: "white disc", owner: Some(Side::First) },
        PieceInfo { letter: 'b', name: "black disc", owner: Some(Side::Second) },
        PieceInfo { letter: 'W', name: "white cube", owner: Some(Side::First) },
        PieceInfo { letter: 'B', name: "black cube", owner: Some(Side::Second) },
    ],
    counted_stacks: false,
    can_repeat: true,
    options: "",
    rules_page: Some(include_str!("../../../../docs/rules/nava.md")),
    lesson: Some(include_str!("../../data/lessons/nava.txt")),
    course: Some(include_str!("../../../../docs/lessons/nava.txt")),
};
