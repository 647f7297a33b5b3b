//! Glaisher, by Ken Shoda: join two opposite sides of the hexagon.
//!
//! A stack is divided into parts of different heights that all go the same way, each
//! exactly as far as it is tall; then a new piece is put on an empty cell. Both halves
//! together are one turn and one move:
//!
//! ```
//! use cairn_games::{Game, Notation, glaisher::GlaisherStandard};
//!
//! let mut position = GlaisherStandard::start();
//! let mv = position.read_move("i6-h6,g6,f6+e5")?;
//! position.play(mv)?;
//! assert_eq!(position.to_text(), "x5/x2,r1,x2,y6/x3,r2,x3/y6,x3,r3,x3/x4,r1,x4/x7,r6/x7/r6,x5/x3,y6,x y");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A turn has some forty stack moves and each of them some forty new pieces, so a search
//! will want to take the halves apart: [`Glaisher::visit_stack_moves`] shows the stack
//! moves alone, [`Glaisher::empty_after`] where the new piece can go, and
//! [`GlaisherMove::new`] puts the two together.

mod bitboard;
mod chain;
mod check;
pub mod geometry;
mod moves;
mod notation;
mod packed;
mod position;
mod symmetry;
mod view;

pub use bitboard::{Bitboard, CROSSINGS, ROW, WITH_NEIGHBOUR};
pub use geometry::neighbours;
pub use packed::{GlaisherMove, StackMove};
pub use position::{Glaisher, Stack};

use crate::board::Board;
use crate::game::{GameInfo, PieceInfo, SideInfo};
use crate::side::Side;

/// The game one should play: a stack may also move whole.
pub type GlaisherStandard = Glaisher<false>;

/// The game as its rulebook has it: a stack must be divided.
pub type GlaisherRulebook = Glaisher<true>;

static STANDARD_INFO: GameInfo = info(
    "glaisher",
    "Glaisher",
    "Divide a stack; each part goes as far as it is tall, all the same way. Then add a piece. A chain between opposite sides wins.",
);

static RULEBOOK_INFO: GameInfo = info(
    "glaisher:rulebook",
    "Glaisher (rulebook)",
    "Like Glaisher, but a stack must be divided into at least two parts, so stacks of one and two never move.",
);

const fn info(name: &'static str, title: &'static str, summary: &'static str) -> GameInfo {
    GameInfo {
        name,
        family: "glaisher",
        former_names: &[],
        title,
        summary,
        designer: "Ken Shoda",
        sides: [SideInfo { name: "Red", letter: 'r' }, SideInfo { name: "Yellow", letter: 'y' }],
        board: Board::Hexagon,
        pieces: &[
            PieceInfo { letter: 'r', name: "red piece", owner: Some(Side::First) },
            PieceInfo { letter: 'y', name: "yellow piece", owner: Some(Side::Second) },
        ],
        counted_stacks: true,
        can_repeat: false,
        options: "",
        rules_page: Some(include_str!("../../../../docs/rules/glaisher.md")),
        lesson: Some(include_str!("../../data/lessons/glaisher.txt")),
        course: Some(include_str!("../../../../docs/lessons/glaisher.txt")),
    }
}
