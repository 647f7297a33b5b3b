//! Search to the very end of games that end soon.
//!
//! Instead of a value the search is asked a question: does the side to move get at
//! least this result? Alpha-beta with a window between two results is the same thing;
//! with only three results this says it more plainly.

use std::ops::Range;

use cairn_games::{Certainty, Verdict};

use super::budget::{Budget, Stopped};
use super::candidates::{Candidates, NO_MOVE};
use super::table::{Finding, Table, work_of};

/// Between which results the side to move is, as far as was searched.
#[derive(Clone, Copy)]
pub(super) struct Known {
    worst: Verdict,
    best: Verdict,
    work: u8,
    /// The number, in the order of generation, of the move that settled the last
    /// question.
    best_move: u16,
}

impl Default for Known {
    fn default() -> Self {
        Self { worst: Verdict::Loss, best: Verdict::Win, work: 0, best_move: NO_MOVE }
    }
}

impl Finding for Known {
    fn work(&self) -> u8 {
        self.work
    }
}

impl Known {
    /// Whether the side to move gets at least `goal`, if that is known.
    fn answer(&self, goal: Verdict) -> Option<bool> {
        if self.worst >= goal {
            Some(true)
        } else if self.best < goal {
            Some(false)
        } else {
            None
        }
    }
}

/// A search to the end of the game.
pub(super) struct FullDepth<'a, 'b, G: Certainty> {
    table: &'a mut Table<Known>,
    budget: &'a mut Budget<'b>,
    /// The moves of all positions on the path, those of the last one at the end.
    candidates: Candidates<G>,
}

impl<'a, 'b, G: Certainty> FullDepth<'a, 'b, G> {
    pub(super) fn new(table: &'a mut Table<Known>, budget: &'a mut Budget<'b>) -> Self {
        Self { table, budget, candidates: Candidates::new() }
    }

    /// What the side to move gets.
    pub(super) fn value(&mut self, position: &G) -> Result<Verdict, Stopped> {
        if self.reaches(position, Verdict::Win)? {
            Ok(Verdict::Win)
        } else if self.reaches(position, Verdict::Draw)? {
            Ok(Verdict::Draw)
        } else {
            Ok(Verdict::Loss)
        }
    }

    /// The moves to the end of the game with best play, as far as the budget goes. The
    /// value of the position has to be known.
    pub(super) fn line(&mut self, position: &G, value: Verdict) -> Vec<G::Move> {
        let mut line = Vec::new();
        let (mut position, mut value) = (*position, value);
        while position.outcome().is_none() {
            let Ok(mv) = self.move_that_gets(&position, value) else { break };
            line.push(mv);
            position.play_unchecked(mv);
            value = value.reversed();
        }
        line
    }

    /// A move that gets the side to move what the position is worth.
    fn move_that_gets(&mut self, position: &G, value: Verdict) -> Result<G::Move, Stopped> {
        let known = self.table.get(position.key()).unwrap_or_default();
        let moves = self.collect(position, known.best_move);
        let found = match value {
            // After any move.
            Verdict::Loss => Ok(Some(0)),
            goal => self.first_that_reaches(position, moves.clone(), goal),
        };
        let found = found.map(|index| self.candidates[moves.start + index.unwrap_or(0)].mv);
        self.candidates.forget(moves);
        found
    }

    /// Whether the side to move gets at least `goal`, which is not a loss.
    fn reaches(&mut self, position: &G, goal: Verdict) -> Result<bool, Stopped> {
        self.budget.spend()?;
        if let Some(outcome) = position.outcome() {
            return Ok(Verdict::of(outcome, position.to_move()) >= goal);
        }
        let mut known = self.table.get(position.key()).unwrap_or_default();
        if let Some(answer) = known.answer(goal) {
            return Ok(answer);
        }
        let bounds = position.bounds();
        known.worst = known.worst.max(bounds.worst);
        known.best = known.best.min(bounds.best);
        if let Some(answer) = known.answer(goal) {
            return Ok(answer);
        }
        let before = self.budget.nodes();
        let moves = self.collect(position, known.best_move);
        let found = self.first_that_reaches(position, moves.clone(), goal);
        let number =
            found.map(|found| found.map(|index| self.candidates[moves.start + index].number));
        self.candidates.forget(moves);
        match number? {
            Some(number) => {
                known.worst = goal;
                known.best_move = number;
            }
            None => known.best = below(goal),
        }
        known.work = work_of(self.budget.nodes() - before);
        self.table.set(position.key(), known);
        Ok(known.worst >= goal)
    }

    /// Where among these moves the first is that gets its mover at least `goal`.
    fn first_that_reaches(
        &mut self,
        position: &G,
        moves: Range<usize>,
        goal: Verdict,
    ) -> Result<Option<usize>, Stopped> {
        for (place, index) in moves.enumerate() {
            let next = position.after(self.candidates[index].mv);
            if !self.reaches(&next, denied_by(goal))? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn collect(&mut self, position: &G, best_move: u16) -> Range<usize> {
        self.candidates.collect(position, |mv, number| {
            if number == best_move { i32::MAX } else { position.urgency(mv) }
        })
    }
}

/// What the other side must not get if one side is to get `goal`: for a win not even a
/// draw, for a draw no win.
fn denied_by(goal: Verdict) -> Verdict {
    if goal == Verdict::Win { Verdict::Draw } else { Verdict::Win }
}

/// The next worse result.
fn below(goal: Verdict) -> Verdict {
    if goal == Verdict::Win { Verdict::Draw } else { Verdict::Loss }
}
