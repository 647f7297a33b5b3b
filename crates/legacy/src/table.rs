//! Tables in the manner of programs 001, 002 and 003: a row of labels, rules between the
//! rows, and lines of text above and below.

use cairn_draw::canvas::{Area, Canvas, Role, Style};
use cairn_draw::rows_from_top;
use cairn_games::{BoardView, CellView};

/// Content of a cell with its distance from the left edge.
pub(crate) type Content = (usize, String, Style);

/// Measures and texts of a table.
pub(crate) struct Table {
    /// Width of a cell, and of the column with the labels of the rows.
    pub width: usize,
    /// Labels of columns and their distance from the left edge of the cell.
    pub columns: (usize, fn(usize) -> String),
    /// Labels of rows and their distance from the left edge.
    pub rows: (usize, fn(usize) -> String),
    /// Lines above the table.
    pub above: Vec<String>,
    /// Lines below the table.
    pub below: Vec<String>,
}

impl Table {
    /// Draws a table whose cells are written by `content`.
    pub(crate) fn draw(
        &self,
        view: &BoardView,
        content: impl Fn(&CellView) -> Vec<Content>,
    ) -> Canvas {
        let rows = rows_from_top(view.board, false);
        let pitch = self.width + 1;
        let texts = self.above.iter().chain(&self.below).map(|line| line.chars().count());
        let table_width = pitch * (rows[0].len() + 1);
        let top = self.above.len();
        let bottom = top + 2 + 2 * rows.len();
        let width = texts.max().unwrap_or(0).max(table_width);
        let mut canvas = Canvas::new(width, bottom + self.below.len(), view.cells.len());
        let (line, label) = (Style::of(Role::Line), Style::of(Role::Coordinate));
        let rule = ("-".repeat(self.width) + "|").repeat(rows[0].len() + 1);
        let bars = (" ".repeat(self.width) + "|").repeat(rows[0].len() + 1);
        canvas.text(0, top, &bars, line);
        canvas.text(0, top + 1, &rule, line);
        for col in 0..rows[0].len() {
            let (offset, text) = self.columns;
            canvas.text((col + 1) * pitch + offset, top, &text(col), label);
        }
        for (row, cells) in rows.iter().enumerate() {
            let y = top + 2 + 2 * row;
            canvas.text(0, y, &bars, line);
            canvas.text(0, y + 1, &rule, line);
            let (offset, text) = self.rows;
            canvas.text(offset, y, &text(row), label);
            for (col, &cell) in cells.iter().enumerate() {
                let x = (col + 1) * pitch;
                canvas.set_area(cell, Area { x, y, width: self.width, height: 1 });
                for (offset, text, style) in content(&view.cells[cell]) {
                    canvas.text(x + offset, y, &text, style);
                }
            }
        }
        for (y, text) in (0..).zip(&self.above).chain((bottom..).zip(&self.below)) {
            canvas.text(0, y, text, Style::default());
        }
        canvas
    }
}
