//! What is measured.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long things took.
#[derive(Default)]
pub struct Times(Mutex<Vec<u32>>);

impl Times {
    pub fn note(&self, time: Duration) {
        let micros = u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
        self.0.lock().unwrap().push(micros);
    }

    fn print(&self, what: &str) {
        let mut times = self.0.lock().unwrap().clone();
        times.sort_unstable();
        let Some(last) = times.len().checked_sub(1) else {
            println!("{what:<14}none");
            return;
        };
        let at = |share: f64| f64::from(times[(last as f64 * share) as usize]) / 1000.0;
        println!(
            "{what:<14}{:>8}   p50 {:>8.1} ms   p90 {:>8.1} ms   p99 {:>8.1} ms   max {:>8.1} ms",
            times.len(),
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0)
        );
    }
}

/// All that is measured.
#[derive(Default)]
pub struct Figures {
    /// From asking for a game to having it.
    pub created: Times,
    /// From sending a move to its acknowledgement.
    pub moves: Times,
    /// From the acknowledgement of a move to the computer's answer.
    pub answers: Times,
    /// From sending a move to its arrival at a watcher.
    pub watched: Times,
    finished: AtomicU64,
    failed: AtomicU64,
}

impl Figures {
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

    pub fn print(&self, time: Duration) {
        self.created.print("create");
        self.moves.print("move");
        self.answers.print("computer");
        self.watched.print("watcher");
        let moves = self.moves.0.lock().unwrap().len() + self.answers.0.lock().unwrap().len();
        println!("moves a second {:.0}", moves as f64 / time.as_secs_f64());
        println!("games ended    {}", self.finished.load(Ordering::Relaxed));
        println!("failures       {}", self.failures());
    }
}
