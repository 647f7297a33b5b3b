//! The homes are two opposite corners. The board can be mirrored in the diagonal
//! between them, and turned by half if the players are exchanged.

use std::sync::LazyLock;

use super::moves::{BallStep, MitsudomoeMove, RingStep};
use super::position::Mitsudomoe;
use super::{BOARD, CELLS, HOME};
use crate::bit_stack::BitStack;
use crate::bitboard::ones;
use crate::game::{Game, Symmetric};
use crate::symmetry::Symmetry;

/// Symmetries of the square that map White's home to White's or to Black's.
static SYMMETRIES: LazyLock<Vec<Symmetry>> = LazyLock::new(|| {
    let with_homes = |symmetry: Symmetry| {
        let home = HOME.iter().position(|&home| home == map_spaces(HOME[0], &symmetry))?;
        Some(Symmetry { exchange: home == 1, ..symmetry })
    };
    Symmetry::of_rectangle(BOARD).into_iter().filter_map(with_homes).collect()
});

/// Maps a bitboard.
fn map_spaces(spaces: u32, symmetry: &Symmetry) -> u32 {
    ones(spaces.into()).fold(0, |mapped, cell| mapped | 1 << symmetry.cell(cell))
}

impl<const SINGLE: bool> Symmetric for Mitsudomoe<SINGLE> {
    fn symmetries() -> &'static [Symmetry] {
        &SYMMETRIES
    }

    fn mapped(&self, symmetry: &Symmetry) -> Self {
        let to_move = if symmetry.exchange { self.to_move().other() } else { self.to_move() };
        let mut cells = [BitStack::EMPTY; CELLS];
        for cell in 0..CELLS {
            let contents = self.at(cell);
            cells[symmetry.cell(cell)] =
                if symmetry.exchange { contents.exchanged() } else { contents };
        }
        Self::from_cells(cells, to_move)
    }

    fn map_move(mv: MitsudomoeMove, symmetry: &Symmetry) -> MitsudomoeMove {
        let map_ring = |step: RingStep| RingStep {
            from: step.from.map(|from| symmetry.cell(from)),
            to: symmetry.cell(step.to),
        };
        let map_ball = |step: BallStep| BallStep {
            from: symmetry.cell(step.from),
            to: symmetry.cell(step.to),
            relocated: map_spaces(step.relocated, symmetry),
        };
        match (mv.ring().map(map_ring), mv.ball().map(map_ball)) {
            (Some(ring), Some(ball)) => MitsudomoeMove::both(ring, ball),
            (Some(ring), None) => MitsudomoeMove::ring_only(ring),
            (None, Some(ball)) => MitsudomoeMove::ball_only(ball),
            (None, None) => mv,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mitsudomoe::MitsudomoePublished;

    #[test]
    fn there_are_four_and_half_of_them_exchange_the_players() {
        let symmetries = MitsudomoePublished::symmetries();
        let exchanges: Vec<_> = symmetries.iter().map(|symmetry| symmetry.exchange).collect();
        assert_eq!(exchanges, [false, true, false, true]);
        assert!((0..CELLS).all(|cell| symmetries[0].cell(cell) == cell));
    }
}
