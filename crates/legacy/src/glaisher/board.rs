//! The board of program 004: rows `i` from the top and diagonals `j`, both from 0, and
//! heights that are negative for Yellow.

use std::sync::LazyLock;

use cairn_games::bitboard::ones;
use cairn_games::hex::CELLS;
use cairn_games::{AnyPosition, Side};

use super::play::Turn;
use super::terms;

/// Number of directions.
pub(super) const DIRECTIONS: usize = 6;

/// Row and diagonal of each cell, in the order in which the program visits them.
pub(super) static PLACES: [(usize, usize); CELLS] = {
    let mut places = [(0, 0); CELLS];
    let (mut cell, mut i) = (0, 0usize);
    while i < 9 {
        let mut j = i.saturating_sub(4);
        while j < 9 && j <= i + 4 {
            places[cell] = (i, j);
            cell += 1;
            j += 1;
        }
        i += 1;
    }
    places
};

/// Returns the cell in a row and a diagonal.
fn cell_at(i: usize, j: usize) -> Option<usize> {
    PLACES.iter().position(|&place| place == (i, j))
}

/// Cells at each distance up to 8 in each direction.
static RAYS: LazyLock<[[[Option<u8>; 8]; DIRECTIONS]; CELLS]> = LazyLock::new(|| {
    // Right, above right, above left, left, below left, below right.
    const STEPS: [(isize, isize); DIRECTIONS] =
        [(0, 1), (-1, 0), (-1, -1), (0, -1), (1, 0), (1, 1)];
    std::array::from_fn(|cell| {
        let (i, j) = PLACES[cell];
        STEPS.map(|(di, dj)| {
            std::array::from_fn(|distance| {
                let distance = distance as isize + 1;
                let i = i.checked_add_signed(di * distance)?;
                let j = j.checked_add_signed(dj * distance)?;
                cell_at(i, j).map(|cell| cell as u8)
            })
        })
    })
});

/// Ways to divide a stack of each height into different parts of at most 8 pieces, in the
/// order of their lists.
static SPLITS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let sum = |parts: u8| ones(parts.into()).map(|bit| bit + 1).sum::<usize>();
    let list = |parts: &u8| ones((*parts).into()).collect::<Vec<_>>();
    (0..=36)
        .map(|height| {
            let mut splits: Vec<u8> = (1..=255).filter(|&parts| sum(parts) == height).collect();
            splits.sort_by_key(list);
            splits
        })
        .collect()
});

/// Heights of all stacks, in the order of [`PLACES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProgramBoard {
    heights: [i32; CELLS],
    /// Whether a stack may move whole. The program knows only this rule set.
    may_move_whole: bool,
}

impl ProgramBoard {
    pub(super) fn of(position: &AnyPosition) -> Self {
        let diagram = position.to_diagram();
        let height = |(i, j)| {
            let stack = terms::cell_at(i, j).map(|cell| &diagram.stacks[cell]);
            stack.map_or(0, |stack| {
                let height = stack.len() as i32;
                if stack.first() == Some(&super::LETTERS[1]) { -height } else { height }
            })
        };
        let may_move_whole = matches!(position, AnyPosition::Glaisher(_));
        Self { heights: PLACES.map(height), may_move_whole }
    }

    pub(super) const fn height(&self, cell: usize) -> i32 {
        self.heights[cell]
    }

    pub(super) fn empty_cells(&self) -> impl Iterator<Item = usize> {
        (0..CELLS).filter(|&cell| self.heights[cell] == 0)
    }

    /// Returns the cells of a player's stacks.
    pub(super) fn stacks_of(&self, player: i32) -> impl Iterator<Item = usize> {
        let sign = sign(player);
        (0..CELLS).filter(move |&cell| self.heights[cell].signum() == sign)
    }

    /// Returns the ways to divide the stack on a cell.
    pub(super) fn splits(&self, cell: usize) -> impl Iterator<Item = u8> + use<> {
        let splits = SPLITS.get(self.heights[cell].unsigned_abs() as usize);
        let may_move_whole = self.may_move_whole;
        let is_allowed = move |parts: &u8| may_move_whole || parts.count_ones() > 1;
        splits.into_iter().flatten().copied().filter(is_allowed)
    }

    /// Returns the cell at a distance in one of the directions, counted from 0.
    pub(super) fn step(&self, cell: usize, direction: usize, distance: usize) -> Option<usize> {
        RAYS[cell][direction][distance - 1].map(usize::from)
    }

    /// Returns the board after the first half of a turn, if it is possible.
    pub(super) fn after_stack_move(&self, turn: &Turn) -> Option<Self> {
        let mut next = *self;
        let sign = sign(turn.player);
        for bit in ones(turn.parts.into()) {
            let part = bit + 1;
            let to = self.step(turn.from, turn.direction - 1, part)?;
            let there = self.heights[to];
            if there * sign < 0 && there.abs() > part as i32 {
                return None;
            }
            next.heights[to] = sign * (there.abs() + part as i32);
        }
        next.heights[turn.from] = 0;
        Some(next)
    }

    /// Returns the board after a turn, if it is possible.
    pub(super) fn after(&self, turn: &Turn) -> Option<Self> {
        let mut next = self.after_stack_move(turn)?;
        if next.heights[turn.new_piece] != 0 {
            return None;
        }
        next.heights[turn.new_piece] = sign(turn.player);
        Some(next)
    }

    fn has_stack_move(&self, player: i32) -> bool {
        self.stacks_of(player).any(|from| {
            self.splits(from).any(|parts| {
                (1..=DIRECTIONS).any(|direction| {
                    let turn = Turn { player, from, parts, direction, new_piece: from };
                    self.after_stack_move(&turn).is_some()
                })
            })
        })
    }

    /// Whether a player has won: the opponent has no move, or a chain of the player's
    /// stacks joins two opposite sides.
    pub(super) fn is_won_by(&self, player: i32) -> bool {
        !self.has_stack_move(3 - player) || self.has_chain(player)
    }

    fn has_chain(&self, player: i32) -> bool {
        /// Whether a cell lies on each of the six sides, opposite sides next to each other.
        fn sides((i, j): (usize, usize)) -> [bool; 6] {
            [i == 0, i == 8, j == 0, j == 8, i == j + 4, j == i + 4]
        }
        let mut is_seen = [false; CELLS];
        for start in self.stacks_of(player) {
            let mut touched = [false; 6];
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if std::mem::replace(&mut is_seen[cell], true) {
                    continue;
                }
                for (touched, side) in touched.iter_mut().zip(sides(PLACES[cell])) {
                    *touched |= side;
                }
                let next = (0..DIRECTIONS).filter_map(|direction| self.step(cell, direction, 1));
                open.extend(next.filter(|&next| self.heights[next].signum() == sign(player)));
            }
            if touched.chunks(2).any(|pair| pair == [true, true]) {
                return true;
            }
        }
        false
    }
}

/// Returns the sign of a player's heights.
pub(super) const fn sign(player: i32) -> i32 {
    if player == 1 { 1 } else { -1 }
}

/// Returns the number of a side in the program.
pub(super) const fn player(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => 2,
    }
}
