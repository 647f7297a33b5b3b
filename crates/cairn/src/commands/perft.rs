//! `cairn perft`: numbers of move sequences.

use std::time::Instant;

use cairn_app::json::VERSION;
use cairn_games::{AnyMove, AnyPosition};
use clap::Args;
use serde::Serialize;

use super::available_threads;
use crate::failure::Failure;
use crate::output::Output;
use crate::position_arguments::PositionArguments;
use crate::progress::ProgressBar;

/// Arguments of `cairn perft`.
#[derive(Args, Debug)]
pub struct PerftArguments {
    #[command(flatten)]
    pub position: PositionArguments,

    /// Maximum length of the sequences, in moves
    #[arg(value_parser = clap::value_parser!(u32).range(1..=99))]
    pub depth: u32,

    /// Print counts per first move
    #[arg(long)]
    pub divide: bool,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct PerftJson {
    version: u32,
    game: &'static str,
    position: String,
    counts: Vec<u64>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<ShareJson>>,
}

/// Number of move sequences that begin with one move.
#[derive(Serialize)]
struct ShareJson {
    #[serde(rename = "move")]
    mv: String,
    count: u64,
}

/// Counts of one depth.
struct DepthCount {
    shares: Vec<(AnyMove, u64)>,
    total: u64,
    seconds: f64,
}

/// Counts depth by depth.
pub fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let position = arguments.position.position()?;
    let threads = available_threads(arguments.threads);
    let mut out = Output::new();
    if !arguments.json && !arguments.divide {
        out.line(format!(
            "{:>5} {:>22} {:>11} {:>14}",
            "depth", "moves", "seconds", "moves/second"
        ))?;
    }
    let mut counts = Vec::new();
    let mut seconds = 0.0;
    let mut last = Vec::new();
    for depth in 1..=arguments.depth {
        let counted = count(&position, depth, threads);
        if !arguments.json && !arguments.divide {
            out.line(row(depth, &counted))?;
            out.flush()?;
        }
        counts.push(counted.total);
        seconds += counted.seconds;
        last = counted.shares;
    }
    let shares = arguments.divide.then(|| named(&position, &last));
    if arguments.json {
        let (game, position) = (position.game().name(), position.to_text());
        let divide = shares;
        out.json(&PerftJson { version: VERSION, game, position, counts, seconds, divide })?;
    } else if let Some(shares) = shares {
        for share in &shares {
            out.line(format!("{} {}", share.mv, share.count))?;
        }
        let total = counts.last().unwrap_or(&0);
        out.line(format!("\n{} moves, {total} in total", shares.len()))?;
    }
    out.flush()
}

/// Counts one depth.
fn count(position: &AnyPosition, depth: u32, threads: usize) -> DepthCount {
    let progress = std::sync::Mutex::new(ProgressBar::new());
    let start = Instant::now();
    let shares = position.divide(depth, threads, |done, of| {
        if let Ok(mut progress) = progress.lock() {
            let share = done as f64 / of.max(1) as f64;
            progress.show(share, || format!("depth {depth}, {done} of {of} parts"));
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    let total = shares.iter().map(|(_, count)| count).sum();
    DepthCount { shares, total, seconds }
}

fn row(depth: u32, counted: &DepthCount) -> String {
    let speed = counted.total as f64 / counted.seconds.max(1e-9);
    let speed = grouped(speed as u64);
    format!("{depth:>5} {:>22} {:>11.3} {speed:>14}", counted.total, counted.seconds)
}

/// Formats a number with spaces between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(" ")
}

fn named(position: &AnyPosition, shares: &[(AnyMove, u64)]) -> Vec<ShareJson> {
    let name = |mv| position.write_move(mv).unwrap_or_default();
    shares.iter().map(|&(mv, count)| ShareJson { mv: name(mv), count }).collect()
}
