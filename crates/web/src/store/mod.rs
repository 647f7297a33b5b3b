//! Store of games: an SQLite file or a PostgreSQL database, with the same tables
//! and, but for a few lines, the same SQL.
//!
//! Every change of a game is one transaction that succeeds only if the game still has
//! the revision it was made from. So it does not matter how many servers share a
//! database: of two changes of the same revision, one is rejected as a conflict.

mod file;
mod open;
mod presence;
mod queries;
mod row;
mod statements;
mod upkeep;
mod writer;

use std::time::Instant;

use cairn_app::Millis;
use sqlx::migrate::MigrateError;
use sqlx::{PgPool, SqlitePool};
use tokio::sync::mpsc;

pub(crate) use presence::{Absence, Renewal};
pub use row::{GameRow, KeyRow};
pub use upkeep::{CheckReport, Data, Retention};

use queries::Queries;

use crate::game::{LiveGame, MadeMove, Status};
use crate::ids::{GameKey, KeyHash, Secret, ServerId};

/// Error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no store that is known.
    #[error("`{0}` is not a place for data; give a file, sqlite:FILE or postgres://...")]
    Address(String),
    /// The file is used by another server.
    #[error("another server uses {0}; for several servers on the same games, use PostgreSQL")]
    InUse(String),
    /// A later version of the program has changed the tables.
    #[error("the data is of version {found}, and this program knows versions up to {known}")]
    TooNew {
        /// Version of the tables.
        found: i64,
        /// Latest version known to this program.
        known: i64,
    },
    /// The tables are those of an earlier version.
    #[error("the data is of version {found}; start the server once to bring it to version {known}")]
    TooOld {
        /// Version of the tables.
        found: i64,
        /// Version of this program.
        known: i64,
    },
    /// The tables cannot be brought up to date.
    #[error("cannot update the tables: {0}")]
    Migration(MigrateError),
    /// The file has several names.
    #[error(
        "{0} has several names (hard links); remove all but one, since each would have a journal of its own"
    )]
    Linked(String),
    /// The file is gone.
    #[error(
        "{0} was removed or replaced while it was in use; put it back, or start the server again"
    )]
    Removed(String),
    /// The file or its folder cannot be made.
    #[error("cannot open {path}: {source}")]
    File {
        /// File or folder.
        path: String,
        /// Cause.
        source: std::io::Error,
    },
    /// The file or database cannot be opened.
    #[error("cannot use {place}: {source}{}", advice(source))]
    Unusable {
        /// File or database.
        place: String,
        /// Cause.
        source: sqlx::Error,
    },
    /// A database in PostgreSQL cannot be copied to a file.
    #[error("a database in PostgreSQL is copied by its own program, pg_dump")]
    Backup,
    /// The database returned an error.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// SQLite returned an error.
    #[error("cannot write to {path}: {source}")]
    Sqlite {
        /// File.
        path: String,
        /// Cause.
        source: rusqlite::Error,
    },
    /// Stored rows are inconsistent.
    #[error("the game {game} cannot be read back: its {what} is inconsistent")]
    Broken {
        /// Key of the game.
        game: String,
        /// Part of the game that is inconsistent.
        what: String,
    },
    /// The thread that notices when the process does not run cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    /// The database did not answer in time.
    #[error("the database does not answer")]
    Timeout,
    /// The thread that writes has ended.
    #[error("the store is closed")]
    Closed,
}

/// Returns advice on what to do about a database that cannot be opened, by the primary result
/// code of SQLite.
fn advice(error: &sqlx::Error) -> &'static str {
    let code = error.as_database_error().and_then(|error| error.code());
    // The codes of PostgreSQL have five characters.
    let code = code.filter(|code| code.len() < 5).and_then(|code| code.parse::<i32>().ok());
    match code.map(|code| code & 0xff) {
        Some(8) => "; let this user write to the file and its folder",
        Some(11) => "; restore a backup",
        Some(14) => "; check that it is a file that this user can read and write",
        Some(26) => "; choose another file",
        _ => "",
    }
}

impl StoreError {
    fn unusable(place: impl std::fmt::Display, source: sqlx::Error) -> Self {
        Self::Unusable { place: place.to_string(), source }
    }

    /// Whether the store cannot be used at the moment, as opposed to an error in what it was asked
    /// to do or in what it has.
    pub(crate) fn is_outage(&self) -> bool {
        match self {
            Self::Database(sqlx::Error::Database(error)) => {
                // Class 22 of PostgreSQL's codes is invalid data.
                let invalid_data = error.code().is_some_and(|code| code.starts_with("22"));
                matches!(error.kind(), sqlx::error::ErrorKind::Other) && !invalid_data
            }
            Self::Database(error) => matches!(
                error,
                sqlx::Error::Io(_)
                    | sqlx::Error::Tls(_)
                    | sqlx::Error::Protocol(_)
                    | sqlx::Error::PoolTimedOut
                    | sqlx::Error::PoolClosed
                    | sqlx::Error::WorkerCrashed
                    | sqlx::Error::BeginFailed
            ),
            Self::Sqlite { source, .. } => {
                source.sqlite_error_code() != Some(rusqlite::ErrorCode::ConstraintViolation)
            }
            Self::Removed(_) | Self::Timeout | Self::Closed => true,
            _ => false,
        }
    }
}

/// Whether a change took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// The change is durable.
    Done,
    /// The game has changed meanwhile; nothing was written.
    Conflict,
}

/// A new game or a change of a game, ready to be written.
#[derive(Clone, Debug)]
pub struct GameChange {
    /// Revision that it changes; `None` for a new game.
    from: Option<i64>,
    row: GameRow,
    /// Number of moves that stay.
    kept: usize,
    /// Whether moves after those are taken back.
    takes_back: bool,
    added: Vec<MadeMove>,
    keys: Vec<KeyRow>,
    removed_keys: Vec<KeyRow>,
    rematch: Option<Box<Self>>,
    /// Moment at which the change was worked out.
    begun: Instant,
}

impl GameChange {
    /// Returns the rows of a game without moves.
    pub fn create(play: &LiveGame) -> Self {
        Self {
            from: None,
            row: play.into(),
            kept: 0,
            takes_back: false,
            added: Vec::new(),
            keys: row::key_rows(play),
            removed_keys: Vec::new(),
            rematch: None,
            begun: Instant::now(),
        }
    }

    /// Returns the difference between two states of a game.
    pub fn between(before: &LiveGame, after: &LiveGame, rematch: Option<&LiveGame>) -> Self {
        let kept = common_moves(before, after);
        let mut removed_keys = row::key_rows(before);
        let mut keys = row::key_rows(after);
        let kept_keys: Vec<_> = keys.extract_if(.., |key| removed_keys.contains(key)).collect();
        removed_keys.retain(|key| !kept_keys.contains(key));
        Self {
            from: Some(before.revision),
            row: after.into(),
            kept,
            takes_back: kept < before.moves.len(),
            added: after.moves[kept..].to_vec(),
            keys,
            removed_keys,
            rematch: rematch.map(|play| Box::new(Self::create(play))),
            begun: Instant::now(),
        }
    }
}

/// Returns the number of moves with which both states of a game begin.
pub fn common_moves(before: &LiveGame, after: &LiveGame) -> usize {
    let pairs = before.moves.iter().zip(&after.moves);
    pairs.take_while(|(old, new)| old == new).count()
}

/// Change made by another server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteChange {
    /// A game changed and now has this revision.
    Changed(GameKey, i64),
    /// The line to the database was down: anything may have changed.
    Anything,
}

/// Filter for lists of games.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Only with this status.
    pub status: Option<Status>,
    /// Only of this rule set.
    pub game: Option<String>,
    /// Only those in which one of these keys opens a seat; without it, those that are
    /// listed for everyone.
    pub keys: Option<Vec<KeyHash>>,
    /// Only those that come after this one in the list.
    pub before: Option<PageCursor>,
    /// Largest number of games.
    pub limit: u32,
}

/// The place of a game in a list, which is ordered by time of change and id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCursor {
    /// Time of the last change.
    pub updated: Millis,
    /// Id of the game; empty for all games changed before that time.
    pub id: String,
}

impl PageCursor {
    /// Reads `TIME` or `TIME-ID`.
    pub fn read(text: &str) -> Option<Self> {
        let (updated, id) = text.split_once('-').unwrap_or((text, ""));
        let valid = id.is_empty() || GameKey::read(id).is_some();
        valid.then(|| Some(Self { updated: updated.parse().ok()?, id: id.to_owned() }))?
    }
}

impl std::fmt::Display for PageCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.updated, self.id)
    }
}

/// The database of games.
#[derive(Clone, Debug)]
pub struct Store(Backend);

#[derive(Clone, Debug)]
enum Backend {
    Sqlite { read: SqlitePool, writer: writer::Writer },
    Postgres { pool: PgPool, changes: open::Listening, presence: presence::PresenceLine },
}

/// Runs the same query on either database.
macro_rules! on_reader {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.0 {
            Backend::Sqlite { read: $pool, .. } => $body,
            Backend::Postgres { pool: $pool, .. } => $body,
        }
    };
}

impl Store {
    /// Returns the name of the database system.
    pub const fn kind(&self) -> &'static str {
        match &self.0 {
            Backend::Sqlite { .. } => "sqlite",
            Backend::Postgres { .. } => "postgres",
        }
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If the store fails, or what it has is inconsistent.
    pub async fn load(&self, key: &GameKey) -> Result<Option<LiveGame>, StoreError> {
        on_reader!(self, pool => pool.load_game(key.as_str()).await)
    }

    /// Keeps a new game.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn create(&self, play: &LiveGame) -> Result<(), StoreError> {
        self.commit(GameChange::create(play)).await.map(|_| ())
    }

    /// Keeps a change of a game, if nothing came between.
    ///
    /// # Errors
    /// If the store fails; the change may then be kept or not.
    pub async fn commit(&self, change: GameChange) -> Result<Commit, StoreError> {
        match &self.0 {
            Backend::Sqlite { writer, .. } => writer.write(change).await,
            Backend::Postgres { pool, .. } => queries::write(pool, &change).await,
        }
    }

    /// Lists games, the latest changed first.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn list(&self, listing: &Listing) -> Result<Vec<GameRow>, StoreError> {
        on_reader!(self, pool => pool.list_games(listing).await)
    }

    /// Returns the games in which a player ran out of time at the given moment or before.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn overdue(&self, since: Millis) -> Result<Vec<GameKey>, StoreError> {
        let found = on_reader!(self, pool => pool.overdue_games(since).await)?;
        Ok(found.iter().filter_map(|id| GameKey::read(id)).collect())
    }

    /// Returns the games of a server in which the computer is to move.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn thinking(&self, server: &ServerId) -> Result<Vec<GameKey>, StoreError> {
        let found = on_reader!(self, pool => pool.thinking_games(server.as_str()).await)?;
        Ok(found.iter().filter_map(|id| GameKey::read(id)).collect())
    }

    /// Returns the number of games with each status.
    ///
    /// # Errors
    /// If the store fails.
    #[cfg(test)]
    pub async fn count(&self) -> Result<Vec<(String, i64)>, StoreError> {
        on_reader!(self, pool => pool.count_games().await)
    }

    /// Key that signs cookies.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn secret(&self) -> Result<Secret, StoreError> {
        let text = match &self.0 {
            Backend::Sqlite { writer, .. } => {
                writer.rare()?.get_or_set("secret", &Secret::random()).await?
            }
            Backend::Postgres { pool, .. } => pool.get_or_set("secret", &Secret::random()).await?,
        };
        Ok(Secret::from_store(&text))
    }

    /// Returns the changes by other servers from now on; `None` if there can be none.
    pub fn changes(&self) -> Option<mpsc::Receiver<RemoteChange>> {
        match &self.0 {
            Backend::Sqlite { .. } => None,
            Backend::Postgres { changes, .. } => changes.take(),
        }
    }

    /// Writes everything that is queued and closes the store.
    pub async fn close(&self) {
        match &self.0 {
            Backend::Sqlite { read, writer } => {
                read.close().await;
                writer.close().await;
            }
            Backend::Postgres { pool, changes, presence } => {
                changes.stop();
                presence.close().await;
                pool.close().await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;
    use crate::game::{NewLiveGame, Occupant, Seat};
    use cairn_app::TimeControl;

    #[tokio::test(flavor = "multi_thread")]
    async fn closing_writes_what_is_queued() {
        let folder = std::env::temp_dir().join(format!("cairn-close-{}", std::process::id()));
        let file = folder.join("games.db").to_string_lossy().into_owned();
        let store = Store::open(&file).await.unwrap();
        let new = NewLiveGame {
            start: GameId::ALL[0].start(),
            seed: None,
            seats: [Seat::new(Occupant::Person), Seat::new(Occupant::Open)],
            time: TimeControl::Unlimited,
            listed: false,
            previous: None,
        };
        let tasks: Vec<_> = (0..500)
            .map(|_| {
                let (store, play) = (store.clone(), LiveGame::new(new.clone(), 0));
                tokio::spawn(async move { store.create(&play).await })
            })
            .collect();
        tokio::task::yield_now().await;
        store.close().await;
        let mut acknowledged = 0;
        for task in tasks {
            match task.await.unwrap() {
                Ok(()) => acknowledged += 1,
                // It came after the store was closed.
                Err(StoreError::Closed) => {}
                Err(error) => panic!("queued, but not written: {error}"),
            }
        }
        let store = Store::open(&file).await.unwrap();
        let stored: i64 = store.count().await.unwrap().iter().map(|(_, count)| count).sum();
        assert_eq!(stored, acknowledged);
        store.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn cursors_are_read_as_they_are_written() {
        for text in ["5-0123456789", "5-"] {
            assert_eq!(PageCursor::read(text).unwrap().to_string(), text);
        }
        assert_eq!(PageCursor::read("17"), PageCursor::read("17-"));
        for wrong in ["", "x", "5-short", "-0123456789", "5-012345678!"] {
            assert_eq!(PageCursor::read(wrong), None, "{wrong}");
        }
    }
}
