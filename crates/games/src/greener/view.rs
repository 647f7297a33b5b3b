//! The view of Greener.

use super::{Greener, GreenerMove};
use crate::diagram::Diagram;
use crate::view::{BoardStyle, Look, Pick, Points, Shape, Step, View};

static LOOK: Look = Look {
    style: BoardStyle::Squares,
    shapes: &[('b', Shape::Pyramid), ('w', Shape::Pyramid), ('g', Shape::Pyramid)],
    homes: [&[], &[]],
    hand: None,
    points: Some(Points { name: "green", count: greens }),
};

/// The green pyramids inside each side's stacks.
fn greens(diagram: &Diagram) -> [u32; 2] {
    ['b', 'w'].map(|letter| {
        let owned = diagram.stacks.iter().filter(|stack| stack.last() == Some(&letter));
        owned.flatten().filter(|&&piece| piece == 'g').count() as u32
    })
}

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> View for Greener<COLS, ROWS, CELLS> {
    fn look() -> &'static Look {
        &LOOK
    }

    fn steps(&self, mv: GreenerMove) -> Vec<Step> {
        let Some((from, to)) = mv.capture() else {
            return vec![Step::one("You have no capture.", Pick::Pass)];
        };
        vec![
            Step::one("Choose a stack to capture with", Pick::Cell(from)),
            Step::one("Which stack does it capture?", Pick::Cell(to)),
        ]
    }
}
