//! Opening a store: the file or database, its tables, and the line to other servers.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, PgConnection, SqlSafeStr};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::queries::CHANNEL;
use super::writer::Writer;
use super::{Backend, RemoteChange, Store, StoreError};
use crate::ids::GameKey;

/// The migrations, in order. They are read from files at compile time without sqlx's macro,
/// which would compile sqlx and SQLite a second time for the compiler's host.
const MIGRATIONS: [(&str, &str); 3] = [
    ("tables", include_str!("../../migrations/0001_tables.sql")),
    ("list indexes", include_str!("../../migrations/0002_list_indexes.sql")),
    ("rule set name", include_str!("../../migrations/0003_rule_set_name.sql")),
];

fn migrator() -> Migrator {
    let migration = |(version, (description, sql)): (i64, (&'static str, &'static str))| {
        let sql = sql.into_sql_str();
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

/// The number of the lock that every running server shares.
const RUNNING: i64 = 0x6361_6972_6e01;

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

async fn open_sqlite(file: &Path) -> Result<Store, StoreError> {
    let lock = lock_file(file)?;
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // Every commit waits for the disk: what was acknowledged is there after a crash.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10));
    let one = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
    migrator().run(&one).await?;
    let read = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
    Ok(Store(Backend::Sqlite { read, writer: Writer::start(one, lock) }))
}

/// Makes sure that no other server uses the file.
fn lock_file(file: &Path) -> Result<File, StoreError> {
    let mut path = file.as_os_str().to_owned();
    path.push(".lock");
    let shown = file.display().to_string();
    let failed = |source| StoreError::File { path: shown.clone(), source };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    let lock = File::create(&path).map_err(failed)?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse(shown)),
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

async fn open_postgres(address: &str) -> Result<Store, StoreError> {
    let options = PgConnectOptions::from_str(address)?.application_name("cairn");
    let pool = PgPoolOptions::new()
        .max_connections(12)
        .acquire_timeout(Duration::from_secs(10))
        .connect_with(options.clone())
        .await?;
    migrator().run(&pool).await?;
    let (present, alone) = announce_presence(&options).await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    let (sender, receiver) = mpsc::channel(1024);
    let tasks = [
        tokio::spawn(stay_present(options, present)).abort_handle(),
        tokio::spawn(listen(listener, sender)).abort_handle(),
    ];
    let changes =
        Listening { alone, receiver: Arc::new(Mutex::new(Some(receiver))), tasks: tasks.into() };
    Ok(Store(Backend::Postgres { pool, changes }))
}

/// The line on which other servers tell of their changes.
#[derive(Clone, Debug)]
pub struct Listening {
    alone: bool,
    receiver: Arc<Mutex<Option<mpsc::Receiver<RemoteChange>>>>,
    tasks: Arc<[AbortHandle]>,
}

impl Listening {
    /// Whether no other server was running when this one came.
    pub const fn is_alone(&self) -> bool {
        self.alone
    }

    /// The receiving end, for the first who asks.
    pub fn take(&self) -> Option<mpsc::Receiver<RemoteChange>> {
        self.receiver.lock().ok()?.take()
    }

    /// Ends listening.
    pub fn stop(&self) {
        self.tasks.iter().for_each(AbortHandle::abort);
    }
}

/// Shows other servers that this one runs, and finds out whether it is the only one.
/// The database forgets it by itself when the connection ends, however that happens.
async fn announce_presence(options: &PgConnectOptions) -> Result<(PgConnection, bool), StoreError> {
    let mut connection = PgConnection::connect_with(options).await?;
    let (alone,): (bool,) = sqlx::query_as("SELECT pg_try_advisory_lock($1)")
        .bind(RUNNING)
        .fetch_one(&mut connection)
        .await?;
    let share = sqlx::query("SELECT pg_advisory_lock_shared($1)").bind(RUNNING);
    share.execute(&mut connection).await?;
    if alone {
        let unlock = sqlx::query("SELECT pg_advisory_unlock($1)").bind(RUNNING);
        unlock.execute(&mut connection).await?;
    }
    Ok((connection, alone))
}

/// Keeps the connection that shows presence, or makes it again.
async fn stay_present(options: PgConnectOptions, mut connection: PgConnection) {
    loop {
        tokio::time::sleep(Duration::from_secs(20)).await;
        if connection.ping().await.is_err()
            && let Ok((again, _)) = announce_presence(&options).await
        {
            connection = again;
        }
    }
}

/// Passes on what other servers announce.
async fn listen(mut listener: PgListener, changes: mpsc::Sender<RemoteChange>) {
    loop {
        let change = match listener.try_recv().await {
            Ok(Some(notification)) => match read_announcement(notification.payload()) {
                Some((key, revision)) => RemoteChange::Changed(key, revision),
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

fn read_announcement(payload: &str) -> Option<(GameKey, i64)> {
    let (key, revision) = payload.split_once(' ')?;
    Some((GameKey::read(key)?, revision.parse().ok()?))
}
