//! A position of Glaisher and how a move changes it.

use std::ops::ControlFlow;

use super::chain::{has_chain, joined_sides};
use super::moves::total_height;
use super::packed::{GlaisherMove, StackMove};
use super::{RULEBOOK_INFO, STANDARD_INFO};
use crate::bitboard::ones;
use crate::diagram::TALLEST_COUNTED;
use crate::game::{Game, GameInfo, Illegal};
use crate::hex::{self, CELLS};
use crate::side::{Ending, Outcome, Side};
use crate::zobrist::{SECOND_TO_MOVE, cell_key, side_key};

/// A stack, all of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// Owner.
    pub owner: Side,
    /// Number of pieces, at least one.
    pub height: u16,
}

impl Stack {
    /// The key of this stack on a cell. An empty cell adds nothing to a key, which
    /// saves the arithmetic for the many landings on empty cells.
    #[inline]
    const fn key(self, cell: usize) -> u64 {
        cell_key(cell, (self.height as u64) << 1 | self.owner as u64)
    }
}

/// A position of Glaisher; if `RULEBOOK`, a stack must be divided into at least two
/// parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glaisher<const RULEBOOK: bool> {
    /// Nothing bounds the height of a stack, so sums stop at what fits. That changes no
    /// game: a stack above 36 can neither move nor be captured any more.
    heights: [u16; CELLS],
    /// Cells with a stack of each side.
    stacks: [u64; 2],
    to_move: Side,
    /// Whether the player who has just moved has a chain. It follows from the board, and
    /// is kept because every question about a position begins with it.
    is_chain_made: bool,
    key: u64,
}

const _: () = assert!(size_of::<Glaisher<false>>() <= 152);

/// All cells of the board, as bits.
const BOARD: u64 = (1 << CELLS) - 1;

/// The stacks at the start, all of six pieces: row and number.
const START: [(Side, [(i32, i32); 3]); 2] =
    [(Side::First, [(8, 6), (3, 8), (1, 1)]), (Side::Second, [(7, 9), (5, 2), (0, 4)])];

/// Height of the stacks at the start.
const START_HEIGHT: u16 = 6;

/// Stacks are not counted further than this. Those of more than 36 pieces never move and
/// those of more than eight are never captured, so it makes no difference to the game.
pub(super) const TALLEST: u16 = TALLEST_COUNTED as u16;

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// The position with these stacks, cell by cell.
    pub(super) fn with_stacks(
        to_move: Side,
        stacks: impl IntoIterator<Item = (usize, Stack)>,
    ) -> Self {
        let mut position = Self {
            heights: [0; CELLS],
            stacks: [0; 2],
            to_move,
            is_chain_made: false,
            key: side_key(to_move),
        };
        for (cell, stack) in stacks {
            position.set(cell, Some(stack));
        }
        position.is_chain_made = has_chain(position.stacks_of(to_move.other()));
        position
    }

    /// Changes a cell. Nothing else does, so that key and counts agree.
    #[inline]
    fn set(&mut self, cell: usize, stack: Option<Stack>) {
        let here = 1 << cell;
        if let Some(old) = self.stack(cell) {
            self.key ^= old.key(cell);
            self.stacks[old.owner.index()] ^= here;
        }
        self.heights[cell] = 0;
        if let Some(new) = stack {
            self.key ^= new.key(cell);
            self.stacks[new.owner.index()] |= here;
            self.heights[cell] = new.height;
        }
    }

    /// Stack on a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[inline]
    pub const fn stack(&self, cell: usize) -> Option<Stack> {
        let height = self.heights[cell];
        if height == 0 {
            return None;
        }
        let is_first = self.stacks[Side::First.index()] >> cell & 1 == 1;
        Some(Stack { owner: if is_first { Side::First } else { Side::Second }, height })
    }

    /// Number of pieces on a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    #[inline]
    pub const fn height(&self, cell: usize) -> u16 {
        self.heights[cell]
    }

    /// Bitboard of the cells with a stack of this side.
    #[inline]
    pub const fn stacks_of(&self, side: Side) -> u64 {
        self.stacks[side.index()]
    }

    /// Bitboard of the empty cells.
    #[inline]
    pub const fn empty(&self) -> u64 {
        BOARD & !(self.stacks[0] | self.stacks[1])
    }

    /// The cells that are empty after a stack move, as bits: a new piece can go on any
    /// of them. The origin is always one.
    #[inline]
    pub fn empty_after(&self, stack_move: StackMove) -> u64 {
        (self.empty() | 1 << stack_move.from()) & !stack_move.landing_cells()
    }

    /// Whether the player who has just moved has won by a chain.
    #[inline]
    pub const fn is_chain_made(&self) -> bool {
        self.is_chain_made
    }

    /// The position as it would be if the player to move could pass, except for its key.
    /// For questions about what the opponent is up to.
    #[must_use]
    pub const fn passed(&self) -> Self {
        Self { to_move: self.to_move.other(), is_chain_made: false, ..*self }
    }
}

impl<const RULEBOOK: bool> Game for Glaisher<RULEBOOK> {
    type Move = GlaisherMove;

    fn info() -> &'static GameInfo {
        if RULEBOOK { &RULEBOOK_INFO } else { &STANDARD_INFO }
    }

    fn start() -> Self {
        let stacks = START.into_iter().flat_map(|(owner, places)| {
            let cells = places.into_iter().filter_map(|(row, number)| hex::cell(row, number));
            cells.map(move |cell| (cell, Stack { owner, height: START_HEIGHT }))
        });
        Self::with_stacks(Side::First, stacks)
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
        let stacks = (0..CELLS).filter_map(|cell| Some(self.stack(cell)?.key(cell)));
        stacks.fold(side, |key, stack| key ^ stack)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let over = self.is_chain_made || !self.has_stack_move();
        over.then_some(Outcome::Win(self.to_move.other()))
    }

    fn ending(&self) -> Option<Ending> {
        let mover = self.to_move.other();
        let reason = match joined_sides(self.stacks_of(mover)) {
            Some(sides) => format!("{}'s chain joins {sides}", Self::info().side_name(mover)),
            None => format!("{} has no legal turn", Self::info().side_name(self.to_move)),
        };
        self.outcome().map(|outcome| Ending::new(outcome, reason))
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        mut visit: impl FnMut(GlaisherMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_stack_moves(|stack_move| {
            for new_piece in ones(self.empty_after(stack_move)) {
                visit(GlaisherMove::new(stack_move, new_piece))?;
            }
            ControlFlow::Continue(())
        })
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.count_turns()
    }

    fn check(&self, mv: GlaisherMove) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GAME_OVER);
        }
        self.check_division(mv.stack_move())?;
        self.check_landings(mv.stack_move())?;
        self.check_new_piece(mv)
    }

    fn is_legal(&self, mv: GlaisherMove) -> bool {
        let stack_move = mv.stack_move();
        let (from, parts) = (stack_move.from(), stack_move.parts());
        let side = self.to_move();
        let foe = self.stacks_of(side.other());
        let may_land =
            |(part, to): (u32, usize)| foe >> to & 1 == 0 || u32::from(self.height(to)) <= part;
        self.stacks_of(side) >> from & 1 == 1
            && total_height(parts) == u32::from(self.height(from))
            && !(RULEBOOK && parts.is_power_of_two())
            && stack_move.landings().all(may_land)
            && self.empty_after(stack_move) >> mv.new_piece() & 1 == 1
    }

    #[inline]
    fn play_unchecked(&mut self, mv: GlaisherMove) {
        let owner = self.to_move;
        let stack_move = mv.stack_move();
        self.set(stack_move.from(), None);
        for (part, to) in stack_move.landings() {
            let height = (self.height(to) + part as u16).min(TALLEST);
            self.set(to, Some(Stack { owner, height }));
        }
        self.set(mv.new_piece(), Some(Stack { owner, height: 1 }));
        self.is_chain_made = has_chain(self.stacks_of(owner));
        self.to_move = owner.other();
        self.key ^= SECOND_TO_MOVE;
    }
}
