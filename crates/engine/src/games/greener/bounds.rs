//! Bounds on the value of positions of Greener.

use std::cmp::Ordering;

use cairn_games::greener::{CellSet, Greener, GreenerMove};
use cairn_games::{Game, Side};

use super::live_heights::LiveHeights;
use crate::games::{Bounds, ProofBounds, Wdl};

/// Number of stacks from which the end is soon found again.
pub(super) const NEAR_THE_END: u32 = 12;

/// Greens and highest stack, in the order in which they decide the game.
type Standing = (u32, u32);

/// Bounds on the standing that a side can still get.
#[derive(Clone, Copy, Default)]
struct Prospect {
    worst: Standing,
    best: Standing,
}

/// The stacks that a chain of rows and columns joins to the one on this cell.
///
/// Stacks only ever land where a stack stands, so parts of the board that are apart
/// stay apart.
#[inline]
pub(super) fn joined_to<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    occupied: CellSet<CELLS>,
    cell: usize,
) -> CellSet<CELLS> {
    let mut joined = CellSet::one(cell);
    let mut new = joined;
    // Mostly a few stacks reach all others.
    while joined != occupied
        && let Some(cell) = new.first()
    {
        let reached = Greener::<COLS, ROWS, CELLS>::lines_through(cell) & occupied;
        new = (new | reached.minus(joined)).without(cell);
        joined = joined | reached;
    }
    joined
}

/// Whether the stacks that a stack on this cell joined are joined without it.
///
/// Those of its row are, and those of its column. One stack that shares a column with one of the
/// former and a row with one of the latter joins both. That is not the only way, so they may be
/// joined even if this is false.
#[inline]
pub(super) fn stay_joined<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    others: CellSet<CELLS>,
    cell: usize,
) -> bool {
    let first_row = const { CellSet::from_bits((1 << COLS) - 1) };
    let first_column = const { CellSet::from_bits(((1 << CELLS) - 1) / ((1 << COLS) - 1)) };
    let columns = others >> (cell / COLS * COLS) & first_row;
    let rows = others >> (cell % COLS) & first_column;
    let crossings = columns.each_with(first_column) & rows.each_with(first_row);
    columns.is_empty() || rows.is_empty() || !(crossings & others).is_empty()
}

/// Bounds on the standings that both sides can still get.
///
/// In a part of the board without a stack of the other side nothing can be lost, and
/// where a side has no stack it gets nothing.
fn prospects<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
) -> [Prospect; 2] {
    let mut prospects = [Prospect::default(); 2];
    let mut rest = position.occupied();
    while let Some(cell) = rest.first() {
        let part = joined_to::<COLS, ROWS, CELLS>(position.occupied(), cell);
        rest = rest.minus(part);
        let pieces = pieces_in(position, part);
        for side in Side::BOTH {
            let own = part & position.stacks_of(side);
            if own.is_empty() {
                continue;
            }
            let Prospect { worst, best } = &mut prospects[side.index()];
            *best = (best.0 + pieces.greens, best.1.max(pieces.height));
            if (part & position.stacks_of(side.other())).is_empty() {
                let owned = pieces_in(position, own);
                *worst = (worst.0 + owned.greens, worst.1.max(owned.highest));
            }
        }
    }
    prospects
}

fn pieces_in<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    cells: CellSet<CELLS>,
) -> Pieces {
    let mut pieces = Pieces::default();
    for cell in cells.iter() {
        let height = position.height(cell);
        pieces.greens += position.greens(cell);
        pieces.height += height;
        pieces.highest = pieces.highest.max(height);
    }
    pieces
}

/// Pieces on some cells.
#[derive(Default)]
struct Pieces {
    greens: u32,
    /// Of all stacks together.
    height: u32,
    /// Of the highest stack.
    highest: u32,
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> ProofBounds
    for Greener<COLS, ROWS, CELLS>
{
    type Margin = LiveHeights<COLS, ROWS, CELLS>;

    const ENDS_SOON: bool = true;

    /// Those of the standard board.
    const PUZZLES: Option<&'static str> = if COLS == 6 && ROWS == 6 {
        Some(include_str!("../../../data/puzzles/greener.txt"))
    } else {
        None
    };
    const PROVES_FIRST: bool = true;

    /// With two stacks more, a proof takes about four times as long; beyond 26 it is
    /// seldom found by one thread in the time for a move. Twice as many threads reach about
    /// one stack further.
    fn proof_share(&self, threads: usize) -> u32 {
        match self.occupied().len().saturating_sub(threads.max(1).ilog2()) {
            0..=24 => 80,
            25..=26 => 40,
            _ => 0,
        }
    }

    /// About a hundredth of what the proof of a position usually takes.
    fn advice_nodes(&self) -> u64 {
        match self.occupied().len() {
            0..22 => 0,
            stacks @ 22..36 => 100 << (stacks - 22),
            _ => 2_000_000,
        }
    }

    #[inline]
    fn is_near_the_end(&self) -> bool {
        self.occupied().len() < NEAR_THE_END
    }

    #[inline]
    fn bounds(&self) -> Bounds {
        let prospects = prospects(self);
        let own = prospects[self.to_move().index()];
        let other = prospects[self.to_move().other().index()];
        Bounds {
            worst: if own.worst > other.best {
                Wdl::Win
            } else if own.worst == other.best {
                Wdl::Draw
            } else {
                Wdl::Loss
            },
            best: match own.best.cmp(&other.worst) {
                Ordering::Less => Wdl::Loss,
                Ordering::Equal => Wdl::Draw,
                Ordering::Greater => Wdl::Win,
            },
        }
    }

    /// Captures from the other side first, the most greens at once foremost, and then of
    /// green stacks; but what could be taken back for good counts less. Among equals, a stack
    /// goes where it stands in line with many others, and comes from where it does not.
    ///
    /// Taking any stack from the other side before any green one matters most: without
    /// it a search has seven times as many nodes.
    #[inline]
    fn urgency(&self, mv: GreenerMove) -> i32 {
        let Some((from, to)) = mv.capture() else { return 0 };
        let (staked, won) = (self.greens(from) as i32, self.greens(to) as i32);
        let other = self.to_move().other();
        let is_at_risk =
            is_seen_by(self, other, to, from) && !is_seen_by(self, self.to_move(), to, from);
        let risk = if is_at_risk { 16 * (staked + won) } else { 0 };
        let in_line = |cell| (Self::lines_through(cell) & self.occupied()).len() as i32;
        let gain = match self.owner(to) {
            Some(side) if side == other => 1000 + 32 * won,
            Some(_) => -1000 - won,
            None => 32 * won,
        };
        gain - staked - risk + 4 * in_line(to) - 2 * in_line(from)
    }
}

/// Whether a stack of this side sees a cell when the stack on `without` has gone.
#[inline]
fn is_seen_by<const COLS: usize, const ROWS: usize, const CELLS: usize>(
    position: &Greener<COLS, ROWS, CELLS>,
    side: Side,
    cell: usize,
    without: usize,
) -> bool {
    let stacks = position.occupied().without(without);
    (0..4).any(|direction| {
        Greener::<COLS, ROWS, CELLS>::nearest_of(stacks, cell, direction)
            .is_some_and(|nearest| position.stacks_of(side).contains(nearest))
    })
}
