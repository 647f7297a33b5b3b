//! Nava as program 000 shows it: boxes with whole stacks, the top piece first, six pieces
//! in a line, with columns and rows from 0 to 4.

use cairn_draw::canvas::{Area, Canvas, Role, Style};
use cairn_draw::rows_from_top;
use cairn_games::BoardView;

use crate::drawing::{count, name, piece_style, symbol};

/// Pieces in a line.
const LINE: usize = 6;
/// Width of a cell: a space, and two columns for each piece.
const WIDTH: usize = 1 + 2 * LINE;
/// Columns from a cell to the next.
const PITCH: usize = WIDTH + 1;
/// Lines above the first row: labels and a rule.
const ABOVE: usize = 2;

pub(super) fn draw(view: &BoardView) -> Canvas {
    let rows = rows_from_top(view.board, false);
    let columns = rows[0].len();
    let tallest = view.cells.iter().map(|cell| cell.stack.len()).max().unwrap_or(0);
    // Twelve discs fit in two lines; a stack of more is impossible, but is shown.
    let lines = tallest.div_ceil(LINE).max(2);
    // A row has an empty line above and below, and a rule under it.
    let pitch = lines + 3;
    let bottom = ABOVE + pitch * rows.len();
    let width = columns * PITCH + 1;
    let mut canvas = Canvas::new(width + 3, bottom + 3, view.cells.len());
    let (line, label) = (Style::of(Role::Line), Style::of(Role::Coordinate));
    let rule = |of: &str| format!("|{}|{}", of.repeat(width - 2), of.repeat(3));
    let bars = ("|".to_owned() + &" ".repeat(WIDTH)).repeat(columns) + "|";
    canvas.text(0, 0, &bars, line);
    canvas.text(0, 1, &rule("_"), line);
    for col in 0..columns {
        canvas.text(col * PITCH + PITCH / 2, 0, &col.to_string(), label);
    }
    for (row, cells) in rows.iter().enumerate() {
        let y = ABOVE + row * pitch;
        for y in y..y + pitch - 1 {
            canvas.text(0, y, &bars, line);
        }
        let is_last = row + 1 == rows.len();
        canvas.text(0, y + pitch - 1, &rule(if is_last { "_" } else { "-" }), line);
        canvas.text(width + 1, y + 1, &row.to_string(), label);
        for (col, &cell) in cells.iter().enumerate() {
            let x = 1 + col * PITCH;
            canvas.set_area(cell, Area { x, y, width: WIDTH, height: pitch - 1 });
            for (number, piece) in view.cells[cell].stack.iter().rev().enumerate() {
                let text = symbol(piece, ["X", "O"], ["&", "I"]);
                let (x, y) = (x + 1 + 2 * (number % LINE), y + 1 + number / LINE);
                canvas.text(x, y, text, piece_style(piece));
            }
        }
    }
    let next = view.to_move.map_or("Nobody", |side| name(view, side));
    let cubes = |side: &str, letter| {
        format!("{side} has {} cubes available to play.", count(view, view.hands, letter))
    };
    let texts = [format!("{next} is up next."), cubes("Black", 'b'), cubes("White", 'w')];
    for (y, text) in (bottom..).zip(&texts) {
        canvas.text(0, y, text, Style::default());
    }
    canvas
}
