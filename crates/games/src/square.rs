//! Boards of squares, read like a chess board: `a1` at the bottom left, letters to the
//! right, numbers upwards. Cells are numbered from `a1` along the rows.

use crate::text::{Cursor, TextError};

/// A rectangular board.
///
/// ```
/// use cairn_games::square::Square;
///
/// let board = Square { cols: 5, rows: 5 };
/// assert_eq!(board.name(board.cell(2, 3)), "c4");
/// assert_eq!(board.step(0, (1, 1), 2), Some(12));
/// assert_eq!(board.step(0, (-1, 0), 1), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Cells in a row, at most 26.
    pub cols: usize,
    /// Cells in a column, at most 99.
    pub rows: usize,
}

impl Square {
    /// Number of cells.
    pub const fn cells(self) -> usize {
        self.cols * self.rows
    }

    /// The cell in this column and row, counted from 0.
    pub const fn cell(self, col: usize, row: usize) -> usize {
        row * self.cols + col
    }

    /// Column and row of a cell, counted from 0.
    pub const fn place(self, cell: usize) -> (usize, usize) {
        (cell % self.cols, cell / self.cols)
    }

    /// The cell that lies `steps` from `cell` in the direction (columns, rows), if that
    /// is on the board.
    pub const fn step(self, cell: usize, direction: (i32, i32), steps: i32) -> Option<usize> {
        let (col, row) = self.place(cell);
        let col = col as i32 + direction.0 * steps;
        let row = row as i32 + direction.1 * steps;
        if col < 0 || row < 0 || col >= self.cols as i32 || row >= self.rows as i32 {
            return None;
        }
        Some(self.cell(col as usize, row as usize))
    }

    /// Number of classes that [`Square::edge_class`] tells apart.
    pub const EDGE_CLASSES: usize = 6;

    /// Class of a cell by its distances from the nearest edges, in either order and with
    /// two or more taken as one: 0 for a corner, 5 for the middle. Rotations and
    /// reflections keep the class; on a 5x5 or 6x6 board nothing else is kept.
    ///
    /// ```
    /// use cairn_games::square::Square;
    ///
    /// let board = Square { cols: 5, rows: 5 };
    /// assert_eq!([0, 12].map(|cell| board.edge_class(cell)), [0, 5]);
    /// ```
    pub const fn edge_class(self, cell: usize) -> usize {
        const fn to_edge(place: usize, length: usize) -> usize {
            let after = length - 1 - place;
            let nearest = if place < after { place } else { after };
            if nearest < 2 { nearest } else { 2 }
        }
        let (col, row) = self.place(cell);
        let (a, b) = (to_edge(col, self.cols), to_edge(row, self.rows));
        let (near, far) = if a < b { (a, b) } else { (b, a) };
        // Pairs in the order 00 01 02 11 12 22.
        [0, 2, 3][near] + far
    }

    /// The name of a cell, such as `c4`.
    pub fn name(self, cell: usize) -> String {
        let (col, row) = self.place(cell);
        format!("{}{}", (b'a' + col as u8) as char, row + 1)
    }

    /// Reads the name of a cell.
    ///
    /// # Errors
    /// If the next characters are not a letter and a number, or name a cell that is not on
    /// the board.
    pub fn read(self, cursor: &mut Cursor<'_>) -> Result<usize, TextError> {
        let start = cursor.at();
        let letter = cursor.peek().filter(char::is_ascii_alphabetic);
        let Some(letter) = letter else {
            return Err(cursor.error_here("the name of a cell").help(self.range()));
        };
        cursor.bump();
        let Some(number) = cursor.number(99)? else {
            return Err(cursor.error_here("the number of a row").help(self.range()));
        };
        let col = (letter.to_ascii_lowercase() as u8 - b'a') as usize;
        let row = number as usize;
        if col >= self.cols || row == 0 || row > self.rows {
            let problem = format!("there is no cell {}{row}", letter.to_ascii_lowercase());
            return Err(cursor.error_from(start, problem).help(self.range()));
        }
        Ok(self.cell(col, row - 1))
    }

    /// Reads two cells with a hyphen between them, such as `a1-a4`, and nothing else.
    ///
    /// # Errors
    /// If the text says anything else.
    pub fn read_pair(self, text: &str) -> Result<(usize, usize), TextError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_space();
        let from = self.read(&mut cursor)?;
        if !cursor.separator('-') {
            return Err(cursor.error_here("`-`").help("a move is written like a1-a4"));
        }
        let to = self.read(&mut cursor)?;
        cursor.finish("move")?;
        Ok((from, to))
    }

    /// Describes the range of the cells' names.
    fn range(self) -> String {
        let last = self.name(self.cells() - 1);
        format!("cells run from a1 to {last}")
    }
}

/// Column and row directions along the lines of the board.
pub const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// All eight directions.
pub(crate) const ALL_AROUND: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
