//! Shared application layer of Cairn: what the command line, the terminal program and the
//! web site all need, beyond the rules and the engine.
//!
//! | task | item |
//! |---|---|
//! | read a start position by game, size, seed or text | [`PositionSpec`] |
//! | read moves, write lines as text | [`play_moves`], [`line_texts`], [`history_texts`] |
//! | edit positions | [`PositionEditor`], [`EditorForm`] |
//! | let a person enter a move in steps | [`MoveBuilder`] |
//! | advise on the level of the next game | [`LevelAdvice`] |
//! | tell players how a game ended | [`ending_text`], [`reason_for`] |
//! | time controls and clocks | [`TimeControl`], [`Clock`], [`clock_text`] |
//! | nets as files, for programs that do not have them built in | [`net_name`], [`net_bytes`] |
//! | JSON documents | [`json`] |
//! | boards as HTML, legal moves as a tree of picks | [`board`] |
//! | review the moves of a game | [`review`] |
//! | opening explorer | [`explorer`] |
//! | lessons with goals, judged by the rules and the solver | [`lessons`] |
//! | campaigns that solve the starts of a game | [`campaign`] |
//! | puzzles: find, judge, make and check them | [`puzzles`] |
//! | positions and games to be drawn, with arrows | [`illustration`] |
//! | record files with one or more games | [`records`] |
//! | arrows and marked cells in comments | [`marks`] |
//! | records as JSON, and back | [`record_json`] |
//! | dates, data folders, atomic writes | [`dates`], [`files`] |
//!
//! # Example
//!
//! A command that takes a game and some moves, and prints the position as JSON:
//!
//! ```
//! use cairn_app::{PositionSpec, json::PositionJson, play_moves};
//! use cairn_games::History;
//!
//! let start = PositionSpec::of("nava").position()?;
//! let mut history = History::new(start);
//! play_moves(&mut history, ["a1-a4", "e5-e4"])?;
//! let document = PositionJson::new(history.position(), history.outcome());
//! assert_eq!(document.to_move, "first");
//! assert_eq!(document.outcome, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
pub mod board;
pub mod campaign;
mod clock;
pub mod dates;
mod editor;
mod editor_form;
mod ending;
pub mod explorer;
pub mod files;
pub mod illustration;
pub mod json;
pub mod lessons;
pub mod marks;
mod move_builder;
mod move_entry;
mod moves;
mod nets;
mod position_spec;
pub mod puzzles;
pub mod record_json;
pub mod records;
pub mod review;
#[cfg(feature = "openapi")]
pub mod schema;
mod time_control;

pub use advice::LevelAdvice;
pub use clock::{Clock, Millis, clock_text, millis};
pub use editor::PositionEditor;
pub use editor_form::{EditQuery, EditorForm, EditorLinks};
pub use ending::{AGREED_DRAW, ending_text, reason_for, resignation};
pub use move_builder::{MoveBuilder, PickResult};
pub use move_entry::{pick_name, pick_names};
pub use moves::{MoveListError, history_texts, line_texts, play_moves};
pub use nets::{net_bytes, net_name};
pub use position_spec::{PositionSpec, PositionSpecError, prolog_term};
pub use time_control::{TimeControl, TimeControlError};
