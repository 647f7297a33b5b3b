//! Reads a position of a game that is named, or found from the text.

use crate::diagram::{Diagram, Impossible};
use crate::registry::{AnyPosition, GameId};
use crate::text::TextError;

/// Error reading a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadingError {
    /// The text is not well formed.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The text is well formed, but no game can reach the position.
    #[error("this position is impossible: {0}")]
    Impossible(#[from] Impossible),
}

/// Reads a position of one of these games that can be played on.
///
/// ```
/// use cairn_games::{GameId, read_position};
///
/// let position = read_position(GameId::ALL, "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w")?;
/// assert_eq!(position, GameId::Nava.start());
/// # Ok::<(), cairn_games::ReadingError>(())
/// ```
///
/// # Errors
/// If it is not well formed or not possible.
pub fn read_position(games: &[GameId], text: &str) -> Result<AnyPosition, ReadingError> {
    let (game, diagram) = read_diagram(games, text)?;
    diagram.side(game.info(), text)?;
    Ok(game.position(&diagram)?)
}

/// Reads the text of a position, possible or not, as one of these games, which are tried
/// in their order.
///
/// ```
/// use cairn_games::{GameId, read_diagram};
///
/// let (game, diagram) = read_diagram(GameId::ALL, "x5/x6/x7/x8/x9/x8/x7/x6/r1,x4 r")?;
/// assert_eq!((game, diagram.count('r')), (GameId::Glaisher, 1));
/// # Ok::<(), cairn_games::TextError>(())
/// ```
///
/// # Errors
/// If the text is not a position of any of the games.
pub fn read_diagram(games: &[GameId], text: &str) -> Result<(GameId, Diagram), TextError> {
    let mut found = Vec::new();
    let mut errors = Vec::new();
    for &game in games {
        match Diagram::read(game.info(), text) {
            Ok(diagram) => found.push((game, diagram)),
            Err(error) => errors.push(error),
        }
    }
    // Games share letters and board sizes; a position that is possible in one game and
    // not in the others is meant for that one.
    let possible = found.iter().position(|(game, diagram)| game.position(diagram).is_ok());
    if !found.is_empty() {
        return Ok(found.swap_remove(possible.unwrap_or(0)));
    }
    // The error furthest along comes from the game that understood most of the text.
    let furthest = errors
        .into_iter()
        .reduce(|best, error| if error.span.start > best.span.start { error } else { best });
    Err(furthest.unwrap_or_else(|| TextError::new(0..0, "no game to read this as")))
}
