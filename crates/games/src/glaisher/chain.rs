//! Chains between opposite sides, which win the game.

use super::bitboard::{Bitboard, CROSSINGS, line_of};
use crate::bitboard::ones;
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

/// Returns the cells of a shortest chain between two opposite sides; empty if these cells hold
/// none.
pub(super) fn shortest_chain(stacks: u64) -> Vec<usize> {
    let made = (0..CROSSINGS.len()).filter(|&crossing| is_joined(crossing, stacks));
    made.map(|crossing| chain_across(crossing, stacks)).min_by_key(Vec::len).unwrap_or_default()
}

/// Returns the cells of a shortest chain that makes one of the [`CROSSINGS`].
fn chain_across(crossing: usize, stacks: u64) -> Vec<usize> {
    let [near, far] = CROSSINGS[crossing];
    let stacks = Bitboard::from_cells(stacks);
    let mut reached = near & stacks;
    // Cells by their distance from the near side, until the far side is reached.
    let mut layers = vec![reached];
    while !layers[layers.len() - 1].is_in(far) {
        let layer = reached.around() & stacks & !reached;
        if layer.is_empty() {
            return Vec::new();
        }
        reached = reached | layer;
        layers.push(layer);
    }
    let mut allowed = far;
    let mut chain = Vec::with_capacity(layers.len());
    for layer in layers.into_iter().rev() {
        let Some(cell) = ones((layer & allowed).cells()).next() else { break };
        chain.push(cell);
        allowed = Bitboard::one(cell).around();
    }
    chain
}

/// Number of cells that `own` lacks for a chain between two opposite sides, if further cells
/// can only be taken from `open`; `None` if there is no way across.
pub(super) fn missing_cells(own: u64, open: u64) -> Option<u32> {
    let (own, open) = (Bitboard::from_cells(own), Bitboard::from_cells(open));
    let missing = |[near, far]: [Bitboard; 2]| {
        let mut reached = own.connected_to(near);
        let mut missing = 0;
        while !reached.is_in(far) {
            let taken = (reached.around() | near) & open & !reached;
            if taken.is_empty() {
                return None;
            }
            let wider = reached | taken;
            reached = (wider | own).connected_to(wider);
            missing += 1;
        }
        Some(missing)
    };
    CROSSINGS.into_iter().filter_map(missing).min()
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn the_shortest_chain_leaves_out_what_it_does_not_need() {
        let chain = cells("a3 b3 c3 d3 e3 f3 g3 h4 i5");
        let mut found = shortest_chain(chain | cells("c4 d4 e4 f4 a1 i9"));
        found.sort_unstable();
        assert_eq!(found.len(), ROWS);
        for (cell, next) in found.iter().zip(&found[1..]) {
            assert!(cell < next, "each cell is named once");
        }
        let mut alone = shortest_chain(chain);
        alone.sort_unstable();
        assert_eq!(alone, ones(chain).collect::<Vec<_>>());
        assert!(shortest_chain(cells("a3 b3 c3")).is_empty());
    }

    #[test]
    fn missing_cells_are_counted_along_the_best_way() {
        let board = (1 << CELLS) - 1;
        let chain = cells("a3 b3 c3 d3 e3 f3 g3 h4 i5");
        assert_eq!(missing_cells(0, board), Some(9));
        assert_eq!(missing_cells(chain, board & !chain), Some(0));
        let gaps = chain & !cells("a3 d3 i5");
        assert_eq!(missing_cells(gaps, board & !gaps), Some(3));
        // A wall from the left to the right side leaves no way from the bottom to the top, and
        // none along itself.
        let wall = cells("e1 e2 e3 e4 e5 e6 e7 e8 e9");
        assert_eq!(missing_cells(0, board & !wall), None);
    }
}
