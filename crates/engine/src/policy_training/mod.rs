//! Training of a policy on self-play games, see [`train_policy`].
//!
//! The policy learns to predict the moves that the search chose. Every step of choosing a move
//! ([`PolicyChoice`]) is a conditional logit: the probability of an option is the softmax of
//! its sum of weights. The result does not depend on the number of threads.

mod adam;

use crate::games::{MoveOrdering, PolicyChoice};
use cairn_games::random::Random;
use cairn_games::{Game, GameId, Notation, with_game};

use adam::Adam;

use crate::parallel::map_numbers;
use crate::score::Score;
use crate::selfplay::{SelfplayGame, visit_training_positions};

/// One game in this many is held out for validation.
const VALIDATION: usize = 20;

/// Number of positions per optimizer step.
const BATCH: usize = 512;
/// Number of positions of a batch that a thread takes at a time.
const CHUNK: usize = 32;

/// Learning rate of the first epoch, and its factor from epoch to epoch.
const FIRST_RATE: f32 = 0.02;
const RATE_FACTOR: f32 = 0.6;

/// Weight decay.
const DECAY: f32 = 1e-6;

/// Options of [`train_policy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyTrainingOptions {
    /// Number of passes over all positions.
    pub epochs: usize,
    /// Number of threads.
    pub threads: usize,
    /// Random seed of the order of positions.
    pub seed: u64,
}

/// Quality of the predictions of one step of choosing a move, on the validation games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepFit {
    /// Number of choices.
    pub choices: usize,
    /// Mean cross-entropy: minus the logarithm of the probability of the chosen option.
    pub loss: f64,
    /// Share of choices whose chosen option is among the first eight.
    pub among_first_eight: f64,
}

/// Progress of [`train_policy`].
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyTrainingProgress {
    /// Number of passes completed; 0 before the first one.
    pub epoch: usize,
    /// Number of training positions.
    pub positions: usize,
    /// Quality of the predictions of each step of choosing a move.
    pub steps: Vec<StepFit>,
}

/// A position and the move that the search chose there.
struct TrainingExample<G: Game> {
    position: G,
    chosen: G::Move,
}

/// Returns the number of weights of a game's policy; 0 if it searches all moves without one.
pub fn policy_weights(game: GameId) -> usize {
    with_game!(game, G => G::POLICY_WEIGHTS)
}

/// Trains a policy on games and returns its weights, or `None` if no search chose a move in
/// any of them. Games that cannot be replayed are left out. `watch` is called after each pass.
pub fn train_policy(
    game: GameId,
    games: &[SelfplayGame],
    options: &PolicyTrainingOptions,
    watch: &mut dyn FnMut(&PolicyTrainingProgress),
) -> Option<Vec<i16>> {
    with_game!(game, G => train::<G>(games, options, watch))
}

fn train<G: MoveOrdering + Notation>(
    games: &[SelfplayGame],
    options: &PolicyTrainingOptions,
    watch: &mut dyn FnMut(&PolicyTrainingProgress),
) -> Option<Vec<i16>> {
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        let kept_apart = number % VALIDATION == VALIDATION - 1;
        add_examples::<G>(game, if kept_apart { &mut validation } else { &mut training });
    }
    if training.is_empty() {
        return None;
    }
    let mut weights = vec![0.0; G::POLICY_WEIGHTS];
    let mut descent = Adam::new(weights.len());
    let mut random = Random::new(options.seed);
    let mut rate = FIRST_RATE;
    for epoch in 0..=options.epochs {
        if epoch > 0 {
            random.shuffle(&mut training);
            for batch in training.chunks(BATCH) {
                let gradient = gradient::<G>(batch, &weights, options.threads);
                descent.step(&mut weights, &gradient, rate, DECAY);
            }
            rate *= RATE_FACTOR;
        }
        let steps = fits::<G>(&validation, &weights, options.threads);
        watch(&PolicyTrainingProgress { epoch, positions: training.len(), steps });
    }
    Some(rounded(&weights))
}

/// Integer that stands for a weight of one logistic unit.
const UNITS_IN_A_LOGIT: f32 = 1024.0;

fn rounded(weights: &[f32]) -> Vec<i16> {
    // A float that is too large becomes the largest integer there is.
    weights.iter().map(|weight| (weight * UNITS_IN_A_LOGIT).round() as i16).collect()
}

/// Adds the positions of a game in which the search chose a move.
fn add_examples<G: MoveOrdering + Notation>(
    game: &SelfplayGame,
    examples: &mut Vec<TrainingExample<G>>,
) {
    visit_training_positions(game, |&position: &G, chosen, score| {
        // In a lost position one move is as good as another.
        if !matches!(score, Score::Loss(_)) {
            examples.push(TrainingExample { position, chosen });
        }
    });
}

/// Calls `visit` with the choices in these positions and the probability of each option.
fn visit_choices<G: MoveOrdering>(
    examples: &[TrainingExample<G>],
    weights: &[f32],
    mut visit: impl FnMut(usize, &PolicyChoice, usize, &[f32]),
) {
    let rounded_weights = rounded(weights);
    let mut shares = Vec::new();
    for TrainingExample { position, chosen } in examples {
        for (step, choice) in position.policy_choices(*chosen, &rounded_weights).iter().enumerate()
        {
            let Some(chosen) = choice.chosen() else { continue };
            let sum = |option: &[u16]| -> f32 {
                option.iter().map(|&feature| weights[usize::from(feature)]).sum()
            };
            shares.clear();
            shares.extend(choice.options().map(sum));
            let highest = shares.iter().copied().fold(f32::MIN, f32::max);
            shares.iter_mut().for_each(|share| *share = (*share - highest).exp());
            let total: f32 = shares.iter().sum();
            shares.iter_mut().for_each(|share| *share /= total);
            visit(step, choice, chosen, &shares);
        }
    }
}

fn gradient<G: MoveOrdering>(
    batch: &[TrainingExample<G>],
    weights: &[f32],
    threads: usize,
) -> Vec<f32> {
    let parts: Vec<_> = batch.chunks(CHUNK).collect();
    let of_part = |number: usize| {
        let mut gradient = vec![0.0; weights.len()];
        visit_choices::<G>(parts[number], weights, |_, choice, chosen, shares| {
            for (index, (option, share)) in choice.options().zip(shares).enumerate() {
                let error = share - if index == chosen { 1.0 } else { 0.0 };
                option.iter().for_each(|&feature| gradient[usize::from(feature)] += error);
            }
        });
        gradient
    };
    // Added up in order, so that the sum is the same on any number of threads.
    let gradients: Vec<Vec<f32>> = map_numbers(threads, parts.len(), &of_part);
    let mut sum = vec![0.0; weights.len()];
    for part in gradients {
        sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part / batch.len() as f32);
    }
    sum
}

fn fits<G: MoveOrdering>(
    examples: &[TrainingExample<G>],
    weights: &[f32],
    threads: usize,
) -> Vec<StepFit> {
    let parts: Vec<_> = examples.chunks(CHUNK).collect();
    let of_part = |number: usize| {
        let mut found: Vec<(usize, f32, usize)> = Vec::new();
        visit_choices::<G>(parts[number], weights, |step, _, chosen, shares| {
            let share = shares[chosen];
            // Of options with the same share, the earlier one comes first.
            let comes_before = |(index, &other): (usize, &f32)| {
                other > share || (other == share && index < chosen)
            };
            let before = shares.iter().enumerate().filter(|&option| comes_before(option)).count();
            found.push((step, share, before));
        });
        found
    };
    let found = map_numbers(threads, parts.len(), &of_part);
    let mut fits = Vec::new();
    for (step, share, before) in found.into_iter().flatten() {
        if fits.len() <= step {
            fits.resize(step + 1, StepFit::default());
        }
        let fit: &mut StepFit = &mut fits[step];
        fit.choices += 1;
        fit.loss -= f64::from(share.max(1e-9).ln());
        fit.among_first_eight += if before < 8 { 1.0 } else { 0.0 };
    }
    for fit in &mut fits {
        fit.loss /= fit.choices as f64;
        fit.among_first_eight /= fit.choices as f64;
    }
    fits
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::eval::EvaluationSource;
    use crate::limits::StopFlag;
    use crate::selfplay::{SelfplayOptions, play};

    fn some_games() -> Vec<SelfplayGame> {
        let options = SelfplayOptions { nodes: 30, seed: 9, ..SelfplayOptions::default() };
        let mut games = Vec::new();
        let mut take = |game: &SelfplayGame, _| {
            games.push(game.clone());
            if games.len() == 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let simple = EvaluationSource::Simple;
        play(GameId::Glaisher, &simple, &options, &StopFlag::new(), &mut take).unwrap();
        games
    }

    #[test]
    fn there_is_nothing_to_learn_from_no_games() {
        let options = PolicyTrainingOptions { epochs: 1, threads: 1, seed: 1 };
        assert_eq!(train_policy(GameId::Glaisher, &[], &options, &mut |_| ()), None);
    }

    #[test]
    fn what_was_chosen_is_foreseen_better_on_any_number_of_threads() {
        let games = some_games();
        let learn = |threads| {
            let mut told = Vec::new();
            let options = PolicyTrainingOptions { epochs: 2, threads, seed: 1 };
            let mut watch = |progress: &_| told.push(PolicyTrainingProgress::clone(progress));
            let policy = train_policy(GameId::Glaisher, &games, &options, &mut watch);
            (policy.unwrap(), told)
        };
        let (policy, told) = learn(1);
        assert_eq!(policy.len(), policy_weights(GameId::Glaisher));
        let [before, .., after] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!(before.steps.len(), 2, "a stack move, then a whole turn");
        for (before, after) in before.steps.iter().zip(&after.steps) {
            assert!(after.loss < 0.95 * before.loss, "{before:?} {after:?}");
        }
        assert_eq!(learn(3), (policy, told));
    }
}
