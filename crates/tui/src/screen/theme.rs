//! Styles of the screen, with colours or without.

use std::borrow::Cow;

use cairn_draw::Paint;
use cairn_draw::canvas::{Background, Role, Style as CanvasStyle};
use cairn_draw::terminal::{self, Depth};
use cairn_draw::text::Charset;
use ratatui::style::{Color, Modifier, Style};

use crate::ascii::to_ascii;

/// Colours and characters of the terminal.
#[derive(Clone, Copy, Debug)]
pub struct TerminalTheme {
    pub depth: Option<Depth>,
    pub charset: Charset,
    /// Whether pieces and marks are black and white where possible.
    pub has_contrast: bool,
}

impl TerminalTheme {
    /// Chooses between a text with Unicode characters and one in ASCII.
    pub fn pick<'a>(self, unicode: &'a str, ascii: &'a str) -> &'a str {
        if self.charset == Charset::Unicode { unicode } else { ascii }
    }

    /// Returns a text in the characters that can be shown.
    pub fn text(self, text: &str) -> Cow<'_, str> {
        match self.charset {
            Charset::Unicode => Cow::Borrowed(text),
            Charset::Ascii => to_ascii(text),
        }
    }

    /// Returns the style of a character of a canvas.
    pub fn canvas(self, style: CanvasStyle) -> Style {
        let mut shown = Style::default();
        if let Some(depth) = self.depth {
            let (front, back) = match contrasting(style).filter(|_| self.has_contrast) {
                Some((front, back)) => (Some(front), Some(back)),
                None => terminal::colors(style, depth),
            };
            if let Some(front) = front {
                shown = shown.fg(color(front));
            }
            if let Some(back) = back {
                shown = shown.bg(color(back));
            }
        } else if style.role == Role::Mark(Background::Cursor)
            || style.background == Background::Cursor
        {
            shown = shown.add_modifier(Modifier::REVERSED);
        }
        for (on, modifier) in [
            (
                self.depth.map_or(style.bold, |depth| terminal::is_bold(style, depth)),
                Modifier::BOLD,
            ),
            (style.underline, Modifier::UNDERLINED),
            (style.reverse, Modifier::REVERSED),
        ] {
            if on {
                shown = shown.add_modifier(modifier);
            }
        }
        shown
    }

    /// Style of bars.
    pub fn bar(self) -> Style {
        Style::default().add_modifier(Modifier::REVERSED)
    }

    /// Style of headings.
    pub fn strong(self) -> Style {
        Style::default().add_modifier(Modifier::BOLD)
    }

    /// Style of secondary text.
    pub fn quiet(self) -> Style {
        match self.depth {
            Some(Depth::Sixteen) => Style::default().fg(Color::DarkGray),
            Some(_) => Style::default().fg(Color::Indexed(245)),
            None => Style::default(),
        }
    }

    /// Style of keys.
    pub fn key(self) -> Style {
        match self.depth {
            Some(_) => Style::default().fg(Color::Cyan).add_modifier(Modifier::BOLD),
            None => Style::default().add_modifier(Modifier::BOLD),
        }
    }

    /// Style of the focused line.
    pub fn focus(self) -> Style {
        Style::default().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// Style of messages.
    pub fn message(self) -> Style {
        match self.depth {
            Some(_) => Style::default().fg(Color::Yellow),
            None => Style::default().add_modifier(Modifier::BOLD),
        }
    }
}

/// Returns text colour and background of a style in the theme with the most contrast, where it
/// differs from the usual one.
const fn contrasting(style: CanvasStyle) -> Option<(terminal::Color, terminal::Color)> {
    const DARK: terminal::Color = terminal::Color::Indexed(0);
    const LIGHT: terminal::Color = terminal::Color::Indexed(15);
    Some(match (style.role, style.background) {
        (Role::Piece(Paint::White | Paint::Yellow), _) => (DARK, LIGHT),
        (Role::Piece(Paint::Black | Paint::Red), _) => (LIGHT, DARK),
        (Role::Piece(Paint::Green), _) => (DARK, terminal::Color::Indexed(10)),
        (Role::Mark(Background::Cursor | Background::Selected), _) | (_, Background::Cursor) => {
            (DARK, LIGHT)
        }
        (Role::Mark(_), _) | (_, Background::Target) => (LIGHT, terminal::Color::Indexed(4)),
        _ => return None,
    })
}

fn color(color: terminal::Color) -> Color {
    match color {
        terminal::Color::Indexed(index) => Color::Indexed(index),
        terminal::Color::Rgb(red, green, blue) => Color::Rgb(red, green, blue),
    }
}
