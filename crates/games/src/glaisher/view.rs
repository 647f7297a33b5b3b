//! The view of Glaisher.

use super::{Glaisher, GlaisherMove};
use crate::diagram::Diagram;
use crate::game::{Game, Notation};
use crate::view::{BoardStyle, Look, Pick, Shape, Step, View};

static LOOK: Look = Look {
    style: BoardStyle::Hexagons,
    shapes: &[('r', Shape::Hexagon), ('y', Shape::Hexagon)],
    homes: [&[], &[]],
    hand: None,
    points: None,
};

impl<const RULEBOOK: bool> View for Glaisher<RULEBOOK> {
    fn look() -> &'static Look {
        &LOOK
    }

    fn steps(&self, mv: GlaisherMove) -> Vec<Step> {
        // The heights of the parts add up to the stack's, so no choice of landings is
        // part of another one, and it is clear when all parts have landed.
        let stack_move = mv.stack_move();
        let landings = stack_move.landings().map(|(_, cell)| cell);
        vec![
            Step::one("Choose a stack to split", Pick::Cell(stack_move.from())),
            Step::cells("Where do its parts land?", landings),
            Step::one("Where does the new piece go?", Pick::Cell(mv.new_piece())),
        ]
    }

    fn after_picks(&self, mv: GlaisherMove, picks: usize) -> Diagram {
        let landings = mv.stack_move().landings().count();
        if picks <= landings {
            return self.to_diagram();
        }
        // All but the new piece, which has a cell for itself.
        let mut diagram = self.after(mv).to_diagram();
        if picks < landings + 2 {
            diagram.stacks[mv.new_piece()].clear();
        }
        diagram.to_move = Some(self.to_move());
        diagram
    }
}
