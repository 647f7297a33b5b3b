//! Requests of pages and programs about lessons, and the JSON documents that answer them.

use cairn_games::{AnyMove, AnyPosition, GameId, History, MoveError};
use serde::{Deserialize, Serialize};

use super::{Course, CourseError, Lesson, Verdict};
use crate::{MoveListError, history_texts, play_moves};

/// Moves made in a lesson.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LessonRequest {
    /// Rule set.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::RuleSetName))]
    pub game: String,
    /// Name of the lesson, as in `/learn/GAME/LESSON`.
    pub lesson: String,
    /// Moves from the lesson's position, by the learner and the opponent in turn.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Verdict on the learner's last move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonVerdict {
    /// Version of this JSON format.
    pub version: u32,
    /// `solved`; `continue` if the move is right and the opponent has answered it; or `wrong`.
    pub verdict: &'static str,
    /// Remark or reason, in one or two sentences.
    pub text: String,
    /// The opponent's reply: the one to continue from, or the one that shows why the move is wrong.
    pub reply: Option<String>,
    /// The moves in canonical notation, the reply included.
    pub moves: Vec<String>,
    /// Position after each move.
    pub positions: Vec<String>,
    /// The history with the reply, for pages.
    #[serde(skip)]
    pub history: History,
}

/// A move that leads to the goal of a lesson.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LessonHint {
    /// Version of this JSON format.
    pub version: u32,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The move in words.
    pub words: String,
}

/// Reason why a request about a lesson cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// No game of this name has lessons.
    #[error("there is no such course")]
    NoCourse,
    /// The course has no lesson of this name.
    #[error("there is no such lesson")]
    NoLesson,
    /// The file of the lessons is damaged.
    #[error(transparent)]
    Course(#[from] CourseError),
    /// There are more moves than the lesson has.
    #[error("this lesson has at most {0} moves")]
    TooManyMoves(usize),
    /// There is no move to judge.
    #[error("there is no move to judge")]
    NoMove,
    /// No move leads to the goal.
    #[error("no move leads to the goal from here; restart the lesson")]
    NoHint,
    /// One of several moves is wrong.
    #[error(transparent)]
    Moves(#[from] MoveListError),
    /// A move is wrong.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl Course {
    /// Returns the course of the game of this name.
    ///
    /// # Errors
    /// If there is none, or its file is damaged.
    pub fn named(game: &str) -> Result<Self, LessonError> {
        let game = GameId::named(game).map_err(|_| LessonError::NoCourse)?;
        Self::of(game)?.ok_or(LessonError::NoCourse)
    }

    /// Returns the number of the lesson of this name, counted from one, and the lesson.
    ///
    /// # Errors
    /// If there is none.
    pub fn lesson_named(&self, name: &str) -> Result<(usize, &Lesson), LessonError> {
        let mut numbered = (1..).zip(&self.lessons);
        numbered.find(|(_, lesson)| lesson.name() == name).ok_or(LessonError::NoLesson)
    }
}

impl Lesson {
    /// Plays moves from the position of the lesson.
    fn after(&self, moves: &[String]) -> Result<History, LessonError> {
        let most = 2 * self.own_moves() as usize - 1;
        if moves.len() > most {
            return Err(LessonError::TooManyMoves(most));
        }
        let mut history = History::new(self.position);
        play_moves(&mut history, moves)?;
        Ok(history)
    }
}

impl LessonRequest {
    /// Judges the last of the moves.
    ///
    /// # Errors
    /// If there is no such lesson, or a move is missing or wrong.
    pub fn judge(&self) -> Result<LessonVerdict, LessonError> {
        let course = Course::named(&self.game)?;
        let (_, lesson) = course.lesson_named(&self.lesson)?;
        let mut history = lesson.after(&self.moves)?;
        let (Some(&mv), Some((_, before))) = (history.moves().last(), self.moves.split_last())
        else {
            return Err(LessonError::NoMove);
        };
        let judged = lesson.judge(&lesson.after(before)?, mv).map_err(MoveError::from)?;
        let (verdict, text, reply) = match judged {
            Verdict::Solved { remark } => ("solved", remark, None),
            Verdict::GoOn { answer, remark } => ("continue", remark, Some(answer)),
            Verdict::Wrong { reason, line } => ("wrong", reason, line.first().copied()),
        };
        let written = |mv: AnyMove| history.position().write_move(mv).ok();
        let reply_text = reply.and_then(written);
        if let Some(reply) = reply {
            history.play(reply).map_err(MoveError::from)?;
        }
        Ok(LessonVerdict {
            version: 1,
            verdict,
            text,
            reply: reply_text,
            moves: history_texts(&history),
            positions: history.positions()[1..].iter().map(AnyPosition::to_text).collect(),
            history,
        })
    }

    /// Returns a move that leads to the goal from here.
    ///
    /// # Errors
    /// If there is no such lesson, a move is wrong, or no move leads to the goal any more.
    pub fn hint(&self) -> Result<LessonHint, LessonError> {
        let course = Course::named(&self.game)?;
        let (_, lesson) = course.lesson_named(&self.lesson)?;
        let history = lesson.after(&self.moves)?;
        let position = history.position();
        let mv = lesson.hint(&history).filter(|_| position.to_move() == lesson.position.to_move());
        let mv = mv.ok_or(LessonError::NoHint)?;
        let illegal = MoveError::from;
        let made = position.write_move(mv).map_err(illegal)?;
        let words = position.move_in_words(mv).map_err(illegal)?;
        Ok(LessonHint { version: 1, made, words })
    }
}
