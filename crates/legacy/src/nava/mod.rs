//! The two programs that play Nava.

mod grid;
mod lines;
mod terms;

use cairn_games::nava::NavaMove;
use cairn_games::random::Random;
use cairn_games::square::Square;
use cairn_games::{AnyMove, AnyPosition, Diagram, GameMove, Side};

use crate::bot::{OriginalLevel, any_move};
use crate::labels::Labels;
use crate::programs::Program;

pub(crate) use terms::TERMS;

const BOARD: Square = Square { cols: 5, rows: 5 };

/// Number of moves from which the medium level of program 000 chooses.
const MEDIUM_CHOICE: usize = 5;

pub(crate) static PROGRAM_000: Program = Program {
    number: "000",
    game: "nava",
    appearance: "whole stacks in boxes, X and O discs, & and I cubes",
    formula: "discs in own stacks - discs in the opponent's stacks + own cubes placed \
              - opponent's cubes placed",
    levels: &[
        OriginalLevel { name: "easy", rule: "a random move", choose: any_move },
        OriginalLevel {
            name: "medium",
            rule: "at random one of the five moves with the lowest scores, where cubes count \
                   the wrong way round",
            choose: |position, random| {
                let mut moves = scored(position);
                moves.truncate(MEDIUM_CHOICE);
                random.pick(&moves).map(|&(_, _, mv)| mv)
            },
        },
        OriginalLevel {
            name: "hard",
            rule: "the move with the highest score, where cubes count the wrong way round; of \
                   equals the last by rows and columns",
            choose: |position, _| scored(position).pop().map(|(_, _, mv)| mv),
        },
    ],
    labels: Labels::ColumnRow,
    value: difference,
    documented_value: difference,
    draw: lines::draw,
};

// Program 000 has the three levels that the other games' programs have as well, so its
// hard level stands for "the original"; those of 001 carry its number.
pub(crate) static PROGRAM_001: Program = Program {
    number: "001",
    game: "nava",
    appearance: "whole stacks in a table, W and B discs, wc and bc cubes",
    formula: "(Black's cubes left * own movable discs^2) / (White's cubes left * opponent's \
              movable discs^2 + 1), for either player",
    levels: &[
        OriginalLevel { name: "001-easy", rule: "a random move", choose: any_move },
        OriginalLevel {
            name: "001",
            rule: "the last move by rows and columns: the position before the move is valued, \
                   so that all moves are equal",
            choose: last_listed,
        },
    ],
    labels: Labels::RowLetter,
    value: quotient,
    documented_value: documented_quotient,
    draw: grid::draw,
};

fn difference(position: &AnyPosition, side: Side) -> f64 {
    let [own, other] = Material::of_both(position, side);
    // Cubes placed are nine less those left, so the nines cancel out.
    own.discs - other.discs + other.cubes_left - own.cubes_left
}

fn quotient(position: &AnyPosition, side: Side) -> f64 {
    let [own, other] = Material::of_both(position, side);
    let [white, black] = Material::of_both(position, Side::First).map(|held| held.cubes_left);
    black * own.discs.powi(2) / (white * other.discs.powi(2) + 1.0)
}

fn documented_quotient(position: &AnyPosition, side: Side) -> f64 {
    let [own, other] = Material::of_both(position, side);
    other.cubes_left * own.discs.powi(2) / (own.cubes_left * other.discs.powi(2) + 1.0)
}

/// Returns the place of a move in the programs' lists: rows from the top and columns of
/// origin and destination.
fn place(mv: AnyMove) -> Option<[usize; 4]> {
    let mv = NavaMove::from_bits(mv.bits())?;
    let [from, to] = [mv.from(), mv.to()].map(|cell| BOARD.place(cell));
    Some([BOARD.rows - 1 - from.1, from.0, BOARD.rows - 1 - to.1, to.0])
}

/// Lists the moves with their scores by program 000, the lowest first.
///
/// When it scores moves, the program takes the cubes on the board for those in hand.
fn scored(position: &AnyPosition) -> Vec<(i64, [usize; 4], AnyMove)> {
    let side = position.to_move();
    let moves = position.moves().into_iter();
    let mut scored: Vec<_> = moves
        .filter_map(|mv| {
            let mut after = *position;
            after.play(mv).ok()?;
            let [own, other] = Material::of_both(&after, side);
            let score = own.discs - other.discs + own.cubes_left - other.cubes_left;
            Some((score as i64, place(mv)?, mv))
        })
        .collect();
    scored.sort_unstable();
    scored
}

fn last_listed(position: &AnyPosition, _: &mut Random) -> Option<AnyMove> {
    position.moves().into_iter().max_by_key(|&mv| place(mv))
}

/// Material that the evaluations look at.
struct Material {
    /// Discs in the stacks that a player owns, which are those the player can move.
    discs: f64,
    cubes_left: f64,
}

impl Material {
    /// Returns the material of a side and of its opponent.
    fn of_both(position: &AnyPosition, side: Side) -> [Self; 2] {
        let diagram = position.to_diagram();
        [side, side.other()].map(|side| Self::of(&diagram, side))
    }

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
        assert_eq!(documented_quotient(&start, Side::First), 324.0 / 325.0);
        assert_eq!(quotient(&start, Side::First), 324.0 / 325.0);
    }

    #[test]
    fn discs_and_cubes_are_counted() {
        // White owns 2 + 5 discs and has one cube placed, Black owns 2 + 3 and has two.
        let text = "W,x3,bb/x,B,x,wwb,x/x3,bw,x/x2,B,x2/bbwww,x4 w";
        let position = read_position(&[GameId::Nava], text).unwrap();
        assert_eq!(difference(&position, Side::First), 1.0);
        assert_eq!(difference(&position, Side::Second), -1.0);
        let documented = |side| documented_quotient(&position, side);
        assert_eq!(documented(Side::First), 7.0 * 49.0 / (8.0 * 25.0 + 1.0));
        assert_eq!(documented(Side::Second), 8.0 * 25.0 / (7.0 * 49.0 + 1.0));
        assert_eq!(quotient(&position, Side::First), 7.0 * 49.0 / (8.0 * 25.0 + 1.0));
        assert_eq!(quotient(&position, Side::Second), 7.0 * 25.0 / (8.0 * 49.0 + 1.0));
    }

    #[test]
    fn the_medium_level_takes_one_of_the_five_lowest_scores() {
        let text = "ww,bb,b,B,b/x,B,b,B,B/W,wb,w,x2/ww,x4/W,x4 w";
        let position = read_position(&[GameId::Nava], text).unwrap();
        let lowest: Vec<_> = scored(&position).into_iter().take(5).map(|(_, _, mv)| mv).collect();
        let chosen = |seed| (PROGRAM_000.levels[1].choose)(&position, &mut Random::new(seed));
        assert!((0..50).all(|seed| lowest.contains(&chosen(seed).unwrap())));
    }
}
