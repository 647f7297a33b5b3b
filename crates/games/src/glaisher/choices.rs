//! How a turn of Glaisher is chosen, step by step, for learning a guide.

use super::guide::{Guide, stack_moves_for};
use super::hints::Ranking;
use super::packed::{GlaisherMove, StackMove};
use super::position::Glaisher;
use super::routes::Ground;
use super::sight::SECOND_STEP;
use super::threats::{Landed, Threats};
use crate::game::Game;
use crate::insight::Choice;

/// So many stack moves take part in the choice of a whole turn: as many as for a few more
/// candidates than any search looks at, so that it learns to tell them all apart.
const STACK_MOVES: usize = stack_moves_for(144);

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// The choice of a stack move, then that of a whole turn; none where the game is over
    /// or can be won at once, since nothing is chosen there.
    pub(super) fn steps_to(&self, turn: GlaisherMove, weights: &[i16]) -> Vec<Choice> {
        let ground = Ground::of(self, self.to_move());
        if self.is_chain_made() || self.winning_turn(&ground).is_some() {
            return Vec::new();
        }
        let guide = Guide::of(self, &ground, weights);
        let (mut first, mut second) = (Choice::default(), Choice::default());
        let stack_moves = self.ranked_stack_moves(&ground, &guide);
        for (index, (stack_move, allowed)) in stack_moves.into_iter().enumerate() {
            let is_chosen = stack_move == turn.stack_move();
            first.add(self.features_of(&guide, stack_move, 0), is_chosen);
            if index < STACK_MOVES || is_chosen {
                let landed = Landed::after(&ground, stack_move);
                self.add_turns(&guide, &landed, allowed, turn, &mut second);
            }
        }
        vec![first, second]
    }

    /// The stack moves that do not lose at once, the most promising first, with the cells
    /// where a new piece may go then.
    fn ranked_stack_moves(&self, ground: &Ground, guide: &Guide<'_>) -> Vec<(StackMove, u64)> {
        let threats = Threats::find(self, &ground.exchanged());
        let mut stack_moves = Vec::new();
        self.visit_survivors(ground, &threats, |stack_move, allowed| {
            stack_moves.push((stack_move, allowed));
        });
        stack_moves.sort_by_key(|&(stack_move, _)| -guide.stack_move(self, stack_move));
        stack_moves
    }

    fn features_of(&self, guide: &Guide<'_>, stack_move: StackMove, first: usize) -> Vec<u16> {
        let mut features = Vec::new();
        let add = |feature| features.push((first + feature) as u16);
        guide.sight.visit_stack_move(self, stack_move, add);
        features
    }

    /// Adds all turns with a stack move as options.
    fn add_turns(
        &self,
        guide: &Guide<'_>,
        landed: &Landed,
        allowed: u64,
        chosen: GlaisherMove,
        choice: &mut Choice,
    ) {
        let of_stack_move = self.features_of(guide, landed.stack_move, SECOND_STEP);
        guide.sight.visit_new_pieces(landed, allowed, |cell, of_piece| {
            let of_piece = of_piece.map(|feature| feature as u16);
            let features = of_stack_move.iter().copied().chain(of_piece);
            choice.add(features, GlaisherMove::new(landed.stack_move, cell) == chosen);
        });
    }
}
