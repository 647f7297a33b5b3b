//! Reading text: a cursor that remembers where it is, and errors that say where.

use std::ops::Range;

/// Error in a text, with its place and, if possible, help.
///
/// ```
/// use cairn_games::{GameId, Diagram};
///
/// let error = Diagram::read(GameId::Nava.info(), "x5/x4").unwrap_err();
/// assert_eq!(error.span, 3..5);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}{}", help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default())]
pub struct TextError {
    /// The bytes of the text that are wrong; empty at the end if something is missing.
    pub span: Range<usize>,
    /// Problem in words.
    pub problem: String,
    /// Help on what would be right.
    pub help: Option<String>,
}

impl TextError {
    /// An error at these bytes.
    pub fn new(span: Range<usize>, problem: impl Into<String>) -> Self {
        Self { span, problem: problem.into(), help: None }
    }

    /// The same error with a sentence on what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same error in a text of which the one read so far is the part that begins
    /// at `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        self.span = self.span.start + offset..self.span.end + offset;
        self
    }
}

/// Returns a phrase as a sentence: its first letter large, with a full stop. Names of cells
/// keep their small letter.
pub(crate) fn sentence(phrase: &str) -> String {
    let word = phrase.split(' ').next().unwrap_or_default();
    let is_cell = word.len() <= 3 && word.ends_with(|c: char| c.is_ascii_digit());
    let mut letters = phrase.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let first = first.filter(|_| !is_cell).unwrap_or_else(|| phrase.chars().take(1).collect());
    format!("{first}{}.", letters.as_str())
}

/// Lists items in words: "a", "a and b", "a, b and c".
pub(crate) fn listed(items: &[String]) -> String {
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.concat(),
    }
}

/// Returns a number with the word for what is counted: "1 disc", "2 discs".
pub(crate) fn counted(number: u32, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// A place in a text that is being read from left to right.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the beginning of the text.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte that is read next.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// Rest of the text.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, not taken.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes the next character.
    pub fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Takes the next character if it is this one.
    pub fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Takes characters as long as they are wanted, and gives what was taken.
    pub fn take_while(&mut self, mut wanted: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Takes white space, if there is any.
    pub fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Takes white space, then `wanted` if it follows, then white space again.
    pub(crate) fn separator(&mut self, wanted: char) -> bool {
        let before = self.at;
        self.skip_space();
        if self.take(wanted) {
            self.skip_space();
            true
        } else {
            self.at = before;
            false
        }
    }

    /// Whether everything has been read.
    pub fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    /// Takes white space, after which the text must end.
    ///
    /// # Errors
    /// If something else follows.
    pub fn finish(&mut self, what: &str) -> Result<(), TextError> {
        self.skip_space();
        if self.is_done() {
            return Ok(());
        }
        Err(self.error_here(&format!("the end of the {what}")))
    }

    /// A whole number of at most `most`, or an error; `None` if no digit is next.
    pub fn number(&mut self, most: u64) -> Result<Option<u64>, TextError> {
        let start = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(number) if number <= most => Ok(Some(number)),
            _ => Err(self
                .error_from(start, "this number is too large")
                .help(format!("at most {most}"))),
        }
    }

    /// An error about the next character, or about the end of the text.
    pub fn error_here(&self, expected: &str) -> TextError {
        match self.peek() {
            Some(c) => TextError::new(
                self.at..self.at + c.len_utf8(),
                format!("expected {expected}, found `{}`", c.escape_default()),
            ),
            None => TextError::new(
                self.at..self.at,
                format!("expected {expected}, but the text ends here"),
            ),
        }
    }

    /// An error about everything read since `start`.
    pub fn error_from(&self, start: usize, problem: impl Into<String>) -> TextError {
        TextError::new(start..self.at, problem)
    }
}

/// Takes part of what somebody wrote for an error message, so that a message about a
/// megabyte of nonsense is not itself a megabyte of nonsense.
pub fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push('…');
    }
    shown
}
