//! Program 000: Nava on lines. A cell shows its whole stack, the top piece first.

use cairn_draw::canvas::{Area, Canvas, Role, Style};
use cairn_games::BoardView;

use crate::drawing::{columns, count, name, piece_style, rows_from_top, symbol};

/// A cell has room for all discs of the game.
const CELL: usize = 12;
const JOINT: &str = "--";

pub(super) fn draw(view: &BoardView) -> Canvas {
    let tallest = view.cells.iter().map(|cell| cell.stack.len()).max().unwrap_or(0);
    let cell_width = tallest.max(CELL);
    let pitch = cell_width + JOINT.len();
    let rows = rows_from_top(view.board);
    let width = columns(view.board) * pitch - JOINT.len();
    let board_height = 2 * rows.len() - 1;
    let mut canvas = Canvas::new(width, board_height + 4, view.cells.len());
    let line = Style::of(Role::Line);
    for (row, cells) in rows.iter().enumerate() {
        let y = 2 * row;
        for (col, &cell) in cells.iter().enumerate() {
            let x = col * pitch;
            canvas.set_area(cell, Area { x, y, width: cell_width, height: 1 });
            for (offset, piece) in view.cells[cell].stack.iter().rev().enumerate() {
                let symbol = symbol(piece, ['X', 'O'], ['&', 'I']);
                canvas.put(x + offset, y, symbol, piece_style(piece));
            }
            if col + 1 < cells.len() {
                canvas.text(x + cell_width, y, JOINT, line);
            }
            if row + 1 < rows.len() {
                canvas.put(x + cell_width / 2, y + 1, '|', line);
            }
        }
    }
    let next = view.to_move.map_or("nobody", |side| name(view, side));
    let lines = [
        format!("Next player: {next}"),
        format!("Black cubes: {}", count(view, view.hands, 'b')),
        format!("White cubes: {}", count(view, view.hands, 'w')),
    ];
    for (index, text) in lines.iter().enumerate() {
        canvas.text(0, board_height + 1 + index, text, Style::default());
    }
    canvas
}
