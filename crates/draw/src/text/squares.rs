//! Grid lines of square boards: fields between lines, or junctions where lines cross.

use cairn_games::square::Square;
use cairn_games::{BoardStyle, BoardView};

use super::content::TILE_HEIGHT;
use super::{Charset, Size, TextOptions};
use crate::canvas::{Area, Canvas, Role, Style};
use crate::grid;

/// Dimensions of the drawing.
pub struct SquareLayout {
    style: BoardStyle,
    square: Square,
    /// Width and height inside the lines of a cell.
    inner: (usize, usize),
    /// Whether there are grid lines.
    ruled: bool,
    /// Number of columns left of the board, for the names of rows.
    margin: usize,
    /// Number of lines below the board, for the names of columns.
    footer: usize,
}

impl SquareLayout {
    pub fn new(view: &BoardView, square: Square, options: &TextOptions) -> Self {
        let style = view.style;
        let narrow = square.cols > 6;
        let counts = view.game.look().points.as_ref().is_some_and(|points| points.piece.is_some());
        let inner = match (options.size, style) {
            // Room for the pieces that count, the height, and a sign.
            (Size::Tiny, _) if counts && !narrow => (7, 1),
            (Size::Tiny, _) => (5, 1),
            (Size::Compact, BoardStyle::Junctions) => (8, 3),
            (Size::Compact, _) if narrow => (4, 1),
            (Size::Compact, _) if square.rows > 6 => (6, 1),
            (Size::Compact, _) => (if square.cols > 5 { 6 } else { 8 }, 2),
            (Size::Large, BoardStyle::Junctions) => (16, 5),
            (Size::Large, _) if narrow => (9, 3),
            (Size::Large, _) => (14, 4),
            (Size::Huge, BoardStyle::Junctions) => (22, 9),
            (Size::Huge, _) if narrow => (12, 4),
            (Size::Huge, _) if square.rows > 6 => (18, 4),
            (Size::Huge, _) => (20, 7),
        };
        let labels = usize::from(options.coordinates);
        Self {
            style,
            square,
            inner,
            ruled: options.size != Size::Tiny,
            margin: labels * 2,
            footer: labels,
        }
    }

    /// Whether cells are fields with lines around them.
    fn boxed(&self) -> bool {
        self.ruled && self.style != BoardStyle::Junctions
    }

    pub fn extent(&self) -> (usize, usize) {
        let (cols, rows) = (self.square.cols, self.square.rows);
        let line = usize::from(self.boxed());
        let (width, height) = self.inner;
        (self.margin + cols * (width + line) + line, rows * (height + line) + line + self.footer)
    }

    /// Returns the inside of a cell by column and row from the top left.
    fn area(&self, col: usize, row: usize) -> Area {
        let line = usize::from(self.boxed());
        let (width, height) = self.inner;
        let x = self.margin + line + col * (width + line);
        let y = line + row * (height + line);
        Area { x, y, width, height }
    }

    /// Draws the empty board.
    pub fn draw(&self, view: &BoardView, options: &TextOptions) -> Canvas {
        let (width, height) = self.extent();
        let mut canvas = Canvas::new(width, height, view.cells.len());
        if self.ruled {
            self.draw_lines(&mut canvas, options.charset);
        }
        let rows = grid::rows_from_top(view.board, options.flipped);
        for (row, cells) in rows.iter().enumerate() {
            for (col, &cell) in cells.iter().enumerate() {
                canvas.set_area(cell, self.area(col, row));
            }
            if options.coordinates {
                let area = self.area(0, row);
                let (_, number) = grid::name_parts(view.board, cells[0]);
                let y = area.y + self.label_line();
                canvas.text(0, y, &number, Style::of(Role::Coordinate));
            }
        }
        if options.coordinates {
            for (col, &cell) in rows[0].iter().enumerate() {
                let area = self.area(col, 0);
                let (letter, _) = grid::name_parts(view.board, cell);
                let x = area.x + self.middle();
                canvas.text(x, height - 1, &letter, Style::of(Role::Coordinate));
            }
        }
        canvas
    }

    /// Returns the line of a cell on which its label stands.
    fn label_line(&self) -> usize {
        headline(self.style, self.inner.1)
    }

    /// Returns the column of a cell under which its letter stands.
    fn middle(&self) -> usize {
        if self.ruled { self.inner.0 / 2 } else { 1 }
    }

    /// Draws the lines around the fields, or those that cross in the middle of each cell.
    fn draw_lines(&self, canvas: &mut Canvas, charset: Charset) {
        let (boxed, (width, height)) = (self.boxed(), self.inner);
        // The first line, the distance between lines, and the last line.
        let lines = |cells: usize, inner: usize| {
            let (first, pitch) = if boxed { (0, inner + 1) } else { (inner / 2, inner) };
            let last = if boxed { cells } else { cells - 1 };
            (first, pitch, first + last * pitch)
        };
        let (left, pitch_x, right) = lines(self.square.cols, width);
        let (top, pitch_y, bottom) = lines(self.square.rows, height);
        for y in top..=bottom {
            for x in left..=right {
                let (on_row, on_col) = ((y - top) % pitch_y == 0, (x - left) % pitch_x == 0);
                let continues = [
                    on_row && x > left,
                    on_row && x < right,
                    on_col && y > top,
                    on_col && y < bottom,
                ];
                if let Some(symbol) = line_symbol(charset, continues) {
                    canvas.put(self.margin + x, y, symbol, Style::of(Role::Line));
                }
            }
        }
    }
}

/// Returns the line of a cell of this height on which its label stands: where lines cross, on
/// the first line of low cells, and inside the tile in tall ones.
pub fn headline(style: BoardStyle, height: usize) -> usize {
    match style {
        BoardStyle::Junctions => height / 2,
        _ if height >= TILE_HEIGHT => (height - TILE_HEIGHT) / 2 + 1,
        _ => 0,
    }
}

/// Returns the character of a line that continues to the left, to the right, up and down, or
/// `None` if there is no line.
const fn line_symbol(charset: Charset, continues: [bool; 4]) -> Option<char> {
    let [unicode, ascii] = match continues {
        [false, false, false, false] => return None,
        [true, true, false, false] => ['─', '-'],
        [false, false, true, true] => ['│', '|'],
        [false, _, false, _] => ['┌', '+'],
        [_, false, false, _] => ['┐', '+'],
        [false, _, _, false] => ['└', '+'],
        [_, false, _, false] => ['┘', '+'],
        [false, _, _, _] => ['├', '+'],
        [_, false, _, _] => ['┤', '+'],
        [_, _, false, _] => ['┬', '+'],
        [_, _, _, false] => ['┴', '+'],
        [true, true, true, true] => ['┼', '+'],
    };
    Some(if matches!(charset, Charset::Ascii) { ascii } else { unicode })
}
