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
    /// Its number in the order of move generation: a short name for it in every game.
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
pub(super) struct MoveList<G: Game>(Vec<ListedMove<G::Move>>);

impl<G: Game> MoveList<G> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the moves of a position, the highest rank first, and returns their range.
    pub(super) fn collect(
        &mut self,
        position: &G,
        rank: impl Fn(G::Move, u16) -> i32,
    ) -> Range<usize> {
        let moves = self.collect_unsorted(position, rank);
        self.sort(moves.clone());
        moves
    }

    /// Adds the moves of a position and returns their range. Only the first
    /// [`SORTED_FIRST`] are in order, the highest rank first; [`MoveList::sort_rest`] sorts the
    /// others. Where there are hundreds of moves, sorting takes longer than all else, and mostly
    /// one of the first settles the position.
    pub(super) fn collect_first(
        &mut self,
        position: &G,
        rank: impl Fn(G::Move, u16) -> i32,
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

    fn collect_unsorted(
        &mut self,
        position: &G,
        rank: impl Fn(G::Move, u16) -> i32,
    ) -> Range<usize> {
        let first = self.0.len();
        let mut number = 0;
        position.for_each_move(|mv| {
            self.0.push(ListedMove { mv, number, rank: rank(mv, number) });
            number = (number + 1).min(NO_MOVE - 1);
        });
        first..self.0.len()
    }

    /// Returns the moves in a range.
    pub(super) fn range(&self, moves: Range<usize>) -> &[ListedMove<G::Move>] {
        &self.0[moves]
    }

    /// Drops the moves that were added last.
    pub(super) fn forget(&mut self, moves: Range<usize>) {
        self.0.truncate(moves.start);
    }
}

impl<G: Game> Index<usize> for MoveList<G> {
    type Output = ListedMove<G::Move>;

    fn index(&self, index: usize) -> &Self::Output {
        &self.0[index]
    }
}
