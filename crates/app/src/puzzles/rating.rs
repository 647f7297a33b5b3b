//! Difficulty of puzzles, measured by the levels of the engine.

use cairn_engine::levels::{self, Level};
use cairn_engine::{EngineOptions, Limits, StopFlag};
use cairn_games::{AnyMove, AnyPosition, History};

/// Rating of the lowest level.
const LOWEST_RATING: f64 = 600.0;

/// Difference in rating between two levels.
const STEP: f64 = 170.0;

/// Number of tries of each level, with different seeds.
const TRIES: u64 = 3;

/// Levels from here on nearly always play the same move.
const STEADY_FROM: u8 = 8;

/// Nodes for the highest level, which has no limit of its own.
const HIGHEST_NODES: u64 = 30_000;

/// Returns the rating of a level on the scale of the puzzles.
fn rating_of(level: Level) -> f64 {
    LOWEST_RATING + STEP * f64::from(level.number() - 1)
}

/// Measures a puzzle: returns its rating, and the lowest level that finds one of the right moves
/// in most tries.
pub(super) fn measure(
    position: &AnyPosition,
    right: &[AnyMove],
    seed: u64,
    stop: &StopFlag,
) -> (u32, Option<Level>) {
    let shares: Vec<_> =
        Level::all().map(|level| share(position, right, level, seed, stop)).collect();
    let finds = |(level, share): (Level, &f64)| (*share > 0.5).then_some(level);
    let lowest = Level::all().zip(&shares).find_map(finds);
    (rating(&shares), lowest)
}

/// Returns the share of tries in which a level finds a right move.
fn share(
    position: &AnyPosition,
    right: &[AnyMove],
    level: Level,
    seed: u64,
    stop: &StopFlag,
) -> f64 {
    let tries = if level.number() < STEADY_FROM { TRIES } else { 1 };
    let limits =
        if level == Level::HIGHEST { Limits::nodes(HIGHEST_NODES) } else { Limits::default() };
    let history = History::new(*position);
    let finds = |attempt: &u64| {
        let seed = seed.wrapping_add(*attempt);
        let options = EngineOptions { hash_mb: 1, seed, ..EngineOptions::default() };
        let found = levels::bot(level, &options).search(&history, &limits, stop, &mut |_| {});
        found.is_ok_and(|report| right.contains(&report.best_move()))
    };
    (0..tries).filter(finds).count() as f64 / tries as f64
}

/// Returns the rating at which the levels would be expected to find the move as often as they
/// did.
fn rating(shares: &[f64]) -> u32 {
    let found = shares.iter().sum::<f64>().clamp(0.25, shares.len() as f64 - 0.25);
    let expected = |rating: f64| -> f64 {
        let finds = |level| 1.0 / (1.0 + 10_f64.powf((rating - rating_of(level)) / 400.0));
        Level::all().map(finds).sum()
    };
    let (mut low, mut high) = (0.0, 4_000.0);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        // A higher rating is found less often.
        if expected(middle) > found { low = middle } else { high = middle }
    }
    low.round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_that_more_levels_solve_are_easier() {
        let solved_from = |level: usize| -> Vec<f64> {
            (1..=10).map(|number| if number >= level { 1.0 } else { 0.0 }).collect()
        };
        let ratings: Vec<_> = (1..=11).map(|level| rating(&solved_from(level))).collect();
        assert!(ratings.is_sorted_by(|a, b| a < b), "{ratings:?}");
        assert!(ratings[0] > 0 && ratings[10] < 3_000, "{ratings:?}");
        let middle = rating(&solved_from(6));
        assert!((1_300..1_450).contains(&middle), "half of the levels: {middle}");
    }
}
