//! Tables that come with the program.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use cairn_games::GameId;

use super::table::OpeningTable;

/// Names of the rule sets that have a table, and the tables.
const TABLES: [(&str, &[u8]); 6] = [
    ("nava", include_bytes!("../../../../explorer/nava.openings")),
    ("mitsudomoe", include_bytes!("../../../../explorer/mitsudomoe.openings")),
    ("mitsudomoe:single", include_bytes!("../../../../explorer/mitsudomoe-single.openings")),
    ("greener", include_bytes!("../../../../explorer/greener.openings")),
    ("glaisher", include_bytes!("../../../../explorer/glaisher.openings")),
    ("glaisher:rulebook", include_bytes!("../../../../explorer/glaisher-rulebook.openings")),
];

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
    table_bytes(game).map(|_| format!("{}.openings", game.name().replace(':', "-")))
}

/// Returns the table of a game as a file; none if it has none.
pub fn table_bytes(game: GameId) -> Option<&'static [u8]> {
    let (_, bytes) = TABLES.iter().find(|(name, _)| *name == game.name())?;
    game.is_standard_size().then_some(bytes)
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
