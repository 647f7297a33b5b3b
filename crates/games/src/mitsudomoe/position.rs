//! A position of Mitsudomoe and how a turn changes it.

use std::ops::ControlFlow;

use super::geometry::BETWEEN;
use super::moves::{BallStep, MitsudomoeMove, RingStep};
use super::{CELLS, HOME, INFO, RINGS, SEED_INFO, SUPPLY_AT_START};
use super::{check, count, goal, steps};
use crate::bits::ones;
use crate::game::{Game, GameInfo, Illegal};
use crate::keys::{SECOND_TO_MOVE, cell_key};
use crate::side::{Ending, Outcome, Side};

/// What stands on a space.
///
/// Rings are bits, the top ring lowest, 0 for White and 1 for Black, with a 1 above the
/// bottom ring to mark the height: `0b1_100` is a black ring under two white ones. A
/// ball is the highest bit; it has the colour of the ring that it sits on.
///
/// Sixteen bits are enough: five rings at least are elsewhere under balls, so that a
/// stack has no more than eleven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contents(u16);

impl Contents {
    pub(super) const EMPTY: Self = Self(1);
    const BALL: u16 = 1 << 15;

    #[inline]
    pub(super) const fn has_ball(self) -> bool {
        self.0 & Self::BALL != 0
    }

    /// The same with a ball on top.
    pub(super) const fn with_ball(self) -> Self {
        Self(self.0 | Self::BALL)
    }

    /// The same without the ball.
    const fn without_ball(self) -> Self {
        Self(self.0 & !Self::BALL)
    }

    /// These rings with one more on top.
    pub(super) const fn with_ring(self, owner: Side) -> Self {
        Self(self.0 << 1 | owner as u16)
    }

    /// These rings without the top one.
    pub(super) const fn without_ring(self) -> Self {
        Self(self.0 >> 1)
    }

    /// The rings as bits with the mark of the height above them.
    #[inline]
    pub(super) const fn ring_bits(self) -> usize {
        self.without_ball().0 as usize
    }

    /// How many rings there are.
    const fn height(self) -> u32 {
        15 - self.without_ball().0.leading_zeros()
    }

    /// Whose the top ring is.
    #[inline]
    pub(super) const fn top_ring(self) -> Option<Side> {
        match self.without_ball() {
            Self::EMPTY => None,
            Self(rings) if rings & 1 == 0 => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// The owners of the rings from the bottom to the top.
    pub(super) fn rings(self) -> impl Iterator<Item = Side> {
        let rings = self.without_ball();
        (0..rings.height()).rev().filter_map(move |depth| Self(rings.0 >> depth).top_ring())
    }

    /// The same with the players exchanged.
    pub(super) const fn exchanged(self) -> Self {
        Self(self.0 ^ ((1 << self.height()) - 1))
    }
}

/// What in the last turn decided the game.
#[derive(Clone, Copy)]
enum Decided {
    /// All balls of the player who moved last stand on goal spaces.
    Goal,
    /// The player who moved last still has balls on all home spaces.
    Home,
}

/// A position of Mitsudomoe: of the published game, or of the `SEED` document's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mitsudomoe<const SEED: bool> {
    cells: [Contents; CELLS],
    /// Spaces on which the top ring is of each side, whether or not a ball sits on it.
    top_rings: [u32; 2],
    /// Spaces with a ball of each side.
    balls: [u32; 2],
    /// Rings that each side has yet to bring into play.
    supply: [u8; 2],
    to_move: Side,
    key: u64,
}

const _: () = assert!(size_of::<Mitsudomoe<false>>() <= 80);

impl<const SEED: bool> Mitsudomoe<SEED> {
    /// A position with these contents. All rings that are not there are in supply.
    pub(super) fn from_cells(cells: [Contents; CELLS], to_move: Side) -> Self {
        let rings_of = |side| cells.iter().flat_map(|c| c.rings()).filter(|&s| s == side).count();
        let mut position = Self {
            cells: [Contents::EMPTY; CELLS],
            top_rings: [0; 2],
            balls: [0; 2],
            supply: Side::BOTH.map(|side| RINGS.saturating_sub(rings_of(side)) as u8),
            to_move,
            key: 0,
        };
        position.key = position.key_from_scratch();
        for (cell, contents) in cells.into_iter().enumerate() {
            position.set(cell, contents);
        }
        position
    }

    /// The one place where a space changes.
    #[inline]
    fn set(&mut self, cell: usize, contents: Contents) {
        let old = self.cells[cell];
        self.key ^= cell_key(cell, old.0.into()) ^ cell_key(cell, contents.0.into());
        self.cells[cell] = contents;
        let here = 1 << cell;
        for side in Side::BOTH {
            let (rings, balls) = (&mut self.top_rings[side.index()], &mut self.balls[side.index()]);
            let owned = u32::from(contents.top_ring() == Some(side));
            *rings = *rings & !here | owned << cell;
            *balls = *balls & !here | (owned & u32::from(contents.has_ball())) << cell;
        }
    }

    /// What stands on a space.
    #[inline]
    pub(super) const fn at(&self, cell: usize) -> Contents {
        self.cells[cell]
    }

    /// The spaces with a ball of this side, as bits.
    #[inline]
    #[must_use]
    pub const fn balls_of(&self, side: Side) -> u32 {
        self.balls[side.index()]
    }

    /// The spaces with a ball, as bits.
    #[inline]
    #[must_use]
    pub const fn all_balls(&self) -> u32 {
        self.balls[0] | self.balls[1]
    }

    /// The spaces, as bits, on which the top ring is of this side, with a ball on it or
    /// not.
    #[inline]
    #[must_use]
    pub const fn top_rings_of(&self, side: Side) -> u32 {
        self.top_rings[side.index()]
    }

    /// The spaces with a ring of this side that nothing lies on, as bits.
    #[inline]
    #[must_use]
    pub const fn exposed_rings_of(&self, side: Side) -> u32 {
        self.top_rings_of(side) & !self.all_balls()
    }

    /// How many rings a side has in supply.
    #[inline]
    #[must_use]
    pub const fn supply_of(&self, side: Side) -> u32 {
        self.supply[side.index()] as u32
    }

    /// The opponent's balls that a ball passes over on its way, as bits.
    #[inline]
    pub(super) const fn passed_over(&self, from: usize, to: usize) -> u32 {
        BETWEEN[from][to] & self.balls_of(self.to_move.other())
    }

    /// Makes the ring step of a turn, and leaves the turn unfinished.
    #[inline]
    pub(super) fn step_ring(&mut self, step: RingStep) {
        match step.from {
            Some(from) => self.set(from, self.at(from).without_ring()),
            None => self.supply[self.to_move.index()] -= 1,
        }
        self.set(step.to, self.at(step.to).with_ring(self.to_move));
    }

    /// Makes the ball step of a turn, and leaves the turn unfinished.
    #[inline]
    fn step_ball(&mut self, step: BallStep) {
        let mut lifted = 1 << step.from;
        let mut dropped = 1 << step.to;
        if step.relocated != 0 {
            let passed = self.passed_over(step.from, step.to);
            lifted |= passed & !step.relocated;
            dropped |= step.relocated & !passed;
        }
        ones(lifted.into()).for_each(|cell| self.set(cell, self.at(cell).without_ball()));
        ones(dropped.into()).for_each(|cell| self.set(cell, self.at(cell).with_ball()));
    }

    /// What decided the game in the last turn, if anything did.
    #[inline]
    fn decided(&self) -> Option<Decided> {
        let mover = self.to_move.other();
        if self.balls_of(mover) & !goal(mover) == 0 {
            return Some(Decided::Goal);
        }
        // At the start every home is full, so the rule is for those who had a turn.
        let home = HOME[mover.index()];
        let had_a_turn = self.supply_of(mover) < SUPPLY_AT_START as u32;
        (!SEED && had_a_turn && home & !self.all_balls() == 0).then_some(Decided::Home)
    }

    /// Whether the last turn decided the game, so that there are no moves whatever the
    /// board allows.
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.decided().is_some()
    }
}

impl<const SEED: bool> Game for Mitsudomoe<SEED> {
    type Move = MitsudomoeMove;

    fn info() -> &'static GameInfo {
        if SEED { &SEED_INFO } else { &INFO }
    }

    fn start() -> Self {
        let mut cells = [Contents::EMPTY; CELLS];
        for side in Side::BOTH {
            for cell in ones(HOME[side.index()].into()) {
                cells[cell] = Contents::EMPTY.with_ring(side).with_ball();
            }
        }
        Self::from_cells(cells, Side::First)
    }

    #[inline]
    fn to_move(&self) -> Side {
        self.to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let turn = if self.to_move == Side::Second { SECOND_TO_MOVE } else { 0 };
        let cells = self.cells.iter().enumerate();
        cells.fold(turn, |key, (cell, contents)| key ^ cell_key(cell, contents.0.into()))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let (side, mover) = (self.to_move, self.to_move.other());
        match self.decided() {
            Some(Decided::Goal) => Some(Outcome::Win(mover)),
            Some(Decided::Home) => Some(Outcome::Win(side)),
            None => (!count::has_turn(self)).then_some(Outcome::Win(mover)),
        }
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let [side, mover] = [self.to_move, self.to_move.other()].map(|s| INFO.side_name(s));
        let reason = match self.decided() {
            Some(Decided::Goal) => format!("all three balls of {mover} have reached the goal"),
            Some(Decided::Home) => format!("{mover} left balls on all home spaces"),
            None => format!("{side} has no legal turn"),
        };
        Some(Ending::new(outcome, reason))
    }

    #[inline]
    fn visit_moves<B>(
        &self,
        visit: impl FnMut(MitsudomoeMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        steps::visit(self, visit)
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        count::count(self)
    }

    fn check(&self, mv: MitsudomoeMove) -> Result<(), Illegal> {
        check::check(self, mv)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: MitsudomoeMove) {
        if let Some(ring) = mv.ring() {
            self.step_ring(ring);
        }
        if let Some(ball) = mv.ball() {
            self.step_ball(ball);
        }
        self.to_move = self.to_move.other();
        self.key ^= SECOND_TO_MOVE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use crate::game::Notation;
    use crate::mitsudomoe::{MitsudomoePublished, MitsudomoeSeed};

    fn reason<const SEED: bool>(text: &str) -> Option<(Outcome, String)> {
        let diagram = Diagram::read(&INFO, text).unwrap();
        let position = Mitsudomoe::<SEED>::from_diagram(&diagram).unwrap();
        assert_eq!(position.outcome().is_some(), position.count_moves() == 0);
        position.ending().map(|ending| (ending.outcome, ending.reason))
    }

    #[test]
    fn balls_on_the_goal_win_at_the_end_of_the_players_own_turn() {
        let text = "x3,wW,wW/x4,wW/x3,bB,bB/x4,bB/x3,w,b";
        let (outcome, why) = reason::<false>(&format!("{text} b")).unwrap();
        assert_eq!(outcome, Outcome::Win(Side::First));
        assert_eq!(why, "all three balls of White have reached the goal");
        // If Black has just relocated White's last ball onto its goal, then White does
        // not win by that, but in the published game by Black's full home.
        let (outcome, why) = reason::<false>(&format!("{text} w")).unwrap();
        assert_eq!(outcome, Outcome::Win(Side::First));
        assert_eq!(why, "Black left balls on all home spaces");
        assert_eq!(reason::<true>(&format!("{text} w")), None);
    }

    #[test]
    fn a_full_home_loses_at_the_end_of_the_players_own_turn() {
        let text = "x3,bB,x/x4,bB/w,x3,b/wW,x3,bB/wW,wW,x3";
        let (outcome, why) = reason::<false>(&format!("{text} b")).unwrap();
        assert_eq!(outcome, Outcome::Win(Side::Second));
        assert_eq!(why, "White left balls on all home spaces");
        assert_eq!(reason::<false>(&format!("{text} w")), None);
        assert_eq!(reason::<true>(&format!("{text} b")), None);
        assert_eq!(MitsudomoePublished::start().outcome(), None);
    }

    /// Whether White, to move, loses whatever it does if Black answers every ring by
    /// covering it, which is the same move.
    fn white_loses(position: &MitsudomoeSeed) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Win(Side::Second);
        }
        position.moves().into_iter().all(|mv| {
            let covered = position.after(mv).after(mv);
            mv.ring().is_some_and(|ring| ring.from.is_none()) && white_loses(&covered)
        })
    }

    #[test]
    fn the_game_of_the_seed_is_lost_for_white() {
        assert!(white_loses(&MitsudomoeSeed::start()));
    }
}
