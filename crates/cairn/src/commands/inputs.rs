//! `cairn inputs`: games turned into what a network learns from.

use std::fs::File;
use std::io::BufWriter;

use cairn_engine::games::Features;
use cairn_engine::selfplay::{Expansion, expand};
use cairn_games::{Game, with_game};

use super::available_threads;
use crate::diagnostic::Failure;
use crate::files::cannot;
use crate::learning_arguments::InputsArguments;
use crate::lessons::read_games;
use crate::output::tell;

/// Reads all games and writes the inputs of their positions.
pub fn run(arguments: &InputsArguments) -> Result<(), Failure> {
    let (game, games) = read_games(&arguments.games)?;
    let expansion = Expansion {
        views: arguments.views.into(),
        threads: available_threads(arguments.threads),
        seed: arguments.seed,
    };
    let failed = |error: std::io::Error| cannot("write", &arguments.out, &error);
    let file = BufWriter::new(File::create(&arguments.out).map_err(failed)?);
    with_game!(game, G => {
        let rows = expand::<G>(&games, &expansion);
        tell(format!("{} games, {} rows of {} inputs", games.len(), rows.len(), G::COUNT));
        rows.write(G::info().name, G::COUNT, file).map_err(failed)
    })
}
