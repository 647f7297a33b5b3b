//! `cairn perft`: counting move sequences.

use std::io::IsTerminal;
use std::time::Instant;

use cairn_games::{AnyMove, AnyPosition};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::available_threads;
use crate::arguments::PerftArguments;
use crate::diagnostic::Failure;
use crate::json::{VERSION, to_line};
use crate::output::Output;

#[derive(Serialize)]
struct Perft {
    version: u32,
    game: &'static str,
    position: String,
    counts: Vec<u64>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Share>>,
}

#[derive(Serialize)]
struct Share {
    #[serde(rename = "move")]
    mv: String,
    count: u64,
}

/// One depth, counted.
struct Counted {
    shares: Vec<(AnyMove, u64)>,
    total: u64,
    seconds: f64,
}

/// Counts depth after depth.
pub fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let position = arguments.set_up.position()?;
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
        out.line(to_line(&Perft { version: VERSION, game, position, counts, seconds, divide })?)?;
    } else if let Some(shares) = shares {
        for share in &shares {
            out.line(format!("{} {}", share.mv, share.count))?;
        }
        out.line(format!("\n{} moves, {} in all", shares.len(), counts.last().unwrap_or(&0)))?;
    }
    out.flush()
}

/// Counts one depth, with a progress bar if somebody is looking.
fn count(position: &AnyPosition, depth: u32, threads: usize) -> Counted {
    let bar = progress_bar(depth);
    let start = Instant::now();
    let shares = position.divide(depth, threads, |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let total = shares.iter().map(|(_, count)| count).sum();
    Counted { shares, total, seconds }
}

/// A bar on standard error, or an invisible one if that is no terminal.
fn progress_bar(depth: u32) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("depth {msg} [{bar:40}] {pos}/{len} {elapsed} eta {eta}");
    let bar = ProgressBar::new(1).with_message(depth.to_string());
    match style {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

fn row(depth: u32, counted: &Counted) -> String {
    let speed = counted.total as f64 / counted.seconds.max(1e-9);
    let speed = grouped(speed as u64);
    format!("{depth:>5} {:>22} {:>11.3} {speed:>14}", counted.total, counted.seconds)
}

/// A number with thin gaps between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(" ")
}

fn named(position: &AnyPosition, shares: &[(AnyMove, u64)]) -> Vec<Share> {
    let name = |mv| position.write_move(mv).unwrap_or_default();
    shares.iter().map(|&(mv, count)| Share { mv: name(mv), count }).collect()
}
