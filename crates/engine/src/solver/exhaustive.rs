//! Exhaustive search of games that end soon.
//!
//! Each search asks whether the side to move gets at least some result. That is alpha-beta
//! with a null window between two of the three results.
//!
//! Several threads ask the same question of the same position and share what they find. Each
//! puts off moves that another one is looking at (a simple form of ABDADA), so that they
//! spread over the tree.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cairn_games::{Game, Side};

use crate::Wdl;
use crate::games::{Bounds, ProofBounds};

use super::ProofProgress;
use super::move_list::{MoveList, NO_MOVE};
use super::proof_table::{ProofTable, ProofTableEntry, work_of};
use crate::limiter::{NodeCounter, Stopped};
use crate::limits::{Limits, StopFlag};

/// An entry of the table: bounds on the result of the side to move.
#[derive(Clone, Copy)]
pub(super) struct BoundsEntry {
    worst: Wdl,
    best: Wdl,
    work: u8,
    /// The number, in the order of generation, of the move that settled the last
    /// question.
    best_move: u16,
}

impl Default for BoundsEntry {
    fn default() -> Self {
        Self { worst: Wdl::Loss, best: Wdl::Win, work: 0, best_move: NO_MOVE }
    }
}

impl ProofTableEntry for BoundsEntry {
    fn to_bits(self) -> u64 {
        u64::from(self.best_move) << 16
            | (self.best as u64) << 10
            | (self.worst as u64) << 8
            | u64::from(self.work)
    }

    fn from_bits(bits: u64) -> Self {
        Self {
            worst: wdl_from_bits(bits >> 8),
            best: wdl_from_bits(bits >> 10),
            work: bits as u8,
            best_move: (bits >> 16) as u16,
        }
    }

    fn work(&self) -> u8 {
        self.work
    }
}

const fn wdl_from_bits(bits: u64) -> Wdl {
    match bits & 3 {
        0 => Wdl::Loss,
        1 => Wdl::Draw,
        _ => Wdl::Win,
    }
}

impl BoundsEntry {
    /// Whether the side to move gets at least `goal`, if that is known.
    fn answer(&self, goal: Wdl) -> Option<bool> {
        if self.worst >= goal {
            Some(true)
        } else if self.best < goal {
            Some(false)
        } else {
            None
        }
    }
}

/// Positions that a thread is looking at, as far as they do not share a place.
struct BusyPositions(Vec<AtomicU64>);

impl BusyPositions {
    const SIZE: usize = 1 << 12;

    fn new() -> Self {
        Self((0..Self::SIZE).map(|_| AtomicU64::new(0)).collect())
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % Self::SIZE]
    }

    fn contains(&self, key: u64) -> bool {
        self.place(key).load(Relaxed) == key
    }

    fn insert(&self, key: u64) {
        self.place(key).store(key, Relaxed);
    }

    fn remove(&self, key: u64) {
        self.place(key).store(0, Relaxed);
    }
}

/// The tables of an exhaustive search. Most positions are near the end, and a table for them
/// that stays in the processor's cache saves a quarter of the time; so each thread has one.
pub(super) struct BoundsTables {
    near_the_end: Vec<ProofTable<BoundsEntry>>,
    others: ProofTable<BoundsEntry>,
    busy: BusyPositions,
}

/// As much as stays in the cache of most processors.
const BYTES_NEAR_THE_END: usize = 1 << 20;

impl BoundsTables {
    /// Makes tables for this many threads that take no more than this much memory, but have
    /// at least one bucket each.
    pub(super) fn with_bytes(bytes: usize, threads: usize) -> Self {
        let near_the_end = BYTES_NEAR_THE_END.min(bytes / 2 / threads);
        Self {
            near_the_end: (0..threads).map(|_| ProofTable::with_bytes(near_the_end)).collect(),
            others: ProofTable::with_bytes(bytes - threads * near_the_end),
            busy: BusyPositions::new(),
        }
    }

    /// Removes all entries.
    pub(super) fn clear(&mut self) {
        self.near_the_end.iter_mut().for_each(ProofTable::clear);
        self.others.clear();
    }

    /// Returns the share of the shared table that is in use, from 0 to 1.
    pub(super) fn share_used(&self) -> f64 {
        self.others.share_used()
    }

    /// Forgets which positions threads that were stopped had been looking at.
    pub(super) fn forget_busy_positions(&mut self) {
        self.busy = BusyPositions::new();
    }
}

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

/// One in so many nodes may be spent on advice, which takes about four times as long per node.
/// Most positions of a proof are easier than they look, and advice on them is wasted.
const ADVICE_SHARE: u64 = 8;

/// Advice that is worth this many nodes is about one of few large parts of the proof, and does not
/// depend on the share.
const IMPORTANT_ADVICE: u64 = 10_000;

/// Gives advice within limits.
pub(super) type Advisor<G> =
    Box<dyn FnMut(&G, &Limits, &StopFlag) -> Option<Advice<<G as Game>::Move>>>;

/// A search to the end of the game.
pub(super) struct ExhaustiveSearch<'a, 'b, G: ProofBounds> {
    tables: &'a BoundsTables,
    near_the_end: &'a ProofTable<BoundsEntry>,
    others: &'a ProofTable<BoundsEntry>,
    /// Positions of other threads; `None` for a search on one thread.
    busy: Option<&'a BusyPositions>,
    counter: &'a mut NodeCounter<'b>,
    /// The moves of all positions on the path, those of the last one at the end.
    moves_on_path: MoveList<G>,
    advisor: Option<Advisor<G>>,
    /// Number of nodes that advice has taken.
    advised: u64,
    /// Side that is expected to get its goal. A good first move saves it much work.
    hopeful: Option<Side>,
    /// `None` for a thread that nobody watches.
    watched: Option<Question<'a, G>>,
}

impl<'a, 'b, G: ProofBounds> ExhaustiveSearch<'a, 'b, G> {
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
            advised: 0,
            hopeful: None,
            watched: None,
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
            let next = question.position.after(mv);
            moves += 1;
            settled += usize::from(self.known(&next).answer(denied_by(question.goal)).is_some());
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

    /// Returns everything that is known about a position without a search.
    fn known(&self, position: &G) -> BoundsEntry {
        if let Some(outcome) = position.outcome() {
            let value = Wdl::of(outcome, position.to_move());
            return BoundsEntry { worst: value, best: value, ..BoundsEntry::default() };
        }
        let bounds = position.bounds();
        let known = self.probe(position);
        BoundsEntry {
            worst: known.worst.max(bounds.worst),
            best: known.best.min(bounds.best),
            ..known
        }
    }

    fn table(&self, position: &G) -> &'a ProofTable<BoundsEntry> {
        if position.is_near_the_end() { self.near_the_end } else { self.others }
    }

    fn probe(&self, position: &G) -> BoundsEntry {
        self.table(position).probe(position.key()).unwrap_or_default()
    }

    /// Returns the value for the side to move. If a loss is expected, the question whether there
    /// is a draw comes first: few positions are drawn, so that mostly one answer suffices.
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
                let side = position.to_move();
                self.hopeful = Some(if expects_no { side.other() } else { side });
                if self.reaches(position, goal)? {
                    bounds.worst = goal;
                } else {
                    bounds.best = below(goal);
                }
            }
        }
        debug_assert_eq!(bounds.worst, bounds.best, "two answers settle three results");
        Ok(bounds.worst)
    }

    /// Whether a side wins with best play, whoever is to move.
    pub(super) fn wins(&mut self, position: &G, attacker: Side) -> Result<bool, Stopped> {
        if position.to_move() == attacker {
            self.reaches(position, Wdl::Win)
        } else {
            self.reaches(position, Wdl::Draw).map(|saved| !saved)
        }
    }

    /// Returns a move by which the side to move gets at least `goal`, if there is one.
    pub(super) fn move_reaching(
        &mut self,
        position: &G,
        goal: Wdl,
    ) -> Result<Option<G::Move>, Stopped> {
        let moves = self.collect(position, self.probe(position).best_move);
        let found = self.move_that_reaches(position, moves.clone(), goal);
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
            goal => self.move_reaching(position, goal)?,
        };
        let first = || {
            let moves = self.collect(position, self.probe(position).best_move);
            let first = self.moves_on_path[moves.start].mv;
            self.moves_on_path.forget(moves);
            first
        };
        Ok(found.unwrap_or_else(first))
    }

    /// Whether the side to move gets at least `goal`, which is not a loss.
    fn reaches(&mut self, position: &G, goal: Wdl) -> Result<bool, Stopped> {
        self.counter.count()?;
        if let Some(outcome) = position.outcome() {
            return Ok(Wdl::of(outcome, position.to_move()) >= goal);
        }
        let bounds = position.bounds();
        let certain =
            BoundsEntry { worst: bounds.worst, best: bounds.best, ..BoundsEntry::default() };
        if let Some(answer) = certain.answer(goal) {
            return Ok(answer);
        }
        let mut known = self.probe(position);
        known.worst = known.worst.max(bounds.worst);
        known.best = known.best.min(bounds.best);
        if let Some(answer) = known.answer(goal) {
            return Ok(answer);
        }
        let before = self.counter.nodes();
        if known.best_move == NO_MOVE {
            known.best_move = self.advice(position, &known);
        }
        let moves = self.collect(position, known.best_move);
        let found = self.move_that_reaches(position, moves.clone(), goal);
        self.moves_on_path.forget(moves);
        match found? {
            Some(number) => {
                known.worst = goal;
                known.best_move = number;
            }
            None => known.best = below(goal),
        }
        known.work = work_of(self.counter.nodes() - before);
        // If another thread has settled it, its entry says more about the work.
        if self.busy.is_none() || self.probe(position).answer(goal).is_none() {
            self.table(position).store(position.key(), known);
        }
        if self.watched.is_some() && !position.is_near_the_end() {
            self.report_progress();
        }
        Ok(known.worst >= goal)
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
        if nodes < IMPORTANT_ADVICE && self.advised > self.counter.nodes() / ADVICE_SHARE {
            return None;
        }
        self.counter.report();
        let (limits, stop) = self.counter.limiter().part(nodes);
        if limits.nodes == Some(0) || stop.is_raised() {
            return None;
        }
        let advice = advisor(position, &limits, stop)?;
        self.counter.add(advice.nodes);
        self.advised += advice.nodes;
        Some(advice)
    }

    /// Returns the number of the move that the advisor proposes, if it is asked, and notes it for
    /// the other threads.
    fn advice(&mut self, position: &G, known: &BoundsEntry) -> u16 {
        if self.hopeful != Some(position.to_move()) {
            return NO_MOVE;
        }
        let Some(advice) = self.ask_advisor(position) else { return NO_MOVE };
        let (mut number, mut best_move) = (0, NO_MOVE);
        position.for_each_move(|mv| {
            if mv == advice.best {
                best_move = number;
            }
            number = (number + 1).min(NO_MOVE - 1);
        });
        let entry = BoundsEntry { best_move, work: work_of(advice.nodes), ..*known };
        self.table(position).store(position.key(), entry);
        best_move
    }

    /// Returns the number of the first of these moves that gets its mover at least `goal`.
    fn move_that_reaches(
        &mut self,
        position: &G,
        moves: Range<usize>,
        goal: Wdl,
    ) -> Result<Option<u16>, Stopped> {
        match self.busy {
            Some(busy) if !position.is_near_the_end() => {
                self.shared_move_that_reaches(position, moves, goal, busy)
            }
            _ => {
                for index in moves {
                    if self.move_reaches(position, index, goal)? {
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
        position: &G,
        moves: Range<usize>,
        goal: Wdl,
        busy: &BusyPositions,
    ) -> Result<Option<u16>, Stopped> {
        let mut put_off = false;
        for index in moves.clone() {
            let known = self.probe(position);
            match known.answer(goal) {
                Some(true) => return Ok(Some(known.best_move)),
                Some(false) => return Ok(None),
                None => {}
            }
            let key = position.after(self.moves_on_path[index].mv).key();
            if index > moves.start && busy.contains(key) {
                put_off = true;
                continue;
            }
            busy.insert(key);
            let reaches = self.move_reaches(position, index, goal)?;
            busy.remove(key);
            if reaches {
                return Ok(Some(self.moves_on_path[index].number));
            }
        }
        // The table answers for the moves that have been looked at.
        for index in moves.filter(|_| put_off) {
            if self.move_reaches(position, index, goal)? {
                return Ok(Some(self.moves_on_path[index].number));
            }
        }
        Ok(None)
    }

    fn move_reaches(&mut self, position: &G, index: usize, goal: Wdl) -> Result<bool, Stopped> {
        let next = position.after(self.moves_on_path[index].mv);
        Ok(!self.reaches(&next, denied_by(goal))?)
    }

    fn collect(&mut self, position: &G, best_move: u16) -> Range<usize> {
        self.moves_on_path.collect(position, |mv, number| {
            if number == best_move { i32::MAX } else { position.urgency(mv) }
        })
    }
}

/// Returns the result that must be denied to the other side for `goal`: for a win even a
/// draw, for a draw a win.
fn denied_by(goal: Wdl) -> Wdl {
    if goal == Wdl::Win { Wdl::Draw } else { Wdl::Win }
}

/// The next worse result.
fn below(goal: Wdl) -> Wdl {
    if goal == Wdl::Win { Wdl::Draw } else { Wdl::Loss }
}
