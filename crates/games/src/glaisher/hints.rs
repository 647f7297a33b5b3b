//! Which turns of Glaisher to look at.
//!
//! There are about two thousand turns in a position. Those that win at once, or that
//! lose because the opponent's threat to win stays, are found exactly; of the others
//! those are shown that do most for the way across the board, or against the opponent's.

use std::ops::ControlFlow;

use super::packed::{GlaisherMove, StackMove};
use super::plane::{CROSSINGS, Plane};
use super::position::Glaisher;
use super::routes::{FURTHEST, Ground, Route};
use super::threats::{Landed, Threats, shortest, winning_cell};
use crate::bits::ones;
use crate::game::Game;
use crate::hex::CELLS;
use crate::insight::Hints;

/// The most turns that are ranked.
const MOST_CANDIDATES: usize = 256;

/// The least and the most stack moves whose new pieces are looked at.
const FEWEST_STACK_MOVES: usize = 8;
const MOST_STACK_MOVES: usize = 64;

/// What it is worth to be so many pieces from joining two sides.
const NEARNESS: [i32; FURTHEST + 2] = [1000, 620, 384, 238, 148, 91, 57, 35, 22, 0];

/// The opponent moves next, so their way counts for more, by so many tenths.
const OPPONENTS_TENTHS: i32 = 13;

/// Standing on one of several shortest ways is worth so small a part of closing all.
const HINDRANCE: i32 = 6;

/// What it is worth by itself to take a stack.
const CAPTURE: i32 = 300;

/// The best of what was shown, the best first.
struct Best<T, const MOST: usize> {
    items: [(i32, T); MOST],
    count: usize,
    wanted: usize,
}

impl<T: Copy + Default, const MOST: usize> Best<T, MOST> {
    fn new(wanted: usize) -> Self {
        Self { items: [(0, T::default()); MOST], count: 0, wanted: wanted.clamp(1, MOST) }
    }

    #[inline]
    fn add(&mut self, score: i32, item: T) {
        let mut place = self.count;
        if self.count < self.wanted {
            self.count += 1;
        } else if self.items[self.count - 1].0 >= score {
            return;
        } else {
            place = self.count - 1;
        }
        while place > 0 && self.items[place - 1].0 < score {
            self.items[place] = self.items[place - 1];
            place -= 1;
        }
        self.items[place] = (score, item);
    }

    fn iter(&self) -> impl Iterator<Item = T> {
        self.items[..self.count].iter().map(|&(_, item)| item)
    }
}

impl<const RULEBOOK: bool> Hints for Glaisher<RULEBOOK> {
    fn visit_candidates<B>(
        &self,
        width: usize,
        mut visit: impl FnMut(GlaisherMove) -> ControlFlow<B>,
    ) -> (ControlFlow<B>, bool) {
        if self.is_chain_made() || width as u64 >= self.count_moves() {
            return (self.visit_moves(visit), true);
        }
        let ground = Ground::of(self, self.to_move());
        if let Some(win) = self.winning_turn(&ground) {
            return (visit(win), true);
        }
        let threats = Threats::find(self, &ground.exchanged());
        let Survivors { stack_moves, turns } = self.survivors(&ground, &threats, width);
        if turns == 0 {
            // Every turn loses at once, so that one of them stands for all.
            let first = self.visit_moves(ControlFlow::Break).break_value();
            return (first.map_or(ControlFlow::Continue(()), visit), true);
        }
        let mut best = Best::<(StackMove, u8), MOST_CANDIDATES>::new(width);
        for (stack_move, allowed) in stack_moves.iter() {
            let landed = Landed::after(&ground, stack_move);
            if turns <= width as u32 {
                ones(allowed).for_each(|cell| best.add(0, (stack_move, cell as u8)));
            } else {
                rank_new_pieces(&landed.ground, Plane::from_bits(allowed), |score, cell| {
                    best.add(score, (stack_move, cell as u8));
                });
            }
        }
        let complete = best.count as u32 == turns;
        for (stack_move, cell) in best.iter() {
            let flow = visit(GlaisherMove::new(stack_move, cell.into()));
            if flow.is_break() {
                return (flow, complete);
            }
        }
        (ControlFlow::Continue(()), complete)
    }
}

/// What is left when turns that lose at once are taken away.
struct Survivors {
    /// The most promising stack moves, and the cells where a new piece may go then.
    stack_moves: Best<(StackMove, u64), MOST_STACK_MOVES>,
    /// How many turns there are with all stack moves.
    turns: u32,
}

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// A turn that makes a chain.
    fn winning_turn(&self, ground: &Ground) -> Option<GlaisherMove> {
        let distance = shortest(ground);
        self.visit_stack_moves(|stack_move| {
            let landed = Landed::after(ground, stack_move);
            match winning_cell(self, &landed, distance) {
                Some(cell) => ControlFlow::Break(GlaisherMove::new(stack_move, cell)),
                None => ControlFlow::Continue(()),
            }
        })
        .break_value()
    }

    fn survivors(&self, ground: &Ground, threats: &Threats, width: usize) -> Survivors {
        let promise = Promise::of(ground);
        let mut stack_moves = Best::new((width / 2).max(FEWEST_STACK_MOVES));
        let mut turns = 0;
        let _: ControlFlow<()> = self.visit_stack_moves(|stack_move| {
            let allowed = if threats.is_empty() {
                self.empty_after(stack_move)
            } else {
                threats.answers(self, &Landed::after(ground, stack_move))
            };
            if allowed != 0 {
                turns += allowed.count_ones();
                stack_moves.add(promise.of_stack_move(stack_move), (stack_move, allowed));
            }
            ControlFlow::Continue(())
        });
        Survivors { stack_moves, turns }
    }
}

/// What it looks like to come to a cell with a part, or to leave it. The sum for a stack
/// move is a quick guess: it does not see how its parts work together.
struct Promise {
    landing: [i32; CELLS],
    leaving: [i32; CELLS],
}

impl Promise {
    fn of(ground: &Ground) -> Self {
        let mut promise = Self { landing: [0; CELLS], leaving: [0; CELLS] };
        for sides in CROSSINGS {
            promise.add_own(&ground.route(sides));
            promise.add_opponents(&ground.exchanged().route(sides));
        }
        for cell in ones(ground.foe.bits()) {
            promise.landing[cell] += CAPTURE;
        }
        promise
    }

    /// A way across for the player to move.
    fn add_own(&mut self, route: &Route) {
        let now = NEARNESS[route.distance];
        let with_piece = NEARNESS[route.distance.saturating_sub(1)];
        let with_capture = NEARNESS[route.distance.saturating_sub(2)];
        let without = NEARNESS[route.distance + 1];
        ones(route.empty.bits()).for_each(|cell| self.landing[cell] += (with_piece - now) * 10);
        ones(route.foe.bits()).for_each(|cell| self.landing[cell] += (with_capture - now) * 10);
        ones(route.own.bits()).for_each(|cell| self.leaving[cell] += (now - without) * 10);
    }

    /// A way across for the opponent, to stand in.
    fn add_opponents(&mut self, route: &Route) {
        let closed = NEARNESS[route.distance] - NEARNESS[route.distance + 1];
        let hindered = closed * OPPONENTS_TENTHS / HINDRANCE;
        ones(route.empty.bits()).for_each(|cell| self.landing[cell] += hindered);
        ones(route.needed.bits())
            .for_each(|cell| self.landing[cell] += closed * OPPONENTS_TENTHS - hindered);
        ones(route.own.bits()).for_each(|cell| self.landing[cell] += closed * OPPONENTS_TENTHS);
    }

    #[inline]
    fn of_stack_move(&self, stack_move: StackMove) -> i32 {
        let landings: i32 = stack_move.landings().map(|(_, to)| self.landing[to]).sum();
        landings - self.leaving[stack_move.from()]
    }
}

fn nearness(distances: [usize; 3]) -> i32 {
    distances.into_iter().map(|distance| NEARNESS[distance]).sum()
}

/// Shows the cells where a new piece matters, with what it is worth there.
fn rank_new_pieces(ground: &Ground, allowed: Plane, mut show: impl FnMut(i32, usize)) {
    let own = CROSSINGS.map(|sides| ground.route(sides));
    let foe = CROSSINGS.map(|sides| ground.exchanged().route(sides));
    let total = |routes: &[Route; 3]| nearness(routes.map(|route| route.distance));
    let base = total(&own) * 10 - total(&foe) * OPPONENTS_TENTHS;
    let matters = own.iter().chain(&foe).fold(Plane::NONE, |cells, route| cells | route.empty);
    let cells = if (matters & allowed).is_empty() { allowed } else { matters & allowed };
    for cell in ones(cells.bits()) {
        let here = Plane::one(cell);
        let is_in = |set: Plane| !(set & here).is_empty();
        let mut score = base;
        for route in own.iter().filter(|route| is_in(route.empty)) {
            score += (NEARNESS[route.distance - 1] - NEARNESS[route.distance]) * 10;
        }
        for route in foe.iter().filter(|route| is_in(route.empty)) {
            let closed = NEARNESS[route.distance] - NEARNESS[route.distance + 1];
            let share = if is_in(route.needed) { 1 } else { HINDRANCE };
            score += closed * OPPONENTS_TENTHS / share;
        }
        show(score, cell);
    }
}
