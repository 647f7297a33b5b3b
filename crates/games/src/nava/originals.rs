//! The bots of the two original programs that play Nava.

use super::position::Nava;
use crate::bits::ones;
use crate::originals::{OriginalBot, OriginalChoice, OriginalEvaluation, Originals};
use crate::side::Side;

const BY_DISCS_AND_CUBES: usize = 0;
const BY_QUOTIENT: usize = 1;

impl Originals for Nava {
    const EVALUATIONS: &'static [OriginalEvaluation] = &[
        OriginalEvaluation {
            program: "000",
            formula: "discs in own stacks - discs in the opponent's stacks \
                      + own cubes placed - opponent's cubes placed",
        },
        OriginalEvaluation {
            program: "001",
            formula: "(opponent's cubes left * own movable discs^2) \
                      / (own cubes left * opponent's movable discs^2 + 1)",
        },
    ];

    // Program 000 had the three levels that the other games' programs have as well, so
    // its hard level stands for "the original"; 001's one bot goes by its number.
    const BOTS: &'static [OriginalBot] = &[
        OriginalBot {
            level: "easy",
            evaluation: BY_DISCS_AND_CUBES,
            choice: OriginalChoice::AnyMove,
        },
        OriginalBot {
            level: "medium",
            evaluation: BY_DISCS_AND_CUBES,
            choice: OriginalChoice::OneOfBest(5),
        },
        OriginalBot { level: "001", evaluation: BY_QUOTIENT, choice: OriginalChoice::OneOfBest(1) },
        OriginalBot {
            level: "hard",
            evaluation: BY_DISCS_AND_CUBES,
            choice: OriginalChoice::OneOfBest(1),
        },
    ];

    fn original_value(&self, evaluation: usize, side: Side) -> f64 {
        let (own, other) = (Holdings::of(self, side), Holdings::of(self, side.other()));
        if evaluation == BY_QUOTIENT {
            other.cubes_left * own.discs.powi(2) / (own.cubes_left * other.discs.powi(2) + 1.0)
        } else {
            // Cubes placed are nine less those left, so the nines cancel out.
            own.discs - other.discs + other.cubes_left - own.cubes_left
        }
    }
}

/// What both evaluations look at.
struct Holdings {
    /// Discs in the stacks that a player owns, which are those the player can move.
    discs: f64,
    cubes_left: f64,
}

impl Holdings {
    fn of(position: &Nava, side: Side) -> Self {
        let stacks = ones(position.stacks_of(side).into());
        let discs: u32 = stacks.map(|cell| position.at(cell).height()).sum();
        Self { discs: discs.into(), cubes_left: position.cubes_in_hand(side).into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use crate::game::{Game, Notation};

    #[test]
    fn the_start_is_even() {
        let start = Nava::start();
        assert_eq!(start.original_value(BY_DISCS_AND_CUBES, Side::First), 0.0);
        assert_eq!(start.original_value(BY_QUOTIENT, Side::First), 324.0 / 325.0);
    }

    #[test]
    fn discs_and_cubes_are_counted() {
        // White owns 2 + 5 discs and has one cube placed, Black owns 2 + 3 and has two.
        let text = "W,x3,bb/x,B,x,wwb,x/x3,bw,x/x2,B,x2/bbwww,x4 w";
        let diagram = Diagram::read(Nava::info(), text).unwrap();
        let position = Nava::from_diagram(&diagram).unwrap();
        let value = |evaluation, side| position.original_value(evaluation, side);
        assert_eq!(value(BY_DISCS_AND_CUBES, Side::First), 1.0);
        assert_eq!(value(BY_DISCS_AND_CUBES, Side::Second), -1.0);
        assert_eq!(value(BY_QUOTIENT, Side::First), 7.0 * 49.0 / (8.0 * 25.0 + 1.0));
        assert_eq!(value(BY_QUOTIENT, Side::Second), 8.0 * 25.0 / (7.0 * 49.0 + 1.0));
    }
}
