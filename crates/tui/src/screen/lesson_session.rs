//! A lesson or puzzle on the screen: a board as in a game, and an answer to every move of the
//! learner.

use std::time::{Duration, Instant};

use cairn_app::lessons::{Course, CourseKind, Lesson, Verdict};
use cairn_app::puzzles::{self, PuzzleEvent};
use cairn_games::{AnyMove, History};

use super::puzzles::PuzzleKind;

/// Time for which a move of the learner is seen before the answer to it.
pub(super) const PAUSE: Duration = Duration::from_millis(900);

/// State of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonState {
    /// The learner is to move.
    Open,
    /// The last move was wrong and has not been taken back yet.
    Wrong,
    /// The goal is reached.
    Solved,
}

/// A lesson on the screen, beside the session that has its board.
#[derive(Debug)]
pub struct LessonSession {
    pub(super) course: Course,
    /// Number of the lesson, counted from one.
    pub(super) number: usize,
    /// Moves from which the learner goes on.
    pub(super) history: History,
    pub(super) state: LessonState,
    /// Answer to the last move.
    pub(super) answer: String,
    /// Move of the opponent that is still to be shown, and the time for it.
    pub(super) reply: Option<(AnyMove, Instant)>,
    /// Moves that are shown after it, the last one first.
    pub(super) later: Vec<AnyMove>,
    /// Whether a right move has been shown.
    pub(super) is_helped: bool,
    /// Kind that was chosen, if the lesson is a puzzle of the list.
    pub(super) puzzle_kind: Option<PuzzleKind>,
    /// Rating and streak of the user in words, if the lesson is a puzzle.
    pub(super) standing: String,
    /// Whether text has come that was not drawn yet.
    pub(super) is_unread: bool,
}

impl LessonSession {
    /// Begins a lesson, if the course has one of this number.
    pub(super) fn new(course: Course, number: usize) -> Option<Self> {
        let history = History::new(course.lesson(number)?.position);
        let (state, answer) = (LessonState::Open, String::new());
        Some(Self {
            course,
            number,
            history,
            state,
            answer,
            reply: None,
            later: Vec::new(),
            is_helped: false,
            puzzle_kind: None,
            standing: String::new(),
            is_unread: true,
        })
    }

    /// Takes a wrong move back; otherwise begins the lesson again.
    pub(super) fn begin_again(&mut self) {
        if self.state != LessonState::Wrong {
            self.history = History::new(self.lesson().position);
        }
        (self.state, self.answer, self.is_unread) = (LessonState::Open, String::new(), false);
        (self.reply, self.later) = (None, Vec::new());
    }

    /// Whether the lesson is a puzzle.
    pub fn is_puzzle(&self) -> bool {
        self.course.kind == CourseKind::Puzzles
    }

    /// Returns the lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.course.lessons[self.number - 1]
    }

    /// Returns the state of the lesson.
    pub const fn state(&self) -> LessonState {
        self.state
    }

    /// Returns the answer to the last move.
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// Whether the opponent is about to answer.
    pub const fn is_answering(&self) -> bool {
        self.reply.is_some()
    }

    /// Returns the number of the lesson with its title.
    pub fn title(&self) -> String {
        self.course.heading(self.number)
    }

    /// Returns the text that is to be read now: the task, or the answer to a move.
    pub fn text(&self) -> String {
        if self.answer.is_empty() {
            let Lesson { text, task, .. } = self.lesson();
            return format!("{}\n{text}\n{task}", self.title());
        }
        let standing = if self.state == LessonState::Open { "" } else { &self.standing };
        format!("{}\n{standing}", self.judgement()).trim_end().to_owned()
    }

    /// Returns the answer to the last move with the state of the lesson.
    pub fn judgement(&self) -> String {
        match self.state {
            LessonState::Open => self.answer.clone(),
            LessonState::Wrong => format!("Not this one. {}", self.answer),
            LessonState::Solved => format!("Solved. {}", self.answer),
        }
    }

    /// Takes the verdict on a move. Returns what it means for the record of puzzles.
    pub(super) fn take(
        &mut self,
        mv: AnyMove,
        verdict: Verdict,
        now: Instant,
    ) -> Option<PuzzleEvent> {
        let at = now + PAUSE;
        self.is_unread = true;
        match verdict {
            Verdict::Solved { remark } => {
                let puzzle = puzzles::at(&self.lesson().position).filter(|_| self.is_puzzle());
                let facts =
                    puzzle.map_or_else(String::new, |puzzle| format!(" {}", puzzle.facts()));
                (self.state, self.answer) = (LessonState::Solved, format!("{remark}{facts}"));
            }
            Verdict::GoOn { answer, remark } => {
                // Both moves have been judged, so they are legal.
                let played = self.history.play(mv).and_then(|()| self.history.play(answer));
                debug_assert!(played.is_ok());
                (self.answer, self.reply) = (remark, Some((answer, at)));
            }
            Verdict::Wrong { reason, line } => {
                (self.state, self.answer) = (LessonState::Wrong, reason);
                self.later = line.into_iter().rev().collect();
                self.reply = self.later.pop().map(|reply| (reply, at));
            }
        }
        match self.state {
            LessonState::Open => None,
            LessonState::Wrong => Some(PuzzleEvent::WrongMove),
            LessonState::Solved => Some(PuzzleEvent::Solved { was_helped: self.is_helped }),
        }
    }
}
