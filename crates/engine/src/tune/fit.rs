//! Fitting weights to positions: logistic regression by gradient descent (Adam).

use cairn_games::random::Random;

use super::adam::Adam;
use super::samples::Samples;

/// Weights while they are learned, in logistic units.
#[derive(Clone, Debug)]
pub(super) struct Model {
    /// One for each feature, and the weight of having the move at the end.
    weights: Vec<f32>,
}

impl Model {
    pub(super) fn new(features: &[f32], to_move: f32) -> Self {
        let mut weights = features.to_vec();
        weights.push(to_move);
        Self { weights }
    }

    pub(super) fn features(&self) -> &[f32] {
        &self.weights[..self.to_move_index()]
    }

    pub(super) fn to_move(&self) -> f32 {
        self.weights[self.to_move_index()]
    }

    fn to_move_index(&self) -> usize {
        self.weights.len() - 1
    }

    /// The share of points that the side to move is expected to get.
    fn expectation(&self, features: &[u16]) -> f32 {
        let sum: f32 = features.iter().map(|&feature| self.weights[usize::from(feature)]).sum();
        1.0 / (1.0 + (-(sum + self.to_move())).exp())
    }

    /// The mean cross-entropy, less what even a perfect guess would have: 0 at best.
    pub(super) fn loss(&self, samples: &Samples) -> f64 {
        let total: f64 = (0..samples.len())
            .map(|index| {
                let target = f64::from(samples.target(index));
                let guess = f64::from(self.expectation(samples.features(index)));
                cross_entropy(target, guess) - cross_entropy(target, target)
            })
            .sum();
        total / samples.len().max(1) as f64
    }
}

fn cross_entropy(target: f64, guess: f64) -> f64 {
    let log = |share: f64| share.max(1e-12).ln();
    -(target * log(guess) + (1.0 - target) * log(1.0 - guess))
}

/// How to learn.
#[derive(Clone, Debug)]
pub(super) struct FitOptions {
    /// How often to go through all positions at most.
    pub(super) epochs: usize,
    /// How strongly weights are drawn to zero. Keeps rare features from being believed.
    pub(super) decay: f32,
    /// Where the random order of positions begins.
    pub(super) seed: u64,
}

/// How many positions are looked at between two steps.
const BATCH: usize = 1024;

/// How long a step is in the first epoch; it becomes shorter from epoch to epoch.
const FIRST_STEP: f32 = 0.02;
const SHORTENED: f32 = 0.85;

/// After so many epochs in a row that did not help with positions not learned from, it
/// is enough.
const PATIENCE: usize = 3;

/// Learns from `training` as long as it helps with `validation`, and returns the best
/// model found. Shows the number of each epoch and both losses to `watch`, beginning with
/// number 0 for the start.
pub(super) fn fit(
    start: Model,
    training: &Samples,
    validation: &Samples,
    options: &FitOptions,
    mut watch: impl FnMut(usize, f64, f64),
) -> Model {
    let mut best = start.clone();
    let mut best_loss = start.loss(validation);
    watch(0, start.loss(training), best_loss);
    let mut descent = Descent::new(start);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut random = Random::new(options.seed);
    let mut step = FIRST_STEP;
    let mut epochs_without_gain = 0;
    for epoch in 1..=options.epochs {
        random.shuffle(&mut order);
        for batch in order.chunks(BATCH) {
            descent.step(training, batch, step, options.decay);
        }
        step *= SHORTENED;
        let loss = descent.model.loss(validation);
        watch(epoch, descent.model.loss(training), loss);
        if loss < best_loss {
            (best, best_loss) = (descent.model.clone(), loss);
            epochs_without_gain = 0;
        } else {
            epochs_without_gain += 1;
            if epochs_without_gain == PATIENCE {
                break;
            }
        }
    }
    best
}

/// A model on its way down.
struct Descent {
    model: Model,
    gradient: Vec<f32>,
    adam: Adam,
}

impl Descent {
    fn new(model: Model) -> Self {
        let count = model.weights.len();
        Self { model, gradient: vec![0.0; count], adam: Adam::new(count) }
    }

    fn step(&mut self, samples: &Samples, batch: &[u32], length: f32, decay: f32) {
        self.gradient.fill(0.0);
        let to_move = self.model.to_move_index();
        for &index in batch {
            let features = samples.features(index as usize);
            let error = self.model.expectation(features) - samples.target(index as usize);
            features.iter().for_each(|&feature| self.gradient[usize::from(feature)] += error);
            self.gradient[to_move] += error;
        }
        let share = 1.0 / batch.len() as f32;
        self.gradient.iter_mut().for_each(|gradient| *gradient *= share);
        self.adam.step(&mut self.model.weights, &self.gradient, length, decay);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with two of six features each, whose worth is known.
    fn made_up_samples(seed: u64, count: usize) -> Samples {
        const TRUTH: [f32; 6] = [2.0, 1.0, 0.5, -0.5, -1.0, -2.0];
        let mut random = Random::new(seed);
        let mut samples = Samples::default();
        for _ in 0..count {
            let features = [random.below(6) as u16, random.below(6) as u16];
            let logit: f32 = features.iter().map(|&f| TRUTH[usize::from(f)]).sum::<f32>() + 0.25;
            let expected = 1.0 / (1.0 + (-logit).exp());
            let won = random.unit() < f64::from(expected);
            samples.push(features, if won { 1.0 } else { 0.0 });
        }
        samples
    }

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let (training, validation) = (made_up_samples(1, 40_000), made_up_samples(2, 4_000));
        let start = Model::new(&[0.0; 6], 0.0);
        let options = FitOptions { epochs: 30, decay: 1e-6, seed: 3 };
        let before = start.loss(&validation);
        let model = fit(start, &training, &validation, &options, |_, _, _| {});
        assert!(model.loss(&validation) < 0.8 * before);
        // Every position has two features, so that only differences of weights are known.
        let difference = model.features()[0] - model.features()[5];
        assert!((difference - 4.0).abs() < 0.2, "{difference}");
    }
}
