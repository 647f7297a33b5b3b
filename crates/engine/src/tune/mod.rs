//! Learning from the engine's own games: the weights of the evaluation here, and which
//! candidates to look at in [`learn_guide`].
//!
//! A generation plays games against itself with the weights it has, fits new weights to
//! what the games showed, and keeps them only if they win a match against the old ones.
//! The same options give the same weights, however many threads there are.

mod adam;
mod contest;
mod fit;
mod guide;
mod samples;
mod selfplay;

pub use contest::MatchResult;
pub use guide::{GuideOptions, GuideProgress, StepFit, learn_guide};

use cairn_games::keys::mix;

use crate::eval::{Linear, Weights, WeightsError};
use crate::games::{Features, MoveOrdering};
use crate::limits::StopFlag;
use contest::play_match;
use fit::{FitOptions, Model};
use selfplay::{Lessons, play_games};

/// How to tune.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneOptions {
    /// How often to play, fit and compare.
    pub generations: u32,
    /// How many positions each generation adds to learn from. They take about 100 bytes
    /// each, and are kept until a generation is much better than the one before.
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
        /// How often all positions have been gone through; 0 for the old weights.
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
pub fn tune<G: Features + MoveOrdering>(
    start: Weights,
    options: &TuneOptions,
    stop: &StopFlag,
    progress: &mut dyn FnMut(&TuneProgress),
) -> Result<Weights, WeightsError> {
    let mut best = start;
    let mut lessons = Lessons::default();
    for generation in 1..=options.generations {
        let mut tell = |stage| progress(&TuneProgress { generation, stage });
        let old = Linear::<G>::new(&best)?;
        let seed = mix(mix(options.seed) ^ u64::from(generation));
        lessons.append(&play_games(&old, options, seed, stop, |new| {
            tell(TuneStage::Playing { games: new.games, positions: new.len() });
        }));
        if stop.is_raised() {
            break;
        }
        let fitted = fit_weights(&best, &lessons, seed, &mut tell);
        let new = Linear::<G>::new(&fitted)?;
        let result = play_match([&new, &old], options, mix(seed), stop, |result| {
            tell(TuneStage::Comparing(*result));
        });
        let accepted = result.is_won() && !stop.is_raised();
        tell(TuneStage::Decided { result, accepted });
        if accepted {
            best = fitted;
            if result.score() > MUCH_BETTER {
                lessons = Lessons::default();
            }
        }
    }
    Ok(best)
}

/// Fits weights to lessons, beginning with the old ones.
fn fit_weights(
    old: &Weights,
    lessons: &Lessons,
    seed: u64,
    tell: &mut impl FnMut(TuneStage),
) -> Weights {
    let (features, to_move) = old.to_logits();
    let decay = CAUTION / lessons.training.len().max(1) as f32;
    let fit_options = FitOptions { epochs: MOST_EPOCHS, decay, seed };
    let model = fit::fit(
        Model::new(&features, to_move),
        &lessons.training,
        &lessons.validation,
        &fit_options,
        |epoch, training_loss, validation_loss| {
            tell(TuneStage::Fitting { epoch, training_loss, validation_loss });
        },
    );
    Weights::from_logits(old.game(), model.to_move(), model.features())
}

/// With a score above this the new weights are so much better that the games of the old
/// ones teach little, and are forgotten. Otherwise all games are learned from again.
const MUCH_BETTER: f64 = 0.65;

/// How often to go through the positions at most; it is usually enough earlier.
const MOST_EPOCHS: usize = 40;

/// How strongly weights are drawn to zero: as if each had been measured before, as zero
/// with a deviation of about a third of a logistic unit. What few positions say is then
/// not believed, and what many say is.
const CAUTION: f32 = 8.0;

#[cfg(test)]
mod tests {
    use cairn_games::{Game, greener::Greener6x6 as Greener};

    use super::*;

    /// What tuning in miniature tells, and the weights it comes to.
    fn tune_in_miniature(threads: usize) -> (Vec<TuneProgress>, Weights) {
        let options = TuneOptions {
            generations: 1,
            positions: 4_000,
            nodes: 100,
            match_pairs: 20,
            threads,
            seed: 5,
            ..TuneOptions::default()
        };
        let start = Weights::zero(Greener::info().name, Greener::INVARIANT_COUNT);
        let mut told = Vec::new();
        let weights = tune::<Greener>(start, &options, &StopFlag::new(), &mut |progress| {
            told.push(*progress)
        });
        (told, weights.unwrap())
    }

    #[test]
    fn a_little_tuning_lowers_the_loss_and_wins() {
        let (told, weights) = tune_in_miniature(2);
        let losses: Vec<_> = told
            .iter()
            .filter_map(|progress| match progress.stage {
                TuneStage::Fitting { validation_loss, .. } => Some(validation_loss),
                _ => None,
            })
            .collect();
        let lowest = losses.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(lowest < 0.9 * losses[0], "{losses:?}");
        let last = told.last().map(|progress| progress.stage);
        assert!(matches!(last, Some(TuneStage::Decided { accepted: true, .. })), "{last:?}");
        assert_ne!(weights, Weights::zero(Greener::info().name, Greener::INVARIANT_COUNT));
    }

    #[test]
    fn the_same_options_give_the_same_weights_on_any_number_of_threads() {
        assert_eq!(tune_in_miniature(1), tune_in_miniature(3));
    }

    #[test]
    fn a_raised_flag_ends_it_at_once() {
        let stop = StopFlag::new();
        stop.raise();
        let start = Weights::zero(Greener::info().name, Greener::INVARIANT_COUNT);
        let weights = tune::<Greener>(start.clone(), &TuneOptions::default(), &stop, &mut |_| ());
        assert_eq!(weights, Ok(start));
    }

    #[test]
    fn weights_of_another_game_are_refused() {
        let start = Weights::zero("nava", Greener::INVARIANT_COUNT);
        let refused =
            tune::<Greener>(start, &TuneOptions::default(), &StopFlag::new(), &mut |_| ());
        assert!(refused.is_err());
    }
}
