//! Boards in plain mode.

use cairn_draw::terminal::Depth;
use cairn_draw::text::{self, Charset, Size};
use cairn_draw::{Canvas, Marks, TextStyle, words};
use cairn_games::BoardView;
use cairn_legacy::AnyStyle;

/// Writes a board.
pub(super) fn write_board(
    style: &AnyStyle,
    view: &BoardView,
    marks: &Marks,
    depth: Option<Depth>,
) -> String {
    let drawn = |charset: Charset, size: Size| {
        let options = text::TextOptions { charset, size, ..Default::default() };
        with_caption(view, &text::draw(view, marks, &options), depth)
    };
    match style {
        AnyStyle::Own(TextStyle::Drawn(charset, size)) => drawn(*charset, *size),
        AnyStyle::Own(TextStyle::Words) => words::position(view).replace(". ", ".\n") + "\n",
        AnyStyle::Original(_) => match style.program(view.game) {
            Some(program) => program.draw(view, marks).to_text(depth),
            None => drawn(Charset::Unicode, Size::Compact),
        },
    }
}

fn with_caption(view: &BoardView, canvas: &Canvas, depth: Option<Depth>) -> String {
    let mut text = canvas.to_text(depth);
    let caption = words::caption(view);
    if !caption.is_empty() {
        text.push_str(&caption.join(" "));
        text.push('\n');
    }
    text
}
