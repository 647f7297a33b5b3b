//! Errors of commands, with the place in the input where there is one.

use std::fmt;

use cairn_app::MoveListError;
use cairn_app::illustration::IllustrationError;
use cairn_app::records::{self, RecordFileError, RecordFileErrorKind};
use cairn_games::{MoveError, TextError};

/// Largest number of games that an error lists.
const MAX_LISTED: usize = 20;

/// Reason why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Invalid input: status 1.
    Input(String),
    /// Invalid input at a certain place: status 1.
    Located(LocatedError),
    /// Usage error on the command line: status 2.
    Usage(String),
    /// Ctrl-C, after the command has printed what it had: status 130.
    Interrupted,
    /// The reader of the output has gone away, which is not an error.
    ClosedPipe,
}

impl Failure {
    /// Returns the exit status of the program.
    pub const fn status(&self) -> u8 {
        match self {
            Self::ClosedPipe => 0,
            Self::Input(_) | Self::Located(_) => 1,
            Self::Usage(_) => 2,
            Self::Interrupted => 130,
        }
    }

    /// Reports invalid input.
    pub fn input(error: impl fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    /// Reports wrong usage.
    pub fn usage(error: impl fmt::Display) -> Self {
        Self::Usage(error.to_string())
    }

    /// Reports an error in `text`, which is shown with the place marked.
    pub fn at(what: &str, text: &str, error: &TextError) -> Self {
        Self::Located(LocatedError {
            what: what.to_owned(),
            text: text.to_owned(),
            error: error.clone(),
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => writeln!(f, "error: {message}"),
            Self::Located(place) => place.fmt(f),
            Self::Usage(message) => {
                writeln!(f, "error: {message}\n\nFor more information, try '--help'.")
            }
            Self::Interrupted => writeln!(f, "interrupted"),
            Self::ClosedPipe => Ok(()),
        }
    }
}

impl From<MoveListError> for Failure {
    fn from(error: MoveListError) -> Self {
        let MoveListError { number, text, position, error } = error;
        match error {
            MoveError::Text(error) => {
                Self::at(&format!("cannot read move {number}"), &text, &error)
            }
            MoveError::Illegal(why) => Self::Input(format!(
                "move {number}, `{}`, is illegal: {why}\n  in the position {}",
                cairn_games::text::excerpt(&text),
                position
            )),
        }
    }
}

impl From<IllustrationError> for Failure {
    fn from(error: IllustrationError) -> Self {
        match error {
            IllustrationError::Move(error) => error.into(),
            other => Self::input(other),
        }
    }
}

impl From<RecordFileError> for Failure {
    fn from(error: RecordFileError) -> Self {
        match &error.kind {
            RecordFileErrorKind::Text { text, error } => {
                Self::at("cannot read the record", text, error)
            }
            RecordFileErrorKind::SeveralGames(games) => {
                let file = error.file.display();
                let mut message =
                    format!("{file} has {} games; choose one as {file}#N", games.len());
                for (number, game) in (1..).zip(games).take(MAX_LISTED) {
                    message.push_str(&format!("\n{number:>5}  {}", records::summary(game)));
                }
                if games.len() > MAX_LISTED {
                    message.push_str(&format!("\n       and {} more", games.len() - MAX_LISTED));
                }
                Self::Input(message)
            }
            _ => Self::input(error),
        }
    }
}

/// An error and the text that contains it.
#[derive(Debug)]
pub struct LocatedError {
    what: String,
    text: String,
    error: TextError,
}

/// Number of characters of a long line shown on either side of the place.
const CONTEXT: usize = 32;

impl fmt::Display for LocatedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, text, error } = self;
        writeln!(f, "error: {what}: {}", error.problem)?;
        let shown = Excerpt::new(text, error.span.start, error.span.end);
        if shown.several_lines {
            writeln!(f, "  in line {}, character {}:", shown.line, shown.column)?;
        }
        writeln!(f, "  {}", shown.text)?;
        writeln!(f, "  {}{}", " ".repeat(shown.indent), "^".repeat(shown.width))?;
        if let Some(help) = &error.help {
            writeln!(f, "help: {help}")?;
        }
        Ok(())
    }
}

/// Part of a text around an error, on one line.
struct Excerpt {
    text: String,
    /// Number of characters before the place in the excerpt, and of the place itself.
    indent: usize,
    width: usize,
    /// Line and character of the place in the whole text, from 1.
    line: usize,
    column: usize,
    several_lines: bool,
}

impl Excerpt {
    fn new(text: &str, start: usize, end: usize) -> Self {
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let before: Vec<char> = text[line_start..start].chars().collect();
        let place: Vec<char> = text[start..end.clamp(start, line_end)].chars().collect();
        let after: Vec<char> =
            text[start + text[start..end.clamp(start, line_end)].len()..line_end].chars().collect();
        let mut shown = String::new();
        if before.len() > CONTEXT {
            shown.push('…');
        }
        shown.extend(before.iter().skip(before.len().saturating_sub(CONTEXT)));
        let indent = shown.chars().count();
        let cut = place.len() > 2 * CONTEXT;
        shown.extend(place.iter().take(2 * CONTEXT));
        let width = place.len().clamp(1, 2 * CONTEXT);
        if !cut {
            shown.extend(after.iter().take(CONTEXT));
        }
        if cut || after.len() > CONTEXT {
            shown.push('…');
        }
        Self {
            text: shown.replace(char::is_control, " "),
            indent,
            width,
            line: text[..start].matches('\n').count() + 1,
            column: before.len() + 1,
            several_lines: text.trim_end().contains('\n'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: usize, end: usize) -> String {
        let error = TextError::new(start..end, "wrong").help("right");
        Failure::at("position", text, &error).to_string()
    }

    #[test]
    fn the_place_is_marked() {
        assert_eq!(
            shown("x5/q/x5", 3, 4),
            "error: position: wrong\n  x5/q/x5\n     ^\nhelp: right\n"
        );
        assert_eq!(shown("", 0, 0), "error: position: wrong\n  \n  ^\nhelp: right\n");
    }

    #[test]
    fn long_lines_and_many_lines_are_cut() {
        let text = format!("{}\n{}é?{}", "a".repeat(90), "b".repeat(90), "c".repeat(90));
        let at = text.find('?').unwrap_or_default();
        let message = shown(&text, at, at + 1);
        assert!(message.contains("in line 2, character 92:"), "{message}");
        assert!(message.lines().all(|line| line.chars().count() < 80), "{message}");
        let huge = "x".repeat(1_000_000);
        assert!(shown(&huge, 0, huge.len()).len() < 500);
    }
}
