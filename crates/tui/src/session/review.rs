//! Turning points of a finished game, found by the engine in a thread of its own.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use cairn_app::line_texts;
use cairn_app::review::{GameReview, MistakeExercise, review_game};
use cairn_engine::search::Engine;
use cairn_engine::{EngineOptions, Limits, StopFlag};
use cairn_games::Side;

use super::Session;

/// Search time per position.
const TIME: Duration = Duration::from_millis(150);
/// Number of moves shown of a better line.
const SHOWN_MOVES: usize = 2;

/// Review of the game, as far as it was asked for.
#[derive(Debug, Default)]
pub(super) struct SessionReview {
    running: Option<(Receiver<ReviewMessage>, StopFlag)>,
    review: Option<GameReview>,
    /// Whether the exercises were asked for rather than the turning points.
    is_for_exercises: bool,
}

impl Drop for SessionReview {
    fn drop(&mut self) {
        if let Some((_, stop)) = &self.running {
            stop.raise();
        }
    }
}

/// News from the thread.
enum ReviewMessage {
    /// Number of reviewed positions, and of all.
    Progress(usize, usize),
    Done(Box<Result<GameReview, String>>),
}

impl Session {
    /// Looks for the turning points of a finished game, and shows the next one.
    pub fn next_turning_point(&mut self) {
        if self.ending().is_none() {
            return self.say("Turning points are available after the game.");
        }
        if self.review.review.is_some() {
            return self.show_turning_point();
        }
        if self.review.running.is_none() {
            self.start_review();
        }
        self.say("Looking for the turning points ...");
    }

    fn start_review(&mut self) {
        let (sender, news) = channel();
        let stop = StopFlag::new();
        let (history, raised) = (self.history.clone(), stop.clone());
        std::thread::spawn(move || {
            let options = EngineOptions { hash_mb: 32, ..EngineOptions::default() };
            let mut engine = Engine::new(options);
            let limits = Limits::time(TIME);
            let progress = |done, of| {
                // Nobody listens any more if the game was left.
                let _ = sender.send(ReviewMessage::Progress(done, of));
            };
            let review = review_game(history, &mut engine, &limits, &raised, progress);
            let review = review.map_err(|error| error.to_string());
            let _ = sender.send(ReviewMessage::Done(Box::new(review)));
        });
        self.review.running = Some((news, stop));
    }

    /// Whether a review is under way.
    pub fn is_reviewing(&self) -> bool {
        self.review.running.is_some()
    }

    /// Takes news of the review. Returns whether there was any.
    pub(super) fn tick_review(&mut self) -> bool {
        let mut changed = false;
        while let Some(news) =
            self.review.running.as_ref().and_then(|(news, _)| news.try_recv().ok())
        {
            changed = true;
            match news {
                ReviewMessage::Progress(done, of) => {
                    let what =
                        if self.review.is_for_exercises { "mistakes" } else { "turning points" };
                    self.say(format!("Looking for the {what}: {done} of {of} positions"));
                }
                ReviewMessage::Done(review) => {
                    self.review.running = None;
                    match *review {
                        Ok(review) => {
                            self.review.review = Some(review);
                            if self.review.is_for_exercises {
                                self.say("");
                            } else {
                                self.show_turning_point();
                            }
                        }
                        Err(why) => self.say(why),
                    }
                }
            }
        }
        changed
    }

    /// Reviews a finished game for its exercises, unless that was done before. Returns whether
    /// there will be any.
    pub fn review_for_exercises(&mut self) -> bool {
        if self.ending().is_none() {
            self.say("Mistakes are available after the game.");
            return false;
        }
        if self.review.review.is_none() {
            if self.review.running.is_none() {
                self.start_review();
            }
            self.review.is_for_exercises = true;
            self.say("Looking for the mistakes ...");
        }
        true
    }

    /// Returns the exercises of the only person, or of both sides, when the review is ready.
    pub fn exercises(&self) -> Option<Vec<MistakeExercise>> {
        let review = self.review.review.as_ref()?;
        let sides = match self.settings.lone_human() {
            Some(side) => vec![side],
            None => Side::BOTH.to_vec(),
        };
        let mut exercises: Vec<_> =
            sides.into_iter().flat_map(|side| review.exercises(side)).collect();
        exercises.sort_by_key(|exercise| exercise.ply);
        Some(exercises)
    }

    /// Returns the accuracy of both sides, when the review is ready.
    pub fn accuracy_text(&self) -> Option<String> {
        let review = self.review.review.as_ref()?;
        Some(format!("Accuracy: {}.", review.summary_text()))
    }

    /// Returns the turning point that is shown in words, if the shown position is before one.
    pub fn turning_point_text(&self) -> Option<String> {
        let review = self.review.review.as_ref().filter(|_| self.is_browsing())?;
        let ply = self.ply() + 1;
        review.turning_points().contains(&ply).then(|| review.explanation(ply))?
    }

    /// Drops a review that is no longer of this game.
    pub(super) fn forget_review(&mut self) {
        self.review = SessionReview::default();
    }

    /// Shows the position before the next move that lost much, after the shown position.
    fn show_turning_point(&mut self) {
        let Some(review) = &self.review.review else {
            return;
        };
        let points = review.turning_points();
        let shown = self.ply();
        let next = points.iter().find(|&&ply| self.is_browsing() && ply > shown + 1);
        let Some(&ply) = next.or(points.first()) else {
            return self.say("No single move decided this game.");
        };
        let number = points.iter().position(|&point| point == ply).map_or(1, |at| at + 1);
        let (before, point) = (&self.history.positions()[ply - 1], &review.reviewed()[ply]);
        let side = before.to_move();
        let name = if self.settings.lone_human() == Some(side) {
            "you"
        } else {
            self.info().side_name(side)
        };
        let made = point.made.and_then(|mv| before.write_move(mv).ok()).unwrap_or_default();
        let mut better = line_texts(before, &review.reviewed()[ply - 1].best);
        better.truncate(SHOWN_MOVES);
        let loss = (100.0 * point.loss).round();
        let message = format!(
            "Turning point {number} of {}: {name} played {made}, which cost {loss} %. Better: {}",
            points.len(),
            better.join(" ")
        );
        self.browse_to(ply - 1);
        self.say(message);
    }
}
