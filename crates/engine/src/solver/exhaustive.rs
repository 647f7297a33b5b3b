//! Exhaustive search of games that end soon.
//!
//! Each search asks whether the side to move gets at least some result. That is alpha-beta
//! with a null window between two of the three results.

use std::ops::Range;

use crate::Wdl;
use crate::games::ProofBounds;

use super::move_list::{MoveList, NO_MOVE};
use super::proof_table::{ProofTable, ProofTableEntry, work_of};
use crate::limiter::{NodeCounter, Stopped};

/// An entry of the table: bounds on the result of the side to move.
#[derive(Clone, Copy)]
pub(super) struct BoundsEntry {
    worst: Wdl,
    best: Wdl,
    work: u8,
    /// The number, in the order of generation, of the move that settled the last
    /// question.
    best_move: u16,
}

impl Default for BoundsEntry {
    fn default() -> Self {
        Self { worst: Wdl::Loss, best: Wdl::Win, work: 0, best_move: NO_MOVE }
    }
}

impl ProofTableEntry for BoundsEntry {
    fn work(&self) -> u8 {
        self.work
    }
}

impl BoundsEntry {
    /// Whether the side to move gets at least `goal`, if that is known.
    fn answer(&self, goal: Wdl) -> Option<bool> {
        if self.worst >= goal {
            Some(true)
        } else if self.best < goal {
            Some(false)
        } else {
            None
        }
    }
}

/// The table of an exhaustive search. Most positions are near the end, and a table for them
/// that stays in the processor's cache saves a quarter of the time.
pub(super) struct BoundsTable {
    near_the_end: ProofTable<BoundsEntry>,
    others: ProofTable<BoundsEntry>,
}

/// As much as stays in the cache of most processors.
const BYTES_NEAR_THE_END: usize = 1 << 20;

impl BoundsTable {
    /// Makes a table that takes no more than this much memory, but has at least two buckets.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let near_the_end = BYTES_NEAR_THE_END.min(bytes / 2);
        Self {
            near_the_end: ProofTable::with_bytes(near_the_end),
            others: ProofTable::with_bytes(bytes - near_the_end),
        }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.near_the_end.clear();
        self.others.clear();
    }

    fn table<G: ProofBounds>(&mut self, position: &G) -> &mut ProofTable<BoundsEntry> {
        if position.is_near_the_end() { &mut self.near_the_end } else { &mut self.others }
    }

    fn probe<G: ProofBounds>(&mut self, position: &G) -> BoundsEntry {
        self.table(position).probe(position.key()).unwrap_or_default()
    }
}

/// A search to the end of the game.
pub(super) struct ExhaustiveSearch<'a, 'b, G: ProofBounds> {
    table: &'a mut BoundsTable,
    counter: &'a mut NodeCounter<'b>,
    /// The moves of all positions on the path, those of the last one at the end.
    moves_on_path: MoveList<G>,
}

impl<'a, 'b, G: ProofBounds> ExhaustiveSearch<'a, 'b, G> {
    pub(super) fn new(table: &'a mut BoundsTable, counter: &'a mut NodeCounter<'b>) -> Self {
        Self { table, counter, moves_on_path: MoveList::new() }
    }

    /// Returns the value for the side to move.
    pub(super) fn value(&mut self, position: &G) -> Result<Wdl, Stopped> {
        if self.reaches(position, Wdl::Win)? {
            Ok(Wdl::Win)
        } else if self.reaches(position, Wdl::Draw)? {
            Ok(Wdl::Draw)
        } else {
            Ok(Wdl::Loss)
        }
    }

    /// Returns the moves to the end of the game with best play, as far as the limits allow. The
    /// value of the position has to be known.
    pub(super) fn line(&mut self, position: &G, value: Wdl) -> Vec<G::Move> {
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

    /// Returns a move that preserves the value of the position.
    fn move_that_gets(&mut self, position: &G, value: Wdl) -> Result<G::Move, Stopped> {
        let known = self.table.probe(position);
        let moves = self.collect(position, known.best_move);
        let found = match value {
            // After any move.
            Wdl::Loss => Ok(Some(0)),
            goal => self.first_that_reaches(position, moves.clone(), goal),
        };
        let found = found.map(|index| self.moves_on_path[moves.start + index.unwrap_or(0)].mv);
        self.moves_on_path.forget(moves);
        found
    }

    /// Whether the side to move gets at least `goal`, which is not a loss.
    fn reaches(&mut self, position: &G, goal: Wdl) -> Result<bool, Stopped> {
        self.counter.count()?;
        if let Some(outcome) = position.outcome() {
            return Ok(Wdl::of(outcome, position.to_move()) >= goal);
        }
        let bounds = position.bounds();
        let certain =
            BoundsEntry { worst: bounds.worst, best: bounds.best, ..BoundsEntry::default() };
        if let Some(answer) = certain.answer(goal) {
            return Ok(answer);
        }
        let mut known = self.table.probe(position);
        known.worst = known.worst.max(bounds.worst);
        known.best = known.best.min(bounds.best);
        if let Some(answer) = known.answer(goal) {
            return Ok(answer);
        }
        let before = self.counter.nodes();
        let moves = self.collect(position, known.best_move);
        let found = self.first_that_reaches(position, moves.clone(), goal);
        let number =
            found.map(|found| found.map(|index| self.moves_on_path[moves.start + index].number));
        self.moves_on_path.forget(moves);
        match number? {
            Some(number) => {
                known.worst = goal;
                known.best_move = number;
            }
            None => known.best = below(goal),
        }
        known.work = work_of(self.counter.nodes() - before);
        self.table.table(position).store(position.key(), known);
        Ok(known.worst >= goal)
    }

    /// Returns the index among these moves of the first that gets its mover at least `goal`.
    fn first_that_reaches(
        &mut self,
        position: &G,
        moves: Range<usize>,
        goal: Wdl,
    ) -> Result<Option<usize>, Stopped> {
        for (place, index) in moves.enumerate() {
            let next = position.after(self.moves_on_path[index].mv);
            if !self.reaches(&next, denied_by(goal))? {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn collect(&mut self, position: &G, best_move: u16) -> Range<usize> {
        self.moves_on_path.collect(position, |mv, number| {
            if number == best_move { i32::MAX } else { position.urgency(mv) }
        })
    }
}

/// Returns the result that must be denied to the other side for `goal`: for a win even a
/// draw, for a draw a win.
fn denied_by(goal: Wdl) -> Wdl {
    if goal == Wdl::Win { Wdl::Draw } else { Wdl::Win }
}

/// The next worse result.
fn below(goal: Wdl) -> Wdl {
    if goal == Wdl::Win { Wdl::Draw } else { Wdl::Loss }
}
