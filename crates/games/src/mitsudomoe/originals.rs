//! The bots of the original program that plays Mitsudomoe.

use super::position::Mitsudomoe;
use super::{BOARD, goal};
use crate::bits::ones;
use crate::originals::{OriginalBot, OriginalChoice, OriginalEvaluation, Originals};
use crate::side::Side;

/// What a ball on a goal space is worth besides the way it has come.
const ON_GOAL: usize = 20;

impl<const SEED: bool> Originals for Mitsudomoe<SEED> {
    const EVALUATIONS: &'static [OriginalEvaluation] = &[OriginalEvaluation {
        program: "002",
        formula: "sum over own balls of how far they have come towards the far corner, \
                  counted in columns and rows, and 20 for each ball on a goal space",
    }];

    // The program had three levels, all one turn deep. How they differed is not told, so
    // they differ here as those of the first Nava program do.
    const BOTS: &'static [OriginalBot] = &[
        OriginalBot { level: "easy", evaluation: 0, choice: OriginalChoice::AnyMove },
        OriginalBot { level: "medium", evaluation: 0, choice: OriginalChoice::OneOfBest(5) },
        OriginalBot { level: "hard", evaluation: 0, choice: OriginalChoice::OneOfBest(1) },
    ];

    fn original_value(&self, _evaluation: usize, side: Side) -> f64 {
        let worth = |cell: usize| {
            let bonus = if goal(side) >> cell & 1 == 1 { ON_GOAL } else { 0 };
            way_come(cell, side) + bonus
        };
        ones(self.balls_of(side).into()).map(worth).sum::<usize>() as f64
    }
}

/// Columns and rows from a side's own corner to a space.
fn way_come(cell: usize, side: Side) -> usize {
    let (col, row) = BOARD.place(cell);
    match side {
        Side::First => col + row,
        Side::Second => (BOARD.cols - 1 - col) + (BOARD.rows - 1 - row),
    }
}

#[cfg(test)]
mod tests {
    use super::super::MitsudomoePublished;
    use super::*;
    use crate::diagram::Diagram;
    use crate::game::{Game, Notation};

    #[test]
    fn balls_are_worth_their_way_and_twenty_on_a_goal() {
        let start = MitsudomoePublished::start();
        assert_eq!(start.original_value(0, Side::First), 2.0);
        assert_eq!(start.original_value(0, Side::Second), 2.0);
        // White's balls on e4 (7 and on a goal), c3 (4) and a1 (0); Black's on e5 (0),
        // d5 (1) and b2 (6).
        let text = "x3,bB,bB/x4,wW/x2,wW,x2/x,bB,x3/wW,x4 w";
        let diagram = Diagram::read(MitsudomoePublished::info(), text).unwrap();
        let position = MitsudomoePublished::from_diagram(&diagram).unwrap();
        assert_eq!(position.original_value(0, Side::First), 7.0 + 20.0 + 4.0);
        assert_eq!(position.original_value(0, Side::Second), 7.0);
    }
}
