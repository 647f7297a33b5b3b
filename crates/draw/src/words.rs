//! Positions in words, for screen readers and alternative texts.
//!
//! ```
//! use cairn_draw::words;
//! use cairn_games::GameId;
//!
//! let start = GameId::Nava.start();
//! let view = start.view();
//! assert_eq!(words::caption(&view)[0], "White to move.");
//! assert!(words::position(&view).starts_with("Nava"));
//! ```

use std::fmt::Write;

use cairn_games::{BoardView, CellView, Outcome, PieceView, Side};

use crate::paint::Paint;

/// Greatest height of a stack that is listed piece by piece. Taller ones are listed in runs.
const LISTED: usize = 6;

/// Describes a cell, such as "d4, stack of 4, White on top: white, black, black, white from
/// the top".
pub fn cell(view: &BoardView, cell: usize) -> String {
    let Some(shown) = view.cells.get(cell) else {
        return String::new();
    };
    let mut text = format!("{}, {}", shown.name, stack(view, shown));
    if let Some(home) = shown.home {
        let _ = write!(text, ", {}'s home", view.game.info().side_name(home));
    }
    text
}

/// Describes the stack on a cell.
fn stack(view: &BoardView, cell: &CellView) -> String {
    let [below @ .., top] = cell.stack.as_slice() else {
        return "empty".to_owned();
    };
    if below.is_empty() {
        return name(view, top).to_owned();
    }
    if let [bottom] = below
        && bottom.shape != top.shape
    {
        return format!("{} on {}", name(view, top), name(view, bottom));
    }
    let owner = top.owner.map_or(Paint::of(top).name(), |side| view.game.info().side_name(side));
    let counted = cell.counted.zip(view.points);
    let counted =
        counted.map_or_else(String::new, |(count, (name, _))| format!(" with {count} {name}"));
    let mut text = format!("stack of {}{counted}, {owner} on top", cell.stack.len());
    if below.iter().all(|piece| piece == top) {
        let _ = write!(text, ", all {}", Paint::of(top).name());
    } else {
        let _ = write!(text, ": {} from the top", pieces(view, &cell.stack).join(", "));
    }
    text
}

/// Lists the pieces of a stack from the top, with runs of equal ones joined if it is tall.
pub fn pieces(view: &BoardView, stack: &[PieceView]) -> Vec<String> {
    let one_shape = stack.windows(2).all(|pair| pair[0].shape == pair[1].shape);
    let name = |piece: &PieceView| {
        if one_shape { Paint::of(piece).name() } else { name(view, piece) }.to_owned()
    };
    let top_first: Vec<PieceView> = stack.iter().rev().copied().collect();
    if stack.len() <= LISTED {
        return top_first.iter().map(name).collect();
    }
    let runs = top_first.chunk_by(|a, b| a == b);
    runs.map(|run| match run.len() {
        1 => name(&run[0]),
        count => format!("{count} {}{}", name(&run[0]), if one_shape { "" } else { "s" }),
    })
    .collect()
}

/// Returns the name of a piece.
fn name(view: &BoardView, piece: &PieceView) -> &'static str {
    view.game.info().piece(piece.letter).map_or("piece", |info| info.name)
}

/// Returns the side to move or the winner, and the same in words; `None` if unknown.
pub fn state(view: &BoardView) -> Option<(Option<Side>, String)> {
    let name = |side| view.game.info().side_name(side);
    match view.outcome {
        Some(Outcome::Win(side)) => Some((Some(side), format!("{} has won", name(side)))),
        Some(Outcome::Draw) => Some((None, "Drawn".to_owned())),
        None => view.to_move.map(|side| (Some(side), format!("{} to move", name(side)))),
    }
}

/// Describes the side to move, the pieces in hand and the points, one sentence each.
pub fn caption(view: &BoardView) -> Vec<String> {
    let info = view.game.info();
    let both = |name: &str, numbers: [u32; 2]| {
        let [first, second] = Side::BOTH.map(|side| info.side_name(side));
        format!("{name}: {first} {}, {second} {}.", numbers[0], numbers[1])
    };
    let mut lines = Vec::new();
    lines.extend(state(view).map(|(_, text)| format!("{text}.")));
    if let Some((name, numbers)) = view.hands {
        lines.push(both(&format!("{} in hand", capitalised(name)), numbers));
    }
    if let Some((name, numbers)) = view.points {
        lines.push(both(&capitalised(name), numbers));
    }
    lines
}

/// Describes the whole position: title, stacks and caption.
pub fn position(view: &BoardView) -> String {
    let mut sentences = vec![format!("{}.", view.game.info().title)];
    let occupied = view.cells.iter().enumerate().filter(|(_, shown)| !shown.stack.is_empty());
    sentences.extend(occupied.map(|(index, _)| format!("{}.", cell(view, index))));
    if sentences.len() == 1 {
        sentences.push("The board is empty.".to_owned());
    }
    sentences.extend(caption(view));
    if !view.winning.is_empty() {
        let names: Vec<_> =
            view.winning.iter().map(|&cell| view.cells[cell].name.as_str()).collect();
        sentences.push(format!("It was decided on {}.", names.join(", ")));
    }
    sentences.join(" ")
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
