//! One thread of the search: principal variation search below the root.

use std::ops::ControlFlow;

use crate::games::MoveOrdering;
use cairn_games::zobrist::mix;
use cairn_games::{Game, GameMove, Outcome};

use super::history::{HistoryTables, OrderingContext};
use super::late_move_reductions::LateMoveReductions;
use super::move_picker::{GenerationOptions, MovePicker, MoveSource, MoveStack};
use super::parameters::SearchParameters;
use super::path::SearchPath;
use super::pv::PvTable;
use super::transposition_table::{Bound, Entry, TranspositionTable};
use super::value::{
    ChildResults, Coverage, MAX_PLY, NodeResult, ProofFlags, Value, WIN, WIN_IN_MAX_PLY,
    value_from_tt, value_to_tt,
};
use crate::busy_positions::BusyPositions;
use crate::eval::{Evaluator, MAX_EVALUATION};
use crate::limiter::{NodeCounter, SearchLimiter, Stopped};

/// State that all threads of a search share.
#[derive(Debug)]
pub(crate) struct SharedState<'a, E> {
    pub(crate) evaluator: &'a E,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) limiter: &'a SearchLimiter<'a>,
    pub(crate) parameters: &'a SearchParameters,
    pub(crate) reductions: &'a LateMoveReductions,
    /// Positions that the threads are searching, by key and depth; `None` for a single thread.
    pub(crate) busy: Option<&'a BusyPositions>,
}

impl<'a, E> SharedState<'a, E> {
    /// Returns the weights of the policy that chooses candidates.
    #[inline]
    pub(super) fn policy<G: Game>(&self) -> Option<&'a [i16]>
    where
        E: Evaluator<G>,
    {
        self.parameters.policy.then(|| self.evaluator.policy()).flatten()
    }
}

/// One thread of the search with its history tables.
pub(crate) struct Worker<'a, G: Game, E> {
    pub(super) shared: &'a SharedState<'a, E>,
    pub(super) counter: NodeCounter<'a>,
    pub(super) path: SearchPath,
    pub(super) pv: PvTable<G::Move>,
    pub(super) history: HistoryTables<G::Move>,
    moves: MoveStack<G::Move>,
    /// Moves of all positions on the path that were deferred, with their numbers.
    deferred: Vec<(G::Move, usize)>,
}

/// A node below the root: the depth to search it to and the window of values that matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) depth: i32,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) ply: usize,
    /// The move that led to the node.
    pub(super) previous: Option<M>,
}

impl<M> Node<M> {
    /// Whether this is a PV node: the window is open, so that the exact value matters.
    const fn is_exact(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// Least depth for late-move reductions.
const LMR_MIN_DEPTH: i32 = 3;

impl<'a, G: Game + MoveOrdering, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        shared: &'a SharedState<'a, E>,
        path: SearchPath,
        mut history: HistoryTables<G::Move>,
    ) -> Self {
        history.forget_killers();
        Self {
            shared,
            counter: NodeCounter::new(shared.limiter),
            path,
            pv: PvTable::new(),
            history,
            moves: Vec::with_capacity(1024),
            deferred: Vec::new(),
        }
    }

    /// Returns the history tables for the next search.
    pub(super) fn into_history(self) -> HistoryTables<G::Move> {
        self.history
    }

    /// Drops the line that was being searched when the search was stopped.
    pub(super) fn reset(&mut self) {
        self.path.reset();
        self.moves.clear();
        self.deferred.clear();
    }

    /// Searches a position below the root.
    pub(super) fn search(
        &mut self,
        position: &G,
        node: Node<G::Move>,
    ) -> Result<NodeResult, Stopped> {
        self.counter.count()?;
        self.pv.clear(node.ply);
        if let Some(outcome) = position.outcome() {
            return Ok(NodeResult::terminal(outcome, position.to_move(), node.ply));
        }
        if self.path.repeats(position.key()) {
            return Ok(NodeResult::REPETITION);
        }
        let node = match mate_distance_pruning(node) {
            Ok(node) => node,
            Err(bound) => return Ok(NodeResult::estimate(bound)),
        };
        if node.depth <= 0 || node.ply >= MAX_PLY {
            return Ok(self.leaf(position, node.ply));
        }
        let known = self.probe_table(position);
        if let Some(found) = known.and_then(|entry| self.table_cutoff(&entry, &node)) {
            return Ok(found);
        }
        let estimate = self.estimate_near_leaf(position, &node);
        if let Some(value) = estimate.filter(|&value| self.is_far_above_beta(value, &node)) {
            return Ok(NodeResult::estimate(value));
        }
        self.path.push(position.key());
        let found = self.search_moves(position, node, known, estimate);
        self.path.pop();
        found
    }

    /// Evaluates a leaf of the search.
    #[inline]
    fn leaf(&self, position: &G, ply: usize) -> NodeResult {
        if !self.shared.parameters.leaf_win_check {
            return self.static_evaluation(position);
        }
        let side = position.to_move();
        match self.shared.evaluator.evaluate_unless_won(position) {
            Some(value) => evaluated(value),
            None => NodeResult::terminal(Outcome::Win(side), side, ply + 1),
        }
    }

    /// Evaluates a position without searching it.
    #[inline]
    fn static_evaluation(&self, position: &G) -> NodeResult {
        evaluated(self.shared.evaluator.evaluate(position))
    }

    /// Evaluates a position that is searched only a few plies deep with a null window, for
    /// futility pruning. Where candidates are ranked, one turn changes too much for that.
    #[inline]
    fn estimate_near_leaf(&self, position: &G, node: &Node<G::Move>) -> Option<Value> {
        let is_near = node.depth <= self.shared.parameters.reverse_futility_depth;
        let is_used = is_near && !G::RANKS_CANDIDATES && !node.is_exact();
        is_used.then(|| self.static_evaluation(position).value)
    }

    /// Whether an estimate is so far above beta that in the few plies left the value will hardly
    /// fall below (reverse futility pruning).
    #[inline]
    fn is_far_above_beta(&self, estimate: Value, node: &Node<G::Move>) -> bool {
        let margin = self.shared.parameters.reverse_futility_margin;
        margin > 0 && node.beta > -WIN_IN_MAX_PLY && estimate - node.depth * margin >= node.beta
    }

    /// Whether an estimate is so far below alpha that in the few plies left a late move will
    /// hardly raise it (futility pruning).
    #[inline]
    fn is_far_below_alpha(&self, estimate: Value, node: &Node<G::Move>) -> bool {
        let SearchParameters { futility_margin: margin, futility_depth, .. } =
            *self.shared.parameters;
        margin > 0
            && node.depth <= futility_depth
            && node.alpha < WIN_IN_MAX_PLY
            && estimate + node.depth * margin <= node.alpha
    }

    #[inline]
    fn table_key(&self, position: &G) -> u64 {
        position.key() ^ self.path.salt()
    }

    #[inline]
    pub(super) fn probe_table(&self, position: &G) -> Option<Entry> {
        if !self.shared.parameters.transposition_table {
            return None;
        }
        self.shared.table.probe(self.table_key(position))
    }

    /// Returns the result of a table entry if it cuts this node off.
    #[inline]
    fn table_cutoff(&self, entry: &Entry, node: &Node<G::Move>) -> Option<NodeResult> {
        let Node { depth, alpha, beta, ply, .. } = *node;
        if let Some(drawn) = NodeResult::from_draw(entry.proof, alpha, beta) {
            return Some(drawn);
        }
        let found = NodeResult { value: value_from_tt(entry.value, ply), proof: entry.proof };
        let fits_window = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => found.value >= beta,
            Bound::Upper => found.value <= alpha,
        };
        let parameters = self.shared.parameters;
        if parameters.exact_depth_only {
            return (entry.depth == depth && fits_window && !node.is_exact()).then_some(found);
        }
        let deep_enough = entry.depth >= depth && fits_window && !node.is_exact();
        (deep_enough || is_proof(entry)).then_some(found)
    }

    pub(super) fn store_in_table(
        &self,
        position: &G,
        node: &Node<G::Move>,
        found: NodeResult,
        best: Option<G::Move>,
    ) {
        if !self.shared.parameters.transposition_table {
            return;
        }
        let entry = Entry {
            move_bits: best.map(GameMove::to_bits),
            depth: node.depth,
            value: value_to_tt(found.value, node.ply),
            bound: Bound::of(found.value, node.alpha, node.beta),
            proof: found.proof,
        };
        self.shared.table.store(self.table_key(position), entry);
    }

    fn search_moves(
        &mut self,
        position: &G,
        node: Node<G::Move>,
        known: Option<Entry>,
        estimate: Option<Value>,
    ) -> Result<NodeResult, Stopped> {
        let first = known.and_then(|entry| tt_move(position, &entry));
        let node = Node { depth: self.adjusted_depth(position, &node, first.is_some()), ..node };
        let context =
            OrderingContext { side: position.to_move(), ply: node.ply, previous: node.previous };
        let options = GenerationOptions::new::<G>(self.shared.parameters, node.depth);
        let (evaluator, policy) = (self.shared.evaluator, self.shared.policy::<G>());
        let mut picker = MovePicker::new(&self.moves, first);
        let mut results = ChildResults::new();
        let mut alpha = node.alpha;
        let mut best = None;
        let mut refuted = false;
        let prunes = estimate.is_some_and(|estimate| self.is_far_below_alpha(estimate, &node));
        let mut is_pruned = false;
        let mut count = 0;
        let first_deferred = self.deferred.len();
        let mut next_deferred = first_deferred;
        loop {
            let is_late = count >= self.shared.parameters.lmr_full_moves;
            if prunes && is_late && results.best > -WIN_IN_MAX_PLY {
                is_pruned = true;
                break;
            }
            let (context, history) = (&context, &self.history);
            let source = MoveSource { position, context, history, evaluator, policy, options };
            let (mv, index, can_wait) = match picker.next(&mut self.moves, &source) {
                Some(mv) => {
                    count += 1;
                    (mv, count - 1, count > 1)
                }
                None => {
                    let Some(&(mv, index)) = self.deferred.get(next_deferred) else { break };
                    next_deferred += 1;
                    (mv, index, false)
                }
            };
            let child = position.after(mv);
            self.shared.table.prefetch(self.table_key(&child));
            let narrowed = Node { alpha, ..node };
            let Some(found) = self.search_or_defer(&child, mv, index, &narrowed, can_wait)? else {
                self.deferred.push((mv, index));
                continue;
            };
            let is_best = results.add(found);
            if is_best && found.value > alpha {
                best = Some(mv);
                alpha = found.value;
                if node.is_exact() {
                    self.pv.take(node.ply, mv);
                }
                if alpha >= node.beta {
                    self.history.update(context, mv, node.depth, picker.tried(&self.moves));
                    refuted = true;
                    break;
                }
            }
        }
        let found = results.finish(match (refuted, picker.complete() && !is_pruned) {
            (true, _) => Coverage::Refuted,
            (false, true) => Coverage::All,
            (false, false) => Coverage::Candidates,
        });
        picker.close(&mut self.moves);
        self.deferred.truncate(first_deferred);
        if count == 0 {
            return Ok(self.static_evaluation(position));
        }
        self.store_in_table(position, &node, found, best);
        Ok(found)
    }

    /// Searches the position after a move like [`Worker::search_move`]. Returns `None` if
    /// another thread is searching it and the move can wait: later the answer is probably in the
    /// table (a simple form of ABDADA).
    #[inline]
    pub(super) fn search_or_defer(
        &mut self,
        child: &G,
        mv: G::Move,
        index: usize,
        node: &Node<G::Move>,
        can_wait: bool,
    ) -> Result<Option<NodeResult>, Stopped> {
        let busy = self.shared.busy.filter(|_| node.depth >= self.shared.parameters.defer_depth);
        let Some(busy) = busy else { return self.search_move(child, mv, index, node).map(Some) };
        let key = mix(child.key() ^ node.depth as u64);
        if can_wait && busy.contains(key) {
            return Ok(None);
        }
        busy.during(key, || self.search_move(child, mv, index, node)).map(Some)
    }

    /// Searches the position after the `index`th move of a node: the first move with the
    /// full window, later ones with a null window and reduced depth first.
    fn search_move(
        &mut self,
        child: &G,
        mv: G::Move,
        index: usize,
        node: &Node<G::Move>,
    ) -> Result<NodeResult, Stopped> {
        let Node { depth, alpha, beta, ply, .. } = *node;
        let below = |depth: i32, alpha: Value, beta: Value| Node {
            depth,
            alpha: -beta,
            beta: -alpha,
            ply: ply + 1,
            previous: Some(mv),
        };
        let depth = depth - 1;
        if index == 0 {
            return Ok(self.search(child, below(depth, alpha, beta))?.negated());
        }
        let reduction = self.late_move_reduction(child, mv, index, node);
        let mut found = self.search(child, below(depth - reduction, alpha, alpha + 1))?.negated();
        if reduction > 0 && found.value > alpha && !found.proof.has(ProofFlags::WON) {
            found = self.search(child, below(depth, alpha, alpha + 1))?.negated();
        }
        if found.value > alpha && found.value < beta {
            found = self.search(child, below(depth, alpha, beta))?.negated();
        }
        Ok(found)
    }

    /// Returns the depth of a node: a single reply extends it, and without a move from the
    /// transposition table it is reduced (internal iterative reduction).
    #[inline]
    fn adjusted_depth(&self, position: &G, node: &Node<G::Move>, has_first: bool) -> i32 {
        let parameters = self.shared.parameters;
        if parameters.single_reply_extension && has_single_move(position) {
            return node.depth + 1;
        }
        let from = parameters.iir_min_depth;
        let is_unknown = !has_first && from > 0 && node.depth >= from;
        if is_unknown { node.depth - 1 } else { node.depth }
    }

    /// Returns the number of plies by which to reduce a late move.
    #[inline]
    fn late_move_reduction(
        &self,
        child: &G,
        mv: G::Move,
        index: usize,
        node: &Node<G::Move>,
    ) -> i32 {
        let Node { depth, alpha, .. } = *node;
        let parameters = self.shared.parameters;
        // While every move so far loses, the next one may be the one that does not.
        let hopeless = alpha <= -WIN_IN_MAX_PLY;
        let is_late = index >= parameters.lmr_full_moves && depth >= LMR_MIN_DEPTH;
        if !parameters.late_move_reductions || !is_late || hopeless {
            return 0;
        }
        let late = self.shared.reductions.get(depth, index);
        let history = self.history.history_score(child.to_move().other(), mv);
        (late - history / parameters.lmr_history_divisor).clamp(0, depth - 2)
    }
}

/// Whether there is exactly one legal move.
#[inline]
fn has_single_move<G: Game>(position: &G) -> bool {
    let mut count = 0;
    let _ = position.visit_moves(|_| {
        count += 1;
        if count > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    count == 1
}

/// Returns the result of a static evaluation.
#[inline]
fn evaluated(value: Value) -> NodeResult {
    NodeResult::estimate(value.clamp(-MAX_EVALUATION, MAX_EVALUATION))
}

/// Whether an entry's value is a proved win or loss in at most this many plies.
#[inline]
fn is_proof(entry: &Entry) -> bool {
    (entry.proof.has(ProofFlags::WON) && entry.bound != Bound::Upper)
        || (entry.proof.has(ProofFlags::LOST) && entry.bound != Bound::Lower)
}

/// Returns the move of a table entry. Two positions can share a key, so it may be illegal.
#[inline]
pub(super) fn tt_move<G: Game>(position: &G, entry: &Entry) -> Option<G::Move> {
    let mv = G::Move::from_bits(entry.move_bits?)?;
    position.is_legal(mv).then_some(mv)
}

/// Cuts the window to what can still happen: no win is nearer than the next ply and no
/// loss than this one.
///
/// # Errors
/// A bound of the value, if nothing is left of the window.
#[inline]
fn mate_distance_pruning<M: Copy>(node: Node<M>) -> Result<Node<M>, Value> {
    let alpha = node.alpha.max(node.ply as Value - WIN);
    let beta = node.beta.min(WIN - node.ply as Value - 1);
    if alpha < beta { Ok(Node { alpha, beta, ..node }) } else { Err(alpha) }
}
