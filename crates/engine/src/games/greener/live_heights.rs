//! Positions of Greener with what decides the game when the greens are level.

use cairn_games::greener::{CellSet, Greener, GreenerMove};
use cairn_games::zobrist::{cell_key, mix};
use cairn_games::{Game, Side};

use super::bounds::joined_to;
use super::live_stacks::LiveStacks;
use crate::games::{FirstMargin, MarginPosition};

/// The live stacks with their heights.
///
/// A win is a margin of 1 and a loss one of -1. Of the stacks that are left out, the lead in
/// greens and the highest stack of each side are kept.
#[derive(Clone, Copy, Debug)]
pub struct LiveHeights<const COLS: usize, const ROWS: usize, const CELLS: usize> {
    live: LiveStacks<COLS, ROWS, CELLS>,
    /// Heights of the live stacks that are owned; 0 elsewhere.
    heights: [u8; CELLS],
    /// Lead in greens of the side to move, in stacks that are left out.
    lead: i8,
    /// Highest stack of each side among those that are left out.
    highest: [u8; 2],
    /// Whether the side to move gets at least as many greens as the other with best play.
    is_not_behind: bool,
    /// Key of the heights.
    key: u64,
}

/// Distinguishes the keys from those of other positions.
const SALT: u64 = mix(0xca12_0000_0000_0002);

/// Bounds on the highest stack of a side at the end.
#[derive(Clone, Copy)]
struct Highest {
    least: u8,
    most: u8,
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> From<Greener<COLS, ROWS, CELLS>>
    for LiveHeights<COLS, ROWS, CELLS>
{
    fn from(position: Greener<COLS, ROWS, CELLS>) -> Self {
        let mut start = Self {
            live: LiveStacks::from(position),
            heights: [0; CELLS],
            lead: 0,
            highest: [0; 2],
            is_not_behind: false,
            key: SALT,
        };
        let stacks = Side::BOTH.map(|side| position.stacks_of(side));
        for cell in (stacks[0] | stacks[1]).iter() {
            start.set_height(cell, position.height(cell) as u8);
        }
        start.lead = start.live.remove_alone(position.occupied(), position.to_move());
        start.forget_removed(position.occupied(), stacks);
        start
    }
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> LiveHeights<COLS, ROWS, CELLS> {
    /// Part of the key for a stack of this height, 0 if there is none.
    #[inline]
    const fn key_of(cell: usize, height: u8) -> u64 {
        if height == 0 { 0 } else { cell_key(cell, SALT >> 8 ^ height as u64) }
    }

    #[inline]
    fn set_height(&mut self, cell: usize, height: u8) {
        self.key ^= Self::key_of(cell, self.heights[cell]) ^ Self::key_of(cell, height);
        self.heights[cell] = height;
    }

    /// Keeps the heights of those stacks that are no longer live only as far as they are the
    /// highest.
    fn forget_removed(&mut self, before: CellSet<CELLS>, stacks: [CellSet<CELLS>; 2]) {
        for cell in before.minus(self.live.occupied()).iter() {
            for side in Side::BOTH.map(Side::index) {
                if stacks[side].contains(cell) {
                    self.highest[side] = self.highest[side].max(self.heights[cell]);
                }
            }
            self.set_height(cell, 0);
        }
    }

    /// Height of the stack that all stacks on these cells would make.
    fn height_of_all(&self, cells: CellSet<CELLS>) -> u8 {
        // Nobody owns the others, which are single pieces.
        cells.iter().map(|cell| self.heights[cell].max(1)).sum()
    }

    fn highest_on(&self, cells: CellSet<CELLS>) -> u8 {
        cells.iter().map(|cell| self.heights[cell]).max().unwrap_or(0)
    }

    /// Bounds on the highest stack of each side, from the parts of the board that no row or column
    /// joins.
    fn highest_at_the_end(&self) -> [Highest; 2] {
        let mut bounds = self.highest.map(|highest| Highest { least: highest, most: highest });
        let mut rest = self.live.occupied();
        while let Some(cell) = rest.first() {
            let part = joined_to::<COLS, ROWS, CELLS>(self.live.occupied(), cell);
            rest = rest.minus(part);
            let all = self.height_of_all(part);
            let stacks = Side::BOTH.map(|side| part & self.live.stacks_of(side));
            for (side, highest) in bounds.iter_mut().enumerate() {
                if stacks[side].is_empty() {
                    continue;
                }
                highest.most = highest.most.max(all);
                if stacks[1 - side].is_empty() {
                    highest.least = highest.least.max(self.highest_on(stacks[side]));
                }
            }
        }
        bounds
    }
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> MarginPosition
    for LiveHeights<COLS, ROWS, CELLS>
{
    type Move = GreenerMove;
    type First = LiveStacks<COLS, ROWS, CELLS>;

    #[inline]
    fn to_move(&self) -> Side {
        self.live.to_move()
    }

    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.highest.map(u64::from);
        let rest = first | second << 8 | u64::from(self.lead as u8) << 16;
        self.live.key() ^ self.key ^ mix(SALT ^ rest)
    }

    #[inline]
    fn is_near_the_end(&self) -> bool {
        self.live.is_near_the_end()
    }

    fn bound(&mut self) -> (i8, i8) {
        let (worst, best) = self.live.bound();
        if worst + self.lead > 0 {
            (1, 1)
        } else if best + self.lead < 0 {
            (-1, -1)
        } else if self.live.occupied().is_empty() {
            self.bound_if_level()
        } else {
            (-1, 1)
        }
    }

    fn first_margin(&self) -> Option<FirstMargin<Self::First>> {
        let is_not_behind = self.is_not_behind;
        Some(FirstMargin { position: self.live, level: -self.lead, is_not_behind })
    }

    /// A side that cannot get a lower stack than the other does not lose: it keeps the greens
    /// level.
    fn bound_if_level(&self) -> (i8, i8) {
        let highest = self.highest_at_the_end();
        let [own, other] =
            [self.to_move(), self.to_move().other()].map(|side| highest[side.index()]);
        let sign = |one: u8, other: u8| one.cmp(&other) as i8;
        (sign(own.least, other.most), sign(own.most, other.least))
    }

    /// No move gets its side ahead then, so that the other is not behind after it.
    fn note_level(&mut self) {
        self.is_not_behind = true;
    }

    #[inline]
    fn visit_ranked(&self, urgent: bool, visit: impl FnMut(GreenerMove, u16, i32)) {
        self.live.visit_ranked(urgent, visit);
    }

    fn play(&mut self, mv: GreenerMove) -> i8 {
        let mover = self.to_move().index();
        let before = self.live.occupied();
        let mut stacks = Side::BOTH.map(|side| self.live.stacks_of(side));
        if let Some((from, to)) = mv.capture() {
            self.set_height(to, self.heights[from] + self.heights[to].max(1));
            self.set_height(from, 0);
            stacks = stacks.map(|stacks| stacks.without(from).without(to));
            stacks[mover] = stacks[mover].with(to);
        }
        let margin = self.live.play(mv);
        self.lead = -(self.lead + margin);
        self.forget_removed(before, stacks);
        0
    }
}
