//! The program that plays Greener.

mod grid;
mod terms;

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, Side};

use crate::bot::{OriginalLevel, any_move};
use crate::labels::Labels;
use crate::programs::Program;

pub(crate) use terms::TERMS;

pub(crate) static PROGRAM_003: Program = Program {
    number: "003",
    game: "greener",
    appearance: "top pieces in a table, with the greens in the stack",
    formula: "greens in own stacks",
    levels: &[
        OriginalLevel { name: "easy", rule: "a random move", choose: any_move },
        OriginalLevel {
            name: "hard",
            rule: "the move after which the player has most greens; of equals the one whose \
                   board is the last in Prolog's order of terms",
            choose: best_move,
        },
    ],
    labels: Labels::ColumnRow,
    value,
    documented_value: value,
    draw: grid::draw,
};

fn value(position: &AnyPosition, side: Side) -> f64 {
    greens_of(&position.to_diagram().stacks, side) as f64
}

fn greens_of(stacks: &[Vec<char>], side: Side) -> usize {
    let top = ['b', 'w'][side.index()];
    let own = stacks.iter().filter(|stack| stack.last() == Some(&top));
    own.flatten().filter(|&&piece| piece == 'g').count()
}

/// Chooses the move that program 003 chooses at its hard level.
fn best_move(position: &AnyPosition, _: &mut Random) -> Option<AnyMove> {
    let side = position.to_move();
    position.moves().into_iter().max_by_key(|&mv| {
        let mut after = *position;
        after.play(mv).ok().map(|()| {
            let diagram = after.to_diagram();
            let cells = (0..diagram.board.rows()).rev().flat_map(|row| diagram.board.row(row));
            let order: Vec<_> = cells.map(|cell| cell_order(&diagram.stacks[cell])).collect();
            (greens_of(&diagram.stacks, side), order)
        })
    })
}

/// Returns the rank of a cell's term: its colours from the top piece, in the order of the
/// alphabet. The numbers beside the colours follow from them.
fn cell_order(stack: &[char]) -> Vec<char> {
    match stack {
        // "empty" lies between "black" and "green".
        [] => vec!['e'],
        _ => stack.iter().rev().copied().collect(),
    }
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
