//! `cairn apply`: the position after some moves.

use cairn_app::json::PositionJson;
use cairn_app::play_moves;
use cairn_games::History;
use clap::Args;

use crate::failure::Failure;
use crate::output::{Output, tell};
use crate::position_arguments::PositionArguments;

/// Arguments of `cairn apply`.
#[derive(Args, Debug)]
pub struct ApplyArguments {
    #[command(flatten)]
    pub position: PositionArguments,

    /// Moves to play
    #[arg(value_name = "MOVE", required = true)]
    pub moves: Vec<String>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Makes the moves and prints the position.
pub fn run(arguments: &ApplyArguments) -> Result<(), Failure> {
    let mut history = History::new(arguments.position.position()?);
    play_moves(&mut history, &arguments.moves)?;
    let ending = history.ending();
    let mut out = Output::new();
    if arguments.json {
        let outcome = ending.map(|ending| ending.outcome);
        out.json(&PositionJson::new(history.position(), outcome))?;
    } else {
        out.line(history.position().to_text())?;
        if let Some(ending) = ending {
            tell(format!("The game is over: {}, {}.", ending.outcome.score(), ending.reason));
        }
    }
    out.flush()
}
