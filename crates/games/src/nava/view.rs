//! The view of Nava.

use super::position::Nava;
use super::{CUBES, NavaMove};
use crate::view::{BoardStyle, Hand, Look, Pick, Shape, Step, View};

static LOOK: Look = Look {
    style: BoardStyle::Junctions,
    shapes: &[('w', Shape::Disc), ('b', Shape::Disc), ('W', Shape::Cube), ('B', Shape::Cube)],
    homes: [&[], &[]],
    hand: Some(Hand { name: "cubes", letters: ['W', 'B'], total: CUBES }),
    points: None,
};

impl View for Nava {
    fn look() -> &'static Look {
        &LOOK
    }

    fn steps(&self, mv: NavaMove) -> Vec<Step> {
        vec![
            Step::one("Choose a stack to move", Pick::Cell(mv.from())),
            Step::one("Where do its discs land?", Pick::Cell(mv.to())),
        ]
    }
}
