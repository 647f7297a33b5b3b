//! Nothing in Greener depends on the place or the colour: all turns and mirror images of
//! the box are symmetries, with the players exchanged or not.

use std::sync::LazyLock;

use super::position::Greener;
use super::{BOXES, GreenerMove};
use crate::game::{Game, Symmetric};
use crate::side::Side;
use crate::symmetry::Symmetry;

/// For each of the boxes.
static SYMMETRIES: LazyLock<[Vec<Symmetry>; BOXES.len()]> =
    LazyLock::new(|| BOXES.map(|board| Symmetry::with_exchange(Symmetry::of_rectangle(board))));

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Symmetric
    for Greener<COLS, ROWS, CELLS>
{
    fn symmetries() -> &'static [Symmetry] {
        &SYMMETRIES[Self::BOX]
    }

    fn mapped(&self, symmetry: &Symmetry) -> Self {
        let seen = |side: Side| if symmetry.exchange { side.other() } else { side };
        let mut mapped = Self::empty(seen(self.to_move()));
        for cell in 0..CELLS {
            let contents = self.at(cell);
            let contents = if symmetry.exchange { contents.exchanged() } else { contents };
            let to = symmetry.cell(cell);
            mapped.set(to, contents);
            // Names are cells, so they are mapped like cells.
            mapped.name_piece(to, self.piece(cell).map(seen));
            mapped.set_under(to, symmetry.cell(self.under(cell)));
        }
        mapped
    }

    fn map_move(mv: GreenerMove, symmetry: &Symmetry) -> GreenerMove {
        match mv.capture() {
            Some((from, to)) => GreenerMove::new(symmetry.cell(from), symmetry.cell(to)),
            None => mv,
        }
    }
}
