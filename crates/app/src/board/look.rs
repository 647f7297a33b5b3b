//! Looks of a board, as scripts ask for them.

use cairn_games::{AnyPosition, Illegal, MoveError};

use super::BoardHtml;

/// Maximum number of moves shown by arrows.
const MAX_HINTS: usize = 8;

/// Look of a board: a move that led to it, picks of the next one, and options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLook<'a> {
    /// A move that is made from the position and marked.
    pub made: Option<&'a str>,
    /// Picks of the next move, separated by commas.
    pub picks: &'a str,
    /// Moves that arrows point out, with bars (`|`) between.
    pub hints: &'a str,
    /// Whether the second player's side is at the bottom.
    pub flipped: bool,
    /// Whether rows and columns have names.
    pub coordinates: bool,
    /// Whether the pieces are drawn straight from above.
    pub flat: bool,
    /// Whether the legal moves are included.
    pub choices: bool,
}

/// Error drawing a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A move cannot be read or made.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// No legal move begins with the picks.
    #[error("no move begins with these picks")]
    IllegalPick,
}

impl From<Illegal> for BoardError {
    fn from(why: Illegal) -> Self {
        Self::Move(MoveError::Illegal(why))
    }
}

impl Default for BoardLook<'_> {
    fn default() -> Self {
        Self {
            made: None,
            picks: "",
            hints: "",
            flipped: false,
            coordinates: true,
            flat: false,
            choices: false,
        }
    }
}

impl BoardLook<'_> {
    /// Whether the legal moves have to be listed.
    pub const fn lists_moves(&self) -> bool {
        self.choices || !self.picks.is_empty()
    }

    /// Creates the board of a position.
    ///
    /// # Errors
    /// If a move is illegal, or no move begins with the picks.
    pub fn board(&self, position: AnyPosition) -> Result<BoardHtml, BoardError> {
        let board = match self.made.filter(|text| !text.is_empty()) {
            None => BoardHtml::new(position),
            Some(text) => BoardHtml::after(position, position.read_move(text)?)?,
        };
        let hints = self.hints.split('|').filter(|text| !text.is_empty()).take(MAX_HINTS);
        let hints = hints.map(|text| board.position.read_move(text)).collect::<Result<_, _>>()?;
        board
            .hinted(hints)
            .flipped(self.flipped)
            .coordinates(self.coordinates)
            .flat(self.flat)
            .playable(self.choices)
            .picked(self.picks)
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    #[test]
    fn a_board_lists_the_moves_only_if_it_needs_them() {
        let look = |picks, choices| BoardLook { picks, choices, ..BoardLook::default() };
        assert!(!BoardLook::default().lists_moves() && !look("", false).lists_moves());
        assert!(look("a1", false).lists_moves() && look("", true).lists_moves());
        let plain = look("", false).board(GameId::Nava.start()).unwrap();
        assert!(plain.picks.is_empty() && plain.partial.is_none() && !plain.choices);
    }

    #[test]
    fn wrong_moves_and_picks_are_refused() {
        let refused = |look: BoardLook<'_>| look.board(GameId::Nava.start()).unwrap_err();
        let wrong = refused(BoardLook { made: Some("a1-b2"), ..BoardLook::default() });
        assert!(matches!(wrong, BoardError::Move(MoveError::Illegal(_))), "{wrong}");
        let unreadable = refused(BoardLook { hints: "a1-a4|?", ..BoardLook::default() });
        assert!(matches!(unreadable, BoardError::Move(MoveError::Text(_))), "{unreadable}");
        let picks = refused(BoardLook { picks: "c3", ..BoardLook::default() });
        assert_eq!(picks, BoardError::IllegalPick);
        let board = BoardLook { picks: "a1", ..BoardLook::default() };
        let board = board.board(GameId::Nava.start()).unwrap();
        assert_eq!(board.why_not("a2"), Ok(None));
        let reason = "b2 is not in the same row or column as a1.";
        assert_eq!(board.why_not("b2"), Ok(Some(reason.to_owned())));
        assert_eq!(board.why_not("z9"), Err(BoardError::IllegalPick));
    }
}
