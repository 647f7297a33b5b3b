//! `cairn solve check`: verifies files of solved starts.

use cairn_engine::solver::{KeyLine, Solver};
use cairn_engine::{StopFlag, Wdl};
use cairn_games::{AnyMove, AnyPosition, GameId};
use serde::Serialize;

use super::options;
use super::results::{self, Shares, StartResult};
use crate::engine_arguments::SolveCheckArguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::progress::ProgressBar;

/// A result that was checked.
#[derive(Serialize)]
struct CheckedResult<'a> {
    start: String,
    position: &'a str,
    value: Option<&'a str>,
    key_lines: usize,
    /// Positions searched to solve the ends of the lines again.
    nodes: u64,
    error: Option<String>,
}

/// Verifies all results of some files.
pub fn run(arguments: &SolveCheckArguments) -> Result<(), Failure> {
    let mut all = Vec::new();
    for file in &arguments.files {
        if !file.exists() {
            return Err(Failure::input(format!("there is no file {}", file.display())));
        }
        all.extend(results::read(file)?);
    }
    let stop = interrupt::stop_flag();
    let mut solvers = Vec::new();
    let mut progress = ProgressBar::new();
    let mut out = Output::new();
    let mut wrong = 0;
    for (index, result) in all.iter().enumerate() {
        progress.show(index as f64 / all.len() as f64, || result.start().to_string());
        let checked = check(result, &mut solvers, arguments, &stop);
        interrupt::check(&stop)?;
        progress.clear();
        wrong += usize::from(checked.error.is_some());
        if arguments.json {
            out.json(&checked)?;
        } else {
            out.line(text(&checked))?;
        }
        out.flush()?;
    }
    if arguments.json {
        out.json(&Shares::of(&all))?;
    } else {
        out.line(Shares::of(&all))?;
    }
    out.flush()?;
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::input(format!("{wrong} of {} results are wrong", all.len()))),
    }
}

fn text(checked: &CheckedResult<'_>) -> String {
    let CheckedResult { start, value, key_lines, nodes, error, .. } = checked;
    match (error, value) {
        (Some(error), _) => format!("{start}: WRONG, {error}"),
        (None, Some(value)) => {
            format!("{start}: {value}, {key_lines} key lines hold ({nodes} positions searched)")
        }
        (None, None) => format!("{start}: not solved, nothing to check"),
    }
}

fn check<'a>(
    result: &'a StartResult,
    solvers: &mut Vec<(GameId, Solver)>,
    arguments: &SolveCheckArguments,
    stop: &StopFlag,
) -> CheckedResult<'a> {
    let mut nodes = 0;
    let error = check_lines(result, solvers, arguments, stop, &mut nodes).err();
    CheckedResult {
        start: result.start().to_string(),
        position: &result.position,
        value: result.value.as_deref(),
        key_lines: result.key_lines.len(),
        nodes,
        error,
    }
}

/// Checks that the position is the start, that the main line ends with the value, and every key
/// line.
fn check_lines(
    result: &StartResult,
    solvers: &mut Vec<(GameId, Solver)>,
    arguments: &SolveCheckArguments,
    stop: &StopFlag,
    nodes: &mut u64,
) -> Result<(), String> {
    let position = start_position(result)?;
    let Some(word) = &result.value else { return Ok(()) };
    let value = result.value().ok_or_else(|| format!("`{word}` is not a value"))?;
    let (_, end) = replay(&position, &result.line)?;
    // The line is shorter if time ran out after the proof.
    if let Some(outcome) = end.outcome()
        && Wdl::of(outcome, position.to_move()) != value
    {
        return Err(format!("the line ends in another result than a {word}"));
    }
    let game = position.game();
    let index = solvers.iter().position(|(known, _)| *known == game).unwrap_or_else(|| {
        solvers.push((game, Solver::new(game, &options(&arguments.resources))));
        solvers.len() - 1
    });
    for (number, line) in (0_u64..).zip(&result.key_lines) {
        let (moves, _) = replay(&position, line)?;
        let solver = &mut solvers[index].1;
        *nodes += KeyLine::check(&moves, &position, value, number, solver, stop)?.nodes;
    }
    Ok(())
}

/// Returns the start that the result names; the position that it states has to be the same.
fn start_position(result: &StartResult) -> Result<AnyPosition, String> {
    let boards = GameId::boards(&result.game).map_err(|unknown| unknown.to_string())?;
    let start = result.start();
    let mut positions = boards.iter().filter_map(|&game| start.position(game).ok());
    positions
        .find(|position| position.to_text() == result.position)
        .ok_or_else(|| format!("the position is not {start} of {}", result.game))
}

/// Reads moves and plays them.
fn replay(position: &AnyPosition, line: &str) -> Result<(Vec<AnyMove>, AnyPosition), String> {
    let mut end = *position;
    let mut moves = Vec::new();
    for text in line.split_whitespace() {
        let mv = end.read_move(text).map_err(|error| format!("{text}: {error}"))?;
        end.play(mv).map_err(|illegal| format!("{text}: {illegal}"))?;
        moves.push(mv);
    }
    Ok((moves, end))
}
