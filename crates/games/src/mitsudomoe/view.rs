//! The view of Mitsudomoe.

use super::{Mitsudomoe, MitsudomoeMove, RINGS};
use crate::bitboard::ones;
use crate::diagram::Diagram;
use crate::game::Notation;
use crate::view::{BoardStyle, Hand, Look, Pick, Shape, Step, View};

static LOOK: Look = Look {
    style: BoardStyle::Squares,
    shapes: &[('w', Shape::Ring), ('b', Shape::Ring), ('W', Shape::Ball), ('B', Shape::Ball)],
    homes: [&[0, 1, 5], &[24, 23, 19]],
    hand: Some(Hand { name: "rings", letters: ['w', 'b'], total: RINGS as u32 }),
    points: None,
};

impl<const SINGLE: bool> View for Mitsudomoe<SINGLE> {
    fn look() -> &'static Look {
        &LOOK
    }

    fn steps(&self, mv: MitsudomoeMove) -> Vec<Step> {
        // With one action per turn the first pick decides which kind of step it is.
        let (which_ring, which_ball) = if SINGLE {
            (
                "Choose a ring or ball to move, or place a ring",
                "Choose a ring or ball to move, or place a ring",
            )
        } else {
            ("Choose a ring to move, or place a new one", "Choose a ball to move")
        };
        let mut steps = Vec::new();
        if let Some(ring) = mv.ring() {
            steps.push(Step::one(which_ring, ring.from.map_or(Pick::Hand, Pick::Cell)));
            steps.push(Step::one("Where does the ring go?", Pick::Cell(ring.to)));
        }
        if let Some(ball) = mv.ball() {
            steps.push(Step::one(which_ball, Pick::Cell(ball.from)));
            steps.push(Step::one("Where does the ball go?", Pick::Cell(ball.to)));
            if ball.relocated != 0 {
                let spaces = ones(ball.relocated.into());
                steps.push(Step::cells("Where do the balls that were vaulted end up?", spaces));
            }
        }
        steps
    }

    fn after_picks(&self, mv: MitsudomoeMove, picks: usize) -> Diagram {
        let mut now = *self;
        let mut left = picks;
        if let Some(ring) = mv.ring() {
            if left < 2 {
                return self.to_diagram();
            }
            now.step_ring(ring);
            left -= 2;
        }
        let mut diagram = now.to_diagram();
        if let Some(ball) = mv.ball().filter(|_| left >= 2) {
            let lifted = diagram.stacks[ball.from].pop();
            diagram.stacks[ball.to].extend(lifted);
        }
        diagram
    }
}
