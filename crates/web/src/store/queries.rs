//! The SQL. It is the same for both databases; only the types differ, so a macro writes
//! the functions twice.

use std::time::Duration;

use cairn_app::Millis;
use sqlx::{PgConnection, PgPool, Postgres, QueryBuilder, Sqlite, SqliteConnection, SqlitePool};

use super::row::to_play;
use super::{Commit, GameChange, GameRow, KeyRow, Listing, StoreError};
use crate::game::{LiveGame, MadeMove};

/// Channel on which PostgreSQL servers announce changes to each other.
pub(super) const CHANNEL: &str = "cairn_changes";

/// Longest time that a change may wait for a connection.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Columns that never change come first, then those that [`bind_changing`] binds, in its
/// order.
const INSERT_GAME: &str = "INSERT INTO games (id, game, start, seed, time_control, previous_game, \
    listed, created, revision, first_player, first_name, second_player, second_name, status, \
    outcome, reason, ply, position, first_left, second_left, clock_since, deadline, \
    computer_to_move, draw_offer, take_back_offer, rematch_offer, next_game, updated, server) VALUES \
    ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, \
    $21, $22, $23, $24, $25, $26, $27, $28, $29)";

/// The columns from the third on are those that [`bind_changing`] binds, in its order.
const UPDATE_GAME: &str = "UPDATE games SET revision = $3, first_player = $4, first_name = $5, \
    second_player = $6, second_name = $7, status = $8, outcome = $9, reason = $10, ply = $11, \
    position = $12, first_left = $13, second_left = $14, clock_since = $15, deadline = $16, \
    computer_to_move = $17, draw_offer = $18, take_back_offer = $19, rematch_offer = $20, \
    next_game = $21, updated = $22, server = $23 WHERE id = $1 AND revision = $2";

const OVERDUE: &str = "SELECT id FROM games WHERE deadline <= $1 LIMIT 10000";

const THINKING: &str =
    "SELECT id FROM games WHERE computer_to_move = 1 AND server = $1 LIMIT 10000";

/// Queries of a connection pool.
pub(super) trait Queries {
    async fn load_game(&self, id: &str) -> Result<Option<LiveGame>, StoreError>;
    async fn list_games(&self, listing: &Listing) -> Result<Vec<GameRow>, StoreError>;
    async fn overdue_games(&self, since: Millis) -> Result<Vec<String>, StoreError>;
    async fn thinking_games(&self, server: &str) -> Result<Vec<String>, StoreError>;
    #[cfg(test)]
    async fn count_games(&self) -> Result<Vec<(String, i64)>, StoreError>;
    /// Returns the value with this name, which is `new` from now on if there was none.
    async fn get_or_set(&self, name: &str, new: &str) -> Result<String, StoreError>;
    /// Writes a change in a transaction of its own.
    async fn write_one(&self, change: &GameChange) -> Result<Commit, StoreError>;
}

/// Writes within a transaction.
pub(super) trait Writes {
    /// Whether changes are announced to other servers.
    const ANNOUNCES: bool;

    async fn write(&mut self, change: &GameChange) -> Result<Commit, StoreError>;
    async fn insert(&mut self, row: &GameRow) -> Result<(), StoreError>;
    async fn update(&mut self, change: &GameChange, from: i64) -> Result<Commit, StoreError>;
    async fn add_keys(&mut self, game: &str, keys: &[KeyRow]) -> Result<(), StoreError>;
    async fn add_move(
        &mut self,
        row: &GameRow,
        ply: usize,
        made: &MadeMove,
    ) -> Result<(), StoreError>;
}

/// Binds the columns of a game that can change. A macro, since the type of a query depends
/// on the database.
macro_rules! bind_changing {
    ($query:expr, $row:expr) => {
        $query
            .bind($row.revision)
            .bind(&$row.first_player)
            .bind(&$row.first_name)
            .bind(&$row.second_player)
            .bind(&$row.second_name)
            .bind(&$row.status)
            .bind(&$row.outcome)
            .bind(&$row.reason)
            .bind($row.ply)
            .bind(&$row.position)
            .bind($row.first_left)
            .bind($row.second_left)
            .bind($row.clock_since)
            .bind($row.deadline)
            .bind($row.computer_to_move)
            .bind(&$row.draw_offer)
            .bind(&$row.take_back_offer)
            .bind(&$row.rematch_offer)
            .bind(&$row.next_game)
            .bind($row.updated)
            .bind(&$row.server)
    };
}

/// Begins a query of a list. Filters are added only where they are asked for: a condition
/// such as `status = COALESCE($1, status)` would keep the database from using an index.
fn list_query<DB: sqlx::Database>() -> QueryBuilder<DB> {
    QueryBuilder::new("SELECT * FROM games WHERE ")
}

macro_rules! queries {
    ($database:ty, $pool:ty, $connection:ty, snapshot = $snapshot:literal, announces = $announces:literal) => {
        impl Queries for $pool {
            async fn load_game(&self, id: &str) -> Result<Option<LiveGame>, StoreError> {
                // All statements read the same state of the database.
                let mut snapshot = self.begin_with($snapshot).await?;
                let row: Option<GameRow> = sqlx::query_as("SELECT * FROM games WHERE id = $1")
                    .bind(id)
                    .fetch_optional(&mut *snapshot)
                    .await?;
                let Some(row) = row else {
                    return Ok(None);
                };
                let moves: Vec<(i64, String, i64, Option<i64>)> = sqlx::query_as(
                    "SELECT ply, move_text, made, clock FROM moves \
                     WHERE game = $1 AND taken_back IS NULL ORDER BY ply",
                )
                .bind(id)
                .fetch_all(&mut *snapshot)
                .await?;
                let keys: Vec<KeyRow> =
                    sqlx::query_as("SELECT side, hash FROM seat_keys WHERE game = $1")
                        .bind(id)
                        .fetch_all(&mut *snapshot)
                        .await?;
                snapshot.commit().await?;
                to_play(row, moves, &keys).map(Some)
            }

            async fn list_games(&self, listing: &Listing) -> Result<Vec<GameRow>, StoreError> {
                let mut query = list_query::<$database>();
                match &listing.keys {
                    None => {
                        query.push("listed = 1");
                    }
                    Some(keys) => {
                        query.push("id IN (SELECT game FROM seat_keys WHERE hash IN (''");
                        for key in keys {
                            query.push(", ").push_bind(key.as_str());
                        }
                        query.push("))");
                    }
                }
                if let Some(status) = listing.status {
                    query.push(" AND status = ").push_bind(status.word());
                }
                if let Some(game) = &listing.game {
                    query.push(" AND game = ").push_bind(game.as_str());
                }
                if let Some(before) = &listing.before {
                    query.push(" AND (updated, id) < (").push_bind(before.updated);
                    query.push(", ").push_bind(before.id.as_str()).push(")");
                }
                query.push(" ORDER BY updated DESC, id DESC LIMIT ");
                query.push_bind(i64::from(listing.limit));
                Ok(query.build_query_as().fetch_all(self).await?)
            }

            async fn overdue_games(&self, since: Millis) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> =
                    sqlx::query_as(OVERDUE).bind(since).fetch_all(self).await?;
                Ok(rows.into_iter().map(|(id,)| id).collect())
            }

            async fn thinking_games(&self, server: &str) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> =
                    sqlx::query_as(THINKING).bind(server).fetch_all(self).await?;
                Ok(rows.into_iter().map(|(id,)| id).collect())
            }

            #[cfg(test)]
            async fn count_games(&self) -> Result<Vec<(String, i64)>, StoreError> {
                let text = "SELECT status, COUNT(*) FROM games GROUP BY status ORDER BY status";
                Ok(sqlx::query_as(text).fetch_all(self).await?)
            }

            async fn get_or_set(&self, name: &str, new: &str) -> Result<String, StoreError> {
                sqlx::query(
                    "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
                )
                .bind(name)
                .bind(new)
                .execute(self)
                .await?;
                let (value,) = sqlx::query_as("SELECT value FROM meta WHERE name = $1")
                    .bind(name)
                    .fetch_one(self)
                    .await?;
                Ok(value)
            }

            async fn write_one(&self, change: &GameChange) -> Result<Commit, StoreError> {
                let mut transaction = self.begin().await?;
                // The clocks of the change would be wrong by the time that it had to wait.
                if change.begun.elapsed() > MAX_WAIT {
                    return Ok(Commit::Conflict);
                }
                let commit = transaction.write(change).await?;
                transaction.commit().await?;
                Ok(commit)
            }
        }

        impl Writes for $connection {
            const ANNOUNCES: bool = $announces;

            async fn write(&mut self, change: &GameChange) -> Result<Commit, StoreError> {
                let commit = match change.from {
                    Some(from) => self.update(change, from).await?,
                    None => self.insert(&change.row).await.map(|()| Commit::Done)?,
                };
                if commit == Commit::Conflict {
                    return Ok(commit);
                }
                for (ply, made) in (change.kept..).zip(&change.added) {
                    self.add_move(&change.row, ply, made).await?;
                }
                self.add_keys(&change.row.id, &change.keys).await?;
                if let Some(rematch) = &change.rematch {
                    self.insert(&rematch.row).await?;
                    self.add_keys(&rematch.row.id, &rematch.keys).await?;
                }
                if Self::ANNOUNCES && change.from.is_some() {
                    sqlx::query("SELECT pg_notify($1, $2)")
                        .bind(CHANNEL)
                        .bind(format!("{} {}", change.row.id, change.row.revision))
                        .execute(&mut *self)
                        .await?;
                }
                Ok(commit)
            }

            async fn insert(&mut self, row: &GameRow) -> Result<(), StoreError> {
                let query = sqlx::query(INSERT_GAME)
                    .bind(&row.id)
                    .bind(&row.game)
                    .bind(&row.start)
                    .bind(&row.seed)
                    .bind(&row.time_control)
                    .bind(&row.previous_game)
                    .bind(row.listed)
                    .bind(row.created);
                bind_changing!(query, row).execute(&mut *self).await?;
                Ok(())
            }

            async fn update(
                &mut self,
                change: &GameChange,
                from: i64,
            ) -> Result<Commit, StoreError> {
                let row = &change.row;
                let query = sqlx::query(UPDATE_GAME).bind(&row.id).bind(from);
                let updated = bind_changing!(query, row).execute(&mut *self).await?;
                if updated.rows_affected() == 0 {
                    return Ok(Commit::Conflict);
                }
                if change.takes_back {
                    sqlx::query(
                        "UPDATE moves SET taken_back = $3 \
                         WHERE game = $1 AND ply >= $2 AND taken_back IS NULL",
                    )
                    .bind(&row.id)
                    .bind(change.kept as i64)
                    .bind(row.revision)
                    .execute(&mut *self)
                    .await?;
                }
                Ok(Commit::Done)
            }

            async fn add_move(
                &mut self,
                row: &GameRow,
                ply: usize,
                made: &MadeMove,
            ) -> Result<(), StoreError> {
                sqlx::query(
                    "INSERT INTO moves (game, ply, revision, move_text, made, clock) \
                     VALUES ($1, $2, $3, $4, $5, $6)",
                )
                .bind(&row.id)
                .bind(ply as i64)
                .bind(row.revision)
                .bind(&made.text)
                .bind(made.at)
                .bind(made.clock)
                .execute(&mut *self)
                .await?;
                Ok(())
            }

            async fn add_keys(&mut self, game: &str, keys: &[KeyRow]) -> Result<(), StoreError> {
                for key in keys {
                    sqlx::query("INSERT INTO seat_keys (game, side, hash) VALUES ($1, $2, $3)")
                        .bind(game)
                        .bind(&key.side)
                        .bind(&key.hash)
                        .execute(&mut *self)
                        .await?;
                }
                Ok(())
            }
        }
    };
}

queries!(Sqlite, SqlitePool, SqliteConnection, snapshot = "BEGIN", announces = false);
queries!(
    Postgres,
    PgPool,
    PgConnection,
    snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    announces = true
);
