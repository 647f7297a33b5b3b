//! What an engine can know of a game besides its rules. Each game says it in its own
//! folder, so that search and learning stay free of games.

use std::ops::ControlFlow;

use crate::game::Game;
use crate::side::{Outcome, Side};

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

/// What a network can see of a position: its features, and besides them what stands where.
///
/// The features are the same for all turns and mirror images of a position. What stands
/// where is not: a network learns from a position in all its forms.
pub trait Inputs: Features {
    /// How many inputs there are, features among them.
    const INPUTS: usize;

    /// Shows each input that the position has, seen from `side`, to `visit`: first the
    /// features, then the others.
    fn visit_inputs(&self, side: Side, visit: impl FnMut(usize));
}

/// What a player sees at a glance: which moves to look at first.
///
/// All of it is optional; a game that says nothing is searched all the same.
pub trait Hints: Game {
    /// Whether [`Hints::visit_candidates`] shows the most promising moves first, so that
    /// their order says more than [`Hints::hint`].
    const RANKS_CANDIDATES: bool = false;

    /// How many learned weights a guide to this game's candidates has; 0 if there is
    /// nothing to learn.
    const GUIDE_WEIGHTS: usize = 0;

    /// Whether the side to move can win at once, as far as is seen quickly: a win may be
    /// overlooked, but what is said to be one must be one.
    fn wins_at_once(&self) -> bool {
        false
    }

    /// The steps in which a move is chosen, each with all that could have been chosen, for
    /// learning a guide. `guide` is what was learned so far, [`Hints::GUIDE_WEIGHTS`]
    /// weights.
    fn choices(&self, _mv: Self::Move, _guide: &[i16]) -> Vec<Choice> {
        Vec::new()
    }

    /// How promising a move looks before it is made, higher is better. Only the order of
    /// the hints in one position matters. Must be quick.
    fn hint(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Shows at most about `width` moves that are worth looking at, the best first, if
    /// the game has too many to look at all; otherwise all moves. A learned `guide`, of
    /// [`Hints::GUIDE_WEIGHTS`] weights, says what is best where there is one.
    ///
    /// A move that wins at once, and some answer to every threat of the opponent to do so
    /// if there is one, are always among them. Returns whether nothing better can have
    /// been left out: all moves were shown, or one that wins at once, or the others are
    /// known to lose to the opponent's very next move. What is proved of the moves shown
    /// is then proved of the position.
    fn visit_candidates<B>(
        &self,
        _width: usize,
        _guide: Option<&[i16]>,
        visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> (ControlFlow<B>, bool) {
        (self.visit_moves(visit), true)
    }
}

/// One step of choosing a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The numbers of the weights that are added up, one option after the other.
    features: Vec<u16>,
    /// Where each option ends.
    ends: Vec<usize>,
    chosen: Option<usize>,
}

impl Choice {
    /// Adds something that could be chosen: the numbers of the weights that are added up
    /// for it.
    pub fn add(&mut self, features: impl IntoIterator<Item = u16>, is_chosen: bool) {
        if is_chosen {
            self.chosen = Some(self.ends.len());
        }
        self.features.extend(features);
        self.ends.push(self.features.len());
    }

    /// What there is to choose from.
    pub fn options(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.features[start..end])
    }

    /// Which of the options was chosen; `None` if it was none of them.
    #[must_use]
    pub const fn chosen(&self) -> Option<usize> {
        self.chosen
    }
}

/// A result seen from one of the players, the worst one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// The player loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player wins.
    Win,
}

impl Verdict {
    /// What an outcome is to a side.
    #[must_use]
    pub fn of(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(winner) if winner == side => Self::Win,
            Outcome::Win(_) => Self::Loss,
        }
    }

    /// Returns the word used in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// The same result seen from the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Between which results a player still is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The player gets at least this.
    pub worst: Verdict,
    /// The player gets at most this.
    pub best: Verdict,
}

impl Bounds {
    /// Anything can still happen.
    pub const OPEN: Self = Self { worst: Verdict::Loss, best: Verdict::Win };
}

/// What is certain about a position without looking ahead: on this, proofs are built.
///
/// All of it is optional; a game that says nothing is searched all the same. But what is
/// said must be true, or what is proved with it is not.
pub trait Certainty: Game {
    /// Whether games are over so soon that a position with few pieces can be searched to
    /// the very end. Otherwise proofs are looked for with growing depth.
    const ENDS_SOON: bool = false;

    /// Whether an engine should look for a proof before it searches, see
    /// [`Certainty::proof_share`].
    const PROVES_FIRST: bool = false;

    /// How many hundredths of its time an engine should spend on looking for a proof
    /// first: as much as it is worth, 0 where a proof is out of reach.
    fn proof_share(&self) -> u32 {
        0
    }

    /// Whether so little is left to play that the end is soon found again: a proof then
    /// remembers a position in a small table that is quick to look into.
    fn is_near_the_end(&self) -> bool {
        false
    }

    /// Between which results the side to move still is, whatever either side does. Must
    /// be quick; positions in which the game is over are not asked.
    fn bounds(&self) -> Bounds {
        Bounds::OPEN
    }

    /// The result for the side to move with best play, if a theorem tells it, and in how
    /// many plies it comes about at the latest. No position of the game so far can come
    /// up again meanwhile.
    fn theorem(&self) -> Option<(Verdict, u32)> {
        None
    }

    /// `side` cannot have won before it has made this many more turns, even if the other
    /// side helps.
    fn turns_to_win(&self, _side: Side) -> u32 {
        0
    }

    /// A move that wins at once, if there is one.
    fn winning_move(&self) -> Option<Self::Move> {
        let won = Some(Outcome::Win(self.to_move()));
        let found = self.visit_moves(|mv| match self.after(mv).outcome() == won {
            true => ControlFlow::Break(mv),
            false => ControlFlow::Continue(()),
        });
        found.break_value()
    }

    /// How early a proof should look at a move, higher is earlier. Only the order
    /// in one position matters.
    fn urgency(&self, _mv: Self::Move) -> i32 {
        0
    }
}
