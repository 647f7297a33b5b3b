//! Mitsudomoe as program 002 shows it: a table of top pieces, with rows and columns from
//! 0 to 4.

use cairn_draw::Paint;
use cairn_draw::canvas::{Canvas, Role, Style};
use cairn_games::{BoardView, Shape, Side};

use crate::drawing::{name, piece_style};
use crate::table::Table;

pub(super) fn draw(view: &BoardView) -> Canvas {
    let mut below = vec![String::new()];
    below.extend(Side::BOTH.map(|side| {
        let rings = view.hands.map_or(0, |(_, hands)| hands[side.index()]) as usize;
        let letter = Paint::of_side(view.game, side).letter();
        let list = format!(" {letter}  | ").repeat(rings);
        format!("{} Pieces: {list}", name(view, side)).trim_end().to_owned()
    }));
    if let Some(side) = view.to_move {
        below.extend([String::new(), format!("{} moves...", name(view, side))]);
    }
    let number = |index: usize| index.to_string();
    let table =
        Table { width: 7, columns: (3, number), rows: (3, number), above: Vec::new(), below };
    table.draw(view, |cell| {
        let (text, style) = match (cell.stack.last(), cell.home) {
            (Some(top), _) => {
                let letter = Paint::of(top).letter();
                let text = match top.shape {
                    Shape::Ball => format!("({letter})"),
                    _ => format!(" {letter} "),
                };
                (text, piece_style(top))
            }
            (None, Some(home)) => {
                let paint = Paint::of_side(view.game, home);
                let letter = paint.letter();
                (format!("{letter}o{letter}"), Style::of(Role::Home(paint)))
            }
            (None, None) => (" . ".to_owned(), Style::of(Role::Line)),
        };
        vec![(2, text, style)]
    })
}
