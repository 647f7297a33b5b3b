//! How much of its time and nodes a proof search has used.

use std::time::{Duration, Instant};

use crate::limits::{Limits, StopFlag};

/// The search was told to stop, or has used up what it was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How many positions are made between two looks at the clock: less than a millisecond
/// even in the slowest game.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// What a proof search may use, and what it has used.
#[derive(Debug)]
pub struct Budget<'a> {
    stop: &'a StopFlag,
    /// When it was begun, if time is limited; otherwise no clock is read.
    started: Option<Instant>,
    time: Option<Duration>,
    most_nodes: u64,
    nodes: u64,
    /// When to look at the clock and the flag next.
    next_look: u64,
}

impl<'a> Budget<'a> {
    /// A budget that begins to be used now. Of the limits it takes time and nodes.
    #[must_use]
    pub fn new(limits: &Limits, stop: &'a StopFlag) -> Self {
        Self {
            stop,
            started: limits.time.map(|_| Instant::now()),
            time: limits.time,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            next_look: 0,
        }
    }

    /// Counts one position.
    ///
    /// # Errors
    /// If it is time to stop.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let late = self.time.is_some_and(|time| self.elapsed() >= time);
        if late || self.nodes >= self.most_nodes || self.stop.is_raised() {
            return Err(Stopped);
        }
        self.next_look = (self.nodes + NODES_BETWEEN_LOOKS).min(self.most_nodes);
        Ok(())
    }

    /// How many positions were counted.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How long ago the budget was made; zero if time is not limited.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.map_or(Duration::ZERO, |started| started.elapsed())
    }

    /// Until when a part of the search may go on that is allowed this many more nodes:
    /// that part stops there, the budget goes on.
    pub(super) fn part(&mut self, nodes: u64) -> PartOfBudget {
        let rest = self.most_nodes;
        self.most_nodes = rest.min(self.nodes.saturating_add(nodes));
        self.next_look = self.next_look.min(self.most_nodes);
        PartOfBudget { rest }
    }

    /// Ends a part; says whether the whole is used up too.
    pub(super) fn end_part(&mut self, part: PartOfBudget) -> Result<(), Stopped> {
        self.most_nodes = part.rest;
        self.look()
    }
}

/// What [`Budget::part`] sets aside.
pub(super) struct PartOfBudget {
    rest: u64,
}
