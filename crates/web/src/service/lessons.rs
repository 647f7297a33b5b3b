//! Lessons: judging the moves of learners, and hints.

use cairn_app::history_texts;
use cairn_app::lessons::{Course, Lesson, Verdict};
use cairn_app::schema::RuleSetName;
use cairn_games::{AnyMove, AnyPosition, GameId, History};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::positions::play_moves;
use crate::problem::Problem;

/// Moves made in a lesson.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonRequest {
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: String,
    /// Name of the lesson, as in `/learn/GAME/LESSON`.
    pub(crate) lesson: String,
    /// Moves from the position of the lesson, those of the learner and of the opponent in turn.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// Verdict on the last move of a learner.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LessonVerdict {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// `solved`; `continue` if the move is right and the opponent has answered it; or `wrong`.
    pub(crate) verdict: &'static str,
    /// Remark or reason, in one or two sentences.
    pub(crate) text: String,
    /// Answer of the opponent: the one to go on from, or the one that shows why the move is wrong.
    pub(crate) reply: Option<String>,
    /// The moves in canonical notation, the reply included.
    pub(crate) moves: Vec<String>,
    /// Position after each move.
    pub(crate) positions: Vec<String>,
    /// The history with the reply, for pages.
    #[serde(skip)]
    pub(crate) history: History,
}

/// A move that leads to the goal of a lesson.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LessonHint {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// The move.
    #[serde(rename = "move")]
    pub(crate) made: String,
    /// The move in words.
    pub(crate) words: String,
}

/// Returns the course of a game.
pub(crate) fn course(game: &str) -> Result<Course, Problem> {
    let missing = || Problem::not_found("course").hint("The courses of all games are at /learn.");
    let game = GameId::named(game).map_err(|_| missing())?;
    Course::of(game).map_err(|error| Problem::internal(&error))?.ok_or_else(missing)
}

/// Returns the number of a lesson, counted from one, and the lesson.
pub(crate) fn lesson<'a>(course: &'a Course, name: &str) -> Result<(usize, &'a Lesson), Problem> {
    let mut numbered = (1..).zip(&course.lessons);
    numbered
        .find(|(_, lesson)| lesson.name() == name)
        .ok_or_else(|| Problem::not_found("lesson").hint("The courses of all games are at /learn."))
}

/// Plays the moves before the last one, or all of them.
fn history(lesson: &Lesson, moves: &[String]) -> Result<History, Problem> {
    let most = 2 * lesson.own_moves() as usize - 1;
    if moves.len() > most {
        let message = format!("This lesson has at most {most} moves.");
        return Err(Problem::bad("too_many_moves", message));
    }
    play_moves(lesson.position, moves)
}

impl LessonRequest {
    /// Judges the last of the moves.
    pub(crate) fn judge(&self) -> Result<LessonVerdict, Problem> {
        let course = course(&self.game)?;
        let (_, lesson) = lesson(&course, &self.lesson)?;
        let mut history = history(lesson, &self.moves)?;
        let Some((last, before)) = self.moves.split_last() else {
            return Err(Problem::bad("no_move", "There is no move to judge."));
        };
        let made = play_moves(lesson.position, before)?;
        let mv = made.position().read_move(last)?;
        let (verdict, text, reply) = match lesson.judge(&made, mv)? {
            Verdict::Solved { remark } => ("solved", remark, None),
            Verdict::GoOn { answer, remark } => ("continue", remark, Some(answer)),
            Verdict::Wrong { reason, line } => ("wrong", reason, line.first().copied()),
        };
        let written = |mv: AnyMove| history.position().write_move(mv).ok();
        let reply_text = reply.and_then(written);
        if let Some(reply) = reply {
            history.play(reply)?;
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
    pub(crate) fn hint(&self) -> Result<LessonHint, Problem> {
        let course = course(&self.game)?;
        let (_, lesson) = lesson(&course, &self.lesson)?;
        let history = history(lesson, &self.moves)?;
        let position = history.position();
        let mv = lesson.hint(&history).filter(|_| position.to_move() == lesson.position.to_move());
        let mv = mv.ok_or_else(|| {
            Problem::conflict("no_hint", "From here no move leads to the goal.")
                .hint("Begin the lesson again.")
        })?;
        let made = position.write_move(mv)?;
        let words = position.move_in_words(mv)?;
        Ok(LessonHint { version: 1, made, words })
    }
}
