//! `cairn inputs`: games turned into what a network learns from.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use cairn_engine::selfplay::{DataError, Expansion, PlayedGame, Reader, expand};
use cairn_games::{Game, GameId, Inputs, with_game};

use super::available_threads;
use crate::diagnostic::Failure;
use crate::files::cannot;
use crate::learning_arguments::InputsArguments;
use crate::output::tell;

/// Reads all games and writes the inputs of their positions.
pub fn run(arguments: &InputsArguments) -> Result<(), Failure> {
    let mut games = Vec::new();
    let mut game = None;
    for path in &arguments.games {
        let name = read(path, &mut games)?;
        if game.get_or_insert_with(|| name.clone()) != &name {
            let reason = format!("{} has games of {name}, not of the same", path.display());
            return Err(Failure::Input(reason));
        }
    }
    let game = GameId::named(game.as_deref().unwrap_or_default())
        .map_err(|error| Failure::Input(error.to_string()))?;
    let expansion = Expansion {
        views: arguments.views.into(),
        threads: available_threads(arguments.threads),
        seed: arguments.seed,
    };
    let failed = |error: std::io::Error| cannot("write", &arguments.out, &error);
    let file = BufWriter::new(File::create(&arguments.out).map_err(failed)?);
    with_game!(game, G => {
        let rows = expand::<G>(&games, &expansion);
        tell(format!("{} games, {} rows of {} inputs", games.len(), rows.len(), G::INPUTS));
        rows.write(G::info().name, G::INPUTS, file).map_err(failed)
    })
}

/// Adds the games of a file, and says which game they are of.
fn read(path: &Path, games: &mut Vec<PlayedGame>) -> Result<String, Failure> {
    let refused = |error: DataError| cannot("read", path, &error);
    let input = BufReader::new(File::open(path).map_err(|error| refused(error.into()))?);
    let mut reader = Reader::new(input).map_err(refused)?;
    while let Some(game) = reader.next_game().map_err(refused)? {
        games.push(game);
    }
    Ok(reader.head().game.clone())
}
