//! Pagoda, a small game that lives in the tests: build a stack of three.
//!
//! The board has 3x3 squares and is empty at the start. Each player has five discs. A turn
//! places a disc on an empty square, or moves one of the player's own stacks, whole, onto a
//! stack next to it along a row or column. A stack belongs to the owner of its top disc. A
//! stack of three or more discs wins for its owner; a player without a turn loses.

mod notation;
mod view;

use std::ops::ControlFlow;

use crate::square::{ORTHOGONAL, Square};
use crate::zobrist::{SECOND_TO_MOVE, cell_key, side_key};
use crate::{
    BitStack, Board, Ending, Game, GameInfo, GameMove, Illegal, Outcome, PieceInfo, Side, SideInfo,
};

const BOARD: Square = Square { cols: 3, rows: 3 };
const CELLS: usize = BOARD.cells();

/// Number of discs of a player.
const DISCS: usize = 5;

/// Height of a stack that wins.
const WINNING_HEIGHT: u32 = 3;

static INFO: GameInfo = GameInfo {
    name: "pagoda",
    family: "pagoda",
    former_names: &[],
    title: "Pagoda",
    summary: "Place a disc, or move a stack onto the one next to it. A stack of three wins.",
    designer: "Cairn",
    sides: [SideInfo { name: "White", letter: 'w' }, SideInfo { name: "Black", letter: 'b' }],
    board: Board::Square(BOARD),
    pieces: &[
        PieceInfo { letter: 'w', name: "white disc", owner: Some(Side::First) },
        PieceInfo { letter: 'b', name: "black disc", owner: Some(Side::Second) },
    ],
    counted_stacks: false,
    can_repeat: false,
    options: "",
    rules_page: None,
    lesson: None,
    course: None,
};

/// A position of Pagoda.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pagoda {
    cells: [BitStack; CELLS],
    to_move: Side,
    key: u64,
}

/// A disc or a stack goes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PagodaMove(u8);

/// Stands in a move for the square that a stack comes from, if a disc comes from the hand.
const HAND: usize = CELLS;

impl PagodaMove {
    const fn new(from: usize, to: usize) -> Self {
        Self((from * CELLS + to) as u8)
    }

    const fn from(self) -> usize {
        self.0 as usize / CELLS
    }

    const fn to(self) -> usize {
        self.0 as usize % CELLS
    }
}

impl GameMove for PagodaMove {
    fn to_bits(self) -> u64 {
        self.0.into()
    }

    fn from_bits(bits: u64) -> Option<Self> {
        let mv = Self(u8::try_from(bits).ok()?);
        (mv.from() <= HAND).then_some(mv)
    }
}

impl Pagoda {
    fn empty(to_move: Side) -> Self {
        let mut position = Self { cells: [BitStack::EMPTY; CELLS], to_move, key: 0 };
        position.key = position.key_from_scratch();
        position
    }

    /// Changes a square and keeps the key: the only place where either changes.
    fn set(&mut self, cell: usize, stack: BitStack) {
        let change = [self.cells[cell], stack].map(|stack| cell_key(cell, stack.bits().into()));
        self.key ^= change[0] ^ change[1];
        self.cells[cell] = stack;
    }

    /// Number of a side's discs that are not on the board.
    fn discs_in_hand(&self, side: Side) -> usize {
        let discs = self.cells.iter().flat_map(|stack| stack.pieces());
        DISCS - discs.filter(|&owner| owner == side).count()
    }
}

impl Game for Pagoda {
    type Move = PagodaMove;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn start() -> Self {
        Self::empty(Side::First)
    }

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let side = side_key(self.to_move);
        let cells = self.cells.iter().enumerate();
        cells.fold(side, |key, (cell, stack)| key ^ cell_key(cell, stack.bits().into()))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending().map(|ending| ending.outcome)
    }

    fn ending(&self) -> Option<Ending> {
        let tallest = self.cells.iter().find(|stack| stack.height() >= WINNING_HEIGHT);
        if let Some(owner) = tallest.and_then(|stack| stack.top()) {
            let reason = format!("{} has a stack of three", INFO.side_name(owner));
            return Some(Ending::new(Outcome::Win(owner), reason));
        }
        let is_stuck = self.moves().is_empty();
        let reason = format!("{} has no turn", INFO.side_name(self.to_move));
        is_stuck.then(|| Ending::new(Outcome::Win(self.to_move.other()), reason))
    }

    fn visit_moves<B>(
        &self,
        mut visit: impl FnMut(PagodaMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for bits in 0..((HAND + 1) * CELLS) as u8 {
            if self.check(PagodaMove(bits)).is_ok() {
                visit(PagodaMove(bits))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, mv: PagodaMove) -> Result<(), Illegal> {
        if self.cells.iter().any(|stack| stack.height() >= WINNING_HEIGHT) {
            return Err(Illegal::GAME_OVER);
        }
        let is_free = self.cells[mv.to()] == BitStack::EMPTY;
        if mv.from() == HAND {
            return match (is_free, self.discs_in_hand(self.to_move)) {
                (true, 1..) => Ok(()),
                (false, _) => Err(Illegal::because("a disc goes on an empty square")),
                (true, 0) => Err(Illegal::because("all five discs are on the board")),
            };
        }
        if self.cells[mv.from()].top() != Some(self.to_move) {
            return Err(Illegal::because("only the player's own stacks move"));
        }
        let steps = ORTHOGONAL.into_iter().filter_map(|step| BOARD.step(mv.from(), step, 1));
        if is_free || !steps.into_iter().any(|next| next == mv.to()) {
            return Err(Illegal::because("a stack moves onto a stack next to it"));
        }
        Ok(())
    }

    fn play_unchecked(&mut self, mv: PagodaMove) {
        let to = self.cells[mv.to()];
        if mv.from() == HAND {
            self.set(mv.to(), to.with(self.to_move));
        } else {
            let moved = self.cells[mv.from()];
            self.set(mv.to(), moved.pieces().fold(to, BitStack::with));
            self.set(mv.from(), BitStack::EMPTY);
        }
        self.to_move = self.to_move.other();
        self.key ^= SECOND_TO_MOVE;
    }
}
