//! Opening explorer: what was played in a position, how often, how it scored, and what the engine
//! says.
//!
//! Symmetric positions count as one ([`Canonical`](cairn_games::Canonical)). Only the first
//! [`OPENING_PLIES`] plies of a game count, and a position that comes up twice in a game counts
//! once. Results are those of the player who makes the move.
//!
//! A table of openings comes with the program for each rule set that has one. It is made of a file
//! of games between levels of the engine by `cairn explore make`, see [`ExplorerGames`].
//!
//! ```
//! use cairn_app::explorer::OpeningTable;
//! use cairn_games::GameId;
//!
//! let start = GameId::Nava.start();
//! let table = OpeningTable::built_in(start.game()).expect("there is one for Nava");
//! let exploration = table.explore(&start).expect("the start is in it");
//! assert!(exploration.results.games() > 0);
//! ```

mod built_in;
mod exploration;
mod games;
mod json;
mod openings;
mod table;
#[cfg(test)]
mod tests;

pub use built_in::{table_bytes, table_name};
pub use exploration::{Exploration, ExploredMove, Results};
pub use games::{ExplorerFileError, ExplorerGame, ExplorerGames, ExplorerHeader};
pub use json::{ExplorationJson, ExploredMoveJson, ExplorerJson};
pub use openings::{OPENING_PLIES, OpeningMove, opening_moves};
pub use table::{OpeningTable, Opinion, TableError};
