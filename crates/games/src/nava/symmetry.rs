//! Nothing in Nava depends on the place or the colour: all turns and mirror images of
//! the board are symmetries, with the players exchanged or not.

use std::sync::LazyLock;

use super::position::Nava;
use super::{BOARD, CELLS, NavaMove};
use crate::game::{Game, Symmetric};
use crate::symmetry::Symmetry;

static SYMMETRIES: LazyLock<Vec<Symmetry>> =
    LazyLock::new(|| Symmetry::with_exchange(Symmetry::of_rectangle(BOARD)));

impl Symmetric for Nava {
    fn symmetries() -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn mapped(&self, symmetry: &Symmetry) -> Self {
        let to_move = if symmetry.exchange { self.to_move().other() } else { self.to_move() };
        let mut mapped = Self::empty(to_move);
        for cell in 0..CELLS {
            let contents = self.at(cell);
            let contents = if symmetry.exchange { contents.exchanged() } else { contents };
            mapped.set(symmetry.cell(cell), contents);
        }
        mapped
    }

    fn map_move(mv: NavaMove, symmetry: &Symmetry) -> NavaMove {
        NavaMove::new(symmetry.cell(mv.from()), symmetry.cell(mv.to()))
    }
}
