//! Exhaustive search of games that end soon.
//!
//! Each search asks whether the margin of the side to move is at least a goal. That is
//! alpha-beta with a null window.
//!
//! Several threads ask the same question of the same position and share what they find. Each
//! defers moves that another one is looking at (a simple form of ABDADA), so that they
//! spread over the tree, and gives up questions that another one has answered.

mod nodes;

use std::marker::PhantomData;
use std::ops::Range;

use cairn_games::Side;

use crate::Wdl;
use crate::games::{Bounds, MarginPosition, ProofBounds};

use super::ProofProgress;
use super::advice::Advisor;
use super::bounds_tables::{BoundsEntry, BoundsTables};
use super::move_list::{MoveList, NO_MOVE};
use super::proof_table::ProofTable;
use crate::busy_positions::BusyPositions;
use crate::limiter::{NodeCounter, Stopped};

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
    /// Positions on the path that other threads may settle, with their goals, from the root on.
    path: Vec<(u64, i8)>,
    /// Index of a position on the path that another thread has settled, and whether the goal is
    /// reached there. What is being searched below it is given up.
    settled: Option<(usize, bool)>,
    /// Number of nodes at which to look again whether there is such a position.
    next_look: u64,
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
            path: Vec::new(),
            settled: None,
            next_look: 0,
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
            let answer = self.tables.answer(&mut next, 1 - question.goal.margin());
            moves += 1;
            settled += usize::from(answer.is_some());
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

    fn table(&self, position: &impl MarginPosition) -> &'a ProofTable<BoundsEntry> {
        if position.is_near_the_end() { self.near_the_end } else { self.others }
    }

    #[inline]
    fn probe(&self, position: &impl MarginPosition) -> BoundsEntry {
        self.table(position).probe(position.key()).unwrap_or_default()
    }

    /// Returns everything that is known about a position with these bounds without a search.
    #[inline]
    fn known(&self, position: &impl MarginPosition, worst: i8, best: i8) -> BoundsEntry {
        self.probe(position).within(worst, best)
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
        let bound = self.reaches(&mut P::from(*position), Some(position), goal)?;
        Ok(bound >= goal)
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
        let mut start = P::from(*position);
        let moves = self.collect_moves_of(&mut start);
        let found = self.move_that_reaches(&start, Some(position), moves.clone(), goal);
        let is_found = |number| {
            let mut all = self.moves_on_path.range(moves.clone()).iter();
            all.find(|listed| listed.number == number).map(|listed| listed.mv)
        };
        let found = found.map(|found| found.number.and_then(is_found));
        self.moves_on_path.forget(moves);
        found
    }

    /// Lists the moves of a position, the one that settled the last question before all others.
    fn collect_moves_of(&mut self, position: &mut P) -> Range<usize> {
        position.bound();
        let best_move = match (self.probe(position).best_move, position.first_margin()) {
            (NO_MOVE, Some(first)) => self.probe(&first.position).best_move,
            (best_move, _) => best_move,
        };
        self.collect(position, best_move)
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
            let moves = self.collect_moves_of(&mut P::from(*position));
            self.moves_on_path.bring_best_to(moves.start, moves.end);
            let first = self.moves_on_path[moves.start].mv;
            self.moves_on_path.forget(moves);
            first
        };
        Ok(found.unwrap_or_else(first))
    }
}
