//! The task that writes to an SQLite file. It writes the changes that arrived in the
//! meantime in one transaction: waiting for the disk takes the time, and many games can
//! wait for it together.

use std::fs::File;
use std::sync::Arc;

use sqlx::{Connection, Executor, SqliteConnection, SqlitePool};
use tokio::sync::{mpsc, oneshot};

use super::queries::Writes;
use super::{Commit, GameChange, StoreError};

/// Maximum number of changes per transaction.
const MAX_BATCH: usize = 128;
/// Maximum number of queued changes.
const MAX_QUEUED: usize = 4096;

type Written = Result<Commit, StoreError>;

/// A message to the task.
enum Message {
    Write(Box<Job>),
    /// Writes what is queued, then ends the task.
    Close(oneshot::Sender<()>),
}

struct Job {
    change: GameChange,
    written: oneshot::Sender<Written>,
}

/// Handle of the task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Message>,
    pool: SqlitePool,
    /// Held as long as the server runs, so that no other server uses the file.
    _lock: Arc<File>,
}

impl Writer {
    /// Starts the task. The pool must have one connection only.
    pub(super) fn start(pool: SqlitePool, lock: File) -> Self {
        let (queue, messages) = mpsc::channel(MAX_QUEUED);
        tokio::spawn(run(pool.clone(), messages));
        Self { queue, pool, _lock: Arc::new(lock) }
    }

    /// The writing connection, for rare statements.
    pub(super) const fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    /// Runs rare statements on the writing connection, which is replaced after any error.
    pub(super) async fn run<T>(
        &self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let done = work(&mut connection).await;
        if done.is_err() {
            // What cannot be closed is dropped all the same.
            let _ = connection.detach().close_hard().await;
        }
        done
    }

    /// Writes a change; when this returns, it is on the disk.
    pub(super) async fn write(&self, change: GameChange) -> Written {
        let (written, answer) = oneshot::channel();
        let message = Message::Write(Box::new(Job { change, written }));
        self.queue.send(message).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Waits until everything in the queue is written, and ends the task.
    pub(super) async fn close(&self) {
        let (closed, answer) = oneshot::channel();
        if self.queue.send(Message::Close(closed)).await.is_ok() {
            // Fails only if the task has ended already.
            let _ = answer.await;
        }
        self.pool.close().await;
    }
}

async fn run(pool: SqlitePool, mut queue: mpsc::Receiver<Message>) {
    let mut messages = Vec::with_capacity(MAX_BATCH);
    let mut closed = Vec::new();
    while queue.recv_many(&mut messages, MAX_BATCH).await > 0 {
        let mut jobs = Vec::with_capacity(messages.len());
        for message in messages.drain(..) {
            match message {
                Message::Write(job) => jobs.push(*job),
                Message::Close(answer) => {
                    queue.close();
                    closed.push(answer);
                }
            }
        }
        write_jobs(&pool, jobs).await;
    }
    for answer in closed {
        let _ = answer.send(());
    }
}

/// Writes jobs in one transaction, or one by one if that fails. Senders who have gone away
/// are no reason not to write.
async fn write_jobs(pool: &SqlitePool, jobs: Vec<Job>) {
    let changes: Vec<_> = jobs.iter().map(|job| &job.change).collect();
    match write_changes(pool, &changes).await {
        Ok(commits) => {
            for (job, commit) in jobs.into_iter().zip(commits) {
                let _ = job.written.send(Ok(commit));
            }
        }
        Err(error) => {
            tracing::warn!(%error, jobs = jobs.len(), "a batch failed; writing one by one");
            for job in jobs {
                let written = write_changes(pool, &[&job.change]).await;
                let written =
                    written.and_then(|commits| commits.first().copied().ok_or(StoreError::Closed));
                let _ = job.written.send(written);
            }
        }
    }
}

/// Writes changes in one transaction.
///
/// After any error the connection is closed and a new one is used for the next transaction:
/// SQLite may have rolled back by itself, and statements on a connection that is still
/// believed to be in that transaction would be acknowledged without being committed.
async fn write_changes(
    pool: &SqlitePool,
    changes: &[&GameChange],
) -> Result<Vec<Commit>, StoreError> {
    if changes.is_empty() {
        return Ok(Vec::new());
    }
    let mut connection = pool.acquire().await?;
    let written = write_transaction(&mut connection, changes).await;
    if written.is_err() {
        // What cannot be closed is dropped all the same.
        let _ = connection.detach().close_hard().await;
    }
    written
}

async fn write_transaction(
    connection: &mut SqliteConnection,
    changes: &[&GameChange],
) -> Result<Vec<Commit>, StoreError> {
    connection.execute("BEGIN IMMEDIATE").await?;
    let mut commits = Vec::with_capacity(changes.len());
    for change in changes {
        commits.push(connection.write(change).await?);
    }
    connection.execute("COMMIT").await?;
    Ok(commits)
}
