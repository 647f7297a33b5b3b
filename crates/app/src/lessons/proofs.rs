//! Questions about wins by force.

use cairn_engine::solver::{Solver, Undecided, searches_to_the_end, settled_outcome};
use cairn_engine::{EngineOptions, Limits, StopFlag};
use cairn_games::{AnyMove, AnyPosition, Outcome, Side};

/// Nodes that the solver may search for one question.
pub(super) const MAX_NODES: u64 = 2_000_000;

/// Memory for the tables of the solver, in MiB.
const HASH_MB: usize = 4;

/// A solver with the limits that lessons and puzzles have.
pub(crate) struct Proofs {
    solver: Solver,
    nodes: u64,
    stop: StopFlag,
}

impl Proofs {
    /// Lays out the tables for the game of a position.
    pub(crate) fn new(position: &AnyPosition) -> Self {
        let options = EngineOptions { hash_mb: HASH_MB, threads: 1, ..EngineOptions::default() };
        let solver = Solver::new(position.game(), &options);
        Self { solver, nodes: MAX_NODES, stop: StopFlag::new() }
    }

    /// Searches this many nodes for each question.
    pub(crate) fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// Whether a side wins by force within this many plies.
    pub(crate) fn wins(
        &mut self,
        position: &AnyPosition,
        side: Side,
        plies: u32,
    ) -> Result<bool, Undecided> {
        let limits = Limits::nodes(self.nodes);
        Ok(self.solver.forced_win(position, side, plies, &limits, &self.stop)?.is_some())
    }

    /// Returns the line of a forced win of a side within this many plies, to its end; empty if
    /// there is none.
    pub(crate) fn line(&mut self, position: &AnyPosition, side: Side, plies: u32) -> Vec<AnyMove> {
        let limits = Limits::nodes(self.nodes);
        self.solver.forced_line(position, side, plies, &limits, &self.stop)
    }

    /// Returns the best defence of the side to move, if the attacker wins by force within this many
    /// plies: the one that holds out longest. In games that are searched to the end it is the
    /// one that leaves the attacker the fewest moves that win.
    pub(crate) fn best_defence(
        &mut self,
        position: &AnyPosition,
        attacker: Side,
        plies: u32,
    ) -> Option<AnyMove> {
        if !searches_to_the_end(position) {
            return self.line(position, attacker, plies).first().copied();
        }
        if !self.wins(position, attacker, plies).ok()? {
            return None;
        }
        let mut best: Option<(usize, AnyMove)> = None;
        for mv in position.moves() {
            let most = best.map_or(usize::MAX, |(count, _)| count);
            let count = self.winning_answers(position, mv, attacker, most);
            if count < most {
                best = Some((count, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// Counts the attacker's winning answers to a move, up to a number that is enough.
    fn winning_answers(
        &mut self,
        position: &AnyPosition,
        mv: AnyMove,
        attacker: Side,
        enough: usize,
    ) -> usize {
        let mut next = *position;
        // A settled game leaves nothing to find.
        if next.play(mv).is_err() || settled_outcome(&next) == Some(Outcome::Win(attacker)) {
            return enough.min(usize::MAX - 1);
        }
        let wins = |answer: &AnyMove| {
            let mut answered = next;
            answered.play(*answer).is_ok() && self.wins(&answered, attacker, 0).unwrap_or(false)
        };
        next.moves().into_iter().filter(wins).take(enough).count()
    }

    /// Returns a move after which the attacker no longer wins within this many plies.
    pub(crate) fn escape(
        &mut self,
        position: &AnyPosition,
        attacker: Side,
        plies: u32,
    ) -> Option<AnyMove> {
        let saves = |mv: &AnyMove| {
            let mut next = *position;
            next.play(*mv).is_ok()
                && !self.wins(&next, attacker, plies.saturating_sub(1)).unwrap_or(true)
        };
        position.moves().into_iter().find(saves)
    }
}
