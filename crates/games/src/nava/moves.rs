//! Moves of Nava: which there are.

use std::ops::ControlFlow;

use super::position::Nava;
use super::{BOARD, CELLS};
use crate::bitboard::ones;
use crate::game::{Game, GameMove, Illegal};
use crate::square::ORTHOGONAL;

/// Discs from a junction to a junction; their number is the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NavaMove(u16);

const _: () = assert!(size_of::<NavaMove>() == 2);

impl NavaMove {
    /// Discs from one junction to another one.
    #[must_use]
    pub const fn new(from: usize, to: usize) -> Self {
        Self((from << 5 | to) as u16)
    }

    /// Origin of the discs.
    #[inline]
    #[must_use]
    pub const fn from(self) -> usize {
        (self.0 >> 5) as usize
    }

    /// Junction where they land.
    #[inline]
    #[must_use]
    pub const fn to(self) -> usize {
        (self.0 & 31) as usize
    }

    /// Number of junctions that they go in a straight line, which is how many they are.
    #[inline]
    #[must_use]
    pub const fn distance(self) -> u32 {
        DISTANCE[self.from()][self.to()] as u32
    }
}

impl GameMove for NavaMove {
    fn to_bits(self) -> u64 {
        self.0.into()
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let mv = Self(u16::try_from(bits).ok()?);
        (mv.from() < CELLS && mv.to() < CELLS).then_some(mv)
    }
}

/// Number of junctions ahead of each in each of the four directions.
static ROOM: [[u8; 4]; CELLS] = {
    let mut room = [[0; 4]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (col, row) = BOARD.place(cell);
        let (col, row) = (col as u8, row as u8);
        room[cell] = [4 - col, col, 4 - row, row];
        cell += 1;
    }
    room
};

/// Distance of two junctions on a line; 0 for the same junction or for no line.
static DISTANCE: [[u8; CELLS]; CELLS] = {
    let mut distance = [[0; CELLS]; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let ((from_col, from_row), (to_col, to_row)) = (BOARD.place(from), BOARD.place(to));
            if from_col == to_col || from_row == to_row {
                distance[from][to] = (from_col.abs_diff(to_col) + from_row.abs_diff(to_row)) as u8;
            }
            to += 1;
        }
        from += 1;
    }
    distance
};

/// Number of moves of a stack of each height; no more than four discs can move.
static COUNT: [[u8; 5]; CELLS] = {
    let mut count = [[0; 5]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut height = 0;
        while height < 5 {
            let mut direction = 0;
            while direction < 4 {
                let room = ROOM[cell][direction];
                count[cell][height] += if room < height as u8 { room } else { height as u8 };
                direction += 1;
            }
            height += 1;
        }
        cell += 1;
    }
    count
};

/// The junctions that discs of a stack of this height can come to; no more than four
/// discs can move.
static REACH: [[u32; 5]; CELLS] = {
    let mut reach = [[0; 5]; CELLS];
    let mut from = 0;
    while from < CELLS {
        let mut to = 0;
        while to < CELLS {
            let distance = DISTANCE[from][to] as usize;
            let mut height = distance;
            while distance > 0 && height < 5 {
                reach[from][height] |= 1 << to;
                height += 1;
            }
            to += 1;
        }
        from += 1;
    }
    reach
};

/// Bitboard of the junctions that discs of a stack of this height can come to.
///
/// # Panics
/// If there is no such junction.
#[inline]
#[must_use]
pub const fn reach(from: usize, height: u32) -> u32 {
    REACH[from][if height < 4 { height as usize } else { 4 }]
}

/// Difference of the numbers of neighbouring junctions in each direction.
const STEP: [i32; 4] = {
    let mut step = [0; 4];
    let mut direction = 0;
    while direction < 4 {
        let (cols, rows) = ORTHOGONAL[direction];
        step[direction] = cols + rows * BOARD.cols as i32;
        direction += 1;
    }
    step
};

#[inline]
pub(super) fn visit<B>(
    position: &Nava,
    mut visit: impl FnMut(NavaMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if position.outcome().is_some() {
        return ControlFlow::Continue(());
    }
    for from in ones(position.stacks_of(position.to_move()).into()) {
        let height = position.at(from).height() as i32;
        for direction in 0..4 {
            let furthest = height.min(ROOM[from][direction].into());
            for distance in 1..=furthest {
                let to = from as i32 + STEP[direction] * distance;
                visit(NavaMove::new(from, to as usize))?;
            }
        }
    }
    ControlFlow::Continue(())
}

#[inline]
pub(super) fn count(position: &Nava) -> u64 {
    if position.outcome().is_some() {
        return 0;
    }
    ones(position.stacks_of(position.to_move()).into())
        .map(|from| u64::from(COUNT[from][position.at(from).height().min(4) as usize]))
        .sum()
}

pub(super) fn check(position: &Nava, mv: NavaMove) -> Result<(), Illegal> {
    if position.outcome().is_some() {
        return Err(Illegal::GAME_OVER);
    }
    let (from, to) = (BOARD.name(mv.from()), BOARD.name(mv.to()));
    let side = Nava::info().side_name(position.to_move());
    if position.stacks_of(position.to_move()) >> mv.from() & 1 == 0 {
        return Err(format!("{side} owns no stack on {from}").into());
    }
    let (distance, height) = (mv.distance(), position.at(mv.from()).height());
    if mv.from() == mv.to() {
        return Err(format!("the discs on {from} must go to another junction").into());
    }
    if distance == 0 {
        return Err(format!("{to} is not in the same row or column as {from}").into());
    }
    if distance > height {
        let discs = if height == 1 { "1 disc".into() } else { format!("{height} discs") };
        return Err(format!("{from} to {to} takes {distance} discs, {from} has {discs}").into());
    }
    Ok(())
}
