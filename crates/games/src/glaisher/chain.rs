//! Chains between opposite sides, which win the game.

use super::bitboard::{Bitboard, CROSSINGS, line_of};
use crate::hex::{CELLS, ROWS};

/// The two sides that each of the [`CROSSINGS`] joins, in words.
const SIDES: [&str; CROSSINGS.len()] = [
    "the bottom and the top",
    "the lower left and the upper right",
    "the lower right and the upper left",
];

/// For each of the [`CROSSINGS`] the cells, as bits, of the nine lines from side to side.
static LINES: [[u64; ROWS]; CROSSINGS.len()] = {
    let mut lines = [[0; ROWS]; CROSSINGS.len()];
    const_for!(cell in CELLS, crossing in CROSSINGS.len() => {
        lines[crossing][line_of(crossing, cell)] |= 1 << cell;
    });
    lines
};

/// Whether a chain of these cells makes one of the [`CROSSINGS`].
#[inline]
fn is_joined(crossing: usize, stacks: u64) -> bool {
    // A chain cannot jump a line, and most positions leave one free.
    if LINES[crossing].iter().any(|line| line & stacks == 0) {
        return false;
    }
    let [near, far] = CROSSINGS[crossing];
    Bitboard::from_cells(stacks).connected_to(near).is_in(far)
}

/// Names the opposite sides that a chain of these cells joins, if there is one.
pub(super) fn joined_sides(stacks: u64) -> Option<&'static str> {
    (0..CROSSINGS.len()).find(|&crossing| is_joined(crossing, stacks)).map(|made| SIDES[made])
}

/// Whether a set of cells, as bits, holds a connected chain between two opposite sides of
/// the board. A corner cell belongs to both its sides.
pub(super) fn has_chain(stacks: u64) -> bool {
    // The board is nine cells across: fewer stacks make no chain.
    stacks.count_ones() >= ROWS as u32
        && (0..CROSSINGS.len()).any(|crossing| is_joined(crossing, stacks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::ones;
    use crate::hex;
    use crate::text::Cursor;

    fn cells(names: &str) -> u64 {
        let read = |name| hex::read(&mut Cursor::new(name)).unwrap();
        names.split(' ').map(read).fold(0, |set, cell| set | 1 << cell)
    }

    #[test]
    fn every_way_across_is_found_and_named() {
        for (chain, sides) in [
            ("a3 b3 c3 d3 e3 f3 g3 h4 i5", "the bottom and the top"),
            ("e1 e2 e3 e4 e5 e6 e7 e8 e9", "the lower left and the upper right"),
            ("a5 b5 c5 d5 e5 f5 g5 h5 i5", "the bottom and the top"),
            ("b6 b5 c5 d5 e5 f5 g5 g4 g3", "the lower right and the upper left"),
        ] {
            let chain = cells(chain);
            assert_eq!(joined_sides(chain), Some(sides));
            for gap in ones(chain) {
                assert!(!has_chain(chain & !(1 << gap)), "without {}", hex::name(gap));
            }
        }
    }

    #[test]
    fn a_side_is_not_opposite_to_itself_or_the_next() {
        let around_a_corner = cells("a1 a2 a3 a4 a5 b6 c7 d8 e9 b1 c1 d1");
        // From corner to corner along two sides: a1 is on the lower left, e9 on the
        // upper right.
        assert!(has_chain(around_a_corner));
        let without_the_corners = around_a_corner & !cells("a1 e9");
        assert!(!has_chain(without_the_corners));
        let split = cells("a3 b3 c3 d3 f3 g3 h4 i5 e9 e8 e5");
        assert!(!has_chain(split), "every row is taken, but e3 is missing");
    }

    #[test]
    fn the_whole_board_is_a_chain_and_an_empty_one_is_not() {
        assert!(has_chain((1 << CELLS) - 1));
        assert!(!has_chain(0));
    }
}
