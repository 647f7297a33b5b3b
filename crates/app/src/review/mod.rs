//! Reviewing a game: a score of every position, the moves that were mistakes, the accuracy of both
//! sides, and exercises made of their mistakes.
//!
//! A [`GameReview`] goes through the positions of a game. The caller lets an engine
//! search each position, in its own thread or on a server's worker pool, and hands the
//! report in. [`annotate`] writes the result into a record.
//!
//! ```
//! use cairn_app::review::GameReview;
//! use cairn_engine::SearchReport;
//! use cairn_games::{GameId, History};
//!
//! let mut game = History::new(GameId::Nava.start());
//! game.play(game.position().read_move("a1-a4")?)?;
//!
//! let mut review = GameReview::new(game);
//! while let Some(position) = review.current() {
//!     // An engine would search here; the first legal move will do.
//!     let first = position.position().moves()[0];
//!     let report = position.outcome().is_none().then(|| SearchReport::of_choice(first));
//!     review.add(report);
//! }
//! assert_eq!(review.reviewed().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod exercise;
mod summary;

pub use exercise::{ExerciseJson, MistakeExercise};
pub use summary::{ReviewSummary, SideSummary, move_accuracy};

use cairn_engine::review::{AbsoluteScore, Mistake};
use cairn_engine::{Bot, Limits, SearchError, SearchReport, StopFlag};
use cairn_games::record::{Line, Record, RecordedMove};
use cairn_games::{AnyMove, History, Outcome, Side};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use crate::moves::{in_words, line_texts};
#[cfg(feature = "openapi")]
use crate::schema::{MistakeWord, OutcomeWord};

/// Number of moves shown of a better line.
const SHOWN_MOVES: usize = 6;
/// Largest number of turning points.
const MAX_TURNING_POINTS: usize = 6;
/// Beginnings of the comments that a review writes after moves and before better lines.
const COMMENT: &str = "eval ";
const BETTER: &str = "better: ";
/// Beginning of the comment that a review writes before the first move.
const ACCURACY: &str = "accuracy: ";

/// A position of a reviewed game.
#[derive(Clone, Debug)]
pub struct ReviewedPosition {
    /// Number of moves before the position.
    pub ply: usize,
    /// Move that led to the position; `None` at the start.
    pub made: Option<AnyMove>,
    /// Score of the position.
    pub score: AbsoluteScore,
    /// The score in words.
    pub text: String,
    /// Best line from the position, empty at the end of a game.
    pub best: Vec<AnyMove>,
    /// Whether the move was the only legal one.
    pub is_forced: bool,
    /// Kind of mistake that the move was.
    pub mistake: Option<Mistake>,
    /// Share of the expected points that the move lost, from 0 to 1.
    pub loss: f64,
}

/// A game that is being reviewed, position by position.
#[derive(Clone, Debug)]
pub struct GameReview {
    game: History,
    /// The game up to the position to be reviewed next.
    reached: History,
    /// Report about the position before.
    before: Option<SearchReport>,
    reviewed: Vec<ReviewedPosition>,
}

impl GameReview {
    /// Begins the review of a game.
    pub fn new(game: History) -> Self {
        let reached = History::new(*game.start());
        Self { game, reached, before: None, reviewed: Vec::new() }
    }

    /// Returns the game that is reviewed.
    pub const fn game(&self) -> &History {
        &self.game
    }

    /// Returns the game up to the position to be searched next, or `None` if all are reviewed.
    /// A position in which the game is over needs no search.
    pub fn current(&self) -> Option<&History> {
        (self.reviewed.len() < self.game.positions().len()).then_some(&self.reached)
    }

    /// Returns the positions reviewed so far.
    pub fn reviewed(&self) -> &[ReviewedPosition] {
        &self.reviewed
    }

    /// Adds the report of a search of the current position and goes on to the next one.
    /// Without a report the position counts as the end of the game.
    pub fn add(&mut self, report: Option<SearchReport>) {
        if self.current().is_none() {
            return;
        }
        let ply = self.reviewed.len();
        let made = ply.checked_sub(1).map(|index| self.game.moves()[index]);
        let previous = &self.game.positions()[ply.saturating_sub(1)];
        let mover = previous.to_move();
        let is_forced = made.is_some() && previous.count_moves() == 1;
        let score = match &report {
            Some(report) => {
                AbsoluteScore::of_score(report.score(), self.reached.position().to_move())
            }
            None => AbsoluteScore::of_outcome(self.reached.outcome().unwrap_or(Outcome::Draw)),
        };
        let (mut mistake, mut loss) = (None, 0.0);
        if let (Some(before), Some(made)) = (&self.before, made) {
            let after = score.expectation_of(mover);
            loss = (before.score().expectation() - after).max(0.0);
            mistake = Mistake::of_move(before, made, after);
        }
        let best = report.as_ref().map(|report| report.lines[0].moves.clone());
        self.reviewed.push(ReviewedPosition {
            ply,
            made,
            text: score.words(&self.reached),
            score,
            best: best.unwrap_or_default(),
            is_forced,
            mistake,
            loss,
        });
        self.before = report;
        if let Some(&next) = self.game.moves().get(ply) {
            let played = self.reached.play(next);
            debug_assert!(played.is_ok(), "the move was legal in the game");
        }
    }

    /// Returns the plies of the moves that lost most, in the order in which they were made.
    pub fn turning_points(&self) -> Vec<usize> {
        let least = Mistake::Mistake.least_loss();
        let is_turn = |point: &&ReviewedPosition| point.mistake.is_some() && point.loss >= least;
        let mut worst: Vec<_> = self.reviewed.iter().filter(is_turn).collect();
        worst.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        let worst = worst.into_iter().take(MAX_TURNING_POINTS);
        let mut plies: Vec<_> = worst.map(|point| point.ply).collect();
        plies.sort_unstable();
        plies
    }

    /// Describes a reviewed position in JSON.
    ///
    /// # Panics
    /// If the position has not been reviewed yet.
    pub fn point(&self, ply: usize) -> ReviewPointJson {
        let reviewed = &self.reviewed[ply];
        let positions = self.game.positions();
        let made = reviewed.made.zip(ply.checked_sub(1));
        let (score, proven, distance) = match reviewed.score {
            AbsoluteScore::Value(value) => (Some(value), None, None),
            AbsoluteScore::Proved { outcome, plies } => (None, Some(outcome.word()), plies),
        };
        let mut best = line_texts(&positions[ply], &reviewed.best);
        best.truncate(SHOWN_MOVES);
        ReviewPointJson {
            ply,
            made: made.and_then(|(mv, before)| positions[before].write_move(mv).ok()),
            position: positions[ply].to_text(),
            score,
            proven,
            distance,
            expectation: reviewed.score.expectation_of(Side::First),
            text: reviewed.text.clone(),
            best,
            mistake: reviewed.mistake.map(Mistake::word),
            loss: reviewed.loss,
            explanation: self.explanation(ply),
        }
    }

    /// Returns a mistake in words: the move, the best answer to it, and a better move. `None` if
    /// the move was not a mistake, or is not reviewed yet.
    pub fn explanation(&self, ply: usize) -> Option<String> {
        let reviewed = self.reviewed.get(ply).filter(|reviewed| reviewed.mistake.is_some())?;
        let [before, after] = [ply.checked_sub(1)?, ply].map(|ply| &self.game.positions()[ply]);
        let mut text = format!("Played: {}.", in_words(before, reviewed.made?));
        if let Some(&answer) = reviewed.best.first() {
            let name = after.info().side_name(after.to_move());
            text += &format!(" {name}'s best answer: {}.", in_words(after, answer));
        }
        if let Some(&better) = self.reviewed[ply - 1].best.first() {
            text += &format!(" Better: {}.", in_words(before, better));
        }
        Some(text)
    }
}

/// Reviews a game with an engine that searches each position within the same limits.
/// `progress` gets the number of positions reviewed so far, and of all. Once `stop` is raised, the
/// review ends early.
///
/// # Errors
/// If the engine fails.
pub fn review_game(
    game: History,
    bot: &mut dyn Bot,
    limits: &Limits,
    stop: &StopFlag,
    mut progress: impl FnMut(usize, usize),
) -> Result<GameReview, SearchError> {
    let total = game.positions().len();
    let mut review = GameReview::new(game);
    while let Some(current) = review.current() {
        let report = match current.outcome() {
            Some(_) => None,
            None => Some(bot.search(current, limits, stop, &mut |_| {})?),
        };
        if stop.is_raised() {
            // A search that was cut short says nothing.
            break;
        }
        review.add(report);
        progress(review.reviewed().len(), total);
    }
    Ok(review)
}

/// A position of a game, evaluated from the first player's side, and the move to it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Point))]
pub struct ReviewPointJson {
    /// Number of moves made before this position.
    pub ply: usize,
    /// Move to this position; null for the first position.
    #[serde(rename = "move")]
    pub made: Option<String>,
    /// The position in notation.
    pub position: String,
    /// Estimate for the first player: 0 is even, 1 wins about 73 % of the points. Null for a
    /// proof.
    pub score: Option<f64>,
    /// Proven result.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<OutcomeWord>))]
    pub proven: Option<&'static str>,
    /// Plies to the end of a proof, 0 if the game is over.
    pub distance: Option<u32>,
    /// Expected share of the points for the first player, from 0 to 1.
    pub expectation: f64,
    /// The score in words.
    pub text: String,
    /// Best line from this position.
    pub best: Vec<String>,
    /// Severity of the move to this position, if it was a mistake.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<MistakeWord>))]
    pub mistake: Option<&'static str>,
    /// Share of the expected points that the move lost, from 0 to 1.
    pub loss: f64,
    /// The mistake in words: the move, the best answer to it, and a better move.
    pub explanation: Option<String>,
}

/// Writes a review into the record of the same game: an evaluation after each move, a sign
/// at each mistake, a better line beside it, and the accuracy of both sides before the first move.
/// Replaces the notes of an earlier review.
pub fn annotate(record: &mut Record, review: &GameReview) {
    record.line.comments.retain(|comment| !comment.starts_with(ACCURACY));
    if review.reviewed.len() > 1 {
        record.line.comments.push(format!("{ACCURACY}{}", review.summary_text()));
    }
    for (index, recorded) in record.line.moves.iter_mut().enumerate() {
        let Some(reviewed) = review.reviewed.get(index + 1) else {
            return;
        };
        remove_annotations(recorded);
        if let Some(mistake) = reviewed.mistake {
            let before = &review.reviewed[index];
            let moves = before.best.iter().take(SHOWN_MOVES).copied().map(RecordedMove::new);
            recorded.glyphs.insert(0, mistake.glyph());
            recorded.variations.push(Line {
                comments: vec![format!("{BETTER}{}", before.score.number())],
                moves: moves.collect(),
            });
        }
        recorded.comments.push(format!("{COMMENT}{}", reviewed.text));
    }
}

/// Removes what an earlier review wrote, so that nothing is said twice.
fn remove_annotations(recorded: &mut RecordedMove) {
    let is_ours = |comment: &String| comment.starts_with(COMMENT) || comment.starts_with(BETTER);
    recorded.comments.retain(|comment| !is_ours(comment));
    recorded.variations.retain(|line| !line.comments.iter().any(is_ours));
    recorded.glyphs.retain(|glyph| !Mistake::ALL.iter().any(|ours| ours.glyph() == *glyph));
}

#[cfg(test)]
pub(crate) mod tests {
    use cairn_engine::search::Engine;
    use cairn_engine::{EngineOptions, Score};
    use cairn_games::GameId;

    use super::*;
    use crate::moves::play_moves;

    /// Returns a report that thinks `best` is best and worth `value`.
    fn report(history: &History, best: &str, value: i32) -> SearchReport {
        let mv = history.position().read_move(best).unwrap();
        let mut report = SearchReport::of_choice(mv);
        report.lines[0].score = Score::Value(value);
        report
    }

    /// Returns a game of Nava with these moves.
    pub(super) fn game_of(moves: &[&str]) -> History {
        let mut game = History::new(GameId::Nava.start());
        play_moves(&mut game, moves.iter().copied()).unwrap();
        game
    }

    /// Returns the review of a game of Nava, with the best move and its score in each position.
    pub(super) fn reviewed_as(moves: &[&str], scores: &[(&str, i32)]) -> GameReview {
        let mut review = GameReview::new(game_of(moves));
        for (best, value) in scores {
            let current = review.current().unwrap().clone();
            review.add(Some(report(&current, best, *value)));
        }
        review
    }

    fn game() -> History {
        game_of(&["a1-a2", "e5-e4"])
    }

    fn reviewed() -> GameReview {
        reviewed_as(&["a1-a2", "e5-e4"], &[("a1-a4", 200), ("e5-e4", 0), ("a1-a2", 0)])
    }

    #[test]
    fn a_move_that_loses_points_is_a_mistake() {
        let review = reviewed();
        assert!(review.current().is_none());
        let mistakes: Vec<_> = review.reviewed().iter().map(|reviewed| reviewed.mistake).collect();
        assert_eq!(mistakes, [None, Some(Mistake::Blunder), None]);
        assert_eq!(review.turning_points(), [1]);
        let point = serde_json::to_value(review.point(1)).unwrap();
        assert_eq!(point["move"], "a1-a2");
        assert_eq!(point["mistake"], "blunder");
        assert_eq!(point["best"], serde_json::json!(["e5-e4"]));
        let told = "Played: move 1 disc from a1 to a2 (a1-a2). Black's best answer: move 1 disc \
                    from e5 to e4 (e5-e4). Better: move 3 discs from a1 to a4 (a1-a4).";
        assert_eq!(point["explanation"], told);
        assert_eq!(review.explanation(2), None, "the second move was none");
    }

    #[test]
    fn a_second_review_replaces_the_first() {
        let review = reviewed();
        let mut record = Record::of_history(review.game(), None);
        annotate(&mut record, &review);
        let text = record.to_string();
        let line = text.replace('\n', " ");
        assert!(line.contains("a1-a2??") && line.contains("{better: +2.00} 1. a1-a4"), "{text}");
        assert!(line.contains("{accuracy: White 17 % ("), "{text}");
        annotate(&mut record, &review);
        assert_eq!(record.to_string(), text);
    }

    #[test]
    fn a_review_that_is_stopped_keeps_what_it_has() {
        let mut engine = Engine::new(EngineOptions::default());
        let stop = StopFlag::new();
        let limits = Limits::nodes(100);
        let review = review_game(game(), &mut engine, &limits, &stop, |done, total| {
            assert_eq!(total, 3);
            if done == 2 {
                stop.raise();
            }
        });
        let review = review.unwrap();
        assert_eq!(review.reviewed().len(), 2);
        let mut record = Record::of_history(review.game(), None);
        annotate(&mut record, &review);
        assert_eq!(record.line.moves[0].comments.len(), 1);
        assert!(record.line.moves[1].comments.is_empty());
    }
}
