//! Errors of the store.

use sqlx::migrate::MigrateError;

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
    /// The key for Web Push cannot be made or read.
    #[error("the key for Web Push (`vapid` in the table `meta`) is not a key")]
    PushKey,
    /// The settings of Web Push are invalid.
    #[error("cannot prepare Web Push: {0}")]
    Push(rustls::Error),
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
    pub(super) fn unusable(place: impl std::fmt::Display, source: sqlx::Error) -> Self {
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
