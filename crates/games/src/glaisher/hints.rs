//! Which turns of Glaisher to look at.
//!
//! There are about two thousand turns in a position. Those that win at once, or that
//! lose because the opponent's threat to win stays, are found exactly; the others are
//! ranked, by a learned guide if there is one, otherwise by hand.

use std::ops::ControlFlow;

use super::guide::Guide;
use super::packed::{GlaisherMove, StackMove};
use super::position::Glaisher;
use super::promise::Promise;
use super::routes::Ground;
use super::sight;
use super::threats::{Landed, Threats, shortest, winning_cell};
use crate::bits::ones;
use crate::game::Game;
use crate::insight::{Choice, Hints};

/// The most turns that are ranked.
const MOST_CANDIDATES: usize = 256;

/// The most stack moves whose new pieces are looked at.
const MOST_STACK_MOVES: usize = 64;

/// Says which stack moves, and then which whole turns, look best.
pub(super) trait Ranking<const RULEBOOK: bool> {
    /// How many of the best stack moves to go on with for so many candidates.
    fn stack_moves(width: usize) -> usize;

    /// A quick guess at a stack move, before anything is known of the new piece.
    fn stack_move(&self, position: &Glaisher<RULEBOOK>, stack_move: StackMove) -> i32;

    /// Shows the cells where a new piece matters after a stack move, with what the whole
    /// turn is worth.
    fn visit_new_pieces(
        &self,
        position: &Glaisher<RULEBOOK>,
        landed: &Landed,
        allowed: u64,
        show: impl FnMut(i32, usize),
    );
}

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
    const RANKS_CANDIDATES: bool = true;
    const GUIDE_WEIGHTS: usize = sight::WEIGHTS;

    fn choices(&self, mv: GlaisherMove, guide: &[i16]) -> Vec<Choice> {
        self.steps_to(mv, guide)
    }

    #[inline]
    fn wins_at_once(&self) -> bool {
        self.winning_turn(&Ground::of(self, self.to_move())).is_some()
    }

    fn visit_candidates<B>(
        &self,
        width: usize,
        guide: Option<&[i16]>,
        mut visit: impl FnMut(GlaisherMove) -> ControlFlow<B>,
    ) -> (ControlFlow<B>, bool) {
        if self.is_chain_made() || width as u64 >= self.count_moves() {
            return (self.visit_moves(visit), true);
        }
        let ground = Ground::of(self, self.to_move());
        if let Some(win) = self.winning_turn(&ground) {
            return (visit(win), true);
        }
        match guide {
            Some(weights) => {
                self.visit_ranked(&ground, &Guide::of(self, &ground, weights), width, visit)
            }
            None => self.visit_ranked(&ground, &Promise::of(self, &ground), width, visit),
        }
    }
}

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// Shows the best of the turns that do not lose at once; there is none that wins.
    fn visit_ranked<B, R: Ranking<RULEBOOK>>(
        &self,
        ground: &Ground,
        ranking: &R,
        width: usize,
        mut visit: impl FnMut(GlaisherMove) -> ControlFlow<B>,
    ) -> (ControlFlow<B>, bool) {
        let threats = Threats::find(self, &ground.exchanged());
        let stack_moves = R::stack_moves(width);
        // Few turns answer a threat: all of them may be worth looking at.
        let most = if threats.is_empty() { stack_moves } else { MOST_STACK_MOVES };
        let Survivors { best: survivors, turns } = self.survivors(ground, &threats, ranking, most);
        if turns == 0 {
            // Every turn loses at once, so that one of them stands for all.
            let first = self.visit_moves(ControlFlow::Break).break_value();
            return (first.map_or(ControlFlow::Continue(()), visit), true);
        }
        let mut best = Best::<(StackMove, u8), MOST_CANDIDATES>::new(width);
        let mut offered = 0;
        for (index, (stack_move, allowed)) in survivors.iter().enumerate() {
            if index >= stack_moves && offered >= width {
                break;
            }
            offered += allowed.count_ones() as usize;
            let landed = Landed::after(ground, stack_move);
            if turns <= width as u32 {
                ones(allowed).for_each(|cell| best.add(0, (stack_move, cell as u8)));
            } else {
                ranking.visit_new_pieces(self, &landed, allowed, |score, cell| {
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
    best: Best<(StackMove, u64), MOST_STACK_MOVES>,
    /// How many turns there are with all stack moves.
    turns: u32,
}

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// A turn that makes a chain.
    pub(super) fn winning_turn(&self, ground: &Ground) -> Option<GlaisherMove> {
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

    fn survivors(
        &self,
        ground: &Ground,
        threats: &Threats,
        ranking: &impl Ranking<RULEBOOK>,
        most: usize,
    ) -> Survivors {
        let mut best = Best::new(most);
        let mut turns = 0;
        self.visit_survivors(ground, threats, |stack_move, allowed| {
            turns += allowed.count_ones();
            best.add(ranking.stack_move(self, stack_move), (stack_move, allowed));
        });
        Survivors { best, turns }
    }

    /// Shows each stack move after which not every turn loses at once, with the cells
    /// where a new piece may go then.
    pub(super) fn visit_survivors(
        &self,
        ground: &Ground,
        threats: &Threats,
        mut visit: impl FnMut(StackMove, u64),
    ) {
        let _: ControlFlow<()> = self.visit_stack_moves(|stack_move| {
            let allowed = if threats.is_empty() {
                self.empty_after(stack_move)
            } else {
                threats.answers(self, &Landed::after(ground, stack_move))
            };
            if allowed != 0 {
                visit(stack_move, allowed);
            }
            ControlFlow::Continue(())
        });
    }
}
