//! A line of text being typed.

use std::time::{Duration, Instant};

/// How long a letter waits that could begin a move and is a command as well.
pub const PATIENCE: Duration = Duration::from_millis(700);

/// No move is longer than this.
const LONGEST: usize = 120;

/// A line of text being typed.
#[derive(Clone, Debug, Default)]
pub struct Input {
    text: String,
    since: Option<Instant>,
}

impl Input {
    /// What has been typed.
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

    /// Takes the last character away.
    pub fn erase(&mut self) {
        self.text.pop();
    }

    /// Takes everything away.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The only letter typed, if it has waited long enough for another.
    pub fn lone_letter(&self, now: Instant) -> Option<char> {
        let mut letters = self.text.chars();
        let waited = now.saturating_duration_since(self.since?) >= PATIENCE;
        let (only, None) = (letters.next()?, letters.next()) else {
            return None;
        };
        waited.then_some(only)
    }
}
