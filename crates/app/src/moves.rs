//! Moves as text.

use cairn_games::{AnyMove, AnyPosition, History, MoveError};

/// Writes moves that follow each other from a position. Stops at a move that is illegal.
///
/// ```
/// use cairn_app::line_texts;
/// use cairn_games::GameId;
///
/// let start = GameId::Nava.start();
/// let mv = start.read_move("a1-a4").expect("a legal move");
/// assert_eq!(line_texts(&start, &[mv]), ["a1-a4"]);
/// ```
pub fn line_texts(position: &AnyPosition, moves: &[AnyMove]) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        let Ok(text) = position.write_move(mv) else { break };
        texts.push(text);
        if position.play(mv).is_err() {
            break;
        }
    }
    texts
}

/// Returns a move in words, with its notation, for the middle of a sentence.
pub(crate) fn in_words(position: &AnyPosition, mv: AnyMove) -> String {
    let text = position.write_move(mv).unwrap_or_default();
    match position.move_in_words(mv) {
        Ok(words) if words != text => {
            let mut letters = words.chars();
            let first = letters.next().map(|letter| letter.to_ascii_lowercase());
            format!("{}{} ({text})", first.unwrap_or_default(), letters.as_str())
        }
        _ => text,
    }
}

/// Writes all moves of a game.
pub fn history_texts(history: &History) -> Vec<String> {
    line_texts(history.start(), history.moves())
}

/// Error playing one of several moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, `{text}`: {error}")]
pub struct MoveListError {
    /// Number of the move in the list, from 1.
    pub number: usize,
    /// Text of the move.
    pub text: String,
    /// Position in which the move cannot be made, in the notation.
    pub position: String,
    /// Reason.
    pub error: MoveError,
}

/// Plays moves given as text.
///
/// ```
/// use cairn_app::play_moves;
/// use cairn_games::{GameId, History};
///
/// let mut history = History::new(GameId::Nava.start());
/// play_moves(&mut history, ["a1-a4", "e5-e4"])?;
/// assert_eq!(history.moves().len(), 2);
/// assert_eq!(play_moves(&mut history, ["a1-a1"]).unwrap_err().number, 1);
/// # Ok::<(), cairn_app::MoveListError>(())
/// ```
///
/// # Errors
/// If a move cannot be read or is illegal. The moves before it have been played.
pub fn play_moves<T: AsRef<str>>(
    history: &mut History,
    moves: impl IntoIterator<Item = T>,
) -> Result<(), MoveListError> {
    for (number, text) in (1..).zip(moves) {
        let text = text.as_ref();
        let position = *history.position();
        let mv = cairn_legacy::read_any_move(&position, text);
        let played = mv.and_then(|mv| Ok(history.play(mv)?));
        played.map_err(|error| MoveListError {
            number,
            text: text.to_owned(),
            position: position.to_text(),
            error,
        })?;
    }
    Ok(())
}
