//! The program that plays Mitsudomoe.

mod grid;
mod play;
mod terms;

use cairn_games::square::Square;
use cairn_games::{AnyPosition, Side};

use self::play::{Difficulty, choose};
use crate::bot::OriginalLevel;
use crate::labels::Labels;
use crate::programs::Program;

pub(crate) use terms::TERMS;

/// Rows of the board, and cells in a row.
const SIDE: usize = 5;

const BOARD: Square = Square { cols: SIDE, rows: SIDE };

/// Home spaces of each side: a1, b1, a2 and d5, e5, e4.
const HOME: [[usize; 3]; 2] = [[0, 1, 5], [23, 24, 19]];

/// Value of a ball on a goal space besides the distance it has come.
const ON_GOAL: usize = 20;

pub(crate) static PROGRAM_002: Program = Program {
    number: "002",
    game: "mitsudomoe",
    appearance: "top pieces in a table, (W) a ball on a ring",
    formula: "sum over own balls of how far they have come towards the far corner, counted \
              in columns and rows, and 20 for each ball on a goal space",
    levels: &[
        OriginalLevel {
            name: "easy",
            rule: "the ball move listed after the best one, with the ring move that suits it",
            choose: |position, _| choose(position, Difficulty::Easy),
        },
        OriginalLevel {
            name: "medium",
            rule: "the ring move of the easy level, then the best ball move",
            choose: |position, _| choose(position, Difficulty::Medium),
        },
        OriginalLevel {
            name: "hard",
            rule: "the best ring move and ball move among those the program knows, which \
                   lack diagonal vaults; of equals the last in its list",
            choose: |position, _| choose(position, Difficulty::Hard),
        },
    ],
    labels: Labels::RowColumn,
    value,
    documented_value: value,
    draw: grid::draw,
};

fn value(position: &AnyPosition, side: Side) -> f64 {
    let diagram = position.to_diagram();
    let ball = ['W', 'B'][side.index()];
    let balls = diagram.stacks.iter().enumerate().filter(|(_, stack)| stack.last() == Some(&ball));
    value_of_balls(balls.map(|(cell, _)| cell), side) as f64
}

fn value_of_balls(balls: impl Iterator<Item = usize>, side: Side) -> usize {
    let bonus = |cell| if is_goal(cell, side) { ON_GOAL } else { 0 };
    balls.map(|cell| distance_come(cell, side) + bonus(cell)).sum()
}

/// Whether a cell is a goal space of a side: the home of the other.
fn is_goal(cell: usize, side: Side) -> bool {
    HOME[side.other().index()].contains(&cell)
}

/// Counts columns and rows from a side's own corner to a space.
fn distance_come(cell: usize, side: Side) -> usize {
    let (col, row) = BOARD.place(cell);
    match side {
        Side::First => col + row,
        Side::Second => (SIDE - 1 - col) + (SIDE - 1 - row),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::{GameId, read_position};

    #[test]
    fn balls_are_worth_their_way_and_twenty_on_a_goal() {
        let start = GameId::Mitsudomoe.start();
        assert_eq!(value(&start, Side::First), 2.0);
        assert_eq!(value(&start, Side::Second), 2.0);
        // White's balls on e4 (7 and on a goal), c3 (4) and a1 (0); Black's on e5 (0),
        // d5 (1) and b2 (6).
        let text = "x3,bB,bB/x4,wW/x2,wW,x2/x,bB,x3/wW,x4 w";
        let position = read_position(&[GameId::Mitsudomoe], text).unwrap();
        assert_eq!(value(&position, Side::First), 7.0 + 20.0 + 4.0);
        assert_eq!(value(&position, Side::Second), 7.0);
    }
}
