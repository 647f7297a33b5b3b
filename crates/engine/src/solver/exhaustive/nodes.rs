//! The nodes of an exhaustive search.

use std::ops::Range;

use super::super::advice::{Advice, IMPORTANT_ADVICE, NODES_BEFORE_ADVICE};
use super::super::bounds_tables::BoundsEntry;
use super::super::move_list::NO_MOVE;
use super::super::proof_table::work_of;
use super::ExhaustiveSearch;
use crate::Wdl;
use crate::busy_positions::BusyPositions;
use crate::games::{MarginPosition, ProofBounds};
use crate::limiter::Stopped;

/// Number of nodes of a thread after which it looks whether others have settled a position on its
/// path, less than a millisecond.
const NODES_BETWEEN_LOOKS: u64 = 2_000;

/// Answer to the question which move of a position reaches a goal.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The short name of a move, if there is one.
    pub(super) number: Option<u16>,
    /// Lower bound on what the move gets, or upper bound on what all moves get.
    bound: i8,
}

impl Found {
    /// The answer if there are no moves.
    const NOTHING: Self = Self { number: None, bound: i8::MIN };
}

enum Answer {
    Own(Found),
    /// Whether there is a move that reaches the goal.
    OfAnotherThread(bool),
}

/// The methods are generic, because a search that breaks ties looks at positions of two kinds.
impl<G, P> ExhaustiveSearch<'_, '_, G, P>
where
    G: ProofBounds,
    P: MarginPosition<Move = G::Move> + From<G>,
{
    /// Returns a bound on the margin of the side to move that tells whether it is at least `goal`:
    /// a lower bound if it is, otherwise an upper one (fail-soft). `whole` is the whole position, as
    /// long as there may be advice on it.
    pub(super) fn reaches<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &mut Q,
        whole: Option<&G>,
        goal: i8,
    ) -> Result<i8, Stopped> {
        self.counter.count()?;
        self.table(position).prefetch(position.key());
        let (worst, best) = position.bound();
        if worst >= goal || best < goal {
            return Ok(if worst >= goal { worst } else { best });
        }
        if let Some(bound) = self.bound_by_first_margin(position, whole, goal)? {
            return Ok(bound);
        }
        if position.is_near_the_end() {
            return self.reaches_near_the_end(position, worst, best, goal);
        }
        let mut known = self.known(position, worst, best);
        if known.answer(goal).is_some() {
            return Ok(known.bound_for(goal));
        }
        let before = self.counter.nodes();
        let found = if self.is_shared(position) {
            match self.find_move_beside_others(position, whole, &known, goal)? {
                Answer::Own(found) => found,
                Answer::OfAnotherThread(true) => return Ok(goal),
                Answer::OfAnotherThread(false) => return Ok(goal - 1),
            }
        } else {
            self.find_move(position, whole, &known, goal)?
        };
        known.settle(found.number, found.bound);
        known.work = work_of(self.counter.nodes() - before);
        // If another thread has settled it, its entry says more about the work.
        if self.busy.is_none() || self.probe(position).answer(goal).is_none() {
            self.table(position).store(position.key(), known);
        }
        if self.watched.is_some() {
            self.report_progress();
        }
        Ok(found.bound)
    }

    /// Returns a bound like [`ExhaustiveSearch::reaches`] if the margin that comes first is not
    /// level with best play, or if the bounds for the case that it is level suffice.
    #[inline]
    fn bound_by_first_margin<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &mut Q,
        whole: Option<&G>,
        goal: i8,
    ) -> Result<Option<i8>, Stopped> {
        let Some(first) = position.first_margin() else { return Ok(None) };
        let known = self.probe(position);
        if known.answer(goal).is_some() {
            return Ok(Some(known.bound_for(goal)));
        }
        let (worst, best) = position.bound_if_level();
        if first.is_not_behind && worst >= goal {
            return Ok(Some(worst));
        }
        // The question that may settle this one at once comes first.
        for is_ahead in [goal > 0, goal <= 0] {
            if !is_ahead && first.is_not_behind {
                continue;
            }
            let first_goal = first.level + i8::from(is_ahead);
            let bound = self.reaches(&mut first.position.clone(), whole, first_goal)?;
            if (bound >= first_goal) == is_ahead {
                return Ok(Some(if is_ahead { 1 } else { -1 }));
            }
        }
        position.note_level();
        Ok((worst >= goal || best < goal).then_some(if worst >= goal { worst } else { best }))
    }

    /// Does the same for a position near the end with these bounds, of which there are most: no
    /// other thread works on it, and no advice is worth its time.
    fn reaches_near_the_end<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        worst: i8,
        best: i8,
        goal: i8,
    ) -> Result<i8, Stopped> {
        // Meanwhile the entry of the table is loaded.
        let urgent = self.collect_some(position, true);
        let known = self.near_the_end.probe(position.key()).unwrap_or_default();
        let mut known = known.within(worst, best);
        if known.answer(goal).is_some() {
            self.moves_on_path.forget(urgent);
            return Ok(known.bound_for(goal));
        }
        let before = self.counter.nodes();
        let found = self.find_move_near_the_end(position, urgent.clone(), known.best_move, goal);
        self.moves_on_path.forget(urgent);
        let found = found?;
        known.settle(found.number, found.bound);
        known.work = work_of(self.counter.nodes() - before);
        self.near_the_end.store(position.key(), known);
        Ok(found.bound)
    }

    /// Looks for a move that reaches the goal. Mostly an urgent one does, and the others need not be
    /// generated.
    fn find_move_near_the_end<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        urgent: Range<usize>,
        best_move: u16,
        goal: i8,
    ) -> Result<Found, Stopped> {
        if best_move != NO_MOVE {
            let moves = urgent.start..self.collect_some(position, false).end;
            self.moves_on_path.prefer(moves.clone(), best_move);
            return self.own_move_that_reaches(position, None, moves, goal);
        }
        let found = self.own_move_that_reaches(position, None, urgent, goal)?;
        if found.number.is_some() {
            return Ok(found);
        }
        let others = self.collect_some(position, false);
        let other = self.own_move_that_reaches(position, None, others, goal)?;
        Ok(Found { bound: other.bound.max(found.bound), ..other })
    }

    /// Whether other threads may work on the position as well.
    fn is_shared<Q: MarginPosition<Move = G::Move>>(&self, position: &Q) -> bool {
        self.busy.is_some() && !position.is_near_the_end()
    }

    /// Looks for a move that reaches the goal, until another thread has settled the question.
    fn find_move_beside_others<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        whole: Option<&G>,
        known: &BoundsEntry,
        goal: i8,
    ) -> Result<Answer, Stopped> {
        self.stop_if_settled()?;
        self.path.push((position.key(), goal));
        let found = self.find_move(position, whole, known, goal);
        self.path.pop();
        match self.settled {
            Some((index, reaches)) if index == self.path.len() => {
                self.settled = None;
                Ok(Answer::OfAnotherThread(reaches))
            }
            _ => found.map(Answer::Own),
        }
    }

    /// Stops the search of a position if another thread has settled one above it.
    fn stop_if_settled(&mut self) -> Result<(), Stopped> {
        let nodes = self.counter.nodes();
        if nodes < self.next_look {
            return Ok(());
        }
        self.next_look = nodes + NODES_BETWEEN_LOOKS;
        let answer = |&(key, goal): &(u64, i8)| self.others.probe(key)?.answer(goal);
        let mut path = self.path.iter().enumerate();
        self.settled = path.find_map(|(index, question)| Some((index, answer(question)?)));
        if self.settled.is_some() { Err(Stopped) } else { Ok(()) }
    }

    /// Looks for a move that reaches the goal. If that takes long, the advisor proposes the first
    /// one.
    fn find_move<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        whole: Option<&G>,
        known: &BoundsEntry,
        goal: i8,
    ) -> Result<Found, Stopped> {
        let advised = match whole {
            Some(whole) if known.best_move == NO_MOVE && self.is_advised(position) => whole,
            _ => return self.try_moves(position, whole, known.best_move, goal),
        };
        let advice_nodes = advised.advice_nodes();
        if advice_nodes < IMPORTANT_ADVICE {
            let outer = self.counter.begin_part(advice_nodes * NODES_BEFORE_ADVICE);
            let found = self.try_moves(position, whole, NO_MOVE, goal);
            self.counter.end_part(outer)?;
            if found.is_ok() || self.settled.is_some() {
                return found;
            }
        }
        // Another thread may have been quicker.
        let again = self.probe(position);
        let best_move = match again.best_move {
            NO_MOVE => self.advice(advised, position, known),
            best_move => best_move,
        };
        self.try_moves(position, whole, best_move, goal)
    }

    fn is_advised<Q: MarginPosition<Move = G::Move>>(&self, position: &Q) -> bool {
        self.advisor.is_some() && self.hopeful == Some(position.to_move())
    }

    fn try_moves<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        whole: Option<&G>,
        best_move: u16,
        goal: i8,
    ) -> Result<Found, Stopped> {
        let moves = self.collect(position, best_move);
        let found = self.move_that_reaches(position, whole, moves.clone(), goal);
        self.moves_on_path.forget(moves);
        found
    }

    /// Returns the value that the advisor expects.
    pub(in super::super) fn expected_value(&mut self, position: &G) -> Wdl {
        match self.ask_advisor(position) {
            Some(advice) if advice.expectation < 0.5 => Wdl::Loss,
            _ => Wdl::Win,
        }
    }

    fn ask_advisor(&mut self, position: &G) -> Option<Advice<G::Move>> {
        let advisor = self.advisor.as_mut()?;
        let nodes = position.advice_nodes();
        self.counter.report();
        let (limits, stop) = self.counter.limiter().part(nodes);
        if limits.nodes == Some(0) || stop.is_raised() {
            return None;
        }
        let advice = advisor(position, &limits, stop)?;
        self.counter.add(advice.nodes);
        Some(advice)
    }

    /// Returns the short name of the move that the advisor proposes, and notes it for the other
    /// threads.
    fn advice<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        whole: &G,
        position: &Q,
        known: &BoundsEntry,
    ) -> u16 {
        let Some(advice) = self.ask_advisor(whole) else { return NO_MOVE };
        let mut best_move = NO_MOVE;
        for urgent in [true, false] {
            position.visit_ranked(urgent, |mv, number, _| {
                if mv == advice.best {
                    best_move = number;
                }
            });
        }
        let entry = BoundsEntry { best_move, work: work_of(advice.nodes), ..*known };
        self.table(position).store(position.key(), entry);
        best_move
    }

    /// Looks for the first of these moves that gets its mover at least `goal`.
    pub(super) fn move_that_reaches<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        whole: Option<&G>,
        moves: Range<usize>,
        goal: i8,
    ) -> Result<Found, Stopped> {
        match self.busy {
            Some(busy) if !position.is_near_the_end() => {
                self.shared_move_that_reaches(position, whole, moves, goal, busy)
            }
            _ => self.own_move_that_reaches(position, whole, moves, goal),
        }
    }

    /// Does the same without regard to other threads.
    fn own_move_that_reaches<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        whole: Option<&G>,
        moves: Range<usize>,
        goal: i8,
    ) -> Result<Found, Stopped> {
        let mut most = Found::NOTHING;
        for index in moves.clone() {
            self.moves_on_path.bring_best_to(index, moves.end);
            let mut next = *position;
            let margin = next.play(self.moves_on_path[index].mv);
            let whole = self.whole_after(whole, index);
            let bound = margin - self.reaches(&mut next, whole.as_ref(), 1 - goal + margin)?;
            if bound >= goal {
                return Ok(Found { number: Some(self.moves_on_path[index].number), bound });
            }
            most.bound = most.bound.max(bound);
        }
        Ok(most)
    }

    /// Does the same beside other threads: moves that one of them is looking at are deferred,
    /// in the hope that its answer will be in the table by then.
    fn shared_move_that_reaches<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        whole: Option<&G>,
        moves: Range<usize>,
        goal: i8,
        busy: &BusyPositions,
    ) -> Result<Found, Stopped> {
        let mut deferred = moves.start;
        let mut most = Found::NOTHING;
        for index in moves.clone() {
            let known = self.probe(position);
            if let Some(reaches) = known.answer(goal) {
                let number = reaches.then_some(known.best_move);
                return Ok(Found { number, bound: known.bound_for(goal) });
            }
            self.moves_on_path.bring_best_to(index, moves.end);
            let mut next = *position;
            let margin = next.play(self.moves_on_path[index].mv);
            let key = next.key();
            // All help with the first move of the side that should succeed, which often settles
            // the position. The other side's moves all have to fail, in whatever order.
            let settles = index == moves.start && self.hopeful == Some(position.to_move());
            if !settles && busy.contains(key) {
                self.moves_on_path.swap(deferred, index);
                deferred += 1;
                continue;
            }
            let whole = self.whole_after(whole, index);
            let reply_goal = 1 - goal + margin;
            let reached =
                busy.during(key, || self.reaches(&mut next, whole.as_ref(), reply_goal))?;
            let bound = margin - reached;
            if bound >= goal {
                return Ok(Found { number: Some(self.moves_on_path[index].number), bound });
            }
            most.bound = most.bound.max(bound);
        }
        let rest = self.own_move_that_reaches(position, whole, moves.start..deferred, goal)?;
        Ok(Found { bound: rest.bound.max(most.bound), ..rest })
    }

    /// Returns the whole position after a move, if there may be advice on it.
    fn whole_after(&self, whole: Option<&G>, index: usize) -> Option<G> {
        let next = whole?.after(self.moves_on_path[index].mv);
        (next.advice_nodes() > 0).then_some(next)
    }

    /// Lists all moves of a position, and puts one before all others.
    pub(super) fn collect<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        best_move: u16,
    ) -> Range<usize> {
        let urgent = self.collect_some(position, true);
        let moves = urgent.start..self.collect_some(position, false).end;
        self.moves_on_path.prefer(moves.clone(), best_move);
        moves
    }

    /// Lists the urgent moves of a position, or the others.
    #[inline]
    fn collect_some<Q: MarginPosition<Move = G::Move>>(
        &mut self,
        position: &Q,
        urgent: bool,
    ) -> Range<usize> {
        let first = self.moves_on_path.len();
        position.visit_ranked(urgent, |mv, number, rank| self.moves_on_path.push(mv, number, rank));
        first..self.moves_on_path.len()
    }
}
