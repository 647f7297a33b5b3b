//! How a turn of Glaisher is chosen, step by step, for learning a guide.

use super::guide::{Guide, SECOND_STEP};
use super::hints::Ranking;
use super::packed::{GlaisherMove, StackMove};
use super::position::Glaisher;
use super::routes::Ground;
use super::threats::{Landed, Threats};
use crate::game::Game;
use crate::insight::Choice;

/// So many stack moves take part in the choice of a whole turn: the most promising ones,
/// as when a search looks for candidates.
const STACK_MOVES: usize = 24;

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    /// The choice of a stack move, then that of a whole turn; none where the game is over
    /// or can be won at once, since nothing is chosen there.
    pub(super) fn steps_to(&self, turn: GlaisherMove, weights: &[i16]) -> Vec<Choice> {
        let ground = Ground::of(self, self.to_move());
        if self.is_chain_made() || self.winning_turn(&ground).is_some() {
            return Vec::new();
        }
        let guide = Guide::of(self, &ground, weights);
        let threats = Threats::find(self, &ground.exchanged());
        let mut stack_moves = Vec::new();
        self.visit_survivors(&ground, &threats, |stack_move, allowed| {
            stack_moves.push((guide.stack_move(self, stack_move), stack_move, allowed));
        });
        stack_moves.sort_by_key(|&(promise, ..)| -promise);
        let mut features = Vec::new();
        let mut look_at = |stack_move: StackMove, step: usize| {
            features.clear();
            let add = |feature| features.push((step + feature) as u16);
            guide.sight.visit_stack_move(self, stack_move, add);
            features.clone()
        };
        let (mut first, mut second) = (Choice::default(), Choice::default());
        for (index, &(_, stack_move, allowed)) in stack_moves.iter().enumerate() {
            let is_chosen = stack_move == turn.stack_move();
            first.add(look_at(stack_move, 0), is_chosen);
            if index >= STACK_MOVES && !is_chosen {
                continue;
            }
            let of_stack_move = look_at(stack_move, SECOND_STEP);
            let landed = Landed::after(&ground, stack_move);
            guide.sight.visit_new_pieces(&landed, allowed, |cell, of_piece| {
                let of_piece = of_piece.map(|feature| feature as u16);
                let all = of_stack_move.iter().copied().chain(of_piece);
                second.add(all, GlaisherMove::new(stack_move, cell) == turn);
            });
        }
        vec![first, second]
    }
}
