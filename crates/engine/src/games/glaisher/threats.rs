//! Turns that win at once, and turns that leave the opponent none.

use std::ops::ControlFlow;

use cairn_games::Game;
use cairn_games::bitboard::ones;
use cairn_games::glaisher::{Bitboard, CROSSINGS, Glaisher, GlaisherMove, StackMove};
use cairn_simd::{Kernel, Words};

use super::bitboards::Bitboards;
use super::routes::{FURTHEST, Occupancy, Route};

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
        cairn_simd::run(FinishOn(occupancy))
    }
}

/// Kernel of [`Finish::on`].
struct FinishOn<'a>(&'a Occupancy);

impl Kernel for FinishOn<'_> {
    type Output = Finish;

    #[inline(always)]
    fn run<W: Words>(self) -> Finish {
        const NONE: Bitboard = Bitboard::NONE;
        let [[a, b], [c, d], [e, f]] = CROSSINGS;
        let sides = Bitboards::<W>::new([a, c, e, b, d, f, NONE, NONE]);
        let opposite_sides = Bitboards::new([b, d, f, a, c, e, NONE, NONE]);
        let connected = Bitboards::splat(self.0.own).connected_to(sides);
        if !(connected & opposite_sides).is_empty() {
            return Finish::Made;
        }
        let [a, c, e, b, d, f, ..] = (connected.around() | sides).to_array();
        Finish::On((a & b | c & d | e & f) & self.0.empty)
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

/// Shows the stack moves of the side to move that may be part of a turn that makes a chain, with
/// the board after each, given all shortest routes of that side.
///
/// The cells that the parts gain and the new piece have to make up for the distance. If they
/// just do, the chain is one of the shortest routes, and all of these cells are on it.
#[inline(always)]
fn visit_finishing_stack_moves<const RULEBOOK: bool, B>(
    position: &Glaisher<RULEBOOK>,
    occupancy: &Occupancy,
    route: &Route,
    mut visit: impl FnMut(&Landed) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Route { distance, empty, foe, .. } = *route;
    let least = distance.saturating_sub(1) as u32;
    let on_route = if distance < FURTHEST { empty | foe } else { Bitboard::BOARD };
    let off_route = !(occupancy.own | on_route);
    position.visit_gaining_stack_moves(least, |stack_move, gain| {
        let landed = Landed::after(occupancy, stack_move);
        if gain == least && landed.occupancy.own.is_in(off_route) {
            return ControlFlow::Continue(());
        }
        visit(&landed)
    })
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
    /// all shortest routes of that player.
    pub(super) fn find<const RULEBOOK: bool>(
        position: &Glaisher<RULEBOOK>,
        opponents: &Occupancy,
        route: &Route,
    ) -> Self {
        cairn_simd::run(FindThreats { position: &position.passed(), opponents, route })
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

/// Kernel of [`Threats::find`].
struct FindThreats<'a, const RULEBOOK: bool> {
    /// With the player to move whose threats these are.
    position: &'a Glaisher<RULEBOOK>,
    opponents: &'a Occupancy,
    route: &'a Route,
}

impl<const RULEBOOK: bool> Kernel for FindThreats<'_, RULEBOOK> {
    type Output = Threats;

    #[inline(always)]
    fn run<W: Words>(self) -> Threats {
        let Self { position, opponents, route } = self;
        let mut threats = Threats { moves: [StackMove::default(); MOST_THREATS], count: 0 };
        let _ = visit_finishing_stack_moves(position, opponents, route, |landed| {
            if FinishOn(&landed.occupancy).run::<W>() != Finish::NEVER {
                threats.moves[threats.count] = landed.stack_move;
                threats.count += 1;
            }
            if threats.count == MOST_THREATS {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        threats
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

/// A turn that makes a chain, given all shortest routes of the side to move.
pub(super) fn winning_turn<const RULEBOOK: bool>(
    position: &Glaisher<RULEBOOK>,
    occupancy: &Occupancy,
    route: &Route,
) -> Option<GlaisherMove> {
    cairn_simd::run(WinningTurn { position, occupancy, route })
}

/// Kernel of [`winning_turn`].
struct WinningTurn<'a, const RULEBOOK: bool> {
    position: &'a Glaisher<RULEBOOK>,
    occupancy: &'a Occupancy,
    route: &'a Route,
}

impl<const RULEBOOK: bool> Kernel for WinningTurn<'_, RULEBOOK> {
    type Output = Option<GlaisherMove>;

    #[inline(always)]
    fn run<W: Words>(self) -> Option<GlaisherMove> {
        let Self { position, occupancy, route } = self;
        let found = visit_finishing_stack_moves(position, occupancy, route, |landed| {
            let cells = match FinishOn(&landed.occupancy).run::<W>() {
                Finish::Made => landed.occupancy.empty,
                Finish::On(cells) => cells,
            };
            match ones(cells.cells()).next() {
                Some(cell) => ControlFlow::Break(GlaisherMove::new(landed.stack_move, cell)),
                None => ControlFlow::Continue(()),
            }
        });
        found.break_value()
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::glaisher::GlaisherStandard;
    use cairn_games::random::Random;
    use cairn_simd::WORDS;

    use super::*;

    #[test]
    fn stack_moves_that_are_left_out_make_no_chain() {
        let (mut random, mut finishing, mut left_out) = (Random::new(5), 0, 0);
        for _ in 0..40 {
            let mut position = GlaisherStandard::start();
            while let Some(&mv) = random.pick(&position.moves()) {
                position.play_unchecked(mv);
                let occupancy = Occupancy::of(&position, position.to_move());
                let [own, _] = occupancy.shortest_ways();
                let mut shown = Vec::new();
                let _: ControlFlow<()> =
                    visit_finishing_stack_moves(&position, &occupancy, &own.route, |landed| {
                        shown.push(landed.stack_move);
                        ControlFlow::Continue(())
                    });
                let _: ControlFlow<()> = position.visit_stack_moves(|stack_move| {
                    let after = Landed::after(&occupancy, stack_move).occupancy;
                    let finish = Finish::on(&after);
                    assert_eq!(FinishOn(&after).run::<[u64; WORDS]>(), finish);
                    if !shown.contains(&stack_move) {
                        assert_eq!(finish, Finish::NEVER, "{position:?} {stack_move:?}");
                        left_out += 1;
                    } else if finish != Finish::NEVER {
                        finishing += 1;
                    }
                    ControlFlow::Continue(())
                });
            }
        }
        assert!(finishing > 100 && left_out > 1_000, "{finishing} {left_out}");
    }
}
