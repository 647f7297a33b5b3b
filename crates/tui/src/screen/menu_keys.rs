//! Keys and actions of the menu.

use std::time::Instant;

use cairn_app::PositionEditor;
use ratatui::crossterm::event::KeyCode;

use super::app::ScreenApp;
use super::lessons;
use super::menu::Row;
use super::overlay::Overlay;

impl ScreenApp {
    /// Handles a key in the menu.
    pub(super) fn menu_key(&mut self, code: KeyCode, now: Instant) {
        let row = self.menu.focused();
        match code {
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => self.menu.step(false),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.menu.step(true),
            KeyCode::Left => self.menu.change(row, false),
            KeyCode::Right | KeyCode::Char(' ') if row.has_value() => self.menu.change(row, true),
            KeyCode::Enter | KeyCode::Char(' ') if row == Row::Shuffle => {
                self.options.random_seed =
                    self.options.random_seed.wrapping_mul(31).wrapping_add(7);
                self.menu.set_seed(Some(self.options.random_seed % 10_000));
            }
            KeyCode::Enter if row.has_value() => self.menu.change(row, true),
            KeyCode::Enter | KeyCode::Char(' ') => self.menu_action(row, now),
            KeyCode::Backspace if row == Row::Shuffle => self.menu.set_seed(None),
            KeyCode::Char(letter) => {
                if let Some(digit) = letter.to_digit(10) {
                    return self.menu.digit(digit as u8);
                }
                let row = match letter.to_ascii_lowercase() {
                    'e' => {
                        let editor = PositionEditor::new(self.menu.game().start());
                        return self.begin_editor(editor);
                    }
                    'p' => Row::Play,
                    'c' => Row::Continue,
                    'l' => Row::Lessons,
                    'z' => Row::Puzzles,
                    'i' => Row::Instructions,
                    '?' | 'h' => Row::Help,
                    'q' => Row::Quit,
                    _ => return,
                };
                self.menu.focus_on(row);
                self.menu_action(row, now);
            }
            KeyCode::F(1) => self.menu_action(Row::Help, now),
            KeyCode::Esc => self.menu.focus_on(Row::Quit),
            _ => {}
        }
    }

    fn menu_action(&mut self, row: Row, now: Instant) {
        match row {
            Row::Play => {
                self.options.random_seed = self.options.random_seed.wrapping_add(1);
                self.remember();
                let mut settings = self.menu.settings(self.options.random_seed);
                settings.automatic_steps = self.options.config.automatic_steps;
                self.begin(settings, now);
            }
            Row::Continue => self.open_saved(),
            Row::Instructions => {
                let lesson = lessons::of(self.menu.game());
                self.overlays.push(Overlay::Lesson { lesson, scroll: 0 });
            }
            Row::Lessons => self.open_course(self.menu.game()),
            Row::Puzzles => self.open_puzzles(self.menu.game(), now),
            Row::Help => self.overlays.push(Overlay::Help { scroll: 0 }),
            Row::Quit => self.done = true,
            _ => {}
        }
    }
}
