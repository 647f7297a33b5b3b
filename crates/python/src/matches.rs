//! Matches between computer players.

use std::time::Duration;

use cairn_app::PositionSpec;
use cairn_arena::{
    MatchPlayer, MatchSettings, MatchTimeControl, OpeningSettings, Summary, play_match as play,
};
use cairn_engine::{EngineOptions, Limits};
use pyo3::prelude::*;
use serde::Serialize;

use crate::convert::{interruptible, json, position_error, value_error};

#[derive(Serialize)]
struct MatchDocument<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    records: &'a [String],
}

/// Plays a match, each opening with both colours, and returns its result and records as JSON.
#[pyfunction]
#[pyo3(signature = (game, a, b, *, games=20, time=None, nodes=None, seed=0, threads=1, opening=4, size=None))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &str,
    a: &str,
    b: &str,
    games: u32,
    time: Option<f64>,
    nodes: Option<u64>,
    seed: u64,
    threads: usize,
    opening: u32,
    size: Option<String>,
) -> PyResult<String> {
    let spec = PositionSpec { size, ..PositionSpec::of(game) };
    let game = spec.boards().map_err(|error| position_error(&error))?[0];
    let time = time.map(Duration::try_from_secs_f64).transpose().map_err(value_error)?;
    let limits = Limits { time, nodes, ..Limits::default() };
    let settings = MatchSettings {
        seed,
        threads: threads.max(1),
        openings: OpeningSettings { plies: opening, seed, ..OpeningSettings::default() },
        ..MatchSettings::new(game, games, MatchTimeControl::PerMove(limits))
    };
    let options = EngineOptions::default();
    let player = |name: &str| name.parse::<MatchPlayer>().map_err(value_error);
    let (a, b) = (player(a)?, player(b)?);
    let mut records = Vec::new();
    let report = interruptible(py, |stop| {
        let [a, b] = [&a, &b].map(|player| player.contestant(game, &options));
        play(&settings, &a, &b, stop, |progress| {
            records.extend(progress.pair.iter().map(|game| game.record.to_string()));
        })
    })?;
    let summary = report.map_err(value_error)?.summary;
    json(&MatchDocument { summary: &summary, records: &records })
}
