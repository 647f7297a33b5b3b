//! The learned policy of Glaisher: which stack moves and new pieces are worth searching.
//!
//! A turn is chosen in two steps. Each step is a sum of learned weights, one for each of
//! the [`PolicyFeatures`] of an option.

use cairn_games::Game;
use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Glaisher, GlaisherMove, StackMove};
use cairn_games::hex::CELLS;

use super::candidates::{Ranking, visit_survivors};
use super::policy_features::{PARTS, PolicyFeatures, Routes, SECOND_STEP, WEIGHTS};
use super::routes::Occupancy;
use super::threats::{Landed, Threats, winning_turn};
use crate::games::PolicyChoice;

/// The weights of one step, added up as far as they are the same for many stack moves.
struct Sums<'a> {
    weights: &'a [i16],
    /// Score of landing on each cell.
    landing: [i32; CELLS],
    /// Score of leaving each cell.
    left: [i32; CELLS],
}

impl<'a> Sums<'a> {
    fn of<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        features: &PolicyFeatures,
        weights: &'a [i16],
    ) -> Self {
        let height = |cell| usize::from(position.height(cell));
        let mut sums = Self { weights, landing: [0; CELLS], left: [0; CELLS] };
        for (cell, sum) in sums.landing.iter_mut().enumerate() {
            features.landing(cell, height(cell), |feature| *sum += i32::from(weights[feature]));
        }
        for cell in ones(features.own) {
            let sum = &mut sums.left[cell];
            features.left(cell, height(cell), |feature| *sum += i32::from(weights[feature]));
        }
        sums
    }

    #[inline]
    fn stack_move<const RULEBOOK: bool>(
        &self,
        position: &Glaisher<RULEBOOK>,
        features: &PolicyFeatures,
        stack_move: StackMove,
    ) -> i32 {
        let division = i32::from(self.weights[PARTS + usize::from(stack_move.parts())]);
        let of_part = |(part, to): (u32, usize)| {
            let built = features.built(to, part as usize, position.height(to).into());
            self.landing[to] + i32::from(self.weights[built])
        };
        let parts: i32 = stack_move.landings().map(of_part).sum();
        self.left[stack_move.from()] + division + parts
    }
}

/// The policy, applied to a position.
pub(super) struct Policy<'a> {
    pub(super) features: PolicyFeatures,
    /// The sums for choosing a stack move, and for choosing a whole turn.
    steps: [Sums<'a>; 2],
    /// All weights.
    weights: &'a [i16],
}

impl<'a> Policy<'a> {
    /// With these weights, of which there must be [`WEIGHTS`].
    pub(super) fn of<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        occupancy: &Occupancy,
        routes: &Routes,
        weights: &'a [i16],
    ) -> Self {
        debug_assert_eq!(weights.len(), WEIGHTS);
        let features = PolicyFeatures::of(position, occupancy, routes);
        let (first, rest) = weights.split_at(SECOND_STEP);
        let steps = [first, rest].map(|weights| Sums::of(position, &features, weights));
        Self { features, steps, weights }
    }
}

/// Returns the number of best stack moves to expand for this many candidates: the right one
/// is nearly always among the first.
pub(super) const fn stack_moves_for(width: usize) -> usize {
    6 + width / 8
}

impl<const RULEBOOK: bool> Ranking<RULEBOOK> for Policy<'_> {
    fn stack_moves(width: usize) -> usize {
        stack_moves_for(width)
    }

    #[inline]
    fn stack_move(&self, position: &Glaisher<RULEBOOK>, stack_move: StackMove) -> i32 {
        self.steps[0].stack_move(position, &self.features, stack_move)
    }

    fn visit_new_pieces(
        &self,
        position: &Glaisher<RULEBOOK>,
        landed: &Landed,
        allowed: u64,
        mut show: impl FnMut(i32, usize),
    ) {
        let stack_move = self.steps[1].stack_move(position, &self.features, landed.stack_move);
        let weight = |&feature: &usize| i32::from(self.weights[feature]);
        self.features.visit_new_pieces(landed, allowed, |cell, of_piece| {
            show(stack_move + of_piece.iter().map(weight).sum::<i32>(), cell);
        });
    }
}

/// Number of stack moves that take part in the choice of a whole turn. It fits a few more
/// candidates than any search visits, so that training tells all of those apart.
const STACK_MOVES: usize = stack_moves_for(144);

/// The choice of a stack move, then that of a whole turn; none where the game is over
/// or can be won at once, since nothing is chosen there.
pub(super) fn choices<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    turn: GlaisherMove,
    weights: &[i16],
) -> Vec<PolicyChoice> {
    let occupancy = Occupancy::of(position, position.to_move());
    let routes = Routes::of(&occupancy);
    if position.is_chain_made() || winning_turn(position, &occupancy, &routes.own[0]).is_some() {
        return Vec::new();
    }
    let policy = Policy::of(position, &occupancy, &routes, weights);
    let threats = Threats::find(position, &occupancy.exchanged(), &routes.foe[0]);
    let (mut first, mut second) = (PolicyChoice::default(), PolicyChoice::default());
    let stack_moves = ranked_stack_moves(position, &occupancy, &threats, &policy);
    for (index, (stack_move, allowed)) in stack_moves.into_iter().enumerate() {
        let is_chosen = stack_move == turn.stack_move();
        first.add(features_of(position, &policy, stack_move, 0), is_chosen);
        if index < STACK_MOVES || is_chosen {
            let landed = Landed::after(&occupancy, stack_move);
            add_turns(position, &policy, &landed, allowed, turn, &mut second);
        }
    }
    vec![first, second]
}

/// The stack moves that do not lose at once, the most promising first, with the cells
/// where a new piece may go then.
fn ranked_stack_moves<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    occupancy: &Occupancy,
    threats: &Threats,
    policy: &Policy<'_>,
) -> Vec<(StackMove, u64)> {
    let mut stack_moves = Vec::new();
    visit_survivors(position, occupancy, threats, |stack_move, allowed| {
        stack_moves.push((stack_move, allowed));
    });
    stack_moves.sort_by_key(|&(stack_move, _)| -policy.stack_move(position, stack_move));
    stack_moves
}

fn features_of<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    policy: &Policy<'_>,
    stack_move: StackMove,
    first: usize,
) -> Vec<u16> {
    let mut features = Vec::new();
    let add = |feature| features.push((first + feature) as u16);
    policy.features.visit_stack_move(position, stack_move, add);
    features
}

/// Adds all turns with a stack move as options.
fn add_turns<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    policy: &Policy<'_>,
    landed: &Landed,
    allowed: u64,
    chosen: GlaisherMove,
    choice: &mut PolicyChoice,
) {
    let of_stack_move = features_of(position, policy, landed.stack_move, SECOND_STEP);
    policy.features.visit_new_pieces(landed, allowed, |cell, of_piece| {
        let of_piece = of_piece.map(|feature| feature as u16);
        let features = of_stack_move.iter().copied().chain(of_piece);
        choice.add(features, GlaisherMove::new(landed.stack_move, cell) == chosen);
    });
}
