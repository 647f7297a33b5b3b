//! `cairn solve`: the exact value of a position.

use std::time::Duration;

use cairn_app::json::SolutionJson;
use cairn_app::line_texts;
use cairn_engine::solver::{Solution, solve};
use cairn_engine::{EngineOptions, Limits, Wdl};
use cairn_games::{AnyPosition, History};

use super::available_threads;
use crate::engine_arguments::SolveArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::progress::ProgressBar;

/// Solves a position.
pub fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    let position = arguments.position.position()?;
    let time = arguments.time.map(Duration::from_millis);
    let limits = Limits { time, ..Limits::default() };
    let options = EngineOptions {
        hash_mb: arguments.hash as usize,
        threads: available_threads(arguments.threads),
        ..EngineOptions::default()
    };
    let history = History::new(position);
    let stop = interrupt::stop_flag();
    let mut progress = ProgressBar::new();
    let solution = solve(&history, &limits, &options, &stop, &mut |so_far| {
        let detail = || format!("{} positions searched", so_far.nodes);
        match time {
            Some(time) => progress.show(so_far.elapsed.div_duration_f64(time), detail),
            None => progress.show_endless(detail),
        }
    });
    progress.clear();
    let mut out = Output::new();
    if arguments.json {
        out.json(&SolutionJson::new(&position, &solution))?;
    } else {
        out.line(result_text(&position, &solution))?;
        let line = line_texts(&position, &solution.line);
        if !line.is_empty() {
            out.line(line.join(" "))?;
        }
        let seconds = solution.elapsed.as_secs_f64();
        out.line(format!("{} positions in {seconds:.2} s", solution.nodes))?;
    }
    out.flush()?;
    interrupt::check(&stop)
}

/// Returns the result in a sentence.
fn result_text(position: &AnyPosition, solution: &Solution) -> String {
    let side = position.info().side_name(position.to_move());
    let value = match solution.value {
        None => return "not solved in the time allowed".to_owned(),
        Some(Wdl::Win) => format!("{side}, to move, wins"),
        Some(Wdl::Loss) => format!("{side}, to move, loses"),
        Some(Wdl::Draw) => "drawn".to_owned(),
    };
    match solution.distance {
        Some(0) => format!("{value}: the game is over"),
        Some(plies) if solution.is_shortest => format!("{value} in {plies} plies"),
        Some(plies) => format!("{value}, within {plies} plies"),
        None => value,
    }
}
