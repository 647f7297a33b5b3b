//! Nothing in Glaisher depends on the place or the colour: all turns and mirror images
//! of the board are symmetries, with the players exchanged or not.

use std::sync::LazyLock;

use super::geometry::direction;
use super::packed::{GlaisherMove, StackMove};
use super::position::{Glaisher, Stack};
use crate::game::{Game, Symmetric};
use crate::hex::CELLS;
use crate::side::Side;
use crate::symmetry::Symmetry;

static SYMMETRIES: LazyLock<Vec<Symmetry>> =
    LazyLock::new(|| Symmetry::with_exchange(Symmetry::of_hexagon()));

impl<const RULEBOOK: bool> Symmetric for Glaisher<RULEBOOK> {
    fn symmetries() -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn mapped(&self, symmetry: &Symmetry) -> Self {
        let map_side = |side: Side| if symmetry.exchange { side.other() } else { side };
        let stacks = (0..CELLS).filter_map(|cell| {
            let Stack { owner, height } = self.stack(cell)?;
            Some((symmetry.cell(cell), Stack { owner: map_side(owner), height }))
        });
        Self::with_stacks(map_side(self.to_move()), stacks)
    }

    fn map_move(mv: GlaisherMove, symmetry: &Symmetry) -> GlaisherMove {
        let stack_move = mv.stack_move();
        let from = symmetry.cell(stack_move.from());
        let parts = stack_move.parts();
        let mapped = stack_move
            .landings()
            .find_map(|(_, to)| direction(from, symmetry.cell(to)))
            .and_then(|direction| StackMove::new(from, direction, parts))
            .expect("symmetries keep lines and distances");
        GlaisherMove::new(mapped, symmetry.cell(mv.new_piece()))
    }
}
