//! `cairn ugi`: the Universal Game Interface on standard input and output.

use std::io;

use cairn_engine::ugi::serve;
use cairn_games::GameId;

use crate::failure::Failure;

/// Serves until `quit` or the end of input.
pub fn run(game: &str) -> Result<(), Failure> {
    let boards = GameId::boards(game).map_err(Failure::usage)?;
    serve(&boards, io::stdin().lock(), io::stdout())?;
    Ok(())
}
