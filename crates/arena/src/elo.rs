//! Elo differences from the results of a match.

/// Number of standard errors on either side of a 95 % interval.
pub(crate) const Z_95: f64 = 1.959_964;

/// The results of a match, seen from one player, counted by pairs of games with the same
/// opening.
///
/// The opening decides many games, and then a pair is won by one game each: results of
/// pairs spread less than those of single games, and their spread is the true one.
///
/// ```
/// use cairn_arena::Tally;
///
/// let mut tally = Tally::NOTHING;
/// tally.add(&[2, 2]); // two wins
/// tally.add(&[2, 0]); // a win and a loss
/// assert_eq!((tally.games(), tally.score()), (4, 0.75));
/// assert!(tally.elo().is_some_and(|elo| (elo - 190.8).abs() < 0.1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Numbers of pairs with 0, 1, 2, 3 and 4 half points.
    pub pairs: [u32; 5],
    /// Numbers of games without a twin with 0, 1 and 2 half points.
    pub singles: [u32; 3],
}

impl Tally {
    /// Nothing played yet.
    pub const NOTHING: Self = Self { wins: 0, draws: 0, losses: 0, pairs: [0; 5], singles: [0; 3] };

    /// Adds a pair of games, or a game without a twin, by the half points of each.
    pub fn add(&mut self, half_points: &[u32]) {
        for &points in half_points {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        match *half_points {
            [one, two] => self.pairs[(one + two).min(4) as usize] += 1,
            [one] => self.singles[one.min(2) as usize] += 1,
            _ => {}
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the share of points, from 0 to 1; one half if nothing was played.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The variance of the score of one pair.
    ///
    /// As if one more pair had been played and was half won and half lost: without that,
    /// two pairs that end alike would seem to prove that all pairs do.
    pub(crate) fn variance_of_pair(&self) -> f64 {
        let mean = self.score();
        let squares = |counts: &[u32], most: f64| -> f64 {
            let square = |(points, &count): (usize, &u32)| {
                f64::from(count) * (points as f64 / most - mean).powi(2)
            };
            counts.iter().enumerate().map(square).sum()
        };
        // A single game tells half as much as a pair, and spreads twice as much.
        let played = squares(&self.pairs, 4.0) + squares(&self.singles, 2.0) / 2.0;
        let assumed = (mean.powi(2) + (1.0 - mean).powi(2)) / 2.0;
        (played + assumed) / (self.pairs_played() + 1.0)
    }

    /// Returns the number of pairs, a single game counting as half of one.
    pub(crate) fn pairs_played(&self) -> f64 {
        f64::from(self.games()) / 2.0
    }

    /// The difference in strength that gives this score; `None` if it is beyond all
    /// bounds because every game was won, or every game lost, or none was played.
    pub fn elo(&self) -> Option<f64> {
        if self.games() == 0 { None } else { elo_of_score(self.score()) }
    }

    /// Returns the 95 % confidence interval of the Elo difference; `None` for an end
    /// that the results do not bound.
    pub fn interval(&self) -> [Option<f64>; 2] {
        if self.games() == 0 {
            return [None, None];
        }
        let error = Z_95 * (self.variance_of_pair() / self.pairs_played()).sqrt();
        [self.score() - error, self.score() + error].map(elo_of_score)
    }
}

/// The difference in Elo points that leads to a score; `None` outside of 0 to 1.
pub(crate) fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// The score that a difference in Elo points leads to.
pub(crate) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[(&[u32], u32)]) -> Tally {
        let mut tally = Tally::NOTHING;
        for &(pair, times) in pairs {
            (0..times).for_each(|_| tally.add(pair));
        }
        tally
    }

    #[test]
    fn elo_is_the_usual_scale() {
        for (score, elo) in [(0.5, 0.0), (0.75, 190.85), (0.64, 99.95), (0.9, 381.7)] {
            let found = elo_of_score(score).unwrap();
            assert!((found - elo).abs() < 0.01, "{score}: {found}");
            assert!((score_of_elo(found) - score).abs() < 1e-12);
        }
    }

    #[test]
    fn a_hundred_decided_games_are_known_to_about_68_elo() {
        // Independent games: a quarter of the pairs each way, half of them shared.
        let even = tally(&[(&[2, 2], 13), (&[2, 0], 25), (&[0, 0], 12)]);
        let [low, high] = even.interval().map(Option::unwrap);
        let half_width = (high - low) / 2.0;
        assert!((66.0..72.0).contains(&half_width), "{half_width}");
        assert_eq!((even.wins, even.draws, even.losses), (51, 0, 49));
    }

    #[test]
    fn shared_pairs_tell_more_than_their_number() {
        let shared = tally(&[(&[2, 0], 50)]);
        let [low, high] = shared.interval().map(Option::unwrap);
        assert_eq!(shared.elo(), Some(0.0));
        assert!(high - low < 30.0, "{low} {high}");
        assert!(high - low > 5.0, "{low} {high}");
    }

    #[test]
    fn a_clean_sweep_is_bounded_from_below_only() {
        for games in [1, 2, 50] {
            let sweep = tally(&[(&[2, 2], games)]);
            assert_eq!(sweep.elo(), None);
            let [low, high] = sweep.interval();
            assert_eq!(high, None);
            assert!(low.unwrap().is_finite());
        }
        let [low, high] = tally(&[(&[0, 0], 50)]).interval();
        assert_eq!(low, None);
        assert!(high.unwrap() < -400.0, "{high:?}");
        assert_eq!(Tally::NOTHING.interval(), [None, None]);
    }

    #[test]
    fn a_game_without_a_twin_counts() {
        let odd = tally(&[(&[2, 1], 3), (&[0], 1)]);
        assert_eq!(odd.games(), 7);
        assert!((odd.score() - 4.5 / 7.0).abs() < 1e-12);
    }
}
