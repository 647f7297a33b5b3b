//! How a board is written in plain mode.

use std::str::FromStr;

use cairn_draw::original::Original;
use cairn_draw::terminal::Depth;
use cairn_draw::text::{self, Charset, Size};
use cairn_draw::{Canvas, Marks, words};
use cairn_games::{BoardView, GameId};

/// A way to write a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// With lines and shapes.
    #[default]
    Unicode,
    /// The same with characters that every terminal and printer has.
    Ascii,
    /// Large, with the names of all cells.
    Large,
    /// One row of characters for a row of the board.
    Tiny,
    /// In sentences.
    Words,
    /// As the original program did, the usual one of the game or by its number.
    Original(Option<String>),
}

/// The words for styles.
pub const STYLES: [&str; 11] =
    ["unicode", "ascii", "large", "tiny", "words", "original", "000", "001", "002", "003", "004"];

/// A word is no style.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StyleError {
    /// No style is called so.
    #[error("`{0}` is no style; styles are unicode, ascii, large, tiny, words and original")]
    Unknown(String),
    /// The style is another game's.
    #[error("the style {style} is not one of {game}, which has {known}")]
    OtherGame {
        /// The style.
        style: String,
        /// The game.
        game: GameId,
        /// The original styles of the game.
        known: String,
    },
}

impl FromStr for Style {
    type Err = StyleError;

    fn from_str(word: &str) -> Result<Self, StyleError> {
        let lower = word.trim().to_ascii_lowercase();
        Ok(match lower.strip_prefix("original:").unwrap_or(&lower) {
            "unicode" | "text" => Self::Unicode,
            "ascii" => Self::Ascii,
            "large" => Self::Large,
            "tiny" => Self::Tiny,
            "words" => Self::Words,
            "original" => Self::Original(None),
            number if STYLES.contains(&number) => Self::Original(Some(number.to_owned())),
            _ => return Err(StyleError::Unknown(word.to_owned())),
        })
    }
}

impl Style {
    /// Checks that a game can be written in this style.
    ///
    /// # Errors
    /// If it is the style of another game's program.
    pub fn check(&self, game: GameId) -> Result<(), StyleError> {
        let Self::Original(Some(name)) = self else {
            return Ok(());
        };
        if Original::find(game, Some(name)).is_some() {
            return Ok(());
        }
        let known: Vec<_> = Original::of(game).map(|original| original.name).collect();
        let (style, known) = (name.clone(), known.join(" and "));
        Err(StyleError::OtherGame { style, game, known })
    }

    /// Whether only plain characters are used.
    #[must_use]
    pub const fn charset(&self) -> Charset {
        if matches!(self, Self::Ascii) { Charset::Ascii } else { Charset::Unicode }
    }

    /// Writes a board.
    #[must_use]
    pub fn write(&self, view: &BoardView, marks: &Marks, depth: Option<Depth>) -> String {
        let drawn = |size: Size| {
            let options = text::Options { charset: self.charset(), size, ..Default::default() };
            with_caption(view, &text::draw(view, marks, &options), depth)
        };
        match self {
            Self::Unicode | Self::Ascii => drawn(Size::Compact),
            Self::Large => drawn(Size::Large),
            Self::Tiny => drawn(Size::Tiny),
            Self::Words => words::position(view).replace(". ", ".\n") + "\n",
            Self::Original(name) => {
                let original = Original::find(view.game, name.as_deref())
                    .or_else(|| Original::find(view.game, None));
                match original {
                    Some(original) => original.draw(view, marks).to_text(depth),
                    None => drawn(Size::Compact),
                }
            }
        }
    }
}

fn with_caption(view: &BoardView, canvas: &Canvas, depth: Option<Depth>) -> String {
    let mut text = canvas.to_text(depth);
    let caption = words::caption(view);
    if !caption.is_empty() {
        text.push_str(&caption.join(" "));
        text.push('\n');
    }
    text
}
