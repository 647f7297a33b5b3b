//! A position of Nava and how a move changes it.

use std::ops::ControlFlow;

use super::moves::{COUNT, NavaMove, ROOM, STEP};
use super::{BOARD, CELLS, CUBES, INFO};
use crate::bit_stack::BitStack;
use crate::bitboard::ones;
use crate::game::{Game, GameInfo, Illegal};
use crate::side::{Ending, Outcome, Side};
use crate::zobrist::{SECOND_TO_MOVE, cell_key, side_key};

/// A position of Nava.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nava {
    /// Stacks of discs; a cube is a marked stack of one piece.
    cells: [BitStack; CELLS],
    /// Junctions with a stack of each side.
    stacks: [u32; 2],
    /// Junctions with a cube of each side.
    cubes: [u32; 2],
    to_move: Side,
    key: u64,
}

const _: () = assert!(size_of::<Nava>() <= 80);

/// A cube on a junction.
pub(super) const fn cube(owner: Side) -> BitStack {
    BitStack::EMPTY.with(owner).marked()
}

/// Whether a junction has a cube.
pub(super) const fn is_cube(contents: BitStack) -> bool {
    contents.is_marked()
}

/// Zobrist key of a junction with these contents.
#[inline]
const fn junction_key(cell: usize, contents: BitStack) -> u64 {
    // A cube counts without the mark of its height, as it always has: other keys would
    // give other collisions in transposition tables and so other node counts.
    let height_mark = if is_cube(contents) { 0b10 } else { 0 };
    cell_key(cell, (contents.raw() & !height_mark) as u64)
}

impl Nava {
    /// An empty board.
    pub(super) fn empty(to_move: Side) -> Self {
        let mut position = Self {
            cells: [BitStack::EMPTY; CELLS],
            stacks: [0; 2],
            cubes: [0; 2],
            to_move,
            key: 0,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// Changes a junction. Nothing else does, so that key and counts agree.
    #[inline]
    pub(super) fn set(&mut self, cell: usize, contents: BitStack) {
        let old = self.cells[cell];
        self.key ^= junction_key(cell, old) ^ junction_key(cell, contents);
        self.cells[cell] = contents;
        let here = 1 << cell;
        for side in 0..2 {
            self.stacks[side] &= !here;
            self.cubes[side] &= !here;
        }
        if let Some(owner) = contents.top() {
            let junctions = if is_cube(contents) { &mut self.cubes } else { &mut self.stacks };
            junctions[owner.index()] |= here;
        }
    }

    /// Stack of discs on a junction. A cube is a marked stack of one piece.
    ///
    /// # Panics
    /// If the junction is not on the board.
    #[inline]
    pub const fn at(&self, cell: usize) -> BitStack {
        self.cells[cell]
    }

    /// Bitboard of the junctions with a stack of this side.
    #[inline]
    pub const fn stacks_of(&self, side: Side) -> u32 {
        self.stacks[side.index()]
    }

    /// Bitboard of the junctions with a cube of this side.
    #[inline]
    pub const fn cubes_of(&self, side: Side) -> u32 {
        self.cubes[side.index()]
    }

    /// Number of cubes of a side in hand.
    #[inline]
    pub const fn cubes_in_hand(&self, side: Side) -> u32 {
        CUBES - self.cubes_of(side).count_ones()
    }
}

impl Game for Nava {
    type Move = NavaMove;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn start() -> Self {
        let mut position = Self::empty(Side::First);
        for (cell, side) in [(0, Side::First), (CELLS - 1, Side::Second)] {
            let stack = (0..super::DISCS).fold(BitStack::EMPTY, |stack, _| stack.with(side));
            position.set(cell, stack);
        }
        position
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let side = side_key(self.to_move);
        let cells = self.cells.iter().enumerate();
        cells.fold(side, |key, (cell, contents)| key ^ junction_key(cell, *contents))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let mover = self.to_move.other();
        let over = self.cubes_in_hand(mover) == 0 || self.stacks_of(self.to_move) == 0;
        over.then_some(Outcome::Win(mover))
    }

    fn ending(&self) -> Option<Ending> {
        let reason = if self.cubes_in_hand(self.to_move.other()) == 0 {
            "all nine cubes placed".to_owned()
        } else {
            format!("{} has no stack left", INFO.side_name(self.to_move))
        };
        self.outcome().map(|outcome| Ending::new(outcome, reason))
    }

    #[inline]
    fn visit_moves<B>(&self, mut visit: impl FnMut(NavaMove) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for from in ones(self.stacks_of(self.to_move).into()) {
            let height = self.at(from).height() as i32;
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
    fn count_moves(&self) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        ones(self.stacks_of(self.to_move).into())
            .map(|from| u64::from(COUNT[from][self.at(from).height().min(4) as usize]))
            .sum()
    }

    fn check(&self, mv: NavaMove) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GAME_OVER);
        }
        let (from, to) = (BOARD.name(mv.from()), BOARD.name(mv.to()));
        let side = INFO.side_name(self.to_move);
        if self.stacks_of(self.to_move) >> mv.from() & 1 == 0 {
            return Err(format!("{side} owns no stack on {from}").into());
        }
        let (distance, height) = (mv.distance(), self.at(mv.from()).height());
        if mv.from() == mv.to() {
            return Err(format!("the discs on {from} must go to another junction").into());
        }
        if distance == 0 {
            return Err(format!("{to} is not in the same row or column as {from}").into());
        }
        if distance > height {
            let discs = if height == 1 { "1 disc".into() } else { format!("{height} discs") };
            return Err(
                format!("{from} to {to} takes {distance} discs, but {from} has {discs}").into()
            );
        }
        Ok(())
    }

    #[inline]
    fn is_legal(&self, mv: NavaMove) -> bool {
        let is_own = self.stacks_of(self.to_move) >> mv.from() & 1 == 1;
        is_own && (1..=self.at(mv.from()).height()).contains(&mv.distance())
    }

    #[inline]
    fn play_unchecked(&mut self, mv: NavaMove) {
        let (from, to) = (mv.from(), mv.to());
        let landing = self.at(to);
        // A cube that is landed on goes back to its owner's hand.
        let below = if is_cube(landing) { BitStack::EMPTY } else { landing };
        let (landed, left) = self.at(from).split_onto(mv.distance(), below);
        self.set(to, landed);
        let left_behind = if left == BitStack::EMPTY { cube(self.to_move) } else { left };
        self.set(from, left_behind);
        self.to_move = self.to_move.other();
        self.key ^= SECOND_TO_MOVE;
    }
}
