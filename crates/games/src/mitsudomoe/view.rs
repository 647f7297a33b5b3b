//! The view of Mitsudomoe.

use super::moves::{BallStep, RingStep};
use super::relocation::by_name;
use super::{BALLS, BOARD, HOME, INFO, Mitsudomoe, MitsudomoeMove, RINGS, goal};
use crate::actions::{self, ActionIndex, ActionSequence};
use crate::bitboard::ones;
use crate::diagram::Diagram;
use crate::game::{Game, Illegal, Notation};
use crate::side::{Outcome, Side};
use crate::text::listed;
use crate::view::{BoardStyle, Hand, Look, Pick, Progress, Shape, Step, View};

static LOOK: Look = Look {
    homes: [&[0, 1, 5], &[24, 23, 19]],
    hand: Some(Hand { name: "rings", letters: ['w', 'b'], total: RINGS as u32 }),
    ..Look::new(
        BoardStyle::Squares,
        &[('w', Shape::Ring), ('b', Shape::Ring), ('W', Shape::Ball), ('B', Shape::Ball)],
    )
};

impl<const SINGLE: bool> View for Mitsudomoe<SINGLE> {
    fn look() -> &'static Look {
        &LOOK
    }

    fn steps(&self, mv: MitsudomoeMove) -> Vec<Step> {
        // With one action per turn the first pick decides which kind of step it is.
        let (which_ring, which_ball) = if SINGLE {
            (
                "Choose a ring or ball to move, or place a ring",
                "Choose a ring or ball to move, or place a ring",
            )
        } else {
            ("Choose a ring to move, or place a new one", "Choose a ball to move")
        };
        let mut steps = Vec::new();
        if let Some(ring) = mv.ring() {
            steps.push(Step::one(which_ring, ring.from.map_or(Pick::Hand, Pick::Cell)));
            steps.push(Step::one("Where does the ring go?", Pick::Cell(ring.to)));
        }
        if let Some(ball) = mv.ball() {
            steps.push(Step::one(which_ball, Pick::Cell(ball.from)));
            steps.push(Step::one("Where does the ball go?", Pick::Cell(ball.to)));
            if ball.relocated != 0 {
                let spaces = ones(ball.relocated.into());
                steps.push(Step::cells("Where do the vaulted balls go?", spaces));
            }
        }
        steps
    }

    fn actions(&self, mv: MitsudomoeMove) -> ActionSequence {
        let mut sequence = ActionSequence::default();
        if let Some(ring) = mv.ring() {
            let from = ring.from.map_or(Pick::Hand, Pick::Cell);
            sequence.push(actions::action(Self::info().board, from));
            sequence.push(ring.to as ActionIndex);
        }
        if let Some(ball) = mv.ball() {
            sequence.push(ball.from as ActionIndex);
            sequence.push(ball.to as ActionIndex);
            sequence.extend_sorted(ones(ball.relocated.into()).map(|cell| cell as ActionIndex));
        }
        sequence
    }

    fn after_picks(&self, mv: MitsudomoeMove, picks: &[Pick]) -> Diagram {
        let mut now = *self;
        let mut left = picks.len();
        if let Some(ring) = mv.ring() {
            if left < 2 {
                return self.to_diagram();
            }
            now.step_ring(ring);
            left -= 2;
        }
        let mut diagram = now.to_diagram();
        if let Some(ball) = mv.ball().filter(|_| left >= 2) {
            let lifted = diagram.stacks[ball.from].pop();
            diagram.stacks[ball.to].extend(lifted);
        }
        diagram
    }

    fn aim(side: Side) -> &'static str {
        match side {
            Side::First => "Bring your three balls to the far corner: d5, e5 and e4.",
            Side::Second => "Bring your three balls to the far corner: b1, a1 and a2.",
        }
    }

    fn progress(&self, side: Side) -> Option<Progress> {
        let arrived = (self.balls_of(side) & goal(side)).count_ones();
        let text = format!("{arrived} of {BALLS} balls in the far corner");
        Some(Progress { text, is_near: arrived + 1 >= BALLS as u32 })
    }

    fn winning_cells(&self) -> Vec<usize> {
        let Some(Outcome::Win(winner)) = self.outcome() else {
            return Vec::new();
        };
        let mover = self.to_move().other();
        // The balls that have arrived, the home that was not left, or the balls that are stuck.
        let cells = if winner != mover {
            HOME[mover.index()]
        } else if self.is_decided() {
            self.balls_of(winner)
        } else {
            self.balls_of(winner.other())
        };
        ones(cells.into()).collect()
    }

    fn why_not(&self, picks: &[Pick], pick: Pick) -> Illegal {
        let reason = match (picks, pick) {
            (_, Pick::Pass) => Err(Illegal::because("passing is not allowed in this game")),
            ([], _) => self.check_first_pick(pick),
            (_, Pick::Hand) => Err(Illegal::because("this turn's ring has already been chosen")),
            (&[first, ref rest @ ..], Pick::Cell(cell)) => match self.ring_origin(first) {
                Some(from) => self.check_after_ring(from, rest, cell),
                None => self.check_after_ball(first, rest, cell),
            },
        };
        match reason {
            Err(reason) => reason,
            Ok(()) if SINGLE => Illegal::because("this ball has no ring to go to"),
            Ok(()) => Illegal::because("after that, no ball could move, but one has to"),
        }
    }

    fn move_in_words(&self, mv: MitsudomoeMove) -> String {
        let ring = mv.ring().map(|RingStep { from, to }| match from {
            Some(from) => {
                format!("move the ring from {} to {}", BOARD.name(from), BOARD.name(to))
            }
            None => format!("lay a ring on {}", BOARD.name(to)),
        });
        let ball = mv.ball().map(|step| self.ball_step_in_words(step));
        let steps: Vec<_> = ring.into_iter().chain(ball).collect();
        let words = steps.join(", then ");
        words[..1].to_uppercase() + &words[1..]
    }
}

/// The answer to a question about a pick: nothing is wrong, or this.
type PickCheck = Result<(), Illegal>;

impl<const SINGLE: bool> Mitsudomoe<SINGLE> {
    /// Origin of the ring that a first pick means; `None` if it means a ball.
    fn ring_origin(&self, pick: Pick) -> Option<Option<usize>> {
        match pick {
            Pick::Cell(cell) if SINGLE && self.at(cell).is_marked() => None,
            Pick::Cell(cell) => Some(Some(cell)),
            Pick::Hand | Pick::Pass => Some(None),
        }
    }

    fn check_first_pick(&self, pick: Pick) -> PickCheck {
        let side = self.to_move();
        let Pick::Cell(cell) = pick else {
            return match self.supply_of(side) {
                0 => Err(Illegal::because("you have no rings left in hand")),
                _ => Ok(()),
            };
        };
        let name = BOARD.name(cell);
        let owner = |of: Side| format!("the top ring on {name} is {}'s", INFO.side_name(of));
        match self.at(cell).top() {
            None => Err(format!("there is no ring on {name}").into()),
            Some(_) if self.at(cell).is_marked() && SINGLE => self.check_origin(cell),
            Some(_) if self.at(cell).is_marked() => Err(format!(
                "the ring on {name} is covered by a ball; first a ring moves, then a ball"
            )
            .into()),
            Some(of) if of != side => Err(owner(of).into()),
            Some(_) => Ok(()),
        }
    }

    /// Checks a pick that follows the origin of a ring.
    fn check_after_ring(&self, from: Option<usize>, picks: &[Pick], cell: usize) -> PickCheck {
        let Some((&Pick::Cell(to), rest)) = picks.split_first() else {
            return self.check_ring(RingStep { from, to: cell });
        };
        let middle = self.after_ring(RingStep { from, to })?;
        match rest.split_first() {
            None => match middle.check_origin(cell) {
                Ok(()) => {
                    let name = BOARD.name(cell);
                    Err(format!("the ball on {name} has no ring of yours to go to").into())
                }
                wrong => wrong,
            },
            Some((&first, rest)) => middle.check_after_ball(first, rest, cell),
        }
    }

    /// Checks a pick that follows the origin of a ball.
    fn check_after_ball(&self, from: Pick, picks: &[Pick], cell: usize) -> PickCheck {
        let (Pick::Cell(from), [first, ..]) = (from, picks) else {
            let Pick::Cell(from) = from else { return Ok(()) };
            let passed = self.check_path(from, cell)?;
            let step = BallStep { from, to: cell, relocated: 0 };
            return Err(self.say_where(step, passed).into());
        };
        let Pick::Cell(to) = *first else { return Ok(()) };
        let owner = INFO.side_name(self.to_move().other());
        let name = BOARD.name(cell);
        Err(match picks.contains(&Pick::Cell(cell)) && cell != to {
            true => format!("another ball already goes to {name}"),
            false if self.passed_over(from, to) >> cell & 1 == 1 => {
                format!("the vaulted balls cannot all stay, so none can go to {name}")
            }
            false => format!("{name} has no free ring of {owner}'s for the ball"),
        }
        .into())
    }

    fn ball_step_in_words(&self, step: BallStep) -> String {
        let [from, to] = [step.from, step.to].map(|cell| BOARD.name(cell));
        if step.relocated == 0 {
            return format!("move the ball from {from} to {to}");
        }
        let owner = INFO.side_name(self.to_move().other());
        let places: Vec<_> = by_name(step.relocated).map(|cell| BOARD.name(cell)).collect();
        let balls = if places.len() == 1 { "ball goes" } else { "balls go" };
        format!("vault with the ball from {from} to {to}; {owner}'s {balls} to {}", listed(&places))
    }
}
