//! `cairn solve`: the exact value of a position.

use std::time::{Duration, Instant};

use cairn_engine::solver::{Solution, solve};
use cairn_engine::{EngineOptions, Limits, Score, StopFlag, Variation, Wdl};
use cairn_games::{AnyPosition, History};
use serde::Serialize;

use super::analyse::move_texts;
use crate::diagnostic::Failure;
use crate::engine_arguments::SolveArguments;
use crate::json::{VERSION, to_line};
use crate::output::Output;

#[derive(Serialize)]
struct Solved {
    version: u32,
    game: &'static str,
    position: String,
    value: Option<&'static str>,
    distance: Option<u32>,
    /// Whether the distance is the shortest, not just that of the line.
    shortest: bool,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// Solves a position.
pub fn run(arguments: &SolveArguments) -> Result<(), Failure> {
    let position = arguments.set_up.position()?;
    let limits = Limits { time: arguments.time.map(Duration::from_millis), ..Limits::default() };
    let options = EngineOptions { hash_mb: arguments.hash as usize, ..EngineOptions::default() };
    let history = History::new(position);
    let began = Instant::now();
    let solution = solve(&history, &limits, &options, &StopFlag::new(), &mut |_| {});
    let seconds = began.elapsed().as_secs_f64();
    let line = line(&position, &solution);
    let mut out = Output::new();
    if arguments.json {
        out.line(to_line(&Solved {
            version: VERSION,
            game: position.game().name(),
            position: position.to_text(),
            value: solution.value.map(Wdl::word),
            distance: solution.distance,
            shortest: solution.is_shortest,
            line,
            nodes: solution.nodes,
            seconds,
        })?)?;
    } else {
        out.line(verdict(&position, &solution))?;
        if !line.is_empty() {
            out.line(line.join(" "))?;
        }
        out.line(format!("{} positions in {seconds:.2} s", solution.nodes))?;
    }
    out.flush()
}

fn line(position: &AnyPosition, solution: &Solution) -> Vec<String> {
    // The score plays no part in writing moves.
    move_texts(position, &Variation { moves: solution.line.clone(), score: Score::Draw })
}

/// The result in a sentence.
fn verdict(position: &AnyPosition, solution: &Solution) -> String {
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
