//! A match between two evaluations: the only judge of new weights.

use std::ops::ControlFlow;

use cairn_games::Outcome;
use cairn_games::random::Random;

use super::TuneOptions;
use crate::eval::Linear;
use crate::games::{Features, MoveOrdering};
use crate::limits::StopFlag;
use crate::parallel::in_order;
use crate::selfplay::{Played, Player, result_for};

/// How many standard errors lie between a mean and the value that it is above with
/// 95 % probability.
const ONE_SIDED_95: f64 = 1.645;

/// How a match between two evaluations has gone, seen from the first of them.
///
/// The two games of a pair begin with the same opening, and the side to move decides
/// many games, so that pairs are counted and not games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MatchResult {
    /// How many pairs of games were played.
    pub pairs: u32,
    /// Points out of one for each pair, added up.
    sum: f64,
    /// Their squares, added up.
    sum_of_squares: f64,
}

impl MatchResult {
    /// Adds a pair of games in which so many of the two points were won.
    fn add(&mut self, points: f64) {
        let share = points / 2.0;
        self.pairs += 1;
        self.sum += share;
        self.sum_of_squares += share * share;
    }

    /// The share of points, from 0 to 1.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs == 0 { 0.5 } else { self.sum / f64::from(self.pairs) }
    }

    /// The standard error of the score.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        if self.pairs < 2 {
            return 0.5;
        }
        let pairs = f64::from(self.pairs);
        let variance = (self.sum_of_squares / pairs - self.score().powi(2)).max(0.0);
        // One pair that went otherwise is added, so that a clean sweep is not taken for
        // certainty.
        ((variance + 0.25 / pairs) / (pairs - 1.0)).sqrt()
    }

    /// Whether the first player is better with 95 % probability.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.score() - ONE_SIDED_95 * self.standard_error() > 0.5
    }

    /// The difference in playing strength as Elo points.
    #[must_use]
    pub fn elo(&self) -> f64 {
        let score = self.score().clamp(0.001, 0.999);
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Plays pairs of games between two evaluations.
pub(super) fn play_match<G: Features + MoveOrdering>(
    players: [&Linear<G>; 2],
    options: &TuneOptions,
    seed: u64,
    stop: &StopFlag,
    mut watch: impl FnMut(&MatchResult),
) -> MatchResult {
    let mut result = MatchResult::default();
    let [first, second] = players;
    let job = |number| {
        let mut random = Random::new(seed ^ number << 32);
        let opening = Played::<G>::opening(&mut random, options.opening_plies);
        let side = opening.position().to_move();
        let as_side = result_for(side, one_game([first, second], opening.clone(), options, stop));
        let as_other = result_for(!side, one_game([second, first], opening, options, stop));
        as_side + as_other
    };
    in_order(options.threads, options.match_pairs.into(), job, |points| {
        let Some(points) = points else { return ControlFlow::Continue(()) };
        if stop.is_raised() {
            return ControlFlow::Break(());
        }
        result.add(points);
        watch(&result);
        ControlFlow::Continue(())
    });
    result
}

/// A game from an opening; the first of the players is the one to move there.
fn one_game<G: Features + MoveOrdering>(
    players: [&Linear<G>; 2],
    mut game: Played<G>,
    options: &TuneOptions,
    stop: &StopFlag,
) -> Outcome {
    let first = game.position().to_move();
    let mut players = players.map(|evaluator| Player::new(evaluator, options.nodes));
    while !game.is_too_long() && !stop.is_raised() {
        if let Some(outcome) = game.outcome() {
            return outcome;
        }
        let player = &mut players[usize::from(game.position().to_move() != first)];
        let Some((mv, _)) = player.search(&game, stop) else { break };
        game.play(mv);
    }
    Outcome::Draw
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(pairs: &[f64]) -> MatchResult {
        let mut result = MatchResult::default();
        pairs.iter().for_each(|&points| result.add(points));
        result
    }

    #[test]
    fn a_match_is_won_only_beyond_its_error() {
        assert!(!result(&[]).is_won());
        assert!(!result(&[2.0, 2.0]).is_won(), "two pairs are luck");
        assert!(result(&[2.0; 20]).is_won());
        assert!(!result(&[1.0; 100]).is_won());
        assert!(!result(&[2.0, 0.0, 2.0, 1.0]).is_won());
        assert!(!result(&[0.0; 20]).is_won());
    }

    #[test]
    fn elo_follows_the_score() {
        assert_eq!(result(&[1.0, 2.0, 0.0]).elo(), 0.0);
        let three_quarters = result(&[2.0, 1.0]).elo();
        assert!((three_quarters - 190.8).abs() < 0.1, "{three_quarters}");
    }
}
