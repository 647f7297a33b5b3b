//! Drawing of the screen. Every frame is drawn from the state alone.

mod editor;
mod game;
mod keys;
mod layout;
mod lesson;
mod menu;
mod overlay;
mod panel;
mod practice;
mod puzzles;

use std::time::Instant;

use cairn_draw::Canvas;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::app::{ClickTarget, ScreenApp};
use super::overlay::Overlay;
use super::theme::TerminalTheme;

/// Smallest window, in columns and rows.
const LEAST: (u16, u16) = (34, 12);
/// Width from which the rules stand beside the board, and their width there.
const WIDE: u16 = 110;
const LESSON: u16 = 66;

/// Draws everything.
pub fn draw(app: &mut ScreenApp, frame: &mut Frame<'_>, now: Instant) {
    let area = frame.area();
    app.hits.clear();
    let mut page =
        ScreenBuffer { buffer: frame.buffer_mut(), theme: app.theme(), hits: Vec::new() };
    if area.width < LEAST.0 || area.height < LEAST.1 {
        page.too_small(area, LEAST);
    } else {
        // In wide windows, the rules stand beside the board.
        let is_lesson = |overlay: &Overlay| matches!(overlay, Overlay::Lesson { .. });
        let is_beside =
            area.width >= WIDE && app.game.is_some() && app.overlays.iter().any(is_lesson);
        let width = if is_beside { LESSON.min(area.width / 2) } else { 0 };
        let rest = Rect { width: area.width - width, ..area };
        let has_panel = match &app.game {
            Some(session) => game::draw(&mut page, rest, app, session, now),
            None if app.editor.is_some() => {
                if let Some(shown) = &app.editor {
                    editor::draw(&mut page, area, app, shown);
                }
                true
            }
            None => {
                menu::draw(&mut page, area, app);
                false
            }
        };
        show_unread(app, has_panel);
        for overlay in &mut app.overlays {
            let beside = Rect { x: rest.right(), width, ..area };
            let area = if is_beside && is_lesson(overlay) { beside } else { area };
            overlay::draw(&mut page, area, overlay, app.game.as_ref());
        }
    }
    app.hits = page.hits;
}

/// Shows new text of a lesson or an exercise in a box where there is no panel for it.
fn show_unread(app: &mut ScreenApp, has_panel: bool) {
    if let Some(lesson) = &mut app.lesson
        && std::mem::take(&mut lesson.is_unread)
        && !has_panel
    {
        let title = if lesson.is_puzzle() { "Puzzle" } else { "Lesson" };
        app.overlays.push(Overlay::Note { title, text: lesson.text() });
    }
    if let Some(practice) = &mut app.practice
        && std::mem::take(&mut practice.is_unread)
        && !has_panel
    {
        let text = practice.text().to_owned();
        app.overlays.push(Overlay::Note { title: "Exercise", text });
    }
}

/// Buffer to draw on, with the areas that can be clicked.
pub struct ScreenBuffer<'a> {
    pub buffer: &'a mut Buffer,
    pub theme: TerminalTheme,
    pub hits: Vec<(Rect, ClickTarget)>,
}

impl ScreenBuffer<'_> {
    /// Writes text at a place, cut off at the right side of an area. Returns the column
    /// after it.
    pub fn text(&mut self, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if y < area.y || y >= area.bottom() || x < area.x || x >= area.right() {
            return x;
        }
        let room = usize::from(area.right() - x);
        let text = self.theme.text(text);
        self.buffer.set_stringn(x, y, &*text, room, style).0
    }

    /// Writes text at the left of a line of an area.
    pub fn line(&mut self, area: Rect, row: u16, text: &str, style: Style) -> u16 {
        self.text(area, area.x, area.y + row, text, style)
    }

    /// Writes text at the right of a line of an area.
    pub fn right(&mut self, area: Rect, row: u16, text: &str, style: Style) {
        let width = text.chars().count() as u16;
        let x = area.right().saturating_sub(width).max(area.x);
        self.text(area, x, area.y + row, text, style);
    }

    /// Draws a title bar.
    pub fn bar(&mut self, area: Rect, left: &str, right: &str) {
        let style = self.theme.bar();
        self.buffer.set_style(area, style);
        self.line(area, 0, &" ".repeat(area.width.into()), style);
        self.line(area, 0, &format!(" {left}"), style.patch(self.theme.strong()));
        let used = left.chars().count() + right.chars().count() + 3;
        if used < usize::from(area.width) {
            self.right(area, 0, &format!("{right} "), style);
        }
    }

    /// Draws a canvas with its upper left corner at a place. With `clickable`, its cells can
    /// be clicked.
    pub fn canvas(&mut self, area: Rect, canvas: &Canvas, clickable: bool) {
        for (row, y) in canvas.rows().zip(area.y..area.bottom()) {
            for (glyph, x) in row.iter().zip(area.x..area.right()) {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.set_char(glyph.symbol).set_style(self.theme.canvas(glyph.style));
                }
            }
        }
        if clickable {
            self.make_clickable(area, canvas);
        }
    }

    /// Makes the cells of a canvas clickable.
    fn make_clickable(&mut self, area: Rect, canvas: &Canvas) {
        for y in 0..canvas.height() {
            let cell = |x: usize| canvas.cell_at(x, y);
            let mut x = 0;
            while x < canvas.width() {
                let (start, at) = (x, cell(x));
                while x < canvas.width() && cell(x) == at {
                    x += 1;
                }
                let run =
                    Rect::new(area.x + start as u16, area.y + y as u16, (x - start) as u16, 1);
                if let Some(cell) = at {
                    self.hits.push((run.intersection(area), ClickTarget::Cell(cell)));
                }
            }
        }
    }

    /// Makes a place act like a key when clicked.
    pub fn button(&mut self, area: Rect, code: KeyCode) {
        self.hits.push((area, ClickTarget::Key(code)));
    }

    /// Shows that the window is too small.
    pub fn too_small(&mut self, area: Rect, (width, height): (u16, u16)) {
        let text = format!(
            "This window has {}×{} characters. Cairn needs at least {width}×{height}: enlarge the \
             window or shrink the font.",
            area.width, area.height
        );
        for (row, line) in wrapped(&text, area.width.into()).iter().enumerate() {
            self.line(area, row as u16, line, Style::default());
        }
    }
}

/// Wraps text into lines of at most this width.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        while !word.is_empty() {
            let gap = usize::from(length > 0);
            if length > 0 && length + gap + word.len() > width {
                lines.push(String::new());
                length = 0;
                continue;
            }
            // A word that is longer than a line is broken.
            let taken = word.len().min(width.saturating_sub(length + gap).max(1));
            let line = lines.last_mut().map(|line| {
                line.push_str(&" ".repeat(gap));
                line.extend(word.drain(..taken));
            });
            debug_assert!(line.is_some());
            length += gap + taken;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_never_too_long() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrapped("", 4), [""]);
        for width in 1..20 {
            let lines = wrapped("a bc def ghijklmnopqrst uvw", width);
            assert!(lines.iter().all(|line| line.chars().count() <= width), "{lines:?}");
        }
    }
}
