//! Chains between opposite sides, which win the game.

use super::geometry::neighbours;
use crate::bits::ones;
use crate::hex::{self, CELLS, ROWS};

/// One of the three ways across the board.
pub(super) struct Crossing {
    /// The two sides it joins, in words.
    pub(super) sides: &'static str,
    /// The nine lines of cells one has to cross, from side to side. Sides share their
    /// corner cells with the sides next to them.
    lines: [u64; ROWS],
}

/// The three ways across the board.
static CROSSINGS: [Crossing; 3] = {
    let mut crossings = [
        Crossing { sides: "the bottom and the top", lines: [0; ROWS] },
        Crossing { sides: "the lower left and the upper right", lines: [0; ROWS] },
        Crossing { sides: "the lower right and the upper left", lines: [0; ROWS] },
    ];
    let mut cell = 0;
    while cell < CELLS {
        let (row, number) = hex::place(cell);
        crossings[0].lines[row as usize] |= 1 << cell;
        crossings[1].lines[(number - 1) as usize] |= 1 << cell;
        crossings[2].lines[(row - number + 5) as usize] |= 1 << cell;
        cell += 1;
    }
    crossings
};

impl Crossing {
    /// Whether a chain of these cells leads from the one side to the other.
    fn is_made_by(&self, stacks: u64) -> bool {
        // A chain cannot jump a line, and most positions leave one free.
        if self.lines.iter().any(|line| line & stacks == 0) {
            return false;
        }
        let [near_side, .., far_side] = self.lines;
        reached_from(near_side, stacks) & far_side != 0
    }

    /// The cells that would make a chain if one of them joined these.
    fn completing_cells(&self, stacks: u64) -> u64 {
        let free_lines = self.lines.iter().filter(|&line| line & stacks == 0).count();
        if free_lines > 1 {
            return 0;
        }
        let [near_side, .., far_side] = self.lines;
        let from_near = reached_from(near_side, stacks);
        if from_near & far_side != 0 {
            return !0;
        }
        let from_far = reached_from(far_side, stacks);
        (near_side | around(from_near)) & (far_side | around(from_far))
    }
}

/// The stacks that chains join to one of these cells.
#[inline]
fn reached_from(side: u64, stacks: u64) -> u64 {
    let mut reached = side & stacks;
    let mut frontier = reached;
    while frontier != 0 {
        let cell = frontier.trailing_zeros() as usize;
        frontier &= frontier - 1;
        let new = neighbours(cell) & stacks & !reached;
        reached |= new;
        frontier |= new;
    }
    reached
}

/// The neighbours of all these cells.
fn around(cells: u64) -> u64 {
    ones(cells).fold(0, |around, cell| around | neighbours(cell))
}

/// The cells that would make a chain between any opposite sides if one of them joined
/// these; all bits if there is a chain already.
pub(super) fn completing_cells(stacks: u64) -> u64 {
    if stacks.count_ones() + 1 < ROWS as u32 {
        return 0;
    }
    CROSSINGS.iter().fold(0, |cells, crossing| cells | crossing.completing_cells(stacks))
}

/// The first way across the board that a chain of these cells makes.
pub(super) fn crossing(stacks: u64) -> Option<&'static Crossing> {
    // The board is nine cells across: fewer stacks make no chain.
    if stacks.count_ones() < ROWS as u32 {
        return None;
    }
    CROSSINGS.iter().find(|crossing| crossing.is_made_by(stacks))
}

/// Whether a set of cells holds a connected chain between two opposite sides of the
/// board. A corner cell belongs to both its sides.
///
/// # Panics
/// If the set holds a bit that is no cell.
#[must_use]
pub fn has_chain(stacks: u64) -> bool {
    crossing(stacks).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
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
            assert_eq!(crossing(chain).map(|found| found.sides), Some(sides));
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
