//! Learning which candidates to look at from what the engine chose in its own games.
//!
//! Every step of choosing a move ([`PolicyChoice`]) is a conditional logit: an option is chosen
//! the more probably the higher the sum of its weights. The same options give the same
//! weights, however many threads there are.

use crate::games::{MoveOrdering, PolicyChoice};
use cairn_games::random::Random;
use cairn_games::{Game, Notation};
use rayon::prelude::*;

use super::adam::Adam;
use crate::parallel::with_threads;
use crate::score::Score;
use crate::selfplay::{SelfplayGame, visit_training_positions};

/// Of so many games one is kept apart to tell how well it has been learned.
const VALIDATION: usize = 20;

/// How many positions are looked at between two steps, and how many a thread takes of
/// them at a time.
const BATCH: usize = 512;
const AT_A_TIME: usize = 32;

/// How long a step is in the first epoch; it becomes shorter from epoch to epoch.
const FIRST_STEP: f32 = 0.02;
const SHORTENED: f32 = 0.6;

/// How strongly weights are drawn to zero.
const DECAY: f32 = 1e-6;

/// How to learn a guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuideOptions {
    /// How often to go through all positions.
    pub epochs: usize,
    /// How many threads may work.
    pub threads: usize,
    /// Where the random order of positions begins.
    pub seed: u64,
}

/// How well what was chosen in games kept apart is foreseen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepFit {
    /// How many choices there were.
    pub choices: usize,
    /// The mean surprise: minus the logarithm of the probability of what was chosen.
    pub loss: f64,
    /// The share of choices in which the first eight options have what was chosen.
    pub among_first_eight: f64,
}

/// How far the learning has come.
#[derive(Clone, Debug, PartialEq)]
pub struct GuideProgress {
    /// How often all positions have been gone through; 0 for nothing learned.
    pub epoch: usize,
    /// In how many positions it is looked at what was chosen.
    pub positions: usize,
    /// How well each step of choosing a move is foreseen.
    pub steps: Vec<StepFit>,
}

/// A position and what was chosen there.
struct Lesson<G: Game> {
    position: G,
    chosen: G::Move,
}

/// Learns a guide from games and shows how far it has come to `watch`. A game that cannot
/// be played is left out; `None` if nothing was chosen in any of the others.
pub fn learn_guide<G: MoveOrdering + Notation>(
    games: &[SelfplayGame],
    options: &GuideOptions,
    mut watch: impl FnMut(&GuideProgress),
) -> Option<Vec<i16>> {
    let (mut training, mut validation) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        let kept_apart = number % VALIDATION == VALIDATION - 1;
        add_lessons::<G>(game, if kept_apart { &mut validation } else { &mut training });
    }
    if training.is_empty() {
        return None;
    }
    let mut weights = vec![0.0; G::POLICY_WEIGHTS];
    let mut descent = Adam::new(weights.len());
    let mut random = Random::new(options.seed);
    let mut length = FIRST_STEP;
    for epoch in 0..=options.epochs {
        if epoch > 0 {
            random.shuffle(&mut training);
            for batch in training.chunks(BATCH) {
                let gradient = with_threads(options.threads, || gradient::<G>(batch, &weights));
                descent.step(&mut weights, &gradient, length, DECAY);
            }
            length *= SHORTENED;
        }
        let steps = with_threads(options.threads, || fits::<G>(&validation, &weights));
        watch(&GuideProgress { epoch, positions: training.len(), steps });
    }
    Some(rounded(&weights))
}

/// What a weight of one logistic unit is written as.
const UNITS_IN_A_LOGIT: f32 = 1024.0;

fn rounded(weights: &[f32]) -> Vec<i16> {
    // A float that is too large becomes the largest integer there is.
    weights.iter().map(|weight| (weight * UNITS_IN_A_LOGIT).round() as i16).collect()
}

/// Adds the positions of a game in which the search chose a move.
fn add_lessons<G: MoveOrdering + Notation>(game: &SelfplayGame, lessons: &mut Vec<Lesson<G>>) {
    visit_training_positions(game, |&position: &G, chosen, score| {
        // Where all is lost, one move is as good as another.
        if !matches!(score, Score::Loss(_)) {
            lessons.push(Lesson { position, chosen });
        }
    });
}

/// Shows the choices in these positions and the share of each option to `visit`.
fn visit_choices<G: MoveOrdering>(
    lessons: &[Lesson<G>],
    weights: &[f32],
    mut visit: impl FnMut(usize, &PolicyChoice, usize, &[f32]),
) {
    let guide = rounded(weights);
    let mut shares = Vec::new();
    for Lesson { position, chosen } in lessons {
        for (step, choice) in position.policy_choices(*chosen, &guide).iter().enumerate() {
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

fn gradient<G: MoveOrdering>(batch: &[Lesson<G>], weights: &[f32]) -> Vec<f32> {
    let of_part = |part: &[Lesson<G>]| {
        let mut gradient = vec![0.0; weights.len()];
        visit_choices::<G>(part, weights, |_, choice, chosen, shares| {
            for (index, (option, share)) in choice.options().zip(shares).enumerate() {
                let error = share - if index == chosen { 1.0 } else { 0.0 };
                option.iter().for_each(|&feature| gradient[usize::from(feature)] += error);
            }
        });
        gradient
    };
    // Added up in order, so that the sum is the same on any number of threads.
    let parts: Vec<Vec<f32>> = batch.par_chunks(AT_A_TIME).map(of_part).collect();
    let mut sum = vec![0.0; weights.len()];
    for part in parts {
        sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part / batch.len() as f32);
    }
    sum
}

fn fits<G: MoveOrdering>(lessons: &[Lesson<G>], weights: &[f32]) -> Vec<StepFit> {
    let of_part = |part: &[Lesson<G>]| {
        let mut found: Vec<(usize, f32, usize)> = Vec::new();
        visit_choices::<G>(part, weights, |step, _, chosen, shares| {
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
    let parts: Vec<_> = lessons.par_chunks(AT_A_TIME).map(of_part).collect();
    let mut fits = Vec::new();
    for (step, share, before) in parts.into_iter().flatten() {
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

    use cairn_games::glaisher::GlaisherStandard as Glaisher;

    use super::*;
    use crate::eval::Simple;
    use crate::limits::StopFlag;
    use crate::selfplay::{SelfplayOptions, play};

    fn some_games() -> Vec<SelfplayGame> {
        let options = SelfplayOptions { nodes: 30, seed: 9, ..SelfplayOptions::default() };
        let mut games = Vec::new();
        play::<Glaisher, _>(&Simple, &options, &StopFlag::new(), |game, _| {
            games.push(game.clone());
            if games.len() == 60 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        games
    }

    #[test]
    fn there_is_nothing_to_learn_from_no_games() {
        let options = GuideOptions { epochs: 1, threads: 1, seed: 1 };
        assert_eq!(learn_guide::<Glaisher>(&[], &options, |_| ()), None);
    }

    #[test]
    fn what_was_chosen_is_foreseen_better_on_any_number_of_threads() {
        let games = some_games();
        let learn = |threads| {
            let mut told = Vec::new();
            let options = GuideOptions { epochs: 2, threads, seed: 1 };
            let guide = learn_guide::<Glaisher>(&games, &options, |p| told.push(p.clone()));
            let guide = guide.unwrap();
            (guide, told)
        };
        let (guide, told) = learn(1);
        assert_eq!(guide.len(), Glaisher::POLICY_WEIGHTS);
        let [before, .., after] = told.as_slice() else { panic!("{told:?}") };
        assert_eq!(before.steps.len(), 2, "a stack move, then a whole turn");
        for (before, after) in before.steps.iter().zip(&after.steps) {
            assert!(after.loss < 0.95 * before.loss, "{before:?} {after:?}");
        }
        assert_eq!(learn(3), (guide, told));
    }
}
