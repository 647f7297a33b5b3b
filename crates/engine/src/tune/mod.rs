//! Learning the weights of the evaluation from the engine's own games.
//!
//! A generation plays games against itself with the weights it has, fits new weights to
//! what the games showed, and keeps them only if they win a match against the old ones.
//! The same options give the same weights, however many threads there are.

mod contest;
mod fit;
mod played;
mod player;
mod samples;
mod selfplay;
mod workers;

pub use contest::MatchResult;

use cairn_games::keys::mix;
use cairn_games::{Features, Hints};

use crate::eval::{Linear, Weights, WeightsError};
use crate::limits::StopFlag;
use contest::play_match;
use fit::{FitOptions, Model};
use selfplay::play_games;

/// How to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneOptions {
    /// How often to play, fit and compare.
    pub generations: u32,
    /// How many positions to learn from in each generation. They take about 100 bytes
    /// each.
    pub positions: usize,
    /// How many positions the search may look at for a move.
    pub nodes: u64,
    /// How many random moves a game begins with.
    pub opening_plies: usize,
    /// How probable it is that a later move is random as well.
    pub random_moves: f64,
    /// How many pairs of games decide between new weights and old ones.
    pub match_pairs: u32,
    /// How many threads may play.
    pub threads: usize,
    /// Where randomness begins.
    pub seed: u64,
}

impl Default for TuneOptions {
    fn default() -> Self {
        Self {
            generations: 3,
            positions: 200_000,
            nodes: 1_000,
            opening_plies: 4,
            random_moves: 0.03,
            match_pairs: 100,
            threads: 1,
            seed: 1,
        }
    }
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TuneStage {
    /// Games are played to learn from.
    Playing {
        /// How many games there are.
        games: u64,
        /// How many positions they gave.
        positions: usize,
    },
    /// Weights are fitted to them.
    Fitting {
        /// How often all positions have been gone through.
        epoch: usize,
        /// How badly the weights fit the positions learned from; 0 is perfect.
        training_loss: f64,
        /// The same for positions of games that were kept apart.
        validation_loss: f64,
    },
    /// The new weights play against the old ones.
    Comparing(MatchResult),
    /// The generation is over.
    Decided {
        /// How the new weights did against the old ones.
        result: MatchResult,
        /// Whether they are kept.
        accepted: bool,
    },
}

/// Tells how far the tuning has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuneProgress {
    /// Which generation this is, counted from 1.
    pub generation: u32,
    /// What is going on in it.
    pub stage: TuneStage,
}

/// Improves weights, and returns the best there are when all generations are over or
/// `stop` is raised.
///
/// # Errors
/// If the weights to start from are not for this game.
pub fn tune<G: Features + Hints>(
    start: Weights,
    options: &TuneOptions,
    stop: &StopFlag,
    progress: &mut dyn FnMut(&TuneProgress),
) -> Result<Weights, WeightsError> {
    let mut best = start;
    for generation in 1..=options.generations {
        let mut tell = |stage| progress(&TuneProgress { generation, stage });
        let old = Linear::<G>::new(&best)?;
        let seed = mix(mix(options.seed) ^ u64::from(generation));
        let lessons = play_games(&old, options, seed, stop, |lessons| {
            tell(TuneStage::Playing { games: lessons.games, positions: lessons.len() });
        });
        if stop.is_raised() {
            break;
        }
        let (features, to_move) = best.to_logits();
        let fit_options = FitOptions { epochs: MOST_EPOCHS, decay: DECAY, seed };
        let model = fit::fit(
            Model::new(&features, to_move),
            &lessons.training,
            &lessons.validation,
            &fit_options,
            |epoch, training_loss, validation_loss| {
                tell(TuneStage::Fitting { epoch, training_loss, validation_loss });
            },
        );
        let fitted = Weights::from_logits(G::info().name, model.to_move(), model.features());
        let new = Linear::<G>::new(&fitted)?;
        let result = play_match([&new, &old], options, mix(seed), stop, |result| {
            tell(TuneStage::Comparing(*result));
        });
        let accepted = result.is_won() && !stop.is_raised();
        tell(TuneStage::Decided { result, accepted });
        if accepted {
            best = fitted;
        }
    }
    Ok(best)
}

/// How often to go through the positions at most; it is usually enough earlier.
const MOST_EPOCHS: usize = 40;

/// How strongly weights are drawn to zero.
const DECAY: f32 = 1e-5;
