//! Boards as terminal text.
//!
//! A stack shows the letter of its owner and its height, such as `W6`, and where there
//! is room its pieces from the bottom to the top in the letters of the notation.

mod content;
mod hexagons;
mod squares;

use cairn_games::{Board, BoardView};

use crate::canvas::Canvas;
use crate::marks::Marks;

/// Which characters may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Charset {
    /// Lines and shapes.
    #[default]
    Unicode,
    /// Only what every terminal and printer has.
    Ascii,
}

/// How much room a board takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    /// One row of characters for a row of the board, no lines: for tiny windows.
    Tiny,
    /// At most 48 columns and 21 rows, so that a panel fits beside it in 80×24.
    #[default]
    Compact,
    /// Generous, with the names of all cells and stacks as tiles.
    Large,
    /// The same with much room around it, for windows of 160 columns and more.
    Huge,
}

impl Size {
    /// All of them, the smallest first.
    pub const ALL: [Self; 4] = [Self::Tiny, Self::Compact, Self::Large, Self::Huge];
}

/// How a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Which characters are used.
    pub charset: Charset,
    /// How large it is.
    pub size: Size,
    /// Whether the second player's side is at the bottom.
    pub flipped: bool,
    /// Whether rows and columns are named.
    pub coordinates: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { charset: Charset::Unicode, size: Size::Compact, flipped: false, coordinates: true }
    }
}

impl Options {
    /// The same with the largest size that fits into a window; `None` if none does.
    #[must_use]
    pub fn fitting(self, view: &BoardView, width: usize, height: usize) -> Option<Self> {
        let sizes = Size::ALL.into_iter().rev().map(|size| Self { size, ..self });
        sizes.into_iter().find(|options| {
            let (needed_width, needed_height) = extent(view, options);
            needed_width <= width && needed_height <= height
        })
    }
}

/// How many columns and rows a board takes.
#[must_use]
pub fn extent(view: &BoardView, options: &Options) -> (usize, usize) {
    match view.board {
        Board::Square(square) => squares::Layout::new(view.style, square, options).extent(),
        Board::Hexagon => hexagons::Layout::new(options).extent(),
    }
}

/// Draws a board.
#[must_use]
pub fn draw(view: &BoardView, marks: &Marks, options: &Options) -> Canvas {
    let mut canvas = match view.board {
        Board::Square(square) => {
            squares::Layout::new(view.style, square, options).draw(view, options)
        }
        Board::Hexagon => hexagons::Layout::new(options).draw(view, options),
    };
    content::fill(&mut canvas, view, marks, options);
    canvas
}
