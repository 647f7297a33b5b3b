//! The program that plays Glaisher.

mod board;
mod documented;
mod hexagon;
mod play;
mod terms;

use cairn_games::glaisher::{GlaisherMove, StackMove};
use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, Side};

use self::board::{PLACES, ProgramBoard, player};
use crate::bot::OriginalLevel;
use crate::labels::Labels;
use crate::programs::Program;

pub(crate) use terms::{TERMS, place, read_move, write_move};

/// Letter of each side's pieces.
const LETTERS: [char; 2] = ['r', 'y'];

pub(crate) static PROGRAM_004: Program = Program {
    number: "004",
    game: "glaisher",
    appearance: "hexagons in a frame with signed heights, i and j as coordinates",
    formula: "for each own stack 1, 2, 2, 3 or 4 from the edge to the centre, height^0.8, 2 for \
              holding a cell, 2 if next to another own stack; the same for the opponent, \
              subtracted; 999999 if the player has won",
    levels: &[
        OriginalLevel {
            name: "easy",
            rule: "looks 1 turn ahead after its own over 5 candidates, and plays the worst of them",
            choose: |position, random| choose(position, random, 1, 5),
        },
        OriginalLevel {
            name: "medium",
            rule: "looks 3 turns ahead over 7 candidates, and plays the worst of them",
            choose: |position, random| choose(position, random, 3, 7),
        },
        OriginalLevel {
            name: "hard",
            rule: "looks 5 turns ahead over 10 candidates, and plays the worst of them",
            choose: |position, random| choose(position, random, 5, 10),
        },
    ],
    labels: Labels::RowDiagonal,
    value,
    documented_value: documented::value,
    draw: hexagon::draw,
};

/// Returns the value as the program's predicate does, but to the side that is asked for:
/// the program's values are positive where Red is better.
fn value(position: &AnyPosition, side: Side) -> f64 {
    let value = play::value(&ProgramBoard::of(position), player(side));
    match side {
        Side::First => value,
        Side::Second => -value,
    }
}

/// Chooses a turn as the program did. Where the program finds none, which happens when a
/// candidate leaves the opponent without a move, the best turn by the documented
/// evaluation is chosen.
fn choose(
    position: &AnyPosition,
    random: &mut Random,
    turns: u32,
    width: usize,
) -> Option<AnyMove> {
    let turn = play::choose(&ProgramBoard::of(position), player(position.to_move()), turns, width);
    let mv = turn.and_then(|turn| {
        let [from, new_piece] = [turn.from, turn.new_piece].map(|cell| {
            let (i, j) = PLACES[cell];
            terms::cell_at(i, j)
        });
        let stack_move = StackMove::new(from?, turn.direction - 1, turn.parts)?;
        Some(AnyMove::new(GlaisherMove::new(stack_move, new_piece?)))
    });
    mv.filter(|&mv| position.write_move(mv).is_ok())
        .or_else(|| crate::GreedyBot::new(position.game()).ok()?.choose(position, random))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::GameId;

    /// The program's own tests know these values.
    #[test]
    fn the_intermediate_state_of_the_program_has_its_value() {
        let text = "y1,x,y1,x,r1/x2,y1,x3/x3,y6,x,r3,r1/x2,r2,r3,r5,y1,x2/r1,r2,r1,x,y3,r1,x3/x,y3,y1,y3,x4/x,y1,x,r2,x3/y1,x3,r1,x/x5 r";
        let position = cairn_games::read_position(&[GameId::Glaisher], text).unwrap();
        assert_eq!(value(&position, Side::First), 5.246014300255048);
        assert_eq!(value(&position, Side::Second), -5.246014300255048);
    }

    #[test]
    fn rings_count_from_the_edge_to_the_centre() {
        let text = |cell: &str| format!("x5/x6/x7/x8/{cell}/x8/x7/x6/y1,x4 r");
        let values = ["r1,x8", "x,r1,x7", "x2,r1,x6", "x3,r1,x5", "x4,r1,x4"].map(|row| {
            let position = cairn_games::read_position(&[GameId::Glaisher], &text(row)).unwrap();
            value(&position, Side::First)
        });
        assert_eq!(values, [0.0, 1.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn a_won_position_is_worth_most_to_the_winner() {
        let text = "x5/x6/x7/x8/r1,r1,r1,r1,r1,r1,r1,r1,r1/x8/x7/x6/y2,x4 y";
        let position = cairn_games::read_position(&[GameId::Glaisher], text).unwrap();
        assert_eq!(value(&position, Side::First), 999_999.0);
        assert!(value(&position, Side::Second) > -999.0, "the loser's value knows no end");
    }
}
