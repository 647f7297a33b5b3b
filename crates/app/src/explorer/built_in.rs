//! Tables that come with the program.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cairn_games::GameId;

use super::table::OpeningTable;

/// Names of the files with tables, and their contents; see `build.rs`.
const TABLES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/openings.rs"));

/// Tables that have been read so far.
static READ: Mutex<BTreeMap<GameId, Option<Arc<OpeningTable>>>> = Mutex::new(BTreeMap::new());

/// Returns the name of the file with the table of a game; none if it has none.
///
/// ```
/// use cairn_app::explorer::table_name;
/// use cairn_games::GameId;
///
/// assert_eq!(table_name(GameId::Nava).as_deref(), Some("nava.openings"));
/// ```
pub fn table_name(game: GameId) -> Option<String> {
    table_bytes(game).map(|_| file_name(game))
}

/// Returns the table of a game as a file; none if it has none.
pub fn table_bytes(game: GameId) -> Option<&'static [u8]> {
    let (_, bytes) = TABLES.iter().find(|(name, _)| *name == file_name(game))?;
    game.is_standard_size().then_some(bytes)
}

fn file_name(game: GameId) -> String {
    format!("{}.openings", game.name().replace(':', "-"))
}

impl OpeningTable {
    /// Returns the table of a game that comes with the program; none if it has none.
    pub fn built_in(game: GameId) -> Option<Arc<Self>> {
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        // A test reads them all.
        let table = read
            .entry(game)
            .or_insert_with(|| Some(Arc::new(Self::from_bytes(game, table_bytes(game)?).ok()?)));
        table.clone()
    }
}
