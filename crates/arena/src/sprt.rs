//! The sequential probability ratio test (SPRT) of Wald, on pairs of games.

use serde::Serialize;

use crate::elo::{Tally, score_of_elo};

/// A test between two Elo differences with given error probabilities.
///
/// ```
/// use cairn_arena::{Sprt, SprtVerdict, Tally};
///
/// let mut tally = Tally::NOTHING;
/// (0..200).for_each(|_| tally.add(&[2, 2]));
/// let report = Sprt::new(0.0, 20.0).report(&tally);
/// assert_eq!(report.verdict, Some(SprtVerdict::H1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// Elo difference of the null hypothesis H0.
    pub elo0: f64,
    /// Elo difference of the hypothesis H1, the greater of the two.
    pub elo1: f64,
    /// Probability of accepting H1 where H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 where H1 is true.
    pub beta: f64,
}

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum SprtVerdict {
    /// The lower difference: a change did not help.
    #[serde(rename = "rejected")]
    H0,
    /// The greater difference: a change helped.
    #[serde(rename = "accepted")]
    H1,
}

/// State of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// Log-likelihood ratio of H1 against H0.
    pub llr: f64,
    /// At or below the first of these the verdict is H0, at or above the second H1.
    pub bounds: [f64; 2],
    /// The verdict, if the test is decided.
    pub verdict: Option<SprtVerdict>,
}

impl Sprt {
    /// Makes a test of these differences with 5 % probability of either error.
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Returns the log-likelihood ratios below and above which the test ends.
    pub fn bounds(&self) -> [f64; 2] {
        let (alpha, beta) = (self.alpha.clamp(1e-9, 0.5), self.beta.clamp(1e-9, 0.5));
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// Returns the state of the test with these results.
    pub fn report(&self, tally: &Tally) -> SprtReport {
        let (llr, bounds) = (self.llr(tally), self.bounds());
        let verdict = if llr <= bounds[0] {
            Some(SprtVerdict::H0)
        } else if llr >= bounds[1] {
            Some(SprtVerdict::H1)
        } else {
            None
        };
        SprtReport { llr, bounds, verdict }
    }

    /// Returns the log-likelihood ratio, with the scores of pairs taken as normally
    /// distributed.
    fn llr(&self, tally: &Tally) -> f64 {
        let (low, high) = (score_of_elo(self.elo0), score_of_elo(self.elo1));
        let surplus = 2.0 * tally.score() - low - high;
        tally.pairs_played() * (high - low) * surplus / (2.0 * tally.variance_of_pair())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_are_walds() {
        let [low, high] = Sprt::new(0.0, 5.0).bounds();
        assert!((low + 2.9444).abs() < 1e-4 && (high - 2.9444).abs() < 1e-4);
    }

    #[test]
    fn the_ratio_follows_the_formula() {
        // 1000 pairs, mean 0.52, variance 0.03 a pair: by hand
        // 1000 * (s1 - 0.5) * (1.04 - 0.5 - s1) / 0.06 with s1 = 0.507195.
        let mut tally = Tally::NOTHING;
        for (pair, times) in
            [([0, 0], 15), ([0, 1], 175), ([2, 0], 545), ([2, 1], 245), ([2, 2], 20)]
        {
            (0..times).for_each(|_| tally.add(&pair));
        }
        assert!((tally.score() - 0.52).abs() < 1e-9);
        let variance = 0.015 * 0.52_f64.powi(2)
            + 0.175 * 0.27_f64.powi(2)
            + 0.545 * 0.02_f64.powi(2)
            + 0.245 * 0.23_f64.powi(2)
            + 0.020 * 0.48_f64.powi(2);
        let s1 = 0.507_195;
        let by_hand = 1000.0 * (s1 - 0.5) * (1.04 - 0.5 - s1) / (2.0 * variance);
        let found = Sprt::new(0.0, 5.0).report(&tally);
        assert!((found.llr - by_hand).abs() / by_hand < 0.02, "{found:?}, by hand {by_hand}");
        assert_eq!(found.verdict, Some(SprtVerdict::H1));
    }

    #[test]
    fn nothing_is_known_at_first_and_losses_end_it() {
        let sprt = Sprt::new(0.0, 20.0);
        assert_eq!(sprt.report(&Tally::NOTHING).verdict, None);
        let mut tally = Tally::NOTHING;
        (0..200).for_each(|_| tally.add(&[0, 0]));
        assert_eq!(sprt.report(&tally).verdict, Some(SprtVerdict::H0));
    }
}
