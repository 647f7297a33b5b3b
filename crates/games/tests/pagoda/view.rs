//! The look of Pagoda, and the choices of which a move consists.

use super::{DISCS, HAND, Pagoda, PagodaMove};
use crate::{BoardStyle, Hand, Look, Pick, Shape, Step, View};

static LOOK: Look = Look {
    hand: Some(Hand { name: "discs", letters: ['w', 'b'], total: DISCS as u32 }),
    ..Look::new(BoardStyle::Squares, &[('w', Shape::Disc), ('b', Shape::Disc)])
};

impl View for Pagoda {
    fn look() -> &'static Look {
        &LOOK
    }

    fn steps(&self, mv: PagodaMove) -> Vec<Step> {
        let from = if mv.from() == HAND { Pick::Hand } else { Pick::Cell(mv.from()) };
        vec![
            Step::one("Place a disc, or choose a stack to move", from),
            Step::one("Choose a square", Pick::Cell(mv.to())),
        ]
    }
}
