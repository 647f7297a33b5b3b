//! Numbers found from samples, with their 95 % intervals.

use serde::{Deserialize, Serialize};

use crate::elo::Z_95;

/// A number found from independent games, with its 95 % confidence interval.
///
/// ```
/// use cairn_arena::game_report::Estimate;
///
/// let share = Estimate::share(8.0, 10).expect("there are games");
/// assert_eq!(share.value, 0.8);
/// assert!((share.low - 0.4902).abs() < 1e-4 && (share.high - 0.9433).abs() < 1e-4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Number of games that it was found from.
    pub games: usize,
}

impl Estimate {
    fn new(value: f64, low: f64, high: f64, games: usize) -> Self {
        Self { value: rounded(value), low: rounded(low), high: rounded(high), games }
    }

    /// Estimates a share by Wilson's interval. Draws count half; treating them as half a win and
    /// half a loss makes the interval a little too wide rather than too narrow.
    pub fn share(successes: f64, games: usize) -> Option<Self> {
        if games == 0 {
            return None;
        }
        let n = games as f64;
        let share = successes / n;
        let squared = Z_95 * Z_95;
        let centre = (share + squared / (2.0 * n)) / (1.0 + squared / n);
        let spread = (share * (1.0 - share) / n + squared / (4.0 * n * n)).sqrt();
        let half_width = Z_95 / (1.0 + squared / n) * spread;
        let low = (centre - half_width).clamp(0.0, share);
        Some(Self::new(share, low, (centre + half_width).clamp(share, 1.0), games))
    }

    /// Estimates a mean by the normal distribution, from one value per game. Where no value is
    /// negative, the interval is cut off at zero.
    pub fn mean(values: &[f64]) -> Option<Self> {
        if values.len() < 2 {
            return None;
        }
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let half_width = Z_95 * (squares / (n - 1.0) / n).sqrt();
        let least = if values.iter().all(|value| *value >= 0.0) { 0.0 } else { f64::MIN };
        let low = (mean - half_width).max(least);
        Some(Self::new(mean, low, mean + half_width, values.len()))
    }

    /// Estimates a mean of shares. If they are all the same, their spread says nothing, and
    /// Wilson's interval for as many games is given.
    pub(super) fn mean_share(shares: &[f64]) -> Option<Self> {
        let first = *shares.first()?;
        if shares.iter().all(|share| *share == first) {
            return Self::share(first * shares.len() as f64, shares.len());
        }
        let mean = Self::mean(shares)?;
        Some(Self { low: mean.low.max(0.0), high: mean.high.min(1.0), ..mean })
    }

    /// Estimates a median; its interval has the values whose ranks are within 95 % of where half
    /// of the games would be.
    pub fn median(values: &[f64]) -> Option<Self> {
        if values.len() < 2 {
            return None;
        }
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len() - 1;
        let middle = (sorted[last / 2] + sorted[sorted.len() / 2]) / 2.0;
        let n = values.len() as f64;
        let half_width = Z_95 * n.sqrt() / 2.0;
        let low = (n / 2.0 - half_width).floor().max(0.0) as usize;
        let high = ((n / 2.0 + half_width).ceil() as usize).min(last);
        Some(Self::new(middle, sorted[low.min(last / 2)], sorted[high], values.len()))
    }

    /// Whether the interval contains a number.
    pub fn contains(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Whether the difference from another estimate, from other games, is more than chance
    /// explains: its own 95 % interval, from both half-widths, does not contain zero.
    pub fn differs_from(&self, other: &Self) -> bool {
        let half_width = |one: &Self| (one.high - one.low) / 2.0;
        (self.value - other.value).abs() > half_width(self).hypot(half_width(other))
    }
}

/// Rounds to five decimals, so that files are short and the same on every machine.
pub(super) fn rounded(number: f64) -> f64 {
    // Adding zero turns a negative zero into a plain one.
    (number * 1e5).round() / 1e5 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_intervals_are_those_of_the_tables() {
        for (wins, games, low, high) in
            [(0.0, 10, 0.0, 0.2775), (5.0, 10, 0.2366, 0.7634), (50.0, 100, 0.4038, 0.5962)]
        {
            let share = Estimate::share(wins, games).unwrap();
            assert!(
                (share.low - low).abs() < 1e-4 && (share.high - high).abs() < 1e-4,
                "{share:?}"
            );
        }
        assert_eq!(Estimate::share(0.0, 0), None);
    }

    #[test]
    fn means_and_medians_lie_in_their_intervals() {
        let values: Vec<f64> = (0..101).map(f64::from).collect();
        let mean = Estimate::mean(&values).unwrap();
        assert_eq!(mean.value, 50.0);
        assert!((mean.high - mean.value - 1.959_964 * 29.300 / 101_f64.sqrt()).abs() < 0.01);
        let median = Estimate::median(&values).unwrap();
        assert_eq!((median.value, median.low, median.high), (50.0, 40.0, 61.0));
        assert_eq!(Estimate::median(&[3.0, 1.0]).unwrap().value, 2.0);
        assert_eq!((Estimate::mean(&[1.0]), Estimate::median(&[])), (None, None));
    }

    #[test]
    fn a_difference_must_exceed_both_intervals() {
        let [low, high] = [40.0, 60.0].map(|wins| Estimate::share(wins, 100).unwrap());
        assert!(low.differs_from(&high) && !low.differs_from(&low));
        let few = Estimate::share(6.0, 10).unwrap();
        assert!(!low.differs_from(&few) && few.contains(0.5));
    }
}
