//! Text styles by name.

use std::str::FromStr;

use crate::text::{Charset, Size};

/// Way to write a board as text.
///
/// ```
/// use cairn_draw::TextStyle;
/// use cairn_draw::text::{Charset, Size};
///
/// let style: TextStyle = "large-ascii".parse()?;
/// assert_eq!(style, TextStyle::Drawn(Charset::Ascii, Size::Large));
/// # Ok::<(), cairn_draw::StyleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// Drawn with these characters in this size.
    Drawn(Charset, Size),
    /// In sentences.
    Words,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self::Drawn(Charset::Unicode, Size::Compact)
    }
}

/// Error for a style that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a style; the styles are unicode, ascii, large, large-ascii, huge, huge-ascii, \
     tiny, tiny-ascii, words"
)]
pub struct StyleError(pub String);

impl FromStr for TextStyle {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Self, StyleError> {
        let drawn = |charset, size| Ok(Self::Drawn(charset, size));
        match text.trim().to_ascii_lowercase().as_str() {
            "unicode" => drawn(Charset::Unicode, Size::Compact),
            "ascii" => drawn(Charset::Ascii, Size::Compact),
            "large" => drawn(Charset::Unicode, Size::Large),
            "large-ascii" => drawn(Charset::Ascii, Size::Large),
            "huge" => drawn(Charset::Unicode, Size::Huge),
            "huge-ascii" => drawn(Charset::Ascii, Size::Huge),
            "tiny" => drawn(Charset::Unicode, Size::Tiny),
            "tiny-ascii" => drawn(Charset::Ascii, Size::Tiny),
            "words" => Ok(Self::Words),
            _ => Err(StyleError(text.to_owned())),
        }
    }
}

impl TextStyle {
    /// Returns the set of characters that is used.
    pub const fn charset(&self) -> Charset {
        match self {
            Self::Drawn(charset, _) => *charset,
            Self::Words => Charset::Unicode,
        }
    }
}
