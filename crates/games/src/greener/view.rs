//! The view of Greener.

use super::{Greener, GreenerMove};
use crate::actions::{self, ActionIndex, ActionSequence};
use crate::diagram::Diagram;
use crate::game::{Game, Illegal};
use crate::side::{Outcome, Side};
use crate::view::{BoardStyle, Look, Pick, Points, Progress, Shape, Step, View};

static LOOK: Look = Look {
    points: Some(Points { name: "green", piece: Some('g'), count: greens }),
    ..Look::new(
        BoardStyle::Squares,
        &[('b', Shape::Pyramid), ('w', Shape::Pyramid), ('g', Shape::Pyramid)],
    )
};

/// Number of greens by which a player may be behind and still be close.
const SMALL_LEAD: u32 = 2;

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
            Step::one("Choose a stack to land on", Pick::Cell(to)),
        ]
    }

    fn actions(&self, mv: GreenerMove) -> ActionSequence {
        match mv.capture() {
            Some((from, to)) => [from, to].map(|cell| cell as ActionIndex).into(),
            None => [actions::action(Self::info().board, Pick::Pass)].into(),
        }
    }

    fn aim(_: Side) -> &'static str {
        "Have more green pyramids in your stacks when nobody can capture any more."
    }

    fn progress(&self, side: Side) -> Option<Progress> {
        let [own, others] = [side, side.other()].map(|side| self.greens_of(side));
        let text = format!("{own} of {} greens owned", Self::GREENS);
        Some(Progress { text, is_near: own + SMALL_LEAD >= others })
    }

    fn winning_cells(&self) -> Vec<usize> {
        let Some(Outcome::Win(winner)) = self.outcome() else {
            return Vec::new();
        };
        let level = self.greens_of(winner) == self.greens_of(winner.other());
        let highest = self.highest_of(winner);
        let decides = |&cell: &usize| match level {
            true => self.height(cell) == highest,
            false => self.greens(cell) > 0,
        };
        self.stacks_of(winner).iter().filter(decides).collect()
    }

    fn why_not(&self, picks: &[Pick], pick: Pick) -> Illegal {
        if !self.can_capture(self.to_move()) {
            return Illegal::because("you have no capture and must pass");
        }
        let reason = match (picks, pick) {
            (_, Pick::Pass) => Err(self.must_capture()),
            (_, Pick::Hand) => Err(Illegal::because("there is nothing in hand in this game")),
            (&[Pick::Cell(from)], Pick::Cell(to)) => self.check_capture(from, to),
            (_, Pick::Cell(cell)) => self.check_is_own(cell),
        };
        let Err(reason) = reason else {
            return Illegal::because("no stack is in line with this one");
        };
        reason
    }

    fn move_in_words(&self, mv: GreenerMove) -> String {
        let Some((from, to)) = mv.capture() else {
            return "Pass, since there is no capture".to_owned();
        };
        let owner = match self.owner(to) {
            Some(side) => format!("{}'s", Self::info().side_name(side)),
            None => "the green".to_owned(),
        };
        let captured = match self.height(to) {
            1 => "pyramid".to_owned(),
            height => format!("stack of {height}"),
        };
        let is_own = self.owner(to) == Some(self.to_move());
        let [from, to] = [from, to].map(|cell| Self::BOARD.name(cell));
        match is_own {
            true => format!("Join your {captured} on {to} from {from}"),
            false => format!("Capture {owner} {captured} on {to} from {from}"),
        }
    }
}
