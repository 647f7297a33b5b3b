//! Opening a store: the file or database, its tables, and the line to other servers.

use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::file::{BUSY_TIMEOUT, DatabaseFile};
use super::presence::{ANY_GAME, PresenceLine};
use super::queries::CHANNEL;
use super::writer::Writer;
use super::{Backend, RemoteChange, Store, StoreError};
use crate::ids::GameKey;

/// The migrations, in order. They are read from files at compile time without sqlx's macro,
/// which would compile sqlx and SQLite a second time for the compiler's host.
const MIGRATIONS: [(&str, &str); 6] = [
    ("tables", include_str!("../../migrations/0001_tables.sql")),
    ("list indexes", include_str!("../../migrations/0002_list_indexes.sql")),
    ("rule set name", include_str!("../../migrations/0003_rule_set_name.sql")),
    ("servers", include_str!("../../migrations/0004_servers.sql")),
    ("lean tables", include_str!("../../migrations/0005_lean_tables.sql")),
    ("devices", include_str!("../../migrations/0006_devices.sql")),
];

/// Returns the migrations with a change to their texts.
fn migrator(change: impl Fn(&str) -> String) -> Migrator {
    let migration = |(version, (description, sql)): (i64, (&'static str, &str))| {
        let sql = AssertSqlSafe(change(sql)).into_sql_str();
        Migration::new(version, description.into(), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations((1..).zip(MIGRATIONS).map(migration).collect())
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::VersionMissing(found) => {
                Self::TooNew { found, known: MIGRATIONS.len() as i64 }
            }
            error => Self::Migration(error),
        }
    }
}

/// Settings of every session of PostgreSQL. A server that freezes in the middle of a transaction
/// must not keep others from changing the game.
pub(super) const SESSION: &str = "SET idle_in_transaction_session_timeout = '2s'";

impl Store {
    /// Opens the store at an address, a file or `postgres://...`, and makes its tables.
    ///
    /// # Errors
    /// If there is no such place, or it cannot be used.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return open_postgres(address).await;
        }
        let file = address.strip_prefix("sqlite:").unwrap_or(address);
        let file = file.strip_prefix("//").unwrap_or(file);
        if file.is_empty() || file.contains("://") {
            return Err(StoreError::Address(address.to_owned()));
        }
        open_sqlite(Path::new(file)).await
    }
}

async fn open_sqlite(path: &Path) -> Result<Store, StoreError> {
    let file = DatabaseFile::claim(path)?;
    let options = SqliteConnectOptions::new()
        .filename(file.path())
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT);
    let rare = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
    migrator(str::to_owned).run(&rare).await?;
    let read = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
    Ok(Store(Backend::Sqlite { read, writer: Writer::start(file, rare)? }))
}

async fn open_postgres(address: &str) -> Result<Store, StoreError> {
    let options = PgConnectOptions::from_str(address)?.application_name("cairn");
    let pool = PgPoolOptions::new()
        .max_connections(12)
        .acquire_timeout(Duration::from_secs(10))
        .after_connect(|connection, _| {
            Box::pin(async move { connection.execute(SESSION).await.map(drop) })
        })
        .connect_with(options.clone())
        .await?;
    migrator(|sql| sql.replace(" WITHOUT ROWID", "")).run(&pool).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    let (sender, receiver) = mpsc::channel(1024);
    let task = tokio::spawn(listen(listener, sender)).abort_handle();
    let changes = Listening { receiver: Arc::new(Mutex::new(Some(receiver))), task };
    Ok(Store(Backend::Postgres { pool, changes, presence: PresenceLine::new(options) }))
}

/// The line on which other servers tell of their changes.
#[derive(Clone, Debug)]
pub struct Listening {
    receiver: Arc<Mutex<Option<mpsc::Receiver<RemoteChange>>>>,
    task: AbortHandle,
}

impl Listening {
    /// The receiving end, for the first who asks.
    pub fn take(&self) -> Option<mpsc::Receiver<RemoteChange>> {
        self.receiver.lock().ok()?.take()
    }

    /// Ends listening.
    pub fn stop(&self) {
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
    let (key, revision) = payload.split_once(' ')?;
    Some(RemoteChange::Changed(GameKey::read(key)?, revision.parse().ok()?))
}
