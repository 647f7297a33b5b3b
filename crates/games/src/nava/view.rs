//! The view of Nava.

use super::position::{Nava, is_cube};
use super::{BOARD, CUBES, INFO, NavaMove};
use crate::actions::{ActionIndex, ActionSequence};
use crate::bitboard::ones;
use crate::game::{Game, Illegal};
use crate::guidance;
use crate::side::Side;
use crate::text::counted;
use crate::view::{BoardStyle, Hand, Look, Pick, Progress, Shape, Step, View};

static LOOK: Look = Look {
    hand: Some(Hand { name: "cubes", letters: ['W', 'B'], total: CUBES }),
    ..Look::new(
        BoardStyle::Junctions,
        &[('w', Shape::Disc), ('b', Shape::Disc), ('W', Shape::Cube), ('B', Shape::Cube)],
    )
};

/// Number of cubes in hand with which a player is about to win.
const FEW_CUBES: u32 = 2;

impl View for Nava {
    fn look() -> &'static Look {
        &LOOK
    }

    fn steps(&self, mv: NavaMove) -> Vec<Step> {
        vec![
            Step::one("Choose a stack to move", Pick::Cell(mv.from())),
            Step::landings("Where do the discs land?", [(mv.distance(), mv.to())]),
        ]
    }

    fn actions(&self, mv: NavaMove) -> ActionSequence {
        [mv.from(), mv.to()].map(|cell| cell as ActionIndex).into()
    }

    fn aim(_: Side) -> &'static str {
        "Lay all nine of your cubes, or take every stack."
    }

    fn progress(&self, side: Side) -> Option<Progress> {
        let laid = CUBES - self.cubes_in_hand(side);
        let text = format!("{laid} of {CUBES} cubes laid");
        Some(Progress { text, is_near: self.cubes_in_hand(side) <= FEW_CUBES })
    }

    fn winning_cells(&self) -> Vec<usize> {
        let mover = self.to_move().other();
        match self.outcome() {
            Some(_) if self.cubes_in_hand(mover) == 0 => {
                ones(self.cubes_of(mover).into()).collect()
            }
            // Cubes are not stacks.
            _ => {
                let is_stack = |&cell: &usize| !is_cube(self.at(cell));
                guidance::stacks_of_winner(self).into_iter().filter(is_stack).collect()
            }
        }
    }

    fn why_not(&self, picks: &[Pick], pick: Pick) -> Illegal {
        match (picks, pick) {
            (&[Pick::Cell(from)], Pick::Cell(to)) => match self.check(NavaMove::new(from, to)) {
                Err(reason) => reason,
                Ok(()) => guidance::plain_reason(self, picks, pick),
            },
            (_, Pick::Cell(cell)) if is_cube(self.at(cell)) => {
                format!("the cube on {} never moves", BOARD.name(cell)).into()
            }
            (_, Pick::Hand) => Illegal::because("a cube is laid when a junction is left empty"),
            _ => guidance::plain_reason(self, picks, pick),
        }
    }

    fn move_in_words(&self, mv: NavaMove) -> String {
        let [from, to] = [mv.from(), mv.to()].map(|cell| BOARD.name(cell));
        let discs = counted(mv.distance(), "disc");
        let landing = self.at(mv.to());
        let taken = match landing.top().map(|owner| INFO.side_name(owner)) {
            Some(owner) if is_cube(landing) => format!(", onto {owner}'s cube"),
            Some(owner) => format!(", onto {owner}'s stack"),
            None => String::new(),
        };
        let is_left_empty = self.at(mv.from()).height() == mv.distance();
        let left = if is_left_empty { ", leaving a cube" } else { "" };
        format!("Move {discs} from {from} to {to}{taken}{left}")
    }
}
