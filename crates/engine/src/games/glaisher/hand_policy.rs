//! A policy of Glaisher by hand, for evaluations without a learned one: the way across the
//! board that turns open or close, and the stacks that they take, build and leave in
//! danger.
//!
//! The numbers follow what tuning found for the evaluation, in its unit, with places left
//! out.

use cairn_games::Game;
use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Bitboard, Glaisher, StackMove};
use cairn_games::hex::CELLS;

use super::candidates::Ranking;
use super::features::is_in_reach;
use super::routes::{FURTHEST, Occupancy, Route, Ways};
use super::threats::Landed;

/// Heights that are told apart.
const HEIGHTS: usize = 9;

/// What a stack of so many pieces is worth when the opponent cannot take it.
const SAFE: [i32; HEIGHTS] = [0, 12, 8, 18, 25, 44, 56, 52, 56];

/// The same when the opponent can.
const IN_DANGER: [i32; HEIGHTS] = [0, -6, -12, -10, -15, -10, 0, 10, 20];

/// What it is worth to need so many pieces along the shortest way, and along the second
/// shortest, with the opponent to move.
const WAITING: [[i32; FURTHEST + 2]; 2] = [
    [400, 110, 50, 15, -5, -20, -28, -32, -35, -35],
    [80, 45, 25, 5, -10, -20, -30, -35, -38, -40],
];

/// The same for the player who is to move.
const MOVING: [[i32; FURTHEST + 2]; 2] = [
    [900, 400, 130, 70, 20, -10, -25, -32, -35, -35],
    [90, 60, 40, 20, 0, -15, -28, -35, -38, -40],
];

/// To stand on one of several shortest ways is worth so small a part of closing them.
const HINDRANCE: i32 = 4;

/// What is seen of a position before its turns are looked at one by one.
pub(super) struct HandPolicy {
    /// What it does for the ways across to land on a cell.
    landing: [i32; CELLS],
    /// What a stack on its cell is worth to the player to move, and would be missed.
    staying: [i32; CELLS],
    /// The same for what it does on the ways across.
    linking: [i32; CELLS],
    /// Empty cells on which the opponent could take a new piece.
    unsafe_cells: u64,
}

#[inline]
fn worth(height: usize, in_danger: bool) -> i32 {
    let table = if in_danger { &IN_DANGER } else { &SAFE };
    table[height.min(HEIGHTS - 1)]
}

/// What the three distances across the board are worth together.
#[inline]
fn race(mut distances: [usize; 3], values: &[[i32; FURTHEST + 2]; 2]) -> i32 {
    distances.sort_unstable();
    values[0][distances[0]] + values[1][distances[1]]
}

impl HandPolicy {
    pub(super) fn of<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        occupancy: &Occupancy,
    ) -> Self {
        let side = position.to_move();
        let (own, foe) = (position.stacks_of(side), position.stacks_of(!side));
        let in_danger = |cell: usize, height: usize| is_in_reach(position, cell, height, foe);
        let mut policy =
            Self { landing: [0; CELLS], staying: [0; CELLS], linking: [0; CELLS], unsafe_cells: 0 };
        for cell in ones(own) {
            let height = usize::from(position.height(cell));
            policy.staying[cell] = worth(height, in_danger(cell, height));
        }
        for cell in ones(foe) {
            policy.landing[cell] = worth(position.height(cell).into(), false);
        }
        for cell in ones(position.empty()) {
            policy.unsafe_cells |= u64::from(in_danger(cell, 1)) << cell;
        }
        policy.add_routes(occupancy);
        policy
    }

    /// Adds what a part does on the shortest ways of both players.
    fn add_routes(&mut self, occupancy: &Occupancy) {
        let Ways { own, foe } = Ways::on(occupancy);
        let own_now = own.map(|route| route.distance);
        let foe_now = foe.map(|route| route.distance);
        let gain = |index: usize, fewer: usize| {
            let mut then = own_now;
            then[index] = then[index].saturating_sub(fewer);
            race(then, &WAITING) - race(own_now, &WAITING)
        };
        let close = |index: usize| {
            let mut then = foe_now;
            then[index] += 1;
            race(foe_now, &MOVING) - race(then, &MOVING)
        };
        for (index, Route { own, empty, foe, .. }) in own.iter().enumerate() {
            ones(empty.cells()).for_each(|cell| self.landing[cell] += gain(index, 1));
            ones(foe.cells()).for_each(|cell| self.landing[cell] += gain(index, 2));
            ones(own.cells()).for_each(|cell| self.linking[cell] += gain(index, 1) / 2);
        }
        for (index, Route { own, empty, needed, .. }) in foe.iter().enumerate() {
            let closed = close(index);
            ones(empty.cells()).for_each(|cell| self.landing[cell] += closed / HINDRANCE);
            ones((*own | *needed).cells()).for_each(|cell| self.landing[cell] += closed);
        }
    }

    /// What the stacks are worth that the parts make.
    #[inline]
    fn built<const RULEBOOK: bool>(
        &self,
        position: &Glaisher<RULEBOOK>,
        stack_move: StackMove,
    ) -> i32 {
        let side = position.to_move();
        let (own, foe) = (position.stacks_of(side), position.stacks_of(!side));
        let foe = foe & !stack_move.landing_cells();
        let part_worth = |(part, to): (u32, usize)| {
            let height = part as usize + usize::from(position.height(to));
            let before = if own >> to & 1 == 1 { self.staying[to] } else { 0 };
            worth(height, is_in_reach(position, to, height, foe)) - before
        };
        stack_move.landings().map(part_worth).sum()
    }

    /// What the opponent's stacks were worth that a stack move takes.
    #[inline]
    fn taken<const RULEBOOK: bool>(position: &Glaisher<RULEBOOK>, stack_move: StackMove) -> i32 {
        let foe = position.stacks_of(!position.to_move());
        ones(stack_move.landing_cells() & foe)
            .map(|cell| worth(position.height(cell).into(), false))
            .sum()
    }
}

/// A stack move is ranked without seeing how its parts work together.
impl<const RULEBOOK: bool> Ranking<RULEBOOK> for HandPolicy {
    fn stack_moves(width: usize) -> usize {
        (width / 2).max(8)
    }

    #[inline]
    fn stack_move(&self, position: &Glaisher<RULEBOOK>, stack_move: StackMove) -> i32 {
        let ways: i32 = stack_move.landings().map(|(_, to)| self.landing[to]).sum();
        let from = stack_move.from();
        ways + self.built(position, stack_move) - self.staying[from] - self.linking[from]
    }

    fn visit_new_pieces(
        &self,
        position: &Glaisher<RULEBOOK>,
        landed: &Landed,
        allowed: u64,
        mut show: impl FnMut(i32, usize),
    ) {
        let ways = Ways::on(&landed.occupancy);
        let stacks = self.built(position, landed.stack_move)
            + Self::taken(position, landed.stack_move)
            - self.staying[landed.stack_move.from()];
        for cell in ones(ways.cells_that_matter(allowed)) {
            let here = Bitboard::one(cell);
            let [own_race, foe_race] = ways.distances_with(here);
            let hindered = ways.foe.iter().filter(|route| here.is_in(route.empty)).count();
            let piece = worth(1, self.unsafe_cells >> cell & 1 == 1);
            let races = race(own_race, &WAITING) - race(foe_race, &MOVING);
            show(stacks + piece + races + hindered as i32, cell);
        }
    }
}
