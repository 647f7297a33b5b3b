//! Where games are kept: an SQLite file or a PostgreSQL database, with the same tables
//! and, but for a few lines, the same SQL.
//!
//! Every change of a game is one transaction that succeeds only if the game still has
//! the revision it was made from. So it does not matter how many servers share a
//! database: of two changes of the same revision, one is told to think again.

mod open;
mod queries;
mod row;
mod writer;

use std::time::Duration;

use sqlx::{PgPool, SqlitePool};
use tokio::sync::mpsc;

pub use open::default_file;
pub use row::{GameRow, KeyRow, MoveRow};

use queries::Queries;
use writer::Write;

use crate::game::{MadeMove, Play, Status};
use crate::ids::{GameKey, KeyHash, Secret};
use crate::time::Millis;

/// Why the store did not do something.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no store that is known.
    #[error("`{0}` is no place for data; give a file, sqlite:FILE or postgres://...")]
    Address(String),
    /// The file is used by another server.
    #[error("another server uses {0}; for several servers on the same games, use PostgreSQL")]
    InUse(String),
    /// The tables were made by a later version of the program.
    #[error("the data is of version {found}, and this program knows versions up to {known}")]
    TooNew {
        /// What the store says.
        found: i64,
        /// What this program knows.
        known: i64,
    },
    /// The file or its folder cannot be made.
    #[error("cannot open {path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// The database has an objection.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// What is stored makes no sense.
    #[error("the game {game} cannot be read back: its {what} makes no sense")]
    Broken {
        /// Which game.
        game: String,
        /// What about it.
        what: String,
    },
    /// The task that writes has ended.
    #[error("the store is closed")]
    Closed,
}

/// Whether a change took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// It is kept, whatever happens from now on.
    Done,
    /// The game has changed meanwhile; nothing was written.
    Conflict,
}

/// A change of a game, ready to be written.
#[derive(Clone, Debug)]
pub struct Change {
    /// The revision from which it was made.
    from: i64,
    row: GameRow,
    /// How many moves stay; those after it are taken back.
    kept: i64,
    added: Vec<MoveRow>,
    keys: Vec<KeyRow>,
    rematch: Option<Box<NewRows>>,
}

/// A new game, ready to be written.
#[derive(Clone, Debug)]
pub struct NewRows {
    row: GameRow,
    keys: Vec<KeyRow>,
}

impl NewRows {
    /// The rows of a game without moves.
    #[must_use]
    pub fn new(play: &Play) -> Self {
        Self { row: play.into(), keys: row::key_rows(play) }
    }
}

impl Change {
    /// What has to be written so that the store has `after` instead of `before`.
    #[must_use]
    pub fn new(before: &Play, after: &Play, rematch: Option<&Play>) -> Self {
        let kept = common_moves(before, after);
        let known = row::key_rows(before);
        let mut keys = row::key_rows(after);
        keys.retain(|key| !known.contains(key));
        let to_row = |(index, made): (usize, &MadeMove)| MoveRow {
            ply: index as i64,
            move_text: made.text.clone(),
            made: made.at,
            clock: made.clock,
        };
        Self {
            from: before.revision,
            row: after.into(),
            kept: kept as i64,
            added: after.moves.iter().enumerate().skip(kept).map(to_row).collect(),
            keys,
            rematch: rematch.map(|play| Box::new(NewRows::new(play))),
        }
    }
}

/// How many moves two states of a game begin with in common.
#[must_use]
pub fn common_moves(before: &Play, after: &Play) -> usize {
    let pairs = before.moves.iter().zip(&after.moves);
    pairs.take_while(|(old, new)| old == new).count()
}

/// What another server did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// It changed this game, which now has this revision.
    Changed(GameKey, i64),
    /// The line to the database was down: anything may have changed.
    Anything,
}

/// Which games to list.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Only with this status.
    pub status: Option<Status>,
    /// Only of this rule set.
    pub game: Option<String>,
    /// Only those in which one of these keys opens a seat; without it, those that are
    /// listed for everyone.
    pub keys: Option<Vec<KeyHash>>,
    /// Only those changed before this time.
    pub before: Option<Millis>,
    /// How many at most.
    pub limit: u32,
}

/// Where games are kept.
#[derive(Clone, Debug)]
pub struct Store(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Sqlite { read: SqlitePool, writer: writer::Writer },
    Postgres { pool: PgPool, changes: open::Listening },
}

/// Runs the same query on either database.
macro_rules! on_reader {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.0 {
            Kind::Sqlite { read: $pool, .. } => $body,
            Kind::Postgres { pool: $pool, .. } => $body,
        }
    };
}

impl Store {
    /// Which database it is.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match &self.0 {
            Kind::Sqlite { .. } => "sqlite",
            Kind::Postgres { .. } => "postgres",
        }
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If the store fails, or what it has makes no sense.
    pub async fn load(&self, key: &GameKey) -> Result<Option<Play>, StoreError> {
        on_reader!(self, pool => pool.load_game(key.as_str()).await)
    }

    /// Keeps a new game.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn create(&self, play: &Play) -> Result<(), StoreError> {
        let rows = NewRows::new(play);
        match &self.0 {
            Kind::Sqlite { writer, .. } => writer.write(Write::Create(rows)).await?,
            Kind::Postgres { pool, .. } => pool.write_one(&Write::Create(rows)).await?,
        };
        Ok(())
    }

    /// Keeps a change of a game, if nothing came between.
    ///
    /// # Errors
    /// If the store fails; the change may then be kept or not.
    pub async fn commit(&self, change: Change) -> Result<Commit, StoreError> {
        match &self.0 {
            Kind::Sqlite { writer, .. } => writer.write(Write::Change(change)).await,
            Kind::Postgres { pool, .. } => pool.write_one(&Write::Change(change)).await,
        }
    }

    /// Lists games, the latest changed first.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn list(&self, listing: &Listing) -> Result<Vec<GameRow>, StoreError> {
        on_reader!(self, pool => pool.list_games(listing).await)
    }

    /// Games in which something has to happen: a player has run out of time, or a
    /// computer has not moved for a while.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn due(&self, now: Millis, idle: Duration) -> Result<Vec<GameKey>, StoreError> {
        let idle_since = now - crate::time::millis(idle);
        let found = on_reader!(self, pool => pool.due_games(now, idle_since).await)?;
        Ok(found.iter().filter_map(|id| GameKey::read(id)).collect())
    }

    /// How many games there are with each status.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn count(&self) -> Result<Vec<(String, i64)>, StoreError> {
        on_reader!(self, pool => pool.count_games().await)
    }

    /// Whether the store answers.
    ///
    /// # Errors
    /// If it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        on_reader!(self, pool => pool.ping().await)
    }

    /// What cookies are signed with.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn secret(&self) -> Result<Secret, StoreError> {
        let text = match &self.0 {
            Kind::Sqlite { writer, .. } => {
                writer.pool().remembered("secret", &Secret::random()).await?
            }
            Kind::Postgres { pool, .. } => pool.remembered("secret", &Secret::random()).await?,
        };
        Ok(Secret::from_store(&text))
    }

    /// Notes that the server is running now, so that after a crash one knows for how
    /// long it was not.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn note_alive(&self, now: Millis) -> Result<(), StoreError> {
        match &self.0 {
            Kind::Sqlite { writer, .. } => writer.pool().note_alive(now).await,
            Kind::Postgres { pool, .. } => pool.note_alive(now).await,
        }
    }

    /// Gives the players back the time that no server was running. Does nothing if
    /// another server has been running all the time. Says how many games it concerned.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn forgive_downtime(&self, now: Millis) -> Result<u64, StoreError> {
        match &self.0 {
            Kind::Sqlite { writer, .. } => writer.pool().forgive_downtime(now).await,
            Kind::Postgres { pool, changes } if changes.is_alone() => {
                pool.forgive_downtime(now).await
            }
            Kind::Postgres { .. } => Ok(0),
        }
    }

    /// What other servers changed, from now on; `None` if there can be none.
    #[must_use]
    pub fn changes(&self) -> Option<mpsc::Receiver<Foreign>> {
        match &self.0 {
            Kind::Sqlite { .. } => None,
            Kind::Postgres { changes, .. } => changes.take(),
        }
    }

    /// Lets everything be written and closes the store.
    pub async fn close(&self) {
        match &self.0 {
            Kind::Sqlite { read, writer } => {
                writer.pool().close().await;
                read.close().await;
            }
            Kind::Postgres { pool, changes } => {
                changes.stop();
                pool.close().await;
            }
        }
    }
}
