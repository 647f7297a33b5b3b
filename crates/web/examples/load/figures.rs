//! Measured times and their distribution.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// Times that something took, in microseconds.
#[derive(Default)]
pub struct Times(Mutex<Vec<u32>>);

impl Times {
    fn note(&self, time: Duration) {
        let micros = u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
        self.0.lock().unwrap().push(micros);
    }

    fn print(&self, what: &str) {
        let mut times = self.0.lock().unwrap().clone();
        if times.is_empty() {
            return;
        }
        times.sort_unstable();
        print!("{what:<14}{:>9}", times.len());
        for share in [0.5, 0.9, 0.99, 0.999, 1.0] {
            let time = times[((times.len() - 1) as f64 * share) as usize];
            print!("{:>10.2}", f64::from(time) / 1000.0);
        }
        println!();
    }
}

/// Times of all kinds. Only what was due after the beginning of the measurement counts.
pub struct Figures {
    begin: Instant,
    /// From wanting a game to having it.
    pub created: Times,
    /// From wanting to join a game to sitting in it.
    pub joined: Times,
    /// From when a move was due to its acknowledgement.
    pub moves: Times,
    /// From the acknowledgement of a move to the computer's answer.
    pub answers: Times,
    /// From when a move was due to its arrival at a watcher.
    pub watched: Times,
    /// From when an open game was wanted to its arrival in a lobby.
    pub lobby: Times,
    /// From when a page was wanted to having it, in a flood.
    pub pages: Times,
    finished: AtomicU64,
    failed: AtomicU64,
}

impl Figures {
    /// Nothing measured yet.
    pub fn new(begin: Instant) -> Self {
        Self {
            begin,
            created: Times::default(),
            joined: Times::default(),
            moves: Times::default(),
            answers: Times::default(),
            watched: Times::default(),
            lobby: Times::default(),
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
        self.moves.print("move");
        self.answers.print("computer");
        self.watched.print("watcher");
        self.lobby.print("lobby");
        self.pages.print("page");
        println!("games ended          {}", self.finished.load(Ordering::Relaxed));
        println!("failures             {}", self.failures());
    }
}
