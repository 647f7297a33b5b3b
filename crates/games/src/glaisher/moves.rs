//! Stack moves of Glaisher: generation and counts.

use std::ops::ControlFlow;

use super::geometry::{FURTHEST, RAY, ROOM, WAYS, distance, distance_bit};
use super::packed::StackMove;
use super::position::Glaisher;
use crate::bitboard::ones;
use crate::game::Game;

/// The tallest stack that can move: parts of 1 to 8.
const TALLEST_MOVABLE: usize = FURTHEST * (FURTHEST + 1) / 2;

/// The most ways there are to divide a stack, which is one of 18.
const MOST_DIVISIONS: usize = 14;

/// All sets of parts for one height, as bits, in rising order.
#[derive(Clone, Copy)]
struct Divisions {
    sets: [u8; MOST_DIVISIONS],
    count: u8,
}

/// The divisions for every height, into at least one part and into at least two.
static DIVISIONS: [[Divisions; TALLEST_MOVABLE + 1]; 2] = [divisions(1), divisions(2)];

const fn divisions(fewest_parts: u32) -> [Divisions; TALLEST_MOVABLE + 1] {
    let none = Divisions { sets: [0; MOST_DIVISIONS], count: 0 };
    let mut divisions = [none; TALLEST_MOVABLE + 1];
    let mut set = 1;
    loop {
        if u8::count_ones(set) >= fewest_parts {
            let of_height = &mut divisions[total_height(set) as usize];
            of_height.sets[of_height.count as usize] = set;
            of_height.count += 1;
        }
        if set == u8::MAX {
            return divisions;
        }
        set += 1;
    }
}

/// Number of pieces of a set of parts together.
pub(super) const fn total_height(parts: u8) -> u32 {
    let mut total = 0;
    const_for!(bit in FURTHEST => {
        if parts >> bit & 1 == 1 {
            total += bit as u32 + 1;
        }
    });
    total
}

/// All sets of parts that a stack of this height can be divided into.
#[inline]
fn divisions_of<const RULEBOOK: bool>(height: u16) -> &'static [u8] {
    match DIVISIONS[RULEBOOK as usize].get(height as usize) {
        Some(divisions) => &divisions.sets[..divisions.count as usize],
        None => &[],
    }
}

/// The number of parts of each set. Not every machine counts bits quickly.
static COUNT: [u8; 1 << FURTHEST] = {
    let mut counts = [0; 1 << FURTHEST];
    const_for!(set in counts.len() => {
        counts[set] = set.count_ones() as u8;
    });
    counts
};

/// The most parts that a stack of each height can be divided into.
static MOST_PARTS: [u8; TALLEST_MOVABLE + 1] = {
    let mut most = [0; TALLEST_MOVABLE + 1];
    const_for!(set in COUNT.len() => {
        let of_height = &mut most[total_height(set as u8) as usize];
        if COUNT[set] > *of_height {
            *of_height = COUNT[set];
        }
    });
    most
};

/// Cells in one direction from a cell, as sets of distances.
struct Reach {
    /// Distances at which a part may land.
    allowed: u8,
    /// Distances at which it would land on an empty cell.
    empty: u8,
    /// Distances at which it would capture.
    captures: u8,
}

impl Reach {
    /// Returns the number of cells that parts gain: one for each that lands on an empty cell, two
    /// for each capture.
    #[inline]
    const fn gain(&self, parts: u8) -> u32 {
        let [landed, captured] = [parts & (self.empty | self.captures), parts & self.captures];
        (COUNT[landed as usize] + COUNT[captured as usize]) as u32
    }
}

impl<const RULEBOOK: bool> Glaisher<RULEBOOK> {
    #[inline(always)]
    fn reach(&self, from: usize, direction: usize) -> Reach {
        let ray = RAY[from][direction];
        let room = ROOM[from][direction];
        let mut reach = Reach { allowed: room, empty: room, captures: 0 };
        let side = self.to_move();
        for cell in ones(ray & self.stacks_of(side)) {
            reach.empty &= !distance_bit(distance(from, cell));
        }
        for cell in ones(ray & self.stacks_of(side.other())) {
            let distance = distance(from, cell);
            let bit = distance_bit(distance);
            reach.empty &= !bit;
            if u32::from(self.height(cell)) > distance {
                reach.allowed &= !bit;
            } else {
                reach.captures |= bit;
            }
        }
        reach
    }

    /// Shows each first half of a legal turn to `visit` once, in a fixed order, until it
    /// breaks. There are none when the game has ended.
    #[inline]
    pub fn visit_stack_moves<B>(
        &self,
        mut visit: impl FnMut(StackMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_gaining_stack_moves(0, |stack_move, _| visit(stack_move))
    }

    /// Does the same for those that gain so many cells, and shows how many each of them gains: one
    /// for each part that lands on an empty cell, two for each that captures.
    #[inline(always)]
    pub fn visit_gaining_stack_moves<B>(
        &self,
        least: u32,
        mut visit: impl FnMut(StackMove, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_chain_made() {
            return ControlFlow::Continue(());
        }
        let opponents = self.stacks_of(self.to_move().other());
        for from in ones(self.stacks_of(self.to_move())) {
            let height = self.height(from);
            let divisions = divisions_of::<RULEBOOK>(height);
            let parts = MOST_PARTS.get(usize::from(height)).map_or(0, |&parts| parts.into());
            if 2 * parts < least || divisions.is_empty() {
                continue;
            }
            let captures = least.saturating_sub(parts);
            for (direction, ray) in RAY[from].iter().enumerate() {
                if captures > 0 && (ray & opponents).count_ones() < captures {
                    continue;
                }
                let reach = self.reach(from, direction);
                for &parts in divisions {
                    if parts & !reach.allowed == 0 {
                        let gain = reach.gain(parts);
                        if gain >= least {
                            visit(StackMove::packed(from, direction, parts), gain)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(super) fn has_stack_move(&self) -> bool {
        self.visit_stack_moves(|_| ControlFlow::Break(())).is_break()
    }

    #[inline]
    pub(super) fn count_turns(&self) -> u64 {
        if self.is_chain_made() {
            return 0;
        }
        // A stack move empties its origin and fills the empty cells it lands on.
        let empty_without_landings = u64::from(self.empty().count_ones()) + 1;
        let mut total = 0;
        for from in ones(self.stacks_of(self.to_move())) {
            let divisions = divisions_of::<RULEBOOK>(self.height(from));
            for direction in 0..WAYS {
                let Reach { allowed, empty, .. } = self.reach(from, direction);
                for &parts in divisions {
                    if parts & !allowed == 0 {
                        total += empty_without_landings - u64::from((parts & empty).count_ones());
                    }
                }
            }
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GlaisherRulebook, GlaisherStandard};
    use super::*;
    use crate::diagram::Diagram;
    use crate::game::Notation;
    use crate::perft;
    use crate::random::Random;
    use crate::side::{Outcome, Side};

    /// A position that has these cells in its middle row and nothing else.
    fn middle_row<G: Notation>(cells: &str, to_move: char) -> G {
        let text = format!("x5/x6/x7/x8/{cells}/x8/x7/x6/x5 {to_move}");
        G::from_diagram(&Diagram::read(G::info(), &text).unwrap()).unwrap()
    }

    fn why_not<G: Notation>(position: &G, mv: &str) -> String {
        position.read_move(mv).unwrap_err().to_string()
    }

    fn after<G: Notation>(position: &G, mv: &str) -> String {
        position.after(position.read_move(mv).unwrap()).to_text()
    }

    #[test]
    fn counts_from_the_start() {
        for (depth, standard, rulebook) in [(1, 1290, 1125), (2, 1_538_703, 1_169_169)] {
            assert_eq!(perft::count(&GlaisherStandard::start(), depth), standard);
            assert_eq!(perft::count(&GlaisherRulebook::start(), depth), rulebook);
        }
    }

    #[test]
    fn divisions_are_all_sets_of_different_parts() {
        let of = |height| divisions_of::<false>(height);
        assert_eq!(of(6), [0b111, 0b1010, 0b1_0001, 0b10_0000], "1+2+3, 2+4, 1+5, 6");
        assert_eq!(divisions_of::<true>(6), [0b111, 0b1010, 0b1_0001]);
        assert_eq!(of(18).len(), MOST_DIVISIONS);
        assert_eq!(of(36), [u8::MAX]);
        assert!(of(37).is_empty() && of(u16::MAX).is_empty());
        let all: usize = (0..=u16::MAX).map(|height| of(height).len()).sum();
        assert_eq!(all, 255);
    }

    #[test]
    fn stack_moves_gain_cells_and_twice_those_that_they_capture() {
        let mut random = Random::new(4);
        let mut position = GlaisherStandard::start();
        while let Some(&mv) = random.pick(&position.moves()) {
            position.play(mv).unwrap();
            let of_side = |side: Side, cell: usize| position.stacks_of(side) >> cell & 1;
            let gain = |stack_move: StackMove| -> u64 {
                let of_cell = |to| match position.to_move() {
                    side if of_side(side, to) == 1 => 0,
                    side => 1 + of_side(side.other(), to),
                };
                stack_move.landings().map(|(_, to)| of_cell(to)).sum()
            };
            let stack_moves = |least| {
                let mut seen = Vec::new();
                let _: ControlFlow<()> =
                    position.visit_gaining_stack_moves(least, |stack_move, gained| {
                        assert_eq!(u64::from(gained), gain(stack_move));
                        seen.push(stack_move);
                        ControlFlow::Continue(())
                    });
                seen
            };
            let all = stack_moves(0);
            for least in 1..=8 {
                let mut expected = all.clone();
                expected.retain(|&stack_move| gain(stack_move) >= least.into());
                assert_eq!(stack_moves(least), expected);
            }
        }
    }

    #[test]
    fn parts_capture_what_is_no_taller_and_join_what_is_their_own() {
        let position: GlaisherStandard = middle_row("r3,y1,r2,x6", 'r');
        assert_eq!(after(&position, "e1-e2,e3+a1"), "x5/x6/x7/x8/x,r2,r4,x6/x8/x7/x6/r1,x4 y");
        let position: GlaisherStandard = middle_row("r3,y2,x7", 'r');
        assert_eq!(
            why_not(&position, "e1-e2,e3+a1"),
            "the part of 1 would land on e2, where Yellow has a taller stack of 2"
        );
        // The whole stack jumps over it. New pieces: all but e2 and e4.
        let jumps = position
            .moves()
            .into_iter()
            .filter(|&mv| position.write_move(mv).starts_with("e1-e4+"));
        assert_eq!(jumps.count(), 59);
    }

    #[test]
    fn the_new_piece_goes_on_a_cell_that_is_empty_by_then() {
        let position: GlaisherStandard = middle_row("r1,x6,y1,x", 'r');
        assert_eq!(after(&position, "e1-f2+e1"), "x5/x6/x7/r1,x7/r1,x6,y1,x/x8/x7/x6/x5 y");
        for (cell, there) in [("f2", "a part lands"), ("e8", "a stack stands")] {
            let reason = why_not(&position, &format!("e1-f2+{cell}"));
            assert_eq!(reason, format!("the new piece cannot go on {cell}, where {there}"));
        }
    }

    #[test]
    fn a_stack_moves_whole_but_not_under_the_rulebook_rules() {
        let position: GlaisherStandard = middle_row("x4,r2,x4", 'r');
        assert_eq!(position.count_moves(), 6 * 60);
        let position: GlaisherRulebook = middle_row("x4,r2,x4", 'r');
        assert_eq!(position.outcome(), Some(Outcome::Win(Side::Second)));
        assert_eq!(position.ending().unwrap().reason, "Red has no legal turn");
        let position: GlaisherRulebook = middle_row("x4,r3,x4", 'r');
        assert_eq!(position.count_moves(), 6 * 59);
        assert_eq!(
            why_not(&position, "e5-e8+a1"),
            "the stack on e5 must be divided into at least two parts"
        );
    }

    #[test]
    fn the_tallest_stack_that_moves_has_36() {
        let position: GlaisherStandard = middle_row("r36,x8", 'r');
        assert_eq!(position.count_moves(), 61 - 8);
        assert_eq!(
            after(&position, "e1-e2,e3,e4,e5,e6,e7,e8,e9+a1"),
            "x5/x6/x7/x8/x,r1,r2,r3,r4,r5,r6,r7,r8/x8/x7/x6/r1,x4 y"
        );
        let position: GlaisherStandard = middle_row("r37,x8", 'r');
        assert_eq!(position.outcome(), Some(Outcome::Win(Side::Second)));
    }

    #[test]
    fn heights_stop_at_what_fits() {
        let position: GlaisherStandard = middle_row("r1,r999,x7", 'r');
        assert_eq!(after(&position, "e1-e2+e1"), "x5/x6/x7/x8/r1,r999,x7/x8/x7/x6/x5 y");
    }

    #[test]
    fn a_chain_ends_the_game() {
        let before = "x5/x6/x7/x8/r1,r1,r1,r1,r2,r1,r1,x,r1/r1,x7/x7/x6/x4,y1 r";
        let before = Diagram::read(GlaisherStandard::info(), before).unwrap();
        let mut position = GlaisherStandard::from_diagram(&before).unwrap();
        assert_eq!(position.outcome(), None);
        position.play(position.read_move("d1-c1+e8").unwrap()).unwrap();
        let ending = position.ending().unwrap();
        assert_eq!(ending.outcome, Outcome::Win(Side::First));
        assert_eq!(ending.reason, "Red's chain joins the lower left and the upper right");
        assert_eq!((position.count_moves(), position.moves().len()), (0, 0));
        assert_eq!(why_not(&position, "a5-a4+a1"), "the game is over");
    }
}
