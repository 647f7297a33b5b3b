//! People who wait for somebody to play with at once.
//!
//! There is at most one for each rule set and time control. Whoever removes it plays against them, so
//! that nobody is paired twice, however many servers use the database.

use cairn_app::Millis;
use sqlx::{PgPool, SqlitePool};

use super::{Backend, Store, StoreError};
use crate::ids::{GameKey, KeyHash};

/// A wish to play a rule set with a time control.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// Rule set.
    pub game: String,
    /// Time control in notation.
    pub time: String,
    /// Hash of the visitor's cookie.
    pub owner: KeyHash,
}

/// Somebody who waits.
#[derive(Clone, Debug)]
pub(crate) struct Seek {
    /// Game that waits for its second player.
    pub key: GameKey,
    /// Time at which its page was last asked for.
    pub seen: Millis,
}

type SeekRow = (String, Millis);

fn seek((id, seen): SeekRow) -> Option<Seek> {
    Some(Seek { key: GameKey::read(&id)?, seen })
}

/// Statements on a connection pool.
trait Seeks {
    async fn own_seek(&self, wish: &Wish) -> Result<Option<SeekRow>, StoreError>;
    async fn take_seek(&self, wish: &Wish) -> Result<Option<SeekRow>, StoreError>;
    async fn add_seek(&self, wish: &Wish, id: &str, now: Millis) -> Result<bool, StoreError>;
    async fn touch_seek(&self, id: &str, now: Millis) -> Result<bool, StoreError>;
    async fn end_seek(&self, id: &str) -> Result<bool, StoreError>;
    async fn old_seeks(&self, before: Millis) -> Result<Vec<SeekRow>, StoreError>;
}

macro_rules! seeks {
    ($pool:ty) => {
        impl Seeks for $pool {
            async fn own_seek(&self, wish: &Wish) -> Result<Option<SeekRow>, StoreError> {
                let text = "SELECT game_id, seen FROM seeks \
                    WHERE game = $1 AND time_control = $2 AND owner = $3";
                let query = sqlx::query_as(text).bind(&wish.game).bind(&wish.time);
                Ok(query.bind(wish.owner.as_str()).fetch_optional(self).await?)
            }

            async fn take_seek(&self, wish: &Wish) -> Result<Option<SeekRow>, StoreError> {
                let text = "DELETE FROM seeks WHERE game = $1 AND time_control = $2 \
                    AND owner <> $3 RETURNING game_id, seen";
                let query = sqlx::query_as(text).bind(&wish.game).bind(&wish.time);
                Ok(query.bind(wish.owner.as_str()).fetch_optional(self).await?)
            }

            async fn add_seek(
                &self,
                wish: &Wish,
                id: &str,
                now: Millis,
            ) -> Result<bool, StoreError> {
                let text = "INSERT INTO seeks (game, time_control, game_id, owner, seen) \
                    SELECT $1, $2, id, $4, $5 FROM games WHERE id = $3 AND status = 'waiting' \
                    ON CONFLICT (game, time_control) DO NOTHING";
                let query = sqlx::query(text).bind(&wish.game).bind(&wish.time).bind(id);
                let done = query.bind(wish.owner.as_str()).bind(now).execute(self).await?;
                Ok(done.rows_affected() > 0)
            }

            async fn touch_seek(&self, id: &str, now: Millis) -> Result<bool, StoreError> {
                let text = "UPDATE seeks SET seen = $2 WHERE game_id = $1";
                let done = sqlx::query(text).bind(id).bind(now).execute(self).await?;
                Ok(done.rows_affected() > 0)
            }

            async fn end_seek(&self, id: &str) -> Result<bool, StoreError> {
                let text = "DELETE FROM seeks WHERE game_id = $1";
                let done = sqlx::query(text).bind(id).execute(self).await?;
                Ok(done.rows_affected() > 0)
            }

            async fn old_seeks(&self, before: Millis) -> Result<Vec<SeekRow>, StoreError> {
                let text = "SELECT game_id, seen FROM seeks WHERE seen < $1";
                Ok(sqlx::query_as(text).bind(before).fetch_all(self).await?)
            }
        }
    };
}

seeks!(SqlitePool);
seeks!(PgPool);

impl Store {
    /// Returns the seek of the same visitor with the same wish.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn own_seek(&self, wish: &Wish) -> Result<Option<Seek>, StoreError> {
        Ok(on_reader!(self, pool => pool.own_seek(wish).await)?.and_then(seek))
    }

    /// Takes the seek of somebody else with the same wish. It is there for one taker only.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn take_seek(&self, wish: &Wish) -> Result<Option<Seek>, StoreError> {
        Ok(on_writer!(self, pool => pool.take_seek(wish).await)?.and_then(seek))
    }

    /// Adds a seek. Returns `false` if there is one with the same wish, or the game waits for nobody.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn add_seek(
        &self,
        wish: &Wish,
        key: &GameKey,
        now: Millis,
    ) -> Result<bool, StoreError> {
        on_writer!(self, pool => pool.add_seek(wish, key.as_str(), now).await)
    }

    /// Notes that the page of a game was asked for. Returns `false` if the game has no seek.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn touch_seek(&self, key: &GameKey, now: Millis) -> Result<bool, StoreError> {
        on_writer!(self, pool => pool.touch_seek(key.as_str(), now).await)
    }

    /// Removes the seek of a game. Returns `false` if it has none.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn end_seek(&self, key: &GameKey) -> Result<bool, StoreError> {
        on_writer!(self, pool => pool.end_seek(key.as_str()).await)
    }

    /// Returns the seeks whose pages were last asked for before a time.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn old_seeks(&self, before: Millis) -> Result<Vec<Seek>, StoreError> {
        let rows = on_reader!(self, pool => pool.old_seeks(before).await)?;
        Ok(rows.into_iter().filter_map(seek).collect())
    }
}
