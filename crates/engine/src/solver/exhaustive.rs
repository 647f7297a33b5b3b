//! Exhaustive search of games that end soon.
//!
//! Each search asks whether the margin of the side to move is at least a goal. That is
//! alpha-beta with a null window.
//!
//! Several threads ask the same question of the same position and share what they find. Each
//! puts off moves that another one is looking at (a simple form of ABDADA), so that they
//! spread over the tree.

use std::marker::PhantomData;
use std::ops::Range;

use cairn_games::{Game, Side};

use crate::Wdl;
use crate::games::{Bounds, MarginPosition, ProofBounds};

use super::ProofProgress;
use super::bounds_tables::{BoundsEntry, BoundsTables, BusyPositions};
use super::move_list::{MoveList, NO_MOVE};
use super::proof_table::{ProofTable, work_of};
use crate::limiter::{NodeCounter, Stopped};
use crate::limits::{Limits, StopFlag};

/// Number of nodes of a thread between two calls of its watcher, about a tenth of a second.
const NODES_BETWEEN_REPORTS: u64 = 1 << 18;

/// The question that a search is asked, for reports of its progress.
struct Question<'a, G> {
    position: G,
    /// Bounds on the result that earlier questions have settled.
    bounds: Bounds,
    goal: Wdl,
    watch: &'a mut dyn FnMut(&ProofProgress),
    next_report: u64,
}

/// An opinion on a position, which helps a proof to look in the right place.
pub(super) struct Advice<M> {
    /// Probably the best move.
    pub(super) best: M,
    /// Expected share of points for the side to move, from 0 to 1.
    pub(super) expectation: f64,
    /// Number of nodes that it took.
    pub(super) nodes: u64,
}

/// Nodes of a proof per node of advice that a position must take before advice is asked for.
/// Most positions are easier than they look, and advice on them would be wasted; it takes about
/// eight times as long per node.
const NODES_BEFORE_ADVICE: u64 = 40;

/// Advice that is worth this many nodes is about one of few large parts of the proof, and is
/// asked for at once.
const IMPORTANT_ADVICE: u64 = 20_000;

/// Gives advice within limits.
pub(super) type Advisor<G> =
    Box<dyn FnMut(&G, &Limits, &StopFlag) -> Option<Advice<<G as Game>::Move>>>;

/// A search to the end of the game, with the positions that are best for it.
pub(super) struct ExhaustiveSearch<'a, 'b, G: ProofBounds, P: MarginPosition<Move = G::Move>> {
    tables: &'a BoundsTables,
    near_the_end: &'a ProofTable<BoundsEntry>,
    others: &'a ProofTable<BoundsEntry>,
    /// Positions of other threads; `None` for a search on one thread.
    busy: Option<&'a BusyPositions>,
    counter: &'a mut NodeCounter<'b>,
    /// The moves of all positions on the path, those of the last one at the end.
    moves_on_path: MoveList<G::Move>,
    advisor: Option<Advisor<G>>,
    /// Side that is expected to get its goal. A good first move saves it much work.
    hopeful: Option<Side>,
    /// `None` for a thread that nobody watches.
    watched: Option<Question<'a, G>>,
    positions: PhantomData<P>,
}

impl<'a, 'b, G, P> ExhaustiveSearch<'a, 'b, G, P>
where
    G: ProofBounds,
    P: MarginPosition<Move = G::Move> + From<G>,
{
    /// Makes the search of one of the threads.
    pub(super) fn new(
        tables: &'a BoundsTables,
        thread: usize,
        counter: &'a mut NodeCounter<'b>,
    ) -> Self {
        Self {
            tables,
            near_the_end: &tables.near_the_end[thread],
            others: &tables.others,
            busy: (tables.near_the_end.len() > 1).then_some(&tables.busy),
            counter,
            moves_on_path: MoveList::new(),
            advisor: None,
            hopeful: None,
            watched: None,
            positions: PhantomData,
        }
    }

    /// Asks for advice on the first move in positions that take long to prove.
    pub(super) fn advised_by(mut self, advisor: Option<Advisor<G>>) -> Self {
        self.advisor = advisor;
        self
    }

    /// Searches without regard to other threads, which have ended.
    pub(super) fn alone(mut self) -> Self {
        self.busy = None;
        self
    }

    /// Reports the progress of the search for the value of a position now and then.
    pub(super) fn watched_by(
        mut self,
        position: &G,
        watch: &'a mut dyn FnMut(&ProofProgress),
    ) -> Self {
        self.watched = Some(Question {
            position: *position,
            bounds: Bounds::OPEN,
            goal: Wdl::Win,
            watch,
            next_report: NODES_BETWEEN_REPORTS,
        });
        self
    }

    fn report_progress(&mut self) {
        let nodes = self.counter.nodes();
        if self.watched.as_ref().is_none_or(|question| nodes < question.next_report) {
            return;
        }
        let Some(mut question) = self.watched.take() else { return };
        question.next_report = nodes + NODES_BETWEEN_REPORTS;
        let (mut settled, mut moves) = (0, 0);
        question.position.for_each_move(|mv| {
            let mut next = P::from(question.position.after(mv));
            let (worst, best) = next.bound();
            let known = self.known(&next, worst, best);
            moves += 1;
            settled += usize::from(known.answer(1 - question.goal.margin()).is_some());
        });
        let limiter = self.counter.limiter();
        (question.watch)(&ProofProgress {
            nodes: limiter.counted(),
            elapsed: limiter.elapsed(),
            bounds: question.bounds,
            moves_settled: Some((settled, moves)),
            depth: None,
            table_use: self.tables.share_used(),
        });
        self.watched = Some(question);
    }

    fn table(&self, position: &P) -> &'a ProofTable<BoundsEntry> {
        if position.is_near_the_end() { self.near_the_end } else { self.others }
    }

    #[inline]
    fn probe(&self, position: &P) -> BoundsEntry {
        self.table(position).probe(position.key()).unwrap_or_default()
    }

    /// Returns everything that is known about a position with these bounds without a search.
    #[inline]
    fn known(&self, position: &P, worst: i8, best: i8) -> BoundsEntry {
        let known = self.probe(position);
        BoundsEntry { worst: known.worst.max(worst), best: known.best.min(best), ..known }
    }

    /// Returns the sign of the margin for the side to move. If a loss is expected, the question
    /// whether there is a draw comes first: few positions are drawn, so that mostly one answer
    /// suffices.
    pub(super) fn value(&mut self, position: &G, expected: Wdl) -> Result<Wdl, Stopped> {
        let goals = match expected {
            Wdl::Loss => [Wdl::Draw, Wdl::Win],
            Wdl::Draw | Wdl::Win => [Wdl::Win, Wdl::Draw],
        };
        let mut bounds = Bounds::OPEN;
        for goal in goals {
            if bounds.worst < goal && goal <= bounds.best {
                if let Some(question) = &mut self.watched {
                    (question.bounds, question.goal) = (bounds, goal);
                }
                // The first question is chosen so that its answer is probably no after a loss.
                let expects_no = expected == Wdl::Loss && bounds == Bounds::OPEN;
                if self.has_margin(position, goal.margin(), !expects_no)? {
                    bounds.worst = goal;
                } else {
                    bounds.best = if goal == Wdl::Win { Wdl::Draw } else { Wdl::Loss };
                }
            }
        }
        debug_assert_eq!(bounds.worst, bounds.best, "two answers settle three results");
        Ok(bounds.worst)
    }

    /// Whether the margin of the side to move is at least `goal`, if that is `expected` or not.
    pub(super) fn has_margin(
        &mut self,
        position: &G,
        goal: i8,
        expected: bool,
    ) -> Result<bool, Stopped> {
        let side = position.to_move();
        self.hopeful = Some(if expected { side } else { side.other() });
        self.reaches(P::from(*position), Some(position), goal)
    }

    /// Whether the margin of a side is at least `goal`, whoever is to move.
    pub(super) fn attains(&mut self, position: &G, side: Side, goal: i8) -> Result<bool, Stopped> {
        if position.to_move() == side {
            self.has_margin(position, goal, true)
        } else {
            self.has_margin(position, 1 - goal, false).map(|denied| !denied)
        }
    }

    /// Returns a move by which the side to move gets at least the margin `goal`, if there is one.
    pub(super) fn move_reaching(
        &mut self,
        position: &G,
        goal: i8,
    ) -> Result<Option<G::Move>, Stopped> {
        let start = P::from(*position);
        let moves = self.collect(&start, self.probe(&start).best_move);
        let found = self.move_that_reaches(&start, Some(position), moves.clone(), goal);
        let is_found = |number| {
            let mut all = self.moves_on_path.range(moves.clone()).iter();
            all.find(|listed| listed.number == number).map(|listed| listed.mv)
        };
        let found = found.map(|number| number.and_then(is_found));
        self.moves_on_path.forget(moves);
        found
    }

    /// Returns the moves to the end of the game with best play, as far as the limits allow. The
    /// value of the position has to be known, and the other threads to have ended.
    pub(super) fn line(&mut self, position: &G, value: Wdl) -> Vec<G::Move> {
        self.busy = None;
        let mut line = Vec::new();
        let (mut position, mut value) = (*position, value);
        while position.outcome().is_none() {
            let Ok(mv) = self.move_that_gets(&position, value) else { break };
            line.push(mv);
            position.play_unchecked(mv);
            value = value.reversed();
        }
        line
    }

    /// Returns a move that preserves the value of the position.
    fn move_that_gets(&mut self, position: &G, value: Wdl) -> Result<G::Move, Stopped> {
        let found = match value {
            // After any move.
            Wdl::Loss => None,
            goal => self.move_reaching(position, goal.margin())?,
        };
        let first = || {
            let start = P::from(*position);
            let moves = self.collect(&start, self.probe(&start).best_move);
            self.moves_on_path.bring_best_to(moves.start, moves.end);
            let first = self.moves_on_path[moves.start].mv;
            self.moves_on_path.forget(moves);
            first
        };
        Ok(found.unwrap_or_else(first))
    }

    /// Whether the margin of the side to move is at least `goal`. `whole` is the whole position,
    /// as long as there may be advice on it.
    fn reaches(&mut self, position: P, whole: Option<&G>, goal: i8) -> Result<bool, Stopped> {
        self.counter.count()?;
        let mut position = position;
        let (worst, best) = position.bound();
        if worst >= goal || best < goal {
            return Ok(worst >= goal);
        }
        let mut known = self.known(&position, worst, best);
        if let Some(answer) = known.answer(goal) {
            return Ok(answer);
        }
        let before = self.counter.nodes();
        let found = self.find_move(&position, whole, &known, goal)?;
        match found {
            Some(number) => {
                known.worst = goal;
                known.best_move = number;
            }
            None => known.best = goal - 1,
        }
        known.work = work_of(self.counter.nodes() - before);
        // If another thread has settled it, its entry says more about the work.
        if self.busy.is_none() || self.probe(&position).answer(goal).is_none() {
            self.table(&position).store(position.key(), known);
        }
        if self.watched.is_some() && !position.is_near_the_end() {
            self.report_progress();
        }
        Ok(found.is_some())
    }

    /// Returns the short name of a move that reaches the goal. If that takes long, the advisor
    /// proposes the first move.
    fn find_move(
        &mut self,
        position: &P,
        whole: Option<&G>,
        known: &BoundsEntry,
        goal: i8,
    ) -> Result<Option<u16>, Stopped> {
        let advised = match whole {
            Some(whole) if known.best_move == NO_MOVE && self.is_advised(position) => whole,
            _ => return self.try_moves(position, whole, known.best_move, goal),
        };
        let advice_nodes = advised.advice_nodes();
        if advice_nodes < IMPORTANT_ADVICE {
            let outer = self.counter.begin_part(advice_nodes * NODES_BEFORE_ADVICE);
            let found = self.try_moves(position, whole, NO_MOVE, goal);
            self.counter.end_part(outer)?;
            if found.is_ok() {
                return found;
            }
        }
        // Another thread may have been quicker.
        let again = self.probe(position);
        let best_move = match again.best_move {
            NO_MOVE => self.advice(advised, position, known),
            best_move => best_move,
        };
        self.try_moves(position, whole, best_move, goal)
    }

    fn is_advised(&self, position: &P) -> bool {
        self.advisor.is_some() && self.hopeful == Some(position.to_move())
    }

    fn try_moves(
        &mut self,
        position: &P,
        whole: Option<&G>,
        best_move: u16,
        goal: i8,
    ) -> Result<Option<u16>, Stopped> {
        let moves = self.collect(position, best_move);
        let found = self.move_that_reaches(position, whole, moves.clone(), goal);
        self.moves_on_path.forget(moves);
        found
    }

    /// Returns the value that the advisor expects.
    pub(super) fn expected_value(&mut self, position: &G) -> Wdl {
        match self.ask_advisor(position) {
            Some(advice) if advice.expectation < 0.5 => Wdl::Loss,
            _ => Wdl::Win,
        }
    }

    fn ask_advisor(&mut self, position: &G) -> Option<Advice<G::Move>> {
        let advisor = self.advisor.as_mut()?;
        let nodes = position.advice_nodes();
        self.counter.report();
        let (limits, stop) = self.counter.limiter().part(nodes);
        if limits.nodes == Some(0) || stop.is_raised() {
            return None;
        }
        let advice = advisor(position, &limits, stop)?;
        self.counter.add(advice.nodes);
        Some(advice)
    }

    /// Returns the short name of the move that the advisor proposes, and notes it for the other
    /// threads.
    fn advice(&mut self, whole: &G, position: &P, known: &BoundsEntry) -> u16 {
        let Some(advice) = self.ask_advisor(whole) else { return NO_MOVE };
        let mut best_move = NO_MOVE;
        position.visit_ranked(|mv, number, _| {
            if mv == advice.best {
                best_move = number;
            }
        });
        let entry = BoundsEntry { best_move, work: work_of(advice.nodes), ..*known };
        self.table(position).store(position.key(), entry);
        best_move
    }

    /// Returns the short name of the first of these moves that gets its mover at least `goal`.
    fn move_that_reaches(
        &mut self,
        position: &P,
        whole: Option<&G>,
        moves: Range<usize>,
        goal: i8,
    ) -> Result<Option<u16>, Stopped> {
        match self.busy {
            Some(busy) if !position.is_near_the_end() => {
                self.shared_move_that_reaches(position, whole, moves, goal, busy)
            }
            _ => {
                for index in moves.clone() {
                    self.moves_on_path.bring_best_to(index, moves.end);
                    let (next, margin) = position.after(self.moves_on_path[index].mv);
                    let whole = self.whole_after(whole, index);
                    if !self.reaches(next, whole.as_ref(), 1 - goal + margin)? {
                        return Ok(Some(self.moves_on_path[index].number));
                    }
                }
                Ok(None)
            }
        }
    }

    /// Does the same beside other threads: moves that one of them is looking at are put off,
    /// in the hope that its answer will be in the table by then.
    fn shared_move_that_reaches(
        &mut self,
        position: &P,
        whole: Option<&G>,
        moves: Range<usize>,
        goal: i8,
        busy: &BusyPositions,
    ) -> Result<Option<u16>, Stopped> {
        let mut put_off = moves.start;
        for index in moves.clone() {
            let known = self.probe(position);
            match known.answer(goal) {
                Some(true) => return Ok(Some(known.best_move)),
                Some(false) => return Ok(None),
                None => {}
            }
            self.moves_on_path.bring_best_to(index, moves.end);
            let (next, margin) = position.after(self.moves_on_path[index].mv);
            let key = next.key();
            // The side that should succeed mostly does so by its first move: all help with it.
            let spreads = index > moves.start && self.hopeful != Some(position.to_move());
            if spreads && busy.contains(key) {
                self.moves_on_path.swap(put_off, index);
                put_off += 1;
                continue;
            }
            busy.insert(key);
            let whole = self.whole_after(whole, index);
            let reaches = self.reaches(next, whole.as_ref(), 1 - goal + margin);
            busy.remove(key);
            if !reaches? {
                return Ok(Some(self.moves_on_path[index].number));
            }
        }
        for index in moves.start..put_off {
            let (next, margin) = position.after(self.moves_on_path[index].mv);
            let whole = self.whole_after(whole, index);
            if !self.reaches(next, whole.as_ref(), 1 - goal + margin)? {
                return Ok(Some(self.moves_on_path[index].number));
            }
        }
        Ok(None)
    }

    /// Returns the whole position after a move, if there may be advice on it.
    fn whole_after(&self, whole: Option<&G>, index: usize) -> Option<G> {
        let next = whole?.after(self.moves_on_path[index].mv);
        (next.advice_nodes() > 0).then_some(next)
    }

    fn collect(&mut self, position: &P, best_move: u16) -> Range<usize> {
        let first = self.moves_on_path.len();
        position.visit_ranked(|mv, number, rank| {
            let rank = if number == best_move { i32::MAX } else { rank };
            self.moves_on_path.push(mv, number, rank);
        });
        first..self.moves_on_path.len()
    }
}
