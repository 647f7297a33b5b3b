//! `cairn value`: the value of a position by the evaluation of an original program.

use cairn_app::json::PositionJson;
use cairn_games::Side;
use cairn_legacy::Program;
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::position_arguments::{StartArguments, game_names};

#[derive(Args, Debug)]
pub struct ValueArguments {
    /// Game [default: detected from the position]
    #[arg(value_name = "GAME", value_parser = game_names(), ignore_case = true)]
    pub game: Option<String>,

    #[command(flatten)]
    pub start: StartArguments,

    /// Number of the program, such as 001 [default: all programs for the game]
    #[arg(long, value_name = "NNN")]
    pub program: Option<String>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct ValuesJson {
    #[serde(flatten)]
    position: PositionJson,
    values: Vec<ProgramValueJson>,
}

#[derive(Serialize)]
struct ProgramValueJson {
    program: &'static str,
    /// Value to the first mover.
    first: f64,
    /// Value to the second mover.
    second: f64,
    formula: &'static str,
}

/// Prints the values of a position.
pub fn run(arguments: &ValueArguments) -> Result<(), Failure> {
    let reading = arguments.start.reading(arguments.game.as_deref(), "a --position")?;
    let position = reading
        .position()
        .map_err(|why| Failure::Input(format!("this position is impossible: {why}")))?;
    let (game, info) = (reading.game, reading.game.info());
    let wanted = arguments.program.as_deref();
    let programs = Program::of(game).filter(|program| wanted.is_none_or(|n| n == program.number));
    let values: Vec<_> = programs
        .map(|program| ProgramValueJson {
            program: program.number,
            first: program.value(&position, Side::First),
            second: program.value(&position, Side::Second),
            formula: program.formula,
        })
        .collect();
    if values.is_empty() {
        let known: Vec<_> = Program::of(game).map(|program| program.number).collect();
        return Err(Failure::Usage(match (wanted, known.as_slice()) {
            (_, []) => format!("no original program plays {game}"),
            (number, _) => {
                let number = number.unwrap_or_default();
                format!("program {number} does not play {game}; use {}", known.join(" or "))
            }
        }));
    }
    let mut out = Output::new();
    if arguments.json {
        let fields = PositionJson::new(&position, position.outcome());
        out.json(&ValuesJson { position: fields, values })?;
    } else {
        for ProgramValueJson { program, first, second, .. } in &values {
            let [white, black] = Side::BOTH.map(|side| info.side_name(side));
            out.line(format!("{program}: {white} {first}, {black} {second}"))?;
        }
    }
    out.flush()
}
