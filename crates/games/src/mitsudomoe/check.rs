//! Whether a turn is legal and, if not, why.

use std::ops::ControlFlow;

use super::geometry::{BETWEEN, NO_LINE};
use super::moves::{BallStep, RingStep};
use super::position::Mitsudomoe;
use super::relocation::{self, by_name};
use super::steps::Spaces;
use super::{BOARD, INFO, goal, move_text};
use crate::bitboard::ones;
use crate::game::{Game, Illegal};
use crate::text::listed;

/// The answer to a question about a step: something, or why it is not allowed.
type Checked<T> = Result<T, Illegal>;

impl<const SINGLE: bool> Mitsudomoe<SINGLE> {
    /// Whether a ring can go there, where these spaces have no ball.
    pub(super) fn may_step_ring(&self, spaces: Spaces, step: RingStep) -> bool {
        let has_ring = match step.from {
            Some(from) => spaces.mine >> from & 1 == 1 && from != step.to,
            None => self.supply_of(self.to_move()) > 0,
        };
        has_ring && spaces.all() >> step.to & 1 == 1
    }

    /// Whether a ball can go there, where these spaces have no ball.
    pub(super) fn may_step_ball(&self, spaces: Spaces, step: BallStep) -> bool {
        let (side, opponent) = (self.to_move(), self.to_move().other());
        let line = BETWEEN[step.from][step.to];
        let may_go = (self.balls_of(side) & !goal(side)) >> step.from & 1 == 1
            && spaces.mine >> step.to & 1 == 1
            && line != NO_LINE
            && line & !self.all_balls() == 0;
        let passed = line & self.balls_of(opponent);
        if !may_go || passed & goal(opponent) != 0 {
            return false;
        }
        if passed == 0 {
            return step.relocated == 0;
        }
        step.relocated & !(spaces.theirs | passed) == 0
            && step.relocated.count_ones() == passed.count_ones()
            && step.relocated != passed
    }

    /// The position in the middle of a turn, when the ring has moved and the ball has not.
    pub(super) fn after_ring(&self, step: RingStep) -> Checked<Mitsudomoe<SINGLE>> {
        self.check_ring(step)?;
        let mut middle = *self;
        middle.step_ring(step);
        Ok(middle)
    }

    pub(super) fn check_ring(&self, step: RingStep) -> Checked<()> {
        let side = self.to_move();
        let to = BOARD.name(step.to);
        if let Some(cell) = step.from {
            let from = BOARD.name(cell);
            if self.at(cell).is_marked() {
                return illegal(format!("the ring on {from} cannot move: a ball stands on it"));
            }
            match self.at(cell).top() {
                None => return illegal(format!("nothing stands on {from}")),
                Some(owner) if owner != side => {
                    let owner = INFO.side_name(owner);
                    return illegal(format!("the top ring on {from} is {owner}'s, not yours"));
                }
                Some(_) => {}
            }
            if step.to == cell {
                return illegal(format!("the ring on {from} must go to another space"));
            }
        } else if self.supply_of(side) == 0 {
            let side = INFO.side_name(side);
            return illegal(format!("{side} has no ring left in supply, only those on the board"));
        }
        if self.at(step.to).is_marked() {
            return illegal(format!("nothing can be put on {to}: a ball stands there"));
        }
        Ok(())
    }

    pub(super) fn check_ball(&self, step: BallStep) -> Checked<()> {
        let passed = self.check_path(step.from, step.to)?;
        self.check_relocation(step, passed)
    }

    /// Checks that a ball may go from one space to another, whatever happens to the
    /// opponent's balls that it passes over. These are what it gives.
    pub(super) fn check_path(&self, from: usize, to: usize) -> Checked<u32> {
        self.check_origin(from)?;
        self.check_landing(from, to)?;
        let [from_name, to_name] = [from, to].map(|cell| BOARD.name(cell));
        let line = BETWEEN[from][to];
        if line == NO_LINE {
            return illegal(format!(
                "{to_name} is neither next to {from_name} nor on a line with it"
            ));
        }
        if let Some(gap) = ones((line & !self.all_balls()).into()).next() {
            let gap = BOARD.name(gap);
            return illegal(format!(
                "{to_name} is not next to {from_name}, and for a vault a ball is missing on {gap}"
            ));
        }
        let opponent = self.to_move().other();
        let passed = self.passed_over(from, to);
        if let Some(safe) = ones((passed & goal(opponent)).into()).next() {
            let (safe, opponent) = (BOARD.name(safe), INFO.side_name(opponent));
            return illegal(format!(
                "{opponent}'s ball on {safe} has reached its goal and cannot be passed over"
            ));
        }
        Ok(passed)
    }

    /// Checks that the player has a ball there that may move.
    pub(super) fn check_origin(&self, from: usize) -> Checked<()> {
        let side = self.to_move();
        let name = BOARD.name(from);
        if !self.at(from).is_marked() {
            return illegal(format!("no ball stands on {name}"));
        }
        if self.balls_of(side) >> from & 1 == 0 {
            let owner = INFO.side_name(side.other());
            return illegal(format!("the ball on {name} is {owner}'s, not yours"));
        }
        if goal(side) >> from & 1 != 0 {
            return illegal(format!(
                "the ball on {name} has reached its goal and never moves again"
            ));
        }
        Ok(())
    }

    /// Checks that the player's ball can land there.
    fn check_landing(&self, from: usize, to: usize) -> Checked<()> {
        let side = self.to_move();
        let name = BOARD.name(to);
        if from == to {
            return illegal(format!("the ball on {name} must go to another space"));
        }
        if self.at(to).is_marked() {
            return illegal(format!("a ball already stands on {name}"));
        }
        match self.at(to).top() {
            Some(owner) if owner == side => Ok(()),
            Some(owner) => {
                let owner = INFO.side_name(owner);
                illegal(format!("the top ring on {name} is {owner}'s, and a ball lands on its own"))
            }
            None => illegal(format!("there is no ring on {name} for the ball to land on")),
        }
    }

    /// Checks that the balls that were passed over can end up where the step says.
    fn check_relocation(&self, step: BallStep, passed: u32) -> Checked<()> {
        let opponent = self.to_move().other();
        let name = INFO.side_name(opponent);
        if passed == 0 {
            return match step.relocated {
                0 => Ok(()),
                _ => illegal(format!("no ball of {name} is passed over, so none is relocated")),
            };
        }
        if step.relocated == 0 {
            return illegal(self.say_where(step, passed));
        }
        let exposed = self.exposed_rings_of(opponent);
        if let Some(cell) = ones((step.relocated & !(exposed | passed)).into()).next() {
            let cell = BOARD.name(cell);
            return illegal(format!(
                "{name}'s ball cannot go to {cell}: no free ring of its colour"
            ));
        }
        let (places, balls) = (step.relocated.count_ones(), passed.count_ones());
        if places != balls {
            return illegal(format!(
                "{balls} balls of {name} are passed over, but {places} relocated"
            ));
        }
        if step.relocated == passed {
            return illegal(format!(
                "{name}'s balls that are passed over cannot stay where they are"
            ));
        }
        Ok(())
    }

    /// Reason given when the balls that were passed over have no new places.
    pub(super) fn say_where(&self, step: BallStep, passed: u32) -> String {
        let opponent = self.to_move().other();
        let balls = these_balls(INFO.side_name(opponent), passed);
        match relocation::visit(passed, self.exposed_rings_of(opponent), ControlFlow::Break) {
            ControlFlow::Break(relocated) => {
                let example = move_text::write_ball_step(BallStep { relocated, ..step }, passed);
                format!("the vault passes over {balls}: add where to, for example {example}")
            }
            ControlFlow::Continue(()) => {
                format!("the vault passes over {balls}, with nowhere else to go")
            }
        }
    }
}

/// "Black's ball on b2", or "Black's balls on b2 and c3".
pub(super) fn these_balls(owner: &str, balls: u32) -> String {
    let names: Vec<_> = by_name(balls).map(|cell| BOARD.name(cell)).collect();
    let plural = if names.len() > 1 { "s" } else { "" };
    format!("{owner}'s ball{plural} on {}", listed(&names))
}

fn illegal<T>(reason: String) -> Checked<T> {
    Err(reason.into())
}

#[cfg(test)]
mod tests {
    use crate::diagram::Diagram;
    use crate::game::{Game, Notation};
    use crate::mitsudomoe::{MitsudomoePublished, MitsudomoeSingle};

    #[track_caller]
    fn assert_refused<G: Notation>(position: &str, mv: &str, because: &str) {
        let position = G::from_diagram(&Diagram::read(G::info(), position).unwrap()).unwrap();
        let error = position.read_move(mv).unwrap_err().to_string();
        assert!(error.contains(because), "{error}");
    }

    #[test]
    fn reasons_name_the_spaces_and_the_rule() {
        let position = "x2,b,bB,bB/x4,bB/w,wb,x2,w/wW,x,wW,x2/wW,x4 w";
        for (mv, because) in [
            ("+a2", "nothing can be put on a2: a ball stands there"),
            ("a2-b2(b1>c1)", "there is no ring on b2"),
            ("c5-c4", "the top ring on c5 is Black's, not yours"),
            ("b1-c1", "nothing stands on b1"),
            ("a3-a3", "the ring on a3 must go to another space"),
            ("d5-d4", "the ball on d5 is Black's, not yours"),
            ("a2-b3", "the top ring on b3 is Black's, and a ball lands on its own"),
            ("c2-a3", "a3 is neither next to c2 nor on a line with it"),
            ("a1-e3", "e3 is neither next to a1"),
        ] {
            assert_refused::<MitsudomoeSingle>(position, mv, because);
        }
        let start = MitsudomoePublished::start().to_text();
        assert_refused::<MitsudomoePublished>(&start, "+b2;a1-c3", "there is no ring on c3");
        assert_refused::<MitsudomoePublished>(&start, "b1-b2;a1-b2", "a ball stands on it");
    }

    #[test]
    fn vaults_pass_over_balls_that_can_go_elsewhere_and_are_not_safe() {
        let nowhere = "x4,bB/x3,w,x/x2,bB,x2/wW,bB,x3/wW,wW,x3 w";
        assert_refused::<MitsudomoeSingle>(
            nowhere,
            "a1-d4",
            "balls on b2 and c3, with nowhere else to go",
        );
        let gap = "x2,b,x,bB/x3,w,x/x5/wW,bB,x3/wW,wW,x2,bB w";
        assert_refused::<MitsudomoeSingle>(gap, "a1-d4", "a ball is missing on c3");
        let safe = "x,b,x,bB,bB/x5/w,x4/bB,x4/wW,wW,x,wW,x w";
        assert_refused::<MitsudomoeSingle>(safe, "a1-a3(a2>b5)", "ball on a2 has reached its goal");
        let goal = "x2,w,wW,bB/x4,bB/x5/x5/wW,wW,x2,bB w";
        assert_refused::<MitsudomoeSingle>(goal, "d5-c5", "never moves again");
    }
}
