//! The thread that writes to an SQLite file. It takes all changes that have arrived meanwhile
//! and writes them in one transaction: waiting for the disk takes the time, and many games can
//! wait for it together.

use std::sync::Arc;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};
use sqlx::{Connection as _, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::file::DatabaseFile;
use super::statements::{SqlValue, Statement};
use super::{Commit, GameChange, StoreError};

/// Maximum number of changes per transaction.
const MAX_BATCH: usize = 256;
/// Maximum number of queued changes.
const MAX_QUEUED: usize = 4096;

/// A message to the thread.
enum WriterMessage {
    Write(Box<Job>),
    /// Writes what is queued, then ends the thread.
    Close(oneshot::Sender<()>),
}

struct Job {
    change: GameChange,
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
        Ok(Self { queue, file, rare })
    }

    /// Writes a change; when this returns, it is on the disk.
    pub(super) async fn write(&self, change: GameChange) -> Result<Commit, StoreError> {
        let (written, answer) = oneshot::channel();
        let message = WriterMessage::Write(Box::new(Job { change, written }));
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

fn run(mut database: WriteConnection, mut queue: mpsc::Receiver<WriterMessage>) {
    let mut messages = Vec::with_capacity(MAX_BATCH);
    let mut closed = Vec::new();
    while queue.blocking_recv_many(&mut messages, MAX_BATCH) > 0 {
        let mut jobs = Vec::with_capacity(messages.len());
        for message in messages.drain(..) {
            match message {
                WriterMessage::Write(job) => jobs.push(*job),
                WriterMessage::Close(answer) => {
                    queue.close();
                    closed.push(answer);
                }
            }
        }
        if !jobs.is_empty() {
            database.write_jobs(jobs);
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
            jobs.iter().map(|job| write(connection, &job.change)).collect::<Result<Vec<_>, _>>()
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
                    let written = self.transact(|connection| write(connection, &job.change));
                    let _ = job.written.send(written);
                }
            }
        }
    }

    /// Does something in a transaction, which is on the disk when this returns.
    ///
    /// After any error the connection is closed, and the next transaction has a new one: SQLite
    /// may have rolled back by itself, and statements on a connection that is still believed to
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
fn write(connection: &Connection, change: &GameChange) -> rusqlite::Result<Commit> {
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

    use super::*;
    use crate::game::{LiveGame, NewLiveGame, Occupant, Seat};
    use crate::store::Store;

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
