//! Glaisher as program 004 shows it: hexagons in a double frame, with rows `i=0` to `i=8`
//! and diagonals `j=0` to `j=8`.

use cairn_draw::canvas::{Area, Canvas, Role, Style};
use cairn_draw::{Paint, columns, rows_from_top};
use cairn_games::{BoardView, Side, hex};

use crate::drawing::{name, piece_style};

/// Columns from a cell to the next.
const PITCH: usize = 4;
/// Column of the left wall of the longest row.
const MARGIN: usize = 5;
/// Width of the frame inside.
const INSIDE: usize = 46;
/// Lines above the frame: the player, the labels of the diagonals, and their strokes.
const ABOVE: usize = 3;
/// Column of `j=0`.
const FIRST_LABEL: usize = 17;

pub(super) fn draw(view: &BoardView) -> Canvas {
    let rows = rows_from_top(view.board, false);
    let bottom = ABOVE + 2 * rows.len() + 2;
    let width = (MARGIN + INSIDE + 1).max(FIRST_LABEL + PITCH * hex::ROWS);
    let mut canvas = Canvas::new(width, bottom + 1, view.cells.len());
    let (line, label) = (Style::of(Role::Line), Style::of(Role::Coordinate));
    if let Some(side) = view.to_move {
        let (number, sign) = match side {
            Side::First => (1, "positive"),
            Side::Second => (2, "negative"),
        };
        let colour = name(view, side).to_lowercase();
        let text = format!("Player {number} turn ({colour}/{sign}):");
        canvas.text(0, 0, &text, Style::default());
    }
    for number in 0..hex::ROWS {
        let x = FIRST_LABEL + PITCH * number;
        canvas.text(x, 1, &format!("j={number}"), label);
        canvas.put(x + 1, 2, '╱', label);
    }
    let rule = "═".repeat(INSIDE);
    canvas.text(MARGIN - 1, ABOVE, &format!("╔{rule}╗"), line);
    canvas.text(MARGIN - 1, bottom, &format!("╚{rule}╝"), line);
    for y in ABOVE + 1..bottom {
        canvas.put(MARGIN - 1, y, '║', line);
        canvas.put(MARGIN + INSIDE, y, '║', line);
    }
    for (row, cells) in rows.iter().enumerate() {
        let left = MARGIN + (columns(view.board) - cells.len()) * PITCH / 2;
        let y = ABOVE + 2 + 2 * row;
        canvas.text(0, y, &format!("i={row}"), label);
        canvas.put(left, y, '│', line);
        for (col, &cell) in cells.iter().enumerate() {
            let x = left + 1 + col * PITCH;
            canvas.put(x + PITCH - 1, y, '│', line);
            draw_cell(&mut canvas, view, cell, Area { x, y, width: PITCH - 1, height: 1 });
            if row <= rows.len() / 2 {
                canvas.text(x, y - 1, "╱ ╲", line);
            }
            if row >= rows.len() / 2 {
                canvas.text(x, y + 1, "╲ ╱", line);
            }
        }
    }
    canvas
}

/// Writes the height of a stack, negative for Yellow.
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
