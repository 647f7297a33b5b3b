//! Features of positions of Greener.
//!
//! The invariant features see every stack with its greens and with whose stacks are in
//! line with it, which is who can capture it. They do not depend on the size of the box,
//! so that what was learned in the usual box serves in the larger ones. The others are
//! the contents of each cell.

use cairn_games::greener::Greener;
use cairn_games::square::Square;
use cairn_games::{Side, const_for};

use crate::games::Features;

/// Owners of a stack, relative to a side: its own, the opponent's, or nobody's.
const KINDS: usize = 3;

/// Greens of a stack that features distinguish: 0 to 7, and more.
const GREENS: usize = 9;

/// Neighbours of a kind that features distinguish: none, one, more.
const NEIGHBOURS: usize = 3;

/// Number of phases of the game, by the share of occupied cells.
const PHASES: usize = 9;

/// Greatest lead in greens that features distinguish.
const FURTHEST_AHEAD: i32 = 10;
const LEADS: usize = 2 * FURTHEST_AHEAD as usize + 1;

/// Most captures of a side that features distinguish.
const MOST_CAPTURES: usize = 15;

const STACKS: usize = KINDS * GREENS * NEIGHBOURS * NEIGHBOURS * NEIGHBOURS;
const FIRST_PLACE: usize = STACKS;
const PLACES: usize = KINDS * PHASES * Square::EDGE_CLASSES;
const FIRST_LEAD: usize = FIRST_PLACE + PLACES;
const FIRST_CAPTURES: usize = FIRST_LEAD + LEADS * PHASES;
const CAPTURES: usize = 2 * (MOST_CAPTURES + 1);
const FIRST_HIGHER: usize = FIRST_CAPTURES + CAPTURES;
const HIGHER: usize = 3 * PHASES;

/// Number of stacks of each kind next to a stack along its lines.
type Neighbours = [u8; KINDS];

/// Features of the contents of a cell.
const ON_A_CELL: usize = KINDS * GREENS;

/// Distance of each cell of a box from the edges, see [`Square::edge_class`].
const fn edge_classes<const CELLS: usize>(board: Square) -> [u8; CELLS] {
    let mut class = [0; CELLS];
    const_for!(cell in CELLS => {
        class[cell] = board.edge_class(cell) as u8;
    });
    class
}

/// Owner of the stack on a cell, as a side sees it.
#[inline]
fn kind<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    cell: usize,
    side: Side,
) -> usize {
    position.owner(cell).map_or(2, |owner| usize::from(owner != side))
}

/// Neighbours of every stack.
#[inline]
fn neighbours<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    side: Side,
) -> [Neighbours; CELLS] {
    let mut neighbours = [[0; KINDS]; CELLS];
    // Cells come row by row, so that the last one seen in a row is the neighbour to
    // the left, and the last one seen in a column the neighbour below.
    let mut in_row = (ROWS, 0);
    let mut in_column = [None; COLS];
    for cell in position.occupied().iter() {
        let own_kind = kind(position, cell, side);
        let (col, row) = (cell % COLS, cell / COLS);
        let left = (in_row.0 == row).then_some(in_row.1);
        for next in [left, in_column[col]].into_iter().flatten() {
            neighbours[cell][kind(position, next, side)] += 1;
            neighbours[next][own_kind] += 1;
        }
        in_row = (row, cell);
        in_column[col] = Some(cell);
    }
    neighbours
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Features
    for Greener<COLS, ROWS, CELLS>
{
    const COUNT: usize = Self::INVARIANT_COUNT + CELLS * ON_A_CELL;
    const INVARIANT_COUNT: usize = FIRST_HIGHER + HIGHER;
    // Features depend on the size of the box, so each has a net of its own.
    const NET: Option<&'static [u8]> = match (COLS, ROWS) {
        (6, 6) => Some(include_bytes!("../../../../../nets/greener.net")),
        (6, 9) => Some(include_bytes!("../../../../../nets/greener-6x9.net")),
        (9, 9) => Some(include_bytes!("../../../../../nets/greener-9x9.net")),
        _ => None,
    };

    #[inline]
    fn visit_features(&self, side: Side, mut visit: impl FnMut(usize)) {
        self.visit_invariant_features(side, &mut visit);
        for cell in self.occupied().iter() {
            let greens = (self.greens(cell) as usize).min(GREENS - 1);
            visit(
                Self::INVARIANT_COUNT + cell * ON_A_CELL + kind(self, cell, side) * GREENS + greens,
            );
        }
    }

    #[inline]
    fn visit_invariant_features(&self, side: Side, mut visit: impl FnMut(usize)) {
        let edge_classes = const { edge_classes::<CELLS>(Self::BOARD) };
        let neighbours = neighbours(self, side);
        let phase = self.occupied().len() as usize * (PHASES - 1) / CELLS;
        let mut captures = [0; KINDS];
        let mut greens_of = [0; KINDS];
        let mut highest = [0; KINDS];
        for cell in self.occupied().iter() {
            let kind = kind(self, cell, side);
            let greens = self.greens(cell);
            let near = neighbours[cell];
            let mut stack = kind * GREENS + (greens as usize).min(GREENS - 1);
            for count in near {
                stack = stack * NEIGHBOURS + usize::from(count).min(NEIGHBOURS - 1);
            }
            visit(stack);
            let place = kind * PHASES + phase;
            let class = usize::from(edge_classes[cell]);
            visit(FIRST_PLACE + place * Square::EDGE_CLASSES + class);
            captures[kind] += near.iter().sum::<u8>();
            greens_of[kind] += greens;
            highest[kind] = self.height(cell).max(highest[kind]);
        }
        let lead = (greens_of[0] as i32 - greens_of[1] as i32)
            .clamp(-FURTHEST_AHEAD, FURTHEST_AHEAD)
            + FURTHEST_AHEAD;
        visit(FIRST_LEAD + lead as usize * PHASES + phase);
        for (kind, &count) in captures[..2].iter().enumerate() {
            let count = usize::from(count).min(MOST_CAPTURES);
            visit(FIRST_CAPTURES + kind * (MOST_CAPTURES + 1) + count);
        }
        let higher = highest[0].cmp(&highest[1]) as i8 + 1;
        visit(FIRST_HIGHER + higher as usize * PHASES + phase);
    }
}
