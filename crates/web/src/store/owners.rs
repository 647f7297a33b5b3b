//! Belongings of visitors besides games: which seats they have, and their feeds.

use cairn_app::Millis;
use sqlx::{PgPool, Postgres, QueryBuilder, Sqlite, SqlitePool};

use super::{Backend, Store, StoreError};
use crate::ids::KeyHash;

/// Time after which belongings of a visitor without games are removed, in milliseconds.
const UNUSED: Millis = 30 * 24 * 60 * 60 * 1000;

const UNUSED_FEEDS: &str = "DELETE FROM feeds WHERE created < $1 AND NOT EXISTS \
    (SELECT 1 FROM seat_keys WHERE hash = owner)";

const UNUSED_BROWSERS: &str = "DELETE FROM push_subscriptions WHERE created < $1 AND NOT EXISTS \
    (SELECT 1 FROM seat_keys WHERE hash = owner)";

/// The feed of a visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FeedRow {
    /// Hash of the secret in the feed's address.
    pub hash: KeyHash,
    /// Text from which the secret is derived, together with the visitor's cookie.
    pub nonce: String,
    /// Time of creation.
    pub created: Millis,
}

/// Statements on a connection pool.
trait Owners {
    async fn seats_of(
        &self,
        keys: &[KeyHash],
        games: &[&str],
    ) -> Result<Vec<(String, String)>, StoreError>;
    async fn feed_of(&self, owner: &str) -> Result<Option<FeedRow>, StoreError>;
    async fn feed_owner(&self, hash: &str) -> Result<Option<(String, Millis)>, StoreError>;
    async fn set_feed(&self, owner: &str, feed: &FeedRow) -> Result<(), StoreError>;
    async fn remove_feed(&self, owner: &str) -> Result<(), StoreError>;
    async fn remove_unused(&self, before: Millis) -> Result<(), StoreError>;
}

macro_rules! owners {
    ($database:ty, $pool:ty) => {
        impl Owners for $pool {
            async fn seats_of(
                &self,
                keys: &[KeyHash],
                games: &[&str],
            ) -> Result<Vec<(String, String)>, StoreError> {
                let mut query = QueryBuilder::<$database>::new(
                    "SELECT game, side FROM seat_keys WHERE hash IN (''",
                );
                for key in keys {
                    query.push(", ").push_bind(key.as_str());
                }
                query.push(") AND game IN (''");
                for game in games {
                    query.push(", ").push_bind(*game);
                }
                query.push(") ORDER BY side");
                Ok(query.build_query_as().fetch_all(self).await?)
            }

            async fn feed_of(&self, owner: &str) -> Result<Option<FeedRow>, StoreError> {
                let text = "SELECT hash, nonce, created FROM feeds WHERE owner = $1";
                let row: Option<(String, String, Millis)> =
                    sqlx::query_as(text).bind(owner).fetch_optional(self).await?;
                Ok(row.map(|(hash, nonce, created)| FeedRow {
                    hash: KeyHash::from_store(hash),
                    nonce,
                    created,
                }))
            }

            async fn feed_owner(&self, hash: &str) -> Result<Option<(String, Millis)>, StoreError> {
                let text = "SELECT owner, created FROM feeds WHERE hash = $1";
                Ok(sqlx::query_as(text).bind(hash).fetch_optional(self).await?)
            }

            async fn set_feed(&self, owner: &str, feed: &FeedRow) -> Result<(), StoreError> {
                let text = "INSERT INTO feeds (owner, hash, nonce, created) \
                    VALUES ($1, $2, $3, $4) ON CONFLICT (owner) DO UPDATE \
                    SET hash = excluded.hash, nonce = excluded.nonce, created = excluded.created";
                let query = sqlx::query(text).bind(owner).bind(feed.hash.as_str());
                query.bind(&feed.nonce).bind(feed.created).execute(self).await?;
                Ok(())
            }

            async fn remove_feed(&self, owner: &str) -> Result<(), StoreError> {
                let text = "DELETE FROM feeds WHERE owner = $1";
                sqlx::query(text).bind(owner).execute(self).await?;
                Ok(())
            }

            async fn remove_unused(&self, before: Millis) -> Result<(), StoreError> {
                for text in [UNUSED_FEEDS, UNUSED_BROWSERS] {
                    sqlx::query(text).bind(before).execute(self).await?;
                }
                Ok(())
            }
        }
    };
}

owners!(Sqlite, SqlitePool);
owners!(Postgres, PgPool);

impl Store {
    /// Returns the games among these in which the keys open seats, with the words of the sides.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn seats_of(
        &self,
        keys: &[KeyHash],
        games: &[&str],
    ) -> Result<Vec<(String, String)>, StoreError> {
        if keys.is_empty() || games.is_empty() {
            return Ok(Vec::new());
        }
        on_reader!(self, pool => pool.seats_of(keys, games).await)
    }

    /// Returns the feed of a visitor.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn feed_of(&self, owner: &KeyHash) -> Result<Option<FeedRow>, StoreError> {
        on_reader!(self, pool => pool.feed_of(owner.as_str()).await)
    }

    /// Returns the visitor whose feed has an address with this hash, and the time at which the
    /// feed was created.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn feed_owner(
        &self,
        hash: &KeyHash,
    ) -> Result<Option<(KeyHash, Millis)>, StoreError> {
        let found = on_reader!(self, pool => pool.feed_owner(hash.as_str()).await)?;
        Ok(found.map(|(owner, created)| (KeyHash::from_store(owner), created)))
    }

    /// Gives a visitor a feed, in place of an earlier one.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn set_feed(&self, owner: &KeyHash, feed: &FeedRow) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.set_feed(owner.as_str(), feed).await)
    }

    /// Removes the feed of a visitor.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn remove_feed(&self, owner: &KeyHash) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.remove_feed(owner.as_str()).await)
    }

    /// Removes what belongs to visitors who have had no game for a while.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn remove_unused(&self, now: Millis) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.remove_unused(now - UNUSED).await)
    }
}
