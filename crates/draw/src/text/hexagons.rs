//! Grid lines of the hexagonal board.
//!
//! ```text
//!   / \ / \         .-' '-. .-' '-.
//!  |   |   |       |       |       |
//! / \ / \ / \      |       |       |
//! ```

use cairn_games::{BoardView, hex};

use super::{Charset, Size, TextOptions};
use crate::canvas::{Area, Canvas, Role, Style};
use crate::grid;

/// Dimensions of the drawing.
pub struct HexagonLayout {
    /// Number of columns between cells, and of lines inside a cell.
    pitch: usize,
    inside: usize,
    /// Whether there are grid lines.
    ruled: bool,
    /// Number of columns left of the widest row.
    margin: usize,
    /// Number of lines below the board.
    footer: usize,
}

impl HexagonLayout {
    pub fn new(options: &TextOptions) -> Self {
        let (pitch, inside, ruled) = match options.size {
            Size::Tiny => (4, 1, false),
            Size::Compact => (4, 1, true),
            Size::Large => (8, 2, true),
            Size::Huge => (12, 4, true),
        };
        let margin = if options.coordinates { 2 } else { 0 };
        Self { pitch, inside, ruled, margin, footer: usize::from(options.coordinates) }
    }

    pub fn extent(&self) -> (usize, usize) {
        let slope = usize::from(self.ruled);
        let width = self.margin + hex::ROWS * self.pitch + 1 + self.footer * 2;
        // The last slope of a ruled board leaves its line free for the numbers of the
        // diagonals in its lower half.
        (width, hex::ROWS * (self.inside + slope) + slope + self.footer)
    }

    /// Returns the inside of a cell by its row and its place in the row as seen.
    fn area(&self, row: usize, col: usize, indent: usize) -> Area {
        let slope = usize::from(self.ruled);
        let x = self.margin + indent * self.pitch / 2 + col * self.pitch + 1;
        let y = row * (self.inside + slope) + slope;
        Area { x, y, width: self.pitch - 1, height: self.inside }
    }

    /// Draws the empty board.
    pub fn draw(&self, view: &BoardView, options: &TextOptions) -> Canvas {
        let (width, height) = self.extent();
        let mut canvas = Canvas::new(width, height, view.cells.len());
        let rows = grid::rows_from_top(view.board, options.flipped);
        for (row, cells) in rows.iter().enumerate() {
            let indent = grid::indent(view.board, cells);
            for (col, &cell) in cells.iter().enumerate() {
                canvas.set_area(cell, self.area(row, col, indent));
            }
            if self.ruled {
                self.draw_row(&mut canvas, row, cells.len(), indent, options.charset);
            }
            if options.coordinates {
                let first = self.area(row, 0, indent);
                let (letter, _) = grid::name_parts(view.board, cells[0]);
                let y = first.y + self.inside.saturating_sub(1) / 2;
                canvas.text(first.x - 3, y, &letter, Style::of(Role::Coordinate));
            }
        }
        if options.coordinates {
            self.draw_numbers(&mut canvas, options.flipped);
        }
        canvas
    }

    /// Draws the walls of a row, and the slopes above or below that belong to it.
    fn draw_row(&self, canvas: &mut Canvas, row: usize, len: usize, indent: usize, set: Charset) {
        let style = Style::of(Role::Line);
        let wall = if set == Charset::Ascii { '|' } else { '│' };
        let first = self.area(row, 0, indent);
        for edge in 0..=len {
            for line in 0..self.inside {
                canvas.put(first.x - 1 + edge * self.pitch, first.y + line, wall, style);
            }
        }
        let (rising, falling) = match (self.pitch, set) {
            (4, Charset::Unicode) => ("╱", "╲"),
            (4, Charset::Ascii) => ("/", "\\"),
            (8, _) => (".-'", "'-."),
            _ => (".---'", "'---."),
        };
        let middle = hex::ROWS / 2;
        for col in 0..len {
            let x = first.x + col * self.pitch;
            let second = x + self.pitch / 2;
            if row <= middle {
                canvas.text(x, first.y - 1, rising, style);
                canvas.text(second, first.y - 1, falling, style);
            }
            if row >= middle {
                canvas.text(x, first.y + self.inside, falling, style);
                canvas.text(second, first.y + self.inside, rising, style);
            }
        }
    }

    /// Draws the numbers at the lower right ends of the diagonals.
    fn draw_numbers(&self, canvas: &mut Canvas, flipped: bool) {
        for (number, end) in grid::diagonal_ends(flipped) {
            if let Some(area) = canvas.area(end) {
                // As the middle of a cell below and to the right would be, but no lower
                // than the last line.
                let x = area.x + self.pitch / 2 + self.pitch / 2 - 1;
                let below = area.y + self.inside + usize::from(self.ruled);
                let y = below.min(canvas.height() - 1);
                canvas.text(x, y, &number.to_string(), Style::of(Role::Coordinate));
            }
        }
    }
}
