//! Text that is being typed.

/// Largest number of characters of a move.
const LONGEST: usize = 120;

/// Text that is being typed.
#[derive(Clone, Debug, Default)]
pub struct Input {
    text: String,
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
    pub fn push(&mut self, letter: char) {
        if self.text.len() < LONGEST && !letter.is_control() {
            self.text.push(letter);
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

    /// Returns the letter if it is all that has been typed.
    pub fn lone_letter(&self) -> Option<char> {
        let mut letters = self.text.chars();
        let only = letters.next().filter(|letter| letter.is_alphabetic())?;
        letters.next().is_none().then_some(only)
    }
}
