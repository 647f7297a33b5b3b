//! Lessons and puzzles that have been solved, as files of the user.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

use cairn_games::GameId;

use super::{Course, Lesson};
use crate::files;
use crate::puzzles::PuzzleRecord;

/// Solved lessons and puzzles of all games.
///
/// The file has a line per game: its name, then the names of the lessons.
#[derive(Clone, Debug, Default)]
pub struct CourseProgress {
    /// Rating and streak of the solver of puzzles.
    pub puzzles: PuzzleRecord,
    file: Option<PathBuf>,
    solved: BTreeMap<String, BTreeSet<String>>,
}

impl CourseProgress {
    /// Reads the progress from the user's data folder, `lessons.txt`. Without a folder, or if
    /// the file cannot be read, nothing is solved yet. `variable` looks up environment
    /// variables.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        Self::from_file(files::data_folder(variable).map(|folder| folder.join("lessons.txt")))
    }

    /// Reads the progress from a file, which need not exist yet. The record of puzzles is
    /// `puzzles.txt` beside it.
    pub fn from_file(file: Option<PathBuf>) -> Self {
        let text = file.as_ref().and_then(|file| files::read_text(file).ok()).unwrap_or_default();
        let mut solved: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in text.lines() {
            let mut words = line.split_whitespace().map(str::to_owned);
            if let Some(game) = words.next() {
                solved.entry(game).or_default().extend(words);
            }
        }
        let beside = file.as_ref().map(|file| file.with_file_name("puzzles.txt"));
        Self { puzzles: PuzzleRecord::from_file(beside), file, solved }
    }

    /// Whether a lesson has been solved.
    pub fn is_solved(&self, game: GameId, lesson: &Lesson) -> bool {
        self.solved.get(game.family()).is_some_and(|names| names.contains(&lesson.name()))
    }

    /// Number of lessons of a course that have been solved.
    pub fn count(&self, course: &Course) -> usize {
        course.lessons.iter().filter(|lesson| self.is_solved(course.game, lesson)).count()
    }

    /// Number of the first lesson that has not been solved, counted from one.
    pub fn next(&self, course: &Course) -> Option<usize> {
        let open = |lesson: &Lesson| !self.is_solved(course.game, lesson);
        course.lessons.iter().position(open).map(|index| index + 1)
    }

    /// Notes that a lesson has been solved, and writes the file.
    ///
    /// # Errors
    /// If the file cannot be written; the lesson then counts as solved until the program ends.
    pub fn solve(&mut self, game: GameId, lesson: &Lesson) -> io::Result<()> {
        let names = self.solved.entry(game.family().to_owned()).or_default();
        if !names.insert(lesson.name()) {
            return Ok(());
        }
        let Some(file) = &self.file else { return Ok(()) };
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let line = |(game, names): (&String, &BTreeSet<String>)| {
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            format!("{game} {}\n", names.join(" "))
        };
        let text: String = self.solved.iter().map(line).collect();
        files::write_atomically(file, text.as_bytes())
    }
}
