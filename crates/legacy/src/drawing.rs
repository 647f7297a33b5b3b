//! Parts that the drawings of several programs share.

use cairn_draw::canvas::{Background, Canvas, Role, Style};
use cairn_draw::{Marks, Paint};
use cairn_games::{BoardView, PieceView, Shape, Side};

/// Marks cells of a drawing by their background.
pub(crate) fn with_marks(mut canvas: Canvas, marks: &Marks) -> Canvas {
    let lists = [
        (&marks.changed, Background::Changed),
        (&marks.came_from, Background::CameFrom),
        (&marks.landed, Background::Landed),
        (&marks.targets, Background::Target),
        (&marks.selected, Background::Selected),
    ];
    let listed = lists
        .into_iter()
        .flat_map(|(list, background)| list.iter().map(move |&cell| (cell, background)));
    let cursor = marks.cursor.map(|cell| (cell, Background::Cursor));
    for (cell, background) in listed.chain(cursor) {
        if let Some(area) = canvas.area(cell) {
            canvas.mark(area, background);
        }
    }
    canvas
}

/// Returns the style of a piece.
pub(crate) fn piece_style(piece: &PieceView) -> Style {
    Style::of(Role::Piece(Paint::of(piece)))
}

/// Returns the name of a side.
pub(crate) fn name(view: &BoardView, side: Side) -> &'static str {
    view.game.info().side_name(side)
}

/// Returns the number of pieces in hand or of points of the side with this letter.
pub(crate) fn count(
    view: &BoardView,
    numbers: Option<(&'static str, [u32; 2])>,
    letter: char,
) -> u32 {
    let side = view.game.info().side_by_letter(letter);
    let numbers = numbers.map_or([0; 2], |(_, numbers)| numbers);
    side.map_or(0, |side| numbers[side.index()])
}

/// Returns one of four symbols: white and black, flat and standing up.
pub(crate) fn symbol<'a>(piece: &PieceView, flat: [&'a str; 2], standing: [&'a str; 2]) -> &'a str {
    let symbols = if matches!(piece.shape, Shape::Cube | Shape::Ball) { standing } else { flat };
    symbols[usize::from(Paint::of(piece) != Paint::White)]
}
