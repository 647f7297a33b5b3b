//! Generation of ring steps and ball steps.

use std::ops::ControlFlow;

use super::geometry::{BEYOND, NEIGHBOURS, OFF_BOARD};
use super::moves::{BallStep, MitsudomoeMove, RingStep};
use super::position::Mitsudomoe;
use super::{BALLS, CELLS, goal, relocation};
use crate::bitboard::ones;
use crate::game::Game;
use crate::side::Side;

/// The spaces without a ball, by their top ring, as the player to move sees them.
#[derive(Clone, Copy)]
pub(super) struct Spaces {
    /// With a ring of the player to move.
    pub(super) mine: u32,
    /// With a ring of the opponent.
    pub(super) theirs: u32,
    /// Without a ring.
    pub(super) bare: u32,
}

impl Spaces {
    #[inline]
    pub(super) fn of<const SINGLE: bool>(position: &Mitsudomoe<SINGLE>) -> Self {
        let side = position.to_move();
        let [mine, theirs] = [side, !side].map(|side| position.exposed_rings_of(side));
        let without_ball = ((1 << CELLS) - 1) & !position.all_balls();
        Self { mine, theirs, bare: without_ball & !mine & !theirs }
    }

    /// Returns all spaces on which a ring can be put.
    #[inline]
    pub(super) const fn all(self) -> u32 {
        self.mine | self.theirs | self.bare
    }

    /// When the player's ring on `from` has been lifted.
    #[inline]
    pub(super) fn without_ring<const SINGLE: bool>(
        mut self,
        position: &Mitsudomoe<SINGLE>,
        from: usize,
    ) -> Self {
        let here = 1 << from;
        self.mine &= !here;
        match position.at(from).without_top().top() {
            None => self.bare |= here,
            Some(side) if side == position.to_move() => self.mine |= here,
            Some(_) => self.theirs |= here,
        }
        self
    }

    /// After a ring step of the player.
    #[inline]
    pub(super) fn after_ring<const SINGLE: bool>(
        self,
        position: &Mitsudomoe<SINGLE>,
        step: RingStep,
    ) -> Self {
        let lifted = step.from.map_or(self, |from| self.without_ring(position, from));
        lifted.with_ring(step.to)
    }

    /// When a ring of the player has been put on `to`.
    #[inline]
    const fn with_ring(self, to: usize) -> Self {
        let here = 1 << to;
        Self { mine: self.mine | here, theirs: self.theirs & !here, bare: self.bare & !here }
    }
}

/// The adjacent spaces without a ball of a ball that may move.
#[derive(Clone, Copy, Default)]
struct Walk {
    from: u8,
    around: u32,
}

/// A way over a line of balls to the first space after it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vault {
    from: u8,
    pub(super) to: u8,
    pub(super) passed: u32,
}

impl Vault {
    /// Space on which the ball lands.
    #[inline]
    pub fn to(self) -> usize {
        self.to.into()
    }

    /// Bitboard of the opponent's balls on the way.
    #[inline]
    pub const fn passed(self) -> u32 {
        self.passed
    }
}

/// From each of a player's balls in the directions of all others.
const MOST_VAULTS: usize = BALLS * (2 * BALLS - 1);

/// All that depends on balls about the steps that balls can take. It stays the same
/// while rings move; the rings then tell which of the steps end on a ring.
pub(super) struct BallSteps {
    walks: [Walk; BALLS],
    vaults: [Vault; MOST_VAULTS],
    vault_count: usize,
}

impl BallSteps {
    #[inline]
    pub(super) fn of<const SINGLE: bool>(position: &Mitsudomoe<SINGLE>) -> Self {
        let mut steps = Self {
            walks: [Walk::default(); BALLS],
            vaults: [Vault::default(); MOST_VAULTS],
            vault_count: 0,
        };
        let (side, balls) = (position.to_move(), position.all_balls());
        let movable = ones((position.balls_of(side) & !goal(side)).into());
        for (walk, from) in steps.walks.iter_mut().zip(movable) {
            *walk = Walk { from: from as u8, around: NEIGHBOURS[from] & !balls };
            for next in ones((NEIGHBOURS[from] & balls).into()) {
                if let Some(vault) = position.vault(side, from, next) {
                    steps.vaults[steps.vault_count] = vault;
                    steps.vault_count += 1;
                }
            }
        }
        steps
    }

    #[inline]
    pub(super) fn vaults(&self) -> &[Vault] {
        &self.vaults[..self.vault_count]
    }

    /// The spaces next to each ball that may move.
    #[inline]
    pub(super) fn walks(&self) -> [u32; BALLS] {
        self.walks.map(|walk| walk.around)
    }

    /// Shows each step that ends on a ring of the player.
    #[inline]
    fn visit<B>(
        &self,
        spaces: Spaces,
        mut visit: impl FnMut(BallStep) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for walk in self.walks {
            for to in ones((walk.around & spaces.mine).into()) {
                visit(BallStep { from: walk.from.into(), to, relocated: 0 })?;
            }
        }
        for &Vault { from, to, passed } in self.vaults() {
            if spaces.mine >> to & 1 != 0 {
                let step = BallStep { from: from.into(), to: to.into(), relocated: 0 };
                relocation::visit(passed, spaces.theirs, |relocated| {
                    visit(BallStep { relocated, ..step })
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl<const SINGLE: bool> Mitsudomoe<SINGLE> {
    /// Returns the way of a side's ball over the line of balls that begins on the space
    /// `next` to it, unless it leaves the board or an opponent's ball on the line has
    /// reached its goal.
    #[inline]
    pub fn vault(&self, side: Side, from: usize, next: usize) -> Option<Vault> {
        let opponent = side.other();
        let (mut before, mut at, mut line) = (from, next, 0_u32);
        loop {
            line |= 1 << at;
            let to = BEYOND[before][at];
            if to == OFF_BOARD {
                return None;
            }
            (before, at) = (at, to.into());
            if self.all_balls() >> at & 1 == 0 {
                break;
            }
        }
        let passed = line & self.balls_of(opponent);
        let (from, to) = (from as u8, at as u8);
        (passed & goal(opponent) == 0).then_some(Vault { from, to, passed })
    }
}

/// Shows each ring step, and the spaces after it.
#[inline]
fn visit_rings<const SINGLE: bool, B>(
    position: &Mitsudomoe<SINGLE>,
    spaces: Spaces,
    mut visit: impl FnMut(RingStep, Spaces) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if position.supply_of(position.to_move()) > 0 {
        for to in ones(spaces.all().into()) {
            visit(RingStep { from: None, to }, spaces.with_ring(to))?;
        }
    }
    for from in ones(spaces.mine.into()) {
        let lifted = spaces.without_ring(position, from);
        for to in ones((spaces.all() & !(1 << from)).into()) {
            visit(RingStep { from: Some(from), to }, lifted.with_ring(to))?;
        }
    }
    ControlFlow::Continue(())
}

#[inline]
pub(super) fn visit<const SINGLE: bool, B>(
    position: &Mitsudomoe<SINGLE>,
    mut visit: impl FnMut(MitsudomoeMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if position.is_decided() {
        return ControlFlow::Continue(());
    }
    let spaces = Spaces::of(position);
    let ball_steps = BallSteps::of(position);
    if SINGLE {
        visit_rings(position, spaces, |ring, _| visit(MitsudomoeMove::ring_only(ring)))?;
        return ball_steps.visit(spaces, |ball| visit(MitsudomoeMove::ball_only(ball)));
    }
    visit_rings(position, spaces, |ring, spaces| {
        ball_steps.visit(spaces, |ball| visit(MitsudomoeMove::both(ring, ball)))
    })
}

#[cfg(test)]
mod tests {
    use crate::diagram::Diagram;
    use crate::game::{Game, Notation};
    use crate::mitsudomoe::MitsudomoeSingle;
    use crate::perft;

    /// The ball steps from a space, sorted.
    fn steps_from(position: &str, from: &str) -> Vec<String> {
        let diagram = Diagram::read(MitsudomoeSingle::info(), position).unwrap();
        let position = MitsudomoeSingle::from_diagram(&diagram).unwrap();
        let moves = position.moves();
        assert_eq!(position.count_moves(), moves.len() as u64);
        let texts = moves.into_iter().map(|mv| position.write_move(mv));
        let mut texts: Vec<_> = texts.filter(|text| text.starts_with(from)).collect();
        texts.sort();
        texts
    }

    #[test]
    fn a_vault_is_as_many_moves_as_there_are_positions_after_it() {
        let two_on_the_way = "x2,b,x,bB/x3,w,x/x2,bB,x2/wW,bB,x3/wW,wW,x2,b w";
        let expected = [
            "a1-d4(b2>c5,c3>b2)",
            "a1-d4(b2>c5,c3>e1)",
            "a1-d4(b2>e1,c3>b2)",
            "a1-d4(c3>c5,b2>c3)",
            "a1-d4(c3>e1,b2>c3)",
        ];
        assert_eq!(steps_from(two_on_the_way, "a1"), expected);
        let own_ball_on_the_way = "x3,bB,bB/x4,bB/w,x4/wW,x4/wW,wW,x3 w";
        assert_eq!(steps_from(own_ball_on_the_way, "a1"), ["a1-a3"]);
    }

    #[test]
    fn at_first_only_rings_from_supply_can_move() {
        let start = MitsudomoeSingle::start();
        assert_eq!(start.count_moves(), 19);
        assert_eq!(perft::count(&start, 4), 480_808);
    }
}
