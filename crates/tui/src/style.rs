//! How a board is written in plain mode.

use std::str::FromStr;

use cairn_draw::original::Original;
use cairn_draw::terminal::Depth;
use cairn_draw::text::{self, Charset, Size};
use cairn_draw::{Canvas, Marks, words};
use cairn_games::{BoardView, GameId};

/// A way to write a board; the words are those of `cairn draw`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Style {
    /// The program's own way.
    Own(Charset, Size),
    /// In sentences.
    Words,
    /// As the original program did, the usual one of the game or by its number.
    Original(Option<String>),
}

impl Default for Style {
    fn default() -> Self {
        Self::Own(Charset::Unicode, Size::Compact)
    }
}

/// The numbers of the original programs.
const ORIGINALS: [&str; 5] = ["000", "001", "002", "003", "004"];

/// A word is no style.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StyleError {
    /// No style is called so.
    #[error(
        "`{0}` is no style; styles are unicode, ascii, large, large-ascii, huge, \
             huge-ascii, tiny, tiny-ascii, words, original and original:NNN"
    )]
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
            "unicode" => Self::Own(Charset::Unicode, Size::Compact),
            "ascii" => Self::Own(Charset::Ascii, Size::Compact),
            "large" => Self::Own(Charset::Unicode, Size::Large),
            "large-ascii" => Self::Own(Charset::Ascii, Size::Large),
            "huge" => Self::Own(Charset::Unicode, Size::Huge),
            "huge-ascii" => Self::Own(Charset::Ascii, Size::Huge),
            "tiny" => Self::Own(Charset::Unicode, Size::Tiny),
            "tiny-ascii" => Self::Own(Charset::Ascii, Size::Tiny),
            "words" => Self::Words,
            "original" => Self::Original(None),
            number if ORIGINALS.contains(&number) => Self::Original(Some(number.to_owned())),
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
        match self {
            Self::Own(charset, _) => *charset,
            Self::Words | Self::Original(_) => Charset::Unicode,
        }
    }

    /// Writes a board.
    #[must_use]
    pub fn write(&self, view: &BoardView, marks: &Marks, depth: Option<Depth>) -> String {
        let drawn = |charset: Charset, size: Size| {
            let options = text::Options { charset, size, ..Default::default() };
            with_caption(view, &text::draw(view, marks, &options), depth)
        };
        match self {
            Self::Own(charset, size) => drawn(*charset, *size),
            Self::Words => words::position(view).replace(". ", ".\n") + "\n",
            Self::Original(name) => {
                let original = Original::find(view.game, name.as_deref())
                    .or_else(|| Original::find(view.game, None));
                match original {
                    Some(original) => original.draw(view, marks).to_text(depth),
                    None => drawn(Charset::Unicode, Size::Compact),
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
