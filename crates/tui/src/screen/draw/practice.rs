//! Drawing of an exercise beside and below its board.

use cairn_games::BoardView;
use ratatui::layout::Rect;

use super::lesson::supplies_and_cell;
use super::panel::{buttons, paragraph};
use super::{ScreenBuffer, wrapped};
use crate::screen::practice::{Practice, PracticeState};
use crate::session::Session;

/// Returns the text on the line of the question, if no move is to be made.
pub fn status(practice: &Practice) -> Option<&'static str> {
    match practice.state() {
        PracticeState::Open => None,
        PracticeState::Judging(_) => Some("Judging the move ..."),
        PracticeState::Wrong => Some("Press Enter to take the move back."),
        PracticeState::Solved => Some("Press Enter to go on."),
    }
}

/// Draws the panel: the task or the verdict, and the cell under the cursor.
pub fn panel(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    shown: &Practice,
    session: &Session,
    view: &BoardView,
) {
    let (theme, width) = (page.theme, usize::from(area.width));
    let style = match shown.state() {
        PracticeState::Open => theme.strong(),
        _ => theme.message(),
    };
    let mut row = paragraph(page, area, 0, &wrapped(shown.text(), width), style) + 1;
    row = buttons(page, area, row, session);
    supplies_and_cell(page, area, row, session, view);
}
