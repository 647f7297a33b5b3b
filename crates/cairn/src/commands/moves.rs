//! `cairn moves`: the legal moves of a position.

use cairn_app::json::PositionJson;
use clap::Args;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{Output, tell};
use crate::position_arguments::PositionArguments;

/// Arguments of `cairn moves`.
#[derive(Args, Debug)]
pub struct MovesArguments {
    #[command(flatten)]
    pub position: PositionArguments,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct MovesJson {
    #[serde(flatten)]
    position: PositionJson,
    moves: Vec<String>,
}

/// Lists the legal moves.
pub fn run(arguments: &MovesArguments) -> Result<(), Failure> {
    let position = arguments.position.position()?;
    let mut out = Output::new();
    if arguments.json {
        let fields = PositionJson::new(&position, position.outcome());
        out.json(&MovesJson { position: fields, moves: position.move_texts() })?;
        return out.flush();
    }
    if let Some(ending) = position.ending() {
        tell(format!("The game is over: {}, {}.", ending.outcome.score(), ending.reason));
    }
    for mv in position.move_texts() {
        out.line(mv)?;
    }
    out.flush()
}
