//! Colours of pieces.

use cairn_games::{GameId, PieceView, Side};

/// Colour of a piece.
///
/// ```
/// use cairn_draw::Paint;
/// use cairn_games::{GameId, Side};
///
/// assert_eq!(Paint::of_side(GameId::Glaisher, Side::Second), Paint::Yellow);
/// assert_eq!(Paint::Yellow.letter(), 'Y');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Paint {
    /// White.
    White,
    /// Black.
    Black,
    /// Green.
    Green,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

impl Paint {
    /// All colours.
    pub const ALL: [Self; 5] = [Self::White, Self::Black, Self::Green, Self::Red, Self::Yellow];

    /// Returns the colour of a letter of the notation.
    fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|paint| paint.letter().eq_ignore_ascii_case(&letter))
    }

    /// Returns the colour of a piece.
    pub fn of(piece: &PieceView) -> Self {
        // A game with other letters still gets two colours that can be told apart.
        Self::of_letter(piece.letter).unwrap_or(match piece.owner {
            Some(Side::First) => Self::White,
            Some(Side::Second) => Self::Black,
            None => Self::Green,
        })
    }

    /// Returns the colour of a side.
    pub fn of_side(game: GameId, side: Side) -> Self {
        let fallback = [Self::White, Self::Black][side.index()];
        Self::of_letter(game.info().sides[side.index()].letter).unwrap_or(fallback)
    }

    /// Returns the capital letter that stands for the colour.
    pub const fn letter(self) -> char {
        self.name().as_bytes()[0].to_ascii_uppercase() as char
    }

    /// Returns the name of the colour.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Green => "green",
            Self::Red => "red",
            Self::Yellow => "yellow",
        }
    }
}
