//! Candidate turns of Glaisher.
//!
//! There are about two thousand turns in a position. Those that win at once, or that
//! lose because the opponent's threat to win stays, are found exactly; the others are
//! ranked by the learned policy, or taken in the order of generation if there is none.

use std::ops::ControlFlow;

use cairn_games::Game;
use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Glaisher, GlaisherMove, StackMove};

use super::policy::{self, Policy};
use super::policy_features::{self, Routes};
use super::routes::Occupancy;
use super::threats::{Landed, Threats, winning_turn};
use crate::games::{MoveOrdering, PolicyChoice};

/// A policy to which all turns are alike.
static NO_POLICY: [i16; policy_features::WEIGHTS] = [0; policy_features::WEIGHTS];

/// The most turns that are ranked.
const MOST_CANDIDATES: usize = 256;

/// The most stack moves whose new pieces are looked at.
const MOST_STACK_MOVES: usize = 64;

/// Ranks stack moves first, and then whole turns.
pub(super) trait Ranking<const RULEBOOK: bool> {
    /// Number of stack moves that are expanded for `width` candidates.
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

impl<const RULEBOOK: bool> MoveOrdering for Glaisher<RULEBOOK> {
    const RANKS_CANDIDATES: bool = true;
    const POLICY_WEIGHTS: usize = policy_features::WEIGHTS;

    fn policy_choices(&self, mv: GlaisherMove, policy: &[i16]) -> Vec<PolicyChoice> {
        policy::choices(self, mv, policy)
    }

    #[inline]
    fn wins_at_once(&self) -> bool {
        let occupancy = Occupancy::of(self, self.to_move());
        let [own, _] = occupancy.shortest_ways();
        winning_turn(self, &occupancy, &own.route).is_some()
    }

    fn visit_candidates<B>(
        &self,
        width: usize,
        policy: Option<&[i16]>,
        mut visit: impl FnMut(GlaisherMove) -> ControlFlow<B>,
    ) -> (ControlFlow<B>, bool) {
        if !has_more_turns(self, width) {
            return (self.visit_moves(visit), true);
        }
        let occupancy = Occupancy::of(self, self.to_move());
        let routes = Routes::of(&occupancy);
        if let Some(win) = winning_turn(self, &occupancy, &routes.own[0]) {
            return (visit(win), true);
        }
        let threats = Threats::find(self, &occupancy.exchanged(), &routes.foe[0]);
        let ranking = Policy::of(self, &occupancy, &routes, policy.unwrap_or(&NO_POLICY));
        visit_ranked(self, &occupancy, &threats, &ranking, width, visit)
    }
}

/// Whether there are more turns than so many.
fn has_more_turns<const RULEBOOK: bool>(position: &Glaisher<RULEBOOK>, width: usize) -> bool {
    let mut turns = 0;
    let counted = position.visit_stack_moves(|stack_move| {
        turns += position.empty_after(stack_move).count_ones() as usize;
        if turns > width { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    counted.is_break()
}

/// Shows the best of the turns that do not lose at once; there is none that wins.
fn visit_ranked<const RULEBOOK: bool, B, R: Ranking<RULEBOOK>>(
    position: &Glaisher<RULEBOOK>,
    occupancy: &Occupancy,
    threats: &Threats,
    ranking: &R,
    width: usize,
    mut visit: impl FnMut(GlaisherMove) -> ControlFlow<B>,
) -> (ControlFlow<B>, bool) {
    let stack_moves = R::stack_moves(width);
    // Few turns answer a threat: all of them may be worth looking at.
    let most = if threats.is_empty() { stack_moves } else { MOST_STACK_MOVES };
    let Survivors { best: survivors, stack_moves: surviving, turns } =
        survivors(position, occupancy, threats, ranking, most);
    if turns == 0 {
        // Every turn loses at once, so that one of them stands for all.
        let first = position.visit_moves(ControlFlow::Break).break_value();
        return (first.map_or(ControlFlow::Continue(()), visit), true);
    }
    // Without a choice to make there is nothing to rank.
    let shows_all = turns <= width as u32 && survivors.count == surviving;
    let mut best = Best::<(StackMove, u8), MOST_CANDIDATES>::new(width);
    let mut offered = 0;
    for (index, (stack_move, allowed)) in survivors.iter().enumerate() {
        if index >= stack_moves && offered >= width {
            break;
        }
        offered += allowed.count_ones() as usize;
        let landed = Landed::after(occupancy, stack_move);
        if shows_all {
            ones(allowed).for_each(|cell| best.add(0, (stack_move, cell as u8)));
        } else {
            ranking.visit_new_pieces(position, &landed, allowed, |score, cell| {
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

/// Turns that do not lose at once.
struct Survivors {
    /// The most promising stack moves, and the cells where a new piece may go then.
    best: Best<(StackMove, u64), MOST_STACK_MOVES>,
    /// Number of all stack moves, those beyond the best included.
    stack_moves: usize,
    /// Number of turns with all stack moves.
    turns: u32,
}

fn survivors<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    occupancy: &Occupancy,
    threats: &Threats,
    ranking: &impl Ranking<RULEBOOK>,
    most: usize,
) -> Survivors {
    let mut best = Best::new(most);
    let (mut stack_moves, mut turns) = (0, 0);
    visit_survivors(position, occupancy, threats, |stack_move, allowed| {
        stack_moves += 1;
        turns += allowed.count_ones();
        best.add(ranking.stack_move(position, stack_move), (stack_move, allowed));
    });
    Survivors { best, stack_moves, turns }
}

/// Shows each stack move after which not every turn loses at once, with the cells
/// where a new piece may go then.
pub(super) fn visit_survivors<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    occupancy: &Occupancy,
    threats: &Threats,
    mut visit: impl FnMut(StackMove, u64),
) {
    let _: ControlFlow<()> = position.visit_stack_moves(|stack_move| {
        let allowed = if threats.is_empty() {
            position.empty_after(stack_move)
        } else {
            threats.answers(position, &Landed::after(occupancy, stack_move))
        };
        if allowed != 0 {
            visit(stack_move, allowed);
        }
        ControlFlow::Continue(())
    });
}
