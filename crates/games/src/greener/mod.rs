//! Greener, the second game of GreenGreenerGreenest by Néstor Romeral Andrés: both
//! players take the same colour, and neither owns it.
//!
//! The box is full of pyramids at the start. A stack belongs to the colour of its top
//! pyramid and captures the nearest stack in a row or column by going on top of it.
//! Whoever has more green pyramids inside their stacks when nobody can capture any more
//! has won.
//!
//! ```
//! use cairn_games::{Game, Notation, Side, greener::Greener6x6};
//!
//! let mut position = Greener6x6::start();
//! let capture = position.read_move("c1-d1")?;
//! position.play(capture)?;
//! assert_eq!(position.greens_of(Side::First), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod contents;
mod moves;
mod notation;
mod position;
mod setup;
mod symmetry;
mod view;

pub use cells::CellSet;
pub use moves::GreenerMove;
pub use position::Greener;

use crate::board::Board;
use crate::game::{GameInfo, PieceInfo, SideInfo};
use crate::side::Side;
use crate::square::Square;

/// The usual box: 9 black, 9 white and 18 green pyramids.
pub type Greener6x6 = Greener<6, 6, 36>;

/// Six columns and nine rows: 13 black, 13 white and 28 green pyramids.
pub type Greener6x9 = Greener<6, 9, 54>;

/// The largest box: 20 black, 20 white and 41 green pyramids.
pub type Greener9x9 = Greener<9, 9, 81>;

/// The boxes there are, the usual one first.
const BOXES: [Square; 3] =
    [Square { cols: 6, rows: 6 }, Square { cols: 6, rows: 9 }, Square { cols: 9, rows: 9 }];

/// The most cells a box has.
const MOST_CELLS: usize = 81;

/// Index of a box in [`BOXES`].
const fn box_number(cols: usize, rows: usize) -> usize {
    let mut number = 0;
    while number < BOXES.len() {
        if BOXES[number].cols == cols && BOXES[number].rows == rows {
            return number;
        }
        number += 1;
    }
    panic!("Greener has no such box");
}

/// Number of pyramids of each player: a quarter of the box. The rest is green.
const fn pieces_of_a_player(cells: usize) -> usize {
    cells / 4
}

/// The set-up of the usual box in the seed document, rows from the top.
const SEED_SETUP: [&str; 6] = ["gwbgbg", "bggwgw", "gwbgbg", "bwgggw", "ggggwb", "wwbgbg"];

/// Description of Greener, for each of the [`BOXES`].
static INFOS: [GameInfo; BOXES.len()] =
    [info(0, "Greener"), info(1, "Greener (6x9 box)"), info(2, "Greener (9x9 box)")];

const fn info(number: usize, title: &'static str) -> GameInfo {
    GameInfo {
        name: "greener",
        family: "greener",
        former_names: &[],
        title,
        summary: "Capture along rows and columns. When no capture is left, the player with more green pyramids in their stacks wins.",
        designer: "Néstor Romeral Andrés",
        sides: [SideInfo { name: "Black", letter: 'b' }, SideInfo { name: "White", letter: 'w' }],
        board: Board::Square(BOXES[number]),
        pieces: &[
            PieceInfo { letter: 'b', name: "black pyramid", owner: Some(Side::First) },
            PieceInfo { letter: 'w', name: "white pyramid", owner: Some(Side::Second) },
            PieceInfo { letter: 'g', name: "green pyramid", owner: None },
        ],
        counted_stacks: false,
        can_repeat: false,
        options: "a shuffle by its number; a box of 6x6, 6x9 or 9x9",
        rules_page: Some(include_str!("../../../../docs/rules/greener.md")),
        lesson: Some(include_str!("../../data/lessons/greener.txt")),
        course: Some(include_str!("../../../../docs/lessons/greener.txt")),
    }
}
