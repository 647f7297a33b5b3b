//! Puzzles as text: a line per puzzle.

use std::fmt::Write as _;

use cairn_engine::levels::Level;
use cairn_engine::solver::Aim;
use cairn_games::{AnyMove, AnyPosition, GameId, read_position};

use super::{Puzzle, PuzzleSource, PuzzleTheme, id_of};

/// Error in a file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct PuzzleFileError {
    /// Name of the file.
    pub file: String,
    /// Number of the line, from one.
    pub line: usize,
    /// Description of what is wrong.
    pub message: String,
}

/// Separator of the fields of a line.
const SEPARATOR: &str = " | ";

/// Word for a puzzle that no level solves.
const NO_LEVEL: &str = "-";

/// Word for a puzzle without a theme.
const NO_THEME: &str = "-";

/// Reads a file of puzzles. Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// If a line is damaged.
pub fn read(game: GameId, file: &str, text: &str) -> Result<Vec<Puzzle>, PuzzleFileError> {
    let numbered = (1..).zip(text.lines());
    let lines = numbered.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(line, content)| {
            let file = file.to_owned();
            puzzle(game, content).map_err(|message| PuzzleFileError { file, line, message })
        })
        .collect()
}

/// Writes a puzzle as a line, without an end of line.
pub fn write(puzzle: &Puzzle) -> String {
    let Puzzle { position, aim, turns, solution, themes, rating, level, source, .. } = puzzle;
    let aim = match aim {
        Aim::Win => "win",
        Aim::Save => "save",
    };
    let themes: Vec<_> = themes.iter().map(|theme| theme.name()).collect();
    let themes = if themes.is_empty() { NO_THEME.to_owned() } else { themes.join(" ") };
    let level = level.map_or_else(|| NO_LEVEL.to_owned(), |level| level.to_string());
    let PuzzleSource { seed, ply, players: [first, second] } = source;
    let mut line = position.to_text();
    let _ = write!(line, "{SEPARATOR}{aim} {turns}{SEPARATOR}{}", line_text(position, solution));
    let _ = write!(line, "{SEPARATOR}{themes}{SEPARATOR}{rating} {level}");
    let _ = write!(line, "{SEPARATOR}{seed} {ply} {first} {second}");
    line
}

fn line_text(position: &AnyPosition, moves: &[AnyMove]) -> String {
    let mut now = *position;
    let mut words = Vec::new();
    for &mv in moves {
        words.push(now.write_move(mv).unwrap_or_default());
        if now.play(mv).is_err() {
            break;
        }
    }
    words.join(" ")
}

/// Reads a line.
fn puzzle(game: GameId, line: &str) -> Result<Puzzle, String> {
    let fields: Vec<_> = line.split(SEPARATOR).map(str::trim).collect();
    let [position, aim, solution, themes, rating, source] = fields[..] else {
        return Err(format!("expected six fields with ` | ` between them, found {}", fields.len()));
    };
    let position = read_position(&[game], position).map_err(|error| error.to_string())?;
    let (aim, turns) = match aim.split_once(' ') {
        Some(("win", turns)) => (Aim::Win, number(turns)?),
        Some(("save", turns)) => (Aim::Save, number(turns)?),
        _ => return Err(format!("expected `win N` or `save N`, found `{aim}`")),
    };
    let themes = themes.split_whitespace().filter(|word| *word != NO_THEME);
    let themes: Result<Vec<PuzzleTheme>, _> = themes.map(str::parse).collect();
    let (rating, level) = rating
        .split_once(' ')
        .ok_or_else(|| format!("expected `RATING LEVEL`, found `{rating}`"))?;
    let level = if level == NO_LEVEL { None } else { Some(read_level(level)?) };
    let words: Vec<_> = source.split_whitespace().collect();
    let [seed, ply, first, second] = words[..] else {
        return Err(format!("expected `SEED PLY LEVEL LEVEL`, found `{source}`"));
    };
    Ok(Puzzle {
        id: id_of(&position),
        solution: moves(&position, solution)?,
        position,
        aim,
        turns,
        themes: themes.map_err(|error| error.to_string())?,
        rating: number(rating)?,
        level,
        source: PuzzleSource {
            seed: number(seed)?,
            ply: number(ply)?,
            players: [read_level(first)?, read_level(second)?],
        },
    })
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

fn read_level(word: &str) -> Result<Level, String> {
    let level = word.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("`{word}` is not a level"))
}

fn moves(position: &AnyPosition, text: &str) -> Result<Vec<AnyMove>, String> {
    let mut now = *position;
    let mut moves = Vec::new();
    for word in text.split_whitespace() {
        let mv = now.read_move(word).map_err(|error| format!("`{word}`: {error}"))?;
        now.play(mv).map_err(|error| format!("`{word}`: {error}"))?;
        moves.push(mv);
    }
    if moves.is_empty() { Err("there is no solution".to_owned()) } else { Ok(moves) }
}
