//! `cairn moves`: what can be played here.

use serde::Serialize;

use crate::arguments::MovesArguments;
use crate::diagnostic::Failure;
use crate::json::{PositionFields, to_line};
use crate::output::{Output, tell};

#[derive(Serialize)]
struct Moves {
    #[serde(flatten)]
    position: PositionFields,
    moves: Vec<String>,
}

/// Lists the legal moves.
pub fn run(arguments: &MovesArguments) -> Result<(), Failure> {
    let position = arguments.set_up.position()?;
    let mut out = Output::new();
    if arguments.json {
        let fields = PositionFields::new(&position, position.outcome());
        out.line(to_line(&Moves { position: fields, moves: position.move_texts() })?)?;
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
