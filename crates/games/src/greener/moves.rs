//! Moves of Greener, and the lines along which stacks see each other.

use std::ops::ControlFlow;

use super::MOST_CELLS;
use super::cells::CellSet;
use super::position::Greener;
use crate::game::{Game, GameMove, Illegal, Notation};
use crate::side::Side;
use crate::square::{ORTHOGONAL, Square};

/// A capture from a cell to a cell, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GreenerMove(u16);

const _: () = assert!(size_of::<GreenerMove>() == 2);

impl GreenerMove {
    /// The turn of a player who has no capture.
    pub const PASS: Self = Self(u16::MAX);

    /// The stack on one cell captures the one on another.
    pub const fn new(from: usize, to: usize) -> Self {
        Self((from << 7 | to) as u16)
    }

    /// From where to where, unless this is a pass.
    #[inline]
    pub const fn capture(self) -> Option<(usize, usize)> {
        if self.0 == Self::PASS.0 {
            return None;
        }
        Some(((self.0 >> 7) as usize, (self.0 & 127) as usize))
    }
}

impl GameMove for GreenerMove {
    fn to_bits(self) -> u64 {
        self.0.into()
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let mv = Self(u16::try_from(bits).ok()?);
        let on_largest_box = |(from, to)| from < MOST_CELLS && to < MOST_CELLS;
        mv.capture().is_none_or(on_largest_box).then_some(mv)
    }
}

/// The cells ahead of each cell in each of the [`ORTHOGONAL`] directions.
const fn rays<const CELLS: usize>(board: Square) -> [[CellSet<CELLS>; 4]; CELLS] {
    let mut rays = [[CellSet::EMPTY; 4]; CELLS];
    const_for!(cell in CELLS, direction in 4 => {
        let mut steps = 1;
        while let Some(ahead) = board.step(cell, ORTHOGONAL[direction], steps) {
            rays[cell][direction] = rays[cell][direction].with(ahead);
            steps += 1;
        }
    });
    rays
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Greener<COLS, ROWS, CELLS> {
    const RAYS: &'static [[CellSet<CELLS>; 4]; CELLS] = &rays(Self::BOARD);

    /// The cells that share a row or column with each cell.
    const LINES: &'static [CellSet<CELLS>; CELLS] = &{
        let mut lines = [CellSet::EMPTY; CELLS];
        const_for!(cell in CELLS => {
            let [right, left, up, down] = Self::RAYS[cell];
            lines[cell] = CellSet::from_bits(right.bits() | left.bits() | up.bits() | down.bits());
        });
        lines
    };

    /// Cells that share a row or column with this one.
    #[inline]
    pub const fn lines_through(cell: usize) -> CellSet<CELLS> {
        Self::LINES[cell]
    }

    /// The cell of the leftmost column in every row.
    const FIRST_COLUMN: u128 = {
        let mut column = 0;
        const_for!(row in ROWS => {
            column |= 1 << (row * COLS);
        });
        column
    };

    /// Returns the `count` leftmost columns.
    #[inline]
    const fn left_columns(count: usize) -> CellSet<CELLS> {
        CellSet::from_bits(Self::FIRST_COLUMN * ((1 << count) - 1))
    }

    /// The nearest stack in a direction, by its number in [`ORTHOGONAL`].
    #[inline]
    pub(super) fn nearest(&self, from: usize, direction: usize) -> Option<usize> {
        Self::nearest_of(self.occupied(), from, direction)
    }

    /// Nearest of some cells in one of the [`ORTHOGONAL`] directions.
    #[inline]
    pub fn nearest_of(cells: CellSet<CELLS>, from: usize, direction: usize) -> Option<usize> {
        let ahead = Self::RAYS[from][direction] & cells;
        // To the right and upwards cells have ever higher numbers.
        if direction.is_multiple_of(2) { ahead.first() } else { ahead.last() }
    }

    /// For each of the [`ORTHOGONAL`] directions the cells that have a stack somewhere
    /// ahead of them.
    #[inline]
    pub(super) fn in_sight(&self) -> [CellSet<CELLS>; 4] {
        let stacks = self.occupied();
        let leftwards =
            |set: CellSet<CELLS>, steps| set >> steps & Self::left_columns(COLS - steps);
        let rightwards =
            |set: CellSet<CELLS>, steps| (set & Self::left_columns(COLS - steps)) << steps;
        [
            spread(stacks, COLS, leftwards),
            spread(stacks, COLS, rightwards),
            spread(stacks, ROWS, |set, steps| set >> (steps * COLS)),
            spread(stacks, ROWS, |set, steps| set << (steps * COLS)),
        ]
    }

    /// For each of the [`ORTHOGONAL`] directions those of the stacks that are the nearest ones
    /// ahead of some of them.
    #[inline]
    pub fn seen_from(some: CellSet<CELLS>, stacks: CellSet<CELLS>) -> [CellSet<CELLS>; 4] {
        let empty = CellSet::from_bits(!stacks.bits());
        let leftwards =
            |set: CellSet<CELLS>, steps| set >> steps & Self::left_columns(COLS - steps);
        let rightwards =
            |set: CellSet<CELLS>, steps| (set & Self::left_columns(COLS - steps)) << steps;
        [
            slide(some, empty, COLS, rightwards) & stacks,
            slide(some, empty, COLS, leftwards) & stacks,
            slide(some, empty, ROWS, |set, steps| set << (steps * COLS)) & stacks,
            slide(some, empty, ROWS, |set, steps| set >> (steps * COLS)) & stacks,
        ]
    }

    /// Whether a side has any capture, whoever's turn it is.
    #[inline]
    pub(super) fn can_capture(&self, side: Side) -> bool {
        let [right, left, up, down] = self.in_sight();
        !(self.stacks_of(side) & (right | left | up | down)).is_empty()
    }

    /// Reason why the side to move may not pass, with a capture that it has.
    pub(super) fn must_capture(&self) -> Illegal {
        let name = Self::info().side_name(self.to_move());
        let first = self.visit_moves(ControlFlow::Break).break_value();
        let example = first.map(|mv| format!(", for example {}", self.write_move(mv)));
        let example = example.unwrap_or_default();
        format!("{name} can capture{example}, so passing is not allowed").into()
    }

    pub(super) fn check_capture(&self, from: usize, to: usize) -> Result<(), Illegal> {
        let name = |cell| Self::BOARD.name(cell);
        let illegal = |reason: String| Err(reason.into());
        if from >= CELLS || to >= CELLS {
            return illegal(format!("the box has no cell {}", name(from.max(to))));
        }
        self.check_is_own(from)?;
        let (from_name, to_name) = (name(from), name(to));
        if from == to {
            return illegal(format!("the stack on {from_name} cannot capture itself"));
        }
        let on_ray = |&way: &usize| Self::RAYS[from][way].contains(to);
        let Some(direction) = (0..4).find(on_ray) else {
            return illegal(format!("{to_name} is not in the same row or column as {from_name}"));
        };
        if !self.occupied().contains(to) {
            return illegal(format!("{to_name} is empty: there is nothing to capture"));
        }
        match self.nearest(from, direction) {
            Some(nearest) if nearest != to => {
                let between = name(nearest);
                illegal(format!("the stack on {between} is between {from_name} and {to_name}"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that there is a stack of the side to move on a cell.
    pub(super) fn check_is_own(&self, cell: usize) -> Result<(), Illegal> {
        let name = Self::BOARD.name(cell);
        match self.owner(cell) {
            Some(side) if side == self.to_move() => Ok(()),
            Some(other) => {
                let owner = Self::info().side_name(other);
                Err(format!("{name} is {owner}'s, not yours").into())
            }
            None if self.occupied().contains(cell) => {
                Err(format!("{name} is green: it belongs to nobody and never moves").into())
            }
            None => Err(format!("there is no stack on {name}").into()),
        }
    }
}

/// The cells that any number of steps lead to from a set, on lines of this length.
#[inline(always)]
fn spread<const CELLS: usize>(
    set: CellSet<CELLS>,
    length: usize,
    shift: impl Fn(CellSet<CELLS>, usize) -> CellSet<CELLS>,
) -> CellSet<CELLS> {
    let mut reached = shift(set, 1);
    let mut furthest = 1;
    while furthest < length - 1 {
        reached = reached | shift(reached, furthest);
        furthest *= 2;
    }
    reached
}

/// The cells next to those that any number of steps across empty cells lead to from a set, on
/// lines of this length.
#[inline(always)]
fn slide<const CELLS: usize>(
    set: CellSet<CELLS>,
    empty: CellSet<CELLS>,
    length: usize,
    shift: impl Fn(CellSet<CELLS>, usize) -> CellSet<CELLS>,
) -> CellSet<CELLS> {
    let (mut reached, mut open) = (set, empty);
    let mut steps = 1;
    // So far as many cells as `steps` less one are crossed, and at most `length` less two lie
    // between two others.
    while steps < length - 1 {
        reached = reached | open & shift(reached, steps);
        open = open & shift(open, steps);
        steps *= 2;
    }
    shift(reached, 1)
}
