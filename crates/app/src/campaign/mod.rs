//! Campaigns that solve the starts of a game: their results, as files with one JSON document per
//! line, and a checker of such files.

mod check;

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use cairn_engine::solver::{Solution, Solver};
use cairn_engine::{Limits, StopFlag, Wdl};
use cairn_games::{AnyPosition, GameId};
use serde::{Deserialize, Serialize};

pub use check::{CheckedResult, ResultChecker};

use crate::{files, line_texts};

/// Version of the format.
const VERSION: u32 = 1;

/// Name of the start that is not shuffled.
const STANDARD: &str = "standard";

/// A start of a game: its standard set-up, or a shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Start {
    /// The standard set-up.
    Standard,
    /// The shuffle with this seed.
    Seed(u64),
}

/// A list of starts that cannot be read, or a start that a game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// A part of a list that is not a start.
    #[error("`{0}` is not `standard`, a seed, or a range of seeds such as 1-15")]
    Unknown(String),
    /// A range that is empty or too long.
    #[error("`{0}` is not a range of at most a million seeds")]
    Range(String),
    /// A shuffle of a game that always begins in the same way.
    #[error("{0} has no shuffled set-ups, only `standard`")]
    NotShuffled(GameId),
}

impl Start {
    /// Reads a list such as `standard,1-15`.
    pub fn read_list(text: &str) -> Result<Vec<Self>, StartError> {
        let mut starts = Vec::new();
        for part in text.split(',').map(str::trim) {
            if part == STANDARD {
                starts.push(Self::Standard);
                continue;
            }
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse::<u64>()) else {
                return Err(StartError::Unknown(part.to_owned()));
            };
            if first > last || last - first >= 1_000_000 {
                return Err(StartError::Range(part.to_owned()));
            }
            starts.extend((first..=last).map(Self::Seed));
        }
        starts.sort_unstable();
        starts.dedup();
        Ok(starts)
    }

    /// Returns the position.
    pub fn position(self, game: GameId) -> Result<AnyPosition, StartError> {
        match self {
            Self::Standard => Ok(game.start()),
            Self::Seed(seed) => game.shuffled(seed).ok_or(StartError::NotShuffled(game)),
        }
    }
}

impl std::fmt::Display for Start {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Standard => f.write_str(STANDARD),
            Self::Seed(seed) => write!(f, "seed {seed}"),
        }
    }
}

/// The result of an attempt at a start.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StartResult {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    pub game: String,
    /// Seed of the shuffle; null for the standard set-up.
    pub seed: Option<u64>,
    /// The position in notation.
    pub position: String,
    /// Proven value for the side to move; null if the time was not enough.
    pub value: Option<String>,
    /// Number of positions searched.
    pub nodes: u64,
    /// Time of the search.
    pub seconds: f64,
    /// Number of threads.
    pub threads: usize,
    /// Size of the table in MiB.
    pub memory: u32,
    /// Moves to the end that preserve the value for both sides, separated by spaces.
    pub line: String,
    /// Key lines: moves of the winner with random replies, separated by spaces.
    pub key_lines: Vec<String>,
}

impl StartResult {
    /// Returns the result of an attempt.
    pub fn new(start: Start, position: &AnyPosition, solution: &Solution) -> Self {
        let seed = match start {
            Start::Standard => None,
            Start::Seed(seed) => Some(seed),
        };
        Self {
            version: VERSION,
            game: position.game().name().to_owned(),
            seed,
            position: position.to_text(),
            value: solution.value.map(|value| value.word().to_owned()),
            nodes: solution.nodes,
            seconds: solution.elapsed.as_secs_f64(),
            threads: 0,
            memory: 0,
            line: line_texts(position, &solution.line).join(" "),
            key_lines: Vec::new(),
        }
    }

    /// Returns the start.
    pub fn start(&self) -> Start {
        self.seed.map_or(Start::Standard, Start::Seed)
    }

    /// Returns the proven value for the side to move.
    pub fn value(&self) -> Option<Wdl> {
        let word = self.value.as_deref()?;
        [Wdl::Loss, Wdl::Draw, Wdl::Win].into_iter().find(|value| value.word() == word)
    }
}

/// Extracts key lines of a position that has just been solved with these tables, as many as a
/// tenth of the time of the proof and ten seconds allow.
pub fn key_lines(
    solver: &mut Solver,
    position: &AnyPosition,
    solution: &Solution,
    lines: u64,
    plies: usize,
    stop: &StopFlag,
) -> Vec<String> {
    let Some(value) = solution.value else { return Vec::new() };
    let began = Instant::now();
    let allowed = Duration::from_secs(10) + solution.elapsed / 10;
    let found = (0..lines).map_while(|number| {
        let limits = Limits::time(allowed.saturating_sub(began.elapsed()));
        solver.key_line(position, value, number, plies, &limits, stop)
    });
    found.map(|line| line_texts(position, &line.moves).join(" ")).collect()
}

/// A file of results that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ResultFileError {
    /// The file itself cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line that is not a result.
    #[error("line {line}: {source}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// The reason.
        source: serde_json::Error,
    },
    /// A line in the format of another version.
    #[error("line {line}: unsupported version {version}, expected {VERSION}")]
    Version {
        /// Number of the line, from 1.
        line: usize,
        /// The version that it states.
        version: u32,
    },
}

/// Reads a file of results. A file that does not exist has none.
pub fn read(path: &Path) -> Result<Vec<StartResult>, ResultFileError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = files::read_text(path)?;
    let mut results = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let result: StartResult = match serde_json::from_str(text) {
            Ok(result) => result,
            // A line that was cut short when the program was killed is not a result.
            Err(error) if error.is_eof() => continue,
            Err(source) => return Err(ResultFileError::Line { line, source }),
        };
        if result.version != VERSION {
            return Err(ResultFileError::Version { line, version: result.version });
        }
        results.push(result);
    }
    Ok(results)
}

/// Appends a result durably: when this returns, it is on the disk.
pub fn append(path: &Path, result: &StartResult) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
    let json = serde_json::to_string(result)?;
    // A line that was cut short stays alone.
    let begun = std::fs::read(path)?.last().is_some_and(|&byte| byte != b'\n');
    let line = format!("{}{json}\n", if begun { "\n" } else { "" });
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// Counts of results and the share of wins of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Shares {
    /// Starts that the first player wins.
    pub won: u32,
    /// Drawn starts.
    pub drawn: u32,
    /// Starts that the first player loses.
    pub lost: u32,
    /// Starts without a proof.
    pub open: u32,
}

impl Shares {
    /// Counts the starts, each with the best of its results.
    pub fn of<'a>(results: impl IntoIterator<Item = &'a StartResult>) -> Self {
        let mut best = std::collections::BTreeMap::new();
        for result in results {
            let known = best.entry((&result.game, &result.position)).or_insert(None);
            *known = known.or(result.value());
        }
        let mut shares = Self::default();
        for value in best.into_values() {
            *match value {
                Some(Wdl::Win) => &mut shares.won,
                Some(Wdl::Draw) => &mut shares.drawn,
                Some(Wdl::Loss) => &mut shares.lost,
                None => &mut shares.open,
            } += 1;
        }
        shares
    }

    /// Returns the share of solved starts that the first player wins, with the 95 % interval of
    /// Wilson.
    pub fn share_won(&self) -> Option<[f64; 3]> {
        let solved = f64::from(self.won + self.drawn + self.lost);
        if solved == 0.0 {
            return None;
        }
        let z = 1.959_964;
        let share = f64::from(self.won) / solved;
        let middle = share + z * z / (2.0 * solved);
        let half = z * (share * (1.0 - share) / solved + z * z / (4.0 * solved * solved)).sqrt();
        let scale = 1.0 + z * z / solved;
        Some([share, ((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)])
    }
}

impl std::fmt::Display for Shares {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { won, drawn, lost, open } = self;
        write!(f, "first player: {won} won, {drawn} drawn, {lost} lost; {open} not solved")?;
        if let Some([share, low, high]) = self.share_won().map(|shares| shares.map(|x| 100.0 * x)) {
            write!(f, "; wins {share:.0} % of the solved starts ({low:.0} to {high:.0} %)")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_starts_are_read() {
        let read = |text| Start::read_list(text).unwrap();
        let expected = [Start::Standard, Start::Seed(1), Start::Seed(2), Start::Seed(7)];
        assert_eq!(read("7, standard,1-2,2"), expected);
        for wrong in ["", "3-1", "x", "1-", "1-99999999"] {
            assert!(Start::read_list(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_interval_is_that_of_wilson() {
        let shares = Shares { won: 8, lost: 2, ..Shares::default() };
        let [share, low, high] = shares.share_won().unwrap();
        assert!((share - 0.8).abs() < 1e-9);
        assert!((low - 0.490).abs() < 1e-3 && (high - 0.943).abs() < 1e-3, "{low} {high}");
        assert_eq!(Shares::default().share_won(), None);
    }
}
