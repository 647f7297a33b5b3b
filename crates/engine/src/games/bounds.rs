//! Bounds on the game-theoretic value of a position, on which proofs are built.

use std::ops::ControlFlow;

use cairn_games::{Game, GameMove, Outcome, Side};

/// Result of a game for one of the players, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// The player loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The player wins.
    Win,
}

impl Wdl {
    /// Returns what an outcome is to a side.
    pub fn of(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(winner) if winner == side => Self::Win,
            Outcome::Win(_) => Self::Loss,
        }
    }

    /// Returns the word used in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }

    /// Returns 1 for a win, 0 for a draw and -1 for a loss.
    pub(crate) const fn margin(self) -> i8 {
        self as i8 - 1
    }

    /// Returns the same result for the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Bounds on the result that a player can still get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The player gets at least this.
    pub worst: Wdl,
    /// The player gets at most this.
    pub best: Wdl,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Self = Self { worst: Wdl::Loss, best: Wdl::Win };
}

/// A position as an exhaustive search sees it: the side with the greater margin wins.
///
/// A game may leave out what has no influence on the margin, so that more positions are equal.
pub trait MarginPosition: Copy {
    /// A move of the game.
    type Move: Copy + PartialEq;

    /// Positions with a margin that comes first; the same type if there is none.
    type First: MarginPosition<Move = Self::Move>;

    /// Side to move.
    fn to_move(&self) -> Side;

    /// Key of the position for tables.
    fn key(&self) -> u64;

    /// Whether so little is left to play that the end is soon found again.
    fn is_near_the_end(&self) -> bool;

    /// Returns bounds on the margin of the side to move at the end of the game, which are equal
    /// if the game is over. Removes what turns out to be without influence.
    fn bound(&mut self) -> (i8, i8);

    /// Returns the margin that decides the game if it is not level. This one breaks ties.
    fn first_margin(&self) -> Option<FirstMargin<Self::First>> {
        None
    }

    /// Returns bounds on the margin of the side to move if the first margin is level with best
    /// play. The lower one also holds if the side to move gets more than that.
    fn bound_if_level(&self) -> (i8, i8) {
        (i8::MIN, i8::MAX)
    }

    /// Notes that the first margin is level with best play.
    fn note_level(&mut self) {}

    /// Visits the legal moves, each with a short name and its rank in the order of the search:
    /// the urgent ones, which are tried before all others, or the others.
    fn visit_ranked(&self, urgent: bool, visit: impl FnMut(Self::Move, u16, i32));

    /// Makes a legal move. Returns the margin for the side that moved of all that has no more
    /// influence and is left out.
    fn play(&mut self, mv: Self::Move) -> i8;
}

/// A margin that decides the game if it is not level.
#[derive(Clone, Copy, Debug)]
pub struct FirstMargin<P> {
    /// Position with this margin.
    pub position: P,
    /// The margin of the side to move at which the sides are level.
    pub level: i8,
    /// Whether the side to move is known to get at least as much.
    pub is_not_behind: bool,
}

/// A whole position, in which a win is a margin of 1 and a loss one of -1.
#[derive(Clone, Copy, Debug)]
pub struct WholePosition<G>(G);

impl<G> From<G> for WholePosition<G> {
    fn from(position: G) -> Self {
        Self(position)
    }
}

impl<G: ProofBounds> MarginPosition for WholePosition<G> {
    type Move = G::Move;
    type First = Self;

    #[inline]
    fn to_move(&self) -> Side {
        self.0.to_move()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }

    #[inline]
    fn is_near_the_end(&self) -> bool {
        self.0.is_near_the_end()
    }

    #[inline]
    fn bound(&mut self) -> (i8, i8) {
        let bounds = match self.0.outcome() {
            Some(outcome) => {
                let value = Wdl::of(outcome, self.0.to_move());
                Bounds { worst: value, best: value }
            }
            None => self.0.bounds(),
        };
        (bounds.worst.margin(), bounds.best.margin())
    }

    #[inline]
    fn visit_ranked(&self, urgent: bool, mut visit: impl FnMut(G::Move, u16, i32)) {
        if urgent {
            return;
        }
        let mut number = 0;
        self.0.for_each_move(|mv| {
            visit(mv, number, self.0.urgency(mv));
            number = (number + 1).min(u16::MAX - 1);
        });
    }

    #[inline]
    fn play(&mut self, mv: G::Move) -> i8 {
        self.0.play_unchecked(mv);
        0
    }
}

/// Facts about the game-theoretic value of a position that need no search.
///
/// Everything but a type has a default that claims nothing. Claims must be true, or proofs that
/// rely on them are not.
pub trait ProofBounds: Game {
    /// Positions for exhaustive searches; [`WholePosition`] unless something can be left out.
    type Margin: MarginPosition<Move = Self::Move> + From<Self>;

    /// Whether games end so soon that a position with few pieces can be searched to the
    /// very end. Otherwise proofs are looked for with growing depth.
    const ENDS_SOON: bool = false;

    /// Puzzles of the game, in the format of `docs/puzzles.md`, if it has any.
    const PUZZLES: Option<&'static str> = None;

    /// Whether an engine should look for a proof before it searches, see
    /// [`ProofBounds::proof_share`].
    const PROVES_FIRST: bool = false;

    /// Percentage of its time that an engine with this many threads should spend on looking
    /// for a proof first; 0 where a proof is out of reach.
    fn proof_share(&self, _threads: usize) -> u32 {
        0
    }

    /// Whether so little is left to play that the end is soon found again. A proof then
    /// stores the position in a small table with fast access.
    fn is_near_the_end(&self) -> bool {
        false
    }

    /// Bounds on the result for the side to move, whatever either side does. Must be fast;
    /// not called for positions in which the game is over.
    fn bounds(&self) -> Bounds {
        Bounds::OPEN
    }

    /// Result for the side to move with best play, if a theorem tells it, and the number
    /// of plies within which it comes about. No earlier position of the game may come up
    /// again meanwhile.
    fn theorem(&self) -> Option<(Wdl, u32)> {
        None
    }

    /// Number of turns that `side` needs at least to win, even if the other side helps.
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

    /// Number of nodes that a search may take to propose the first move to a proof that takes
    /// long; 0 where that costs more than it saves.
    fn advice_nodes(&self) -> u64 {
        0
    }

    /// Score of a move for the order in which a proof tries moves, higher first. Only the
    /// order within one position matters.
    fn urgency(&self, _mv: Self::Move) -> i32 {
        0
    }

    /// Numbers that stand for the parts of a legal turn, such as the stack move and the new
    /// piece of a turn of Glaisher. Turns with the same number at the same place have this part
    /// in common. By default a turn has one part.
    fn turn_parts(&self, mv: Self::Move) -> Vec<u64> {
        vec![mv.to_bits()]
    }
}
