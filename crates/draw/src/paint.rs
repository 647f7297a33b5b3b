//! Which colour a piece has.

use cairn_games::{BoardView, GameId, PieceView, Side};

/// The colours of pieces.
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
    /// All of them.
    pub const ALL: [Self; 5] = [Self::White, Self::Black, Self::Green, Self::Red, Self::Yellow];

    /// The colour that a letter of the notation stands for.
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

    /// The colour of a piece.
    #[must_use]
    pub fn of(piece: &PieceView) -> Self {
        // A game with other letters still gets two colours that can be told apart.
        Self::of_letter(piece.letter).unwrap_or(match piece.owner {
            Some(Side::First) => Self::White,
            Some(Side::Second) => Self::Black,
            None => Self::Green,
        })
    }

    /// The colour of a side.
    #[must_use]
    pub fn of_side(game: GameId, side: Side) -> Self {
        let fallback = [Self::White, Self::Black][side.index()];
        Self::of_letter(game.info().sides[side.index()].letter).unwrap_or(fallback)
    }

    /// The colours of both sides, first mover first.
    #[must_use]
    pub fn of_sides(view: &BoardView) -> [Self; 2] {
        Side::BOTH.map(|side| Self::of_side(view.game, side))
    }

    /// The capital letter that marks the colour where colour cannot be seen.
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

    /// The name of the colour.
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
