//! Move ordering, candidate moves and policies.

use std::ops::ControlFlow;

use cairn_games::Game;

/// The order in which a search looks at moves, and the selection of candidates in games
/// with too many moves to look at all.
///
/// Everything has a default: without any of it, moves are searched in the order in which
/// the rules generate them.
pub trait MoveOrdering: Game {
    /// Whether [`MoveOrdering::visit_candidates`] shows the most promising moves first, so
    /// that their order says more than [`MoveOrdering::ordering_score`].
    const RANKS_CANDIDATES: bool = false;

    /// Number of weights of this game's policy; 0 if it has none.
    const POLICY_WEIGHTS: usize = 0;

    /// Whether the side to move can win at once, as far as is seen quickly. A win may be
    /// overlooked, but what is reported as one must be one.
    fn wins_at_once(&self) -> bool {
        false
    }

    /// Score of a move before it is searched; higher scores are searched first. Only the
    /// order within one position matters. Must be fast.
    fn ordering_score(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Shows at most about `width` moves that are worth searching, the best first, if the
    /// game has too many to search all; otherwise all moves. The `policy`, of
    /// [`MoveOrdering::POLICY_WEIGHTS`] weights, ranks them where there is one.
    ///
    /// A move that wins at once, and some answer to every threat of the opponent to do so
    /// if there is one, are always among them. Returns whether nothing better can have
    /// been left out: all moves were shown, or one that wins at once, or the others are
    /// known to lose to the opponent's next move. What is proved of the moves shown is
    /// then proved of the position.
    fn visit_candidates<B>(
        &self,
        _width: usize,
        _policy: Option<&[i16]>,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> (ControlFlow<B>, bool) {
        (self.visit_moves(visit), true)
    }

    /// Steps in which a policy chooses a move, each with all its options, for training.
    /// `policy` holds the weights learned so far.
    fn policy_choices(&self, _mv: Self::Move, _policy: &[i16]) -> Vec<PolicyChoice> {
        Vec::new()
    }
}

/// One step of choosing a move by a policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyChoice {
    /// Numbers of the weights that are added up, one option after another.
    features: Vec<u16>,
    /// End of each option in `features`.
    ends: Vec<usize>,
    chosen: Option<usize>,
}

impl PolicyChoice {
    /// Adds an option: the numbers of the weights that are added up for it.
    pub fn add(&mut self, features: impl IntoIterator<Item = u16>, is_chosen: bool) {
        if is_chosen {
            self.chosen = Some(self.ends.len());
        }
        self.features.extend(features);
        self.ends.push(self.features.len());
    }

    /// Options to choose from.
    pub fn options(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.features[start..end])
    }

    /// Index of the chosen option; `None` if it was none of them.
    pub const fn chosen(&self) -> Option<usize> {
        self.chosen
    }
}
