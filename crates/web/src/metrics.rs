//! Metrics in the text format of Prometheus.

use std::time::Duration;

use axum::http::StatusCode;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{
    Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder,
};

use crate::game::{LiveGame, Status};
use crate::search_pool::PoolStats;

/// Upper bounds of the buckets of histograms, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// The metrics of a server. They are recorded by a recorder of their own, so that several
/// servers in one process count for themselves.
pub(crate) struct Metrics {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
}

impl Default for Metrics {
    fn default() -> Self {
        let builder = PrometheusBuilder::new();
        let builder = builder
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS)
            .unwrap_or_else(|_| PrometheusBuilder::new());
        let recorder = builder.build_recorder();
        let metrics = Self { handle: recorder.handle(), recorder };
        metrics.record(describe);
        metrics
    }
}

fn describe() {
    describe_counter!("cairn_requests_total", "Requests by route and class of status.");
    describe_histogram!("cairn_request_seconds", "Time to answer a request, by route.");
    describe_histogram!("cairn_commit_seconds", "Time to store a change of a game.");
    describe_counter!("cairn_moves_total", "Moves made, by kind of player.");
    describe_counter!("cairn_games_created_total", "Games created.");
    describe_counter!("cairn_games_finished_total", "Games finished.");
    describe_counter!("cairn_refused_total", "Requests refused by a rate limit.");
    describe_gauge!("cairn_connections", "Open connections.");
    describe_counter!("cairn_connections_refused_total", "Connections beyond a limit.");
    describe_gauge!("cairn_watchers", "Event streams that follow a game.");
    describe_gauge!("cairn_live_connections", "Live connections of pages (WebSockets).");
    describe_gauge!("cairn_live_games", "Games with a running task.");
    describe_gauge!("cairn_searches_running", "Worker threads that are searching.");
    describe_gauge!("cairn_searches_waiting", "Searches waiting in the job queue.");
    describe_counter!("cairn_searches_total", "Searches done.");
    describe_gauge!("cairn_search_seconds_total", "Time spent searching.");
    describe_gauge!("cairn_search_wait_seconds_total", "Time searches spent in the job queue.");
    describe_gauge!("process_resident_memory_bytes", "Resident memory of the process.");
    for name in [
        "cairn_games_created_total",
        "cairn_games_finished_total",
        "cairn_refused_total",
        "cairn_connections_refused_total",
    ] {
        counter!(name).absolute(0);
    }
    gauge!("cairn_connections").set(0.0);
    gauge!("cairn_watchers").set(0.0);
    gauge!("cairn_live_connections").set(0.0);
}

impl Metrics {
    fn record<T>(&self, record: impl FnOnce() -> T) -> T {
        metrics::with_local_recorder(&self.recorder, record)
    }

    /// Counts and times a request.
    pub(crate) fn request(&self, route: &str, status: StatusCode, duration: Duration) {
        self.record(|| {
            let class = format!("{}xx", status.as_u16() / 100);
            counter!("cairn_requests_total", "route" => route.to_owned(), "status" => class)
                .increment(1);
            histogram!("cairn_request_seconds", "route" => route.to_owned()).record(duration);
            if status == StatusCode::TOO_MANY_REQUESTS {
                counter!("cairn_refused_total").increment(1);
            }
        });
    }

    /// Counts a new game.
    pub(crate) fn created(&self) {
        self.record(|| counter!("cairn_games_created_total").increment(1));
    }

    /// Counts a connection; -1 for one that ends.
    pub(crate) fn connections(&self, more: f64) {
        self.record(|| gauge!("cairn_connections").increment(more));
    }

    /// Counts a connection beyond a limit.
    pub(crate) fn connection_refused(&self) {
        self.record(|| counter!("cairn_connections_refused_total").increment(1));
    }

    /// Counts an event stream; -1 for one that ends.
    pub(crate) fn watchers(&self, more: f64) {
        self.record(|| gauge!("cairn_watchers").increment(more));
    }

    /// Counts a live connection; -1 for one that ends.
    pub(crate) fn live_connections(&self, more: f64) {
        self.record(|| gauge!("cairn_live_connections").increment(more));
    }

    /// Counts a message to a browser by its result.
    pub(crate) fn pushed(&self, result: &'static str) {
        self.record(|| counter!("cairn_pushes_total", "result" => result).increment(1));
    }

    /// Times a change of a game and counts what it did.
    pub(crate) fn committed(&self, before: &LiveGame, after: &LiveGame, duration: Duration) {
        self.record(|| {
            histogram!("cairn_commit_seconds").record(duration);
            if after.ply() > before.ply() {
                let by = if before.computer_to_move().is_some() { "computer" } else { "person" };
                counter!("cairn_moves_total", "by" => by).increment(1);
            }
            if after.status == Status::Finished && before.status != Status::Finished {
                counter!("cairn_games_finished_total").increment(1);
            }
        });
    }

    /// Writes all metrics as text, with the figures that are read at this moment.
    pub(crate) fn render(&self, live_games: usize, pool: PoolStats) -> String {
        self.record(|| {
            gauge!("cairn_live_games").set(live_games as f64);
            gauge!("cairn_searches_running").set(pool.running as f64);
            for (queue, waiting) in ["quick", "slow", "analysis"].into_iter().zip(pool.waiting) {
                gauge!("cairn_searches_waiting", "queue" => queue).set(waiting as f64);
            }
            counter!("cairn_searches_total").absolute(pool.done);
            gauge!("cairn_search_seconds_total").set(pool.searched);
            gauge!("cairn_search_wait_seconds_total").set(pool.waited);
            if let Some(bytes) = resident_memory() {
                gauge!("process_resident_memory_bytes").set(bytes as f64);
            }
        });
        self.handle.run_upkeep();
        // The exporter writes a blank line after each metric.
        self.handle.render().replace("\n\n", "\n")
    }
}

/// Returns the resident memory of the process, where the system reports it.
pub(crate) fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_pool::PoolStats;

    #[test]
    fn requests_are_counted_by_route() {
        let metrics = Metrics::default();
        metrics.request("/g/{id}", StatusCode::OK, Duration::from_millis(3));
        metrics.request("/g/{id}", StatusCode::TOO_MANY_REQUESTS, Duration::from_millis(3));
        metrics.created();
        let pool =
            PoolStats { waiting: [1, 2, 3], running: 1, done: 9, waited: 0.5, searched: 1.5 };
        let text = metrics.render(7, pool);
        for line in [
            "cairn_requests_total{route=\"/g/{id}\",status=\"2xx\"} 1",
            "cairn_requests_total{route=\"/g/{id}\",status=\"4xx\"} 1",
            "cairn_request_seconds_bucket{route=\"/g/{id}\",le=\"0.005\"} 2",
            "cairn_refused_total 1",
            "cairn_games_created_total 1",
            "cairn_games_finished_total 0",
            "cairn_live_games 7",
            "cairn_searches_waiting{queue=\"analysis\"} 3",
            "# TYPE cairn_request_seconds histogram",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }
}
