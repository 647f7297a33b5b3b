//! A position of Nava and how a move changes it.

use std::ops::ControlFlow;

use super::moves::{self, NavaMove};
use super::{CELLS, CUBES, INFO};
use crate::game::{Game, GameInfo, Illegal};
use crate::keys::{SECOND_TO_MOVE, cell_key};
use crate::side::{Ending, Outcome, Side};

/// What stands on a junction.
///
/// Discs are bits, the top disc lowest, 0 for White and 1 for Black, with a 1 above the
/// bottom disc to mark the height: `0b1_100` is a black disc under two white ones. A
/// cube is the highest bit with its owner in the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contents(u16);

impl Contents {
    pub(super) const EMPTY: Self = Self(1);
    const CUBE: u16 = 1 << 15;

    /// A cube.
    pub(super) const fn cube(owner: Side) -> Self {
        Self(Self::CUBE | owner as u16)
    }

    pub(super) const fn is_cube(self) -> bool {
        self.0 & Self::CUBE != 0
    }

    /// The discs as bits with the mark of the height above them, if this is no cube.
    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// How many discs there are, if this is no cube.
    pub(super) const fn height(self) -> u32 {
        15 - self.0.leading_zeros()
    }

    /// Whose the cube or the top disc is, if there is one.
    pub(super) const fn owner(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }

    /// These discs with one more on top.
    pub(super) const fn with_disc(self, owner: Side) -> Self {
        Self(self.0 << 1 | owner as u16)
    }

    /// The `count` top discs put on top of `below`, and what remains without them.
    const fn split_onto(self, count: u32, below: Self) -> (Self, Self) {
        let top = self.0 & ((1 << count) - 1);
        (Self(below.0 << count | top), Self(self.0 >> count))
    }

    /// The owners of the discs from the bottom to the top.
    pub(super) fn discs(self) -> impl Iterator<Item = Side> {
        (0..self.height()).rev().map(move |depth| Self(self.0 >> depth).owner())
    }

    /// The same with the players exchanged.
    pub(super) const fn exchanged(self) -> Self {
        if self.is_cube() {
            return Self(self.0 ^ 1);
        }
        Self(self.0 ^ ((1 << self.height()) - 1))
    }
}

/// A position of Nava.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nava {
    cells: [Contents; CELLS],
    /// Junctions with a stack of each side.
    stacks: [u32; 2],
    /// Junctions with a cube of each side.
    cubes: [u32; 2],
    to_move: Side,
    key: u64,
}

const _: () = assert!(size_of::<Nava>() <= 80);

impl Nava {
    /// An empty board.
    pub(super) fn empty(to_move: Side) -> Self {
        let mut position = Self {
            cells: [Contents::EMPTY; CELLS],
            stacks: [0; 2],
            cubes: [0; 2],
            to_move,
            key: 0,
        };
        position.key = position.key_from_scratch();
        position
    }

    /// The one place where a junction changes.
    #[inline]
    pub(super) fn set(&mut self, cell: usize, contents: Contents) {
        let old = self.cells[cell];
        self.key ^= cell_key(cell, old.0.into()) ^ cell_key(cell, contents.0.into());
        self.cells[cell] = contents;
        let here = 1 << cell;
        for side in 0..2 {
            self.stacks[side] &= !here;
            self.cubes[side] &= !here;
        }
        let owner = contents.owner().index();
        if contents.is_cube() {
            self.cubes[owner] |= here;
        } else if contents != Contents::EMPTY {
            self.stacks[owner] |= here;
        }
    }

    /// What stands on a junction.
    #[inline]
    pub(super) const fn at(&self, cell: usize) -> Contents {
        self.cells[cell]
    }

    /// The junctions with a stack of this side, as bits.
    #[inline]
    #[must_use]
    pub const fn stacks_of(&self, side: Side) -> u32 {
        self.stacks[side.index()]
    }

    /// The junctions with a cube of this side, as bits.
    #[inline]
    #[must_use]
    pub const fn cubes_of(&self, side: Side) -> u32 {
        self.cubes[side.index()]
    }

    /// How many cubes a side has in hand.
    #[inline]
    #[must_use]
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
            let stack = (0..super::DISCS).fold(Contents::EMPTY, |s, _| s.with_disc(side));
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
        let turn = if self.to_move == Side::Second { SECOND_TO_MOVE } else { 0 };
        let cells = self.cells.iter().enumerate();
        cells.fold(turn, |key, (cell, contents)| key ^ cell_key(cell, contents.0.into()))
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
    fn visit_moves<B>(&self, visit: impl FnMut(NavaMove) -> ControlFlow<B>) -> ControlFlow<B> {
        moves::visit(self, visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        moves::count(self)
    }

    fn check(&self, mv: NavaMove) -> Result<(), Illegal> {
        moves::check(self, mv)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: NavaMove) {
        let (from, to) = (mv.from(), mv.to());
        let landing = self.at(to);
        // A cube that is landed on goes back to its owner's hand.
        let below = if landing.is_cube() { Contents::EMPTY } else { landing };
        let (landed, left) = self.at(from).split_onto(mv.distance(), below);
        self.set(to, landed);
        let left_behind = if left == Contents::EMPTY { Contents::cube(self.to_move) } else { left };
        self.set(from, left_behind);
        self.to_move = self.to_move.other();
        self.key ^= SECOND_TO_MOVE;
    }
}
