//! Moves of Greener: which there are.

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
    #[must_use]
    pub const fn new(from: usize, to: usize) -> Self {
        Self((from << 7 | to) as u16)
    }

    /// From where to where, unless this is a pass.
    #[inline]
    #[must_use]
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
    let mut cell = 0;
    while cell < CELLS {
        let mut direction = 0;
        while direction < 4 {
            let mut steps = 1;
            while let Some(ahead) = board.step(cell, ORTHOGONAL[direction], steps) {
                rays[cell][direction] = rays[cell][direction].with(ahead);
                steps += 1;
            }
            direction += 1;
        }
        cell += 1;
    }
    rays
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Greener<COLS, ROWS, CELLS> {
    const RAYS: &'static [[CellSet<CELLS>; 4]; CELLS] = &rays(Self::BOARD);

    /// The cells that share a row or column with each cell.
    const LINES: &'static [CellSet<CELLS>; CELLS] = &{
        let mut lines = [CellSet::EMPTY; CELLS];
        let mut cell = 0;
        while cell < CELLS {
            let [right, left, up, down] = Self::RAYS[cell];
            lines[cell] = CellSet::from_bits(right.bits() | left.bits() | up.bits() | down.bits());
            cell += 1;
        }
        lines
    };

    /// Cells that share a row or column with this one.
    #[inline]
    #[must_use]
    pub const fn lines_through(cell: usize) -> CellSet<CELLS> {
        Self::LINES[cell]
    }

    /// The cell of the leftmost column in every row.
    const FIRST_COLUMN: u128 = {
        let mut column = 0;
        let mut row = 0;
        while row < ROWS {
            column |= 1 << (row * COLS);
            row += 1;
        }
        column
    };

    /// The so many leftmost columns.
    #[inline]
    const fn left_columns(count: usize) -> CellSet<CELLS> {
        CellSet::from_bits(Self::FIRST_COLUMN * ((1 << count) - 1))
    }

    /// The nearest stack in a direction, by its number in [`ORTHOGONAL`].
    #[inline]
    fn nearest(&self, from: usize, direction: usize) -> Option<usize> {
        Self::nearest_of(self.occupied(), from, direction)
    }

    /// Nearest of some cells in one of the [`ORTHOGONAL`] directions.
    #[inline]
    #[must_use]
    pub fn nearest_of(cells: CellSet<CELLS>, from: usize, direction: usize) -> Option<usize> {
        let ahead = Self::RAYS[from][direction] & cells;
        // To the right and upwards cells have ever higher numbers.
        if direction.is_multiple_of(2) { ahead.first() } else { ahead.last() }
    }

    /// For each of the [`ORTHOGONAL`] directions the cells that have a stack somewhere
    /// ahead of them.
    #[inline]
    fn in_sight(&self) -> [CellSet<CELLS>; 4] {
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

#[inline]
pub(super) fn can_capture<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    side: Side,
) -> bool {
    let [right, left, up, down] = position.in_sight();
    !(position.stacks_of(side) & (right | left | up | down)).is_empty()
}

#[inline]
pub(super) fn visit<B, const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    mut visit: impl FnMut(GreenerMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut must_pass = true;
    for from in position.stacks_of(position.to_move()).iter() {
        for direction in 0..4 {
            if let Some(to) = position.nearest(from, direction) {
                must_pass = false;
                visit(GreenerMove::new(from, to))?;
            }
        }
    }
    if must_pass && position.can_capture(position.to_move().other()) {
        visit(GreenerMove::PASS)?;
    }
    ControlFlow::Continue(())
}

#[inline]
pub(super) fn count<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
) -> u64 {
    let own = position.stacks_of(position.to_move());
    let captures: u32 = position.in_sight().into_iter().map(|seen| (own & seen).len()).sum();
    if captures == 0 {
        return position.can_capture(position.to_move().other()).into();
    }
    captures.into()
}

pub(super) fn check<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    mv: GreenerMove,
) -> Result<(), Illegal> {
    if position.outcome().is_some() {
        return Err(Illegal::GAME_OVER);
    }
    let side = position.to_move();
    let name = Greener::<COLS, ROWS, CELLS>::info().side_name(side);
    match (mv.capture(), position.can_capture(side)) {
        (None, false) => Ok(()),
        (None, true) => Err(must_capture(position)),
        (Some(_), false) => Err(format!("{name} has no capture and must pass").into()),
        (Some((from, to)), true) => check_capture(position, from, to),
    }
}

/// The same as [`check`] where the game goes on, without a reason.
#[inline]
pub(super) fn is_legal<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    mv: GreenerMove,
) -> bool {
    let side = position.to_move();
    let Some((from, to)) = mv.capture() else { return !position.can_capture(side) };
    // Moves of larger boxes may name cells that this one does not have.
    from < CELLS
        && to < CELLS
        && position.stacks_of(side).contains(from)
        && (0..4).any(|direction| position.nearest(from, direction) == Some(to))
}

/// Reason why the side to move may not pass, with a capture that it has.
fn must_capture<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
) -> Illegal {
    let name = Greener::<COLS, ROWS, CELLS>::info().side_name(position.to_move());
    let first = visit(position, ControlFlow::Break).break_value();
    let example = first.map(|mv| format!(", for example {}", position.write_move(mv)));
    let example = example.unwrap_or_default();
    format!("{name} can capture{example}, and so may not pass").into()
}

fn check_capture<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    from: usize,
    to: usize,
) -> Result<(), Illegal> {
    let name = |cell| Greener::<COLS, ROWS, CELLS>::BOARD.name(cell);
    let illegal = |reason: String| Err(reason.into());
    if from >= CELLS || to >= CELLS {
        return illegal(format!("the box has no cell {}", name(from.max(to))));
    }
    check_is_own(position, from)?;
    let (from_name, to_name) = (name(from), name(to));
    if from == to {
        return illegal(format!("the stack on {from_name} cannot capture itself"));
    }
    let on_ray = |&way: &usize| Greener::<COLS, ROWS, CELLS>::RAYS[from][way].contains(to);
    let Some(direction) = (0..4).find(on_ray) else {
        return illegal(format!("{to_name} is not in the same row or column as {from_name}"));
    };
    if !position.occupied().contains(to) {
        return illegal(format!("{to_name} is empty, there is nothing to capture"));
    }
    match position.nearest(from, direction) {
        Some(nearest) if nearest != to => {
            let between = name(nearest);
            illegal(format!("the stack on {between} is between {from_name} and {to_name}"))
        }
        _ => Ok(()),
    }
}

/// Checks that there is a stack of the side to move on a cell.
fn check_is_own<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    cell: usize,
) -> Result<(), Illegal> {
    let name = Greener::<COLS, ROWS, CELLS>::BOARD.name(cell);
    match position.owner(cell) {
        Some(side) if side == position.to_move() => Ok(()),
        Some(other) => {
            let owner = Greener::<COLS, ROWS, CELLS>::info().side_name(other);
            Err(format!("{name} is {owner}'s, not yours").into())
        }
        None if position.occupied().contains(cell) => {
            Err(format!("{name} is green, which is nobody's and never moves").into())
        }
        None => Err(format!("there is no stack on {name}").into()),
    }
}
