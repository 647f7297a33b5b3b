//! A checksum of the search: its node count on a fixed list of positions.

use cairn_games::{GameId, History, ReadingError, UnknownGame, read_position};

use super::engine::Engine;
use crate::bot::{Bot, EngineOptions, Report, SearchError};
use crate::limits::{Limits, StopFlag};

/// Game, depth and position of each search, one per line.
const POSITIONS: &str = include_str!("../../data/bench.txt");

/// One of the searches, done.
#[derive(Clone, Debug)]
pub struct BenchResult {
    /// The game.
    pub game: GameId,
    /// The position, as text.
    pub position: &'static str,
    /// The result of the search.
    pub report: Report,
}

/// Error in the list of positions, or of a search.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A line is not a game, a depth and a position.
    #[error("a line of the list is a game, a depth and a position, not `{0}`")]
    Line(&'static str),
    /// The game does not exist.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] ReadingError),
    /// The engine gave no move.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Searches a fixed list of positions of all rule sets to fixed depths with one thread.
/// Passes each result to `watch` and returns the number of nodes searched. The number
/// changes exactly when the search or the evaluation does.
///
/// ```no_run
/// let nodes = cairn_engine::search::bench(&mut |result| println!("{}", result.position))?;
/// println!("{nodes} nodes");
/// # Ok::<(), cairn_engine::search::BenchError>(())
/// ```
///
/// # Errors
/// If the list is damaged, which a test makes sure it is not.
pub fn bench(watch: &mut dyn FnMut(&BenchResult)) -> Result<u64, BenchError> {
    let mut total = 0;
    for line in POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let result = run(line)?;
        total += result.report.nodes;
        watch(&result);
    }
    Ok(total)
}

fn run(line: &'static str) -> Result<BenchResult, BenchError> {
    let mut words = line.splitn(3, ' ');
    let (Some(name), Some(depth), Some(text)) = (words.next(), words.next(), words.next()) else {
        return Err(BenchError::Line(line));
    };
    let depth = depth.parse().map_err(|_| BenchError::Line(line))?;
    let position = read_position(&GameId::boards(name)?, text)?;
    let mut engine = Engine::new(EngineOptions { hash_mb: 8, ..EngineOptions::default() });
    let game = History::new(position);
    let report = engine.search(&game, &Limits::depth(depth), &StopFlag::new(), &mut |_| ())?;
    Ok(BenchResult { game: position.game(), position: text, report })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tasks_cover_every_rule_set_and_count_the_same_twice() {
        let mut games = Vec::new();
        let first = bench(&mut |result| games.push(result.game)).expect("the list is not damaged");
        assert!(GameId::ALL.iter().all(|game| games.contains(game)), "{games:?}");
        // A change that should not alter the search or the evaluation leaves this number as
        // it is; one that should sets it anew, here and in docs/engine.md.
        assert_eq!(first, 365_020);
        assert_eq!(bench(&mut |_| ()).expect("the list is not damaged"), first);
    }
}
