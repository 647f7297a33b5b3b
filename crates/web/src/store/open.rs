//! Opening a store: the file or database, its tables, and the line to other servers.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cairn_games::Side;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqlSafeStr};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::attendance::{ATTENDANCE, PHRASE};
use super::file::{BUSY_TIMEOUT, DatabaseFile};
use super::presence::{ANY_GAME, PresenceLine};
use super::queries::{CHANNEL, LOBBY};
use super::writer::Writer;
use super::{Backend, RemoteChange, Store, StoreError};
use crate::game::Phrase;
use crate::ids::GameKey;

/// The migrations, in order. They are read from files at compile time without sqlx's macro,
/// which would compile sqlx and SQLite a second time for the compiler's host.
const MIGRATIONS: [(&str, &str); 12] = [
    ("tables", include_str!("../../migrations/0001_tables.sql")),
    ("list indexes", include_str!("../../migrations/0002_list_indexes.sql")),
    ("rule set name", include_str!("../../migrations/0003_rule_set_name.sql")),
    ("servers", include_str!("../../migrations/0004_servers.sql")),
    ("lean tables", include_str!("../../migrations/0005_lean_tables.sql")),
    ("devices", include_str!("../../migrations/0006_devices.sql")),
    ("feeds", include_str!("../../migrations/0007_feeds.sql")),
    ("push", include_str!("../../migrations/0008_push.sql")),
    ("own games", include_str!("../../migrations/0009_own_games.sql")),
    ("explorer", include_str!("../../migrations/0010_explorer.sql")),
    ("studies", include_str!("../../migrations/0011_studies.sql")),
    ("live", include_str!("../../migrations/0012_live.sql")),
];

/// Version of the tables after all migrations.
pub(super) const KNOWN_VERSION: i64 = MIGRATIONS.len() as i64;

/// Returns the first migrations, with a change to their texts.
fn migrator(count: usize, change: impl Fn(&str) -> String) -> Migrator {
    let migration = |(version, (description, sql)): (i64, (&'static str, &str))| {
        let sql = AssertSqlSafe(change(sql)).into_sql_str();
        Migration::new(version, description.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations((1..).zip(MIGRATIONS).take(count).map(migration).collect())
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(found) => Self::TooNew { found, known: KNOWN_VERSION },
            error => Self::Migration(error),
        }
    }
}

/// Longest time to wait for a connection of the pool, and so until an outage is noticed.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Settings of every session of PostgreSQL. A server that freezes in the middle of a transaction
/// must not keep others from changing the game.
pub(super) const SESSION: &str = "SET idle_in_transaction_session_timeout = '2s'";

impl Store {
    /// Opens the store at an address, a file or `postgres://...`, and makes its tables.
    ///
    /// # Errors
    /// If there is no such place, or it cannot be used.
    pub(crate) async fn open(address: &str) -> Result<Self, StoreError> {
        match Address::read(address)? {
            Address::Sqlite(path) => open_sqlite(&path).await,
            Address::Postgres(options) => open_postgres(*options).await,
        }
    }
}

/// A place for data.
#[derive(Clone, Debug)]
pub(super) enum Address {
    Sqlite(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

impl Address {
    /// Reads a file name, `sqlite:FILE` or `postgres://...`.
    pub(super) fn read(text: &str) -> Result<Self, StoreError> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            let options = PgConnectOptions::from_str(text);
            let options = options.map_err(|error| StoreError::unusable("the address", error))?;
            return Ok(Self::Postgres(Box::new(options.application_name("cairn"))));
        }
        let file = text.strip_prefix("sqlite:").unwrap_or(text);
        let file = file.strip_prefix("//").unwrap_or(file);
        if file.is_empty() || file.contains("://") {
            return Err(StoreError::Address(text.to_owned()));
        }
        Ok(Self::Sqlite(file.into()))
    }
}

async fn open_sqlite(path: &Path) -> Result<Store, StoreError> {
    let file = DatabaseFile::claim(path)?;
    let unusable = |error| StoreError::unusable(file.path().display(), error);
    let options = SqliteConnectOptions::new()
        .filename(file.path())
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // The writer has the log copied.
        .pragma("wal_autocheckpoint", "0")
        .busy_timeout(BUSY_TIMEOUT);
    let rare = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await;
    let rare = rare.map_err(unusable)?;
    let migrated = migrator(MIGRATIONS.len(), str::to_owned).run(&rare).await;
    migrated.map_err(|error| match error {
        MigrateError::Execute(source) => unusable(source),
        error => error.into(),
    })?;
    let read = SqlitePoolOptions::new().max_connections(4).connect_with(options).await;
    let read = read.map_err(unusable)?;
    Ok(Store(Backend::Sqlite { read, writer: Writer::start(file, rare)? }))
}

async fn open_postgres(options: PgConnectOptions) -> Result<Store, StoreError> {
    // A pool would try for a while, and then only say that it did.
    let first = PgConnection::connect_with(&options).await;
    let first = first.map_err(|error| StoreError::unusable(shown(&options), error))?;
    first.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(12)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .after_connect(|connection, _| {
            Box::pin(async move { connection.execute(SESSION).await.map(drop) })
        })
        .connect_with(options.clone())
        .await?;
    let migrator = migrator(MIGRATIONS.len(), |sql| sql.replace(" WITHOUT ROWID", ""));
    migrator.run(&pool).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    let (sender, receiver) = mpsc::channel(1024);
    let task = tokio::spawn(listen(listener, sender)).abort_handle();
    let changes = Listening { receiver: Arc::new(Mutex::new(Some(receiver))), task };
    Ok(Store(Backend::Postgres { pool, changes, presence: PresenceLine::new(options) }))
}

/// Returns the name of a database, without a password.
pub(super) fn shown(options: &PgConnectOptions) -> String {
    let database = options.get_database().unwrap_or_else(|| options.get_username());
    format!("the database {database} at {}:{}", options.get_host(), options.get_port())
}

/// The line on which other servers tell of their changes.
#[derive(Clone, Debug)]
pub(super) struct Listening {
    receiver: Arc<Mutex<Option<mpsc::Receiver<RemoteChange>>>>,
    task: AbortHandle,
}

impl Listening {
    /// The receiving end, for the first who asks.
    pub(super) fn take(&self) -> Option<mpsc::Receiver<RemoteChange>> {
        self.receiver.lock().ok()?.take()
    }

    /// Ends listening.
    pub(super) fn stop(&self) {
        self.task.abort();
    }
}

/// Passes on what other servers announce.
async fn listen(mut listener: PgListener, changes: mpsc::Sender<RemoteChange>) {
    loop {
        let change = match listener.try_recv().await {
            Ok(Some(notification)) => match read_announcement(notification.payload()) {
                Some(change) => change,
                None => continue,
            },
            Ok(None) => RemoteChange::Anything,
            Err(error) => {
                tracing::warn!(%error, "lost the line to other servers");
                tokio::time::sleep(Duration::from_secs(1)).await;
                RemoteChange::Anything
            }
        };
        if changes.send(change).await.is_err() {
            return;
        }
    }
}

fn read_announcement(payload: &str) -> Option<RemoteChange> {
    if payload == ANY_GAME {
        return Some(RemoteChange::Anything);
    }
    let words: Vec<_> = payload.split(' ').collect();
    match words.as_slice() {
        [LOBBY] => return Some(RemoteChange::Lobby),
        [ATTENDANCE, key] => return GameKey::read(key).map(RemoteChange::Attendance),
        [PHRASE, key, side, phrase] => {
            let (side, phrase) = (Side::from_word(side)?, Phrase::read(phrase)?);
            return Some(RemoteChange::Said(GameKey::read(key)?, side, phrase));
        }
        _ => {}
    }
    let (key, revision) = payload.split_once(' ')?;
    Some(RemoteChange::Changed(GameKey::read(key)?, revision.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;
    use sqlx::SqlitePool;

    use super::*;

    #[tokio::test]
    async fn data_of_every_version_is_carried_over() {
        let folder = std::env::temp_dir().join(format!("cairn-versions-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for version in 1..MIGRATIONS.len() {
            let path = folder.join(format!("{version}.db"));
            let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
            let pool = SqlitePool::connect_with(options).await.unwrap();
            migrator(version, str::to_owned).run(&pool).await.unwrap();
            let start = GameId::ALL[0].start();
            let game = "INSERT INTO games (id, revision, game, start, time_control, first_player, \
                second_player, status, ply, position, computer_to_move, listed, created, updated) \
                VALUES ('0123456789', 4, $1, $2, 'none', 'person', 'person', 'playing', 1, $2, 0, \
                1, 5, 6)";
            let game = sqlx::query(game).bind(start.game().name()).bind(start.to_text());
            game.execute(&pool).await.unwrap();
            let text = start.write_move(start.moves()[0]).unwrap();
            let moves = if version < 5 {
                // One of them was taken back.
                "INSERT INTO moves (game, ply, revision, move_text, made, taken_back) \
                 VALUES ('0123456789', 0, 2, 'x', 5, 3), ('0123456789', 0, 4, $1, 6, NULL)"
            } else {
                "INSERT INTO moves (game, ply, move_text, made) VALUES ('0123456789', 0, $1, 6)"
            };
            sqlx::query(moves).bind(&text).execute(&pool).await.unwrap();
            let key =
                "INSERT INTO seat_keys (game, side, hash) VALUES ('0123456789', 'first', 'h')";
            sqlx::query(key).execute(&pool).await.unwrap();
            pool.close().await;
            let store = Store::open(&path.to_string_lossy()).await.unwrap();
            let play = store.load(&GameKey::read("0123456789").unwrap()).await.unwrap().unwrap();
            assert_eq!(play.moves.len(), 1, "version {version}");
            assert_eq!((&play.moves[0].text, play.moves[0].at), (&text, 6));
            assert_eq!(play.seats[0].keys.len(), 1);
            store.close().await;
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
