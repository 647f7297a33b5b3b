//! The tables of exhaustive searches.

use super::move_list::NO_MOVE;
use super::proof_table::{ProofTable, ProofTableEntry};
use crate::busy_positions::BusyPositions;
use crate::games::MarginPosition;

/// An entry of the table: bounds on the margin of the side to move.
#[derive(Clone, Copy)]
pub(super) struct BoundsEntry {
    pub(super) worst: i8,
    pub(super) best: i8,
    pub(super) work: u8,
    /// The short name of the move that settled the last question.
    pub(super) best_move: u16,
}

impl Default for BoundsEntry {
    fn default() -> Self {
        Self { worst: i8::MIN, best: i8::MAX, work: 1, best_move: NO_MOVE }
    }
}

impl ProofTableEntry for BoundsEntry {
    fn to_bits(self) -> u64 {
        let [worst, best] = [self.worst, self.best].map(|margin| u64::from(margin as u8));
        u64::from(self.best_move) << 24 | best << 16 | worst << 8 | u64::from(self.work)
    }

    fn from_bits(bits: u64) -> Self {
        Self {
            worst: (bits >> 8) as i8,
            best: (bits >> 16) as i8,
            work: bits as u8,
            best_move: (bits >> 24) as u16,
        }
    }

    fn work(&self) -> u8 {
        self.work
    }
}

impl BoundsEntry {
    /// Combines the entry with bounds that hold as well.
    #[inline]
    pub(super) fn within(self, worst: i8, best: i8) -> Self {
        Self { worst: self.worst.max(worst), best: self.best.min(best), ..self }
    }

    /// Notes what a move gets at least, or what all moves get at most.
    #[inline]
    pub(super) fn settle(&mut self, found: Option<u16>, bound: i8) {
        match found {
            Some(number) => {
                self.worst = bound;
                self.best_move = number;
            }
            None => self.best = bound,
        }
    }

    /// Returns the bound that tells whether the margin is at least `goal`, if that is known.
    #[inline]
    pub(super) const fn bound_for(&self, goal: i8) -> i8 {
        if self.worst >= goal { self.worst } else { self.best }
    }

    /// Whether the margin of the side to move is at least `goal`, if that is known.
    #[inline]
    pub(super) fn answer(&self, goal: i8) -> Option<bool> {
        if self.worst >= goal {
            Some(true)
        } else if self.best < goal {
            Some(false)
        } else {
            None
        }
    }
}

/// The tables of an exhaustive search. Most positions are near the end, and a table for them
/// that stays in the processor's cache saves a quarter of the time; so each thread has one.
pub(super) struct BoundsTables {
    pub(super) near_the_end: Vec<ProofTable<BoundsEntry>>,
    pub(super) others: ProofTable<BoundsEntry>,
    pub(super) busy: BusyPositions,
}

/// As much as stays in the cache of most processors.
const BYTES_NEAR_THE_END: usize = 1 << 20;

impl BoundsTables {
    /// Makes tables for this many threads that take no more than this much memory, but have
    /// at least one bucket each.
    pub(super) fn with_bytes(bytes: usize, threads: usize) -> Self {
        let near_the_end = BYTES_NEAR_THE_END.min(bytes / 2 / threads);
        Self {
            near_the_end: (0..threads).map(|_| ProofTable::with_bytes(near_the_end)).collect(),
            others: ProofTable::with_bytes(bytes - threads * near_the_end),
            busy: BusyPositions::new(),
        }
    }

    /// Returns what the shared table has about a position.
    fn shared(&self, position: &impl MarginPosition) -> BoundsEntry {
        self.others.probe(position.key()).unwrap_or_default()
    }

    /// Notes a move of a position to try first.
    pub(super) fn suggest<P: MarginPosition>(&self, position: &mut P, mv: P::Move) {
        position.bound();
        if let Some(first) = position.first_margin() {
            self.suggest(&mut first.position.clone(), mv);
        }
        let mut entry = self.shared(position);
        for urgent in [true, false] {
            position.visit_ranked(urgent, |listed, number, _| {
                if listed == mv {
                    entry.best_move = number;
                }
            });
        }
        self.others.store(position.key(), entry);
    }

    /// Returns those of some moves that are not known to get their side less than the goal.
    pub(super) fn moves_that_may_reach<P: MarginPosition>(
        &self,
        mut position: P,
        mut moves: Vec<P::Move>,
        goal: i8,
    ) -> Vec<P::Move> {
        position.bound();
        moves.retain(|&mv| {
            let mut next = position;
            let margin = next.play(mv);
            self.answer(&mut next, 1 - goal + margin) != Some(true)
        });
        moves
    }

    /// Whether the margin of the side to move is at least `goal`, if that is known.
    pub(super) fn answer<P: MarginPosition>(&self, position: &mut P, goal: i8) -> Option<bool> {
        let (worst, best) = position.bound();
        let known = self.shared(position).within(worst, best);
        known.answer(goal).or_else(|| {
            let first = position.first_margin()?;
            let known = self.shared(&first.position);
            let is_ahead = known.answer(first.level + 1) == Some(true);
            let is_behind = known.answer(first.level) == Some(false);
            (is_ahead || is_behind).then_some(is_ahead)
        })
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.near_the_end.iter_mut().for_each(ProofTable::clear);
        self.others.clear();
    }

    /// Returns the share of the shared table that is in use, from 0 to 1.
    pub(super) fn share_used(&self) -> f64 {
        self.others.share_used()
    }
}
