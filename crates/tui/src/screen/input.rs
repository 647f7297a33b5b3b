//! Text that is being typed.

use std::time::{Duration, Instant};

/// Time to wait after a letter that may be a command or the beginning of a move.
pub const PATIENCE: Duration = Duration::from_millis(700);

/// Largest number of characters of a move.
const LONGEST: usize = 120;

/// Text that is being typed.
#[derive(Clone, Debug, Default)]
pub struct Input {
    text: String,
    since: Option<Instant>,
}

impl Input {
    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether nothing has been typed.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds a character at the end.
    pub fn push(&mut self, letter: char, now: Instant) {
        if self.text.len() < LONGEST && !letter.is_control() {
            self.text.push(letter);
            self.since = Some(now);
        }
    }

    /// Removes the last character.
    pub fn erase(&mut self) {
        self.text.pop();
    }

    /// Removes and returns all of the text.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// Returns the letter if it is the only one and has waited long enough.
    pub fn lone_letter(&self, now: Instant) -> Option<char> {
        let mut letters = self.text.chars();
        let waited = now.saturating_duration_since(self.since?) >= PATIENCE;
        let (only, None) = (letters.next()?, letters.next()) else {
            return None;
        };
        waited.then_some(only)
    }
}
