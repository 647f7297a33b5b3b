//! Lists of positions with a number for each, one a line: a game, the number, the position.

use cairn_games::{AnyPosition, GameId, ReadingError, UnknownGame, read_position};

/// A line of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) position: AnyPosition,
    pub(crate) number: u32,
    /// The position as it is written.
    pub(crate) text: &'static str,
}

/// Why a list cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// A line is not a game, a number and a position.
    #[error("a task is a game, a number and a position, not `{0}`")]
    Line(&'static str),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ReadingError),
}

/// The lines of a list that are not empty and no comments.
pub(crate) fn read(list: &'static str) -> impl Iterator<Item = Result<Task, TaskError>> {
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(read_line)
}

fn read_line(line: &'static str) -> Result<Task, TaskError> {
    let mut words = line.splitn(3, ' ');
    let (Some(name), Some(number), Some(text)) = (words.next(), words.next(), words.next()) else {
        return Err(TaskError::Line(line));
    };
    let number = number.parse().map_err(|_| TaskError::Line(line))?;
    Ok(Task { position: read_position(&GameId::boards(name)?, text)?, number, text })
}
