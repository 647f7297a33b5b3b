//! The key bar, which can also be clicked.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::ScreenBuffer;
use crate::session::Session;

/// A key, its name, and its action in a word.
pub type Key = (KeyCode, &'static str, &'static str);

const fn letter(letter: char, shown: &'static str, does: &'static str) -> Key {
    (KeyCode::Char(letter), shown, does)
}

/// Returns the keys of a game, the most useful first. The last ones are left out if there is
/// no room.
pub fn of_game(session: &Session) -> Vec<Key> {
    let mut keys = vec![letter('?', "?", "help"), letter('q', "q", "menu")];
    if session.ending().is_some() {
        keys.push(letter('n', "n", "again"));
    } else if session.settings().is_computers_only() {
        keys.push(letter(' ', "Space", if session.is_paused() { "continue" } else { "pause" }));
        keys.push(letter('+', "+", "faster"));
        keys.push(letter('-', "-", "slower"));
    }
    keys.push(letter('u', "u", "undo"));
    keys.push(letter('r', "r", "redo"));
    if session.builder().is_some() {
        keys.push(letter('H', "h", "hint"));
    }
    keys.push(letter('E', "e", "value"));
    keys.push(letter('F', "f", "flip"));
    keys.push(letter('s', "s", "save"));
    if session.ending().is_none() && !session.settings().is_computers_only() {
        keys.push(letter('x', "x", "resign"));
    }
    keys.push(letter('C', "c", "copy"));
    keys.push(letter('I', "i", "rules"));
    keys
}

/// Draws as many keys as fit.
pub fn draw(page: &mut ScreenBuffer<'_>, area: Rect, keys: &[Key]) {
    let mut x = area.x + 1;
    for (code, shown, does) in keys {
        let width = (shown.chars().count() + 1 + does.chars().count()) as u16;
        if x + width > area.right() {
            break;
        }
        page.button(Rect::new(x, area.y, width, 1), *code);
        let after = page.text(area, x, area.y, shown, page.theme.key());
        page.text(area, after + 1, area.y, does, page.theme.quiet());
        x += width + 2;
    }
}
