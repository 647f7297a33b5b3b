//! Text styles by name, those of the original programs among them.

use std::str::FromStr;

use cairn_draw::text::Charset;
use cairn_draw::{StyleError, TextStyle};
use cairn_games::GameId;

use crate::programs::{PROGRAMS, Program};

/// Way to write a board: Cairn's own styles, or that of an original program.
///
/// ```
/// use cairn_games::GameId;
/// use cairn_legacy::AnyStyle;
///
/// let style: AnyStyle = "original:001".parse()?;
/// assert!(style.check(GameId::Nava).is_ok());
/// assert!(style.check(GameId::Greener).is_err());
/// assert!("original:999".parse::<AnyStyle>().is_err());
/// # Ok::<(), cairn_legacy::AnyStyleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyStyle {
    /// One of Cairn's own styles.
    Own(TextStyle),
    /// The style of an original program, or of the usual program of the game.
    Original(Option<&'static Program>),
}

impl Default for AnyStyle {
    fn default() -> Self {
        Self::Own(TextStyle::default())
    }
}

/// Error for a style that does not exist, or not for a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnyStyleError {
    /// There is no style of this name.
    #[error("{0}, original and original:NNN (or NNN)")]
    Unknown(#[from] StyleError),
    /// The style is that of another game's program.
    #[error("{game} has no style {style}; it has {known}{looks}")]
    OtherGame {
        /// Name of the style.
        style: String,
        /// Game that has no such style.
        game: GameId,
        /// Original styles of the game.
        known: String,
        /// Appearance of each, one per line.
        looks: String,
    },
    /// No original program plays the game.
    #[error("{0} has no original style: no original program plays it")]
    NoProgram(GameId),
}

impl FromStr for AnyStyle {
    type Err = AnyStyleError;

    fn from_str(text: &str) -> Result<Self, AnyStyleError> {
        let word = text.trim().to_ascii_lowercase();
        let number = word.strip_prefix("original:").unwrap_or(&word);
        if let Some(program) = PROGRAMS.into_iter().find(|program| program.number == number) {
            return Ok(Self::Original(Some(program)));
        }
        match word.as_str() {
            "original" => Ok(Self::Original(None)),
            _ => Ok(Self::Own(text.parse()?)),
        }
    }
}

impl AnyStyle {
    /// Checks that a game can be written in this style.
    ///
    /// # Errors
    /// If it is the style of another game's program.
    pub fn check(&self, game: GameId) -> Result<(), AnyStyleError> {
        match self {
            Self::Own(_) => Ok(()),
            Self::Original(program) => program_of_style(game, *program).map(drop),
        }
    }

    /// Returns the original program in whose style a game is drawn, if it is one. Another
    /// game than the style was chosen for gets its own usual program.
    ///
    /// ```
    /// use cairn_games::GameId;
    /// use cairn_legacy::AnyStyle;
    ///
    /// let style: AnyStyle = "001".parse()?;
    /// let number = |game| style.program(game).map(|program| program.number);
    /// assert_eq!(number(GameId::Nava), Some("001"));
    /// assert_eq!(number(GameId::Greener), Some("003"));
    /// assert_eq!(AnyStyle::default().program(GameId::Nava), None);
    /// # Ok::<(), cairn_legacy::AnyStyleError>(())
    /// ```
    pub fn program(&self, game: GameId) -> Option<&'static Program> {
        match self {
            Self::Own(_) => None,
            Self::Original(program) => {
                program_of_style(game, *program).or_else(|_| program_of_style(game, None)).ok()
            }
        }
    }

    /// Returns the same style in other characters, as far as it can be drawn in others.
    #[must_use]
    pub fn with_charset(self, charset: Charset) -> Self {
        match self {
            Self::Own(TextStyle::Drawn(_, size)) => Self::Own(TextStyle::Drawn(charset, size)),
            other => other,
        }
    }

    /// Returns the set of characters that is used.
    pub const fn charset(&self) -> Charset {
        match self {
            Self::Own(style) => style.charset(),
            Self::Original(_) => Charset::Unicode,
        }
    }
}

/// Returns the program in whose style a game is to be drawn.
///
/// # Errors
/// If the program plays another game, or no program plays this one.
pub fn program_of_style(
    game: GameId,
    program: Option<&'static Program>,
) -> Result<&'static Program, AnyStyleError> {
    Program::find(game, program.map(|program| program.number)).ok_or_else(|| {
        let word = |program: &Program| format!("original:{}", program.number);
        let known: Vec<_> = Program::of(game).map(word).collect();
        let Some(program) = program.filter(|_| !known.is_empty()) else {
            return AnyStyleError::NoProgram(game);
        };
        let looks = Program::of(game)
            .map(|program| format!("\n  {}  {}", word(program), program.appearance));
        AnyStyleError::OtherGame {
            style: word(program),
            game,
            known: known.join(" and "),
            looks: looks.collect(),
        }
    })
}
