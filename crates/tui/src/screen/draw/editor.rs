//! Drawing of the position editor.

use cairn_draw::{Marks, text, words};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::ScreenLayout;
use super::panel::paragraph;
use super::{ScreenBuffer, keys, wrapped};
use crate::screen::app::ScreenApp;
use crate::screen::editor::{EditorScreen, panel_lines};

/// Keys of the editor, the most useful first.
const KEYS: [(char, &str); 7] = [
    ('p', "play"),
    ('c', "copy"),
    ('s', "start"),
    ('u', "undo"),
    ('f', "flip"),
    ('?', "help"),
    ('q', "menu"),
];

/// Draws the board with the cursor, whether the position is possible, and the keys.
pub fn draw(page: &mut ScreenBuffer<'_>, area: Rect, app: &ScreenApp, shown: &EditorScreen) {
    let view = shown.editor().view();
    let options = text::TextOptions {
        charset: page.theme.charset,
        flipped: shown.is_flipped(),
        ..text::TextOptions::default()
    };
    let layout = match ScreenLayout::new(area, &view, options, &app.options.style) {
        Ok(layout) => layout,
        Err(least) => return page.too_small(area, least),
    };
    page.bar(layout.header, view.game.info().title, "position editor");
    let marks = Marks { cursor: Some(shown.cursor()), ..Marks::default() };
    let canvas = match layout.program {
        Some(program) => program.draw(&view, &marks),
        None => text::draw(&view, &marks, &layout.options),
    };
    page.canvas(layout.board, &canvas, true);
    let theme = page.theme;
    if let Some(area) = layout.panel {
        let mut row = 0;
        for (index, line) in panel_lines(shown).iter().enumerate() {
            let style = if index == 0 { theme.strong() } else { Style::default() };
            let lines = wrapped(line, area.width.into());
            row = paragraph(page, area, row, &lines, style) + u16::from(lines.is_empty());
        }
    } else if let Some(area) = layout.message {
        page.text(area, area.x + 1, area.y, &shown.editor().verdict(), theme.strong());
    }
    let cell = words::cell(&view, shown.cursor());
    page.text(layout.question, layout.question.x + 1, layout.question.y, &cell, theme.quiet());
    let keys = KEYS.map(|(key, does)| (KeyCode::Char(key), key.to_string(), does));
    keys::draw(page, layout.keys, &keys);
}
