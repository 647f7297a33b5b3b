//! Start positions as users describe them: by game, size, seed or text.

use cairn_games::{AnyPosition, GameId, Impossible, TextError, sides_help};
use cairn_legacy::{Form, Reading};

/// Description of the position at which a game begins.
///
/// Every field but the game may be left out; empty texts count as left out.
///
/// ```
/// use cairn_app::PositionSpec;
///
/// let large = PositionSpec { size: Some("9x9".to_owned()), ..PositionSpec::of("greener") };
/// assert_eq!(large.position()?.info().board.size(), "9x9");
///
/// let shuffled = PositionSpec { seed: Some(7), ..PositionSpec::of("nava") };
/// assert_eq!(shuffled.position().unwrap_err().code(), "no_shuffle");
/// # Ok::<(), cairn_app::PositionSpecError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionSpec {
    /// Name of the rule set. A position given as text may do without.
    pub game: Option<String>,
    /// The position in the notation or as a Prolog term; the start if left out.
    pub position: Option<String>,
    /// Side to move, where the position does not say it: a letter, a name, `first` or
    /// `second`.
    pub to_move: Option<String>,
    /// Size of the board, columns by rows.
    pub size: Option<String>,
    /// Number of a shuffled set-up.
    pub seed: Option<u64>,
}

/// Error resolving a [`PositionSpec`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionSpecError {
    /// Neither a game nor a position is given.
    #[error("missing game name")]
    NoGame,
    /// No game has this name.
    #[error("unknown game `{name}`")]
    UnknownGame {
        /// Name that was given.
        name: String,
        /// Names of the games, in a sentence.
        known: String,
    },
    /// The game has no board of this size.
    #[error("{game} has no board of size {size}")]
    UnknownSize {
        /// Name of the game.
        game: String,
        /// Size that was given.
        size: String,
        /// Sizes of the boards, in a sentence.
        known: String,
    },
    /// A seed and a position exclude each other.
    #[error("a seed and a position cannot be combined")]
    SeedAndPosition,
    /// The game has one set-up only.
    #[error("{0} has one set-up and takes no seed")]
    NoShuffle(GameId),
    /// No side is called this.
    #[error("`{word}` is not a side")]
    UnknownSide {
        /// Word that was given.
        word: String,
        /// Words for the sides, in a sentence.
        known: String,
    },
    /// The text is not a position.
    #[error("{}", .0.problem)]
    Text(TextError),
    /// The text is a position that no game can reach.
    #[error("this position is impossible: {0}")]
    Impossible(#[from] Impossible),
}

impl PositionSpecError {
    /// Returns a stable identifier of the kind of error, as the HTTP API uses it.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoGame | Self::UnknownGame { .. } => "unknown_game",
            Self::UnknownSize { .. } => "unknown_size",
            Self::SeedAndPosition => "seed_and_position",
            Self::NoShuffle(_) => "no_shuffle",
            Self::UnknownSide { .. } => "unknown_side",
            Self::Text(_) => "unreadable_position",
            Self::Impossible(_) => "impossible_position",
        }
    }

    /// Returns what would have been valid, in a sentence.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::UnknownGame { known, .. } => Some(format!("The games are {known}.")),
            Self::UnknownSize { known, .. } => Some(format!("The sizes are {known}.")),
            Self::UnknownSide { known, .. } => Some(format!("Use `first`, `second`, or {known}.")),
            Self::Text(error) => error.help.clone(),
            Self::NoGame | Self::SeedAndPosition | Self::NoShuffle(_) | Self::Impossible(_) => None,
        }
    }
}

impl PositionSpec {
    /// Describes the standard start of a game.
    pub fn of(game: &str) -> Self {
        Self { game: Some(game.to_owned()), ..Self::default() }
    }

    /// Returns the boards on which the game can be meant: the one of the given size,
    /// otherwise all, the standard one first. Without a name, these are the boards of all
    /// games.
    ///
    /// # Errors
    /// If there is no such game or no such size, or a size without a game.
    pub fn boards(&self) -> Result<Vec<GameId>, PositionSpecError> {
        let size = filled(self.size.as_deref());
        let Some(game) = filled(self.game.as_deref()) else {
            let can_be_any = size.is_none() && self.seed.is_none();
            return if can_be_any {
                Ok(GameId::ALL.to_vec())
            } else {
                Err(PositionSpecError::NoGame)
            };
        };
        let boards = GameId::boards(game).map_err(|error| PositionSpecError::UnknownGame {
            name: error.name.clone(),
            known: error.known.to_string(),
        })?;
        let Some(size) = size else {
            return Ok(boards);
        };
        let wanted = size.to_ascii_lowercase().replace('×', "x");
        let size_of = |board: &GameId| board.info().board.size();
        let known = boards.iter().map(size_of).collect::<Vec<_>>().join(", ");
        let found: Vec<_> = boards.into_iter().filter(|board| size_of(board) == wanted).collect();
        if found.is_empty() {
            let (game, size) = (game.to_owned(), size.to_owned());
            return Err(PositionSpecError::UnknownSize { game, size, known });
        }
        Ok(found)
    }

    /// Reads the position, whether or not a game can reach it.
    ///
    /// # Errors
    /// If a name is unknown, the text is not a position, or fields exclude each other.
    pub fn reading(&self) -> Result<Reading, PositionSpecError> {
        let boards = self.boards()?;
        let Some(text) = filled(self.position.as_deref()) else {
            if filled(self.game.as_deref()).is_none() {
                return Err(PositionSpecError::NoGame);
            }
            let start = self.start(boards[0])?;
            let (game, diagram) = (start.game(), start.to_diagram());
            return Ok(Reading { game, diagram, form: Form::Notation });
        };
        if self.seed.is_some() {
            return Err(PositionSpecError::SeedAndPosition);
        }
        let reading = Reading::read(&boards, text).map_err(PositionSpecError::Text)?;
        let info = reading.game.info();
        let side = match filled(self.to_move.as_deref()) {
            None => None,
            Some(word) => {
                let unknown = || PositionSpecError::UnknownSide {
                    word: word.to_owned(),
                    known: sides_help(info),
                };
                Some(info.side_by_word(word).ok_or_else(unknown)?)
            }
        };
        reading.with_side(text, side).map_err(PositionSpecError::Text)
    }

    /// Reads the position, which must be one that a game can reach.
    ///
    /// # Errors
    /// As [`reading`](Self::reading), and if the position is impossible.
    pub fn position(&self) -> Result<AnyPosition, PositionSpecError> {
        Ok(self.reading()?.position()?)
    }

    fn start(&self, board: GameId) -> Result<AnyPosition, PositionSpecError> {
        match self.seed {
            None => Ok(board.start()),
            Some(seed) => board.shuffled(seed).ok_or(PositionSpecError::NoShuffle(board)),
        }
    }
}

/// Writes a position as a Prolog term of the original programs; none if its game has none.
///
/// ```
/// use cairn_app::prolog_term;
/// use cairn_games::GameId;
///
/// assert!(prolog_term(&GameId::Nava.start()).is_some_and(|term| term.contains('[')));
/// ```
pub fn prolog_term(position: &AnyPosition) -> Option<String> {
    let term = cairn_legacy::write_state(position.game(), &position.to_diagram(), None)?;
    Some(term.to_string())
}

/// Returns a text that is given and not blank.
fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(game: &str, position: &str) -> PositionSpec {
        PositionSpec { position: Some(position.to_owned()), ..PositionSpec::of(game) }
    }

    #[test]
    fn what_is_given_is_found() {
        assert_eq!(PositionSpec::of("nava").position(), Ok(GameId::Nava.start()));
        assert_eq!(spec("Nava", " ").position(), Ok(GameId::Nava.start()));
        let text = GameId::Nava.start().to_text();
        let any = PositionSpec { position: Some(text), ..PositionSpec::default() };
        assert_eq!(any.position(), Ok(GameId::Nava.start()));
        let board = text_without_side(&GameId::Nava.start());
        let to_move = PositionSpec { to_move: Some("w".to_owned()), ..spec("nava", &board) };
        assert_eq!(to_move.position(), Ok(GameId::Nava.start()));
    }

    fn text_without_side(position: &AnyPosition) -> String {
        position.to_text().split(' ').next().unwrap_or_default().to_owned()
    }

    #[test]
    fn every_mistake_has_a_code() {
        let code = |spec: PositionSpec| spec.position().unwrap_err().code();
        let text = GameId::Nava.start().to_text();
        assert_eq!(code(PositionSpec::default()), "unknown_game");
        assert_eq!(
            code(PositionSpec { size: Some("5x5".into()), ..Default::default() }),
            "unknown_game"
        );
        assert_eq!(code(PositionSpec::of("chess")), "unknown_game");
        let size = PositionSpec { size: Some("7x7".into()), ..PositionSpec::of("greener") };
        assert_eq!(code(size.clone()), "unknown_size");
        assert!(size.position().unwrap_err().hint().unwrap().contains("9x9"));
        assert_eq!(
            code(PositionSpec { seed: Some(1), ..spec("nava", &text) }),
            "seed_and_position"
        );
        assert_eq!(code(PositionSpec { seed: Some(1), ..PositionSpec::of("nava") }), "no_shuffle");
        let side = PositionSpec { to_move: Some("red".into()), ..spec("nava", &text) };
        assert_eq!(code(side), "unknown_side");
        assert_eq!(code(spec("nava", "x5")), "unreadable_position");
        assert_eq!(code(spec("nava", "x5/x5/x5/x5/x5 w")), "impossible_position");
    }
}
