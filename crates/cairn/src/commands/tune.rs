//! `cairn tune`: better weights from the engine's own games.

use std::path::Path;

use cairn_engine::StopFlag;
use cairn_engine::eval::Weights;
use cairn_engine::games::Features;
use cairn_engine::tune::{TuneOptions, TuneProgress, TuneStage, tune};
use cairn_games::{Game, GameId, with_game};

use super::available_threads;
use crate::failure::Failure;
use crate::files::{read_bytes, write_file};
use crate::output::tell;
use crate::training_arguments::TuneArguments;

/// Plays, fits and compares, generation after generation.
pub fn run(arguments: &TuneArguments) -> Result<(), Failure> {
    let game = GameId::named(&arguments.game).map_err(Failure::usage)?;
    let mut weights = with_game!(game, G => start::<G>(arguments.start.as_deref()))?;
    // One generation a call, so that each that is accepted is on disk before the next.
    for generation in 0..arguments.generations {
        let options = TuneOptions {
            generations: 1,
            positions: arguments.positions as usize,
            nodes: arguments.nodes,
            match_pairs: arguments.pairs,
            threads: available_threads(arguments.threads),
            seed: arguments.seed.wrapping_add(generation.into()),
            ..TuneOptions::default()
        };
        tell(format!("generation {}", generation + 1));
        let mut last = String::new();
        let tuned = with_game!(game, G => {
            tune::<G>(weights.clone(), &options, &StopFlag::new(), &mut |progress| {
                let line = describe(progress);
                if line != last {
                    tell(&line);
                    last = line;
                }
            })
        });
        weights = tuned.map_err(Failure::input)?;
        write_file(&arguments.out, weights.write().as_bytes())?;
    }
    tell(format!("weights are in {}", arguments.out.display()));
    Ok(())
}

/// The weights to begin with: those of a file, the built-in ones, or none.
fn start<G: Game + Features>(file: Option<&Path>) -> Result<Weights, Failure> {
    let name = G::info().name;
    let weights = match file {
        Some(path) => Weights::read(&read_bytes(path)?).map(Some),
        None => G::WEIGHTS.map(Weights::read).transpose(),
    };
    let weights = weights.map_err(Failure::input)?;
    let weights = weights.unwrap_or_else(|| Weights::zero(name, G::INVARIANT_COUNT));
    weights.check(name, G::INVARIANT_COUNT).map_err(Failure::input)?;
    Ok(weights)
}

/// Progress in a line; the same line for progress that is not worth a new one.
fn describe(progress: &TuneProgress) -> String {
    match progress.stage {
        TuneStage::Playing { games, positions } => {
            format!(
                "  playing: {} games, {} thousand positions",
                games / 100 * 100,
                positions / 10_000 * 10
            )
        }
        TuneStage::Fitting { epoch, training_loss, validation_loss } => format!(
            "  fitting: epoch {epoch}, loss {training_loss:.4}, on games kept apart {validation_loss:.4}"
        ),
        TuneStage::Comparing(result) => {
            format!("  comparing: {} pairs of games", result.pairs / 20 * 20)
        }
        TuneStage::Decided { result, accepted } => format!(
            "  {}: {:.1} % ± {:.1} % of {} pairs of games against the old weights, Elo {:+.0}",
            if accepted { "accepted" } else { "not accepted" },
            100.0 * result.score(),
            196.0 * result.standard_error(),
            result.pairs,
            result.elo(),
        ),
    }
}
