//! The moves that a search has yet to try.

use std::cmp::Reverse;
use std::ops::{Index, Range};

use cairn_games::Game;

/// No move has this number.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// A move to try.
#[derive(Clone, Copy)]
pub(super) struct ListedMove<M> {
    pub(super) mv: M,
    /// A short name for it, mostly its number in the order of move generation.
    pub(super) number: u16,
    rank: i32,
}

impl<M> ListedMove<M> {
    /// Moves are tried in this order.
    const fn order(&self) -> (Reverse<i32>, u16) {
        (Reverse(self.rank), self.number)
    }
}

/// Number of moves that are put in order at once.
pub(super) const SORTED_FIRST: usize = 8;

/// The moves of all positions on the path, those of the last one at the end: one list
/// that is allocated once.
pub(super) struct MoveList<M>(Vec<ListedMove<M>>);

impl<M: Copy> MoveList<M> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the moves of a position and returns their range. Only the first
    /// [`SORTED_FIRST`] are in order, the highest rank first; [`MoveList::sort_rest`] sorts the
    /// others. Where there are hundreds of moves, sorting takes longer than all else, and mostly
    /// one of the first settles the position.
    pub(super) fn collect_first<G: Game<Move = M>>(
        &mut self,
        position: &G,
        rank: impl Fn(M, u16) -> i32,
    ) -> Range<usize> {
        let moves = self.collect_unsorted(position, rank);
        if moves.len() > 2 * SORTED_FIRST {
            self.0[moves.clone()].select_nth_unstable_by_key(SORTED_FIRST, ListedMove::order);
            self.sort(moves.start..moves.start + SORTED_FIRST);
        } else {
            self.sort(moves.clone());
        }
        moves
    }

    /// Sorts the moves after the first [`SORTED_FIRST`].
    pub(super) fn sort_rest(&mut self, moves: Range<usize>) {
        self.sort(moves.start + SORTED_FIRST..moves.end);
    }

    fn sort(&mut self, moves: Range<usize>) {
        self.0[moves].sort_unstable_by_key(ListedMove::order);
    }

    fn collect_unsorted<G: Game<Move = M>>(
        &mut self,
        position: &G,
        rank: impl Fn(M, u16) -> i32,
    ) -> Range<usize> {
        let first = self.0.len();
        let mut number = 0;
        position.for_each_move(|mv| {
            self.push(mv, number, rank(mv, number));
            number = (number + 1).min(NO_MOVE - 1);
        });
        first..self.0.len()
    }

    /// Number of moves in the list.
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds a move.
    #[inline]
    pub(super) fn push(&mut self, mv: M, number: u16, rank: i32) {
        self.0.push(ListedMove { mv, number, rank });
    }

    /// Ranks the move with this number above all others, if it is among these.
    pub(super) fn prefer(&mut self, moves: Range<usize>, number: u16) {
        if let Some(listed) = self.0[moves].iter_mut().find(|listed| listed.number == number) {
            listed.rank = i32::MAX;
        }
    }

    /// Exchanges the best of the moves from an index up to an end with the one at the index.
    /// Mostly the first few moves settle a position, and sorting all would be wasted.
    #[inline]
    pub(super) fn bring_best_to(&mut self, index: usize, end: usize) {
        let mut best = index;
        for other in index + 1..end {
            if self.0[other].rank > self.0[best].rank {
                best = other;
            }
        }
        self.0.swap(index, best);
    }

    /// Exchanges two moves.
    pub(super) fn swap(&mut self, one: usize, other: usize) {
        self.0.swap(one, other);
    }

    /// Returns the moves in a range.
    pub(super) fn range(&self, moves: Range<usize>) -> &[ListedMove<M>] {
        &self.0[moves]
    }

    /// Drops the moves that were added last.
    pub(super) fn forget(&mut self, moves: Range<usize>) {
        self.0.truncate(moves.start);
    }
}

impl<M> Index<usize> for MoveList<M> {
    type Output = ListedMove<M>;

    fn index(&self, index: usize) -> &Self::Output {
        &self.0[index]
    }
}
