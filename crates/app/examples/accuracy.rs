//! Holds the expected score and the accuracy of a review to games between players of known strength.
//!
//! ```text
//! accuracy NODES GAMES FILE...
//! ```
//!
//! Reviews the first games of each record file, with so many nodes per position. Prints, for each rule
//! set, the slope of the logistic curve that fits the results best (1 is what reviews take it for), and
//! the mean accuracy of each player. For games between two players it also prints how well the accuracy
//! tells them apart, with other constants in its formula as well. `cairn match --records FILE` plays such
//! games.

use std::collections::BTreeMap;
use std::error::Error;

use cairn_app::review::{GameReview, review_game};
use cairn_engine::review::AbsoluteScore;
use cairn_engine::search::Engine;
use cairn_engine::{EngineOptions, Limits, StopFlag};
use cairn_games::record::{self, Record};
use cairn_games::{Outcome, Side};

/// Constants to try: the steepness, and the smallest and largest weight of a move. Reviews use the first.
const FORMULAS: [(f64, (f64, f64)); 7] = [
    (4.55, (0.02, 0.12)),
    (1.0, (0.02, 0.12)),
    (2.3, (0.02, 0.12)),
    (9.0, (0.02, 0.12)),
    (18.0, (0.02, 0.12)),
    (4.55, (1.0, 1.0)),
    (4.55, (0.02, 0.5)),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [nodes, games, files @ ..] = &arguments[..] else {
        return Err("say accuracy NODES GAMES FILE...".into());
    };
    let limits = Limits::nodes(nodes.parse()?);
    let mut rule_sets: BTreeMap<&str, Sample> = BTreeMap::new();
    for file in files {
        let records = record::read_all(&std::fs::read_to_string(file)?)?;
        for record in records.iter().take(games.parse()?) {
            let game = record.history();
            let mut engine = Engine::new(EngineOptions::default());
            let name = game.start().info().name;
            let review = review_game(game, &mut engine, &limits, &StopFlag::new(), |_, _| {})?;
            rule_sets.entry(name).or_default().add(record, &review);
        }
    }
    for (name, sample) in &rule_sets {
        sample.print(name);
    }
    Ok(())
}

/// Reviewed games of a rule set.
#[derive(Default)]
struct Sample {
    /// Values of the estimated positions of each game for the player who moves first, and the result.
    values: Vec<(Vec<f64>, f64)>,
    /// Accuracies and numbers of mistakes of each player's games.
    players: BTreeMap<String, Vec<(f64, [usize; 4])>>,
    /// Difference between the accuracies of two players, by each of [`FORMULAS`], for each game.
    differences: Vec<[f64; FORMULAS.len()]>,
}

impl Sample {
    fn add(&mut self, record: &Record, review: &GameReview) {
        let result = match review.game().outcome() {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => 0.0,
            Some(Outcome::Draw) => 0.5,
            None => return,
        };
        let values = review.reviewed().iter().filter_map(|reviewed| match reviewed.score {
            AbsoluteScore::Value(value) => Some(value),
            AbsoluteScore::Proved { .. } => None,
        });
        self.values.push((values.collect(), result));
        let summary = review.summary();
        for side in Side::BOTH {
            let judged = summary.of(side);
            if let (Some(name), Some(accuracy)) = (record.player(side), judged.accuracy) {
                let counts = [judged.moves, judged.inaccuracies, judged.mistakes, judged.blunders];
                self.players.entry(name.to_owned()).or_default().push((accuracy, counts));
            }
        }
        let [first, second] = Side::BOTH.map(|side| record.player(side).unwrap_or_default());
        if first != second {
            let sign = if first > second { 1.0 } else { -1.0 };
            self.differences.push(FORMULAS.map(|formula| {
                let [first, second] = Side::BOTH.map(|side| accuracy(review, side, formula));
                sign * (first - second)
            }));
        }
    }

    fn print(&self, name: &str) {
        let (slope, error) = self.slope();
        let positions: usize = self.values.iter().map(|(values, _)| values.len()).sum();
        let (losses, fitted) = (self.log_loss(1.0), self.log_loss(slope));
        println!(
            "{name}: {} games, {positions} estimated positions, slope {slope:.2} ± {error:.2}, \
             log loss {losses:.4}, with this slope {fitted:.4}",
            self.values.len()
        );
        if !self.differences.is_empty() {
            self.print_formulas();
        }
        for (player, games) in &self.players {
            let count = games.len() as f64;
            let mean = games.iter().map(|(accuracy, _)| accuracy).sum::<f64>() / count;
            let squares: f64 = games.iter().map(|(accuracy, _)| (accuracy - mean).powi(2)).sum();
            let error = (squares / count).sqrt() / count.sqrt();
            let each = |kind: usize| {
                let sum = |kind| games.iter().map(|(_, counts)| counts[kind]).sum::<usize>() as f64;
                100.0 * sum(kind) / sum(0)
            };
            println!(
                "  {player:<8} {:>5} games  accuracy {:5.1} ± {:.1} %  of 100 moves {:4.1} \
                 inaccuracies, {:4.1} mistakes, {:4.1} blunders",
                games.len(),
                100.0 * mean,
                100.0 * error,
                each(1),
                each(2),
                each(3)
            );
        }
    }

    /// Prints the mean difference of two players, and how many standard errors that is.
    fn print_formulas(&self) {
        let count = self.differences.len() as f64;
        for (index, (steepness, (least, most))) in FORMULAS.iter().enumerate() {
            let each = || self.differences.iter().map(|of_game| of_game[index]);
            let mean = each().sum::<f64>() / count;
            let squares: f64 = each().map(|difference| (difference - mean).powi(2)).sum();
            let error = squares.sqrt() / count;
            println!(
                "  {count} games, steepness {steepness}, weights {least} to {most}: \
                 difference {:.1} %, {:.1} standard errors",
                100.0 * mean,
                mean / error
            );
        }
    }

    /// Fits the slope: the likelihood has one maximum, where its derivative changes sign. The standard
    /// error takes the positions of a game as one.
    fn slope(&self) -> (f64, f64) {
        let (mut low, mut high) = (0.0, 10.0);
        for _ in 0..50 {
            let middle = f64::midpoint(low, high);
            let derivative: f64 = self.derivatives(middle).map(|(of_game, _)| of_game).sum();
            if derivative > 0.0 { low = middle } else { high = middle }
        }
        let (mut curvature, mut spread) = (0.0, 0.0);
        for (of_game, curvature_of_game) in self.derivatives(low) {
            spread += of_game * of_game;
            curvature += curvature_of_game;
        }
        (low, spread.sqrt() / curvature)
    }

    /// Returns the first derivative of the logarithm of each game's likelihood, and the negative second.
    fn derivatives(&self, slope: f64) -> impl Iterator<Item = (f64, f64)> {
        self.values.iter().map(move |(values, result)| {
            values.iter().fold((0.0, 0.0), |(first, second), value| {
                let expected = expectation(slope * value);
                let spread = value * value * expected * (1.0 - expected);
                (first + value * (result - expected), second + spread)
            })
        })
    }

    fn log_loss(&self, slope: f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for (values, result) in &self.values {
            for value in values {
                let expected = expectation(slope * value);
                sum -= result * expected.ln() + (1.0 - result) * (1.0 - expected).ln();
                count += 1.0;
            }
        }
        sum / count
    }
}

/// Returns the accuracy of a side as reviews compute it, with these constants; 1 if it had no choice.
fn accuracy(review: &GameReview, side: Side, (steepness, (least, most)): (f64, (f64, f64))) -> f64 {
    let (positions, reviewed) = (review.game().positions(), review.reviewed());
    let window = (positions.len() / 10).clamp(2, 8);
    let (mut sum, mut weights) = (0.0, 0.0);
    for (ply, after) in reviewed.iter().enumerate().skip(1) {
        if positions[ply - 1].to_move() != side || after.is_forced {
            continue;
        }
        let around = &reviewed[ply.saturating_sub(window)..=ply];
        let scores: Vec<f64> =
            around.iter().map(|reviewed| reviewed.score.expectation_of(Side::First)).collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        let weight = (squares / scores.len() as f64).sqrt().clamp(least, most);
        let is_best = reviewed[ply - 1].best.first().copied() == after.made;
        let loss = if is_best { 0.0 } else { after.loss.clamp(0.0, 1.0) };
        let worst = (-steepness).exp();
        sum += weight * ((-steepness * loss).exp() - worst) / (1.0 - worst);
        weights += weight;
    }
    if weights > 0.0 { sum / weights } else { 1.0 }
}

fn expectation(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}
