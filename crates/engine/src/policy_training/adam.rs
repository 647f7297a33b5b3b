//! The Adam optimizer.

/// State of the optimizer: running means of the gradients and of their squares.
pub(super) struct Adam {
    mean: Vec<f32>,
    mean_square: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// Creates the state for this number of weights.
    pub(super) fn new(weights: usize) -> Self {
        Self { mean: vec![0.0; weights], mean_square: vec![0.0; weights], steps: 0 }
    }

    /// Takes a step of this length down a gradient, with weight decay.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], length: f32, decay: f32) {
        const KEEP_MEAN: f32 = 0.9;
        const KEEP_SQUARE: f32 = 0.999;

        self.steps += 1;
        let mean_so_far = 1.0 - KEEP_MEAN.powi(self.steps);
        let square_so_far = 1.0 - KEEP_SQUARE.powi(self.steps);
        for (index, weight) in weights.iter_mut().enumerate() {
            let gradient = gradient[index] + decay * *weight;
            let (mean, square) = (&mut self.mean[index], &mut self.mean_square[index]);
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * gradient;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
            let scale = (*square / square_so_far).sqrt() + 1e-8;
            *weight -= length * (*mean / mean_so_far) / scale;
        }
    }
}
