//! The bots of the original program that plays Greener.

use super::position::Greener;
use crate::originals::{OriginalBot, OriginalChoice, OriginalEvaluation, Originals};
use crate::side::Side;

impl<const COLS: usize, const ROWS: usize, const CELLS: usize> Originals
    for Greener<COLS, ROWS, CELLS>
{
    const EVALUATIONS: &'static [OriginalEvaluation] =
        &[OriginalEvaluation { program: "003", formula: "greens in own stacks" }];

    const BOTS: &'static [OriginalBot] = &[
        OriginalBot { level: "easy", evaluation: 0, choice: OriginalChoice::AnyMove },
        OriginalBot { level: "hard", evaluation: 0, choice: OriginalChoice::OneOfBest(1) },
    ];

    fn original_value(&self, _evaluation: usize, side: Side) -> f64 {
        self.greens_of(side).into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Greener6x6;
    use super::*;
    use crate::game::{Game, Notation};

    #[test]
    fn only_own_greens_count() {
        let mut position = Greener6x6::start();
        for (text, black, white) in [("c1-d1", 1.0, 0.0), ("b1-d1", 0.0, 1.0)] {
            position.play(position.read_move(text).unwrap()).unwrap();
            assert_eq!(position.original_value(0, Side::First), black, "{text}");
            assert_eq!(position.original_value(0, Side::Second), white, "{text}");
        }
    }
}
