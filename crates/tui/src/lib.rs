//! Cairn's games in a terminal.
//!
//! [`run_menu`], [`run_game`] and [`run_course`] run the full-screen program; [`play_plain`] plays a
//! game line by line, for screen readers and pipes, and [`learn_plain`] teaches one. Both play a game
//! described by [`GameSettings`], and keep it in the folder of [`SavedGames`] if they are given one.
//!
//! # Example
//!
//! A game between two people, played through a pipe:
//!
//! ```
//! use cairn_games::GameId;
//! use cairn_tui::{GameSettings, PlainOptions, play_plain};
//!
//! let settings = GameSettings::new(GameId::Nava.start());
//! let input = &b"a1-a4\nresign\n"[..];
//! let mut output = Vec::new();
//! play_plain(settings, None, input, &mut output, &PlainOptions::default())?;
//! assert!(String::from_utf8_lossy(&output).ends_with("Black resigned.\nResult: 1-0\n"));
//! # Ok::<(), cairn_tui::PlainError>(())
//! ```

mod ascii;
mod config;
mod keys;
mod plain;
mod screen;
mod session;
mod settings;
mod store;
mod worker;

pub use config::{CONFIG_TEMPLATE, Characters, Config, DefaultChoices, ScreenTheme};
pub use plain::{PlainError, PlainOptions, learn_plain, play_plain};
pub use screen::{
    ScreenOptions, remembered_level, run_course, run_editor, run_game, run_menu, with_full_screen,
};
pub use settings::{GameSettings, GameStart};
pub use store::{SavedGame, SavedGames};

/// Keys of the full-screen program, as its help page lists them.
pub const KEYS: &str = include_str!("../data/help.txt");
