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
        let first = self.0.len();
        let mut number = 0;
        position.for_each_move(|mv| {
            self.0.push(ListedMove { mv, number, rank: rank(mv, number) });
            number = (number + 1).min(NO_MOVE - 1);
        });
        self.0[first..]
            .sort_unstable_by_key(|candidate| (Reverse(candidate.rank), candidate.number));
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
