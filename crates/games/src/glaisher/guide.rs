//! What is learned of turns of Glaisher, put to use: which stack moves and new pieces are
//! worth looking at.
//!
//! A turn is chosen in two steps. For each step there is a sum of learned weights, one for
//! each thing that [`Sight`] sees of it.

use super::hints::Ranking;
use super::packed::StackMove;
use super::position::Glaisher;
use super::routes::Ground;
use super::sight::{PARTS, SECOND_STEP, Sight, WEIGHTS};
use super::threats::Landed;
use crate::bits::ones;
use crate::hex::CELLS;

/// The weights of one step, added up as far as they are the same for many stack moves.
struct Sums<'a> {
    weights: &'a [i16],
    /// What landing on each cell adds.
    landing: [i32; CELLS],
    /// What leaving each cell adds.
    left: [i32; CELLS],
}

impl<'a> Sums<'a> {
    fn of<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        sight: &Sight,
        weights: &'a [i16],
    ) -> Self {
        let height = |cell| usize::from(position.height(cell));
        let mut sums = Self { weights, landing: [0; CELLS], left: [0; CELLS] };
        for (cell, sum) in sums.landing.iter_mut().enumerate() {
            sight.landing(cell, height(cell), |feature| *sum += i32::from(weights[feature]));
        }
        for cell in ones(sight.own) {
            let sum = &mut sums.left[cell];
            sight.left(cell, height(cell), |feature| *sum += i32::from(weights[feature]));
        }
        sums
    }

    #[inline]
    fn stack_move<const RULEBOOK: bool>(
        &self,
        position: &Glaisher<RULEBOOK>,
        sight: &Sight,
        stack_move: StackMove,
    ) -> i32 {
        let division = i32::from(self.weights[PARTS + usize::from(stack_move.parts())]);
        let of_part = |(part, to): (u32, usize)| {
            let built = sight.built(to, part as usize, position.height(to).into());
            self.landing[to] + i32::from(self.weights[built])
        };
        let parts: i32 = stack_move.landings().map(of_part).sum();
        self.left[stack_move.from()] + division + parts
    }
}

/// What was learned, put to use in a position.
pub(super) struct Guide<'a> {
    pub(super) sight: Sight,
    /// The sums for choosing a stack move, and for choosing a whole turn.
    steps: [Sums<'a>; 2],
    /// All weights.
    weights: &'a [i16],
}

impl<'a> Guide<'a> {
    /// With these weights, of which there must be [`WEIGHTS`].
    pub(super) fn of<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        ground: &Ground,
        weights: &'a [i16],
    ) -> Self {
        debug_assert_eq!(weights.len(), WEIGHTS);
        let sight = Sight::of(position, ground);
        let (first, rest) = weights.split_at(SECOND_STEP);
        let steps = [first, rest].map(|weights| Sums::of(position, &sight, weights));
        Self { sight, steps, weights }
    }
}

/// How many of the best stack moves to go on with for so many candidates: the right one is
/// nearly always among the first.
pub(super) const fn stack_moves_for(width: usize) -> usize {
    6 + width / 8
}

impl<const RULEBOOK: bool> Ranking<RULEBOOK> for Guide<'_> {
    fn stack_moves(width: usize) -> usize {
        stack_moves_for(width)
    }

    #[inline]
    fn stack_move(&self, position: &Glaisher<RULEBOOK>, stack_move: StackMove) -> i32 {
        self.steps[0].stack_move(position, &self.sight, stack_move)
    }

    fn visit_new_pieces(
        &self,
        position: &Glaisher<RULEBOOK>,
        landed: &Landed,
        allowed: u64,
        mut show: impl FnMut(i32, usize),
    ) {
        let stack_move = self.steps[1].stack_move(position, &self.sight, landed.stack_move);
        let weight = |&feature: &usize| i32::from(self.weights[feature]);
        self.sight.visit_new_pieces(landed, allowed, |cell, features| {
            show(stack_move + features.iter().map(weight).sum::<i32>(), cell);
        });
    }
}
