//! Drawing of a lesson beside and below its board.

use cairn_app::lessons::Lesson;
use cairn_draw::words;
use cairn_games::{BoardView, Side};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::panel::{buttons, paragraph, supplies};
use super::{ScreenBuffer, wrapped};
use crate::screen::lesson_session::{LessonSession, LessonState};
use crate::session::Session;

/// Number of lines for the cell under the cursor.
const CELL_LINES: u16 = 2;

/// Returns the text on the line of the question, if the learner is not to move.
pub fn status(lesson: &LessonSession) -> Option<&'static str> {
    match lesson.state() {
        LessonState::Wrong => Some("Press Enter to take the move back."),
        LessonState::Solved => Some("Solved. Press Enter to go on."),
        LessonState::Open if lesson.is_answering() => Some("Your opponent answers ..."),
        LessonState::Open => None,
    }
}

/// Draws the panel: the text and the task, the answer to the last move, and the cell under the
/// cursor.
pub fn panel(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    shown: &LessonSession,
    session: &Session,
    view: &BoardView,
) {
    let theme = page.theme;
    let width = usize::from(area.width);
    let Lesson { text, task, .. } = shown.lesson();
    let mut row = paragraph(page, area, 0, &wrapped(text, width), Style::default()) + 1;
    row = paragraph(page, area, row, &wrapped(task, width), theme.strong()) + 1;
    row = buttons(page, area, row, session);
    if !shown.answer().is_empty() {
        let answer = wrapped(&shown.judgement(), width);
        row = paragraph(page, area, row, &answer, theme.message()) + 1;
    }
    if !shown.standing.is_empty() {
        let standing = wrapped(&shown.standing, width);
        row = paragraph(page, area, row, &standing, theme.quiet()) + 1;
    }
    supplies_and_cell(page, area, row, session, view);
}

/// Draws the supplies of both sides, and the cell under the cursor at the bottom.
pub(super) fn supplies_and_cell(
    page: &mut ScreenBuffer<'_>,
    area: Rect,
    mut row: u16,
    session: &Session,
    view: &BoardView,
) {
    let theme = page.theme;
    let width = usize::from(area.width);
    let counts: Vec<_> = Side::BOTH
        .into_iter()
        .map(|side| (side, supplies(view, session, side).join(", ")))
        .filter(|(_, text)| !text.is_empty())
        .flat_map(|(side, text)| {
            wrapped(&format!("{}: {text}", session.info().side_name(side)), width)
        })
        .collect();
    let free = area.height.saturating_sub(row);
    if counts.len() as u16 + CELL_LINES < free {
        row = paragraph(page, area, row, &counts, theme.quiet());
    }
    if session.builder().is_some() && area.height >= row + CELL_LINES {
        let cell = wrapped(&words::cell(view, session.cursor()), width);
        let start = area.height - (cell.len() as u16).min(CELL_LINES);
        for (line, text) in (start..area.height).zip(&cell) {
            page.line(area, line, text, theme.quiet());
        }
    }
}
