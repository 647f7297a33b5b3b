//! Bounds on the value of positions of Glaisher.

use std::ops::ControlFlow;

use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Glaisher, GlaisherMove, StackMove};
use cairn_games::{Game, GameMove};

use super::routes::Occupancy;
use super::threats::winning_turn;
use crate::games::{ProofBounds, WholePosition};

impl<const RULEBOOK: bool> ProofBounds for Glaisher<RULEBOOK> {
    type Margin = WholePosition<Self>;

    const PUZZLES: Option<&'static str> = Some(if RULEBOOK {
        include_str!("../../../data/puzzles/glaisher-rulebook.txt")
    } else {
        include_str!("../../../data/puzzles/glaisher.txt")
    });

    /// Twenty times as fast as visiting every turn: what the new piece can do is seen for
    /// all cells at once.
    fn winning_move(&self) -> Option<GlaisherMove> {
        let occupancy = Occupancy::of(self, self.to_move());
        let [own, _] = occupancy.shortest_ways();
        let leaves_no_turn = || {
            let found =
                self.visit_stack_moves(|stack_move| match leaves_no_turn(self, stack_move) {
                    Some(new_piece) => ControlFlow::Break(GlaisherMove::new(stack_move, new_piece)),
                    None => ControlFlow::Continue(()),
                });
            found.break_value()
        };
        winning_turn(self, &occupancy, &own.route).or_else(leaves_no_turn)
    }

    /// The stack move and the new piece.
    fn turn_parts(&self, mv: GlaisherMove) -> Vec<u64> {
        let stack_move = GlaisherMove::new(mv.stack_move(), 0);
        vec![stack_move.to_bits(), mv.new_piece() as u64]
    }
}

/// A cell for the new piece if the other side has no turn after this stack move. It does
/// not matter which: any part may land on a single piece.
fn leaves_no_turn<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    stack_move: StackMove,
) -> Option<usize> {
    let new_piece = ones(position.empty_after(stack_move)).next()?;
    let next = position.after(GlaisherMove::new(stack_move, new_piece));
    next.visit_stack_moves(|_| ControlFlow::Break(())).is_continue().then_some(new_piece)
}
