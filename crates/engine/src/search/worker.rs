//! One thread of the search: principal-variation search below the root.

use cairn_games::{Game, GameMove, Hints, Outcome};

use super::budget::{Budget, Counter, Stopped};
use super::line::Lines;
use super::order::{Lore, Site};
use super::path::Path;
use super::picker::{MoveStack, Picker, Source};
use super::reductions::Reductions;
use super::table::{Bound, Entry, Table};
use super::tuning::Tuning;
use super::value::{
    Coverage, Found, MAX_PLY, Proof, SURE, Tally, Value, WIN, from_here, from_root,
};
use crate::eval::{Evaluator, HIGHEST_VALUE};

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a, E> {
    pub(crate) evaluator: &'a E,
    pub(crate) table: &'a Table,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) tuning: &'a Tuning,
    pub(crate) reductions: &'a Reductions,
}

impl<'a, E> Shared<'a, E> {
    /// What says which candidates to look at.
    #[inline]
    pub(super) fn guide<G: Game>(&self) -> Option<&'a [i16]>
    where
        E: Evaluator<G>,
    {
        self.tuning.guide.then(|| self.evaluator.guide()).flatten()
    }
}

/// One thread of the search and what it remembers.
pub(crate) struct Worker<'a, G: Game, E> {
    pub(super) shared: &'a Shared<'a, E>,
    pub(super) counter: Counter<'a>,
    pub(super) path: Path,
    pub(super) lines: Lines<G::Move>,
    pub(super) lore: Lore<G::Move>,
    moves: MoveStack<G::Move>,
}

/// What is asked of a position below the root: how much is it worth, looking `depth`
/// plies ahead, if only values between `alpha` and `beta` matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<M> {
    pub(super) depth: i32,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) ply: usize,
    /// The move that led here.
    pub(super) previous: Option<M>,
}

impl<M> Task<M> {
    /// Whether the value itself is wanted, and not only which side of a bound it is on.
    const fn is_exact(&self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// From this depth on late moves are looked at less deep.
const REDUCED_FROM_DEPTH: i32 = 3;

impl<'a, G: Game + Hints, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(shared: &'a Shared<'a, E>, path: Path) -> Self {
        Self {
            shared,
            counter: Counter::new(shared.budget),
            path,
            lines: Lines::new(),
            lore: Lore::new(shared.tuning),
            moves: Vec::with_capacity(1024),
        }
    }

    /// Forgets the line that was being searched when the search was stopped.
    pub(super) fn reset(&mut self) {
        self.path.reset();
        self.moves.clear();
    }

    /// Searches a position below the root.
    pub(super) fn search(&mut self, position: &G, task: Task<G::Move>) -> Result<Found, Stopped> {
        self.counter.count()?;
        self.lines.clear(task.ply);
        if let Some(outcome) = position.outcome() {
            return Ok(Found::ended(outcome, position.to_move(), task.ply));
        }
        if self.path.repeats(position.key()) {
            return Ok(Found::REPETITION);
        }
        let task = match within_distance(task) {
            Ok(task) => task,
            Err(bound) => return Ok(Found::estimate(bound)),
        };
        if task.depth <= 0 || task.ply >= MAX_PLY {
            return Ok(self.at_the_end(position, task.ply));
        }
        let known = self.recall(position);
        if let Some(found) = known.and_then(|entry| self.answer(&entry, &task)) {
            return Ok(found);
        }
        if let Some(found) = self.foregone(position, &task) {
            return Ok(found);
        }
        self.path.push(position.key());
        let found = self.search_moves(position, task, known);
        self.path.pop();
        found
    }

    /// What a position is worth where the search ends.
    #[inline]
    fn at_the_end(&self, position: &G, ply: usize) -> Found {
        if self.shared.tuning.leaf_wins && position.wins_at_once() {
            let side = position.to_move();
            return Found::ended(Outcome::Win(side), side, ply + 1);
        }
        self.judge(position)
    }

    /// What a position is worth without looking ahead.
    #[inline]
    fn judge(&self, position: &G) -> Found {
        let value = self.shared.evaluator.evaluate(position);
        Found::estimate(value.clamp(-HIGHEST_VALUE, HIGHEST_VALUE))
    }

    /// What a position is worth if that is so far above what is needed that in the few
    /// plies left it will hardly fall below.
    #[inline]
    fn foregone(&self, position: &G, task: &Task<G::Move>) -> Option<Found> {
        let Task { depth, beta, .. } = *task;
        let tuning = self.shared.tuning;
        let is_used = tuning.above_margin > 0 && !G::RANKS_CANDIDATES;
        if !is_used || depth > tuning.above_depth || task.is_exact() || beta <= -SURE {
            return None;
        }
        let found = self.judge(position);
        (found.value - depth * tuning.above_margin >= beta).then_some(found)
    }

    #[inline]
    fn table_key(&self, position: &G) -> u64 {
        position.key() ^ self.path.salt()
    }

    #[inline]
    pub(super) fn recall(&self, position: &G) -> Option<Entry> {
        if !self.shared.tuning.table {
            return None;
        }
        self.shared.table.get(self.table_key(position))
    }

    /// What is remembered, if it answers the question.
    #[inline]
    fn answer(&self, entry: &Entry, task: &Task<G::Move>) -> Option<Found> {
        let Task { depth, alpha, beta, ply, .. } = *task;
        if let Some(drawn) = Found::from_draw(entry.proof, alpha, beta) {
            return Some(drawn);
        }
        let found = Found { value: from_root(entry.value, ply), proof: entry.proof };
        let fits_window = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => found.value >= beta,
            Bound::Upper => found.value <= alpha,
        };
        let tuning = self.shared.tuning;
        if tuning.same_depth_only {
            return (entry.depth == depth && fits_window && !task.is_exact()).then_some(found);
        }
        let deep_enough = entry.depth >= depth && fits_window && !task.is_exact();
        (deep_enough || is_proof(entry)).then_some(found)
    }

    pub(super) fn remember(
        &self,
        position: &G,
        task: &Task<G::Move>,
        found: Found,
        best: Option<G::Move>,
    ) {
        if !self.shared.tuning.table {
            return;
        }
        let entry = Entry {
            move_bits: best.map(GameMove::to_bits),
            depth: task.depth,
            value: from_here(found.value, task.ply),
            bound: Bound::of(found.value, task.alpha, task.beta),
            proof: found.proof,
        };
        self.shared.table.put(self.table_key(position), entry);
    }

    fn search_moves(
        &mut self,
        position: &G,
        task: Task<G::Move>,
        known: Option<Entry>,
    ) -> Result<Found, Stopped> {
        let first = known.and_then(|entry| remembered_move(position, &entry));
        let task = Task { depth: self.depth_for(position, &task, first.is_some()), ..task };
        let tuning = self.shared.tuning;
        let site = Site { side: position.to_move(), ply: task.ply, previous: task.previous };
        let width = tuning.candidates(task.depth);
        let wins_first = tuning.wins_first_from > 0 && task.depth >= tuning.wins_first_from;
        let looks = G::RANKS_CANDIDATES && tuning.second_look_from(task.depth);
        let second_look = looks.then_some(tuning.second_look);
        let (evaluator, guide) = (self.shared.evaluator, self.shared.guide::<G>());
        let killers_first = G::RANKS_CANDIDATES && tuning.killers_first;
        let mut picker = Picker::new(&self.moves, first);
        let mut tally = Tally::new();
        let mut alpha = task.alpha;
        let mut best = None;
        let mut refuted = false;
        let mut index = 0;
        loop {
            let lore = &self.lore;
            let source = Source {
                position,
                site: &site,
                lore,
                width,
                killers_first,
                wins_first,
                evaluator,
                guide,
                second_look,
            };
            let Some(mv) = picker.next(&mut self.moves, &source) else { break };
            let child = position.after(mv);
            let found = self.search_move(&child, mv, index, &Task { alpha, ..task })?;
            index += 1;
            let is_best = tally.add(found);
            if is_best && found.value > alpha {
                best = Some(mv);
                alpha = found.value;
                if task.is_exact() {
                    self.lines.take(task.ply, mv);
                }
                if alpha >= task.beta {
                    self.lore.learn(&site, mv, task.depth, picker.tried(&self.moves));
                    refuted = true;
                    break;
                }
            }
        }
        let found = tally.close(match (refuted, picker.complete()) {
            (true, _) => Coverage::Refuted,
            (false, true) => Coverage::All,
            (false, false) => Coverage::Candidates,
        });
        picker.close(&mut self.moves);
        if index == 0 {
            return Ok(self.judge(position));
        }
        self.remember(position, &task, found, best);
        Ok(found)
    }

    /// Searches the position after the `index`th move of another, whose task is given,
    /// and says what the move is worth there.
    pub(super) fn search_move(
        &mut self,
        child: &G,
        mv: G::Move,
        index: usize,
        task: &Task<G::Move>,
    ) -> Result<Found, Stopped> {
        let Task { depth, alpha, beta, ply, .. } = *task;
        let below = |depth: i32, alpha: Value, beta: Value| Task {
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
        let reduction = self.reduction(child, mv, index, task);
        let mut found = self.search(child, below(depth - reduction, alpha, alpha + 1))?.negated();
        if reduction > 0 && found.value > alpha && !found.proof.has(Proof::WON) {
            found = self.search(child, below(depth, alpha, alpha + 1))?.negated();
        }
        if found.value > alpha && found.value < beta {
            found = self.search(child, below(depth, alpha, beta))?.negated();
        }
        Ok(found)
    }

    /// How deep to look at a position: deeper where there is nothing to choose, less deep
    /// where nothing is known about what to choose.
    #[inline]
    fn depth_for(&self, position: &G, task: &Task<G::Move>, has_first: bool) -> i32 {
        let tuning = self.shared.tuning;
        if tuning.extensions && position.count_moves() == 1 {
            return task.depth + 1;
        }
        let from = tuning.reduce_unknown_from;
        let is_unknown = !has_first && from > 0 && task.depth >= from;
        if is_unknown { task.depth - 1 } else { task.depth }
    }

    /// How much less deep to look at a move because others were thought better.
    #[inline]
    fn reduction(&self, child: &G, mv: G::Move, index: usize, task: &Task<G::Move>) -> i32 {
        let Task { depth, alpha, .. } = *task;
        let tuning = self.shared.tuning;
        // Where all is lost so far, every move may be the one that is not.
        let hopeless = alpha <= -SURE;
        let is_late = index >= tuning.full_moves && depth >= REDUCED_FROM_DEPTH;
        if !tuning.reductions || !is_late || hopeless {
            return 0;
        }
        let late = self.shared.reductions.get(depth, index);
        let history = self.lore.history(child.to_move().other(), mv);
        (late - history / tuning.history_divisor).clamp(0, depth - 2)
    }
}

/// Whether an entry's value is a win or a loss in at most so many plies for certain.
#[inline]
fn is_proof(entry: &Entry) -> bool {
    (entry.proof.has(Proof::WON) && entry.bound != Bound::Upper)
        || (entry.proof.has(Proof::LOST) && entry.bound != Bound::Lower)
}

/// The move to try first. Two positions can share a key, so it may not be legal.
#[inline]
pub(super) fn remembered_move<G: Game>(position: &G, entry: &Entry) -> Option<G::Move> {
    let mv = G::Move::from_bits(entry.move_bits?)?;
    position.is_legal(mv).then_some(mv)
}

/// The task with its window cut to what can still happen: no win is nearer than the next
/// ply and no loss than this one. If nothing is left of it, a bound for the value.
#[inline]
fn within_distance<M: Copy>(task: Task<M>) -> Result<Task<M>, Value> {
    let alpha = task.alpha.max(task.ply as Value - WIN);
    let beta = task.beta.min(WIN - task.ply as Value - 1);
    if alpha < beta { Ok(Task { alpha, beta, ..task }) } else { Err(alpha) }
}
