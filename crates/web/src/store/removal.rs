//! Finished games that their players hide or delete.

use sqlx::{PgPool, SqlitePool};

use super::queries::CHANNEL;
use super::{Backend, Store, StoreError};
use crate::ids::GameKey;

/// The bit of `listed` that hides a game from everybody but its players.
pub(super) const PRIVATE: i64 = 2;

const SET_PRIVATE: &str = "UPDATE games SET revision = revision + 1, \
    listed = listed % 2 + $2, explored = 0 WHERE id = $1 AND status IN ('finished', 'aborted') \
    RETURNING revision";

/// A game that is shown again is counted again by the explorer.
const FORGET_OPENING: &str = "DELETE FROM opening_moves WHERE game = $1";

/// Keeps others from counting wishes at the same time.
const LOCK: &str = "UPDATE games SET revision = revision WHERE id = $1";

const WISH: &str = "INSERT INTO removal_wishes (game, side) VALUES ($1, $2) ON CONFLICT DO NOTHING";

const FORGET_WISHES: &str = "DELETE FROM removal_wishes WHERE game = $1";

const WISHES: &str = "SELECT side FROM removal_wishes WHERE game = $1 ORDER BY side";

const REMOVE: &str = "DELETE FROM games WHERE id = $1 AND status IN ('finished', 'aborted')";

/// Statements on a connection pool.
trait Removal {
    async fn set_private(&self, id: &str, private: bool) -> Result<Option<i64>, StoreError>;
    async fn removal_wishes(&self, id: &str) -> Result<Vec<String>, StoreError>;
    async fn wish_removal(&self, id: &str, sides: &[&str]) -> Result<bool, StoreError>;
    async fn forget_wishes(&self, id: &str) -> Result<(), StoreError>;
}

macro_rules! removal {
    ($pool:ty, shared = $shared:literal) => {
        impl Removal for $pool {
            async fn set_private(
                &self,
                id: &str,
                private: bool,
            ) -> Result<Option<i64>, StoreError> {
                let mut transaction = self.begin().await?;
                let query = sqlx::query_scalar(SET_PRIVATE).bind(id);
                let query = query.bind(if private { PRIVATE } else { 0 });
                let revision: Option<i64> = query.fetch_optional(&mut *transaction).await?;
                if revision.is_some() {
                    let forget = sqlx::query(FORGET_OPENING).bind(id);
                    forget.execute(&mut *transaction).await?;
                }
                if let Some(revision) = revision.filter(|_| $shared) {
                    let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL);
                    let notify = notify.bind(format!("{id} {revision}"));
                    notify.execute(&mut *transaction).await?;
                }
                transaction.commit().await?;
                Ok(revision)
            }

            async fn removal_wishes(&self, id: &str) -> Result<Vec<String>, StoreError> {
                Ok(sqlx::query_scalar(WISHES).bind(id).fetch_all(self).await?)
            }

            async fn wish_removal(&self, id: &str, sides: &[&str]) -> Result<bool, StoreError> {
                let mut transaction = self.begin().await?;
                sqlx::query(LOCK).bind(id).execute(&mut *transaction).await?;
                for side in sides {
                    let wish = sqlx::query(WISH).bind(id).bind(*side);
                    wish.execute(&mut *transaction).await?;
                }
                let wishes: Vec<String> =
                    sqlx::query_scalar(WISHES).bind(id).fetch_all(&mut *transaction).await?;
                let mut removed = false;
                if wishes.len() == 2 {
                    let remove = sqlx::query(REMOVE).bind(id).execute(&mut *transaction).await?;
                    removed = remove.rows_affected() > 0;
                }
                if removed && $shared {
                    let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL);
                    let notify = notify.bind(format!("{id} {}", i64::MAX));
                    notify.execute(&mut *transaction).await?;
                }
                transaction.commit().await?;
                Ok(removed)
            }

            async fn forget_wishes(&self, id: &str) -> Result<(), StoreError> {
                sqlx::query(FORGET_WISHES).bind(id).execute(self).await?;
                Ok(())
            }
        }
    };
}

removal!(SqlitePool, shared = false);
removal!(PgPool, shared = true);

impl Store {
    /// Hides a game that is over from everyone but its players, or shows it again. Returns its new
    /// revision; `None` if it is not over.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn set_private(
        &self,
        game: &GameKey,
        private: bool,
    ) -> Result<Option<i64>, StoreError> {
        on_writer!(self, pool => pool.set_private(game.as_str(), private).await)
    }

    /// Returns the words of the sides that want a game to be deleted.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn removal_wishes(&self, game: &GameKey) -> Result<Vec<String>, StoreError> {
        on_reader!(self, pool => pool.removal_wishes(game.as_str()).await)
    }

    /// Notes that these sides want a game to be deleted. Returns whether both do and it is.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn wish_removal(
        &self,
        game: &GameKey,
        sides: &[&str],
    ) -> Result<bool, StoreError> {
        on_writer!(self, pool => pool.wish_removal(game.as_str(), sides).await)
    }

    /// Forgets that somebody wanted a game to be deleted.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn forget_wishes(&self, game: &GameKey) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.forget_wishes(game.as_str()).await)
    }
}
