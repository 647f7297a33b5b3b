//! `cairn solve campaign`: the values of many starts, in a file that can be continued.

use std::time::{Duration, Instant};

use cairn_app::line_texts;
use cairn_engine::solver::{Solution, Solver};
use cairn_engine::{Limits, StopFlag, Wdl};
use cairn_games::AnyPosition;

use super::results::{self, Shares, Start, StartResult};
use super::{options, prove, result_text};
use crate::engine_arguments::CampaignArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// Solves starts one after the other.
pub fn run(arguments: &CampaignArguments) -> Result<(), Failure> {
    let game = arguments.board.board()?;
    let starts = Start::read_list(&arguments.starts)?;
    let positions =
        starts.iter().map(|start| start.position(game)).collect::<Result<Vec<_>, _>>()?;
    let mut known = results::read(&arguments.file)?;
    let mut out = Output::new();
    let stop = interrupt::stop_flag();
    let mut solver = None;
    for (&start, position) in starts.iter().zip(&positions) {
        if stop.is_raised() || is_done(&known, position, arguments.time) {
            continue;
        }
        let solver =
            solver.get_or_insert_with(|| Solver::new(game, &options(&arguments.resources)));
        let (result, text) = attempt(solver, start, position, arguments, &stop);
        // An attempt that was interrupted says nothing about the time that a start takes.
        if result.value.is_some() || !stop.is_raised() {
            results::append(&arguments.file, &result)?;
            out.line(format!("{start}: {text}"))?;
            out.flush()?;
            known.push(result);
        }
        solver.clear();
    }
    let asked = |result: &&StartResult| {
        positions.iter().any(|position| position.to_text() == result.position)
    };
    out.line(Shares::of(known.iter().filter(asked)))?;
    out.flush()?;
    interrupt::check(&stop)
}

/// Whether there is a result, or an attempt that had at least as much time.
fn is_done(known: &[StartResult], position: &AnyPosition, time: Option<u64>) -> bool {
    let text = position.to_text();
    known.iter().filter(|result| result.position == text).any(|result| {
        result.value.is_some() || time.is_some_and(|time| time as f64 <= 1000.0 * result.seconds)
    })
}

/// Tries to solve a start, and describes the result.
fn attempt(
    solver: &mut Solver,
    start: Start,
    position: &AnyPosition,
    arguments: &CampaignArguments,
    stop: &StopFlag,
) -> (StartResult, String) {
    let limits = Limits { time: arguments.time.map(Duration::from_millis), ..Limits::default() };
    let threads = options(&arguments.resources).threads;
    let solution = prove(solver, position, &limits, stop, &format!("{start}: "));
    let mut result = StartResult::new(start, position);
    result.value = solution.value.map(|value| value.word().to_owned());
    result.nodes = solution.nodes;
    result.seconds = solution.elapsed.as_secs_f64();
    result.threads = threads;
    result.memory = arguments.resources.memory;
    result.line = line_texts(position, &solution.line).join(" ");
    if let Some(value) = solution.value {
        result.key_lines = key_lines(solver, position, value, &solution, arguments, stop);
    }
    let text = format!(
        "{}; {} positions in {:.1} s, {} key lines",
        result_text(position, &solution),
        result.nodes,
        result.seconds,
        result.key_lines.len(),
    );
    (result, text)
}

/// Extracts key lines, as many as a tenth of the time of the proof and ten seconds allow.
fn key_lines(
    solver: &mut Solver,
    position: &AnyPosition,
    value: Wdl,
    solution: &Solution,
    arguments: &CampaignArguments,
    stop: &StopFlag,
) -> Vec<String> {
    let began = Instant::now();
    let allowed = Duration::from_secs(10) + solution.elapsed / 10;
    let mut lines = Vec::new();
    for number in 0..arguments.lines {
        let limits = Limits::time(allowed.saturating_sub(began.elapsed()));
        let plies = arguments.plies as usize;
        let found = solver.key_line(position, value, number, plies, &limits, stop);
        let Some(line) = found else { break };
        lines.push(line_texts(position, &line.moves).join(" "));
    }
    lines
}
