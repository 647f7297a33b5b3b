//! Symmetries of boards.

use std::sync::LazyLock;

use crate::hex;
use crate::square::Square;

/// A way to turn or mirror the board, perhaps with the two players exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Image of each cell.
    pub cells: Vec<u8>,
    /// Whether the players change places as well.
    pub exchange: bool,
}

impl Symmetry {
    /// Image of a cell.
    #[inline]
    pub fn cell(&self, cell: usize) -> usize {
        self.cells[cell] as usize
    }

    /// The identity alone, which fits every board: cells beyond a board map to themselves.
    pub(crate) fn identity_alone() -> &'static [Self] {
        static IDENTITY: LazyLock<[Symmetry; 1]> =
            LazyLock::new(|| [Symmetry { cells: (0..=u8::MAX).collect(), exchange: false }]);
        &*IDENTITY
    }

    /// The symmetries with and without the players exchanged.
    pub(crate) fn with_exchange(plain: Vec<Self>) -> Vec<Self> {
        let mut both = plain.clone();
        both.extend(plain.into_iter().map(|symmetry| Self { exchange: true, ..symmetry }));
        both
    }

    /// The turns and mirror images of a rectangle: eight for a square, otherwise four.
    pub(crate) fn of_rectangle(board: Square) -> Vec<Self> {
        let Square { cols, rows } = board;
        let transpositions = if cols == rows { &[false, true][..] } else { &[false] };
        let mut symmetries = Vec::new();
        for &transposed in transpositions {
            for (flip_cols, flip_rows) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let map = |cell| {
                    let (mut col, mut row) = board.place(cell);
                    if transposed {
                        (col, row) = (row, col);
                    }
                    let col = if flip_cols { cols - 1 - col } else { col };
                    let row = if flip_rows { rows - 1 - row } else { row };
                    board.cell(col, row) as u8
                };
                symmetries
                    .push(Self { cells: (0..board.cells()).map(map).collect(), exchange: false });
            }
        }
        symmetries
    }

    /// The twelve turns and mirror images of the hexagonal board.
    pub(crate) fn of_hexagon() -> Vec<Self> {
        let mut symmetries = Vec::new();
        for mirrored in [false, true] {
            for sixths in 0..6 {
                symmetries.push(Self {
                    cells: (0..hex::CELLS)
                        .map(|cell| turned_hex_cell(cell, sixths, mirrored) as u8)
                        .collect(),
                    exchange: false,
                });
            }
        }
        symmetries
    }
}

/// Image of a cell of the hexagon by a reflection and a number of sixths of a turn.
fn turned_hex_cell(cell: usize, sixths: usize, mirrored: bool) -> usize {
    // From the middle, e5. A sixth of a turn sends "right" (0, 1) to "above right" (1, 1)
    // and "above left" (1, 0) to "left" (0, -1).
    let (row, number) = hex::place(cell);
    let (mut row, mut number) = (row - 4, number - 5);
    if mirrored {
        (row, number) = (number, row);
    }
    for _ in 0..sixths {
        (row, number) = (number, number - row);
    }
    hex::cell(4 + row, 5 + number).expect("a turn keeps the board")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn symmetries_are_different_permutations_that_keep_neighbours() {
        let hexagon = Symmetry::of_hexagon();
        assert_eq!(hexagon.iter().map(|s| &s.cells).collect::<HashSet<_>>().len(), 12);
        for symmetry in &hexagon {
            assert_eq!(symmetry.cells.iter().collect::<HashSet<_>>().len(), hex::CELLS);
            for cell in 0..hex::CELLS {
                let neighbours =
                    |c| -> HashSet<_> { (0..6).filter_map(|d| hex::step(c, d, 1)).collect() };
                let turned: HashSet<_> =
                    neighbours(cell).into_iter().map(|c| symmetry.cell(c)).collect();
                assert_eq!(turned, neighbours(symmetry.cell(cell)));
            }
        }
        for (cols, rows, count) in [(5, 5, 8), (6, 9, 4)] {
            let rectangle = Symmetry::of_rectangle(Square { cols, rows });
            let different: HashSet<_> = rectangle.iter().map(|s| &s.cells).collect();
            assert_eq!(different.len(), count);
        }
    }
}
