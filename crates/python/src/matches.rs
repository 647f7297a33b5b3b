//! Matches between computer players.

use std::time::Duration;

use cairn_app::PositionSpec;
use cairn_arena::{
    MatchPlayer, MatchSettings, MatchTimeControl, OpeningSettings, Rung, Sprt, SprtReport, Summary,
    Tally, as_markdown, play_match as play,
};
use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Limits};
use cairn_games::GameId;
use pyo3::prelude::*;
use serde::Serialize;

use crate::convert::{MOST_THREADS, interruptible, json, position_error, require, value_error};

/// Most games of a match.
const MOST_GAMES: usize = 1_000_000;

/// Most random moves of an opening.
const MOST_OPENING_PLIES: u32 = 40;

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
    require("games", games as usize, MOST_GAMES)?;
    require("threads", threads, MOST_THREADS)?;
    if opening > MOST_OPENING_PLIES {
        return Err(value_error(format!("opening must be at most {MOST_OPENING_PLIES}")));
    }
    let limits = Limits { time, nodes, ..Limits::default() };
    let settings = MatchSettings {
        seed,
        threads,
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

/// Counts of a match: games won, drawn and lost, pairs by half points, single games by half
/// points.
type MatchCounts = (u32, u32, u32, [u32; 5], [u32; 3]);

fn summary(
    game: &str,
    a: &str,
    b: &str,
    counts: MatchCounts,
) -> PyResult<(GameId, Tally, Summary)> {
    let game = GameId::named(game).map_err(value_error)?;
    let (wins, draws, losses, pairs, singles) = counts;
    let tally = Tally { wins, draws, losses, pairs, singles };
    let games = [wins, draws, losses].into_iter().try_fold(0, u32::checked_add);
    if games.is_none() {
        return Err(value_error("too many games"));
    }
    Ok((game, tally, Summary::new(game, a, b, &tally)))
}

#[derive(Serialize)]
struct SummaryDocument<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtReport>,
}

/// Returns the result of a match that was played in shares, as JSON, with the state of a
/// sequential probability ratio test between two Elo differences.
#[pyfunction]
#[pyo3(signature = (game, a, b, counts, *, sprt=None))]
pub(crate) fn match_summary(
    game: &str,
    a: &str,
    b: &str,
    counts: MatchCounts,
    sprt: Option<(f64, f64)>,
) -> PyResult<String> {
    let (_, tally, summary) = summary(game, a, b, counts)?;
    let sprt = match sprt {
        Some((low, high)) if low < high => Some(Sprt::new(low, high).report(&tally)),
        Some(_) => return Err(value_error("the smaller Elo difference comes first")),
        None => None,
    };
    json(&SummaryDocument { summary: &summary, sprt })
}

/// Returns the Markdown table of a ladder, from the game, the upper level and the counts of each
/// match.
#[pyfunction]
pub(crate) fn ladder_table(rungs: Vec<(String, u8, MatchCounts)>) -> PyResult<String> {
    let rung = |(game, number, counts): (String, u8, MatchCounts)| {
        let level = Level::new(number).filter(|level| *level > Level::LOWEST);
        let level = level.ok_or_else(|| value_error("the upper level is one from 2 to 10"))?;
        let lower = (number - 1).to_string();
        let (game, _, summary) = summary(&game, &number.to_string(), &lower, counts)?;
        Ok(Rung { game, level, summary })
    };
    let rungs = rungs.into_iter().map(rung).collect::<PyResult<Vec<_>>>()?;
    Ok(as_markdown(&rungs))
}
