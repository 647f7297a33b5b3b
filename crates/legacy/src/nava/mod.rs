//! The two programs that play Nava.

mod lines;
mod terms;

use cairn_games::{AnyPosition, Diagram, Side};

use crate::bot::{Choice, Level};
use crate::programs::Program;
use crate::table;

pub(crate) use terms::TERMS;

pub(crate) static PROGRAM_000: Program = Program {
    number: "000",
    game: "nava",
    appearance: "whole stacks on lines, X and O discs, & and I cubes",
    formula: "discs in own stacks - discs in the opponent's stacks + own cubes placed \
              - opponent's cubes placed",
    levels: &[
        Level { name: "easy", choice: Choice::AnyMove },
        Level { name: "medium", choice: Choice::OneOfBest(5) },
        Level { name: "hard", choice: Choice::OneOfBest(1) },
    ],
    value: difference,
    draw: lines::draw,
};

// Program 000 has the three levels that the other games' programs have as well, so its
// hard level stands for "the original"; 001's one bot goes by its number.
pub(crate) static PROGRAM_001: Program = Program {
    number: "001",
    game: "nava",
    appearance: "whole stacks in a table, W and B discs, K and C cubes",
    formula: "(opponent's cubes left * own movable discs^2) / (own cubes left * opponent's \
              movable discs^2 + 1)",
    levels: &[Level { name: "001", choice: Choice::OneOfBest(1) }],
    value: quotient,
    draw: table::nava,
};

fn difference(position: &AnyPosition, side: Side) -> f64 {
    let diagram = position.to_diagram();
    let (own, other) = (Holdings::of(&diagram, side), Holdings::of(&diagram, side.other()));
    // Cubes placed are nine less those left, so the nines cancel out.
    own.discs - other.discs + other.cubes_left - own.cubes_left
}

fn quotient(position: &AnyPosition, side: Side) -> f64 {
    let diagram = position.to_diagram();
    let (own, other) = (Holdings::of(&diagram, side), Holdings::of(&diagram, side.other()));
    other.cubes_left * own.discs.powi(2) / (own.cubes_left * other.discs.powi(2) + 1.0)
}

/// Material that both evaluations look at.
struct Holdings {
    /// Discs in the stacks that a player owns, which are those the player can move.
    discs: f64,
    cubes_left: f64,
}

impl Holdings {
    fn of(diagram: &Diagram, side: Side) -> Self {
        let disc = ['w', 'b'][side.index()];
        let own = diagram.stacks.iter().filter(|stack| stack.last() == Some(&disc));
        let discs: usize = own.map(Vec::len).sum();
        let cubes_left = diagram.hands.map_or(0, |hands| hands[side.index()]);
        Self { discs: discs as f64, cubes_left: cubes_left.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::{GameId, read_position};

    #[test]
    fn the_start_is_even() {
        let start = GameId::Nava.start();
        assert_eq!(difference(&start, Side::First), 0.0);
        assert_eq!(quotient(&start, Side::First), 324.0 / 325.0);
    }

    #[test]
    fn discs_and_cubes_are_counted() {
        // White owns 2 + 5 discs and has one cube placed, Black owns 2 + 3 and has two.
        let text = "W,x3,bb/x,B,x,wwb,x/x3,bw,x/x2,B,x2/bbwww,x4 w";
        let position = read_position(&[GameId::Nava], text).unwrap();
        assert_eq!(difference(&position, Side::First), 1.0);
        assert_eq!(difference(&position, Side::Second), -1.0);
        assert_eq!(quotient(&position, Side::First), 7.0 * 49.0 / (8.0 * 25.0 + 1.0));
        assert_eq!(quotient(&position, Side::Second), 8.0 * 25.0 / (7.0 * 49.0 + 1.0));
    }
}
