//! What an engine can know of a game besides its rules. Each game says it in its own
//! folder, so that search and learning stay free of games.

use std::ops::ControlFlow;

use crate::game::Game;
use crate::side::Side;

/// What an evaluation can see of a position: a list of things that are so, by number.
///
/// Seen from a side, so that what is good for one player has the same number as what is
/// good for the other in the position with the players exchanged.
pub trait Features: Game {
    /// How many features there are.
    const COUNT: usize;

    /// Shows each feature that the position has, seen from `side`, to `visit`. The same
    /// one may come several times and then counts as often.
    fn visit_features(&self, side: Side, visit: impl FnMut(usize));
}

/// What a player sees at a glance: which moves to look at first.
///
/// All of it is optional; a game that says nothing is searched all the same.
pub trait Hints: Game {
    /// How promising a move looks before it is made, higher is better. Only the order of
    /// the hints in one position matters. Must be quick.
    fn hint(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Shows at most about `width` moves that are worth looking at, the best first, if
    /// the game has too many to look at all; otherwise all moves.
    ///
    /// A move that wins at once, and some answer to every threat of the opponent to do so
    /// if there is one, are always among them. Returns whether nothing better can have
    /// been left out: all moves were shown, or one that wins at once, or the others are
    /// known to lose to the opponent's very next move. What is proved of the moves shown
    /// is then proved of the position.
    fn visit_candidates<B>(
        &self,
        _width: usize,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> (ControlFlow<B>, bool) {
        (self.visit_moves(visit), true)
    }
}
