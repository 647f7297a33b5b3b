//! The shape of a board: how many cells, their names, their rows.

use std::ops::Range;

use crate::hex;
use crate::square::Square;
use crate::text::{Cursor, TextError};

/// Shape of a board.
///
/// ```
/// use cairn_games::{Board, GameId};
///
/// assert_eq!(GameId::Greener9x9.info().board, Board::square(9, 9));
/// assert_eq!((Board::Hexagon.cells(), Board::Hexagon.size()), (61, "hexagon".to_owned()));
/// assert_eq!(Board::square(5, 5).name(7), "c2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// Columns and rows.
    Square(Square),
    /// A hexagon of hexagons, five to a side.
    Hexagon,
}

impl Board {
    /// A rectangular board.
    pub const fn square(cols: usize, rows: usize) -> Self {
        Self::Square(Square { cols, rows })
    }

    /// Number of cells.
    pub const fn cells(self) -> usize {
        match self {
            Self::Square(square) => square.cells(),
            Self::Hexagon => hex::CELLS,
        }
    }

    /// Number of rows.
    pub const fn rows(self) -> usize {
        match self {
            Self::Square(square) => square.rows,
            Self::Hexagon => hex::ROWS,
        }
    }

    /// The cells of a row from left to right; row 0 is the lowest.
    pub const fn row(self, row: usize) -> Range<usize> {
        match self {
            Self::Square(square) => row * square.cols..(row + 1) * square.cols,
            Self::Hexagon => hex::row_cells(row),
        }
    }

    /// The name of a cell.
    pub fn name(self, cell: usize) -> String {
        match self {
            Self::Square(square) => square.name(cell),
            Self::Hexagon => hex::name(cell),
        }
    }

    /// Reads the name of a cell.
    ///
    /// # Errors
    /// If the text is not the name of a cell on this board.
    pub fn read(self, cursor: &mut Cursor<'_>) -> Result<usize, TextError> {
        match self {
            Self::Square(square) => square.read(cursor),
            Self::Hexagon => hex::read(cursor),
        }
    }

    /// Columns and rows such as `6x9`, or `hexagon`.
    pub fn size(self) -> String {
        match self {
            Self::Square(Square { cols, rows }) => format!("{cols}x{rows}"),
            Self::Hexagon => "hexagon".to_owned(),
        }
    }
}
