//! Program 004: Glaisher as the picture in its document has it.
//!
//! ```text
//!                      j=0 j=1 ..
//!                       /   /
//!                  / \ / \ /
//! i=0 ----------> |   | 6 |
//! ```

use cairn_draw::Paint;
use cairn_draw::canvas::{Area, Canvas, Role, Style};
use cairn_games::{BoardView, Side, hex};

use crate::drawing::{columns, name, piece_style, rows_from_top};

/// Columns from a cell to the next.
const PITCH: usize = 4;
/// The column of the left wall of the longest row.
const MARGIN: usize = 8;
/// Lines above the slopes of the first row.
const HEADER: usize = 4;
/// The column of `j=0`.
const FIRST_LABEL: usize = 21;

pub(super) fn draw(view: &BoardView) -> Canvas {
    let rows = rows_from_top(view.board);
    let width = FIRST_LABEL + PITCH * hex::ROWS;
    let board_height = HEADER + 2 * rows.len() + 1;
    let mut canvas = Canvas::new(width, board_height + 2, view.cells.len());
    draw_diagonals(&mut canvas);
    let (line, names) = (Style::of(Role::Line), Style::of(Role::Coordinate));
    for (row, cells) in rows.iter().enumerate() {
        let indent = columns(view.board) - cells.len();
        let left = MARGIN + indent * PITCH / 2;
        let y = HEADER + 1 + 2 * row;
        canvas.text(0, y, &format!("i={row} {}>", "-".repeat(2 + 2 * indent)), names);
        canvas.put(left, y, '|', line);
        for (col, &cell) in cells.iter().enumerate() {
            let x = left + 1 + col * PITCH;
            canvas.put(x + PITCH - 1, y, '|', line);
            draw_cell(&mut canvas, view, cell, Area { x, y, width: PITCH - 1, height: 1 });
            if row <= rows.len() / 2 {
                canvas.text(x, y - 1, "/ \\", line);
            }
            if row >= rows.len() / 2 {
                canvas.text(x, y + 1, "\\ /", line);
            }
        }
    }
    if let Some(side) = view.to_move {
        let number = if side == Side::First { 1 } else { 2 };
        let text = format!("Player {number} ({}) to move", name(view, side));
        canvas.text(0, board_height + 1, &text, Style::default());
    }
    canvas
}

/// The lines from the labels `j=0` to `j=8` down to the ends of the diagonals.
fn draw_diagonals(canvas: &mut Canvas) {
    let style = Style::of(Role::Coordinate);
    for number in 0..hex::ROWS {
        let label = FIRST_LABEL + PITCH * number;
        canvas.text(label, 0, &format!("j={number}"), style);
        // The picture leaves a gap above the first row; the other diagonals end each one
        // row lower than the one before.
        let last = if number < 5 { 2 } else { 2 * (number - 3) };
        for y in 1..=last {
            canvas.put(label + 2 - y, y, '/', style);
        }
    }
}

/// The height of a stack, negative for yellow.
fn draw_cell(canvas: &mut Canvas, view: &BoardView, cell: usize, area: Area) {
    canvas.set_area(cell, area);
    let stack = &view.cells[cell].stack;
    let Some(top) = stack.last() else {
        return;
    };
    let sign = if Paint::of(top) == Paint::Yellow { "-" } else { "" };
    let number = format!("{sign}{}", stack.len());
    let text = if number.len() < 3 { format!("{number:>2} ") } else { number };
    // A number longer than its cell goes on over the wall: half of it would be wrong.
    for (offset, symbol) in text.chars().enumerate() {
        canvas.put(area.x + offset, area.y, symbol, piece_style(top));
    }
}
