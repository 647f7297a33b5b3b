//! Drawing of the list of kinds of puzzles.

use ratatui::layout::Rect;

use super::overlay::{boxed_width, framed, list_lines};
use super::{ScreenBuffer, wrapped};
use crate::screen::puzzles::{PuzzleKind, PuzzleList};

/// Largest width of the list.
const WIDTH: u16 = 52;

/// Draws the list, the selected line in sight, and the user's rating above it.
pub fn list(page: &mut ScreenBuffer<'_>, area: Rect, shown: &PuzzleList) {
    let width = boxed_width(area).min(WIDTH);
    let standing = wrapped(&shown.standing, usize::from(width).saturating_sub(4));
    let title = format!("{} puzzles", shown.game.info().title);
    // In low windows the list is more important.
    let has_room = usize::from(area.height) >= standing.len() + 12;
    let above = if has_room { standing.len() as u16 + 1 } else { 0 };
    let height = shown.entries.len() as u16 + above + 2;
    let inside = framed(page, area, (width, height), &title, "Enter open   q back");
    for (row, line) in (0..above).zip(&standing) {
        page.line(inside, row, line, page.theme.quiet());
    }
    let below = Rect { y: inside.y + above, height: inside.height.saturating_sub(above), ..inside };
    let lines: Vec<_> = shown
        .entries
        .iter()
        .map(|entry| {
            let name = match entry.kind {
                PuzzleKind::Daily | PuzzleKind::NearRating => entry.name.to_owned(),
                PuzzleKind::Difficulty(_) => format!("Difficulty: {}", entry.name),
                PuzzleKind::Theme(_) => format!("Theme: {}", entry.name),
            };
            let room = usize::from(below.width).saturating_sub(name.chars().count() + 2);
            format!(" {name}{:>room$} ", entry.note)
        })
        .collect();
    list_lines(page, below, shown.at, lines.iter().map(|line| (line.as_str(), 0)));
}
