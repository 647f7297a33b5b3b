//! Dialogs on top of the menu or the game: help, lists, questions.

use std::path::{Path, PathBuf};
use std::time::Instant;

use cairn_app::lessons::Course;
use ratatui::crossterm::event::KeyCode;

use super::app::ScreenApp;
use super::course::CourseEntry;
use super::lessons::{self, GameLesson};
use super::puzzles::PuzzleList;
use crate::store::SavedGame;

/// A dialog.
#[derive(Clone, Debug)]
pub enum Overlay {
    /// Keys of the program.
    Help { scroll: usize },
    /// Short rules of a game.
    Lesson { lesson: GameLesson, scroll: usize },
    /// Games to open.
    Games {
        source: GameSource,
        games: Vec<SavedGame>,
        /// Files that cannot be read, with the reasons.
        damaged: Vec<String>,
        at: usize,
    },
    /// Lessons of a game, and the first game after them.
    Course {
        course: Course,
        /// Whether each lesson has been solved.
        solved: Vec<bool>,
        at: usize,
    },
    /// Kinds of puzzles of a game.
    Puzzles(PuzzleList),
    /// A text field.
    Ask { what: AskFor, text: String, error: String },
    /// A question to be answered with yes or no.
    Confirm(Confirm),
    /// A message.
    Note { title: &'static str, text: String },
}

/// Purpose of a text field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskFor {
    SaveAs,
    Load,
}

/// Action to be confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirm {
    Leave,
    Resign,
    Rematch,
    Delete(PathBuf),
    Overwrite(PathBuf),
}

/// Place that the games of a list come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSource {
    /// The folder of saved games: a game that is opened is continued in its file.
    SavedGames,
    /// A file with several games.
    File,
}

impl Overlay {
    /// Creates a text field with a text to begin with.
    pub fn ask(what: AskFor, text: &str) -> Self {
        Self::Ask { what, text: text.to_owned(), error: String::new() }
    }

    /// Returns the index of the selected line, if the dialog is a list.
    fn selected(&mut self) -> Option<&mut usize> {
        match self {
            Self::Games { at, .. } | Self::Course { at, .. } => Some(at),
            Self::Puzzles(list) => Some(&mut list.at),
            _ => None,
        }
    }
}

/// Lines by which a page of a list is scrolled.
const PAGE: usize = 10;

/// Expands `~` at the beginning of a path.
fn expand_home(text: &str) -> PathBuf {
    let text = text.trim();
    match (text.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

impl ScreenApp {
    /// Handles a key for the topmost dialog.
    pub(super) fn overlay_key(&mut self, code: KeyCode, now: Instant) {
        let Some(overlay) = self.overlays.last_mut() else {
            return;
        };
        match overlay {
            Overlay::Help { scroll } => {
                if let Some(step) = scroll_step(code) {
                    *scroll = scroll.saturating_add_signed(step);
                } else {
                    self.overlays.pop();
                }
            }
            Overlay::Lesson { lesson, scroll } => match (code, scroll_step(code)) {
                (_, Some(step)) => *scroll = scroll.saturating_add_signed(step),
                (KeyCode::Left, _) => (*lesson, *scroll) = (lessons::next(lesson, false), 0),
                (KeyCode::Right | KeyCode::Tab, _) => {
                    (*lesson, *scroll) = (lessons::next(lesson, true), 0);
                }
                _ => {
                    self.overlays.pop();
                }
            },
            Overlay::Note { .. } => {
                self.overlays.pop();
            }
            Overlay::Confirm(_) => match code {
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => self.confirmed(now),
                KeyCode::Char('n' | 'N' | 'q') | KeyCode::Esc | KeyCode::Backspace => {
                    self.overlays.pop();
                }
                _ => {}
            },
            Overlay::Ask { text, error, .. } => match code {
                KeyCode::Char(letter) => {
                    text.push(letter);
                    error.clear();
                }
                KeyCode::Backspace => {
                    text.pop();
                }
                KeyCode::Enter => self.answered(now),
                KeyCode::Esc => {
                    self.overlays.pop();
                }
                _ => {}
            },
            Overlay::Course { course, .. } => {
                let count = CourseEntry::all(course).count();
                self.list_key(code, count, now);
            }
            Overlay::Puzzles(PuzzleList { entries, .. }) => {
                let count = entries.len();
                self.list_key(code, count, now);
            }
            Overlay::Games { source, games, at, .. } => match code {
                KeyCode::Char('d') | KeyCode::Delete if *source == GameSource::SavedGames => {
                    if let Some(game) = games.get(*at) {
                        let path = game.path.clone();
                        self.overlays.push(Overlay::Confirm(Confirm::Delete(path)));
                    }
                }
                KeyCode::Char('o') if *source == GameSource::SavedGames => {
                    self.overlays.push(Overlay::ask(AskFor::Load, ""))
                }
                _ => {
                    let count = games.len();
                    self.list_key(code, count, now);
                }
            },
        }
    }

    /// Handles a key for the list on top, which has this many lines.
    fn list_key(&mut self, code: KeyCode, count: usize, now: Instant) {
        let last = count.saturating_sub(1);
        let Some(at) = self.overlays.last_mut().and_then(Overlay::selected) else { return };
        match code {
            KeyCode::Up | KeyCode::Char('k') => *at = at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => *at = (*at + 1).min(last),
            KeyCode::PageUp => *at = at.saturating_sub(PAGE),
            KeyCode::PageDown => *at = (*at + PAGE).min(last),
            KeyCode::Home => *at = 0,
            KeyCode::End => *at = last,
            KeyCode::Enter | KeyCode::Char(' ') => self.open_selected(now),
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::Backspace => {
                self.overlays.pop();
            }
            _ => {}
        }
    }

    /// Handles a click on a line of a list: the first selects it, the second opens it.
    pub(super) fn click_listed(&mut self, row: usize, now: Instant) {
        match self.overlays.last_mut().and_then(Overlay::selected) {
            Some(at) if *at != row => *at = row,
            _ => self.open_selected(now),
        }
    }

    fn open_selected(&mut self, now: Instant) {
        match self.overlays.last() {
            Some(Overlay::Games { .. }) => self.open_listed(now),
            Some(Overlay::Course { .. }) => self.open_course_entry(now),
            Some(Overlay::Puzzles(_)) => self.open_puzzle_entry(now),
            _ => {}
        }
    }

    fn open_listed(&mut self, now: Instant) {
        let Some(Overlay::Games { source, games, at, .. }) = self.overlays.last() else {
            return;
        };
        if let Some(SavedGame { path, record }) = games.get(*at).cloned() {
            let file = (*source == GameSource::SavedGames).then_some(path);
            self.resume(&record, file, now);
        }
    }

    fn confirmed(&mut self, now: Instant) {
        let Some(Overlay::Confirm(confirm)) = self.overlays.pop() else {
            return;
        };
        match confirm {
            Confirm::Leave => self.leave_game(),
            Confirm::Rematch => self.rematch(now),
            Confirm::Resign => {
                if let Some(game) = &mut self.game {
                    game.resign(now);
                }
            }
            Confirm::Overwrite(path) => self.save(&path),
            Confirm::Delete(path) => {
                let deleted = std::fs::remove_file(&path);
                self.count_saved();
                if let Some(Overlay::Games { games, at, .. }) = self.overlays.last_mut() {
                    if let Err(error) = deleted {
                        let text = format!("{}: {error}", path.display());
                        self.overlays.push(Overlay::Note { title: "Cannot delete", text });
                        return;
                    }
                    games.retain(|game| game.path != path);
                    *at = (*at).min(games.len().saturating_sub(1));
                }
            }
        }
    }

    fn answered(&mut self, now: Instant) {
        let Some(Overlay::Ask { what, text, error }) = self.overlays.last_mut() else {
            return;
        };
        if text.trim().is_empty() {
            "Type a file name.".clone_into(error);
            return;
        }
        let path = expand_home(text);
        match what {
            AskFor::Load => {
                if let Err(why) = self.open_file(&path, now)
                    && let Some(Overlay::Ask { error, .. }) = self.overlays.last_mut()
                {
                    *error = why;
                }
            }
            AskFor::SaveAs if path.exists() => {
                self.overlays.push(Overlay::Confirm(Confirm::Overwrite(path)));
            }
            AskFor::SaveAs => self.save(&path),
        }
    }

    /// Saves the game and closes the dialog, or shows the error in it.
    fn save(&mut self, path: &Path) {
        let Some(game) = &mut self.game else {
            return;
        };
        match (game.save_as(path), self.overlays.last_mut()) {
            (Ok(()), _) => {
                game.say(format!("Saved as {}.", path.display()));
                self.overlays.clear();
            }
            (Err(why), Some(Overlay::Ask { error, .. })) => *error = why,
            (Err(why), _) => game.say(why),
        }
    }
}

/// Returns the number of lines that a key scrolls.
const fn scroll_step(code: KeyCode) -> Option<isize> {
    match code {
        KeyCode::Up | KeyCode::Char('k') => Some(-1),
        KeyCode::Down | KeyCode::Char('j') => Some(1),
        KeyCode::PageUp => Some(-15),
        KeyCode::PageDown | KeyCode::Char(' ') => Some(15),
        KeyCode::Home => Some(isize::MIN + 1),
        _ => None,
    }
}
