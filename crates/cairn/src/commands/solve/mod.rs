//! `cairn solve`: the exact value of a position, or of many starts.

mod campaign;
mod check;

use std::time::Duration;

use cairn_app::json::SolutionJson;
use cairn_app::line_texts;
use cairn_engine::solver::{ProofProgress, Solution, Solver};
use cairn_engine::{EngineOptions, Limits, StopFlag, Wdl};
use cairn_games::{AnyPosition, History};

use super::available_threads;
use crate::engine_arguments::{SolveArguments, SolveCommand, SolveResourceArguments};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::progress::ProgressBar;

/// Solves a position or many, or checks results.
pub fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    match &arguments.command {
        Some(SolveCommand::Campaign(arguments)) => campaign::run(arguments),
        Some(SolveCommand::Check(arguments)) => check::run(arguments),
        None => solve_position(arguments),
    }
}

fn solve_position(arguments: &SolveArguments) -> Result<(), Failure> {
    let position = arguments.start.position(arguments.game.as_deref().unwrap_or_default())?;
    let limits = Limits { time: arguments.time.map(Duration::from_millis), ..Limits::default() };
    let stop = interrupt::stop_flag();
    let mut solver = Solver::new(position.game(), &options(&arguments.resources));
    let solution = prove(&mut solver, &position, &limits, &stop, "");
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

/// Returns the engine options for these resources.
fn options(resources: &SolveResourceArguments) -> EngineOptions {
    EngineOptions {
        hash_mb: resources.memory as usize,
        threads: available_threads(resources.threads),
        ..EngineOptions::default()
    }
}

/// Looks for a proof and shows the progress.
fn prove(
    solver: &mut Solver,
    position: &AnyPosition,
    limits: &Limits,
    stop: &StopFlag,
    title: &str,
) -> Solution {
    let mut progress = ProgressBar::new();
    let watch = &mut |so_far: &ProofProgress| {
        let detail = || format!("{title}{}", progress_text(position, so_far));
        match limits.time {
            Some(time) => progress.show(so_far.elapsed.div_duration_f64(time), detail),
            None => progress.show_endless(detail),
        }
    };
    solver.solve(&History::new(*position), limits, stop, watch)
}

/// Describes a proof that is under way.
fn progress_text(position: &AnyPosition, progress: &ProofProgress) -> String {
    let millions = progress.nodes as f64 / 1e6;
    let mut text = format!("{millions:.0} M positions");
    let side = position.info().side_name(position.to_move());
    match (progress.bounds.worst, progress.bounds.best) {
        (Wdl::Draw, _) => text += &format!(", {side} does not lose"),
        (_, Wdl::Draw) => text += &format!(", {side} does not win"),
        _ => {}
    }
    if let Some((settled, moves)) = progress.moves_settled {
        text += &format!(", {settled} of {moves} moves settled");
    }
    if let Some(depth) = progress.depth {
        text += &format!(", no win within {depth} plies");
    }
    text + &format!(", table {:.0} % full", 100.0 * progress.table_use)
}

/// Returns the result in a sentence.
fn result_text(position: &AnyPosition, solution: &Solution) -> String {
    let side = position.info().side_name(position.to_move());
    let value = match solution.value {
        None => return "not solved within the time limit".to_owned(),
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
