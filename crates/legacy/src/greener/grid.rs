//! Greener as program 003 shows it: a table of top pieces, each with the number of greens
//! in its stack, with columns and rows from 0 to 5.

use cairn_draw::{Canvas, Paint};
use cairn_games::BoardView;

use crate::drawing::{count, piece_style};
use crate::table::Table;

pub(super) fn draw(view: &BoardView) -> Canvas {
    let points = |side: &str, letter| {
        [String::new(), format!("{side} points  = {}", count(view, view.points, letter))]
    };
    let number = |index: usize| index.to_string();
    let table = Table {
        width: 5,
        columns: (2, number),
        rows: (2, number),
        above: Vec::new(),
        below: [points("white", 'w'), points("black", 'b')].concat(),
    };
    table.draw(view, |cell| {
        let Some(top) = cell.stack.last() else {
            return Vec::new();
        };
        let greens = cell.stack.iter().filter(|piece| Paint::of(piece) == Paint::Green).count();
        let greens = if greens == 0 { String::new() } else { greens.to_string() };
        vec![(1, format!("{}{greens}", Paint::of(top).letter()), piece_style(top))]
    })
}
