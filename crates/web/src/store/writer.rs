//! The one task that writes to an SQLite file. It writes what has come together
//! meanwhile in one transaction: waiting for the disk is what takes time, and many games
//! can wait for it together.

use std::fs::File;
use std::sync::Arc;

use sqlx::SqlitePool;
use tokio::sync::{mpsc, oneshot};

use super::queries::{Queries, Writes};
use super::{Change, Commit, NewRows, StoreError};

/// How many changes share one transaction at most.
const MOST_AT_ONCE: usize = 128;
/// How many changes may wait.
const MOST_WAITING: usize = 4096;

/// Something to be written.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new game.
    Create(NewRows),
    /// A change of a game.
    Change(Change),
}

type Answer = Result<Commit, StoreError>;

struct Job {
    write: Write,
    answer: oneshot::Sender<Answer>,
}

/// Takes what is to be written.
#[derive(Clone, Debug)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    pool: SqlitePool,
    /// Held as long as the server runs, so that no other one uses the file.
    _lock: Arc<File>,
}

impl Writer {
    /// Starts the task. The pool must have one connection only.
    pub fn start(pool: SqlitePool, lock: File) -> Self {
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        tokio::spawn(run(pool.clone(), waiting));
        Self { jobs, pool, _lock: Arc::new(lock) }
    }

    /// The connection that writes, for what is rare.
    pub const fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    /// Writes something; when this returns, it is on the disk.
    pub async fn write(&self, write: Write) -> Answer {
        let (answer, answered) = oneshot::channel();
        let job = Job { write, answer };
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }
}

async fn run(pool: SqlitePool, mut waiting: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(MOST_AT_ONCE);
    while waiting.recv_many(&mut jobs, MOST_AT_ONCE).await > 0 {
        match write_together(&pool, &jobs).await {
            Ok(commits) => {
                for (job, commit) in jobs.drain(..).zip(commits) {
                    // Whoever asked may have gone away; it is written all the same.
                    let _ = job.answer.send(Ok(commit));
                }
            }
            Err(error) => {
                // One of them is at fault; apart, the others can be written.
                tracing::warn!(%error, jobs = jobs.len(), "writing one by one");
                for job in jobs.drain(..) {
                    let answer = pool.write_one(&job.write).await;
                    let _ = job.answer.send(answer);
                }
            }
        }
    }
}

async fn write_together(pool: &SqlitePool, jobs: &[Job]) -> Result<Vec<Commit>, StoreError> {
    let mut transaction = pool.begin().await?;
    let mut commits = Vec::with_capacity(jobs.len());
    for job in jobs {
        commits.push(transaction.write(&job.write).await?);
    }
    transaction.commit().await?;
    Ok(commits)
}
