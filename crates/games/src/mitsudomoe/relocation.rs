//! Relocation of the opponent's balls that a vault passes over.
//!
//! Each of them goes, one after another, to a space with an exposed ring of its colour,
//! and a space that one has just left counts. Balls are alike, so that only the set of
//! spaces on which they stand in the end matters. With P the spaces passed over and A
//! the spaces with an exposed ring of their colour, the sets that can be reached are
//! just the sets of as many spaces out of A and P together that are not P itself: the
//! first ball has to leave P for A, and then each ball can go where one has left.

use std::ops::ControlFlow;

use super::{BALLS, BOARD, SUPPLY_AT_START};

/// Number of ways to relocate balls, by their number and by the number of exposed rings of
/// their colour. Without balls there is one way: none moves.
pub(super) static WAYS: [[u8; SUPPLY_AT_START + 1]; BALLS + 1] = {
    let mut ways = [[1; SUPPLY_AT_START + 1]; BALLS + 1];
    let mut exposed = 0;
    while exposed <= SUPPLY_AT_START {
        // Binomial of `exposed + balls` over `balls`, less the set that they stand on.
        let mut sets = 1;
        let mut balls = 1;
        while balls <= BALLS {
            sets = sets * (exposed + balls) / balls;
            ways[balls][exposed] = (sets - 1) as u8;
            balls += 1;
        }
        exposed += 1;
    }
    ways
};

/// Shows each set of spaces to which the balls on `passed` can go.
#[inline]
pub(super) fn visit<B>(
    passed: u32,
    exposed: u32,
    mut visit: impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if passed == 0 {
        return visit(0);
    }
    choose(passed.count_ones(), passed | exposed, 0, &mut |set| {
        if set == passed { ControlFlow::Continue(()) } else { visit(set) }
    })
}

/// Shows each set that adds `count` of the `pool` to those `chosen`.
fn choose<B>(
    count: u32,
    mut pool: u32,
    chosen: u32,
    visit: &mut impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if count == 0 {
        return visit(chosen);
    }
    while pool != 0 {
        let first = pool & pool.wrapping_neg();
        pool ^= first;
        choose(count - 1, pool, chosen | first, visit)?;
    }
    ControlFlow::Continue(())
}

/// One ball after another, from where to where, in the order in which the moves can be
/// made: of all such lists that end on these spaces, the first in the alphabet. Empty
/// if there is none.
pub(super) fn first_list(passed: u32, relocated: u32) -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    complete(passed, relocated, &mut list);
    list
}

/// Adds to the list what brings the balls that are `left` to the places that are
/// `open`. Whether that can be done.
fn complete(left: u32, open: u32, list: &mut Vec<(usize, usize)>) -> bool {
    if left == 0 || open == 0 {
        return left == open;
    }
    for from in by_name(left) {
        // Not where a ball is yet to leave, itself included.
        for to in by_name(open & !left) {
            list.push((from, to));
            if complete(left & !(1 << from), open & !(1 << to), list) {
                return true;
            }
            list.pop();
        }
    }
    false
}

/// Spaces in the order of their names, letter first.
pub(super) fn by_name(spaces: u32) -> impl Iterator<Item = usize> {
    let by_column = (0..BOARD.cols).flat_map(|col| (0..BOARD.rows).map(move |row| (col, row)));
    by_column.map(|(col, row)| BOARD.cell(col, row)).filter(move |cell| spaces >> cell & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::ones;

    /// The sets that can be reached, found by moving ball after ball.
    fn by_force(left: u32, exposed: u32, moved: u32, found: &mut Vec<u32>) {
        if left == 0 {
            found.push(moved);
        }
        for from in ones(left.into()) {
            for to in ones(exposed.into()) {
                let free = exposed & !(1 << to) | 1 << from;
                by_force(left & !(1 << from), free, moved | 1 << to, found);
            }
        }
    }

    #[test]
    fn sets_are_those_reached_ball_by_ball() {
        for (passed, exposed) in
            [(0b1, 0b1000), (0b11, 0), (0b11, 0b100), (0b101, 0b11010), (0b111, 0b1111_1000)]
        {
            let mut expected = Vec::new();
            by_force(passed, exposed, 0, &mut expected);
            expected.sort_unstable();
            expected.dedup();
            let mut found = Vec::new();
            let _: ControlFlow<()> = visit(passed, exposed, |set| {
                found.push(set);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            assert_eq!(found, expected);
            let ways = WAYS[passed.count_ones() as usize][exposed.count_ones() as usize];
            assert_eq!(found.len(), usize::from(ways));
            for set in found {
                assert_eq!(first_list(passed, set).len(), passed.count_ones() as usize);
            }
        }
    }
}
