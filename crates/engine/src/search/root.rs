//! The root of the search: deeper and deeper, one line after another.

use std::ops::{ControlFlow, RangeInclusive};
use std::time::Duration;

use cairn_games::{AnyMove, Game, Hints};

use super::budget::Stopped;
use super::order::{Ranked, Site};
use super::value::{Coverage, Found, INFINITE, Proof, SURE, Tally, Value};
use super::worker::{Task, Worker, remembered_move};
use crate::eval::Evaluator;
use crate::score::Score;
use crate::thinker::{Line, Report};

/// A legal move at the root and what is known of it.
#[derive(Clone, Debug)]
struct RootMove<M> {
    mv: M,
    /// As of the last time it was the best of its line; before that, nothing.
    found: Found,
    /// The moves expected, this one first.
    line: Vec<M>,
}

/// The moves at the root and how far the search has come with them.
#[derive(Clone, Debug)]
pub(super) struct Root<G: Game> {
    position: G,
    /// The best ones first, as far as is known.
    moves: Vec<RootMove<G::Move>>,
    /// Whether these are all legal moves.
    complete: bool,
    /// What is certain of the position, whichever move is best.
    proof: Proof,
    /// How many of the moves to find the exact value of.
    lines: usize,
    /// The depth searched in full.
    depth: u32,
    /// For how many iterations the best move has been the same.
    calm: u32,
}

/// From this depth on a small window is tried first.
const ASPIRATION_FROM_DEPTH: i32 = 4;

impl<G: Game> Root<G> {
    /// How many legal moves there are to choose from.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether nothing is left to find out: the lines wanted are proved.
    fn is_settled(&self) -> bool {
        (0..self.lines).all(|line| self.found(line).proof.is_settled())
    }

    /// What is known of a line. The best one stands for the position: that its move
    /// loses does not prove that all do.
    fn found(&self, line: usize) -> Found {
        let Found { value, proof } = self.moves[line].found;
        let proof = if line == 0 { proof.floor().and(self.proof) } else { proof };
        Found { value, proof }
    }

    /// How much of the usual time the next iteration is worth: more after a change of
    /// mind, less the longer there was none.
    fn unrest(&self) -> f64 {
        match self.calm {
            0 => 1.6,
            1 => 1.2,
            2 | 3 => 1.0,
            4 | 5 => 0.8,
            _ => 0.6,
        }
    }

    /// Brings a move forward to the place of a line, as the best found for it.
    fn promote(&mut self, index: usize, line: usize, found: Found, moves: &[G::Move]) {
        let best = &mut self.moves[index];
        best.found = found;
        best.line.clear();
        best.line.extend_from_slice(moves);
        self.moves[line..=index].rotate_right(1);
    }

    /// What has been found out so far.
    pub(super) fn report(&self, nodes: u64, elapsed: Duration) -> Report {
        let line = |line: usize| Line {
            moves: self.moves[line].line.iter().map(|&mv| AnyMove::new(mv)).collect(),
            score: self.found(line).score(),
        };
        Report { depth: self.depth, nodes, elapsed, lines: (0..self.lines).map(line).collect() }
    }
}

impl<G: Game + Hints, E: Evaluator<G>> Worker<'_, G, E> {
    /// The root with its moves in the order in which they look promising. Empty if the
    /// game is over.
    pub(super) fn root(&self, position: &G, lines: usize) -> Root<G> {
        let site = Site { side: position.to_move(), ply: 0, previous: None };
        let mut moves = Vec::new();
        let push = |mv| {
            let rank = self.lore.rank(&site, mv, position.hint(mv));
            moves.push(Ranked { mv, rank });
            ControlFlow::<()>::Continue(())
        };
        let complete = match self.shared.tuning.width {
            Some(width) => {
                position
                    .visit_candidates(width.at_root.max(lines), self.shared.guide::<G>(), push)
                    .1
            }
            None => {
                let _ = position.visit_moves(push);
                true
            }
        };
        moves.sort_by_key(|ranked| -ranked.rank);
        let value = self.shared.evaluator.evaluate(position);
        let unsearched = |Ranked { mv, .. }: Ranked<G::Move>| RootMove {
            mv,
            found: Found::estimate(value),
            line: vec![mv],
        };
        let moves: Vec<_> = moves.into_iter().map(unsearched).collect();
        let lines = lines.clamp(1, moves.len().max(1));
        Root { position: *position, moves, complete, proof: Proof::NONE, lines, depth: 0, calm: 0 }
    }

    /// Looks deeper and deeper until told to stop or everything is known. Shows the root
    /// to `watch` after each depth.
    pub(super) fn deepen(
        &mut self,
        root: &mut Root<G>,
        depths: RangeInclusive<u32>,
        mut watch: impl FnMut(&mut Self, &Root<G>),
    ) {
        let budget = self.shared.budget;
        let is_only_move = root.len() == 1 && root.complete;
        for depth in depths {
            let best = root.moves[0].mv;
            // Several lines can be compared only if they were searched to the same depth.
            let before = (root.lines > 1 && root.depth > 0).then(|| root.clone());
            if self.iterate(root, depth as i32).is_err() {
                if let Some(before) = before {
                    *root = before;
                }
                self.reset();
                return;
            }
            root.depth = depth;
            root.calm = if root.moves[0].mv == best { root.calm + 1 } else { 0 };
            (0..root.lines).for_each(|line| self.lengthen(root, line));
            watch(self, root);
            let is_enough = root.is_settled() || (is_only_move && budget.is_clock());
            if is_enough || !budget.has_time_for_more(root.unrest()) {
                return;
            }
        }
    }

    /// Goes on with a line by what is remembered, because the search does not go on where
    /// it remembers a proof.
    fn lengthen(&mut self, root: &mut Root<G>, line: usize) {
        let longest = match root.found(line).score() {
            Score::Win(plies) | Score::Loss(plies) => plies,
            Score::Value(_) | Score::Draw => root.depth,
        };
        let moves = &mut root.moves[line].line;
        let mut position = root.position;
        for &mv in moves.iter() {
            position.play_unchecked(mv);
            self.path.push(position.key());
        }
        while moves.len() < longest as usize {
            let entry = self.recall(&position);
            let Some(mv) = entry.and_then(|entry| remembered_move(&position, &entry)) else {
                break;
            };
            position.play_unchecked(mv);
            if self.path.repeats(position.key()) {
                break;
            }
            self.path.push(position.key());
            moves.push(mv);
        }
        self.path.reset();
    }

    /// One depth: the best line, then the best without its move, and so on.
    fn iterate(&mut self, root: &mut Root<G>, depth: i32) -> Result<(), Stopped> {
        let lines = root.lines;
        let searched = (0..lines).try_for_each(|line| self.search_line(root, line, depth));
        // What is proved of a line may make it better than one found before it.
        if searched.is_ok() || root.depth == 0 {
            root.moves[..lines].sort_by_key(|root| -root.found.value);
        }
        searched
    }

    /// Finds the best of the moves from `line` on, with its exact value, and puts it
    /// there.
    fn search_line(&mut self, root: &mut Root<G>, line: usize, depth: i32) -> Result<(), Stopped> {
        let expected = root.moves[line].found.value;
        let mut margin = self.shared.tuning.aspiration;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let is_likely = depth >= ASPIRATION_FROM_DEPTH && expected.abs() < SURE;
        if margin > 0 && is_likely {
            (alpha, beta) = (expected - margin, expected + margin);
        }
        loop {
            let task = Task { depth, alpha, beta, ply: 0, previous: None };
            let value = self.search_window(root, line, task)?;
            if value <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = widened(value, -margin);
            } else if value >= beta && beta < INFINITE {
                beta = widened(value, margin);
            } else {
                return Ok(());
            }
            margin *= 3;
        }
    }

    /// Searches the moves from `line` on with a window and brings the best one, if any is
    /// above the window's floor, to the front.
    fn search_window(
        &mut self,
        root: &mut Root<G>,
        line: usize,
        task: Task<G::Move>,
    ) -> Result<Value, Stopped> {
        let position = root.position;
        let mut tally = Tally::new();
        let mut alpha = task.alpha;
        let mut coverage = if root.complete { Coverage::All } else { Coverage::Candidates };
        for index in line..root.moves.len() {
            let mv = root.moves[index].mv;
            let child = position.after(mv);
            let found = self.search_move(&child, mv, index - line, &Task { alpha, ..task })?;
            tally.add(found);
            if found.value > alpha {
                alpha = found.value;
                self.lines.take(0, mv);
                root.promote(index, line, found, self.lines.at(0));
            }
            if alpha >= task.beta {
                coverage = Coverage::Refuted;
                break;
            }
        }
        if line == 0 {
            let found = tally.close(coverage);
            // The distance of a loss is that of the best move, which is not known before
            // the value is.
            let is_exact = task.alpha < found.value && found.value < task.beta;
            let certain = if is_exact { found.proof } else { found.proof.floor() };
            root.proof = root.proof.and(certain);
            let best = (found.value > task.alpha).then(|| root.moves[0].mv);
            self.remember(&position, &task, found, best);
        }
        Ok(tally.best)
    }
}

/// A side of a window moved away from a value; all the way if it comes near a win.
fn widened(value: Value, margin: Value) -> Value {
    let side = value + margin;
    if side.abs() >= SURE { INFINITE * margin.signum() } else { side }
}
