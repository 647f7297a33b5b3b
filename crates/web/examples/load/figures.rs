//! Measured times and their distribution.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// Shares of the times whose longest is printed.
const SHARES: [f64; 5] = [0.5, 0.9, 0.99, 0.999, 1.0];

fn columns(numbers: [f64; SHARES.len()]) -> String {
    numbers.iter().map(|number| format!("{number:>10.2}")).collect()
}

/// Times that something took, in microseconds.
#[derive(Default)]
pub struct Times(Mutex<Vec<u32>>);

impl Times {
    fn note(&self, time: Duration) {
        let micros = u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
        self.0.lock().unwrap().push(micros);
    }

    /// Returns the number of times and their quantiles in milliseconds, if there are any.
    fn quantiles(&self) -> Option<(usize, [f64; SHARES.len()])> {
        let mut times = self.0.lock().unwrap().clone();
        let last = times.len().checked_sub(1)?;
        times.sort_unstable();
        let quantile = |share| f64::from(times[(last as f64 * share) as usize]) / 1000.0;
        Some((times.len(), SHARES.map(quantile)))
    }

    fn print(&self, what: &str) {
        if let Some((count, quantiles)) = self.quantiles() {
            println!("{what:<14}{count:>9}{}", columns(quantiles));
        }
    }

    /// Returns the quantiles of these times divided by those of others.
    fn ratios(&self, others: &Self) -> Option<String> {
        let (Some((_, own)), Some((_, others))) = (self.quantiles(), others.quantiles()) else {
            return None;
        };
        Some(columns(std::array::from_fn(|at| own[at] / others[at].max(0.001))))
    }
}

/// Times of all kinds. Only what was due after the beginning of the measurement counts.
pub struct Figures {
    begin: Instant,
    /// Length of the phases without and with visitors of other pages, which alternate; without phases
    /// they are there all the time.
    phase: Option<Duration>,
    /// From wanting a game to having it.
    pub created: Times,
    /// From wanting to join a game to sitting in it.
    pub joined: Times,
    /// From when a move was due to its acknowledgement.
    moves: Times,
    /// The same while nobody visits other pages.
    moves_alone: Times,
    /// From the acknowledgement of a move to the computer's answer.
    pub answers: Times,
    /// From when a move was due to its arrival at a watcher.
    pub watched: Times,
    /// From when an open game was wanted to its arrival in a lobby.
    pub lobby: Times,
    /// From when a try of a puzzle was sent to its verdict.
    pub puzzles: Times,
    /// From when a page was wanted to having it.
    pub pages: Times,
    finished: AtomicU64,
    failed: AtomicU64,
}

impl Figures {
    /// Nothing measured yet.
    pub fn new(begin: Instant, phase: Option<Duration>) -> Self {
        Self {
            begin,
            phase: phase.filter(|phase| !phase.is_zero()),
            created: Times::default(),
            joined: Times::default(),
            moves: Times::default(),
            moves_alone: Times::default(),
            answers: Times::default(),
            watched: Times::default(),
            lobby: Times::default(),
            puzzles: Times::default(),
            pages: Times::default(),
            finished: AtomicU64::new(0),
            failed: AtomicU64::new(0),
        }
    }

    /// Notes the time since something was due.
    pub fn note(&self, times: &Times, due: Instant) {
        if due >= self.begin {
            times.note(due.elapsed());
        }
    }

    /// Notes the time since a move was due.
    pub fn note_move(&self, due: Instant) {
        let is_busy = self.is_busy(due);
        self.note(if is_busy { &self.moves } else { &self.moves_alone }, due);
    }

    /// Whether other pages are visited at this time.
    pub fn is_busy(&self, at: Instant) -> bool {
        let Some(phase) = self.phase else { return true };
        let since = at.saturating_duration_since(self.begin);
        at >= self.begin && since.as_nanos() / phase.as_nanos() % 2 == 1
    }

    pub fn finish(&self) {
        self.finished.fetch_add(1, Ordering::Relaxed);
    }

    pub fn fail(&self, what: &str) {
        if self.failed.fetch_add(1, Ordering::Relaxed) < 5 {
            eprintln!("failed: {what}");
        }
    }

    pub fn failures(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    pub fn print(&self) {
        println!(
            "{:<14}{:>9}{:>10}{:>10}{:>10}{:>10}{:>10}",
            "ms", "count", "p50", "p90", "p99", "p99.9", "max"
        );
        self.created.print("create");
        self.joined.print("join");
        self.moves_alone.print("move, alone");
        self.moves.print("move");
        if let Some(ratios) = self.moves.ratios(&self.moves_alone) {
            println!("{:<23}{ratios}", "move / move, alone");
        }
        self.answers.print("computer");
        self.watched.print("watcher");
        self.lobby.print("lobby");
        self.puzzles.print("puzzle");
        self.pages.print("page");
        println!("games ended          {}", self.finished.load(Ordering::Relaxed));
        println!("failures             {}", self.failures());
    }
}
