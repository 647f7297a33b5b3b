//! Reading the files of lessons.
//!
//! `# TITLE` begins a lesson. Its lines are `key: value`; an indented line continues the value
//! above it. The keys are `position`, `text`, `task`, `goal` (may be repeated), `solution`,
//! `mistake` (`MOVE | reason`, may be repeated) and `praise`.

use cairn_games::{AnyMove, AnyPosition, GameId, read_position};

use super::goal::Goal;
use super::{Course, CourseKind, Lesson};

/// Error in a file of lessons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct CourseError {
    /// Name of the file.
    pub file: String,
    /// Number of the line, from one.
    pub line: usize,
    /// Description of what is wrong.
    pub message: String,
}

/// An entry of a lesson, with the number of its line.
struct LessonEntry {
    line: usize,
    key: String,
    value: String,
}

/// A lesson as it stands in the file.
struct Section {
    line: usize,
    title: String,
    entries: Vec<LessonEntry>,
}

/// Reads the lessons of a game.
pub(super) fn read(game: GameId, file: &str, text: &str) -> Result<Course, CourseError> {
    let located =
        |(line, message): (usize, String)| CourseError { file: file.to_owned(), line, message };
    let sections = sections(text).map_err(located)?;
    let lessons: Result<Vec<_>, _> = sections.iter().map(|section| lesson(game, section)).collect();
    Ok(Course { game, lessons: lessons.map_err(located)?, kind: CourseKind::Lessons })
}

/// Divides the text into lessons and entries.
fn sections(text: &str) -> Result<Vec<Section>, (usize, String)> {
    let mut sections: Vec<Section> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        if content.trim().is_empty() {
            continue;
        }
        if let Some(title) = content.strip_prefix("# ") {
            let title = title.trim().to_owned();
            sections.push(Section { line, title, entries: Vec::new() });
            continue;
        }
        let Some(section) = sections.last_mut() else {
            return Err((line, "a lesson begins with `# TITLE`".to_owned()));
        };
        if content.starts_with(' ') {
            let Some(entry) = section.entries.last_mut() else {
                return Err((line, "an indented line continues an entry".to_owned()));
            };
            entry.value.push(' ');
            entry.value.push_str(content.trim());
            continue;
        }
        let Some((key, value)) = content.split_once(": ") else {
            return Err((line, format!("expected `key: value`, found `{content}`")));
        };
        let (key, value) = (key.to_owned(), value.trim().to_owned());
        section.entries.push(LessonEntry { line, key, value });
    }
    Ok(sections)
}

impl Section {
    /// Returns all entries with this key.
    fn all(&self, key: &str) -> impl Iterator<Item = &LessonEntry> {
        self.entries.iter().filter(move |entry| entry.key == key)
    }

    /// Returns the only entry with this key.
    fn one(&self, key: &str) -> Result<&LessonEntry, (usize, String)> {
        let mut found = self.all(key);
        match (found.next(), found.next()) {
            (Some(entry), None) => Ok(entry),
            (Some(_), Some(second)) => Err((second.line, format!("a second `{key}`"))),
            (None, _) => Err((self.line, format!("`{}` has no `{key}`", self.title))),
        }
    }
}

fn lesson(game: GameId, section: &Section) -> Result<Lesson, (usize, String)> {
    const KEYS: [&str; 7] = ["position", "text", "task", "goal", "solution", "mistake", "praise"];
    if let Some(entry) = section.entries.iter().find(|entry| !KEYS.contains(&entry.key.as_str())) {
        let keys = KEYS.join(", ");
        return Err((entry.line, format!("unknown key `{}`; the keys are {keys}", entry.key)));
    }
    let text = |key| section.one(key).map(|entry| entry.value.clone());
    let place = section.one("position")?;
    let position = match place.value.as_str() {
        "start" => game.start(),
        text => {
            let boards = GameId::boards(game.name()).unwrap_or_default();
            read_position(&boards, text).map_err(|error| (place.line, error.to_string()))?
        }
    };
    let goals: Result<Vec<_>, _> = section
        .all("goal")
        .map(|entry| goal(&position, &entry.value).map_err(|why| (entry.line, why)))
        .collect();
    let goals = goals?;
    if goals.is_empty() {
        return Err((section.line, format!("`{}` has no `goal`", section.title)));
    }
    let solution = section.one("solution")?;
    let mistake = |entry: &LessonEntry| {
        let (mv, reason) = entry
            .value
            .split_once(" | ")
            .ok_or_else(|| (entry.line, "expected `mistake: MOVE | reason`".to_owned()))?;
        let mv = read_move(&position, mv).map_err(|why| (entry.line, why))?;
        Ok((mv, reason.trim().to_owned()))
    };
    let mistakes: Result<Vec<_>, _> = section.all("mistake").map(mistake).collect();
    Ok(Lesson {
        title: section.title.clone(),
        position,
        text: text("text")?,
        task: text("task")?,
        goals,
        solution: read_move(&position, &solution.value).map_err(|why| (solution.line, why))?,
        mistakes: mistakes?,
        praise: text("praise")?,
    })
}

fn read_move(position: &AnyPosition, text: &str) -> Result<AnyMove, String> {
    position.read_move(text.trim()).map_err(|error| error.to_string())
}

/// Reads a goal.
fn goal(position: &AnyPosition, text: &str) -> Result<Goal, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let board = position.info().board;
    let cell = |name: &str| {
        let named = |cell: &usize| board.name(*cell) == name;
        (0..board.cells()).find(named).ok_or_else(|| format!("there is no cell `{name}`"))
    };
    let number = |word: &str| word.parse().map_err(|_| format!("`{word}` is not a number"));
    Ok(match words.as_slice() {
        ["win"] => Goal::Win(1),
        ["win", "in", moves] => Goal::Win(number(moves)?),
        ["win", "at", "end"] => Goal::WinAtEnd,
        ["survive", moves] => Goal::Survive(number(moves)?),
        ["own", name] => Goal::Own { cell: cell(name)?, height: None },
        ["own", name, "height", height] => {
            Goal::Own { cell: cell(name)?, height: Some(number(height)? as usize) }
        }
        ["capture"] => Goal::Capture(None),
        ["capture", name] => Goal::Capture(Some(cell(name)?)),
        ["points", more] => Goal::Points(number(more.trim_start_matches('+'))?),
        ["hand", most] => Goal::Hand(number(most)?),
        ["stop", "win"] => Goal::StopWin,
        ["safe"] => Goal::Safe(None),
        ["safe", name] => Goal::Safe(Some(cell(name)?)),
        ["play", ..] => {
            let moves = text.trim_start_matches("play").split(" | ");
            let moves: Result<Vec<_>, _> = moves.map(|mv| read_move(position, mv)).collect();
            Goal::Play(moves?)
        }
        _ => {
            return Err(format!(
                "`{text}` is not a goal; goals are win, win in N, win at end, survive N, own CELL, \
                 own CELL height N, capture, capture CELL, points +N, hand N, stop win, safe, \
                 safe CELL and play MOVE"
            ));
        }
    })
}
