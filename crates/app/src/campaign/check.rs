//! Verification of results: lines are replayed, and their ends are solved again.

use cairn_engine::solver::{KeyLine, Solver};
use cairn_engine::{EngineOptions, StopFlag, Wdl};
use cairn_games::{AnyMove, AnyPosition, GameId};
use serde::Serialize;

use super::StartResult;

/// A result that was checked.
#[derive(Debug, Serialize)]
pub struct CheckedResult<'a> {
    /// Name of the start.
    pub start: String,
    /// The position in notation.
    pub position: &'a str,
    /// Value that the result states.
    pub value: Option<&'a str>,
    /// Number of key lines.
    pub key_lines: usize,
    /// Number of positions searched to solve the ends of the lines again.
    pub nodes: u64,
    /// The first thing that is wrong.
    pub error: Option<String>,
}

/// Checks results, and keeps a solver for each game.
#[derive(Debug)]
pub struct ResultChecker {
    options: EngineOptions,
    solvers: Vec<(GameId, Solver)>,
}

impl ResultChecker {
    /// Makes a checker that solves with these options.
    pub const fn new(options: EngineOptions) -> Self {
        Self { options, solvers: Vec::new() }
    }

    /// Checks that the position is the start, that the main line ends with the value, and every
    /// key line.
    pub fn check<'a>(&mut self, result: &'a StartResult, stop: &StopFlag) -> CheckedResult<'a> {
        let mut nodes = 0;
        let error = self.check_lines(result, stop, &mut nodes).err();
        CheckedResult {
            start: result.start().to_string(),
            position: &result.position,
            value: result.value.as_deref(),
            key_lines: result.key_lines.len(),
            nodes,
            error,
        }
    }

    fn check_lines(
        &mut self,
        result: &StartResult,
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
            return Err(format!("the line does not end in a {word}"));
        }
        let solver = self.solver(position.game());
        for (number, line) in (0_u64..).zip(&result.key_lines) {
            let (moves, _) = replay(&position, line)?;
            *nodes += KeyLine::check(&moves, &position, value, number, solver, stop)?.nodes;
        }
        Ok(())
    }

    fn solver(&mut self, game: GameId) -> &mut Solver {
        let index =
            self.solvers.iter().position(|(known, _)| *known == game).unwrap_or_else(|| {
                self.solvers.push((game, Solver::new(game, &self.options)));
                self.solvers.len() - 1
            });
        &mut self.solvers[index].1
    }
}

/// Returns the start that the result names; the position that it states has to be the same.
fn start_position(result: &StartResult) -> Result<AnyPosition, String> {
    let boards = GameId::boards(&result.game).map_err(|unknown| unknown.to_string())?;
    let start = result.start();
    let mut positions = boards.iter().filter_map(|&game| start.position(game).ok());
    positions
        .find(|position| position.to_text() == result.position)
        .ok_or_else(|| format!("the position is not the start {start} of {}", result.game))
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
