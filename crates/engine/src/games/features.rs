//! Features: the inputs of evaluations.

use cairn_games::{Game, Side};

use super::MoveOrdering;

/// Features of a position: a list of facts about it, by number.
///
/// A feature is seen from a side. What is good for one player has the same number as what
/// is good for the other in the position with the players exchanged.
///
/// The first features are invariant: the same for all rotations and reflections of a
/// position. The others, such as the piece on each cell, are not; a net learns from a
/// position in all its forms. Nets know features by their numbers, so the
/// numbering of a game never changes without new nets.
pub trait Features: Game {
    /// Number of features. A game without features has no net.
    const COUNT: usize = Self::INVARIANT_COUNT;

    /// Number of invariant features, which come first.
    const INVARIANT_COUNT: usize = 0;

    /// Net that comes with the program, if there is one: a file in `nets`.
    const NET: Option<&'static [u8]> = None;

    /// Evaluates a position without a net, for the side to move, in the unit of
    /// [`Score::Value`](crate::Score::Value). The default is its mobility.
    fn simple_evaluation(&self) -> i32 {
        let moves = self.count_moves().min(1 << 20) as f64;
        (10.0 * (1.0 + moves).ln()) as i32
    }

    /// Shows each feature that the position has, seen from `side`, to `visit`: the
    /// invariant ones first. A feature that comes several times counts as often.
    fn visit_features(&self, side: Side, visit: impl FnMut(usize)) {
        self.visit_invariant_features(side, visit);
    }

    /// Shows each feature, seen from the side to move. If asked to look for wins, returns whether
    /// that side [wins at once](MoveOrdering::wins_at_once), and shows nothing if it does.
    fn visit_leaf_features(&self, looks_for_wins: bool, visit: impl FnMut(usize)) -> bool
    where
        Self: MoveOrdering,
    {
        let is_won = looks_for_wins && self.wins_at_once();
        if !is_won {
            self.visit_features(self.to_move(), visit);
        }
        is_won
    }

    /// Shows each invariant feature to `visit`, like [`Features::visit_features`].
    fn visit_invariant_features(&self, _side: Side, _visit: impl FnMut(usize)) {}
}
