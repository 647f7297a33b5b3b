//! The evaluation that the document of program 004 describes. The program itself values
//! the rings of the board otherwise.

use std::sync::LazyLock;

use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Glaisher, neighbours};
use cairn_games::hex::{self, CELLS};
use cairn_games::{AnyPosition, Game, Outcome, Side, const_for};

/// Value of a won position, above that of any other.
const WON: f64 = 1e6;

/// Value of a stack by itself, and of a stack next to another one.
const HOLDING: f64 = 2.0;
const NEXT_TO_OWN: f64 = 2.0;

/// Returns the value of a position to a side.
pub(super) fn value(position: &AnyPosition, side: Side) -> f64 {
    match position {
        AnyPosition::Glaisher(position) => value_of(position, side),
        AnyPosition::GlaisherRulebook(position) => value_of(position, side),
        _ => 0.0,
    }
}

fn value_of<const RULEBOOK: bool>(position: &Glaisher<RULEBOOK>, side: Side) -> f64 {
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == side => WON,
        Some(Outcome::Win(_)) => -WON,
        _ => worth(position, side) - worth(position, side.other()),
    }
}

/// Returns the value of the stacks of a side.
fn worth<const RULEBOOK: bool>(position: &Glaisher<RULEBOOK>, side: Side) -> f64 {
    let stacks = position.stacks_of(side);
    let worth_of = |cell: usize| {
        let company = if neighbours(cell) & stacks != 0 { NEXT_TO_OWN } else { 0.0 };
        NEARNESS[cell] + worth_of_height(position.height(cell)) + HOLDING + company
    };
    ones(stacks).map(worth_of).sum()
}

/// 4 in the middle and next to it, 1 on the edge.
static NEARNESS: [f64; CELLS] = {
    let mut nearness = [0.0; CELLS];
    const_for!(cell in CELLS => {
        let (row, number) = hex::place(cell);
        let (rows, numbers) = (row - 4, number - 5);
        let mut distance = rows.abs();
        if numbers.abs() > distance {
            distance = numbers.abs();
        }
        if (rows - numbers).abs() > distance {
            distance = (rows - numbers).abs();
        }
        nearness[cell] = if distance == 0 { 4.0 } else { (5 - distance) as f64 };
    });
    nearness
};

/// height^0.8, looked up for all heights that games come to.
fn worth_of_height(height: u16) -> f64 {
    static USUAL: LazyLock<[f64; 64]> =
        LazyLock::new(|| std::array::from_fn(|height| (height as f64).powf(0.8)));
    USUAL.get(usize::from(height)).copied().unwrap_or_else(|| f64::from(height).powf(0.8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn_games::{GameId, read_position};

    fn value(text: &str) -> f64 {
        super::value(&read_position(&[GameId::Glaisher], text).unwrap(), Side::First)
    }

    #[test]
    fn stacks_are_valued_as_the_document_says() {
        assert_eq!(super::value(&GameId::Glaisher.start(), Side::First), 0.0);
        // Red: three in the middle and one beside it; Yellow: two in a corner.
        let power = |height: f64| height.powf(0.8);
        let red = 2.0 * (4.0 + 2.0 + 2.0) + power(3.0) + power(1.0);
        let yellow = 1.0 + 2.0 + power(2.0);
        let found = value("x5/x6/x7/x8/x4,r3,r1,x3/x8/x7/x6/y2,x4 y");
        assert!((found - (red - yellow)).abs() < 1e-9, "{found}");
    }

    #[test]
    fn a_won_position_is_worth_more_than_any_other() {
        assert_eq!(value("x5/x6/x7/x8/r1,r1,r1,r1,r1,r1,r1,r1,r1/x8/x7/x6/y2,x4 y"), WON);
    }

    #[test]
    fn nearness_runs_from_one_to_four() {
        let of = |row, number| NEARNESS[hex::cell(row, number).unwrap()];
        assert_eq!([of(4, 5), of(4, 6), of(4, 7), of(4, 8), of(4, 9)], [4.0, 4.0, 3.0, 2.0, 1.0]);
        assert_eq!([of(0, 1), of(8, 9), of(8, 5), of(6, 6)], [1.0, 1.0, 1.0, 3.0]);
    }
}
