//! Visitors at games, where several servers share a database.

use cairn_app::Millis;
use sqlx::PgPool;

use super::queries::CHANNEL;
use super::{Backend, Store, StoreError};
use crate::ids::{GameKey, ServerId};

/// Announcement that the visitors at a game have changed; the game follows.
pub(super) const ATTENDANCE: &str = "@attendance";
/// Announcement of a phrase; the game, the side and the phrase follow.
pub(super) const PHRASE: &str = "@phrase";

/// The visitors of one server at a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AttendanceRow {
    /// Connections of each player.
    pub here: [u32; 2],
    /// Other visitors.
    pub watchers: u32,
    /// Time at which the last connection of each player ended.
    pub left: [Option<Millis>; 2],
}

/// Connections of servers whose lease is over have ended, at the latest when that is noticed.
const END_DEAD: &str = "UPDATE attendance SET \
    first_left = CASE WHEN first_here > 0 THEN $2 ELSE first_left END, \
    second_left = CASE WHEN second_here > 0 THEN $2 ELSE second_left END, \
    first_here = 0, second_here = 0, watchers = 0 \
    WHERE game = $1 AND first_here + second_here + watchers > 0 \
    AND server NOT IN (SELECT id FROM servers WHERE lease_end > $2)";

const OF_OTHERS: &str = "SELECT first_here, second_here, watchers, first_left, second_left \
    FROM attendance WHERE game = $1 AND server <> $2";

const SET: &str = "INSERT INTO attendance \
    (game, server, first_here, second_here, watchers, first_left, second_left) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (game, server) DO UPDATE SET \
    first_here = excluded.first_here, second_here = excluded.second_here, \
    watchers = excluded.watchers, first_left = excluded.first_left, \
    second_left = excluded.second_left";

/// Players and watchers at a game on another server, and when the players left.
type OtherRow = (i64, i64, i64, Option<i64>, Option<i64>);

impl Store {
    /// Returns the pool of a database that other servers may use as well.
    const fn shared(&self) -> Option<&PgPool> {
        match &self.0 {
            Backend::Sqlite { .. } => None,
            Backend::Postgres { pool, .. } => Some(pool),
        }
    }

    /// Tells other servers who is at a game here.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn set_attendance(
        &self,
        server: &ServerId,
        game: &GameKey,
        row: AttendanceRow,
    ) -> Result<(), StoreError> {
        let Some(pool) = self.shared() else {
            return Ok(());
        };
        let mut transaction = pool.begin().await?;
        let query = sqlx::query(SET).bind(game.as_str()).bind(server.as_str());
        let query = query.bind(i64::from(row.here[0])).bind(i64::from(row.here[1]));
        let query = query.bind(i64::from(row.watchers)).bind(row.left[0]).bind(row.left[1]);
        query.execute(&mut *transaction).await?;
        let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL);
        notify.bind(format!("{ATTENDANCE} {game}")).execute(&mut *transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// Returns who is at a game on other servers.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn attendance_elsewhere(
        &self,
        server: &ServerId,
        game: &GameKey,
        now: Millis,
    ) -> Result<Vec<AttendanceRow>, StoreError> {
        let Some(pool) = self.shared() else {
            return Ok(Vec::new());
        };
        sqlx::query(END_DEAD).bind(game.as_str()).bind(now).execute(pool).await?;
        let query = sqlx::query_as(OF_OTHERS).bind(game.as_str()).bind(server.as_str());
        let rows: Vec<OtherRow> = query.fetch_all(pool).await?;
        let count = |number: i64| u32::try_from(number).unwrap_or(0);
        let row = |(first, second, watchers, first_left, second_left)| AttendanceRow {
            here: [count(first), count(second)],
            watchers: count(watchers),
            left: [first_left, second_left],
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Forgets who was at a game here.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn remove_attendance(
        &self,
        server: &ServerId,
        game: &GameKey,
    ) -> Result<(), StoreError> {
        let Some(pool) = self.shared() else {
            return Ok(());
        };
        let text = "DELETE FROM attendance WHERE game = $1 AND server = $2";
        sqlx::query(text).bind(game.as_str()).bind(server.as_str()).execute(pool).await?;
        Ok(())
    }

    /// Tells other servers of a phrase.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn announce_phrase(
        &self,
        game: &GameKey,
        side: &str,
        phrase: &str,
    ) -> Result<(), StoreError> {
        if let Some(pool) = self.shared() {
            let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL);
            notify.bind(format!("{PHRASE} {game} {side} {phrase}")).execute(pool).await?;
        }
        Ok(())
    }
}
