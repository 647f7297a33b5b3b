//! Limits of a search and the flag that stops it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_games::AnyMove;

use crate::search::JointSearch;

/// The state of a game clock for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// Time left for the rest of the game.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// Limits of a search. The first one reached ends it; without any, a search goes on until
/// the stop flag is raised or the position is solved.
///
/// ```
/// use std::time::Duration;
///
/// use cairn_engine::Limits;
///
/// let limits = Limits { nodes: Some(10_000), ..Limits::time(Duration::from_millis(100)) };
/// assert_eq!((limits.nodes, limits.depth), (Some(10_000), None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time for this move.
    pub time: Option<Duration>,
    /// Number of nodes to search.
    pub nodes: Option<u64>,
    /// Number of plies to search.
    pub depth: Option<u32>,
    /// The game clock of the side to move, from which a bot takes the time for this move.
    pub clock: Option<ClockState>,
    /// The only moves to consider for the side to move; all if empty.
    pub search_moves: Vec<AnyMove>,
}

impl Limits {
    /// Limits the time for the move.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use cairn_engine::Limits;
    ///
    /// assert_eq!(Limits::time(Duration::from_secs(1)).time, Some(Duration::from_secs(1)));
    /// ```
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Limits the number of nodes. Such a search gives the same result every time on one
    /// thread.
    ///
    /// ```
    /// assert_eq!(cairn_engine::Limits::nodes(1_000).nodes, Some(1_000));
    /// ```
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits the number of plies.
    ///
    /// ```
    /// assert_eq!(cairn_engine::Limits::depth(6).depth, Some(6));
    /// ```
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }
}

/// A flag that tells a search in another thread to stop. Clones share the flag.
///
/// ```
/// use cairn_engine::StopFlag;
///
/// let flag = StopFlag::new();
/// let same = flag.clone();
/// same.raise();
/// assert!(flag.is_raised());
/// flag.lower();
/// assert!(!same.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    raised: Arc<AtomicBool>,
    /// A search of several engines that can be stopped as a whole as well.
    joint: Option<JointSearch>,
}

impl StopFlag {
    /// Makes a flag that is not raised.
    pub fn new() -> Self {
        Self::default()
    }

    /// Tells everyone who holds this flag to stop.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Lowers the flag, so that it can be used again.
    pub fn lower(&self) {
        self.raised.store(false, Ordering::Relaxed);
    }

    /// Whether the flag is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
            || self.joint.as_ref().is_some_and(JointSearch::is_stopped)
    }

    /// Returns this flag for an engine that searches together with others: it counts as raised
    /// when all of them are told to stop, too.
    pub(crate) fn in_joint_search(&self, joint: Option<&JointSearch>) -> Self {
        Self { raised: Arc::clone(&self.raised), joint: joint.cloned() }
    }
}

/// Uses a flag that other code sets, such as a signal handler.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicBool, Ordering};
///
/// use cairn_engine::StopFlag;
///
/// let interrupted = Arc::new(AtomicBool::new(false));
/// let flag = StopFlag::from(Arc::clone(&interrupted));
/// interrupted.store(true, Ordering::Relaxed);
/// assert!(flag.is_raised());
/// ```
impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self { raised: flag, joint: None }
    }
}
