//! A position of Mitsudomoe and how a turn changes it.

use std::ops::ControlFlow;

use super::geometry::BETWEEN;
use super::goal;
use super::moves::{BallStep, MitsudomoeMove, RingStep};
use super::steps::{self, Spaces};
use super::{CELLS, HOME, INFO, RINGS, SINGLE_INFO, SUPPLY_AT_START};
use crate::bit_stack::BitStack;
use crate::bitboard::ones;
use crate::game::{Game, GameInfo, Illegal};
use crate::side::{Ending, Outcome, Side};
use crate::zobrist::{SECOND_TO_MOVE, cell_key, side_key};

/// Event in the last turn that decided the game.
#[derive(Clone, Copy)]
enum Decided {
    /// All balls of the player who moved last stand on goal spaces.
    Goal,
    /// The player who moved last still has balls on all home spaces.
    Home,
}

/// A position of Mitsudomoe: of the published game, or, if `SINGLE`, with one action per turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mitsudomoe<const SINGLE: bool> {
    /// Stacks of rings; a mark is a ball, which has the colour of the ring that it sits on.
    ///
    /// A stack has no more than eleven rings: five at least are elsewhere under balls.
    cells: [BitStack; CELLS],
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

impl<const SINGLE: bool> Mitsudomoe<SINGLE> {
    /// A position with these contents. All rings that are not there are in supply.
    pub(super) fn from_cells(cells: [BitStack; CELLS], to_move: Side) -> Self {
        let rings_of = |side| cells.iter().flat_map(|c| c.pieces()).filter(|&s| s == side).count();
        let mut position = Self {
            cells: [BitStack::EMPTY; CELLS],
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

    /// Changes a space. Nothing else does, so that key and counts agree.
    #[inline]
    fn set(&mut self, cell: usize, contents: BitStack) {
        let old = self.cells[cell];
        self.key ^= cell_key(cell, old.raw().into()) ^ cell_key(cell, contents.raw().into());
        self.cells[cell] = contents;
        let here = 1 << cell;
        for side in Side::BOTH {
            let (rings, balls) = (&mut self.top_rings[side.index()], &mut self.balls[side.index()]);
            let owned = u32::from(contents.top() == Some(side));
            *rings = *rings & !here | owned << cell;
            *balls = *balls & !here | (owned & u32::from(contents.is_marked())) << cell;
        }
    }

    /// Stack of rings on a space, marked if a ball sits on it.
    ///
    /// # Panics
    /// If the space is not on the board.
    #[inline]
    pub const fn at(&self, cell: usize) -> BitStack {
        self.cells[cell]
    }

    /// Bitboard of the spaces with a ball of this side.
    #[inline]
    pub const fn balls_of(&self, side: Side) -> u32 {
        self.balls[side.index()]
    }

    /// Bitboard of the spaces with a ball.
    #[inline]
    pub const fn all_balls(&self) -> u32 {
        self.balls[0] | self.balls[1]
    }

    /// The spaces, as bits, on which the top ring is of this side, with a ball on it or
    /// not.
    #[inline]
    pub const fn top_rings_of(&self, side: Side) -> u32 {
        self.top_rings[side.index()]
    }

    /// Bitboard of the spaces with a ring of this side that nothing lies on.
    #[inline]
    pub const fn exposed_rings_of(&self, side: Side) -> u32 {
        self.top_rings_of(side) & !self.all_balls()
    }

    /// Number of rings of a side in supply.
    #[inline]
    pub const fn supply_of(&self, side: Side) -> u32 {
        self.supply[side.index()] as u32
    }

    /// Bitboard of the opponent's balls that a ball passes over on its way.
    #[inline]
    pub const fn passed_over(&self, from: usize, to: usize) -> u32 {
        BETWEEN[from][to] & self.balls_of(self.to_move.other())
    }

    /// Makes the ring step of a turn, and leaves the turn unfinished.
    #[inline]
    pub(super) fn step_ring(&mut self, step: RingStep) {
        match step.from {
            Some(from) => self.set(from, self.at(from).without_top()),
            None => self.supply[self.to_move.index()] -= 1,
        }
        self.set(step.to, self.at(step.to).with(self.to_move));
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
        ones(lifted.into()).for_each(|cell| self.set(cell, self.at(cell).unmarked()));
        ones(dropped.into()).for_each(|cell| self.set(cell, self.at(cell).marked()));
    }

    /// Event in the last turn that decided the game, if any did.
    #[inline]
    fn decided(&self) -> Option<Decided> {
        let mover = self.to_move.other();
        if self.balls_of(mover) & !goal(mover) == 0 {
            return Some(Decided::Goal);
        }
        // At the start every home is full, so the rule is for those who had a turn.
        let home = HOME[mover.index()];
        let had_a_turn = self.supply_of(mover) < SUPPLY_AT_START as u32;
        (!SINGLE && had_a_turn && home & !self.all_balls() == 0).then_some(Decided::Home)
    }

    /// Whether the last turn decided the game, so that there are no moves whatever the
    /// board allows.
    #[inline]
    pub(super) fn is_decided(&self) -> bool {
        self.decided().is_some()
    }
}

impl<const SINGLE: bool> Game for Mitsudomoe<SINGLE> {
    type Move = MitsudomoeMove;

    fn info() -> &'static GameInfo {
        if SINGLE { &SINGLE_INFO } else { &INFO }
    }

    fn start() -> Self {
        let mut cells = [BitStack::EMPTY; CELLS];
        for side in Side::BOTH {
            for cell in ones(HOME[side.index()].into()) {
                cells[cell] = BitStack::EMPTY.with(side).marked();
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
        let side = side_key(self.to_move);
        let cells = self.cells.iter().enumerate();
        cells.fold(side, |key, (cell, contents)| key ^ cell_key(cell, contents.raw().into()))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let (side, mover) = (self.to_move, self.to_move.other());
        match self.decided() {
            Some(Decided::Goal) => Some(Outcome::Win(mover)),
            Some(Decided::Home) => Some(Outcome::Win(side)),
            None => (!self.has_turn()).then_some(Outcome::Win(mover)),
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
        if self.is_decided() { 0 } else { self.count_turns() }
    }

    fn check(&self, mv: MitsudomoeMove) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GAME_OVER);
        }
        match (SINGLE, mv.ring(), mv.ball()) {
            (true, Some(ring), None) => self.check_ring(ring),
            (true, None, Some(ball)) => self.check_ball(ball),
            (false, Some(ring), Some(ball)) => self.after_ring(ring)?.check_ball(ball),
            (true, ..) => Err(Illegal::because("a turn is a ring step or a ball step, not both")),
            (false, ..) => Err(Illegal::because("a turn is a ring step and then a ball step")),
        }
    }

    #[inline]
    fn is_legal(&self, mv: MitsudomoeMove) -> bool {
        let spaces = Spaces::of(self);
        match (SINGLE, mv.ring(), mv.ball()) {
            (true, Some(ring), None) => self.may_step_ring(spaces, ring),
            (true, None, Some(ball)) => self.may_step_ball(spaces, ball),
            (false, Some(ring), Some(ball)) => {
                self.may_step_ring(spaces, ring)
                    && self.may_step_ball(spaces.after_ring(self, ring), ball)
            }
            _ => false,
        }
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
    use crate::mitsudomoe::{MitsudomoePublished, MitsudomoeSingle};

    fn reason<const SINGLE: bool>(text: &str) -> Option<(Outcome, String)> {
        let diagram = Diagram::read(&INFO, text).unwrap();
        let position = Mitsudomoe::<SINGLE>::from_diagram(&diagram).unwrap();
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
    fn white_loses(position: &MitsudomoeSingle) -> bool {
        if let Some(outcome) = position.outcome() {
            return outcome == Outcome::Win(Side::Second);
        }
        position.moves().into_iter().all(|mv| {
            let covered = position.after(mv).after(mv);
            mv.ring().is_some_and(|ring| ring.from.is_none()) && white_loses(&covered)
        })
    }

    #[test]
    fn one_action_per_turn_is_lost_for_white() {
        assert!(white_loses(&MitsudomoeSingle::start()));
    }
}
