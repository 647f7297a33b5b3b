//! Rows and columns of every kind of board, either way up.

use cairn_games::{Board, hex};

/// Returns the cells of each row from left to right, the rows from the top, as seen.
pub fn rows_from_top(board: Board, flipped: bool) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = (0..board.rows()).map(|row| board.row(row).collect()).collect();
    if flipped {
        rows.iter_mut().for_each(|row| row.reverse());
    } else {
        rows.reverse();
    }
    rows
}

/// Returns the number of cells in the longest row.
pub fn columns(board: Board) -> usize {
    (0..board.rows()).map(|row| board.row(row).len()).max().unwrap_or(0)
}

/// Returns the indentation of a row, in halves of a cell.
pub fn indent(board: Board, row: &[usize]) -> usize {
    columns(board) - row.len()
}

/// Returns the letter and the number of a cell's name.
pub fn name_parts(board: Board, cell: usize) -> (String, String) {
    let name = board.name(cell);
    let at = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    (name[..at].to_owned(), name[at..].to_owned())
}

/// Returns the number of each diagonal of the hexagonal board, and its last cell towards the
/// lower right as seen, next to which its label stands.
pub fn diagonal_ends(flipped: bool) -> Vec<(i32, usize)> {
    let rows = hex::ROWS as i32;
    let on_diagonal = |number: i32| (0..rows).filter_map(move |row| hex::cell(row, number));
    (1..=rows)
        .filter_map(|number| {
            let mut cells = on_diagonal(number);
            let end = if flipped { cells.next_back() } else { cells.next() };
            end.map(|cell| (number, cell))
        })
        .collect()
}
