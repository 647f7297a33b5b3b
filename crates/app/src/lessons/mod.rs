//! Lessons with goals: a position, a task, and moves that are judged by the rules or the solver.
//!
//! The lessons of a game are a text in its description, [`GameInfo::course`]; the files are in
//! `docs/lessons`. [`Course::of`] reads them, and [`Lesson::judge`] answers a move with a
//! [`Verdict`]. Pages and programs send a [`LessonRequest`] and get JSON documents.
//!
//! ```
//! use cairn_app::lessons::{Course, Verdict};
//! use cairn_games::{GameId, History};
//!
//! let course = Course::of(GameId::Nava)?.expect("Nava has lessons");
//! let lesson = &course.lessons[0];
//! let history = History::new(lesson.position);
//! assert!(matches!(lesson.judge(&history, lesson.solution)?, Verdict::Solved { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`GameInfo::course`]: cairn_games::GameInfo::course

mod goal;
mod judge;
mod progress;
mod proofs;
mod reader;
mod request;

#[cfg(test)]
mod tests;

use cairn_games::{AnyMove, AnyPosition, GameId};

pub use goal::Goal;
pub use judge::Verdict;
pub use progress::CourseProgress;
pub(crate) use proofs::Proofs;
pub use reader::CourseError;
pub use request::{LessonError, LessonHint, LessonRequest, LessonVerdict};

/// The lessons of a game, in order.
#[derive(Clone, Debug)]
pub struct Course {
    /// Game that the lessons teach.
    pub game: GameId,
    /// Lessons, easiest first.
    pub lessons: Vec<Lesson>,
    /// Kind of the course.
    pub kind: CourseKind,
}

/// Kind of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseKind {
    /// Lessons, with a first game after the last one.
    Lessons,
    /// Puzzles.
    Puzzles,
}

impl Course {
    /// Reads the lessons of a game. Rule sets of one family share those of the first.
    ///
    /// # Errors
    /// If the file of the lessons is damaged.
    pub fn of(game: GameId) -> Result<Option<Self>, CourseError> {
        let first = GameId::families().find(|other| other.family() == game.family());
        let game = first.unwrap_or(game);
        let Some(text) = game.info().course else { return Ok(None) };
        let file = format!("docs/lessons/{}.txt", game.family());
        reader::read(game, &file, text).map(Some)
    }

    /// Returns the games that have lessons.
    pub fn games() -> impl Iterator<Item = GameId> {
        GameId::families().filter(|game| game.info().course.is_some())
    }

    /// Returns the heading of the lesson of this number, counted from one.
    pub fn heading(&self, number: usize) -> String {
        let title = self.lesson(number).map_or("", |lesson| lesson.title.as_str());
        let count = self.lessons.len();
        match self.kind {
            CourseKind::Lessons => format!("Lesson {number} of {count}: {title}"),
            CourseKind::Puzzles if count == 1 => title.to_owned(),
            CourseKind::Puzzles => format!("{title}, {number} of {count}"),
        }
    }

    /// Returns the lesson of this number, counted from one.
    pub fn lesson(&self, number: usize) -> Option<&Lesson> {
        self.lessons.get(number.checked_sub(1)?)
    }
}

/// A lesson: a position and a goal for the side to move.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Title, such as "Lay a cube".
    pub title: String,
    /// Position from which the learner moves.
    pub position: AnyPosition,
    /// Rule or idea that the lesson teaches.
    pub text: String,
    /// Task in one sentence.
    pub task: String,
    /// Goals; a move must reach all of them.
    pub goals: Vec<Goal>,
    /// First move of a solution.
    pub solution: AnyMove,
    /// Moves that learners like to try, with the reasons against them.
    pub mistakes: Vec<(AnyMove, String)>,
    /// Remark on a solution.
    pub praise: String,
}

impl Lesson {
    /// Returns the name under which progress is kept: the title in small letters, joined by
    /// hyphens.
    pub fn name(&self) -> String {
        let words = self.title.split(|c: char| !c.is_ascii_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        words.join("-")
    }

    /// Number of moves that the learner makes.
    pub fn own_moves(&self) -> u32 {
        self.goals
            .iter()
            .map(|goal| if let Goal::Win(moves) = goal { *moves } else { 1 })
            .max()
            .unwrap_or(1)
    }
}
