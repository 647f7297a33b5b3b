//! Hints and evaluation by the engine at full strength.

use std::time::Duration;

use cairn_app::line_texts;
use cairn_draw::{Arrow, Marks};
use cairn_engine::levels::Level;
use cairn_engine::{EngineOptions, Limits, Player, Score, SearchReport};
use cairn_games::{AnyMove, Side, Step};

use super::Session;
use crate::worker::{SearchMessage, SearchRequest, SearchThread};

/// Search time for a hint and for an evaluation.
const HINT_TIME: Duration = Duration::from_millis(1_000);
const EVALUATION_TIME: Duration = Duration::from_secs(20);

/// Findings of the engine about the position.
#[derive(Debug, Default)]
pub struct EngineFindings {
    search: Option<SearchThread>,
    /// Whether the evaluation is shown.
    evaluating: bool,
    /// Whether a requested hint is still being searched.
    awaiting_hint: bool,
    report: Option<SearchReport>,
    hint: Option<AnyMove>,
    /// Marks that show the hint.
    hint_marks: Marks,
    /// Whether the engine has been asked about the position.
    asked: bool,
}

impl EngineFindings {
    /// Whether the evaluation is shown.
    pub const fn is_evaluating(&self) -> bool {
        self.evaluating
    }

    /// Returns the latest report about the position.
    pub const fn report(&self) -> Option<&SearchReport> {
        self.report.as_ref()
    }

    /// Returns the hint, if one was requested.
    #[cfg(test)]
    pub const fn hint(&self) -> Option<AnyMove> {
        self.hint
    }

    /// Returns the marks that show the hint on the board.
    pub const fn hint_marks(&self) -> &Marks {
        &self.hint_marks
    }

    fn forget_hint(&mut self) -> bool {
        self.hint_marks = Marks::default();
        self.hint.take().is_some()
    }

    /// Whether the engine is searching.
    pub fn is_thinking(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.busy_since().is_some())
    }

    pub(super) fn position_changed(&mut self) {
        (self.report, self.asked) = (None, false);
        self.forget_hint();
        self.awaiting_hint = false;
        if let Some(search) = &mut self.search {
            search.cancel();
        }
    }
}

impl Session {
    /// Shows or hides the hint.
    pub fn toggle_hint(&mut self) {
        if self.study.forget_hint() {
            self.say("");
        } else {
            self.ask_for_hint();
        }
    }

    /// Shows a hint as soon as it is found.
    pub fn ask_for_hint(&mut self) {
        if self.ending().is_some() {
            return self.say("The game is over.");
        }
        if self.builder.is_none() {
            return self.say("Hints are for your own turn.");
        }
        if self.study.asked && !self.study.is_thinking() && self.study.report.is_some() {
            return self.give_hint();
        }
        self.study.awaiting_hint = true;
        self.study.asked = false;
        self.say("Searching for a good move ...");
        self.tick_study();
    }

    /// Whether every turn of a person begins with a hint.
    pub const fn is_guided(&self) -> bool {
        self.guided
    }

    /// Begins every turn of a person with a hint, or no longer.
    pub fn set_guided(&mut self, guided: bool) {
        (self.guided, self.guided_ply) = (guided, None);
    }

    /// Turns the hints on every turn on or off.
    pub fn toggle_guided(&mut self) {
        self.set_guided(!self.guided);
        if !self.guided {
            self.study.forget_hint();
        }
        self.say(if self.guided {
            "A hint on every turn."
        } else {
            "No more hints on every turn."
        });
    }

    /// Asks for the hint with which a turn begins. Returns whether it has.
    pub(super) fn tick_guide(&mut self) -> bool {
        let ply = self.history.moves().len();
        if !self.guided || self.builder.is_none() || self.guided_ply == Some(ply) {
            return false;
        }
        self.guided_ply = Some(ply);
        self.ask_for_hint();
        true
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

    /// Takes reports of the engine and starts a search if one is wanted.
    pub(super) fn tick_study(&mut self) -> bool {
        let mut changed = false;
        while let Some(news) = self.study.search.as_mut().and_then(SearchThread::poll) {
            changed = true;
            match news {
                SearchMessage::Progress(report) => self.study.report = Some(report),
                SearchMessage::Done(Ok(report)) => {
                    self.study.report = Some(report);
                    if self.study.awaiting_hint {
                        self.give_hint();
                    }
                }
                SearchMessage::Done(Err(why)) => {
                    self.study.awaiting_hint = false;
                    self.say(why);
                }
            }
        }
        let wanted = self.study.evaluating || self.study.awaiting_hint;
        if wanted && !self.study.asked && self.ending().is_none() {
            let time = if self.study.awaiting_hint { HINT_TIME } else { EVALUATION_TIME };
            let question = SearchRequest {
                player: Player::Level(Level::HIGHEST),
                seat: 0,
                options: EngineOptions { hash_mb: 32, ..EngineOptions::default() },
                history: self.history.clone(),
                limits: Limits::time(time),
            };
            self.study.search.get_or_insert_default().ask(question);
            self.study.asked = true;
            changed = true;
        }
        changed
    }

    /// Waits for the requested hint.
    pub fn wait_for_hint(&mut self) -> Option<AnyMove> {
        while self.study.awaiting_hint {
            self.tick_study();
            std::thread::sleep(Duration::from_millis(5));
        }
        self.study.hint
    }

    fn give_hint(&mut self) {
        self.study.awaiting_hint = false;
        let best = self.study.report.as_ref().map(SearchReport::best_move);
        match best {
            Some(mv) => self.show_hint(mv),
            None => self.say(""),
        }
    }

    /// Shows a move as the hint.
    pub fn show_hint(&mut self, mv: AnyMove) {
        self.study.hint = Some(mv);
        let moves = self.position().moves_with_steps();
        let steps = moves.iter().find(|(mv, _)| Some(*mv) == self.study.hint);
        self.study.hint_marks = steps.map(|(_, steps)| marks_of_hint(steps)).unwrap_or_default();
        let text = self.study.hint.and_then(|mv| {
            let (position, text) = (self.position(), self.position().write_move(mv).ok()?);
            let words = position.move_in_words(mv).ok().filter(|words| *words != text);
            Some(words.map_or(format!("Hint: {text}"), |words| format!("Hint: {text}. {words}.")))
        });
        self.say(text.unwrap_or_default());
    }

    /// Returns the expected share of the points for the first mover, and the score for the
    /// side to move.
    pub fn evaluation(&self) -> Option<(f64, Score)> {
        let score = self.study.report()?.score();
        let expected = score.expectation();
        let first = if self.to_move() == Side::First { expected } else { 1.0 - expected };
        Some((first, score))
    }

    /// Returns the moves of the best line found so far.
    pub fn best_line(&self) -> Vec<String> {
        let line = self.study.report().and_then(|report| report.lines.first());
        line.map(|line| line_texts(self.position(), &line.moves)).unwrap_or_default()
    }
}

/// Returns the marks that show a move: arrows, numbered if they begin on several cells, and
/// an arrow from a cell to itself for a new piece.
fn marks_of_hint(steps: &[Step]) -> Marks {
    let mut marks = Marks::default().with_steps(steps, None);
    let mut origins: Vec<usize> = marks.arrows.iter().map(|arrow| arrow.from).collect();
    origins.dedup();
    if origins.len() > 1 {
        for arrow in &mut marks.arrows {
            let at = origins.iter().position(|&origin| origin == arrow.from);
            arrow.number = at.and_then(|at| u8::try_from(at + 1).ok());
        }
    }
    let placed = std::mem::take(&mut marks.targets);
    marks.arrows.extend(placed.into_iter().map(|cell| Arrow::new(cell, cell)));
    marks
}
