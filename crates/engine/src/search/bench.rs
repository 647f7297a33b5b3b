//! A checksum of the search: its node count on a fixed list of positions.

use cairn_games::{AnyPosition, GameId, History, ReadingError, UnknownGame, read_position};

use super::engine::Engine;
use crate::bot::{Bot, EngineOptions, SearchError, SearchReport};
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
    pub report: SearchReport,
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
    count(|_| true, watch)
}

/// Searches the positions of one rule set and board of the same list, and returns the number of
/// nodes: a checksum of everything on which the engine's moves in that game depend.
///
/// ```
/// use cairn_engine::search::bench_of;
/// use cairn_games::GameId;
///
/// assert!(bench_of(GameId::GlaisherRulebook)? > 1_000);
/// # Ok::<(), cairn_engine::search::BenchError>(())
/// ```
///
/// # Errors
/// If the list is damaged, which a test makes sure it is not.
pub fn bench_of(game: GameId) -> Result<u64, BenchError> {
    count(|other| other == game, &mut |_| {})
}

/// Searches the positions of some games.
fn count(
    is_wanted: impl Fn(GameId) -> bool,
    watch: &mut dyn FnMut(&BenchResult),
) -> Result<u64, BenchError> {
    let mut total = 0;
    for line in POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let (Some(name), Some(depth), Some(text)) = (words.next(), words.next(), words.next())
        else {
            return Err(BenchError::Line(line));
        };
        let depth = depth.parse().map_err(|_| BenchError::Line(line))?;
        let position = read_position(&GameId::boards(name)?, text)?;
        if is_wanted(position.game()) {
            let report = search(position, depth)?;
            total += report.nodes;
            watch(&BenchResult { game: position.game(), position: text, report });
        }
    }
    Ok(total)
}

fn search(position: AnyPosition, depth: u32) -> Result<SearchReport, SearchError> {
    let mut engine = Engine::new(EngineOptions { hash_mb: 8, ..EngineOptions::default() });
    let history = History::new(position);
    engine.search(&history, &Limits::depth(depth), &StopFlag::new(), &mut |_| ())
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
        assert_eq!(first, 505_177);
        let of_games = GameId::ALL.iter().map(|game| bench_of(*game));
        let again: Result<u64, _> = of_games.sum();
        assert_eq!(again.expect("the list is not damaged"), first);
    }
}
