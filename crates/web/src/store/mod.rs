//! Store of games: an SQLite file or a PostgreSQL database, with the same tables
//! and, but for a few lines, the same SQL.
//!
//! Every change of a game is one transaction that succeeds only if the game still has
//! the revision it was made from. So it does not matter how many servers share a
//! database: of two changes of the same revision, one is rejected as a conflict.

/// Runs the same query on either database.
macro_rules! on_reader {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.0 {
            Backend::Sqlite { read: $pool, .. } => $body,
            Backend::Postgres { pool: $pool, .. } => $body,
        }
    };
}

/// Runs the same statement on the connection that writes, of either database.
macro_rules! on_writer {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.0 {
            Backend::Sqlite { writer, .. } => {
                let $pool = writer.rare()?;
                $body
            }
            Backend::Postgres { pool: $pool, .. } => $body,
        }
    };
}

mod attendance;
mod change;
mod error;
mod explorer;
mod file;
mod identity;
mod listing;
mod open;
mod owners;
mod presence;
mod queries;
mod removal;
mod row;
mod seeks;
mod statements;
mod studies;
mod subscriptions;
mod upkeep;
mod writer;

use cairn_app::Millis;
use cairn_games::Side;
use sqlx::{PgPool, SqlitePool};
use tokio::sync::mpsc;

pub(crate) use attendance::AttendanceRow;
pub(crate) use change::{Commit, GameChange, common_moves};
pub use error::StoreError;
pub(crate) use identity::IdentityLink;
pub(crate) use listing::{Listing, PageCursor};
pub(crate) use owners::FeedRow;
pub(crate) use presence::{Absence, Renewal};
pub(crate) use row::{GameRow, KeyRow};
pub(crate) use seeks::{Seek, Wish};
pub(crate) use studies::StudyRow;
pub(crate) use subscriptions::PushSubscription;
pub use upkeep::{CheckReport, Data, Retention};

use queries::Queries;

use crate::game::{LiveGame, Phrase};
use crate::ids::{GameKey, Secret, ServerId};
use crate::push::VapidKey;

/// Change made by another server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RemoteChange {
    /// A game changed and now has this revision.
    Changed(GameKey, i64),
    /// The open games changed.
    Lobby,
    /// Visitors came to a game or left it.
    Attendance(GameKey),
    /// A player said something, on any server.
    Said(GameKey, Side, Phrase),
    /// The line to the database was down: anything may have changed.
    Anything,
}

/// The database of games.
#[derive(Clone, Debug)]
pub(crate) struct Store(Backend);

#[derive(Clone, Debug)]
enum Backend {
    Sqlite { read: SqlitePool, writer: writer::Writer },
    Postgres { pool: PgPool, changes: open::Listening, presence: presence::PresenceLine },
}

impl Store {
    /// Returns the name of the database system.
    pub(crate) const fn kind(&self) -> &'static str {
        match &self.0 {
            Backend::Sqlite { .. } => "sqlite",
            Backend::Postgres { .. } => "postgres",
        }
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If the store fails, or what it has is inconsistent.
    pub(crate) async fn load(&self, key: &GameKey) -> Result<Option<LiveGame>, StoreError> {
        on_reader!(self, pool => pool.load_game(key.as_str()).await)
    }

    /// Keeps a new game.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn create(&self, play: &LiveGame) -> Result<(), StoreError> {
        self.commit(GameChange::create(play)).await.map(|_| ())
    }

    /// Keeps a change of a game, if nothing came between.
    ///
    /// # Errors
    /// If the store fails; the change may then be kept or not.
    pub(crate) async fn commit(&self, change: GameChange) -> Result<Commit, StoreError> {
        match &self.0 {
            Backend::Sqlite { writer, .. } => writer.write(change).await,
            Backend::Postgres { pool, .. } => queries::write(pool, &change).await,
        }
    }

    /// Lists games, the latest changed first.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn list(&self, listing: &Listing) -> Result<Vec<GameRow>, StoreError> {
        on_reader!(self, pool => pool.list_games(listing).await)
    }

    /// Returns the games in which a player ran out of time at the given moment or before.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn overdue(&self, since: Millis) -> Result<Vec<GameKey>, StoreError> {
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
    pub(crate) async fn count(&self) -> Result<Vec<(String, i64)>, StoreError> {
        on_reader!(self, pool => pool.count_games().await)
    }

    /// Key that signs cookies.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn secret(&self) -> Result<Secret, StoreError> {
        let text = match &self.0 {
            Backend::Sqlite { writer, .. } => {
                writer.rare()?.get_or_set("secret", &Secret::random()).await?
            }
            Backend::Postgres { pool, .. } => pool.get_or_set("secret", &Secret::random()).await?,
        };
        Ok(Secret::from_store(&text))
    }

    /// Key by which push services know the site; all servers share it.
    ///
    /// # Errors
    /// If the store fails, or what it has is not a key.
    pub(crate) async fn vapid_key(&self) -> Result<VapidKey, StoreError> {
        let new = VapidKey::random().map_err(|_| StoreError::PushKey)?;
        let text = on_writer!(self, pool => pool.get_or_set("vapid", &new).await)?;
        VapidKey::from_store(&text).map_err(|_| StoreError::PushKey)
    }

    /// Returns the changes by other servers from now on; `None` if there can be none.
    pub(crate) fn changes(&self) -> Option<mpsc::Receiver<RemoteChange>> {
        match &self.0 {
            Backend::Sqlite { .. } => None,
            Backend::Postgres { changes, .. } => changes.take(),
        }
    }

    /// Writes everything that is queued and closes the store.
    pub(crate) async fn close(&self) {
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
}
