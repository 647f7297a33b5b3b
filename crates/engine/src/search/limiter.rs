//! How much longer the search may go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::limits::{ClockState, Limits, StopFlag};

/// The search was told to stop; what it was doing is not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// How many positions a thread looks at between two looks at the clock. The slowest
/// game takes some tenths of a millisecond for them.
const NODES_BETWEEN_CHECKS: u64 = 64;

/// Time kept in reserve for everything between two moves that is not thinking.
const RESERVE: Duration = Duration::from_millis(15);

/// For how many more moves the time on a clock should last.
const MOVES_TO_COME: u32 = 18;

/// The time for a move.
#[derive(Clone, Copy, Debug)]
struct Timing {
    started: Instant,
    /// When to begin nothing new; none if all the time should be used.
    soft: Option<Duration>,
    /// When to stop.
    hard: Duration,
}

impl Timing {
    /// The clock of the machine is only touched if there is a limit of time, because not
    /// every machine has one.
    fn of(limits: &Limits) -> Option<Self> {
        if limits.time.is_none() && limits.clock.is_none() {
            return None;
        }
        let started = Instant::now();
        let (soft, mut hard) = match &limits.clock {
            Some(clock) => share_of(clock),
            None => (None, Duration::MAX),
        };
        if let Some(time) = limits.time {
            hard = hard.min(time);
        }
        Some(Self { started, soft, hard })
    }
}

/// The time to use for one move: when to begin nothing new, and when to stop.
fn share_of(clock: &ClockState) -> (Option<Duration>, Duration) {
    let usable = clock.remaining.saturating_sub(RESERVE);
    let even = usable / MOVES_TO_COME + clock.increment * 3 / 4;
    let soft = even.min(usable / 2);
    let hard = (even * 4).min(usable * 2 / 5).max(usable.min(Duration::from_millis(1)));
    (Some(soft), hard)
}

/// When all threads of one search have to stop.
#[derive(Debug)]
pub(crate) struct SearchLimiter<'a> {
    stop: &'a StopFlag,
    timing: Option<Timing>,
    nodes: Option<u64>,
    /// Positions that all threads together have reported.
    counted: AtomicU64,
    /// Set when the first thread is done.
    finished: AtomicBool,
}

impl<'a> SearchLimiter<'a> {
    pub(crate) fn new(limits: &Limits, stop: &'a StopFlag) -> Self {
        Self {
            stop,
            timing: Timing::of(limits),
            nodes: limits.nodes,
            counted: AtomicU64::new(0),
            finished: AtomicBool::new(false),
        }
    }

    /// Tells all threads to stop.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// How long the search has been going on; zero if there is no limit of time.
    pub(crate) fn elapsed(&self) -> Duration {
        self.timing.map_or(Duration::ZERO, |timing| timing.started.elapsed())
    }

    /// Whether it is a game's clock that counts, so that saving time is worth something.
    pub(crate) fn is_clock(&self) -> bool {
        self.timing.is_some_and(|timing| timing.soft.is_some())
    }

    /// Whether to begin another iteration. Less time is needed if the best move has long
    /// been the same: `time_factor` is 1 for the usual amount of time.
    pub(crate) fn has_time_for_more(&self, time_factor: f64) -> bool {
        let Some(Timing { started, soft: Some(soft), .. }) = self.timing else {
            return true;
        };
        started.elapsed() < soft.mul_f64(time_factor)
    }

    /// Positions that all threads have looked at, up to the last report of each.
    pub(crate) fn counted(&self) -> u64 {
        self.counted.load(Relaxed)
    }

    fn is_over(&self, nodes: u64) -> bool {
        self.finished.load(Relaxed)
            || self.stop.is_raised()
            || self.nodes.is_some_and(|limit| nodes >= limit)
            || self.timing.is_some_and(|timing| timing.started.elapsed() >= timing.hard)
    }
}

/// One thread's count of positions against the limiter.
#[derive(Debug)]
pub(crate) struct NodeCounter<'a> {
    limiter: &'a SearchLimiter<'a>,
    /// Positions looked at by this thread.
    nodes: u64,
    /// How many of them the limiter knows of.
    reported: u64,
    next_check: u64,
}

impl<'a> NodeCounter<'a> {
    pub(crate) const fn new(limiter: &'a SearchLimiter<'a>) -> Self {
        Self { limiter, nodes: 0, reported: 0, next_check: 0 }
    }

    /// Counts one more position.
    #[inline]
    pub(crate) fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes == self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        let total = self.report();
        if self.limiter.is_over(total) {
            return Err(Stopped);
        }
        let left = self.limiter.nodes.map_or(u64::MAX, |limit| limit - total);
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS.min(left);
        Ok(())
    }

    /// Brings the limiter up to date and says how many positions there are in all.
    pub(crate) fn report(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.limiter.counted.fetch_add(new, Relaxed) + new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_exact() {
        for limit in [1, 63, 64, 65, 1000] {
            let stop = StopFlag::new();
            let limiter = SearchLimiter::new(&Limits::nodes(limit), &stop);
            let mut counter = NodeCounter::new(&limiter);
            while counter.count().is_ok() {}
            assert_eq!((counter.nodes, limiter.counted()), (limit, limit));
        }
    }

    #[test]
    fn a_clock_is_never_overrun() {
        let ms = Duration::from_millis;
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000, 100_000] {
                let clock = ClockState { remaining: ms(remaining), increment: ms(increment) };
                let (soft, hard) = share_of(&clock);
                assert!(hard <= clock.remaining, "{clock:?}: {hard:?}");
                assert!(soft.is_some_and(|soft| soft <= clock.remaining));
            }
        }
    }
}
