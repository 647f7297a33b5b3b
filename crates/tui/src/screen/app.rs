//! State of the full-screen program, and its reaction to keys and the mouse.

use std::path::{Path, PathBuf};
use std::time::Instant;

use cairn_app::TimeControl;
use cairn_app::records::{RecordFileError, RecordFileErrorKind, RecordPath};
use cairn_games::record::Record;
use cairn_legacy::Program;
use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;

use super::ScreenOptions;
use super::editor::EditorScreen;
use super::input::Input;
use super::lesson_session::LessonSession;
use super::menu::{Menu, Row};
use super::overlay::{Confirm, GameSource, Overlay};
use super::practice::Practice;
use super::theme::TerminalTheme;
use super::{draw, memory};
use crate::config::ScreenTheme;
use crate::session::Session;
use crate::settings::GameSettings;
use crate::store::SavedGame;

/// Target of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClickTarget {
    /// A key.
    Key(KeyCode),
    /// A cell of the board.
    Cell(usize),
    /// A line of the menu.
    Row(Row),
    /// A line of a list.
    Listed(usize),
    /// A move in the list of moves, by its number of plies.
    Ply(usize),
}

/// The full-screen program, independent of the terminal.
#[derive(Debug)]
pub struct ScreenApp {
    pub(super) options: ScreenOptions,
    pub(super) menu: Menu,
    pub(super) game: Option<Session>,
    /// Lesson to which the game belongs, if it does.
    pub(super) lesson: Option<LessonSession>,
    /// Exercises to which the game belongs, if it does.
    pub(super) practice: Option<Practice>,
    /// Position that is being edited, if one is.
    pub(super) editor: Option<EditorScreen>,
    /// Whether the exercises begin when the review is ready.
    pub(super) practice_wanted: bool,
    /// Open dialogs, the topmost last.
    pub(super) overlays: Vec<Overlay>,
    pub(super) input: Input,
    /// Areas that can be clicked, as last drawn.
    pub(super) hits: Vec<(Rect, ClickTarget)>,
    /// Escape sequences to send to the terminal.
    pub(super) outbox: Vec<String>,
    pub(super) done: bool,
    /// Number of unfinished saved games.
    pub(super) saved: usize,
    /// Start of the program, for the spinner.
    pub(super) began: Instant,
}

impl ScreenApp {
    /// Starts at the menu.
    pub fn new(options: ScreenOptions, now: Instant) -> Self {
        let mut menu = options.store.as_ref().map(memory::recall).unwrap_or_default();
        menu.begin_with(&options.config.defaults);
        let mut app = Self {
            options,
            menu,
            game: None,
            lesson: None,
            practice: None,
            editor: None,
            practice_wanted: false,
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

    /// Whether the user has quit.
    pub const fn is_done(&self) -> bool {
        self.done
    }

    /// Removes and returns the escape sequences to send to the terminal.
    pub fn take_outbox(&mut self) -> Vec<String> {
        std::mem::take(&mut self.outbox)
    }

    /// Returns the colours and characters to use.
    pub(super) const fn theme(&self) -> TerminalTheme {
        TerminalTheme {
            depth: self.options.depth,
            charset: self.options.charset,
            has_contrast: matches!(self.options.config.theme, ScreenTheme::Contrast),
        }
    }

    /// Returns the original program in whose style the game is shown, if any.
    pub(super) fn program(&self) -> Option<&'static Program> {
        let game = self.game.as_ref()?.position().game();
        self.options.style.program(game)
    }

    /// Replaces labels of an original program in a typed text by the names of cells.
    pub(super) fn named(&self, text: &str) -> String {
        match (self.program(), &self.game) {
            (Some(program), Some(game)) => program.names_for_labels(game.position().game(), text),
            _ => text.to_owned(),
        }
    }

    /// Replaces the names of cells in a text by labels of an original program.
    pub(super) fn labelled(&self, text: &str) -> String {
        match (self.program(), &self.game) {
            (Some(program), Some(game)) => program.labels_for_names(game.position().game(), text),
            _ => text.to_owned(),
        }
    }

    pub(super) fn count_saved(&mut self) {
        self.saved =
            self.options.store.as_ref().map_or(0, |store| {
                store.list().iter().filter(|saved| saved.is_unfinished()).count()
            });
    }

    /// Saves the choices in the menu for the next time.
    pub fn remember(&self) {
        if let Some(store) = &self.options.store {
            memory::remember(store, &self.menu);
        }
    }

    /// Starts a game.
    pub fn begin(&mut self, settings: GameSettings, now: Instant) {
        self.show(Session::new(settings, self.options.store.clone(), now));
    }

    /// Shows a game.
    pub(super) fn show(&mut self, session: Session) {
        self.game = Some(session);
        self.editor = None;
        self.lesson = None;
        (self.practice, self.practice_wanted) = (None, false);
        self.overlays.clear();
        self.input = Input::default();
    }

    /// Lets time pass. Returns whether something has changed.
    pub fn tick(&mut self, now: Instant) -> bool {
        let mut changed = self.game.as_mut().is_some_and(|game| game.tick(now));
        self.judge_lesson(now);
        self.judge_practice();
        changed |= self.tick_lesson(now) | self.tick_practice(now);
        changed
    }

    /// Whether the screen changes without input: clocks and spinner.
    pub fn moves_by_itself(&self) -> bool {
        let is_judging = self.practice.as_ref().is_some_and(Practice::is_judging);
        is_judging
            || self.game.as_ref().is_some_and(|game| {
                game.thinking_since().is_some()
                    || game.study().is_thinking()
                    || game.is_reviewing()
                    || (game.settings().time_control != TimeControl::Unlimited
                        && game.ending().is_none())
            })
    }

    /// Draws everything.
    pub fn draw(&mut self, frame: &mut Frame<'_>, now: Instant) {
        draw::draw(self, frame, now);
    }

    /// Handles an event of the terminal.
    pub fn handle(&mut self, event: &Event, now: Instant) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, now),
            Event::Mouse(mouse) => {
                let at = (mouse.column, mouse.row);
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => self.click(at, now),
                    MouseEventKind::ScrollDown => self.scroll(true, now),
                    MouseEventKind::ScrollUp => self.scroll(false, now),
                    _ => {}
                }
            }
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
        self.judge_lesson(now);
        self.judge_practice();
    }

    /// Scrolls a list, or goes through the positions of the game.
    fn scroll(&mut self, down: bool, now: Instant) {
        match &mut self.game {
            Some(game) if self.overlays.is_empty() => {
                if down || !game.history().moves().is_empty() {
                    game.browse(if down { 1 } else { -1 });
                }
            }
            _ => self.press(if down { KeyCode::Down } else { KeyCode::Up }, now),
        }
    }

    fn click(&mut self, (x, y): (u16, u16), now: Instant) {
        // What was drawn last lies on top.
        let over = |(area, _): &&(Rect, ClickTarget)| area.contains((x, y).into());
        let Some(&(_, hit)) = self.hits.iter().rev().find(over) else {
            return;
        };
        match hit {
            ClickTarget::Key(code) => self.click_key(code, now),
            ClickTarget::Cell(cell) => self.click_cell(cell, now),
            ClickTarget::Row(row) => {
                self.menu.focus_on(row);
                self.press(KeyCode::Enter, now);
            }
            ClickTarget::Listed(at) => self.click_listed(at, now),
            ClickTarget::Ply(ply) => {
                if let Some(game) = &mut self.game {
                    game.browse_to(ply);
                }
            }
        }
    }

    fn paste(&mut self, text: &str) {
        if let Some(Overlay::Ask { text: typed, .. }) = self.overlays.last_mut() {
            typed.extend(text.chars().filter(|letter| !letter.is_control()));
        } else if self.overlays.is_empty() && self.game.is_some() {
            for letter in text.trim().chars() {
                self.input.push(letter);
            }
        }
    }

    pub(super) fn press(&mut self, code: KeyCode, now: Instant) {
        self.key(KeyEvent::new(code, KeyModifiers::NONE), now);
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent, now: Instant) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            // The game is on the disk, so leaving at once loses nothing.
            KeyCode::Char('c' | 'd') if control => self.done = true,
            KeyCode::Char(_) if control => {}
            code if !self.overlays.is_empty() => self.overlay_key(code, now),
            code if self.lesson_key(code, now) || self.practice_key(code, now) => {}
            code if self.game.is_some() => self.game_key(code, now),
            code if self.editor_key(code, now) => {}
            code => self.menu_key(code, now),
        }
    }

    /// Opens the list of saved games.
    pub(super) fn open_saved(&mut self) {
        let store = self.options.store.as_ref();
        let games = store.map(|store| store.list()).unwrap_or_default();
        let damaged = store.map(|store| store.damaged()).unwrap_or_default();
        let source = GameSource::SavedGames;
        self.overlays.push(Overlay::Games { source, games, damaged, at: 0 });
    }

    /// Opens the game in a file, or the list of its games if there are several. `FILE#N`
    /// opens the game of that number.
    ///
    /// # Errors
    /// If the file cannot be read, with the reason for the user.
    pub(super) fn open_file(&mut self, path: &Path, now: Instant) -> Result<(), String> {
        match RecordPath::parse(&path.to_string_lossy()).read() {
            Ok(record) => self.resume(&record, None, now),
            Err(RecordFileError { kind: RecordFileErrorKind::SeveralGames(records), .. }) => {
                let saved = |record| SavedGame { path: path.to_owned(), record };
                let games = records.into_iter().map(saved).collect();
                let (source, damaged) = (GameSource::File, Vec::new());
                self.overlays.push(Overlay::Games { source, games, damaged, at: 0 });
            }
            Err(error) => return Err(error.to_string()),
        }
        Ok(())
    }

    /// Continues a recorded game. With `file`, it is saved there from now on.
    pub(super) fn resume(&mut self, record: &Record, file: Option<PathBuf>, now: Instant) {
        let human = [cairn_engine::Player::Human, cairn_engine::Player::Human];
        let store = self.options.store.clone();
        let mut session = Session::resume(record, &human, store, file, now);
        session.set_automatic_steps(self.options.config.automatic_steps, now);
        if session.ending().is_none() {
            let count = session.history().moves().len();
            let moves = if count == 1 { "move" } else { "moves" };
            let pause = if session.is_paused() { " Press Space to continue." } else { "" };
            session.say(format!("Continued after {count} {moves}.{pause}"));
        }
        self.show(session);
    }

    /// Returns from the game to the menu.
    pub(super) fn leave_game(&mut self) {
        self.game = None;
        self.lesson = None;
        (self.practice, self.practice_wanted) = (None, false);
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
