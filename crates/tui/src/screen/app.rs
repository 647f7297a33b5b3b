//! What the program shows, and what keys and the mouse do to it.

use std::time::Instant;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::Frame;
use ratatui::layout::Rect;

use super::Surroundings;
use super::input::Input;
use super::menu::{Menu, Row};
use super::overlay::{Confirm, Overlay};
use super::theme::Theme;
use super::{draw, lessons, memory};
use crate::session::Session;
use crate::set_up::SetUp;
use crate::store;

/// Something on the screen that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// The same as pressing a key.
    Key(KeyCode),
    /// A cell of the board.
    Cell(usize),
    /// A line of the menu; its value goes on, or it does what it says.
    Row(Row),
    /// A line of the list on top.
    Listed(usize),
}

/// The program without its terminal.
#[derive(Debug)]
pub struct App {
    pub(super) surroundings: Surroundings,
    pub(super) menu: Menu,
    pub(super) game: Option<Session>,
    /// What lies on top, the topmost last.
    pub(super) overlays: Vec<Overlay>,
    pub(super) input: Input,
    /// What can be clicked, as it was last drawn.
    pub(super) hits: Vec<(Rect, Hit)>,
    /// Sequences for the terminal itself.
    pub(super) outbox: Vec<String>,
    pub(super) done: bool,
    /// How many saved games there are, for the menu.
    pub(super) saved: usize,
    /// For the sign that something is going on.
    pub(super) began: Instant,
}

impl App {
    /// At the menu.
    pub fn new(surroundings: Surroundings, now: Instant) -> Self {
        let menu = surroundings.store.as_ref().map(memory::recall).unwrap_or_default();
        let mut app = Self {
            surroundings,
            menu,
            game: None,
            overlays: Vec::new(),
            input: Input::default(),
            hits: Vec::new(),
            outbox: Vec::new(),
            done: false,
            saved: 0,
            began: now,
        };
        app.count_saved();
        app
    }

    /// Whether the user has left.
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// What has to be sent to the terminal.
    pub fn take_outbox(&mut self) -> Vec<String> {
        std::mem::take(&mut self.outbox)
    }

    /// Colours and characters.
    pub(super) const fn theme(&self) -> Theme {
        Theme { depth: self.surroundings.depth, charset: self.surroundings.charset }
    }

    pub(super) fn count_saved(&mut self) {
        self.saved = self.surroundings.store.as_ref().map_or(0, |store| store.list().len());
    }

    /// Writes down what has been chosen in the menu, for the next time.
    pub fn remember(&self) {
        if let Some(store) = &self.surroundings.store {
            memory::remember(store, &self.menu);
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, set_up: SetUp, now: Instant) {
        self.show(Session::new(set_up, self.surroundings.store.clone(), now));
    }

    /// Shows a game.
    pub(super) fn show(&mut self, session: Session) {
        self.game = Some(session);
        self.overlays.clear();
        self.input = Input::default();
    }

    /// Lets time pass; says whether there is something new to be seen.
    pub fn tick(&mut self, now: Instant) -> bool {
        let lone = self.tick_input(now);
        let Some(game) = &mut self.game else {
            return lone;
        };
        game.tick(now) || lone
    }

    /// Whether the picture changes without anything happening: the clocks, and the sign of
    /// thinking.
    pub fn moves_by_itself(&self) -> bool {
        self.game.as_ref().is_some_and(|game| {
            game.thinking_since().is_some()
                || game.study().is_thinking()
                || (game.clocks().is_some() && game.ending().is_none())
        })
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        draw::draw(self, frame, now);
    }

    /// Takes what came from the terminal.
    pub fn handle(&mut self, event: &Event, now: Instant) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, now),
            Event::Mouse(mouse) => {
                let at = (mouse.column, mouse.row);
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => self.click(at, now),
                    // On a board there is nothing to scroll.
                    MouseEventKind::ScrollDown if self.can_scroll() => {
                        self.press(KeyCode::Down, now);
                    }
                    MouseEventKind::ScrollUp if self.can_scroll() => self.press(KeyCode::Up, now),
                    _ => {}
                }
            }
            Event::Paste(text) => self.paste(text, now),
            _ => {}
        }
    }

    fn can_scroll(&self) -> bool {
        !self.overlays.is_empty() || self.game.is_none()
    }

    fn click(&mut self, (x, y): (u16, u16), now: Instant) {
        // What was drawn last lies on top.
        let over = |(area, _): &&(Rect, Hit)| area.contains((x, y).into());
        let Some(&(_, hit)) = self.hits.iter().rev().find(over) else {
            return;
        };
        match hit {
            Hit::Key(code) => self.press(code, now),
            Hit::Cell(cell) => self.click_cell(cell, now),
            Hit::Row(row) => {
                self.menu.focus_on(row);
                self.press(KeyCode::Enter, now);
            }
            Hit::Listed(at) => self.click_listed(at, now),
        }
    }

    fn paste(&mut self, text: &str, now: Instant) {
        if let Some(Overlay::Ask { text: typed, .. }) = self.overlays.last_mut() {
            typed.extend(text.chars().filter(|letter| !letter.is_control()));
        } else if self.overlays.is_empty() && self.game.is_some() {
            for letter in text.trim().chars() {
                self.input.push(letter, now);
            }
        }
    }

    fn press(&mut self, code: KeyCode, now: Instant) {
        self.key(KeyEvent::new(code, KeyModifiers::NONE), now);
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent, now: Instant) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            // The game is on the disk, so leaving at once loses nothing.
            KeyCode::Char('c' | 'd') if control => self.done = true,
            KeyCode::Char(_) if control => {}
            code if !self.overlays.is_empty() => self.overlay_key(code, now),
            code if self.game.is_some() => self.game_key(code, now),
            code => self.menu_key(code, now),
        }
    }

    fn menu_key(&mut self, code: KeyCode, now: Instant) {
        let row = self.menu.focused();
        match code {
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => self.menu.step(false),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.menu.step(true),
            KeyCode::Left => self.menu.change(row, false),
            KeyCode::Right | KeyCode::Char(' ') if row.has_value() => self.menu.change(row, true),
            KeyCode::Enter | KeyCode::Char(' ') if row == Row::Shuffle => {
                self.surroundings.chance =
                    self.surroundings.chance.wrapping_mul(31).wrapping_add(7);
                self.menu.set_seed(Some(self.surroundings.chance % 10_000));
            }
            KeyCode::Enter if row.has_value() => self.menu.change(row, true),
            KeyCode::Enter | KeyCode::Char(' ') => self.menu_action(row, now),
            KeyCode::Backspace if row == Row::Shuffle => self.menu.set_seed(None),
            KeyCode::Char(letter) => {
                if let Some(digit) = letter.to_digit(10) {
                    return self.menu.digit(digit as u8);
                }
                let row = match letter.to_ascii_lowercase() {
                    'p' => Row::Play,
                    'c' => Row::Continue,
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
                self.surroundings.chance = self.surroundings.chance.wrapping_add(1);
                self.remember();
                let set_up = self.menu.set_up(self.surroundings.chance);
                self.begin(set_up, now);
            }
            Row::Continue => self.open_saved(),
            Row::Instructions => {
                let lesson = lessons::of(self.menu.game());
                self.overlays.push(Overlay::Lesson { lesson, scroll: 0 });
            }
            Row::Help => self.overlays.push(Overlay::Help { scroll: 0 }),
            Row::Quit => self.done = true,
            _ => {}
        }
    }

    /// The list of saved games.
    pub(super) fn open_saved(&mut self) {
        let games = self.surroundings.store.as_ref().map(|store| store.list()).unwrap_or_default();
        self.overlays.push(Overlay::Saved { games, at: 0 });
    }

    /// Goes on with a game in a file; `ours` if it is kept in that file.
    ///
    /// # Errors
    /// If the file is no game.
    pub(super) fn load(
        &mut self,
        path: &std::path::Path,
        ours: bool,
        now: Instant,
    ) -> Result<(), String> {
        let record = store::read(path)?;
        let human = [cairn_engine::Player::Human, cairn_engine::Player::Human];
        let file = ours.then(|| path.to_owned());
        let store = self.surroundings.store.clone();
        let mut session = Session::resume(&record, &human, store, file, now);
        if session.ending().is_none() {
            let moves = session.history().moves().len();
            let pause = if session.is_paused() { " Space lets the computers go on." } else { "" };
            session.say(format!("Continued after {moves} moves.{pause}"));
        }
        self.show(session);
        Ok(())
    }

    /// Leaves the game for the menu.
    pub(super) fn leave_game(&mut self) {
        self.game = None;
        self.overlays.clear();
        self.input = Input::default();
        self.count_saved();
    }

    /// Asks before leaving a game that is not over.
    pub(super) fn ask_to_leave(&mut self) {
        let unfinished = self
            .game
            .as_ref()
            .is_some_and(|game| game.ending().is_none() && !game.history().moves().is_empty());
        if unfinished {
            self.overlays.push(Overlay::Confirm(Confirm::Leave));
        } else {
            self.leave_game();
        }
    }
}
