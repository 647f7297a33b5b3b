//! `cairn inputs`: self-play games as the inputs of a net.

use std::fs::File;
use std::io::BufWriter;

use cairn_engine::selfplay::{Expansion, expand};

use super::available_threads;
use crate::failure::Failure;
use crate::files::cannot;
use crate::output::tell;
use crate::training_arguments::InputsArguments;
use crate::training_data::read_games;

/// Reads all self-play games and writes the net inputs of their positions.
pub fn run(arguments: &InputsArguments) -> Result<(), Failure> {
    let (game, games) = read_games(&arguments.games)?;
    let expansion = Expansion {
        views: arguments.views.into(),
        threads: available_threads(arguments.resources.threads),
        seed: arguments.resources.seed,
    };
    let failed = |error: std::io::Error| cannot("write", &arguments.out, &error);
    let file = BufWriter::new(File::create(&arguments.out).map_err(failed)?);
    let rows = expand(game, &games, &expansion);
    tell(format!("{} games, {} rows of {} inputs", games.len(), rows.len(), rows.inputs()));
    rows.write(file).map_err(failed)
}
