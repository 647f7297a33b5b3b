//! Puzzles: positions with one winning or one saving move, proved by exhaustive search.
//!
//! The puzzles of a rule set are a text in the engine's description of the game
//! ([`ProofBounds::PUZZLES`]); `docs/puzzles.md` describes the format. A puzzle is solved like a
//! lesson: [`Puzzle::lesson`] makes one, and [`Lesson::judge`] answers every try. Pages and programs
//! send a [`PuzzleRequest`] or a [`PuzzleTry`] and get JSON documents.
//!
//! ```
//! use cairn_app::lessons::Verdict;
//! use cairn_app::puzzles;
//! use cairn_games::{GameId, History};
//!
//! let puzzle = &puzzles::of(GameId::Nava)?[0];
//! assert_eq!(puzzles::find(&puzzle.id)?.position, puzzle.position);
//! let history = History::new(puzzle.position);
//! let verdict = puzzle.lesson().judge(&history, puzzle.solution[0])?;
//! assert!(!matches!(verdict, Verdict::Wrong { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`ProofBounds::PUZZLES`]: cairn_engine::games::ProofBounds::PUZZLES

mod check;
mod choose;
mod format;
mod make;
mod rating;
mod record;
mod request;
mod select;
mod theme;

#[cfg(test)]
mod tests;

use cairn_engine::levels::Level;
use cairn_engine::solver::{Aim, searches_to_the_end};
use cairn_games::zobrist::mix;
use cairn_games::{AnyMove, AnyPosition, GameId};

use crate::lessons::{Course, CourseKind, Goal, Lesson};

pub use check::{CheckError, check_all};
pub use choose::{
    PuzzleDifficulty, PuzzleFilter, UnknownDifficulty, UnknownPuzzle, at, daily, daily_game,
    file_name, find, games, of, supply, text_of,
};
pub use format::{PuzzleFileError, read, write};
pub use make::{MakeOptions, MakeProgress, make};
pub use record::{PuzzleEvent, PuzzleRecord};
pub use request::{
    PuzzleError, PuzzleRequest, PuzzleSolution, PuzzleTry, PuzzleVerdict, PuzzleView,
};
pub use select::{select, symmetric_key};
pub use theme::{PuzzleTheme, UnknownTheme};

/// A position with one winning or one saving move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Short name, which depends on the position alone.
    pub id: String,
    /// Position in which the solver is to move.
    pub position: AnyPosition,
    /// Aim of the side to move.
    pub aim: Aim,
    /// Number of turns. To win, the solver needs at most this many, and no other first move wins
    /// within them. To save the game, every other first move loses within this many turns of the
    /// opponent. In games that are searched to the end nothing is limited, and this is the
    /// number of the solver's moves in the solution.
    pub turns: u32,
    /// Main line: the moves of the solver, with the best defence in between.
    pub solution: Vec<AnyMove>,
    /// Themes, in the order of [`PuzzleTheme::ALL`].
    pub themes: Vec<PuzzleTheme>,
    /// Difficulty as a rating: that of level 1 is 600, and 170 more for each further level.
    pub rating: u32,
    /// Lowest level that finds the first move; `None` if none does.
    pub level: Option<Level>,
    /// Origin of the position.
    pub source: PuzzleSource,
}

/// Game in which the position of a puzzle came up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleSource {
    /// Random seed of the game.
    pub seed: u64,
    /// Number of moves before the position.
    pub ply: u32,
    /// Levels of the players, the first mover first.
    pub players: [Level; 2],
}

/// Number of letters of an id.
const ID_LETTERS: usize = 6;

/// Digits of an id: no vowels, which could make words, and no letters that look like digits.
const ID_DIGITS: &[u8; 28] = b"23456789bcdfghjkmnpqrstvwxyz";

/// Returns the id of the puzzle with a position.
fn id_of(position: &AnyPosition) -> String {
    let text = format!("{} {}", position.game(), position.to_text());
    let mut hash = text.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    let mut id = String::new();
    for _ in 0..ID_LETTERS {
        id.push(char::from(ID_DIGITS[(hash % 28) as usize]));
        hash /= 28;
    }
    id
}

/// Returns puzzles of one rule set as a course, in this order.
pub fn course<'a>(game: GameId, puzzles: impl IntoIterator<Item = &'a Puzzle>) -> Course {
    let lessons = puzzles.into_iter().map(Puzzle::lesson).collect();
    Course { game, lessons, kind: CourseKind::Puzzles }
}

impl Puzzle {
    /// Returns the rule set.
    pub fn game(&self) -> GameId {
        self.position.game()
    }

    /// Returns the task in one sentence, such as "Win in 2 turns.".
    pub fn task(&self) -> String {
        match (self.aim, self.turns) {
            (Aim::Win, _) if searches_to_the_end(&self.position) => {
                "Find the only move that wins, and win.".to_owned()
            }
            (Aim::Win, 1) => "Win in one turn.".to_owned(),
            (Aim::Win, turns) => format!("Win by force in {turns} turns."),
            (Aim::Save, _) => "Find the only move that does not lose.".to_owned(),
        }
    }

    /// Returns the puzzle as a lesson, which judges the tries.
    pub fn lesson(&self) -> Lesson {
        let side = self.position.info().side_name(self.position.to_move());
        Lesson {
            title: format!("Puzzle {}", self.id),
            position: self.position,
            text: format!("{side} is to move."),
            task: self.task(),
            goals: vec![self.goal()],
            solution: self.solution[0],
            mistakes: Vec::new(),
            praise: self.praise(),
        }
    }

    /// Returns rating and themes in a sentence or two, for those who have solved it.
    pub fn facts(&self) -> String {
        let (rating, difficulty) = (self.rating, PuzzleDifficulty::of(self.rating));
        let names: Vec<_> = self.themes.iter().map(|theme| theme.name()).collect();
        let themes = match names.len() {
            0 => String::new(),
            1 => format!(" Theme: {}.", names[0]),
            _ => format!(" Themes: {}.", names.join(", ")),
        };
        format!("Rating of the puzzle: {rating}, {difficulty}.{themes}")
    }

    fn goal(&self) -> Goal {
        match self.aim {
            Aim::Win if searches_to_the_end(&self.position) => Goal::WinAtEnd,
            Aim::Win => Goal::Win(self.turns),
            Aim::Save => Goal::Survive(self.turns),
        }
    }

    fn praise(&self) -> String {
        match self.aim {
            Aim::Win if searches_to_the_end(&self.position) => {
                "You win; the rest of the game cannot change that.".to_owned()
            }
            Aim::Win => "You win.".to_owned(),
            Aim::Save => "Every other move loses by force.".to_owned(),
        }
    }
}
