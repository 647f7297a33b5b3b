//! What is counted, in the text form that Prometheus reads.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use crate::engine::PoolFigures;
use crate::game::{Play, Status};

/// Something that is counted.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Counts so many more.
    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// How many there were.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Something of which there are more or fewer.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// So many more, or fewer.
    pub fn add(&self, more: i64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    /// How many there are.
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The upper bounds of how long things take, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// How long things take.
#[derive(Debug, Default)]
pub struct Durations {
    /// How many took no longer than each bound but longer than the one before.
    within: [Counter; BOUNDS.len()],
    count: Counter,
    micros: Counter,
}

impl Durations {
    /// Counts one.
    pub fn note(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        if let Some(at) = BOUNDS.iter().position(|bound| seconds <= *bound) {
            self.within[at].add(1);
        }
        self.count.add(1);
        self.micros.add(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX));
    }

    fn write(&self, text: &mut String, name: &str, help: &str) {
        head(text, name, help, "histogram");
        let mut sum = 0;
        for (bound, within) in BOUNDS.iter().zip(&self.within) {
            sum += within.get();
            line(text, &format!("{name}_bucket{{le=\"{bound}\"}}"), sum);
        }
        line(text, &format!("{name}_bucket{{le=\"+Inf\"}}"), self.count.get());
        line(text, &format!("{name}_sum"), self.micros.get() as f64 / 1e6);
        line(text, &format!("{name}_count"), self.count.get());
    }
}

/// All that is counted.
#[derive(Debug, Default)]
#[allow(missing_docs, reason = "the help texts below say what they are")]
pub struct Metrics {
    pub requests: [Counter; 5],
    pub request_time: Durations,
    pub commit_time: Durations,
    pub created: Counter,
    pub moves: Counter,
    pub computer_moves: Counter,
    pub finished: Counter,
    pub refused: Counter,
    pub watchers: Gauge,
}

impl Metrics {
    /// Counts a request by the hundreds of its status.
    pub fn request(&self, status: u16, duration: Duration) {
        if let Some(class) = self.requests.get(usize::from(status / 100).wrapping_sub(1)) {
            class.add(1);
        }
        self.request_time.note(duration);
    }

    /// Counts what a change did.
    pub fn committed(&self, before: &Play, after: &Play, duration: Duration) {
        self.commit_time.note(duration);
        if after.ply() > before.ply() {
            let counter = if before.computer_to_move().is_some() {
                &self.computer_moves
            } else {
                &self.moves
            };
            counter.add(1);
        }
        if after.status == Status::Finished && before.status != Status::Finished {
            self.finished.add(1);
        }
    }

    /// All of it as text.
    #[must_use]
    pub fn write(&self, live: usize, pool: PoolFigures) -> String {
        let mut text = String::new();
        let t = &mut text;
        head(t, "cairn_requests_total", "Requests by the class of their status.", "counter");
        for (class, counter) in (1..).zip(&self.requests) {
            line(t, &format!("cairn_requests_total{{status=\"{class}xx\"}}"), counter.get());
        }
        self.request_time.write(t, "cairn_request_seconds", "How long requests took.");
        self.commit_time.write(t, "cairn_commit_seconds", "How long changes took to be kept.");
        head(t, "cairn_moves_total", "Moves made, by who made them.", "counter");
        line(t, "cairn_moves_total{by=\"person\"}", self.moves.get());
        line(t, "cairn_moves_total{by=\"computer\"}", self.computer_moves.get());
        for (name, help, value) in [
            ("cairn_games_created_total", "Games created.", &self.created),
            ("cairn_games_finished_total", "Games finished.", &self.finished),
            ("cairn_refused_total", "Requests over a visitor's limit.", &self.refused),
        ] {
            head(t, name, help, "counter");
            line(t, name, value.get());
        }
        head(t, "cairn_watchers", "Connections that follow a game.", "gauge");
        line(t, "cairn_watchers", self.watchers.get());
        head(t, "cairn_live_games", "Games with a task.", "gauge");
        line(t, "cairn_live_games", live);
        write_pool(t, pool);
        if let Some(bytes) = resident_memory() {
            head(t, "process_resident_memory_bytes", "Memory in use.", "gauge");
            line(t, "process_resident_memory_bytes", bytes);
        }
        text
    }
}

fn write_pool(t: &mut String, pool: PoolFigures) {
    head(t, "cairn_thinking", "Threads that think.", "gauge");
    line(t, "cairn_thinking", pool.thinking);
    head(t, "cairn_thoughts_waiting", "Positions waiting to be thought about.", "gauge");
    for (lane, waiting) in ["quick", "slow", "analysis"].iter().zip(pool.waiting) {
        line(t, &format!("cairn_thoughts_waiting{{queue=\"{lane}\"}}"), waiting);
    }
    head(t, "cairn_thoughts_total", "Positions thought about.", "counter");
    line(t, "cairn_thoughts_total", pool.done);
    head(t, "cairn_thought_seconds_total", "Time spent thinking.", "counter");
    line(t, "cairn_thought_seconds_total", pool.thought);
    head(t, "cairn_thought_wait_seconds_total", "Time spent waiting for it.", "counter");
    line(t, "cairn_thought_wait_seconds_total", pool.waited);
}

fn head(text: &mut String, name: &str, help: &str, kind: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn line(text: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "{name} {value}");
}

/// How much memory the process has, where the system tells.
#[must_use]
pub fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
