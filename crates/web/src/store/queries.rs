//! The SQL. It is the same for both databases; only the types differ, so a macro writes
//! the functions twice.

use std::time::Duration;

use cairn_app::Millis;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{Connection, PgConnection, PgPool, Postgres, QueryBuilder, Sqlite, SqlitePool};

use super::row::MoveRow;
use super::statements::{Change, MOVE_AND_ANNOUNCE, SqlValue, Statement};
use super::{Commit, GameChange, GameRow, KeyRow, Listing, StoreError};
use crate::game::LiveGame;

/// Channel on which PostgreSQL servers announce changes to each other.
pub(super) const CHANNEL: &str = "cairn_changes";

/// Announcement that the open games have changed.
pub(super) const LOBBY: &str = "@lobby";

/// Longest time that a change may wait for a connection.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// The first condition is that of an index.
const OVERDUE: &str = "SELECT id FROM games WHERE (deadline IS NOT NULL OR computer_to_move = 1) \
    AND deadline <= $1 LIMIT 10000";

/// The first condition is that of an index.
const THINKING: &str = "SELECT id FROM games WHERE (deadline IS NOT NULL OR computer_to_move = 1) \
    AND computer_to_move = 1 AND server = $1 LIMIT 10000";

/// Returns a text as a part of a pattern of `LIKE` with `!` as its escape character.
fn escape_like(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

/// Queries of a connection pool.
pub(super) trait Queries {
    type Database: sqlx::Database;

    /// Returns the query of a list. Filters are added only where they are asked for: a condition
    /// such as `status = COALESCE($1, status)` would keep the database from using an index.
    fn list_query(listing: &Listing) -> QueryBuilder<Self::Database>;
    async fn load_game(&self, id: &str) -> Result<Option<LiveGame>, StoreError>;
    async fn list_games(&self, listing: &Listing) -> Result<Vec<GameRow>, StoreError>;
    async fn overdue_games(&self, since: Millis) -> Result<Vec<String>, StoreError>;
    async fn thinking_games(&self, server: &str) -> Result<Vec<String>, StoreError>;
    #[cfg(test)]
    async fn count_games(&self) -> Result<Vec<(String, i64)>, StoreError>;
    /// Returns the value with this name, which is `new` from now on if there was none.
    async fn get_or_set(&self, name: &str, new: &str) -> Result<String, StoreError>;
}

macro_rules! queries {
    ($database:ty, $pool:ty, snapshot = $snapshot:literal) => {
        impl Queries for $pool {
            type Database = $database;

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
                let moves: Vec<MoveRow> = sqlx::query_as(
                    "SELECT ply, move_text, made, clock FROM moves \
                     WHERE game = $1 ORDER BY ply",
                )
                .bind(id)
                .fetch_all(&mut *snapshot)
                .await?;
                let keys: Vec<KeyRow> =
                    sqlx::query_as("SELECT * FROM seat_keys WHERE game = $1 ORDER BY added")
                        .bind(id)
                        .fetch_all(&mut *snapshot)
                        .await?;
                snapshot.commit().await?;
                row.into_live_game(moves, &keys).map(Some)
            }

            fn list_query(listing: &Listing) -> QueryBuilder<$database> {
                let mut query = QueryBuilder::new("SELECT * FROM games WHERE ");
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
                if let Some(search) = &listing.search {
                    let name = format!("%{}%", escape_like(search));
                    query.push(" AND (id = ").push_bind(search.as_str());
                    let opponents = [("first", "second_name"), ("second", "first_name")];
                    for (own, opponent) in opponents {
                        query.push(" OR (LOWER(").push(opponent).push(") LIKE LOWER(");
                        query.push_bind(name.clone()).push(") ESCAPE '!' AND id IN (");
                        query.push("SELECT game FROM seat_keys WHERE side = ").push_bind(own);
                        query.push(" AND hash IN (''");
                        for key in listing.keys.iter().flatten() {
                            query.push(", ").push_bind(key.as_str());
                        }
                        query.push(")))");
                    }
                    query.push(")");
                }
                if listing.removal_asked {
                    query.push(" AND EXISTS (SELECT 1 FROM removal_wishes WHERE game = games.id ");
                    query.push("AND side NOT IN (SELECT side FROM seat_keys ");
                    query.push("WHERE game = games.id AND hash IN (''");
                    for key in listing.keys.iter().flatten() {
                        query.push(", ").push_bind(key.as_str());
                    }
                    query.push(")))");
                }
                if let Some(before) = &listing.before {
                    query.push(" AND (updated, id) < (").push_bind(before.updated);
                    query.push(", ").push_bind(before.id.as_str()).push(")");
                }
                query.push(" ORDER BY updated DESC, id DESC LIMIT ");
                query.push_bind(i64::from(listing.limit));
                query
            }

            async fn list_games(&self, listing: &Listing) -> Result<Vec<GameRow>, StoreError> {
                Ok(Self::list_query(listing).build_query_as().fetch_all(self).await?)
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
        }
    };
}

queries!(Sqlite, SqlitePool, snapshot = "BEGIN");
queries!(Postgres, PgPool, snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");

/// Writes a change to PostgreSQL: a move in one round trip, anything else in a transaction.
pub(super) async fn write(pool: &PgPool, change: &GameChange) -> Result<Commit, StoreError> {
    let mut connection = pool.acquire().await?;
    // The clocks of the change would be wrong by the time that it had to wait.
    if change.begun.elapsed() > MAX_WAIT {
        return Ok(Commit::Conflict);
    }
    if change.is_plain_move() {
        let statements = change.statements();
        let values = statements.iter().flat_map(|statement| &statement.values);
        let row = bind(MOVE_AND_ANNOUNCE, values).fetch_optional(&mut *connection).await?;
        return Ok(if row.is_some() { Commit::Done } else { Commit::Conflict });
    }
    let mut transaction = connection.begin().await?;
    if execute(change, &mut transaction).await? == Commit::Conflict {
        return Ok(Commit::Conflict);
    }
    if change.from.is_some() {
        sqlx::query("SELECT pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(format!("{} {}", change.row.id, change.row.revision))
            .execute(&mut *transaction)
            .await?;
    }
    if change.touches_lobby {
        let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(LOBBY);
        notify.execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(Commit::Done)
}

/// Executes the statements of a change within a transaction.
pub(super) async fn execute(
    change: &impl Change,
    transaction: &mut PgConnection,
) -> Result<Commit, StoreError> {
    for (index, Statement { text, values }) in change.statements().iter().enumerate() {
        let done = bind(text, values).execute(&mut *transaction).await?;
        if change.conflicts(index, done.rows_affected()) {
            return Ok(Commit::Conflict);
        }
    }
    Ok(Commit::Done)
}

fn bind<'a>(
    text: &'static str,
    values: impl IntoIterator<Item = &'a SqlValue<'a>>,
) -> Query<'a, Postgres, PgArguments> {
    values.into_iter().fold(sqlx::query(text), |query, value| match *value {
        SqlValue::Integer(number) => query.bind(number),
        SqlValue::Text(text) => query.bind(text),
    })
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::game::Status;
    use crate::ids::KeyHash;
    use crate::store::explorer::{PLAYED, UNEXPLORED};
    use crate::store::{PageCursor, Store};

    /// Finished games, of which most are in the explorer, and a few that wait, as many as make an
    /// index worth while.
    const MANY_GAMES: &str = "INSERT INTO games \
        (id, revision, game, start, time_control, first_player, second_player, status, ply, \
         position, computer_to_move, listed, created, updated, explored) \
        WITH RECURSIVE numbers (n) AS \
            (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000) \
        SELECT 'g' || (100000000 + n), 1, CASE WHEN n % 2 = 0 THEN 'nava' ELSE 'glaisher' END, \
            'x', 'none', 'person', 'person', CASE WHEN n <= 5 THEN 'waiting' ELSE 'finished' END, \
            0, 'x', 0, 1, n, n / 10, n % 100 > 0 FROM numbers";

    /// Returns the steps of SQLite's plan for a query.
    fn plan(connection: &Connection, query: &str) -> Vec<String> {
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {query}")).unwrap();
        // The plan does not depend on the parameters, which are left out.
        let mut rows = statement.raw_query();
        let mut steps = Vec::new();
        while let Some(row) = rows.next().unwrap() {
            steps.push(row.get("detail").unwrap());
        }
        steps
    }

    fn listings() -> Vec<Listing> {
        let mut listings = Vec::new();
        let cursor = PageCursor { updated: 1000, id: "0123456789".to_owned() };
        for status in [None].into_iter().chain(Status::ALL.map(Some)) {
            for game in [None, Some("nava".to_owned())] {
                for keys in [None, Some(vec![KeyHash::from_store("a".to_owned())])] {
                    for before in [None, Some(cursor.clone())] {
                        let (game, keys) = (game.clone(), keys.clone());
                        let search = keys.as_ref().map(|_| "ben".to_owned());
                        for search in [None, search] {
                            let (game, keys, before) = (game.clone(), keys.clone(), before.clone());
                            let plain = Listing {
                                status,
                                game,
                                keys,
                                search,
                                removal_asked: false,
                                before,
                                limit: 20,
                            };
                            let removal_asked = plain.keys.is_some();
                            listings.push(Listing { removal_asked, ..plain.clone() });
                            listings.push(plain);
                        }
                    }
                }
            }
        }
        listings
    }

    #[tokio::test]
    async fn no_query_scans_all_games() {
        let folder = std::env::temp_dir().join(format!("cairn-plans-{}", std::process::id()));
        let file = folder.join("games.db");
        Store::open(&file.to_string_lossy()).await.unwrap().close().await;
        let connection = Connection::open(&file).unwrap();
        for analysed in [false, true] {
            for listing in listings() {
                let query = SqlitePool::list_query(&listing);
                let plan = plan(&connection, query.sql().as_str());
                let text = format!("{listing:?}: {plan:#?}");
                let of_games: Vec<_> =
                    plan.iter().filter(|step| step.contains(" games ")).collect();
                assert!(!of_games.is_empty(), "{text}");
                if listing.keys.is_some() {
                    // A visitor has few games: they are found by their keys, and sorted.
                    assert!(plan.iter().all(|step| !step.starts_with("SCAN")), "{text}");
                    assert!(plan.iter().any(|step| step.contains("(hash=?")), "{text}");
                    continue;
                }
                assert!(plan.iter().all(|step| !step.contains("TEMP B-TREE")), "{text}");
                let filtered = listing.status.is_some() || listing.game.is_some();
                for step in of_games {
                    assert!(step.contains("USING INDEX games_listed"), "{text}");
                    assert!(step.starts_with("SEARCH") || !filtered, "{text}");
                }
            }
            for (query, index) in [
                (OVERDUE, "games_active"),
                (THINKING, "games_active"),
                (UNEXPLORED, "games_unexplored"),
                (PLAYED, "opening_moves_by_position"),
            ] {
                let plan = plan(&connection, query);
                let used = plan[0].contains("USING") && plan[0].contains(index);
                assert!(used, "{query}: {plan:?}");
            }
            if !analysed {
                connection.execute_batch(MANY_GAMES).unwrap();
                connection.execute_batch("ANALYZE").unwrap();
            }
        }
        drop(connection);
        std::fs::remove_dir_all(folder).unwrap();
    }
}
