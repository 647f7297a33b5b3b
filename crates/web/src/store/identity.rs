//! Visitors who use several browsers: private links that pass on everything, and keys that are
//! replaced.

use cairn_app::Millis;
use sqlx::{PgPool, SqlitePool};

use super::queries::CHANNEL;
use super::{Backend, Store, StoreError};
use crate::ids::{GameKey, KeyHash};

/// Links that have expired are removed with the next new one.
const REMOVE_LINKS: &str = "DELETE FROM identity_links WHERE owner = $1 OR expires <= $2";

const ADD_LINK: &str =
    "INSERT INTO identity_links (hash, owner, sealed, expires) VALUES ($1, $2, $3, $4)";

const TAKE_LINK: &str =
    "DELETE FROM identity_links WHERE hash = $1 AND expires > $2 RETURNING sealed";

/// Every change of a game has a revision of its own, so that nobody goes on from the former keys.
const TOUCH_GAMES: &str = "UPDATE games SET revision = revision + 1 \
    WHERE id IN (SELECT game FROM seat_keys WHERE hash = $1) RETURNING id, revision";

const COPY_KEYS: &str = "INSERT INTO seat_keys (game, side, hash, device, added, expires) \
    SELECT game, side, $2, device, added, expires FROM seat_keys WHERE hash = $1 \
    ON CONFLICT DO NOTHING";

const REMOVE_KEYS: &str = "DELETE FROM seat_keys WHERE hash = $1";

const REMOVE_FEED: &str = "DELETE FROM feeds WHERE owner = $1";

const MOVE_BROWSERS: &str = "UPDATE push_subscriptions SET owner = $2 WHERE owner = $1";

const MOVE_STUDIES: &str = "UPDATE studies SET owner = $2 WHERE owner = $1";

const REMOVE_BROWSERS: &str = "DELETE FROM push_subscriptions WHERE owner = $1";

/// Statements on a connection pool.
trait Identity {
    async fn set_link(&self, link: &IdentityLink, now: Millis) -> Result<(), StoreError>;
    async fn remove_link(&self, owner: &str, now: Millis) -> Result<(), StoreError>;
    async fn link_of(&self, owner: &str, now: Millis) -> Result<Option<Millis>, StoreError>;
    async fn take_link(&self, hash: &str, now: Millis) -> Result<Option<String>, StoreError>;
    async fn replace_keys(
        &self,
        from: &str,
        to: &str,
        keeps_browsers: bool,
    ) -> Result<Vec<(String, i64)>, StoreError>;
}

/// A private link that gives everything of a visitor to one more browser.
#[derive(Clone, Debug)]
pub(crate) struct IdentityLink {
    /// Hash of the link's secret.
    pub hash: KeyHash,
    /// Hash of the visitor's cookie.
    pub owner: KeyHash,
    /// The visitor's cookie, which only the secret reveals.
    pub sealed: String,
    /// Time at which the link expires.
    pub expires: Millis,
}

macro_rules! identity {
    ($pool:ty, shared = $shared:literal) => {
        impl Identity for $pool {
            async fn set_link(&self, link: &IdentityLink, now: Millis) -> Result<(), StoreError> {
                let mut transaction = self.begin().await?;
                let owner = link.owner.as_str();
                let remove = sqlx::query(REMOVE_LINKS).bind(owner).bind(now);
                remove.execute(&mut *transaction).await?;
                let add = sqlx::query(ADD_LINK).bind(link.hash.as_str()).bind(owner);
                add.bind(&link.sealed).bind(link.expires).execute(&mut *transaction).await?;
                Ok(transaction.commit().await?)
            }

            async fn remove_link(&self, owner: &str, now: Millis) -> Result<(), StoreError> {
                sqlx::query(REMOVE_LINKS).bind(owner).bind(now).execute(self).await?;
                Ok(())
            }

            async fn link_of(
                &self,
                owner: &str,
                now: Millis,
            ) -> Result<Option<Millis>, StoreError> {
                let text = "SELECT expires FROM identity_links WHERE owner = $1 AND expires > $2";
                let query = sqlx::query_scalar(text).bind(owner).bind(now);
                Ok(query.fetch_optional(self).await?)
            }

            async fn take_link(
                &self,
                hash: &str,
                now: Millis,
            ) -> Result<Option<String>, StoreError> {
                let query = sqlx::query_scalar(TAKE_LINK).bind(hash).bind(now);
                Ok(query.fetch_optional(self).await?)
            }

            async fn replace_keys(
                &self,
                from: &str,
                to: &str,
                keeps_browsers: bool,
            ) -> Result<Vec<(String, i64)>, StoreError> {
                let mut transaction = self.begin().await?;
                let games: Vec<(String, i64)> =
                    sqlx::query_as(TOUCH_GAMES).bind(from).fetch_all(&mut *transaction).await?;
                sqlx::query(COPY_KEYS).bind(from).bind(to).execute(&mut *transaction).await?;
                let studies = sqlx::query(MOVE_STUDIES).bind(from).bind(to);
                studies.execute(&mut *transaction).await?;
                if keeps_browsers {
                    let browsers = sqlx::query(MOVE_BROWSERS).bind(from).bind(to);
                    browsers.execute(&mut *transaction).await?;
                }
                for text in [REMOVE_KEYS, REMOVE_FEED, REMOVE_BROWSERS] {
                    sqlx::query(text).bind(from).execute(&mut *transaction).await?;
                }
                if $shared {
                    for (id, revision) in &games {
                        let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL);
                        let notify = notify.bind(format!("{id} {revision}"));
                        notify.execute(&mut *transaction).await?;
                    }
                }
                transaction.commit().await?;
                Ok(games)
            }
        }
    };
}

identity!(SqlitePool, shared = false);
identity!(PgPool, shared = true);

impl Store {
    /// Keeps a link, in place of an earlier one of the same visitor.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn set_identity_link(
        &self,
        link: &IdentityLink,
        now: Millis,
    ) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.set_link(link, now).await)
    }

    /// Removes the open link of a visitor.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn remove_identity_link(
        &self,
        owner: &KeyHash,
        now: Millis,
    ) -> Result<(), StoreError> {
        on_writer!(self, pool => pool.remove_link(owner.as_str(), now).await)
    }

    /// Returns the time at which the open link of a visitor expires.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn identity_link(
        &self,
        owner: &KeyHash,
        now: Millis,
    ) -> Result<Option<Millis>, StoreError> {
        on_reader!(self, pool => pool.link_of(owner.as_str(), now).await)
    }

    /// Uses a link, which works once, and returns what it seals.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn take_identity_link(
        &self,
        hash: &KeyHash,
        now: Millis,
    ) -> Result<Option<String>, StoreError> {
        on_writer!(self, pool => pool.take_link(hash.as_str(), now).await)
    }

    /// Gives all seats and studies of one key to another, and the browsers that are notified of
    /// turns if `keeps_browsers`. Removes all else that belongs to the former key. Returns the games
    /// that have changed, with their revisions.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn replace_keys(
        &self,
        from: &KeyHash,
        to: &KeyHash,
        keeps_browsers: bool,
    ) -> Result<Vec<(GameKey, i64)>, StoreError> {
        let (from, to) = (from.as_str(), to.as_str());
        let games = on_writer!(self, pool => pool.replace_keys(from, to, keeps_browsers).await)?;
        let key = |(id, revision): (String, i64)| Some((GameKey::read(&id)?, revision));
        Ok(games.into_iter().filter_map(key).collect())
    }
}
