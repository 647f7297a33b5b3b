//! Key lines: samples of a proof that can be checked quickly.
//!
//! A proof that somebody gets at least some result says which move they make in every position,
//! whatever the opponent does. It is far too large to be written down. A key line follows it for
//! some plies, with replies of the opponent that a random generator chooses, and ends in a
//! position that is small enough to be solved again. Nobody can choose the replies, because the
//! generator starts from the number of the line.

use cairn_games::random::Random;
use cairn_games::{AnyMove, AnyPosition, History, Side};

use super::{Solution, Solver};
use crate::limits::{Limits, StopFlag};
use crate::score::Wdl;

/// A line of a proof: the moves of one side are those of the proof, the others are random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// Side that gets at least the goal.
    pub holder: Side,
    /// Result that the proof promises the holder.
    pub goal: Wdl,
    /// Moves from the position that was proved.
    pub moves: Vec<AnyMove>,
}

/// Returns which side is promised which result in the line with this number. A draw takes two
/// proofs, which take turns.
pub(super) fn claim(to_move: Side, value: Wdl, number: u64) -> (Side, Wdl) {
    match value {
        Wdl::Win => (to_move, Wdl::Win),
        Wdl::Loss => (to_move.other(), Wdl::Win),
        Wdl::Draw if number.is_multiple_of(2) => (to_move, Wdl::Draw),
        Wdl::Draw => (to_move.other(), Wdl::Draw),
    }
}

/// The replies of the other side in a key line.
pub(super) struct Replies(Random);

impl Replies {
    pub(super) const fn new(number: u64) -> Self {
        Self(Random::new(number))
    }

    /// Chooses one of the legal moves; their order does not matter.
    pub(super) fn choose<'a, M: Ord>(&mut self, moves: &'a mut [M]) -> Option<&'a M> {
        moves.sort_unstable();
        self.0.pick(moves)
    }
}

impl KeyLine {
    /// Checks the line with this number of a proof that the side to move in a position gets a
    /// value: that it is legal, that its replies are those of the generator, that it ends as
    /// promised. The last position is solved again, with the tables of the solver.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn check(
        moves: &[AnyMove],
        position: &AnyPosition,
        value: Wdl,
        number: u64,
        solver: &mut Solver,
        stop: &StopFlag,
    ) -> Result<Solution, String> {
        let (holder, goal) = claim(position.to_move(), value, number);
        let mut replies = Replies::new(number);
        let mut end = *position;
        for (ply, &mv) in moves.iter().enumerate() {
            let mut legal = end.moves();
            if end.to_move() != holder && replies.choose(&mut legal) != Some(&mv) {
                return Err(format!("move {} is not the reply that line {number} has", ply + 1));
            }
            end.play(mv).map_err(|illegal| format!("move {} is illegal: {illegal}", ply + 1))?;
        }
        let solution = solver.solve(&History::new(end), &Limits::default(), stop, &mut |_| {});
        let found = solution.value.ok_or("the check was interrupted")?;
        let found = if end.to_move() == holder { found } else { found.reversed() };
        if found < goal {
            let (found, goal) = (found.word(), goal.word());
            return Err(format!("line {number} ends in a {found} instead of a {goal}"));
        }
        Ok(solution)
    }
}
