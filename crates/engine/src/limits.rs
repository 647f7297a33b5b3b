//! How long a bot may think, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The time a side has left for the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// What is left.
    pub remaining: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

/// When to stop thinking. Whatever comes first counts; with no limit at all, thinking
/// goes on until the stop flag is raised (or everything is known).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Moves looked ahead.
    pub depth: Option<u32>,
    /// The game's clock for the side to move, from which the bot makes its own time.
    pub clock: Option<ClockState>,
}

impl Limits {
    /// So much time for the move.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Whether keeping to the limits takes a clock. Without one, none is read, so that a
    /// search also runs where there is none.
    #[must_use]
    pub const fn needs_clock(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So many moves ahead.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }
}

/// Tells a bot in another thread to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells everyone who holds this flag to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets the flag be used again.
    pub fn lower(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether to stop.
    #[inline]
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
