//! Colours of pieces.

use cairn_games::{BoardView, GameId, PieceView, Side};

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
        let paint = match letter.to_ascii_lowercase() {
            'w' => Self::White,
            'b' => Self::Black,
            'g' => Self::Green,
            'r' => Self::Red,
            'y' => Self::Yellow,
            _ => return None,
        };
        Some(paint)
    }

    /// Returns the colour of a piece.
    #[must_use]
    pub fn of(piece: &PieceView) -> Self {
        // A game with other letters still gets two colours that can be told apart.
        Self::of_letter(piece.letter).unwrap_or(match piece.owner {
            Some(Side::First) => Self::White,
            Some(Side::Second) => Self::Black,
            None => Self::Green,
        })
    }

    /// Returns the colour of a side.
    #[must_use]
    pub fn of_side(game: GameId, side: Side) -> Self {
        let fallback = [Self::White, Self::Black][side.index()];
        Self::of_letter(game.info().sides[side.index()].letter).unwrap_or(fallback)
    }

    /// Returns the colours of both sides, first mover first.
    #[must_use]
    pub fn of_sides(view: &BoardView) -> [Self; 2] {
        Side::BOTH.map(|side| Self::of_side(view.game, side))
    }

    /// Returns the capital letter that stands for the colour.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
        }
    }

    /// Returns the name of the colour.
    #[must_use]
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
