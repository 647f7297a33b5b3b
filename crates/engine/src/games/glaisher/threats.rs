//! Turns that win at once, and turns that leave the opponent none.

use std::ops::ControlFlow;

use cairn_games::Game;
use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Bitboard, CROSSINGS, Glaisher, GlaisherMove, StackMove};

use super::routes::Occupancy;

/// Effect of a new piece after a stack move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    /// There is a chain already, wherever the new piece goes.
    Made,
    /// A new piece on one of these cells makes a chain.
    On(Bitboard),
}

impl Finish {
    const NEVER: Self = Self::On(Bitboard::NONE);

    /// Returns the effect of a new piece on this occupancy.
    #[inline]
    fn on(occupancy: &Occupancy) -> Self {
        let mut cells = Bitboard::NONE;
        for [near, far] in CROSSINGS {
            let from_near = occupancy.own.connected_to(near);
            if from_near.is_in(far) {
                return Self::Made;
            }
            let from_far = occupancy.own.connected_to(far);
            cells = cells | (from_near.around() | near) & (from_far.around() | far);
        }
        Self::On(cells & occupancy.empty)
    }
}

/// Board after a stack move, seen by the player who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landed {
    pub(super) stack_move: StackMove,
    pub(super) occupancy: Occupancy,
    /// Most pieces that the stack move can have saved the player across the board: one for
    /// each part on an empty cell, two for each capture.
    gain: usize,
}

impl Landed {
    #[inline]
    pub(super) fn after(before: &Occupancy, stack_move: StackMove) -> Self {
        let (mut landings, mut gain) = (Bitboard::NONE, 0);
        for (_, to) in stack_move.landings() {
            let here = Bitboard::one(to);
            landings = landings | here;
            gain += usize::from((here & before.own).is_empty());
            gain += usize::from(!(here & before.foe).is_empty());
        }
        let own = before.own & !Bitboard::one(stack_move.from()) | landings;
        Self { stack_move, occupancy: Occupancy::new(own, before.foe & !landings), gain }
    }

    /// Returns the cells where a new piece wins, if the player needed `distance` before.
    #[inline]
    pub(super) fn finish(&self, distance: usize) -> Finish {
        if distance > self.gain + 1 { Finish::NEVER } else { Finish::on(&self.occupancy) }
    }
}

/// Limit of threats to examine; hardly any move answers more than this many.
const MOST_THREATS: usize = 48;

/// Stack moves with which the opponent would win if it were their turn.
pub(super) struct Threats {
    moves: [StackMove; MOST_THREATS],
    count: usize,
}

impl Threats {
    /// Finds the threats of the player who is not to move, given the board as that player sees it.
    pub(super) fn find<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        opponents: &Occupancy,
    ) -> Self {
        let mut threats = Self { moves: [StackMove::default(); MOST_THREATS], count: 0 };
        let distance = shortest(opponents);
        let _ = position.passed().visit_stack_moves(|stack_move| {
            let landed = Landed::after(opponents, stack_move);
            if landed.finish(distance) != Finish::NEVER {
                threats.moves[threats.count] = stack_move;
                threats.count += 1;
            }
            if threats.count == MOST_THREATS {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        threats
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The cells where a new piece after this stack move leaves the opponent without any
    /// of these wins.
    pub(super) fn answers<const RULEBOOK: bool>(
        &self,
        position: &Glaisher<RULEBOOK>,
        landed: &Landed,
    ) -> u64 {
        let opponents = landed.occupancy.exchanged();
        let mut answers = position.empty_after(landed.stack_move);
        for &threat in &self.moves[..self.count] {
            if !is_possible(position, landed.stack_move, threat) {
                continue;
            }
            // A new piece never stops a stack move, being no taller than any part; it
            // can only stand where the opponent needs the last piece.
            answers &= match Finish::on(&Landed::after(&opponents, threat).occupancy) {
                Finish::NEVER => continue,
                Finish::On(cells) if cells.is_one() => cells.cells(),
                _ => 0,
            };
            if answers == 0 {
                break;
            }
        }
        answers
    }
}

/// The shortest way across the board.
#[inline]
pub(super) fn shortest(occupancy: &Occupancy) -> usize {
    let [a, b, c] = occupancy.distances();
    a.min(b).min(c)
}

/// Whether a stack move that the opponent could make before `made` can still be made.
#[inline]
fn is_possible<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    made: StackMove,
    threat: StackMove,
) -> bool {
    let side = position.to_move();
    let landed_on = made.landing_cells();
    if landed_on >> threat.from() & 1 == 1 {
        return false;
    }
    threat.landings().all(|(part, to)| {
        let added = made.landings().find(|&(_, cell)| cell == to).map(|(height, _)| height);
        let height = u32::from(position.height(to));
        let is_mine = position.stacks_of(side) >> to & 1 == 1 && to != made.from();
        match added {
            Some(added) => height + added <= part,
            None => !is_mine || height <= part,
        }
    })
}

/// A turn that wins at once, if there is one: the cell is where the new piece goes.
#[inline]
pub(super) fn winning_cell<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    landed: &Landed,
    distance: usize,
) -> Option<usize> {
    let cells = match landed.finish(distance) {
        Finish::Made => position.empty_after(landed.stack_move),
        Finish::On(cells) => cells.cells(),
    };
    ones(cells).next()
}

/// A turn that makes a chain.
pub(super) fn winning_turn<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    occupancy: &Occupancy,
) -> Option<GlaisherMove> {
    let distance = shortest(occupancy);
    position
        .visit_stack_moves(|stack_move| {
            let landed = Landed::after(occupancy, stack_move);
            match winning_cell(position, &landed, distance) {
                Some(cell) => ControlFlow::Break(GlaisherMove::new(stack_move, cell)),
                None => ControlFlow::Continue(()),
            }
        })
        .break_value()
}
