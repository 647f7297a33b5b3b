//! Browsers that get push notifications of turns, and the turns they were notified of.

use cairn_app::Millis;
use sqlx::{
    ColumnIndex, Decode, FromRow, PgPool, Postgres, QueryBuilder, Row, Sqlite, SqlitePool, Type,
};

use super::row::from_columns;
use super::{Backend, Store, StoreError};
use crate::ids::{GameKey, KeyHash};

/// Maximum number of browsers per visitor; a new one replaces the oldest.
const MAX_BROWSERS: i64 = 10;

/// A browser that is notified of its owner's turns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the migrations describe the columns")]
pub(crate) struct PushSubscription {
    pub id: String,
    pub endpoint: String,
    pub public_key: String,
    pub auth: String,
    pub origin: String,
    pub device: Option<String>,
    pub created: Millis,
}

from_columns!(PushSubscription { id, endpoint, public_key, auth, origin, device, created });

/// Statements on a connection pool.
trait Subscriptions {
    async fn add_push(&self, owner: &str, browser: &PushSubscription) -> Result<(), StoreError>;
    async fn remove_push(&self, owner: &str, id: &str) -> Result<(), StoreError>;
    async fn forget_push(&self, id: &str) -> Result<(), StoreError>;
    async fn push_subscriptions(
        &self,
        owners: &[KeyHash],
    ) -> Result<Vec<PushSubscription>, StoreError>;
    async fn claim_turn(&self, game: &str, ply: i64) -> Result<bool, StoreError>;
    async fn ply_of(&self, game: &str) -> Result<Option<i64>, StoreError>;
}

macro_rules! subscriptions {
    ($database:ty, $pool:ty) => {
        impl Subscriptions for $pool {
            async fn add_push(
                &self,
                owner: &str,
                browser: &PushSubscription,
            ) -> Result<(), StoreError> {
                let mut transaction = self.begin().await?;
                let text = "INSERT INTO push_subscriptions \
                    (id, owner, endpoint, public_key, auth, origin, device, created) \
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE \
                    SET owner = excluded.owner, public_key = excluded.public_key, \
                    auth = excluded.auth, origin = excluded.origin, device = excluded.device, \
                    created = excluded.created";
                let query = sqlx::query(text).bind(&browser.id).bind(owner);
                let query = query.bind(&browser.endpoint).bind(&browser.public_key);
                let query = query.bind(&browser.auth).bind(&browser.origin).bind(&browser.device);
                query.bind(browser.created).execute(&mut *transaction).await?;
                let text = "DELETE FROM push_subscriptions WHERE owner = $1 AND id NOT IN \
                    (SELECT id FROM push_subscriptions WHERE owner = $1 \
                     ORDER BY created DESC, id LIMIT $2)";
                let query = sqlx::query(text).bind(owner).bind(MAX_BROWSERS);
                query.execute(&mut *transaction).await?;
                Ok(transaction.commit().await?)
            }

            async fn remove_push(&self, owner: &str, id: &str) -> Result<(), StoreError> {
                let text = "DELETE FROM push_subscriptions WHERE owner = $1 AND id = $2";
                sqlx::query(text).bind(owner).bind(id).execute(self).await?;
                Ok(())
            }

            async fn forget_push(&self, id: &str) -> Result<(), StoreError> {
                let text = "DELETE FROM push_subscriptions WHERE id = $1";
                sqlx::query(text).bind(id).execute(self).await?;
                Ok(())
            }

            async fn push_subscriptions(
                &self,
                owners: &[KeyHash],
            ) -> Result<Vec<PushSubscription>, StoreError> {
                let mut query = QueryBuilder::<$database>::new(
                    "SELECT * FROM push_subscriptions WHERE owner IN (''",
                );
                for owner in owners {
                    query.push(", ").push_bind(owner.as_str());
                }
                query.push(") ORDER BY created, id");
                Ok(query.build_query_as().fetch_all(self).await?)
            }

            async fn claim_turn(&self, game: &str, ply: i64) -> Result<bool, StoreError> {
                let text = "INSERT INTO push_turns (game, ply) VALUES ($1, $2) \
                    ON CONFLICT (game) DO UPDATE SET ply = excluded.ply \
                    WHERE push_turns.ply < excluded.ply";
                let done = sqlx::query(text).bind(game).bind(ply).execute(self).await?;
                Ok(done.rows_affected() > 0)
            }

            async fn ply_of(&self, game: &str) -> Result<Option<i64>, StoreError> {
                let text = "SELECT ply FROM games WHERE id = $1 AND status = 'playing'";
                Ok(sqlx::query_scalar(text).bind(game).fetch_optional(self).await?)
            }
        }
    };
}

subscriptions!(Sqlite, SqlitePool);
subscriptions!(Postgres, PgPool);

impl Store {
    /// Notifies a browser of its owner's turns from now on.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn add_push(
        &self,
        owner: &KeyHash,
        browser: &PushSubscription,
    ) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.add_push(owner.as_str(), browser).await)
    }

    /// Removes a browser of a visitor.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn remove_push(&self, owner: &KeyHash, id: &str) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.remove_push(owner.as_str(), id).await)
    }

    /// Removes a browser that wants no messages any more.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn forget_push(&self, id: &str) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.forget_push(id).await)
    }

    /// Returns the browsers of visitors.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn push_subscriptions(
        &self,
        owners: &[KeyHash],
    ) -> Result<Vec<PushSubscription>, StoreError> {
        on_reader!(self, pool => pool.push_subscriptions(owners).await)
    }

    /// Records that a turn is announced. Returns `false` if any server announced it before.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn claim_turn(&self, game: &GameKey, ply: i64) -> Result<bool, StoreError> {
        on_writer!(self, pool => pool.claim_turn(game.as_str(), ply).await)
    }

    /// Returns the number of moves of a running game.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn ply_of(&self, game: &GameKey) -> Result<Option<i64>, StoreError> {
        on_reader!(self, pool => pool.ply_of(game.as_str()).await)
    }
}
