//! Canvases as text for a terminal, with or without colours.
//!
//! The colours come from the palette of Okabe and Ito, which people with any kind of colour
//! vision can tell apart, as far as the terminal has them.

use std::fmt::Write;

use crate::canvas::{Background, Canvas, Glyph, Role, Style};
use crate::paint::Paint;

/// Number of colours of a terminal.
///
/// ```
/// use cairn_draw::terminal::Depth;
///
/// let variable = |name: &str| (name == "TERM").then(|| "xterm-256color".to_owned());
/// assert_eq!(Depth::of_environment(variable), Some(Depth::TwoHundredFiftySix));
/// assert_eq!(Depth::of_environment(|name| (name == "NO_COLOR").then(|| "1".to_owned())), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// The 16 basic colours, whose shades the user chooses.
    Sixteen,
    /// The palette of 256 colours.
    TwoHundredFiftySix,
    /// True colour: 8 bits each of red, green and blue.
    True,
}

impl Depth {
    /// Reads the environment variables `NO_COLOR`, `COLORTERM` and `TERM`; `None` means no
    /// colour. Callers check whether the output is a terminal.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        if set("NO_COLOR").is_some() {
            return None;
        }
        let term = set("TERM").unwrap_or_default();
        let color_term = set("COLORTERM").unwrap_or_default();
        if term == "dumb" {
            None
        } else if color_term == "truecolor" || color_term == "24bit" {
            Some(Self::True)
        } else if term.contains("256color") {
            Some(Self::TwoHundredFiftySix)
        } else {
            Some(Self::Sixteen)
        }
    }
}

/// A colour of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Index into the palette; the first 16 are the basic colours.
    Indexed(u8),
    /// Red, green and blue.
    Rgb(u8, u8, u8),
}

/// A colour at each depth: of 16, of 256, and exact.
type Ink = (u8, u8, [u8; 3]);

const fn at_depth(ink: Ink, depth: Depth) -> Color {
    let (basic, palette, [red, green, blue]) = ink;
    match depth {
        Depth::Sixteen => Color::Indexed(basic),
        Depth::TwoHundredFiftySix => Color::Indexed(palette),
        Depth::True => Color::Rgb(red, green, blue),
    }
}

const INK_DARK: Ink = (0, 16, [0, 0, 0]);
const INK_LIGHT: Ink = (15, 231, [255, 255, 255]);

/// Returns the background of a piece. Text on it is dark: pieces are brighter than marks and
/// lines, and the shapes of the black ones look black.
const fn piece(paint: Paint) -> Ink {
    match paint {
        Paint::White => (15, 255, [240, 236, 224]),
        Paint::Black => (7, 247, [148, 148, 156]),
        Paint::Green => (10, 36, [0, 166, 121]),
        Paint::Red => (9, 202, [236, 100, 36]),
        Paint::Yellow => (11, 221, [240, 210, 66]),
    }
}

/// Returns the background of a mark. Text on it is light, and pieces stand out from it.
const fn background(background: Background) -> Option<Ink> {
    Some(match background {
        Background::None => return None,
        Background::CameFrom => (8, 237, [48, 52, 58]),
        Background::Landed | Background::Changed => (8, 238, [60, 64, 70]),
        Background::Winning => (2, 22, [16, 84, 20]),
        Background::Selected => (5, 54, [96, 40, 120]),
        Background::Target => (4, 19, [0, 56, 140]),
        Background::Cursor => (5, 89, [120, 16, 84]),
    })
}

/// Returns foreground and background of a style, `None` for the terminal's own. For a reversed
/// style they are exchanged if both are known.
pub fn colors(style: Style, depth: Depth) -> (Option<Color>, Option<Color>) {
    let marked = background(style.background);
    let (front, back) = match style.role {
        Role::Piece(paint) => (Some(INK_DARK), Some(piece(paint))),
        Role::Mark(mark) => (Some(INK_LIGHT), background(mark)),
        Role::Arrow => (Some(INK_DARK), Some((14, 117, [135, 206, 250]))),
        _ if marked.is_some() => (Some(INK_LIGHT), marked),
        Role::Line | Role::Coordinate => (Some((8, 245, [138, 138, 138])), None),
        Role::Plain | Role::Home(_) => (None, None),
    };
    let color = |ink: Option<Ink>| ink.map(|ink| at_depth(ink, depth));
    (color(front), color(back))
}

/// Whether a style is bold. With 16 colours, many terminals show bold black as grey, which is
/// hard to read on white or yellow.
pub fn is_bold(style: Style, depth: Depth) -> bool {
    let dark = colors(style, Depth::Sixteen).0 == Some(Color::Indexed(INK_DARK.0));
    style.bold && !(depth == Depth::Sixteen && dark)
}

impl Canvas {
    /// Returns the text without colours. No line ends in spaces.
    pub fn to_plain(&self) -> String {
        let mut text = String::new();
        for row in self.rows() {
            let line: String = row.iter().map(|glyph| glyph.symbol).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Returns the text with escape sequences for colours.
    pub fn to_ansi(&self, depth: Depth) -> String {
        let mut text = String::new();
        for row in self.rows() {
            let shown = |glyph: &Glyph| glyph.symbol != ' ' || glyph.style != Style::default();
            let length = row.iter().rposition(shown).map_or(0, |last| last + 1);
            for run in row[..length].chunk_by(|a, b| a.style == b.style) {
                let symbols = run.iter().map(|glyph| glyph.symbol);
                let codes = codes(run[0].style, depth);
                if codes.is_empty() {
                    text.extend(symbols);
                } else {
                    let _ = write!(text, "\x1b[{codes}m");
                    text.extend(symbols);
                    text.push_str("\x1b[0m");
                }
            }
            text.push('\n');
        }
        text
    }

    /// Returns the text with colours if a depth is given, otherwise without.
    pub fn to_text(&self, depth: Option<Depth>) -> String {
        depth.map_or_else(|| self.to_plain(), |depth| self.to_ansi(depth))
    }
}

/// Returns the parameters of the escape sequence of a style.
fn codes(style: Style, depth: Depth) -> String {
    let (front, back) = colors(style, depth);
    let mut codes = Vec::new();
    for (on, code) in [(is_bold(style, depth), "1"), (style.underline, "4"), (style.reverse, "7")] {
        if on {
            codes.push(code.to_owned());
        }
    }
    codes.extend(front.map(|color| code(color, 30)));
    codes.extend(back.map(|color| code(color, 40)));
    codes.join(";")
}

/// Returns the code of a colour. `base` is 30 for the foreground and 40 for the background.
fn code(color: Color, base: u8) -> String {
    match color {
        Color::Indexed(index @ 0..=7) => (base + index).to_string(),
        Color::Indexed(index @ 8..=15) => (base + 60 + index - 8).to_string(),
        Color::Indexed(index) => format!("{};5;{index}", base + 8),
        Color::Rgb(red, green, blue) => format!("{};2;{red};{green};{blue}", base + 8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BACKGROUNDS: [Background; 6] = [
        Background::CameFrom,
        Background::Landed,
        Background::Changed,
        Background::Selected,
        Background::Target,
        Background::Cursor,
    ];

    /// Returns red, green and blue of a colour of the palette of 256.
    fn rgb(index: u8) -> [u8; 3] {
        let step = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
        match index {
            232.. => [8 + 10 * (index - 232); 3],
            _ => [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map(step),
        }
    }

    fn luminance(color: [u8; 3]) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = color.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        (one / other).max(other / one)
    }

    #[test]
    fn pieces_stand_out_from_what_they_stand_on() {
        for paint in Paint::ALL {
            let (_, palette, exact) = piece(paint);
            let mut backgrounds: Vec<Ink> =
                BACKGROUNDS.into_iter().filter_map(background).collect();
            backgrounds.push((0, 16, [0, 0, 0]));
            for (_, ground_palette, ground_exact) in backgrounds {
                let (a, b) = (rgb(palette), rgb(ground_palette));
                assert!(contrast(a, b) >= 3.0, "{paint:?} {a:?} on {b:?}: {}", contrast(a, b));
                let (a, b) = (exact, ground_exact);
                assert!(contrast(a, b) >= 3.0, "{paint:?} {a:?} on {b:?}: {}", contrast(a, b));
            }
            for back in [rgb(palette), exact] {
                assert!(contrast(back, INK_DARK.2) >= 4.5, "letters on {paint:?}");
            }
        }
        for background in BACKGROUNDS.into_iter().filter_map(background) {
            assert!(contrast(INK_LIGHT.2, background.2) >= 4.5, "signs on {background:?}");
        }
    }
}
