//! The program that plays Mitsudomoe.

mod terms;

use cairn_games::square::Square;
use cairn_games::{AnyPosition, Side};

use crate::bot::{Choice, Level};
use crate::programs::Program;
use crate::table;

pub(crate) use terms::TERMS;

/// Rows of the board, and cells in a row.
const SIDE: usize = 5;

const BOARD: Square = Square { cols: SIDE, rows: SIDE };

/// Home spaces of each side: a1, b1, a2 and d5, e5, e4.
const HOME: [[usize; 3]; 2] = [[0, 1, 5], [23, 24, 19]];

/// Value of a ball on a goal space besides the distance it has come.
const ON_GOAL: usize = 20;

// The program had three levels, all one turn deep. How they differed is not told, so
// they differ here as those of the first Nava program do.
pub(crate) static PROGRAM_002: Program = Program {
    number: "002",
    game: "mitsudomoe",
    appearance: "top pieces in a table, (W) a ball on a ring",
    formula: "sum over own balls of how far they have come towards the far corner, counted \
              in columns and rows, and 20 for each ball on a goal space",
    levels: &[
        Level { name: "easy", choice: Choice::AnyMove },
        Level { name: "medium", choice: Choice::OneOfBest(5) },
        Level { name: "hard", choice: Choice::OneOfBest(1) },
    ],
    value,
    draw: table::mitsudomoe,
};

fn value(position: &AnyPosition, side: Side) -> f64 {
    let diagram = position.to_diagram();
    let ball = ['W', 'B'][side.index()];
    let goal = HOME[side.other().index()];
    let balls = diagram.stacks.iter().enumerate().filter(|(_, stack)| stack.last() == Some(&ball));
    let worth = |cell| distance_come(cell, side) + if goal.contains(&cell) { ON_GOAL } else { 0 };
    balls.map(|(cell, _)| worth(cell)).sum::<usize>() as f64
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
