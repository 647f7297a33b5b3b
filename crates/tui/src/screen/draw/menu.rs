//! Drawing of the menu.

use cairn_app::lessons::Course;
use cairn_draw::{Marks, text};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{ScreenBuffer, keys, wrapped};
use crate::screen::app::{ClickTarget, ScreenApp};
use crate::screen::menu::Row;

const TITLE: [&str; 3] = ["    (_)", "   (___)    C A I R N", "  (_____)   play, study and master"];
/// Width of the menu.
const COLUMN: u16 = 36;
/// Column in which values begin.
const VALUES: u16 = 10;

/// Draws the menu.
pub fn draw(page: &mut ScreenBuffer<'_>, area: Rect, app: &ScreenApp) {
    let theme = page.theme;
    page.bar(
        Rect::new(area.x, area.y, area.width, 1),
        "Cairn",
        "four stacking games for two players",
    );
    let inside = Rect::new(area.x, area.y + 1, area.width, area.height - 2);
    let rows = app.menu.rows();
    // In large windows the menu stands in the middle with the board.
    let wide = area.width >= 120;
    let left = if wide { (area.width - 110) / 2 } else { 0 };
    let wanted = rows.len() as u16 + 1 + TITLE.len() as u16 + 1;
    let with_title = wanted <= inside.height;
    let used = if with_title { wanted } else { wanted - 4 };
    let above = if wide { inside.height.saturating_sub(used + 6) / 3 } else { 0 };
    let column = Rect::new(
        inside.x + left,
        inside.y + above,
        COLUMN.min(inside.width),
        inside.height - above,
    );
    let summary = wrapped(app.menu.description(), usize::from(column.width) - 2);
    let mut row = 0;
    if with_title {
        for line in TITLE {
            page.line(column, row, line, theme.strong());
            row += 1;
        }
        // The words about the game are more useful than an empty line.
        let left = inside.height.saturating_sub(used);
        row += u16::from(left > 0 && left != summary.len() as u16);
    }
    row += menu_rows(page, Rect { y: column.y + row, height: column.height - row, ..column }, app);
    let free = column.height.saturating_sub(row + 1);
    if free as usize >= summary.len() {
        for (offset, line) in summary.iter().enumerate() {
            page.text(
                column,
                column.x + 1,
                column.y + row + 1 + offset as u16,
                line,
                theme.quiet(),
            );
        }
    }
    board(page, inside, column, app);
    let keys = [
        (KeyCode::Down, theme.pick("↑↓", "up/down"), "choose"),
        (KeyCode::Right, theme.pick("←→", "left/right"), "change"),
        (KeyCode::Enter, "Enter", "select"),
        (KeyCode::Char('p'), "p", "play"),
        (KeyCode::Char('i'), "i", "rules"),
        (KeyCode::Char('?'), "?", "help"),
        (KeyCode::Char('q'), "q", "quit"),
        (KeyCode::Char('l'), "l", "lessons"),
        (KeyCode::Char('z'), "z", "puzzles"),
        (KeyCode::Char('e'), "e", "edit a position"),
    ];
    let keys = keys.map(|(code, shown, does)| (code, shown.to_owned(), does));
    let bottom = Rect::new(area.x, area.bottom() - 1, area.width, 1);
    keys::draw(page, bottom, &keys);
}

/// Draws the lines of the menu, values and actions apart; in low windows those around the focused
/// one. Returns the number of rows.
fn menu_rows(page: &mut ScreenBuffer<'_>, area: Rect, app: &ScreenApp) -> u16 {
    let rows = app.menu.rows();
    let room = usize::from(area.height);
    let focused = app.menu.focused();
    let at = rows.iter().position(|row| *row == focused).unwrap_or(0);
    let gap = u16::from(rows.len() < room);
    let first = (at + 1).saturating_sub(room);
    for (row, shown) in (0..area.height).zip(&rows[first..]) {
        let below = if shown.has_value() { 0 } else { gap };
        menu_row(page, area, row + below, app, *shown);
    }
    rows.len() as u16 + gap
}

fn menu_row(page: &mut ScreenBuffer<'_>, column: Rect, row: u16, app: &ScreenApp, shown: Row) {
    let theme = page.theme;
    let y = column.y + row;
    if y >= column.bottom() {
        return;
    }
    let focused = app.menu.focused() == shown;
    let line = Rect::new(column.x, y, column.width.saturating_sub(1), 1);
    let style = if focused { theme.focus() } else { Style::default() };
    if focused {
        page.line(line, 0, &" ".repeat(line.width.into()), style);
    }
    page.hits.push((line, ClickTarget::Row(shown)));
    let mut label = app.menu.label(shown);
    if shown == Row::Continue {
        label = format!("{label} ({})", app.saved);
    }
    if shown == Row::Lessons
        && let Ok(Some(course)) = Course::of(app.menu.game())
    {
        let (solved, count) = (app.options.progress.count(&course), course.lessons.len());
        label = format!("{label} ({solved} of {count} solved)");
    }
    if shown == Row::Puzzles {
        label = format!("{label} (rating {})", app.options.progress.puzzles.rating());
    }
    let strong = if focused { style } else { theme.strong() };
    page.text(line, line.x + 1, y, &label, if shown.has_value() { style } else { strong });
    if shown.has_value() {
        let (open, close) = (theme.pick("‹", "<"), theme.pick("›", ">"));
        let value = format!("{open} {} {close}", app.menu.value(shown));
        page.text(line, line.x + VALUES, y, &value, strong);
    }
}

/// Draws the start position of the selected game.
fn board(page: &mut ScreenBuffer<'_>, inside: Rect, column: Rect, app: &ScreenApp) {
    let start = app.menu.settings(0).start;
    let view = start.view();
    let room = inside.right().saturating_sub(column.right());
    let options = text::TextOptions {
        charset: page.theme.charset,
        coordinates: room > 50,
        ..text::TextOptions::default()
    };
    let Some(options) = options.fitting(&view, room.into(), inside.height.into()) else {
        return;
    };
    // There is nothing to point at here, and the menu should not look small beside it.
    let options = text::TextOptions { size: options.size.min(text::Size::Large), ..options };
    let canvas = text::draw(&view, &Marks::default(), &options);
    let (width, height) = (canvas.width() as u16, canvas.height() as u16);
    let spare = inside.height - height;
    let x = column.right() + (room - width).min(4) / 2;
    let y = (inside.y + spare / 2).min(column.y.max(inside.y)).min(inside.bottom() - height);
    page.canvas(Rect::new(x, y, width, height), &canvas, false);
}
