//! The shapes of JSON output: one line, stable fields, with a version.

use cairn_games::{AnyPosition, Outcome, Side};
use serde::Serialize;

use crate::diagnostic::Failure;

/// The version of all shapes. It changes when a field changes its meaning or goes away,
/// not when one is added.
pub const VERSION: u32 = 1;

/// What most answers say about a position.
#[derive(Serialize)]
pub struct PositionFields {
    version: u32,
    game: &'static str,
    position: String,
    to_move: &'static str,
    outcome: Option<&'static str>,
}

impl PositionFields {
    /// Of a position, with an outcome that may come from its history.
    pub fn new(position: &AnyPosition, outcome: Option<Outcome>) -> Self {
        Self {
            version: VERSION,
            game: position.game().name(),
            position: position.to_text(),
            to_move: side_word(position.to_move()),
            outcome: outcome.map(Outcome::word),
        }
    }
}

/// `first` or `second`.
pub const fn side_word(side: Side) -> &'static str {
    Outcome::Win(side).word()
}

/// Any shape as one line.
pub fn to_line(shape: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(shape).map_err(|error| Failure::Input(error.to_string()))
}
