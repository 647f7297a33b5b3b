//! Accuracy of both sides of a reviewed game, and the numbers of their mistakes.

use cairn_engine::review::Mistake;
use cairn_games::Side;
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::{GameReview, ReviewedPosition};

/// Steepness of the accuracy of a move: one that loses as much as the smallest mistake counts half.
const STEEPNESS: f64 = 4.55;
/// Number of positions before a move that tell how much was at stake, as a part of the game, and its
/// bounds.
const WINDOW_PART: usize = 10;
const WINDOW_BOUNDS: (usize, usize) = (2, 8);
/// Smallest and largest weight of a move.
const WEIGHT_BOUNDS: (f64, f64) = (0.02, 0.12);

/// Returns the accuracy of a move, from 0 to 1, by the share of the expected points that it lost.
///
/// ```
/// use cairn_app::review::move_accuracy;
///
/// assert_eq!(move_accuracy(0.0), 1.0);
/// assert!((move_accuracy(0.15) - 0.5).abs() < 0.01);
/// assert_eq!(move_accuracy(1.0), 0.0);
/// ```
pub fn move_accuracy(loss: f64) -> f64 {
    let worst = (-STEEPNESS).exp();
    ((-STEEPNESS * loss.clamp(0.0, 1.0)).exp() - worst) / (1.0 - worst)
}

/// Moves of one side of a game, judged together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct SideSummary {
    /// Accuracy from 0 to 1; null if the side had no choice in any move.
    pub accuracy: Option<f64>,
    /// Number of moves in which the side had a choice.
    pub moves: usize,
    /// Number of inaccuracies.
    pub inaccuracies: usize,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
}

/// Moves of both sides of a game, judged together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema))]
pub struct ReviewSummary {
    /// The player who moves first.
    pub first: SideSummary,
    /// The other player.
    pub second: SideSummary,
}

impl ReviewSummary {
    /// Returns the summary of a side.
    pub const fn of(&self, side: Side) -> &SideSummary {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl SideSummary {
    /// Returns the accuracy in percent, as people read it: `87 %`.
    pub fn accuracy_text(&self) -> String {
        self.accuracy
            .map_or_else(|| "no choice".to_owned(), |accuracy| format!("{:.0} %", 100.0 * accuracy))
    }

    /// Returns the numbers of mistakes in words: `1 inaccuracy, 2 mistakes, no blunders`.
    pub fn mistakes_text(&self) -> String {
        let count = |number: usize, one: &str, many: &str| match number {
            0 => format!("no {many}"),
            1 => format!("1 {one}"),
            _ => format!("{number} {many}"),
        };
        [
            count(self.inaccuracies, "inaccuracy", "inaccuracies"),
            count(self.mistakes, "mistake", "mistakes"),
            count(self.blunders, "blunder", "blunders"),
        ]
        .join(", ")
    }

    const fn count(&mut self, mistake: Mistake) {
        match mistake {
            Mistake::Inaccuracy => self.inaccuracies += 1,
            Mistake::Mistake => self.mistakes += 1,
            Mistake::Blunder => self.blunders += 1,
        }
    }
}

impl GameReview {
    /// Judges the moves of both sides that have been reviewed.
    ///
    /// The accuracy of a side is the mean of the accuracies of its moves, weighted by the swing of
    /// the expected score around each move, so that a long won ending does not hide what happened
    /// before. Forced moves do not count, and the best move of the search is fully accurate.
    pub fn summary(&self) -> ReviewSummary {
        let [first, second] = Side::BOTH.map(|side| self.side_summary(side));
        ReviewSummary { first, second }
    }

    /// Returns the summary in a sentence for each side: `White 87 % (1 inaccuracy, ...)`.
    pub fn summary_text(&self) -> String {
        let (summary, info) = (self.summary(), self.game().start().info());
        let texts = Side::BOTH.map(|side| {
            let judged = summary.of(side);
            let (name, accuracy) = (info.side_name(side), judged.accuracy_text());
            format!("{name} {accuracy} ({})", judged.mistakes_text())
        });
        texts.join("; ")
    }

    fn side_summary(&self, side: Side) -> SideSummary {
        let mut summary = SideSummary::default();
        let (mut sum, mut weights) = (0.0, 0.0);
        for reviewed in self.moves_of(side).filter(|reviewed| !reviewed.is_forced) {
            let weight = self.weight(reviewed.ply);
            sum += weight * move_accuracy(self.judged_loss(reviewed));
            weights += weight;
            summary.moves += 1;
            if let Some(mistake) = reviewed.mistake {
                summary.count(mistake);
            }
        }
        summary.accuracy = (weights > 0.0).then(|| sum / weights);
        summary
    }

    /// Returns the reviewed positions that moves of a side have led to.
    pub(super) fn moves_of(&self, side: Side) -> impl Iterator<Item = &ReviewedPosition> {
        let positions = self.game().positions();
        let is_own = move |reviewed: &&ReviewedPosition| {
            reviewed.ply > 0 && positions[reviewed.ply - 1].to_move() == side
        };
        self.reviewed().iter().filter(is_own)
    }

    /// Returns the loss of a move, none for the best one: whatever a later search says of it, the
    /// player could not know better.
    fn judged_loss(&self, reviewed: &ReviewedPosition) -> f64 {
        let best = self.reviewed()[reviewed.ply - 1].best.first();
        if best.copied() == reviewed.made { 0.0 } else { reviewed.loss }
    }

    /// Returns the weight of the move to a position: the standard deviation of the expected score
    /// around it.
    fn weight(&self, ply: usize) -> f64 {
        let (least, most) = WINDOW_BOUNDS;
        let window = (self.game().positions().len() / WINDOW_PART).clamp(least, most);
        let around = &self.reviewed()[ply.saturating_sub(window)..=ply];
        let scores: Vec<f64> =
            around.iter().map(|reviewed| reviewed.score.expectation_of(Side::First)).collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        let (least, most) = WEIGHT_BOUNDS;
        (squares / scores.len() as f64).sqrt().clamp(least, most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game_of, reviewed_as};
    use super::*;

    #[test]
    fn a_blunder_costs_its_side_accuracy_and_is_counted() {
        let review =
            reviewed_as(&["a1-a2", "e5-e4"], &[("a1-a4", 200), ("e5-e4", 0), ("a1-a2", 0)]);
        let summary = review.summary();
        assert_eq!((summary.first.blunders, summary.first.moves), (1, 1));
        assert!(summary.first.accuracy.unwrap() < 0.4);
        let second = SideSummary { accuracy: Some(1.0), moves: 1, ..SideSummary::default() };
        assert_eq!(summary.second, second);
        let text = "White 17 % (no inaccuracies, no mistakes, 1 blunder); \
                    Black 100 % (no inaccuracies, no mistakes, no blunders)";
        assert_eq!(review.summary_text(), text);
    }

    #[test]
    fn the_best_move_is_accurate_whatever_a_later_search_says() {
        let review = reviewed_as(&["a1-a4"], &[("a1-a4", 0), ("e5-e4", 300)]);
        assert_eq!(review.summary().first.accuracy, Some(1.0));
    }

    #[test]
    fn nothing_is_said_of_a_side_that_has_not_moved() {
        let review = GameReview::new(game_of(&[]));
        assert_eq!(review.summary(), ReviewSummary::default());
    }

    #[test]
    fn accuracy_falls_with_every_loss() {
        let losses = (0..=100).map(|percent| move_accuracy(f64::from(percent) / 100.0));
        let accuracies: Vec<_> = losses.collect();
        assert!(accuracies.is_sorted_by(|a, b| a > b));
        assert_eq!((accuracies[0], accuracies[100]), (1.0, 0.0));
    }
}
