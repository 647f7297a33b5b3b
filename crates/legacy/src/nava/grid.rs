//! Nava as program 001 shows it: a table of whole stacks, the top piece first, with rows
//! from a to e and columns from 1 to 5.

use cairn_draw::Canvas;
use cairn_games::BoardView;

use crate::drawing::{count, name, piece_style, symbol};
use crate::table::Table;

/// Width of a cell.
const WIDTH: usize = 12;

pub(super) fn draw(view: &BoardView) -> Canvas {
    let tallest = view.cells.iter().map(|cell| cell.stack.len()).max().unwrap_or(0);
    let width = WIDTH.max(tallest);
    let turn = view.to_move.map(|side| format!("Turn: {}", name(view, side).to_lowercase()));
    let table = Table {
        width,
        columns: (WIDTH / 2, |col| (col + 1).to_string()),
        rows: ((WIDTH - 1) / 2, |row| char::from(b'a' + row as u8).to_string()),
        above: turn.into_iter().collect(),
        below: vec![
            format!("White cubes left: {}", count(view, view.hands, 'w')),
            format!("Black cubes left: {}", count(view, view.hands, 'b')),
        ],
    };
    table.draw(view, |cell| {
        let pieces =
            cell.stack.iter().rev().map(|piece| {
                (symbol(piece, ["W", "B"], ["wc", "bc"]).to_owned(), piece_style(piece))
            });
        let pieces: Vec<_> = pieces.collect();
        let length: usize = pieces.iter().map(|(text, _)| text.len()).sum();
        let mut offset = width.saturating_sub(length) / 2;
        let place = |(text, style): (String, _)| {
            let at = offset;
            offset += text.len();
            (at, text, style)
        };
        pieces.into_iter().map(place).collect()
    })
}
