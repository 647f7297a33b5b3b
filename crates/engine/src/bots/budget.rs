//! When a bot has thought enough.

use std::time::{Duration, Instant};

use crate::limits::{ClockState, Limits, StopFlag};

/// A game is expected to go on for about this many moves.
const MOVES_TO_GO: u32 = 30;

/// What is kept back for getting the move to whoever asked.
const OVERHEAD: Duration = Duration::from_millis(10);

/// Time and work that may still be spent on a move.
pub(super) struct Budget<'a> {
    /// When thinking began and how long it may last. The machine's clock is touched only
    /// if there is a limit of time, because not every machine has one.
    timing: Option<(Instant, Duration)>,
    nodes: Option<u64>,
    stop: &'a StopFlag,
}

impl<'a> Budget<'a> {
    pub(super) fn new(limits: &Limits, stop: &'a StopFlag) -> Self {
        let of_clock = limits.clock.as_ref().map(share_of_clock);
        let time = match (limits.time, of_clock) {
            (Some(time), Some(share)) => Some(time.min(share)),
            (time, share) => time.or(share),
        };
        let timing = time.map(|most| (Instant::now(), most));
        Self { timing, nodes: limits.nodes, stop }
    }

    /// How long thinking has lasted; zero if there is no limit of time.
    pub(super) fn elapsed(&self) -> Duration {
        self.timing.map_or(Duration::ZERO, |(began, _)| began.elapsed())
    }

    /// Whether to stop now, after so many nodes.
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        self.stop.is_raised()
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.timing.is_some_and(|(began, most)| began.elapsed() >= most)
    }
}

/// How much of the time left for the game to spend on one move.
fn share_of_clock(clock: &ClockState) -> Duration {
    let share = clock.remaining / MOVES_TO_GO + clock.increment * 3 / 4;
    share.min(clock.remaining.saturating_sub(OVERHEAD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_never_overspent() {
        for (remaining, increment) in [(0, 0), (5, 0), (5, 1000), (60_000, 1000), (100, 100)] {
            let clock = ClockState {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
            };
            let share = share_of_clock(&clock);
            assert!(share <= clock.remaining, "{share:?} of {clock:?}");
        }
    }

    #[test]
    fn whatever_comes_first_counts() {
        let stop = StopFlag::new();
        let limits = Limits { nodes: Some(5), ..Limits::time(Duration::from_secs(3600)) };
        let budget = Budget::new(&limits, &stop);
        assert!(!budget.is_spent(4));
        assert!(budget.is_spent(5));
        stop.raise();
        assert!(budget.is_spent(0));
    }
}
