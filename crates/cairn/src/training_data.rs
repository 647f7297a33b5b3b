//! Self-play games as training data.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use cairn_engine::selfplay::{DataError, SelfplayGame, SelfplayReader};
use cairn_games::{GameId, read_position};

use crate::failure::Failure;
use crate::files::cannot;

/// Reads the self-play games of all files, which must be of one game.
pub fn read_games(paths: &[PathBuf]) -> Result<(GameId, Vec<SelfplayGame>), Failure> {
    let mut games = Vec::new();
    let mut game = None;
    for path in paths {
        let name = read(path, &mut games)?;
        if game.get_or_insert_with(|| name.clone()) != &name {
            let reason = format!("{} has games of {name}, other files do not", path.display());
            return Err(Failure::Input(reason));
        }
    }
    let boards = GameId::boards(game.as_deref().unwrap_or_default()).map_err(Failure::input)?;
    // The games themselves tell the board they were played on.
    let start = games.first().map(|game| game.start.as_str()).unwrap_or_default();
    let board = read_position(&boards, start).map_or(boards[0], |position| position.game());
    Ok((board, games))
}

/// Adds the self-play games of a file. Returns the name of their game.
fn read(path: &Path, games: &mut Vec<SelfplayGame>) -> Result<String, Failure> {
    let refused = |error: DataError| cannot("read", path, &error);
    let input = BufReader::new(File::open(path).map_err(|error| refused(error.into()))?);
    let mut reader = SelfplayReader::new(input).map_err(refused)?;
    while let Some(game) = reader.next_game().map_err(refused)? {
        games.push(game);
    }
    Ok(reader.head().game.clone())
}
