//! Turns as numbered actions, for programs that learn.
//!
//! An action is one [`Pick`]: a cell by its index, then the hand, then a pass. A turn is the
//! sequence of its picks, and every legal move has exactly one: cells that may be picked in any
//! order come in ascending order. So a game has a few dozen actions, where it can have millions
//! of different moves, and a symmetry of the board is a permutation of its actions (after which
//! cells that may be picked in any order have to be sorted again).
//!
//! ```
//! use cairn_games::{Game, Notation, View, nava::Nava};
//!
//! let start = Nava::start();
//! let mv = start.read_move("a1-a4")?;
//! assert_eq!(start.actions(mv).as_slice(), [0, 15]);
//! # Ok::<(), cairn_games::MoveError>(())
//! ```

use crate::board::Board;
use crate::symmetry::Symmetry;
use crate::view::{Pick, Step};

/// Number of an action, below [`number_of_actions`].
pub type ActionIndex = u8;

/// The largest number of actions in a turn.
pub const LONGEST_TURN: usize = 16;

/// Number of different actions on a board: one for each cell, one for the hand and one for a
/// pass.
pub const fn number_of_actions(board: Board) -> usize {
    board.cells() + 2
}

/// Returns the number of a pick.
pub const fn action(board: Board, pick: Pick) -> ActionIndex {
    let number = match pick {
        Pick::Cell(cell) => cell,
        Pick::Hand => board.cells(),
        Pick::Pass => board.cells() + 1,
    };
    number as ActionIndex
}

/// Returns the image of an action under a symmetry of the board.
pub fn mapped_action(board: Board, action: ActionIndex, symmetry: &Symmetry) -> ActionIndex {
    let number = usize::from(action);
    if number < board.cells() { symmetry.cell(number) as ActionIndex } else { action }
}

/// The actions of a turn, or its first ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionSequence {
    actions: [ActionIndex; LONGEST_TURN],
    len: u8,
}

impl ActionSequence {
    /// Returns the actions of a turn that consists of these steps.
    ///
    /// # Panics
    /// If there are more than [`LONGEST_TURN`].
    pub fn of_steps(board: Board, steps: &[Step]) -> Self {
        let mut sequence = Self::default();
        for step in steps {
            sequence.extend_sorted(step.picks.iter().map(|&pick| action(board, pick)));
        }
        sequence
    }

    /// Adds an action.
    ///
    /// # Panics
    /// If there are [`LONGEST_TURN`] already.
    #[inline]
    pub fn push(&mut self, action: ActionIndex) {
        self.actions[usize::from(self.len)] = action;
        self.len += 1;
    }

    /// Adds actions whose order does not matter.
    ///
    /// # Panics
    /// If there would be more than [`LONGEST_TURN`].
    #[inline]
    pub fn extend_sorted(&mut self, actions: impl IntoIterator<Item = ActionIndex>) {
        let before = usize::from(self.len);
        actions.into_iter().for_each(|action| self.push(action));
        let after = usize::from(self.len);
        self.actions[before..after].sort_unstable();
    }

    /// Returns the actions in order.
    #[inline]
    pub fn as_slice(&self) -> &[ActionIndex] {
        &self.actions[..usize::from(self.len)]
    }

    /// Returns the action after these, if the sequence begins with them and goes on.
    #[inline]
    pub fn next_after(&self, before: &Self) -> Option<ActionIndex> {
        self.as_slice().strip_prefix(before.as_slice())?.first().copied()
    }

    /// Removes all actions.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl PartialEq for ActionSequence {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for ActionSequence {}

impl<const N: usize> From<[ActionIndex; N]> for ActionSequence {
    #[inline]
    fn from(actions: [ActionIndex; N]) -> Self {
        let mut sequence = Self::default();
        actions.into_iter().for_each(|action| sequence.push(action));
        sequence
    }
}

#[cfg(test)]
mod tests {
    use super::ActionSequence;

    #[test]
    fn removed_actions_do_not_count() {
        let mut sequence = ActionSequence::from([3, 4]);
        sequence.clear();
        sequence.push(5);
        assert_eq!(sequence, ActionSequence::from([5]));
        assert_eq!(ActionSequence::from([5, 6]).next_after(&sequence), Some(6));
    }
}
