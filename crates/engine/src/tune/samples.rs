//! Positions to learn from, packed.

/// What was seen in many positions, and what each of them turned out to be worth.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    /// The features of all positions, one position after the other.
    features: Vec<u16>,
    /// Where the features of each position end.
    ends: Vec<usize>,
    /// The share of points that the side to move can expect, from 0 to 1.
    targets: Vec<f32>,
}

impl Samples {
    /// Adds a position.
    pub(super) fn push(&mut self, features: impl IntoIterator<Item = u16>, target: f32) {
        self.features.extend(features);
        self.ends.push(self.features.len());
        self.targets.push(target);
    }

    /// Adds all positions of others.
    pub(super) fn append(&mut self, others: &Self) {
        let shift = self.features.len();
        self.features.extend_from_slice(&others.features);
        self.ends.extend(others.ends.iter().map(|end| end + shift));
        self.targets.extend_from_slice(&others.targets);
    }

    /// How many positions there are.
    pub(super) const fn len(&self) -> usize {
        self.targets.len()
    }

    /// The features of a position.
    pub(super) fn features(&self, index: usize) -> &[u16] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.features[start..self.ends[index]]
    }

    /// What a position turned out to be worth.
    pub(super) fn target(&self, index: usize) -> f32 {
        self.targets[index]
    }
}
