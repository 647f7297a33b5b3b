//! The program that plays Greener.

mod terms;

use cairn_games::{AnyPosition, Side};

use crate::bot::{Choice, Level};
use crate::programs::Program;
use crate::table;

pub(crate) use terms::TERMS;

pub(crate) static PROGRAM_003: Program = Program {
    number: "003",
    game: "greener",
    appearance: "top pieces in a table, with the greens in the stack",
    formula: "greens in own stacks",
    levels: &[
        Level { name: "easy", choice: Choice::AnyMove },
        Level { name: "hard", choice: Choice::OneOfBest(1) },
    ],
    value,
    draw: table::greener,
};

fn value(position: &AnyPosition, side: Side) -> f64 {
    let diagram = position.to_diagram();
    let top = ['b', 'w'][side.index()];
    let own = diagram.stacks.iter().filter(|stack| stack.last() == Some(&top));
    own.flatten().filter(|&&piece| piece == 'g').count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::GameId;

    #[test]
    fn only_own_greens_count() {
        let mut position = GameId::Greener.start();
        for (text, black, white) in [("c1-d1", 1.0, 0.0), ("b1-d1", 0.0, 1.0)] {
            position.play(position.read_move(text).unwrap()).unwrap();
            assert_eq!(value(&position, Side::First), black, "{text}");
            assert_eq!(value(&position, Side::Second), white, "{text}");
        }
    }
}
