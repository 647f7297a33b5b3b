//! Values of the search, which keep the distance to the end, and proof flags beside them.
//!
//! A value alone cannot tell. In alpha-beta most values are bounds, some come from lines
//! that were never looked at in full, and a draw looks like any even position. So every
//! result carries [`ProofFlags`]: facts about the position that hold whatever the window,
//! the depth or the reductions were.

use cairn_games::{Outcome, Side};

use crate::eval::MAX_EVALUATION;
use crate::score::Score;

/// The value of a position for its side to move, counted from the root: a win in `n`
/// plies from the root is `WIN - n`.
pub(crate) type Value = i32;

/// A game already won at the root. Fits the 16 bits it has in the table.
pub(crate) const WIN: Value = 32_000;

/// Every value from here up stands for a forced win, every one below its negative for a
/// forced loss.
pub(crate) const WIN_IN_MAX_PLY: Value = WIN - 1_000;

/// Beyond every value.
pub(crate) const INFINITE: Value = WIN + 1;

/// Takes the place of [`WIN`] when a loss was found among candidates only: beyond every
/// evaluation, but not a proof.
const UNPROVEN_WIN: Value = WIN_IN_MAX_PLY - 1_000;

/// The deepest line that is searched.
pub(crate) const MAX_PLY: usize = 128;

const _: () = assert!(MAX_EVALUATION < UNPROVEN_WIN - 1_000);

/// Facts that are proved about a position, for its side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProofFlags(u8);

impl ProofFlags {
    /// Nothing.
    pub(crate) const NONE: Self = Self(0);
    /// At least a draw.
    pub(crate) const NOT_LOST: Self = Self(0b0001);
    /// A win, which is at least a draw.
    pub(crate) const WON: Self = Self(0b0011);
    /// At most a draw.
    pub(crate) const NOT_WON: Self = Self(0b0100);
    /// A loss, which is at most a draw.
    pub(crate) const LOST: Self = Self(0b1100);
    /// Neither more nor less than a draw.
    pub(crate) const DRAWN: Self = Self(0b0101);
    /// Facts that one good move is enough for.
    const FLOOR: u8 = Self::WON.0;
    /// Facts that every move has to agree on.
    const CEILING: u8 = Self::LOST.0;

    /// Whether all that `fact` says is proved.
    #[inline]
    pub(crate) const fn has(self, fact: Self) -> bool {
        self.0 & fact.0 == fact.0
    }

    /// Whether the result is known.
    #[inline]
    pub(crate) const fn is_settled(self) -> bool {
        self.has(Self::WON) || self.has(Self::LOST) || self.has(Self::DRAWN)
    }

    /// The same facts for the other side.
    #[inline]
    const fn negated(self) -> Self {
        Self((self.0 & Self::FLOOR) << 2 | self.0 >> 2)
    }

    /// Returns only the facts that one good move is enough for.
    #[inline]
    pub(crate) const fn floor(self) -> Self {
        Self(self.0 & Self::FLOOR)
    }

    /// Returns both sets of facts together.
    #[inline]
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Four bits for the table.
    #[inline]
    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    /// From four bits of the table.
    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits & (Self::FLOOR | Self::CEILING))
    }
}

/// The result of the search of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeResult {
    /// The value, or a bound if it lies outside the window.
    pub(crate) value: Value,
    /// Facts that are proved.
    pub(crate) proof: ProofFlags,
}

impl NodeResult {
    /// An estimate without proof.
    #[inline]
    pub(crate) const fn estimate(value: Value) -> Self {
        Self { value, proof: ProofFlags::NONE }
    }

    /// A draw by repetition. It depends on how the position was reached, so nothing is
    /// proved by it.
    pub(crate) const REPETITION: Self = Self::estimate(0);

    /// A finished game, `ply` plies from the root.
    #[inline]
    pub(crate) fn terminal(outcome: Outcome, to_move: Side, ply: usize) -> Self {
        match outcome {
            Outcome::Win(side) if side == to_move => {
                Self { value: WIN - ply as Value, proof: ProofFlags::WON }
            }
            Outcome::Win(_) => Self { value: ply as Value - WIN, proof: ProofFlags::LOST },
            Outcome::Draw => Self { value: 0, proof: ProofFlags::DRAWN },
        }
    }

    /// Returns the result as the other side sees it.
    #[inline]
    pub(crate) const fn negated(self) -> Self {
        Self { value: -self.value, proof: self.proof.negated() }
    }

    /// Returns the score to report, for the root.
    pub(crate) fn score(self) -> Score {
        let Self { value, proof } = self;
        if proof.has(ProofFlags::WON) && value >= WIN_IN_MAX_PLY {
            Score::Win((WIN - value) as u32)
        } else if proof.has(ProofFlags::LOST) && value <= -WIN_IN_MAX_PLY {
            Score::Loss((WIN + value) as u32)
        } else if proof.has(ProofFlags::DRAWN) {
            Score::Draw
        } else {
            Score::Value(value.clamp(-MAX_EVALUATION, MAX_EVALUATION))
        }
    }
}

/// Gathers the results of the moves of one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChildResults {
    /// The best value so far; `-INFINITE` without moves.
    pub(crate) best: Value,
    /// Facts that one of the moves proves.
    floor: u8,
    /// Facts that all of the moves agree on.
    ceiling: u8,
}

impl ChildResults {
    pub(crate) const fn new() -> Self {
        Self { best: -INFINITE, floor: 0, ceiling: ProofFlags::CEILING }
    }

    /// Adds a move. Returns whether it is the best so far.
    #[inline]
    pub(crate) fn add(&mut self, found: NodeResult) -> bool {
        self.floor |= found.proof.0 & ProofFlags::FLOOR;
        self.ceiling &= found.proof.0;
        let better = found.value > self.best;
        if better {
            self.best = found.value;
        }
        better
    }

    /// Returns the result of the position if these of its moves were searched.
    #[inline]
    pub(crate) fn finish(self, coverage: Coverage) -> NodeResult {
        let ceiling = if coverage == Coverage::All { self.ceiling } else { 0 };
        let mut found = NodeResult { value: self.best, proof: ProofFlags(self.floor | ceiling) };
        if coverage == Coverage::Candidates && found.value <= -WIN_IN_MAX_PLY {
            found.value += WIN - UNPROVEN_WIN;
        }
        found.trim();
        found
    }
}

/// The moves of a position that were searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// All of them.
    All,
    /// Candidates only.
    Candidates,
    /// Those up to a beta cutoff.
    Refuted,
}

impl NodeResult {
    /// Moves the value into the range that the proof leaves.
    #[inline]
    fn trim(&mut self) {
        if self.proof.has(ProofFlags::NOT_LOST) {
            self.value = self.value.max(0);
        }
        if self.proof.has(ProofFlags::NOT_WON) {
            self.value = self.value.min(0);
        }
    }

    /// Returns the result that a proof alone gives for a window, if it settles it: at least
    /// a draw is enough where a draw is a beta cutoff, and so on.
    #[inline]
    pub(crate) fn from_draw(proof: ProofFlags, alpha: Value, beta: Value) -> Option<Self> {
        let settled = proof.has(ProofFlags::DRAWN)
            || (proof.has(ProofFlags::NOT_LOST) && beta <= 0)
            || (proof.has(ProofFlags::NOT_WON) && alpha >= 0);
        let decided = proof.has(ProofFlags::WON) || proof.has(ProofFlags::LOST);
        (settled && !decided).then_some(Self { value: 0, proof })
    }
}

/// Converts a value for the transposition table, with the distance to the end counted from
/// the position itself.
#[inline]
pub(crate) const fn value_to_tt(value: Value, ply: usize) -> Value {
    if value >= WIN_IN_MAX_PLY {
        value + ply as Value
    } else if value <= -WIN_IN_MAX_PLY {
        value - ply as Value
    } else {
        value
    }
}

/// The inverse of [`value_to_tt`].
#[inline]
pub(crate) fn value_from_tt(value: Value, ply: usize) -> Value {
    if value >= WIN_IN_MAX_PLY {
        (value - ply as Value).max(WIN_IN_MAX_PLY)
    } else if value <= -WIN_IN_MAX_PLY {
        (value + ply as Value).min(-WIN_IN_MAX_PLY)
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(moves: &[NodeResult], coverage: Coverage) -> Score {
        let mut results = ChildResults::new();
        for &found in moves {
            results.add(found);
        }
        results.finish(coverage).score()
    }

    const WON: NodeResult = NodeResult { value: WIN - 3, proof: ProofFlags::WON };
    const LOST: NodeResult = NodeResult { value: 4 - WIN, proof: ProofFlags::LOST };
    const DRAWN: NodeResult = NodeResult { value: 0, proof: ProofFlags::DRAWN };

    #[test]
    fn one_winning_move_is_enough() {
        assert_eq!(results(&[NodeResult::estimate(7), WON], Coverage::Candidates), Score::Win(3));
    }

    #[test]
    fn a_loss_needs_all_moves() {
        assert_eq!(results(&[LOST, LOST], Coverage::All), Score::Loss(4));
        assert_eq!(results(&[LOST, LOST], Coverage::Candidates), Score::Value(-MAX_EVALUATION));
        assert_eq!(results(&[LOST, NodeResult::estimate(-9)], Coverage::All), Score::Value(-9));
    }

    #[test]
    fn a_draw_needs_a_drawing_move_and_no_better_one() {
        assert_eq!(results(&[LOST, DRAWN], Coverage::All), Score::Draw);
        assert_eq!(results(&[LOST, DRAWN], Coverage::Candidates), Score::Value(0));
        assert_eq!(results(&[NodeResult::estimate(-50), DRAWN], Coverage::All), Score::Value(0));
        assert_eq!(results(&[NodeResult::REPETITION, LOST], Coverage::All), Score::Value(0));
    }

    #[test]
    fn facts_change_sides() {
        assert_eq!(ProofFlags::WON.negated(), ProofFlags::LOST);
        assert_eq!(ProofFlags::LOST.negated(), ProofFlags::WON);
        assert_eq!(ProofFlags::DRAWN.negated(), ProofFlags::DRAWN);
        assert_eq!(ProofFlags::NOT_LOST.negated(), ProofFlags::NOT_WON);
    }
}
