//! `cairn solve campaign`: the values of many starts, in a file that can be continued.

use std::time::Duration;

use cairn_app::campaign::{self, Shares, Start, StartResult};
use cairn_engine::solver::Solver;
use cairn_engine::{Limits, StopFlag};
use cairn_games::AnyPosition;

use super::{options, prove, result_text};
use crate::engine_arguments::CampaignArguments;
use crate::failure::Failure;
use crate::files::cannot;
use crate::interrupt;
use crate::output::Output;

/// Solves starts one after the other.
pub fn run(arguments: &CampaignArguments) -> Result<(), Failure> {
    let game = arguments.board.board()?;
    let file = &arguments.file;
    let starts = Start::read_list(&arguments.starts).map_err(Failure::usage)?;
    let positions = starts.iter().map(|start| start.position(game)).collect::<Result<Vec<_>, _>>();
    let positions = positions.map_err(Failure::usage)?;
    let mut known = campaign::read(file).map_err(|error| cannot("read", file, &error))?;
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
            campaign::append(file, &result).map_err(|error| cannot("write", file, &error))?;
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
    let mut result = StartResult::new(start, position, &solution);
    result.threads = threads;
    result.memory = arguments.resources.memory;
    let (lines, plies) = (arguments.lines, arguments.plies as usize);
    result.key_lines = campaign::key_lines(solver, position, &solution, lines, plies, stop);
    let text = format!(
        "{}; {} positions in {:.1} s, {} key lines",
        result_text(position, &solution),
        result.nodes,
        result.seconds,
        result.key_lines.len(),
    );
    (result, text)
}
