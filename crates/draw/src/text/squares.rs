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
    pub fn new(style: BoardStyle, square: Square, options: &TextOptions) -> Self {
        let narrow = square.cols > 6;
        let inner = match (options.size, style) {
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
        if self.boxed() {
            self.draw_boxes(&mut canvas, options.charset);
        } else if self.ruled {
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

    fn draw_boxes(&self, canvas: &mut Canvas, charset: Charset) {
        let (cols, rows) = (self.square.cols, self.square.rows);
        let (width, height) = (self.inner.0 + 1, self.inner.1 + 1);
        let style = Style::of(Role::Line);
        for y in 0..=rows * height {
            for x in 0..=cols * width {
                let (on_row, on_col) = (y % height == 0, x % width == 0);
                let corner = Corner {
                    left: x > 0,
                    right: x < cols * width,
                    up: y > 0,
                    down: y < rows * height,
                };
                let symbol = match (on_row, on_col) {
                    (true, true) => corner.symbol(charset),
                    (true, false) => horizontal(charset),
                    (false, true) => vertical(charset),
                    (false, false) => continue,
                };
                canvas.put(self.margin + x, y, symbol, style);
            }
        }
    }

    /// Draws the lines that cross in the middle of each cell.
    fn draw_lines(&self, canvas: &mut Canvas, charset: Charset) {
        let (cols, rows) = (self.square.cols, self.square.rows);
        let (width, height) = self.inner;
        let (middle_x, middle_y) = (width / 2, height / 2);
        let (last_x, last_y) = ((cols - 1) * width + middle_x, (rows - 1) * height + middle_y);
        let style = Style::of(Role::Line);
        for y in middle_y..=last_y {
            for x in middle_x..=last_x {
                let on_row = y % height == middle_y;
                let on_col = x % width == middle_x;
                let corner = Corner {
                    left: x > middle_x,
                    right: x < last_x,
                    up: y > middle_y,
                    down: y < last_y,
                };
                let symbol = match (on_row, on_col) {
                    (true, true) => corner.symbol(charset),
                    (true, false) => horizontal(charset),
                    (false, true) => vertical(charset),
                    (false, false) => continue,
                };
                canvas.put(self.margin + x, y, symbol, style);
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

/// Meeting point of lines, by the directions in which they continue.
struct Corner {
    left: bool,
    right: bool,
    up: bool,
    down: bool,
}

impl Corner {
    const fn symbol(&self, charset: Charset) -> char {
        if matches!(charset, Charset::Ascii) {
            return '+';
        }
        match (self.left, self.right, self.up, self.down) {
            (false, _, false, _) => '┌',
            (_, false, false, _) => '┐',
            (false, _, _, false) => '└',
            (_, false, _, false) => '┘',
            (false, ..) => '├',
            (_, false, ..) => '┤',
            (_, _, false, _) => '┬',
            (_, _, _, false) => '┴',
            _ => '┼',
        }
    }
}

const fn horizontal(charset: Charset) -> char {
    match charset {
        Charset::Unicode => '─',
        Charset::Ascii => '-',
    }
}

const fn vertical(charset: Charset) -> char {
    match charset {
        Charset::Unicode => '│',
        Charset::Ascii => '|',
    }
}
