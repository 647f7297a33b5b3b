//! Positions of Greener without what no longer matters to the greens.

use cairn_games::greener::{CellSet, Greener, GreenerMove};
use cairn_games::zobrist::{SECOND_TO_MOVE, cell_key, mix};
use cairn_games::{Game, GameMove, Side};

use super::bounds::{NEAR_THE_END, joined_to};
use crate::games::MarginPosition;

/// The stacks that can still capture or be captured, with their greens.
///
/// The margin is the lead in greens. Heights decide only if the greens are level, and are left
/// out. So are stacks that are alone in their rows and columns, and green ones that nobody can
/// reach. Many more positions are equal then, and a move changes little memory.
#[derive(Clone, Copy, Debug)]
pub struct LiveStacks<const COLS: usize, const ROWS: usize, const CELLS: usize> {
    occupied: CellSet<CELLS>,
    stacks: [CellSet<CELLS>; 2],
    greens: [u8; CELLS],
    to_move: Side,
    key: u64,
}

/// Distinguishes the keys from those of whole positions.
const SALT: u64 = mix(0xca12_0000_0000_0001);

const OPPOSITE: [usize; 4] = [1, 0, 3, 2];

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> From<Greener<COLS, ROWS, CELLS>>
    for LiveStacks<COLS, ROWS, CELLS>
{
    fn from(position: Greener<COLS, ROWS, CELLS>) -> Self {
        let mut live = Self {
            occupied: position.occupied(),
            stacks: Side::BOTH.map(|side| position.stacks_of(side)),
            greens: std::array::from_fn(|cell| position.greens(cell) as u8),
            to_move: position.to_move(),
            key: SALT,
        };
        if live.to_move == Side::Second {
            live.key ^= SECOND_TO_MOVE;
        }
        for cell in live.occupied.iter() {
            live.key ^= live.key_of(cell);
        }
        live
    }
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> LiveStacks<COLS, ROWS, CELLS> {
    /// Part of the key for the stack on a cell.
    #[inline]
    fn key_of(&self, cell: usize) -> u64 {
        let [first, second] = self.stacks.map(|stacks| u64::from(stacks.contains(cell)));
        cell_key(cell, 1 | first << 1 | second << 2 | u64::from(self.greens[cell]) << 3)
    }

    #[inline]
    fn own(&self) -> CellSet<CELLS> {
        self.stacks[self.to_move.index()]
    }

    #[inline]
    fn opponents(&self) -> CellSet<CELLS> {
        self.stacks[self.to_move.other().index()]
    }

    #[inline]
    fn nearest(&self, from: usize, direction: usize) -> Option<usize> {
        Greener::<COLS, ROWS, CELLS>::nearest_of(self.occupied, from, direction)
    }

    #[inline]
    fn greens_on(&self, cells: CellSet<CELLS>) -> i8 {
        cells.iter().map(|cell| self.greens[cell] as i8).sum()
    }

    #[inline]
    fn remove(&mut self, cell: usize) {
        self.key ^= self.key_of(cell);
        self.occupied = self.occupied.without(cell);
        self.stacks = self.stacks.map(|stacks| stacks.without(cell));
        self.greens[cell] = 0;
    }

    /// Removes those of some stacks that are alone, and returns their margin for `side`.
    #[inline]
    fn remove_alone(&mut self, cells: CellSet<CELLS>, side: Side) -> i8 {
        let mut margin = 0;
        for cell in (cells & self.occupied).iter() {
            let lines = Greener::<COLS, ROWS, CELLS>::lines_through(cell);
            if (lines & self.occupied).is_empty() {
                let greens = self.greens[cell] as i8;
                if self.stacks[side.index()].contains(cell) {
                    margin += greens;
                } else if self.stacks[side.other().index()].contains(cell) {
                    margin -= greens;
                }
                self.remove(cell);
            }
        }
        margin
    }

    /// Cells on which the opponent can capture.
    #[inline]
    fn seen_by_opponent(&self) -> CellSet<CELLS> {
        let mut seen = CellSet::EMPTY;
        for cell in self.opponents().iter() {
            for direction in 0..4 {
                if let Some(to) = self.nearest(cell, direction) {
                    seen = seen.with(to);
                }
            }
        }
        seen
    }
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> MarginPosition
    for LiveStacks<COLS, ROWS, CELLS>
{
    type Move = GreenerMove;

    const LEAVES_TIES_OPEN: bool = true;

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn is_near_the_end(&self) -> bool {
        self.occupied.len() < NEAR_THE_END
    }

    /// A side that is alone in a part of the board loses nothing there, and a side without a
    /// stack in it gets nothing.
    #[inline]
    fn bound(&mut self) -> (i8, i8) {
        let (own, opponents) = (self.own(), self.opponents());
        let (mut worst, mut best) = (0, 0);
        let mut rest = self.occupied;
        while let Some(cell) = rest.first() {
            let part = joined_to::<COLS, ROWS, CELLS>(self.occupied, cell);
            rest = rest.minus(part);
            match ((part & own).is_empty(), (part & opponents).is_empty()) {
                (false, false) => {
                    let greens = self.greens_on(part);
                    worst -= greens;
                    best += greens;
                }
                (false, true) => {
                    worst += self.greens_on(part & own);
                    best += self.greens_on(part);
                }
                (true, false) => {
                    worst -= self.greens_on(part);
                    best -= self.greens_on(part & opponents);
                }
                (true, true) => part.iter().for_each(|cell| self.remove(cell)),
            }
        }
        (worst, best)
    }

    /// The order of [`urgency`](crate::games::ProofBounds::urgency).
    #[inline]
    fn visit_ranked(&self, mut visit: impl FnMut(GreenerMove, u16, i32)) {
        let (own, opponents) = (self.own(), self.opponents());
        let seen = self.seen_by_opponent();
        let mut must_pass = true;
        for from in own.iter() {
            let staked = i32::from(self.greens[from]);
            let nearest: [_; 4] = std::array::from_fn(|direction| self.nearest(from, direction));
            for (direction, to) in nearest.into_iter().enumerate() {
                let Some(to) = to else { continue };
                must_pass = false;
                let won = i32::from(self.greens[to]);
                // The stack that leaves may open a line to its new place.
                let is_seen = seen.contains(to)
                    || nearest[OPPOSITE[direction]].is_some_and(|cell| opponents.contains(cell));
                let risk = if is_seen { 16 * (staked + won) } else { 0 };
                let gain = if opponents.contains(to) {
                    1000 + 32 * won
                } else if own.contains(to) {
                    -1000 - won
                } else {
                    32 * won
                };
                let mv = GreenerMove::new(from, to);
                visit(mv, mv.to_bits() as u16, gain - staked - risk);
            }
        }
        if must_pass {
            visit(GreenerMove::PASS, GreenerMove::PASS.to_bits() as u16 - 1, 0);
        }
    }

    #[inline]
    fn after(&self, mv: GreenerMove) -> (Self, i8) {
        let mut next = *self;
        next.to_move = self.to_move.other();
        next.key ^= SECOND_TO_MOVE;
        let Some((from, to)) = mv.capture() else { return (next, 0) };
        next.key ^= self.key_of(from) ^ self.key_of(to);
        next.occupied = next.occupied.without(from);
        let own = &mut next.stacks[self.to_move.index()];
        *own = own.without(from).with(to);
        let opponents = &mut next.stacks[self.to_move.other().index()];
        *opponents = opponents.without(to);
        next.greens[to] += next.greens[from];
        next.greens[from] = 0;
        next.key ^= next.key_of(to);
        let lines = Greener::<COLS, ROWS, CELLS>::lines_through(from);
        let margin = next.remove_alone(lines.with(to), self.to_move);
        (next, margin)
    }
}
