//! The thread that writes to an SQLite file. It takes all changes that have arrived meanwhile
//! and writes them in one transaction: waiting for the disk takes the time, and many games can
//! wait for it together.
//!
//! Meanwhile a task copies the write-ahead log to the database, by the connection for rare statements.
//! Changes that come during the copy are left, so the thread copies these few, and SQLite begins the log
//! anew.

use std::sync::Arc;
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};
use sqlx::{Connection as _, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::file::DatabaseFile;
use super::statements::{Change, SqlValue, Statement};
use super::{Commit, StoreError};

/// Maximum number of changes per transaction.
const MAX_BATCH: usize = 256;
/// Maximum number of queued changes.
const MAX_QUEUED: usize = 4096;

/// Waits for nobody.
const COPY_LOG: &str = "PRAGMA wal_checkpoint(PASSIVE)";
/// Time between two copies of the log.
const COPY_INTERVAL: Duration = Duration::from_secs(1);
/// Number of pages of 4 KiB in the log from which on it is begun anew.
const RESTART_PAGES: i64 = 4_000;

/// A message to the thread.
enum WriterMessage {
    Write(Job),
    /// Copies the rest of the log to the database.
    FinishCopy,
    /// Writes what is queued, then ends the thread.
    Close(oneshot::Sender<()>),
}

struct Job {
    change: Box<dyn Change>,
    written: oneshot::Sender<Result<Commit, StoreError>>,
}

/// Handle of the thread.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<WriterMessage>,
    file: Arc<DatabaseFile>,
    /// A connection for rare statements, which may wait for the thread.
    rare: SqlitePool,
}

impl Writer {
    /// Opens the file for writing and starts the thread. The pool must have one connection only.
    pub(super) fn start(file: DatabaseFile, rare: SqlitePool) -> Result<Self, StoreError> {
        let file = Arc::new(file);
        let mut database = WriteConnection { file: Arc::clone(&file), connection: None };
        database.transact(|_| Ok(()))?;
        let (queue, messages) = mpsc::channel(MAX_QUEUED);
        std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || run(database, messages))
            .map_err(|source| StoreError::File {
                path: file.path().display().to_string(),
                source,
            })?;
        tokio::spawn(copy_log(rare.clone(), queue.downgrade()));
        Ok(Self { queue, file, rare })
    }

    /// Writes a change; when this returns, it is on the disk.
    pub(super) async fn write(&self, change: impl Change + 'static) -> Result<Commit, StoreError> {
        let (written, answer) = oneshot::channel();
        let message = WriterMessage::Write(Job { change: Box::new(change), written });
        self.queue.send(message).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Runs rare statements on a connection that is replaced after any error.
    pub(super) async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.rare()?.acquire().await?;
        let done = work(&mut connection).await;
        if done.is_err() {
            // What cannot be closed is dropped all the same.
            let _ = connection.detach().close_hard().await;
        }
        self.file.check()?;
        done
    }

    /// Returns the pool for rare statements.
    pub(super) fn rare(&self) -> Result<&SqlitePool, StoreError> {
        self.file.check().map(|()| &self.rare)
    }

    /// Waits until everything in the queue is written, and ends the thread.
    pub(super) async fn close(&self) {
        let (closed, answer) = oneshot::channel();
        if self.queue.send(WriterMessage::Close(closed)).await.is_ok() {
            // Fails only if the thread has ended already.
            let _ = answer.await;
        }
        self.rare.close().await;
        self.file.unlock();
    }
}

/// Copies the log to the database again and again until the pool is closed.
async fn copy_log(rare: SqlitePool, thread: mpsc::WeakSender<WriterMessage>) {
    let closed = rare.close_event();
    let mut closed = std::pin::pin!(closed);
    loop {
        tokio::select! {
            () = &mut closed => return,
            () = tokio::time::sleep(COPY_INTERVAL) => {}
        }
        let Some(thread) = thread.upgrade() else { return };
        match copy_pages(&rare).await {
            // If the thread cannot be told now, it is told next time.
            Ok(pages) if pages >= RESTART_PAGES => drop(thread.try_send(WriterMessage::FinishCopy)),
            Ok(_) => {}
            Err(error) => tracing::debug!(%error, "cannot copy the log to the database"),
        }
    }
}

/// Copies what is in the log to the database while others write. Returns the number of pages in
/// the log.
async fn copy_pages(rare: &SqlitePool) -> sqlx::Result<i64> {
    let copy = || sqlx::query_as::<_, (i64, i64, i64)>(COPY_LOG).fetch_one(rare);
    let (_, pages, _) = copy().await?;
    if pages < RESTART_PAGES {
        return Ok(pages);
    }
    // What came during the first copy is little, and what comes during this one less.
    copy().await.map(|(_, pages, _)| pages)
}

fn run(mut database: WriteConnection, mut queue: mpsc::Receiver<WriterMessage>) {
    let mut messages = Vec::with_capacity(MAX_BATCH);
    let mut closed = Vec::new();
    while queue.blocking_recv_many(&mut messages, MAX_BATCH) > 0 {
        let mut is_copying = false;
        let mut jobs = Vec::with_capacity(messages.len());
        for message in messages.drain(..) {
            match message {
                WriterMessage::Write(job) => jobs.push(job),
                WriterMessage::FinishCopy => is_copying = true,
                WriterMessage::Close(answer) => {
                    queue.close();
                    closed.push(answer);
                }
            }
        }
        if !jobs.is_empty() {
            database.write_jobs(jobs);
        }
        if is_copying {
            database.finish_copy();
        }
    }
    drop(database);
    for answer in closed {
        let _ = answer.send(());
    }
}

/// The file and the only connection that writes to it.
struct WriteConnection {
    file: Arc<DatabaseFile>,
    /// Missing after an error, until it is needed.
    connection: Option<Connection>,
}

impl WriteConnection {
    /// Writes jobs in one transaction, or one by one if that fails. Senders who have gone away
    /// are no reason not to write.
    fn write_jobs(&mut self, jobs: Vec<Job>) {
        let all = self.transact(|connection| {
            jobs.iter().map(|job| write(connection, &*job.change)).collect::<Result<Vec<_>, _>>()
        });
        match all {
            Ok(commits) => {
                for (job, commit) in jobs.into_iter().zip(commits) {
                    let _ = job.written.send(Ok(commit));
                }
            }
            Err(error) => {
                tracing::warn!(%error, jobs = jobs.len(), "a batch failed; writing one by one");
                for job in jobs {
                    let written = self.transact(|connection| write(connection, &*job.change));
                    let _ = job.written.send(written);
                }
            }
        }
    }

    /// Copies what is left in the log, unless somebody reads it.
    fn finish_copy(&self) {
        let Some(connection) = &self.connection else { return };
        if let Err(error) = connection.query_row(COPY_LOG, [], |_| Ok(())) {
            tracing::debug!(%error, "cannot copy the log to the database");
        }
    }

    /// Does something in a transaction, which is on the disk when this returns.
    ///
    /// After any error the connection is closed, and the next transaction has a new one: SQLite
    /// may have rolled back on its own, and statements on a connection that is still believed to
    /// be in that transaction would be acknowledged without being committed.
    fn transact<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.file.check()?;
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.file.connect()?,
        };
        match transaction(&connection, work) {
            Ok(done) => {
                self.connection = Some(connection);
                // Nothing that was written to a removed file counts.
                self.file.check().map(|()| done)
            }
            Err(error) => {
                self.file.disconnect(connection);
                Err(self.file.failed(error))
            }
        }
    }
}

fn transaction<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    connection.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let done = work(connection)?;
    connection.prepare_cached("COMMIT")?.execute([])?;
    if connection.is_autocommit() { Ok(done) } else { Err(rusqlite::Error::InvalidQuery) }
}

/// Writes a change within a transaction.
fn write(connection: &Connection, change: &dyn Change) -> rusqlite::Result<Commit> {
    for (index, Statement { text, values }) in change.statements().into_iter().enumerate() {
        let rows = connection.prepare_cached(text)?.execute(params_from_iter(values))?;
        if change.conflicts(index, rows as u64) {
            return Ok(Commit::Conflict);
        }
    }
    Ok(Commit::Done)
}

impl ToSql for SqlValue<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let value = match *self {
            Self::Integer(Some(number)) => ValueRef::Integer(number),
            Self::Text(Some(text)) => ValueRef::Text(text.as_bytes()),
            Self::Integer(None) | Self::Text(None) => ValueRef::Null,
        };
        Ok(ToSqlOutput::Borrowed(value))
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use cairn_app::TimeControl;
    use cairn_games::GameId;
    use sqlx::sqlite::SqliteConnectOptions;

    use super::*;
    use crate::game::{LiveGame, NewLiveGame, Occupant, Seat};
    use crate::store::{GameChange, Store};

    /// A database with tables, which is removed at the end.
    struct TestDatabase(PathBuf);

    impl TestDatabase {
        async fn new(name: &str) -> (Self, WriteConnection) {
            let folder = std::env::temp_dir().join(format!("cairn-{name}-{}", std::process::id()));
            let path = folder.join("games.db");
            Store::open(&path.to_string_lossy()).await.unwrap().close().await;
            let file = Arc::new(DatabaseFile::claim(&path).unwrap());
            (Self(folder), WriteConnection { file, connection: None })
        }
    }

    impl Drop for TestDatabase {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn new_game() -> GameChange {
        let new = NewLiveGame {
            start: GameId::ALL[0].start(),
            seed: None,
            seats: [Seat::new(Occupant::Person), Seat::new(Occupant::Open)],
            time: TimeControl::Unlimited,
            listed: true,
            previous: None,
        };
        GameChange::create(&LiveGame::new(new, 0))
    }

    /// Returns the number of games that another connection sees.
    fn stored(path: &Path) -> i64 {
        let connection = Connection::open(path).unwrap();
        connection.query_row("SELECT COUNT(*) FROM games", [], |row| row.get(0)).unwrap()
    }

    /// Writes games in one transaction. Returns whether that was acknowledged.
    fn write_games(database: &mut WriteConnection, count: usize) -> bool {
        let changes: Vec<_> = (0..count).map(|_| new_game()).collect();
        let written = database.transact(|connection| {
            changes.iter().map(|change| write(connection, change)).collect::<Result<Vec<_>, _>>()
        });
        written.is_ok()
    }

    #[tokio::test]
    async fn a_transaction_is_whole_whichever_page_is_missing() {
        let (folder, mut database) = TestDatabase::new("pages").await;
        let path = folder.0.join("games.db");
        // The migrations have left free pages.
        let mut acknowledged = 0;
        while acknowledged == 0 || free_pages(&mut database) > 0 {
            assert!(write_games(&mut database, 20));
            acknowledged += 20;
        }
        for pages in 0..6 {
            let limited = database.transact(|connection| {
                let count: i64 =
                    connection.pragma_query_value(None, "page_count", |row| row.get(0))?;
                let limit = count + pages;
                connection.pragma_update_and_check(None, "max_page_count", limit, |_| Ok(()))
            });
            limited.unwrap();
            assert!(!write_games(&mut database, 200), "room for {pages} pages");
            assert_eq!(stored(&path), acknowledged);
            // The next connection has room, and nothing is left of the failed one.
            assert!(write_games(&mut database, 1));
            acknowledged += 1;
            assert_eq!(stored(&path), acknowledged);
        }
    }

    #[tokio::test]
    async fn the_log_is_begun_anew_when_it_is_copied() {
        let (folder, mut database) = TestDatabase::new("log").await;
        let options = SqliteConnectOptions::new().filename(folder.0.join("games.db"));
        let rare = SqlitePool::connect_with(options).await.unwrap();
        assert!(write_games(&mut database, 200));
        let pages = copy_pages(&rare).await.unwrap();
        assert!(write_games(&mut database, 1));
        // What has come since the copy is left.
        database.finish_copy();
        assert!(write_games(&mut database, 1));
        let anew = copy_pages(&rare).await.unwrap();
        assert!(anew > 0 && anew < pages, "{anew} pages after {pages}");
    }

    fn free_pages(database: &mut WriteConnection) -> i64 {
        let free = database.transact(|connection| {
            connection.pragma_query_value(None, "freelist_count", |row| row.get(0))
        });
        free.unwrap()
    }

    #[tokio::test]
    async fn a_database_that_became_read_only_refuses() {
        let (folder, mut database) = TestDatabase::new("read-only").await;
        let path = folder.0.join("games.db");
        assert!(write_games(&mut database, 1));
        let set =
            database.transact(|connection| connection.pragma_update(None, "query_only", true));
        set.unwrap();
        let change = new_game();
        let refused = database.transact(|connection| write(connection, &change)).unwrap_err();
        assert!(refused.is_outage(), "{refused}");
        let text = refused.to_string();
        assert!(text.contains("games.db") && text.contains("readonly"), "{text}");
        assert_eq!(stored(&path), 1);
        assert!(write_games(&mut database, 1));
        assert_eq!(stored(&path), 2);
    }
}
