//! Hints and evaluation, from the strongest thinker there is.

use std::time::Duration;

use cairn_draw::Marks;
use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Limits, Player, Report, Score};
use cairn_games::{AnyMove, Side};

use super::Session;
use crate::worker::{Desk, News, Question};

/// How long a hint is thought about, and a position that is evaluated.
const HINT_TIME: Duration = Duration::from_millis(1_000);
const EVALUATION_TIME: Duration = Duration::from_secs(20);

/// What the strongest thinker says about the position.
#[derive(Debug, Default)]
pub struct Study {
    desk: Option<Desk>,
    /// Whether the evaluation is shown.
    evaluating: bool,
    /// Whether a hint was asked for and has not come.
    awaiting_hint: bool,
    report: Option<Report>,
    hint: Option<AnyMove>,
    /// How the hint is shown.
    hint_marks: Marks,
    /// Whether the position has been asked about.
    asked: bool,
}

impl Study {
    /// Whether the evaluation is shown.
    #[must_use]
    pub const fn is_evaluating(&self) -> bool {
        self.evaluating
    }

    /// What has been found out about the position.
    #[must_use]
    pub const fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// The move to make, if a hint was asked for.
    #[must_use]
    pub const fn hint(&self) -> Option<AnyMove> {
        self.hint
    }

    /// How the hint is shown on the board: arrows, and where something new is put.
    #[must_use]
    pub const fn hint_marks(&self) -> &Marks {
        &self.hint_marks
    }

    fn forget_hint(&mut self) -> bool {
        self.hint_marks = Marks::default();
        self.hint.take().is_some()
    }

    /// Whether it is thinking.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.desk.as_ref().is_some_and(|desk| desk.busy_since().is_some())
    }

    pub(super) fn position_changed(&mut self) {
        (self.report, self.asked) = (None, false);
        self.forget_hint();
        self.awaiting_hint = false;
        if let Some(desk) = &mut self.desk {
            desk.cancel();
        }
    }
}

impl Session {
    /// Shows what to play, or hides it again.
    pub fn toggle_hint(&mut self) {
        if self.study.forget_hint() {
            self.say("");
        } else {
            self.ask_for_hint();
        }
    }

    /// Shows what to play, as soon as that is known.
    pub fn ask_for_hint(&mut self) {
        if self.ending().is_some() {
            return self.say("The game is over.");
        }
        if self.choosing.is_none() {
            return self.say("A hint is for a person who is to move.");
        }
        if self.study.asked && !self.study.is_thinking() && self.study.report.is_some() {
            return self.give_hint();
        }
        self.study.awaiting_hint = true;
        self.study.asked = false;
        self.say("Looking for a good move ...");
        self.tick_study();
    }

    /// Shows or hides the evaluation.
    pub fn toggle_evaluation(&mut self) {
        self.study.evaluating = !self.study.evaluating;
        if !self.study.evaluating && !self.study.awaiting_hint {
            self.study.position_changed();
        }
        self.study.asked &= self.study.evaluating;
        self.tick_study();
    }

    /// Takes what the thinker says, and asks it if that is wanted.
    pub(super) fn tick_study(&mut self) -> bool {
        let mut changed = false;
        while let Some(news) = self.study.desk.as_mut().and_then(Desk::poll) {
            changed = true;
            match news {
                News::Watch(report) => self.study.report = Some(report),
                News::Done(Ok(report)) => {
                    self.study.report = Some(report);
                    if self.study.awaiting_hint {
                        self.give_hint();
                    }
                }
                News::Done(Err(why)) => {
                    self.study.awaiting_hint = false;
                    self.say(why);
                }
            }
        }
        let wanted = self.study.evaluating || self.study.awaiting_hint;
        if wanted && !self.study.asked && self.ending().is_none() {
            let time = if self.study.awaiting_hint { HINT_TIME } else { EVALUATION_TIME };
            let question = Question {
                player: Player::Level(Level::HIGHEST),
                seat: 0,
                options: EngineOptions { hash_mb: 32, ..EngineOptions::default() },
                history: self.history.clone(),
                limits: Limits::time(time),
            };
            self.study.desk.get_or_insert_default().ask(question);
            self.study.asked = true;
            changed = true;
        }
        changed
    }

    /// Waits for the hint that was asked for.
    pub fn wait_for_hint(&mut self) -> Option<AnyMove> {
        while self.study.awaiting_hint {
            self.tick_study();
            std::thread::sleep(Duration::from_millis(5));
        }
        self.study.hint
    }

    fn give_hint(&mut self) {
        self.study.awaiting_hint = false;
        self.study.hint = self.study.report.as_ref().map(Report::best_move);
        let moves = self.position().moves_with_steps();
        let steps = moves.iter().find(|(mv, _)| Some(*mv) == self.study.hint);
        self.study.hint_marks =
            steps.map(|(_, steps)| Marks::default().with_steps(steps, None)).unwrap_or_default();
        let text = self.study.hint.and_then(|mv| self.position().write_move(mv).ok());
        self.say(text.map_or_else(String::new, |text| format!("Hint: {text}")));
    }

    /// The share of the points that the first side can expect, and the value in words
    /// for the side to move.
    #[must_use]
    pub fn evaluation(&self) -> Option<(f64, Score)> {
        let score = self.study.report()?.score();
        let expected = score.expectation();
        let first = if self.to_move() == Side::First { expected } else { 1.0 - expected };
        Some((first, score))
    }

    /// The moves of the best line that has been found, as text.
    #[must_use]
    pub fn best_line(&self) -> Vec<String> {
        let mut position = *self.position();
        let mut texts = Vec::new();
        let line = self.study.report().and_then(|report| report.lines.first());
        for &mv in line.map(|line| line.moves.as_slice()).unwrap_or_default() {
            let Ok(text) = position.write_move(mv) else {
                break;
            };
            texts.push(text);
            if position.play(mv).is_err() {
                break;
            }
        }
        texts
    }
}
