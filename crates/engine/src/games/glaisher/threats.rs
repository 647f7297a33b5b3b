//! Turns that win at once, and turns that leave the opponent none.

use std::array;
use std::ops::ControlFlow;

use cairn_games::Game;
use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Bitboard, Bitboards, CROSSINGS, Glaisher, GlaisherMove, StackMove};

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
        let sides = Bitboards::new(array::from_fn(|side| CROSSINGS[side / 2][side % 2]));
        let connected = Bitboards::<6>::new([occupancy.own; 6]).connected_to(sides);
        let border = connected.around() | sides;
        let mut cells = Bitboard::NONE;
        for (crossing, [_, far]) in CROSSINGS.into_iter().enumerate() {
            let [near_lane, far_lane] = [2 * crossing, 2 * crossing + 1];
            if connected.get(near_lane).is_in(far) {
                return Self::Made;
            }
            cells = cells | border.get(near_lane) & border.get(far_lane);
        }
        Self::On(cells & occupancy.empty)
    }
}

/// Board after a stack move, seen by the player who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landed {
    pub(super) stack_move: StackMove,
    pub(super) occupancy: Occupancy,
}

impl Landed {
    #[inline]
    pub(super) fn after(before: &Occupancy, stack_move: StackMove) -> Self {
        let landings = stack_move.landings();
        let landings = landings.fold(Bitboard::NONE, |cells, (_, to)| cells | Bitboard::one(to));
        let own = before.own & !Bitboard::one(stack_move.from()) | landings;
        Self { stack_move, occupancy: Occupancy::new(own, before.foe & !landings) }
    }
}

/// Returns the least number of cells that a stack move has to gain in a turn that makes a chain, if
/// the player needs this many pieces across the board. The new piece is one of them.
#[inline]
const fn least_gain(distance: usize) -> u32 {
    distance.saturating_sub(1) as u32
}

/// Limit of threats to examine; hardly any move answers more than this many.
const MOST_THREATS: usize = 48;

/// Stack moves with which the opponent would win if it were their turn.
pub(super) struct Threats {
    moves: [StackMove; MOST_THREATS],
    count: usize,
}

impl Threats {
    /// Finds the threats of the player who is not to move, given the board as that player sees it and
    /// the number of pieces that player needs across it.
    pub(super) fn find<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        opponents: &Occupancy,
        distance: usize,
    ) -> Self {
        let mut threats = Self { moves: [StackMove::default(); MOST_THREATS], count: 0 };
        let least = least_gain(distance);
        let _ = position.passed().visit_gaining_stack_moves(least, |stack_move| {
            if Finish::on(&Landed::after(opponents, stack_move).occupancy) != Finish::NEVER {
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

/// A turn that makes a chain, if the player needs this many pieces across the board.
pub(super) fn winning_turn<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    occupancy: &Occupancy,
    distance: usize,
) -> Option<GlaisherMove> {
    position
        .visit_gaining_stack_moves(least_gain(distance), |stack_move| {
            let cells = match Finish::on(&Landed::after(occupancy, stack_move).occupancy) {
                Finish::Made => position.empty_after(stack_move),
                Finish::On(cells) => cells.cells(),
            };
            match ones(cells).next() {
                Some(cell) => ControlFlow::Break(GlaisherMove::new(stack_move, cell)),
                None => ControlFlow::Continue(()),
            }
        })
        .break_value()
}
