//! Set-ups of Greener.

use super::{Greener, SEED_SETUP};
use crate::game::Game;
use crate::random::Random;
use crate::side::Side;

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Greener<COLS, ROWS, CELLS> {
    /// The set-up of the seed document in the usual box, shuffle 0 in a larger one.
    pub(super) fn standard_setup() -> Self {
        if Self::BOX != 0 {
            return Self::with_shuffle(0);
        }
        let rows_upwards = SEED_SETUP.iter().rev();
        let owner = |letter| Self::info().piece(letter).and_then(|piece| piece.owner);
        let pieces: Vec<_> =
            rows_upwards.flat_map(|row| row.chars()).map(|letter| [owner(letter)]).collect();
        Self::from_stacks(&pieces, Side::First)
    }

    /// The set-up that a number names: all black pieces, then all white, then all green
    /// ones in a row are shuffled by [`Random`] with this number as its seed, and laid
    /// out from `a1` along the rows. Stored games rely on this never changing.
    pub(super) fn with_shuffle(number: u64) -> Self {
        let mut pieces = [[None]; CELLS];
        pieces[..Self::OWNED].fill([Some(Side::First)]);
        pieces[Self::OWNED..2 * Self::OWNED].fill([Some(Side::Second)]);
        Random::new(number).shuffle(&mut pieces);
        Self::from_stacks(&pieces, Side::First)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Greener6x6, Greener6x9, Greener9x9};
    use crate::diagram::Diagram;
    use crate::game::{Game, Notation};

    #[test]
    fn set_ups_never_change() {
        assert_eq!(
            Greener6x6::start().to_text(),
            "g,w,b,g,b,g/b,g,g,w,g,w/g,w,b,g,b,g/b,w,g,g,g,w/g,g,g,g,w,b/w,w,b,g,b,g b"
        );
        assert_eq!(
            Greener6x6::shuffled(7).unwrap().to_text(),
            "b,g,g,g,b,w/g,b,w,b,w,g/b,w,g,g,g,g/b,b,b,w,w,g/g,g,g,g,g,w/g,b,w,g,g,w b"
        );
        assert_eq!(
            Greener6x9::start().to_text(),
            "w,b,g,b,w,g/g,w,g,b,g,b/g,w,w,g,g,g/b,g,w,g,g,b/w,g,b,g,g,w/g,g,b,g,b,g/g,g,w,g,g,w/b,g,g,w,g,b/b,w,g,b,g,w b"
        );
        assert_eq!(
            Greener9x9::shuffled(u64::MAX).unwrap().to_text(),
            "g,b,g,g,g,w,b,g,g/b,w,g,b,g,g,g,b,b/g,g,b,b,w,g,w,g,b/b,g,g,w,g,b,g,g,w/b,w,g,g,w,g,g,b,b/g,w,w,b,g,w,w,g,b/w,g,g,g,g,b,g,g,g/w,g,g,g,w,g,w,w,w/g,b,b,g,g,w,w,b,g b"
        );
    }

    #[test]
    fn every_box_has_its_pieces() {
        fn pieces(diagram: &Diagram) -> [usize; 3] {
            ['b', 'w', 'g'].map(|letter| diagram.count(letter))
        }
        assert_eq!(pieces(&Greener6x6::start().to_diagram()), [9, 9, 18]);
        assert_eq!(pieces(&Greener6x9::start().to_diagram()), [13, 13, 28]);
        assert_eq!(pieces(&Greener9x9::start().to_diagram()), [20, 20, 41]);
    }
}
