//! The hexagonal board, five cells to a side, read like an Abalone board.
//!
//! Row `a` is at the bottom, `e` the long middle row, `i` at the top. Numbers run along
//! the diagonals that lean to the left, so that the cell above left of a cell has its
//! number:
//!
//! ```text
//!      i5 i6 ..            above left (row + 1, number)    above right (row + 1, number + 1)
//!    e1 e2 .. e9           left (row, number - 1)          right (row, number + 1)
//!      a1 a2 ..            below left (row - 1, number - 1)  below right (row - 1, number)
//! ```
//!
//! Cells are numbered from `a1` along the rows.

use std::ops::Range;

use crate::text::{Cursor, TextError};

/// Number of cells.
pub const CELLS: usize = 61;

/// Number of rows.
pub const ROWS: usize = 9;

/// The six directions as (rows, numbers), counter-clockwise from the right: right,
/// above right, above left, left, below left, below right.
pub const DIRECTIONS: [(i32, i32); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The number of the first and of the last cell in a row.
const fn numbers(row: i32) -> (i32, i32) {
    if row <= 4 { (1, row + 5) } else { (row - 3, 9) }
}

/// The cells of a row, from left to right.
pub(crate) const fn row_cells(row: usize) -> Range<usize> {
    let mut start = 0;
    const_for!(before in row => {
        let (first, last) = numbers(before as i32);
        start += (last - first + 1) as usize;
    });
    let (first, last) = numbers(row as i32);
    start..start + (last - first + 1) as usize
}

/// The cell at this row and number, if there is one.
pub const fn cell(row: i32, number: i32) -> Option<usize> {
    if row < 0 || row >= ROWS as i32 {
        return None;
    }
    let (first, last) = numbers(row);
    if number < first || number > last {
        return None;
    }
    Some(row_cells(row as usize).start + (number - first) as usize)
}

/// Row and number of a cell.
pub const fn place(cell: usize) -> (i32, i32) {
    let mut row = 0;
    while row_cells(row).end <= cell {
        row += 1;
    }
    let (first, _) = numbers(row as i32);
    (row as i32, first + (cell - row_cells(row).start) as i32)
}

/// The cell that lies `steps` from `from` in one of the [`DIRECTIONS`], if that is on
/// the board.
///
/// ```
/// use cairn_games::hex;
///
/// let a1 = hex::cell(0, 1).unwrap();
/// assert_eq!(hex::step(a1, 1, 4).map(hex::name), Some("e5".to_owned()));
/// assert_eq!(hex::step(a1, 3, 1), None);
/// ```
pub const fn step(from: usize, direction: usize, steps: i32) -> Option<usize> {
    let (row, number) = place(from);
    let (rows, numbers) = DIRECTIONS[direction];
    cell(row + rows * steps, number + numbers * steps)
}

/// The name of a cell, such as `e5`.
pub fn name(cell: usize) -> String {
    let (row, number) = place(cell);
    format!("{}{number}", (b'a' + row as u8) as char)
}

/// Reads the name of a cell.
///
/// # Errors
/// If the next characters are not a letter and a number, or name a cell that is not on the
/// board.
pub fn read(cursor: &mut Cursor<'_>) -> Result<usize, TextError> {
    const HELP: &str = "rows a to i, from the bottom; e has nine cells, e1 to e9";
    let start = cursor.at();
    let Some(letter) = cursor.peek().filter(char::is_ascii_alphabetic) else {
        return Err(cursor.error_here("the name of a cell").help(HELP));
    };
    cursor.bump();
    let Some(number) = cursor.number(99)? else {
        return Err(cursor.error_here("the number of a cell").help(HELP));
    };
    let letter = letter.to_ascii_lowercase();
    let row = i32::from(letter as u8 - b'a');
    cell(row, number as i32).ok_or_else(|| {
        let help = if row < ROWS as i32 {
            let (first, last) = numbers(row);
            format!("row {letter} runs from {letter}{first} to {letter}{last}")
        } else {
            HELP.to_owned()
        };
        let problem = format!("there is no cell {letter}{number}");
        cursor.error_from(start, problem).help(help)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_run_as_on_an_abalone_board() {
        let ends: Vec<_> = (0..ROWS)
            .map(row_cells)
            .map(|cells| format!("{}-{}", name(cells.start), name(cells.end - 1)))
            .collect();
        assert_eq!(
            ends,
            ["a1-a5", "b1-b6", "c1-c7", "d1-d8", "e1-e9", "f2-f9", "g3-g9", "h4-h9", "i5-i9"]
        );
    }

    #[test]
    fn every_name_reads_back_to_its_cell() {
        for cell in 0..CELLS {
            assert_eq!(read(&mut Cursor::new(&name(cell))), Ok(cell));
        }
    }
}
