//! Where cells lie relative to each other, for every kind of board, either way up.

use cairn_games::{Board, hex};

/// The cells of each row from left to right, the rows from the top, as they are seen.
pub fn rows_from_top(board: Board, flipped: bool) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = (0..board.rows()).map(|row| board.row(row).collect()).collect();
    if flipped {
        rows.iter_mut().for_each(|row| row.reverse());
    } else {
        rows.reverse();
    }
    rows
}

/// How many cells the longest row has.
pub fn columns(board: Board) -> usize {
    (0..board.rows()).map(|row| board.row(row).len()).max().unwrap_or(0)
}

/// How far a row is moved to the right, in halves of a cell.
pub fn indent(board: Board, row: &[usize]) -> usize {
    columns(board) - row.len()
}

/// How far two cells are from each other, such that cells on one line are the nearest.
pub fn distance(board: Board, a: usize, b: usize) -> i32 {
    const OFF_LINE: i32 = 100;
    let line = |x: i32, y: i32, aligned: bool| x.max(y) + if aligned { 0 } else { OFF_LINE };
    match board {
        Board::Square(square) => {
            let ((ax, ay), (bx, by)) = (square.place(a), square.place(b));
            let (dx, dy) = (ax.abs_diff(bx) as i32, ay.abs_diff(by) as i32);
            line(dx, dy, dx == 0 || dy == 0 || dx == dy)
        }
        Board::Hexagon => {
            let ((ar, an), (br, bn)) = (hex::place(a), hex::place(b));
            let (rows, numbers) = (br - ar, bn - an);
            let aligned = rows == 0 || numbers == 0 || rows == numbers;
            line(rows.abs(), numbers.abs(), aligned)
        }
    }
}

/// The letter and the number in a cell's name.
pub fn name_parts(board: Board, cell: usize) -> (String, String) {
    let name = board.name(cell);
    let at = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    (name[..at].to_owned(), name[at..].to_owned())
}

/// For each numbered diagonal of the hexagonal board: its number, and the last of its
/// cells towards the lower right as seen, beyond which its label stands.
pub fn diagonal_ends(flipped: bool) -> Vec<(i32, usize)> {
    let rows = hex::ROWS as i32;
    let on_diagonal = |number: i32| (0..rows).filter_map(move |row| hex::cell(row, number));
    (1..=rows)
        .filter_map(|number| {
            let mut cells = on_diagonal(number);
            let end = if flipped { cells.last() } else { cells.next() };
            end.map(|cell| (number, cell))
        })
        .collect()
}
