//! The root of the search: iterative deepening, one line after another (MultiPV).

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::games::MoveOrdering;
use cairn_games::{AnyMove, Game, GameMove};

use super::history::{OrderingContext, ScoredMove};
use super::value::{
    ChildResults, Coverage, INFINITE, NodeResult, ProofFlags, Value, WIN_IN_MAX_PLY,
};
use super::worker::{Node, Worker, tt_move};
use crate::bot::{SearchReport, Variation};
use crate::eval::Evaluator;
use crate::limiter::Stopped;
use crate::score::Score;

/// A legal move at the root and its result.
#[derive(Clone, Debug)]
struct RootMove<M> {
    mv: M,
    /// The result of the last time it was the best of its line; before that, an estimate.
    found: NodeResult,
    /// The principal variation, beginning with this move.
    line: Vec<M>,
}

/// The moves at the root and the state of their search.
#[derive(Clone, Debug)]
pub(super) struct Root<G: Game> {
    position: G,
    /// The best ones first, as far as is known.
    moves: Vec<RootMove<G::Move>>,
    /// Whether these are all legal moves.
    complete: bool,
    /// Proof flags of the position, whichever move is best.
    proof: ProofFlags,
    /// Number of moves whose exact value is wanted.
    lines: usize,
    /// Depth searched in full.
    depth: u32,
    /// Number of iterations in which the best move has been the same.
    stable_iterations: u32,
}

/// Least depth for an aspiration window.
const ASPIRATION_MIN_DEPTH: i32 = 4;

impl<G: Game> Root<G> {
    /// Number of moves to choose from.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the lines wanted are proved.
    fn is_settled(&self) -> bool {
        (0..self.lines).all(|line| self.found(line).proof.is_settled())
    }

    /// Returns the result of a line. The best one stands for the position: that its move
    /// loses does not prove that all do.
    fn found(&self, line: usize) -> NodeResult {
        let NodeResult { value, proof } = self.moves[line].found;
        let proof = if line == 0 { proof.floor().and(self.proof) } else { proof };
        NodeResult { value, proof }
    }

    /// Returns the factor of the usual time that the next iteration is worth: more after a
    /// change of the best move, less the longer there was none.
    fn time_factor(&self) -> f64 {
        match self.stable_iterations {
            0 => 1.6,
            1 => 1.2,
            2 | 3 => 1.0,
            4 | 5 => 0.8,
            _ => 0.6,
        }
    }

    /// Returns the place of one of the moves.
    fn index_of(&self, mv: G::Move) -> usize {
        let found = self.moves.iter().position(|root_move| root_move.mv == mv);
        found.expect("moves at the root stay")
    }

    /// Moves a root move to the place of a line, as the best found for it.
    fn promote(&mut self, index: usize, line: usize, found: NodeResult, moves: &[G::Move]) {
        let best = &mut self.moves[index];
        best.found = found;
        best.line.clear();
        best.line.extend_from_slice(moves);
        self.moves[line..=index].rotate_right(1);
    }

    /// Returns the results so far.
    pub(super) fn report(&self, nodes: u64, elapsed: Duration) -> SearchReport {
        let line = |line: usize| Variation {
            moves: self.moves[line].line.iter().map(|&mv| AnyMove::new(mv)).collect(),
            score: self.found(line).score(),
        };
        SearchReport {
            depth: self.depth,
            nodes,
            elapsed,
            lines: (0..self.lines).map(line).collect(),
        }
    }
}

impl<G: Game + MoveOrdering, E: Evaluator<G>> Worker<'_, G, E> {
    /// Makes the root with its moves in order: those of `search_moves`, or all if there are
    /// none. It is empty if the game is over.
    pub(super) fn root(&self, position: &G, search_moves: &[AnyMove], lines: usize) -> Root<G> {
        let context = OrderingContext { side: position.to_move(), ply: 0, previous: None };
        let mut moves = Vec::new();
        let wanted = search_moves.iter().filter_map(|mv| G::Move::from_bits(mv.bits()));
        let wanted: Vec<_> = wanted.filter(|&mv| position.is_legal(mv)).collect();
        let push = |mv| {
            let score = self.history.score(&context, mv, position.ordering_score(mv));
            moves.push(ScoredMove { mv, score });
            ControlFlow::<()>::Continue(())
        };
        let complete = match self.shared.parameters.width {
            _ if !wanted.is_empty() => {
                let _ = wanted.into_iter().try_for_each(push);
                false
            }
            Some(width) => {
                position
                    .visit_candidates(width.at_root.max(lines), self.shared.policy::<G>(), push)
                    .1
            }
            None => {
                let _ = position.visit_moves(push);
                true
            }
        };
        // Sorts numbers, because sorting is much code that would be compiled for each game.
        let mut order: Vec<(i32, usize)> =
            moves.iter().enumerate().map(|(number, scored)| (-scored.score, number)).collect();
        order.sort_unstable();
        let value = self.shared.evaluator.evaluate(position);
        let unsearched = |ScoredMove { mv, .. }: ScoredMove<G::Move>| RootMove {
            mv,
            found: NodeResult::estimate(value),
            line: vec![mv],
        };
        let moves: Vec<_> = order.iter().map(|&(_, number)| unsearched(moves[number])).collect();
        let lines = lines.clamp(1, moves.len().max(1));
        Root {
            position: *position,
            moves,
            complete,
            proof: ProofFlags::NONE,
            lines,
            depth: 0,
            stable_iterations: 0,
        }
    }

    /// Searches to these depths until the limits are reached or the position is solved, and
    /// stops the other threads if it is. Passes the root to `watch` after each depth.
    pub(super) fn run(
        &mut self,
        root: &mut Root<G>,
        depths: impl IntoIterator<Item = u32>,
        watch: impl FnMut(&mut Self, &Root<G>),
    ) {
        self.iterative_deepening(root, depths, watch);
        self.counter.report();
        if root.is_settled() {
            self.shared.limiter.finish();
        }
    }

    fn iterative_deepening(
        &mut self,
        root: &mut Root<G>,
        depths: impl IntoIterator<Item = u32>,
        mut watch: impl FnMut(&mut Self, &Root<G>),
    ) {
        let limiter = self.shared.limiter;
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
            root.stable_iterations =
                if root.moves[0].mv == best { root.stable_iterations + 1 } else { 0 };
            (0..root.lines).for_each(|line| self.extend_pv_from_table(root, line));
            watch(self, root);
            let is_enough = root.is_settled() || (is_only_move && limiter.is_clock());
            if is_enough || !limiter.has_time_for_more(root.time_factor()) {
                return;
            }
        }
    }

    /// Continues a line with the moves of the transposition table, because the search does
    /// not go on where the table has a proof.
    fn extend_pv_from_table(&mut self, root: &mut Root<G>, line: usize) {
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
            let entry = self.probe_table(&position);
            let Some(mv) = entry.and_then(|entry| tt_move(&position, &entry)) else {
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

    /// Searches one depth: the best line, then the best without its move, and so on.
    fn iterate(&mut self, root: &mut Root<G>, depth: i32) -> Result<(), Stopped> {
        let lines = root.lines;
        let searched = (0..lines).try_for_each(|line| self.aspiration_search(root, line, depth));
        // What is proved of a line may make it better than one found before it.
        if searched.is_ok() || root.depth == 0 {
            sort_lines(&mut root.moves[..lines]);
        }
        searched
    }

    /// Finds the best of the moves from `line` on, with its exact value, by windows around
    /// the last value that widen on failure.
    fn aspiration_search(
        &mut self,
        root: &mut Root<G>,
        line: usize,
        depth: i32,
    ) -> Result<(), Stopped> {
        let expected = root.moves[line].found.value;
        let mut margin = self.shared.parameters.aspiration_window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let is_likely = depth >= ASPIRATION_MIN_DEPTH && expected.abs() < WIN_IN_MAX_PLY;
        if margin > 0 && is_likely {
            (alpha, beta) = (expected - margin, expected + margin);
        }
        loop {
            let node = Node { depth, alpha, beta, ply: 0, previous: None };
            let value = self.search_root(root, line, node)?;
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

    /// Searches the moves from `line` on with a window and moves the best one, if any is
    /// above alpha, to the front.
    fn search_root(
        &mut self,
        root: &mut Root<G>,
        line: usize,
        node: Node<G::Move>,
    ) -> Result<Value, Stopped> {
        let position = root.position;
        let mut results = ChildResults::new();
        let mut alpha = node.alpha;
        let mut coverage = if root.complete { Coverage::All } else { Coverage::Candidates };
        let mut deferred = VecDeque::new();
        let mut next = line;
        loop {
            let (index, number, can_wait) = if next < root.moves.len() {
                next += 1;
                (next - 1, next - 1 - line, next - 1 > line)
            } else {
                let Some((mv, number)) = deferred.pop_front() else { break };
                (root.index_of(mv), number, false)
            };
            let mv = root.moves[index].mv;
            let child = position.after(mv);
            let narrowed = Node { alpha, ..node };
            let Some(found) = self.search_or_defer(&child, mv, number, &narrowed, can_wait)? else {
                deferred.push_back((mv, number));
                continue;
            };
            results.add(found);
            if found.value > alpha {
                alpha = found.value;
                self.pv.take(0, mv);
                root.promote(index, line, found, self.pv.at(0));
            }
            if alpha >= node.beta {
                coverage = Coverage::Refuted;
                break;
            }
        }
        if line == 0 {
            let found = results.finish(coverage);
            // The distance of a loss is that of the best move, which is not known before
            // the value is.
            let is_exact = node.alpha < found.value && found.value < node.beta;
            let certain = if is_exact { found.proof } else { found.proof.floor() };
            root.proof = root.proof.and(certain);
            let best = (found.value > node.alpha).then(|| root.moves[0].mv);
            self.store_in_table(&position, &node, found, best);
        }
        Ok(results.best)
    }
}

/// Least weight of a vote per ply of depth.
const MIN_VOTE: Value = 20;

/// Returns the index of the thread whose move is played. A proved result decides. Otherwise
/// each thread votes for its best move, with a weight that grows with its depth and value.
pub(super) fn vote<G: Game>(roots: &[Root<G>]) -> usize {
    // With several lines the first thread alone has all of them at the same depth.
    if roots[0].lines > 1 {
        return 0;
    }
    let value = |root: &Root<G>| root.found(0).value;
    let settled = (0..roots.len()).filter(|&index| roots[index].is_settled());
    if let Some(index) = settled.max_by_key(|&index| value(&roots[index])) {
        return index;
    }
    let lowest = roots.iter().map(value).min().unwrap_or_default();
    let weight =
        |root: &Root<G>| i64::from(value(root) - lowest + MIN_VOTE) * i64::from(root.depth);
    let votes = |mv| roots.iter().filter(|root| root.moves[0].mv == mv).map(weight).sum::<i64>();
    let strength = |&index: &usize| (votes(roots[index].moves[0].mv), weight(&roots[index]));
    (0..roots.len()).rev().max_by_key(strength).unwrap_or(0)
}

/// Moves a side of a window away from a value; all the way if it comes near a win.
fn widened(value: Value, margin: Value) -> Value {
    let side = value + margin;
    if side.abs() >= WIN_IN_MAX_PLY { INFINITE * margin.signum() } else { side }
}

/// Sorts the best lines, which are few, by their values. Equals keep their order.
fn sort_lines<M>(lines: &mut [RootMove<M>]) {
    for end in 1..lines.len() {
        let mut at = end;
        while at > 0 && lines[at].found.value > lines[at - 1].found.value {
            lines.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::nava::Nava;

    use super::*;

    /// The root of a thread that searched to this depth and prefers the move of this number.
    fn root(preferred: usize, depth: u32, found: NodeResult) -> Root<Nava> {
        let position = Nava::start();
        let mv = position.moves()[preferred];
        let moves = vec![RootMove { mv, found, line: vec![mv] }];
        let proof = found.proof;
        Root { position, moves, complete: true, proof, lines: 1, depth, stable_iterations: 0 }
    }

    #[test]
    fn deep_searches_outvote_shallow_ones_and_several_threads_one() {
        let even = NodeResult::estimate(0);
        assert_eq!(vote(&[root(0, 5, even), root(1, 8, even)]), 1);
        assert_eq!(vote(&[root(0, 8, even), root(1, 7, even), root(1, 7, even)]), 1);
        let better = NodeResult::estimate(50);
        assert_eq!(vote(&[root(0, 8, even), root(1, 8, better), root(2, 8, even)]), 1);
        assert_eq!(vote(&[root(0, 8, even), root(1, 8, even)]), 0, "the first of equals");
    }

    #[test]
    fn a_proved_win_outvotes_all() {
        let won = NodeResult { value: WIN_IN_MAX_PLY + 900, proof: ProofFlags::WON };
        let good = NodeResult::estimate(400);
        assert_eq!(vote(&[root(0, 20, good), root(0, 20, good), root(1, 3, won)]), 2);
    }
}
