//! The ways to write a board as text, by name.

use std::str::FromStr;

use cairn_games::GameId;

use crate::original::{ORIGINALS, Original};
use crate::text::{Charset, Size};

/// A way to write a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextStyle {
    /// The program's own way.
    Own(Charset, Size),
    /// In sentences.
    Words,
    /// As an original program did, the usual one of the game or by its number.
    Original(Option<String>),
}

impl Default for TextStyle {
    fn default() -> Self {
        Self::Own(Charset::Unicode, Size::Compact)
    }
}

/// A style is not there, or not for a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StyleError {
    /// No style is called so.
    #[error(
        "`{0}` is no style; the styles are unicode, ascii, large, large-ascii, huge, \
             huge-ascii, tiny, tiny-ascii, words, original and original:NNN (or NNN)"
    )]
    Unknown(String),
    /// The style is another game's.
    #[error("the style {style} is not one of {game}, which has {known}{looks}")]
    OtherGame {
        /// The style.
        style: String,
        /// The game.
        game: GameId,
        /// The original styles of the game.
        known: String,
        /// What they look like, a line for each.
        looks: String,
    },
}

impl FromStr for TextStyle {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Self, StyleError> {
        let word = text.trim().to_ascii_lowercase();
        let number = word.strip_prefix("original:").unwrap_or(&word);
        if ORIGINALS.iter().any(|original| original.name == number) {
            return Ok(Self::Original(Some(number.to_owned())));
        }
        let own = |charset, size| Ok(Self::Own(charset, size));
        match word.as_str() {
            "unicode" => own(Charset::Unicode, Size::Compact),
            "ascii" => own(Charset::Ascii, Size::Compact),
            "large" => own(Charset::Unicode, Size::Large),
            "large-ascii" => own(Charset::Ascii, Size::Large),
            "huge" => own(Charset::Unicode, Size::Huge),
            "huge-ascii" => own(Charset::Ascii, Size::Huge),
            "tiny" => own(Charset::Unicode, Size::Tiny),
            "tiny-ascii" => own(Charset::Ascii, Size::Tiny),
            "words" => Ok(Self::Words),
            "original" => Ok(Self::Original(None)),
            _ => Err(StyleError::Unknown(text.to_owned())),
        }
    }
}

impl TextStyle {
    /// Checks that a game can be written in this style.
    ///
    /// # Errors
    /// If it is the style of another game's program.
    pub fn check(&self, game: GameId) -> Result<(), StyleError> {
        match self {
            Self::Own(..) | Self::Words => Ok(()),
            Self::Original(name) => original(game, name.as_deref()).map(drop),
        }
    }

    /// The characters that are used.
    #[must_use]
    pub const fn charset(&self) -> Charset {
        match self {
            Self::Own(charset, _) => *charset,
            Self::Words | Self::Original(_) => Charset::Unicode,
        }
    }
}

/// The original program of a game with this number, or its usual one.
///
/// # Errors
/// If the number is that of another game's program.
pub fn original(game: GameId, name: Option<&str>) -> Result<&'static Original, StyleError> {
    let word = |name: &str| format!("original:{name}");
    Original::find(game, name).ok_or_else(|| {
        let known: Vec<_> = Original::of(game).map(|original| word(original.name)).collect();
        let looks = Original::of(game)
            .map(|original| format!("\n  {}  {}", word(original.name), original.summary));
        StyleError::OtherGame {
            style: name.map_or_else(|| "original".to_owned(), word),
            game,
            known: known.join(" and "),
            looks: looks.collect(),
        }
    })
}
