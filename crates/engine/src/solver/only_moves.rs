//! Wins by force within a number of turns, and positions with only one right move.
//!
//! Everything here is proved by exhaustive search: an estimate is never an answer, and a search
//! that reaches its limits gives none.

use cairn_games::{AnyMove, AnyPosition, Outcome, Side, with_game, with_position};

use super::prover::Prover;
use super::{Solver, position_of};
use crate::Wdl;
use crate::games::ProofBounds;
use crate::limiter::{NodeCounter, SearchLimiter};
use crate::limits::{Limits, StopFlag};

/// Error of a question that the limits of the search left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the limits of the search were reached before there was a proof")]
pub struct Undecided;

/// Aim of the side to move in a position with only one right move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aim {
    /// To win by force.
    Win,
    /// Not to lose by force.
    Save,
}

/// The only right move of a position, with the moves that count as the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyMove {
    /// All moves that reach the aim, in the order of move generation. Never empty.
    pub moves: Vec<AnyMove>,
}

impl Solver {
    /// Returns the number of plies within which `attacker` wins by force, if it does within
    /// `plies` plies from this position, whatever the other side does. In games that are
    /// searched to the end the number of plies is not limited, and the answer is the length of
    /// one line.
    ///
    /// # Errors
    /// If the limits do not suffice.
    ///
    /// # Panics
    /// If the position is of another game than the solver.
    pub fn forced_win(
        &mut self,
        position: &AnyPosition,
        attacker: Side,
        plies: u32,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<Option<u32>, Undecided> {
        with_game!(self.game, G => {
            let position = position_of::<G>(position);
            self.prover().forced_win(&position, attacker, plies, limits, stop)
        })
    }

    /// Returns the moves of a win by force that [`Solver::forced_win`] has proved: quick ones
    /// of the attacker, and stubborn ones of the defender. It ends early if the limits do not
    /// suffice.
    ///
    /// # Panics
    /// If the position is of another game than the solver.
    pub fn forced_line(
        &mut self,
        position: &AnyPosition,
        attacker: Side,
        plies: u32,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Vec<AnyMove> {
        with_game!(self.game, G => {
            let position = position_of::<G>(position);
            let line = self.prover().forced_line(&position, attacker, plies, limits, stop);
            line.into_iter().map(AnyMove::new).collect()
        })
    }

    /// Returns the moves that reach the aim within a number of turns if they count as one move,
    /// see [`count_as_one`]. To win, a move must win by force within so many turns of one's
    /// own. To save the game, it must not let the opponent win by force within so many turns of
    /// theirs. `None` if no move does, or moves do that are different.
    ///
    /// # Errors
    /// If the limits, which hold for each move by itself, do not suffice for all moves.
    ///
    /// # Panics
    /// If the position is of another game than the solver.
    pub fn only_move(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        turns: u32,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<Option<OnlyMove>, Undecided> {
        let mut right = Vec::new();
        for mv in position.moves() {
            if self.reaches(position, mv, aim, turns, limits, stop)? {
                right.push(mv);
                if !can_count_as_one(position, &right) {
                    return Ok(None);
                }
            }
        }
        Ok(count_as_one(position, &right).then_some(OnlyMove { moves: right }))
    }

    /// Whether a legal move reaches the aim, as in [`Solver::only_move`].
    ///
    /// # Errors
    /// If the limits do not suffice.
    ///
    /// # Panics
    /// If the position is of another game than the solver.
    pub fn reaches(
        &mut self,
        position: &AnyPosition,
        mv: AnyMove,
        aim: Aim,
        turns: u32,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<bool, Undecided> {
        let me = position.to_move();
        let mut next = *position;
        if next.play(mv).is_err() {
            return Ok(false);
        }
        let turns = turns.max(1);
        Ok(match aim {
            Aim::Win => self.forced_win(&next, me, 2 * turns - 2, limits, stop)?.is_some(),
            Aim::Save => self.forced_win(&next, me.other(), 2 * turns - 1, limits, stop)?.is_none(),
        })
    }
}

/// Whether proofs of this game search to the end of the game, so that turns are not counted.
pub fn searches_to_the_end(position: &AnyPosition) -> bool {
    with_position!(position, position => ends_soon(position))
}

fn ends_soon<G: ProofBounds>(_: &G) -> bool {
    G::ENDS_SOON
}

/// Returns the outcome that can no longer change, whatever either side does, as far as the game
/// can tell without a search.
pub fn settled_outcome(position: &AnyPosition) -> Option<Outcome> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome);
    }
    let bounds = with_position!(position, position => position.bounds());
    let side = position.to_move();
    (bounds.worst == bounds.best).then_some(match bounds.worst {
        Wdl::Win => Outcome::Win(side),
        Wdl::Loss => Outcome::Win(side.other()),
        Wdl::Draw => Outcome::Draw,
    })
}

/// Whether moves count as one: they lead to the same position, or they have a part of the turn
/// in common, and at least half of the turns with this part are among them, so that the rest of
/// the turn matters little.
///
/// A turn of Glaisher, for example, has two parts, the stack move and the new piece
/// ([`ProofBounds::turn_parts`]): where a chain is closed by the stack move, it does not matter
/// where the new piece goes.
pub fn count_as_one(position: &AnyPosition, moves: &[AnyMove]) -> bool {
    if moves.len() < 2 || lead_to_one_position(position, moves) {
        return !moves.is_empty();
    }
    let all: Vec<_> = position.moves().iter().map(|&mv| turn_parts(position, mv)).collect();
    shared_parts(position, moves).into_iter().any(|(index, part)| {
        let turns = all.iter().filter(|parts| parts.get(index) == Some(&part)).count();
        2 * moves.len() >= turns
    })
}

/// Whether moves, perhaps with others, can count as one.
fn can_count_as_one(position: &AnyPosition, moves: &[AnyMove]) -> bool {
    lead_to_one_position(position, moves) || !shared_parts(position, moves).is_empty()
}

/// Returns the parts that all the turns have in common, with their indices.
fn shared_parts(position: &AnyPosition, moves: &[AnyMove]) -> Vec<(usize, u64)> {
    let Some((&first, rest)) = moves.split_first() else { return Vec::new() };
    let mut shared: Vec<_> = turn_parts(position, first).into_iter().enumerate().collect();
    for &mv in rest {
        let parts = turn_parts(position, mv);
        shared.retain(|(index, part)| parts.get(*index) == Some(part));
    }
    shared
}

fn lead_to_one_position(position: &AnyPosition, moves: &[AnyMove]) -> bool {
    let after = |mv: &AnyMove| {
        let mut next = *position;
        next.play(*mv).ok().map(|()| next)
    };
    moves.windows(2).all(|pair| after(&pair[0]) == after(&pair[1]))
}

/// Returns the parts of a legal turn, see [`ProofBounds::turn_parts`].
pub fn turn_parts(position: &AnyPosition, mv: AnyMove) -> Vec<u64> {
    with_position!(position, position => parts_of(position, mv))
}

fn parts_of<G: ProofBounds>(position: &G, mv: AnyMove) -> Vec<u64> {
    use cairn_games::GameMove;
    G::Move::from_bits(mv.bits()).map_or_else(Vec::new, |mv| position.turn_parts(mv))
}

impl<G: ProofBounds> Prover<G> {
    /// Answers [`Solver::forced_win`].
    fn forced_win(
        &mut self,
        position: &G,
        attacker: Side,
        plies: u32,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Result<Option<u32>, Undecided> {
        if let Some(outcome) = position.outcome() {
            return Ok((outcome == Outcome::Win(attacker)).then_some(0));
        }
        let limiter = SearchLimiter::until_target(limits, stop);
        let mut counter = NodeCounter::new(&limiter);
        if G::ENDS_SOON {
            let wins = self.wins_to_the_end(position, attacker, &mut counter);
            return Ok(wins.map_err(|_| Undecided)?.then_some(plies));
        }
        // A win takes an odd number of plies if the attacker begins. A table that knows of
        // shorter wins only gives exact answers, therefore the depth grows.
        let first = if position.to_move() == attacker { 1 } else { 2 };
        for depth in (first..=plies).step_by(2) {
            let mut search = self.attack(attacker, &[], &mut counter);
            match search.wins(position, depth).map_err(|_| Undecided)? {
                Some(found) if found <= plies => return Ok(Some(found)),
                // A longer win hides whether there is a short one.
                Some(_) => return Err(Undecided),
                None => {}
            }
        }
        Ok(None)
    }

    /// Answers [`Solver::forced_line`].
    fn forced_line(
        &mut self,
        position: &G,
        attacker: Side,
        plies: u32,
        limits: &Limits,
        stop: &StopFlag,
    ) -> Vec<G::Move> {
        let Ok(Some(distance)) = self.forced_win(position, attacker, plies, limits, stop) else {
            return Vec::new();
        };
        let limiter = SearchLimiter::until_target(limits, stop);
        let mut counter = NodeCounter::new(&limiter);
        if G::ENDS_SOON {
            let value = Wdl::of(Outcome::Win(attacker), position.to_move());
            return self.line_to_the_end(position, value, &mut counter);
        }
        self.attack(attacker, &[], &mut counter).line(position, distance)
    }
}
