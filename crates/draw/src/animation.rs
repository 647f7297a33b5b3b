//! Frames of an animated game.

use cairn_games::BoardView;

use crate::marks::{Marks, marks_of_move};

/// One picture of an animation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Position.
    pub view: BoardView,
    /// Marks on it.
    pub marks: Marks,
}

/// Returns the frames of a game from its positions, each with the move before it marked.
///
/// ```
/// use cairn_draw::animation_frames;
/// use cairn_games::GameId;
///
/// let mut position = GameId::Nava.start();
/// let before = position.view();
/// position.play(position.read_move("a1-a4")?)?;
/// let after = position.view();
/// let frames = animation_frames(vec![before, after]);
/// assert_eq!(frames[1].marks.came_from.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn animation_frames(views: Vec<BoardView>) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::with_capacity(views.len());
    for view in views {
        let marks =
            frames.last().map_or_else(Marks::default, |before| marks_of_move(&before.view, &view));
        frames.push(Frame { view, marks });
    }
    frames
}

/// Time that the last picture stays, in moves.
pub const PAUSE: u32 = 4;
