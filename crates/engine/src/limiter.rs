//! Limits of a running search: time, nodes and the stop flag, checked in one place.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::limits::{ClockState, Limits, StopFlag};
use crate::search::JointSearch;
use crate::time::Instant;

/// The search was told to stop; what it was doing is not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Number of nodes that a thread searches between two checks of the limits. The slowest
/// game takes some tenths of a millisecond for them.
const NODES_BETWEEN_CHECKS: u64 = 64;

/// Time kept in reserve for everything between two moves that is not searching.
const RESERVE: Duration = Duration::from_millis(15);

/// Number of further moves that the time on a clock should last for.
const MOVES_TO_GO: u32 = 18;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeAllotment {
    /// No new iteration is begun after this time; `None` without a game clock, where all
    /// the time should be used.
    soft: Option<Duration>,
    /// The search stops after this time.
    hard: Duration,
}

impl TimeAllotment {
    /// Divides the time that the limits allow. If there is a time per move as well as a
    /// clock, the smaller one counts.
    pub(crate) fn new(limits: &Limits) -> Self {
        let most = limits.time.unwrap_or(Duration::MAX);
        let Some(ClockState { remaining, increment }) = limits.clock else {
            return Self { soft: None, hard: most };
        };
        let usable = remaining.saturating_sub(RESERVE);
        let even = usable / MOVES_TO_GO + increment * 3 / 4;
        let soft = even.min(usable / 2);
        let hard = (even * 4).min(usable * 2 / 5).max(usable.min(Duration::from_millis(1)));
        Self { soft: Some(soft.min(most)), hard: hard.min(most) }
    }

    /// Returns the time to aim at; `None` if time is not limited.
    pub(crate) fn target(&self) -> Option<Duration> {
        self.soft.or((self.hard < Duration::MAX).then_some(self.hard))
    }
}

/// Decides when all threads of one search have to stop.
#[derive(Debug)]
pub(crate) struct SearchLimiter<'a> {
    stop: &'a StopFlag,
    started: Instant,
    allotment: TimeAllotment,
    nodes: Option<u64>,
    /// Nodes that all threads together have reported.
    counted: AtomicU64,
    /// Engines in other places whose nodes count as well.
    joint: Option<&'a JointSearch>,
    /// Set when one thread has the result.
    finished: AtomicBool,
}

impl<'a> SearchLimiter<'a> {
    /// Starts the clock for a search that may go beyond the target time while its best
    /// move changes.
    pub(crate) fn new(limits: &Limits, stop: &'a StopFlag) -> Self {
        Self {
            stop,
            started: Instant::now(),
            allotment: TimeAllotment::new(limits),
            nodes: limits.nodes,
            counted: AtomicU64::new(0),
            joint: None,
            finished: AtomicBool::new(false),
        }
    }

    /// Starts the clock for a search that ends at the target time.
    pub(crate) fn until_target(limits: &Limits, stop: &'a StopFlag) -> Self {
        let mut limiter = Self::new(limits, stop);
        limiter.allotment.hard = limiter.allotment.target().unwrap_or(Duration::MAX);
        limiter
    }

    /// Counts the nodes of all engines that search together.
    pub(crate) fn in_joint_search(self, joint: Option<&'a JointSearch>) -> Self {
        Self { joint, ..self }
    }

    /// Tells all threads to stop.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Lets the search go on within its limits after [`SearchLimiter::finish`].
    pub(crate) fn reopen(&self) {
        self.finished.store(false, Relaxed);
    }

    /// Returns the time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns what is left of the limits, but no more than this many nodes, and the stop flag.
    pub(crate) fn part(&self, nodes: u64) -> (Limits, &'a StopFlag) {
        let nodes = self.nodes.map_or(nodes, |most| nodes.min(most.saturating_sub(self.counted())));
        let time = (self.allotment.hard < Duration::MAX)
            .then(|| self.allotment.hard.saturating_sub(self.elapsed()));
        (Limits { time, ..Limits::nodes(nodes) }, self.stop)
    }

    /// Whether a game clock runs, so that saved time is worth something.
    pub(crate) const fn is_clock(&self) -> bool {
        self.allotment.soft.is_some()
    }

    /// Whether to begin another iteration. `factor` is 1 for the usual amount of time and
    /// less if the best move has long been the same.
    pub(crate) fn has_time_for_more(&self, factor: f64) -> bool {
        self.allotment.soft.is_none_or(|soft| self.elapsed() < soft.mul_f64(factor))
    }

    /// Number of nodes searched by all threads, up to the last report of each.
    pub(crate) fn counted(&self) -> u64 {
        self.count(0)
    }

    /// Adds nodes of a thread, and returns the number of nodes of all.
    fn count(&self, nodes: u64) -> u64 {
        match self.joint {
            None => self.counted.fetch_add(nodes, Relaxed) + nodes,
            Some(joint) => joint.count_nodes(nodes),
        }
    }

    fn is_over(&self, nodes: u64) -> bool {
        self.finished.load(Relaxed)
            || self.stop.is_raised()
            || self.nodes.is_some_and(|limit| nodes >= limit)
            || (self.allotment.hard < Duration::MAX && self.elapsed() >= self.allotment.hard)
    }
}

/// One thread's node counter, which checks the limits now and then.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    limiter: &'a SearchLimiter<'a>,
    /// Nodes searched by this thread.
    nodes: u64,
    /// Number of them that the limiter knows of.
    reported: u64,
    next_check: u64,
    /// Node count at which the current part of the search ends, see [`NodeCounter::begin_part`].
    part_end: u64,
}

impl<'a> NodeCounter<'a> {
    pub(crate) const fn new(limiter: &'a SearchLimiter<'a>) -> Self {
        Self { limiter, nodes: 0, reported: 0, next_check: 0, part_end: u64::MAX }
    }

    /// Counts one more node.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Counts the nodes of a search that was made on the way.
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.report();
        self.next_check = self.nodes;
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        let total = self.report();
        if self.limiter.is_over(total) || self.nodes >= self.part_end {
            return Err(Stopped);
        }
        let left = self.limiter.nodes.map_or(u64::MAX, |limit| limit - total);
        let next = NODES_BETWEEN_CHECKS.min(left).min(self.part_end - self.nodes);
        self.next_check = self.nodes + next;
        Ok(())
    }

    /// Brings the limiter up to date and returns the number of nodes of all threads.
    pub(crate) fn report(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.limiter.count(new)
    }

    /// Number of nodes searched by this thread.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limits that are kept.
    pub(crate) const fn limiter(&self) -> &'a SearchLimiter<'a> {
        self.limiter
    }

    /// Begins a part of the search that may use this many nodes: counting fails when they
    /// are used up, but the search as a whole goes on. Parts may have parts. Returns where the
    /// part ends that is under way.
    pub(crate) fn begin_part(&mut self, nodes: u64) -> u64 {
        let outer = self.part_end;
        self.part_end = self.nodes.saturating_add(nodes).min(outer);
        self.next_check = self.nodes;
        outer
    }

    /// Ends a part, and goes on with the one that was under way when it began.
    ///
    /// # Errors
    /// If the limits of that part, or of the whole search, are reached too.
    pub(crate) fn end_part(&mut self, outer: u64) -> Result<(), Stopped> {
        self.part_end = outer;
        self.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_node_limit_is_exact() {
        for limit in [1, 63, 64, 65, 1000] {
            let stop = StopFlag::new();
            let limiter = SearchLimiter::new(&Limits::nodes(limit), &stop);
            let mut counter = NodeCounter::new(&limiter);
            while counter.count().is_ok() {}
            assert_eq!((counter.nodes(), limiter.counted()), (limit, limit));
        }
    }

    #[test]
    fn a_part_ends_before_the_whole() {
        let stop = StopFlag::new();
        let limiter = SearchLimiter::new(&Limits::nodes(150), &stop);
        let mut counter = NodeCounter::new(&limiter);
        let whole = counter.begin_part(100);
        let outer = counter.begin_part(40);
        while counter.count().is_ok() {}
        assert_eq!((counter.nodes(), counter.end_part(outer)), (40, Ok(())));
        // A part of a part ends with it.
        let outer = counter.begin_part(80);
        while counter.count().is_ok() {}
        assert_eq!((counter.nodes(), counter.end_part(outer)), (100, Err(Stopped)));
        assert_eq!(counter.end_part(whole), Ok(()));
        let whole = counter.begin_part(100);
        while counter.count().is_ok() {}
        assert_eq!((counter.nodes(), counter.end_part(whole)), (150, Err(Stopped)));
    }

    #[test]
    fn a_clock_is_never_overrun() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000, 100_000] {
                let clock = ClockState { remaining: ms(remaining), increment: ms(increment) };
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let allotment = TimeAllotment::new(&limits);
                assert!(allotment.hard <= clock.remaining, "{clock:?}: {allotment:?}");
                assert!(allotment.target().is_some_and(|target| target <= clock.remaining));
            }
        }
    }

    #[test]
    fn of_a_time_per_move_and_a_clock_the_smaller_counts() {
        let clock = |remaining| ClockState { remaining: ms(remaining), increment: ms(0) };
        let both = |time, remaining| {
            let limits = Limits { clock: Some(clock(remaining)), ..Limits::time(ms(time)) };
            TimeAllotment::new(&limits).target().unwrap()
        };
        assert!(both(3_000, 300) < ms(100), "the clock is the smaller one");
        assert_eq!(both(10, 600_000), ms(10));
        assert_eq!(TimeAllotment::new(&Limits::nodes(5)).target(), None);
    }

    #[test]
    fn the_first_limit_reached_counts() {
        let stop = StopFlag::new();
        let limits = Limits { nodes: Some(5), ..Limits::time(Duration::from_secs(3600)) };
        let limiter = SearchLimiter::until_target(&limits, &stop);
        assert!(!limiter.is_over(4));
        assert!(limiter.is_over(5));
        stop.raise();
        assert!(limiter.is_over(0));
    }
}
