//! A whole game as a sequence of pictures.

use cairn_games::BoardView;

use crate::marks::{Marks, marks_of_move};

/// One picture of a film.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The position.
    pub view: BoardView,
    /// What is pointed out in it.
    pub marks: Marks,
}

/// The film of a game from its positions: each with what the move before it did.
#[must_use]
pub fn film_of(views: Vec<BoardView>) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::with_capacity(views.len());
    for view in views {
        let marks =
            frames.last().map_or_else(Marks::default, |before| marks_of_move(&before.view, &view));
        frames.push(Frame { view, marks });
    }
    frames
}

/// How long the last picture stays, in moves.
pub const PAUSE: u32 = 4;
