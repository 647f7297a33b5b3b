//! Looking after the data while servers use it: removing old games, checking, copying.

use std::path::Path;
use std::time::Duration;

use cairn_app::Millis;
use cairn_games::record;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{PgPool, Postgres, QueryBuilder, Sqlite, SqlitePool};

use super::file::{self, BUSY_TIMEOUT};
use super::open::{Address, KNOWN_VERSION, shown};
use super::queries::Queries;
use super::studies::Studies;
use super::{Backend, Store, StoreError};
use crate::game::Status;
use crate::time::TimeSource;

/// Number of games that are removed at once: few, so that players hardly wait.
const CHUNK: usize = 20;
/// Pause after each of them.
const PAUSE: Duration = Duration::from_millis(20);
/// Number of games whose ids are read at once.
const PAGE: i64 = 1000;

const OLD: &str = "SELECT id FROM games WHERE status = $1 AND updated < $2 LIMIT $3";

/// The second condition is that of an index.
const OLD_AT_REST: &str = "SELECT id FROM games \
    WHERE status = $1 AND status <> 'playing' AND updated < $2 LIMIT $3";

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Periods after which games and studies are removed, counted from their last change; `None` keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// For games that nobody has joined.
    pub open: Option<Duration>,
    /// For games that have begun and not ended.
    pub unfinished: Option<Duration>,
    /// For games that were called off.
    pub aborted: Option<Duration>,
    /// For games with a result.
    pub finished: Option<Duration>,
    /// For studies.
    pub studies: Option<Duration>,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            open: Some(7 * DAY),
            unfinished: Some(180 * DAY),
            aborted: Some(DAY),
            finished: None,
            studies: None,
        }
    }
}

impl Retention {
    /// Returns the statuses whose games are removed, with the last time of change for which they
    /// are.
    fn limits(&self, now: Millis) -> impl Iterator<Item = (Status, Millis)> {
        let periods = [
            (Status::Waiting, self.open),
            (Status::Playing, self.unfinished),
            (Status::Aborted, self.aborted),
            (Status::Finished, self.finished),
        ];
        let limit = move |(status, period): (Status, Option<Duration>)| {
            Some((status, now.saturating_sub(cairn_app::millis(period?))))
        };
        periods.into_iter().filter_map(limit)
    }
}

/// Statements on a connection pool.
trait Upkeep: Queries + Studies {
    /// Returns games with a status that were last changed before a time.
    async fn old_games(&self, status: Status, before: Millis) -> Result<Vec<String>, StoreError>;

    /// Removes games, unless they have changed meanwhile.
    async fn remove_games(
        &self,
        ids: &[String],
        status: Status,
        before: Millis,
    ) -> Result<u64, StoreError>;

    /// Removes the studies that were last changed before a time.
    async fn remove_studies(&self, before: Millis) -> Result<u64, StoreError>;

    /// Returns the ids of the games that come after this one in the order of ids.
    async fn ids_after(&self, id: &str) -> Result<Vec<String>, StoreError>;

    /// Returns the ids of the studies that come after this one in the order of ids.
    async fn studies_after(&self, id: &str) -> Result<Vec<String>, StoreError>;

    /// Returns the version of the tables.
    async fn version(&self) -> Result<i64, StoreError>;
}

macro_rules! upkeep {
    ($database:ty, $pool:ty) => {
        impl Upkeep for $pool {
            async fn old_games(
                &self,
                status: Status,
                before: Millis,
            ) -> Result<Vec<String>, StoreError> {
                let old = match status {
                    Status::Playing => OLD,
                    _ => OLD_AT_REST,
                };
                let query = sqlx::query_scalar(old).bind(status.word()).bind(before).bind(PAGE);
                Ok(query.fetch_all(self).await?)
            }

            async fn remove_games(
                &self,
                ids: &[String],
                status: Status,
                before: Millis,
            ) -> Result<u64, StoreError> {
                let mut query = QueryBuilder::<$database>::new("DELETE FROM games WHERE status = ");
                query.push_bind(status.word()).push(" AND updated < ").push_bind(before);
                query.push(" AND id IN (");
                let mut list = query.separated(", ");
                for id in ids {
                    list.push_bind(id.as_str());
                }
                query.push(")");
                Ok(query.build().execute(self).await?.rows_affected())
            }

            async fn remove_studies(&self, before: Millis) -> Result<u64, StoreError> {
                let text = "DELETE FROM studies WHERE updated < $1";
                Ok(sqlx::query(text).bind(before).execute(self).await?.rows_affected())
            }

            async fn ids_after(&self, id: &str) -> Result<Vec<String>, StoreError> {
                let next = "SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2";
                Ok(sqlx::query_scalar(next).bind(id).bind(PAGE).fetch_all(self).await?)
            }

            async fn studies_after(&self, id: &str) -> Result<Vec<String>, StoreError> {
                let next = "SELECT id FROM studies WHERE id > $1 ORDER BY id LIMIT $2";
                Ok(sqlx::query_scalar(next).bind(id).bind(PAGE).fetch_all(self).await?)
            }

            async fn version(&self) -> Result<i64, StoreError> {
                let version = "SELECT MAX(version) FROM _sqlx_migrations WHERE success";
                Ok(sqlx::query_scalar(version).fetch_one(self).await?)
            }
        }
    };
}

upkeep!(Sqlite, SqlitePool);
upkeep!(Postgres, PgPool);

/// Removes the games and studies that are too old, and returns their number.
async fn remove_old<P: Upkeep>(
    read: &P,
    write: &P,
    retention: &Retention,
    now: Millis,
) -> Result<u64, StoreError> {
    let mut removed = 0;
    for (status, before) in retention.limits(now) {
        loop {
            let ids = read.old_games(status, before).await?;
            for chunk in ids.chunks(CHUNK) {
                removed += write.remove_games(chunk, status, before).await?;
                tokio::time::sleep(PAUSE).await;
            }
            if (ids.len() as i64) < PAGE {
                break;
            }
        }
    }
    if let Some(period) = retention.studies {
        removed += write.remove_studies(now.saturating_sub(cairn_app::millis(period))).await?;
    }
    Ok(removed)
}

impl Store {
    /// Removes the games that are too old, and returns their number.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn prune(
        &self,
        retention: &Retention,
        now: Millis,
    ) -> Result<u64, StoreError> {
        match &self.0 {
            Backend::Sqlite { read, writer } => {
                remove_old(read, writer.rare()?, retention, now).await
            }
            Backend::Postgres { pool, .. } => remove_old(pool, pool, retention, now).await,
        }
    }
}

/// Result of a check of the data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Number of games.
    pub games: usize,
    /// Number of moves, all of which are legal in games without a problem.
    pub moves: usize,
    /// Number of studies.
    pub studies: usize,
    /// Problems found, in words.
    pub problems: Vec<String>,
}

/// A database that servers may be using.
#[derive(Clone, Debug)]
pub struct Data(Pool);

#[derive(Clone, Debug)]
enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// Runs the same code on either pool.
macro_rules! on_pool {
    ($data:expr, $pool:ident => $body:expr) => {
        match &$data.0 {
            Pool::Sqlite($pool) => $body,
            Pool::Postgres($pool) => $body,
        }
    };
}

impl Data {
    /// Opens a database that a server of this version has made or updated.
    ///
    /// # Errors
    /// If there is no database, or it is of another version.
    pub async fn open(address: &str) -> Result<Self, StoreError> {
        let data = Self(match Address::read(address)? {
            Address::Sqlite(path) => {
                let options = SqliteConnectOptions::new()
                    .filename(&path)
                    .foreign_keys(true)
                    .busy_timeout(BUSY_TIMEOUT);
                let pool = SqlitePoolOptions::new().max_connections(1);
                let pool = pool.connect_with(options).await;
                Pool::Sqlite(pool.map_err(|error| StoreError::unusable(path.display(), error))?)
            }
            Address::Postgres(options) => {
                let pool = PgPoolOptions::new().max_connections(1);
                let pool = pool.connect_with(*options.clone()).await;
                Pool::Postgres(pool.map_err(|error| StoreError::unusable(shown(&options), error))?)
            }
        });
        let found = on_pool!(data, pool => pool.version().await)?;
        match found.cmp(&KNOWN_VERSION) {
            std::cmp::Ordering::Equal => Ok(data),
            std::cmp::Ordering::Less => Err(StoreError::TooOld { found, known: KNOWN_VERSION }),
            std::cmp::Ordering::Greater => Err(StoreError::TooNew { found, known: KNOWN_VERSION }),
        }
    }

    /// Copies an SQLite database, as it is at one moment, to a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be written, or if the database is in PostgreSQL, which has a
    /// program for this.
    pub async fn backup(&self, target: &Path) -> Result<(), StoreError> {
        let Pool::Sqlite(pool) = &self.0 else {
            return Err(StoreError::Backup);
        };
        let failed = |source| StoreError::File { path: target.display().to_string(), source };
        if target.exists() {
            return Err(failed(std::io::ErrorKind::AlreadyExists.into()));
        }
        // A copy that was broken off does not have the name of a whole one.
        let partial = file::beside(target, ".partial");
        let _ = std::fs::remove_file(&partial);
        file::create(&partial).map_err(failed)?;
        let copied = sqlx::query("VACUUM INTO $1").bind(partial.to_string_lossy());
        let copied = copied.execute(pool).await.map_err(StoreError::from);
        let copied = copied.and_then(|_| {
            let copy = std::fs::File::open(&partial).map_err(failed)?;
            copy.sync_all().map_err(failed)?;
            std::fs::rename(&partial, target).map_err(failed)
        });
        if copied.is_err() {
            let _ = std::fs::remove_file(&partial);
        }
        copied
    }

    /// Checks the database itself, if it is a file, plays through all games and reads all studies.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn check(&self) -> Result<CheckReport, StoreError> {
        let mut report = CheckReport::default();
        if let Pool::Sqlite(pool) = &self.0 {
            let lines: Vec<String> =
                sqlx::query_scalar("PRAGMA integrity_check").fetch_all(pool).await?;
            report.problems.extend(lines.into_iter().filter(|line| line != "ok"));
            let orphans: Vec<(String,)> = sqlx::query_as(
                "SELECT DISTINCT game FROM (SELECT game FROM moves UNION SELECT game FROM seat_keys) \
                 WHERE game NOT IN (SELECT id FROM games)",
            )
            .fetch_all(pool)
            .await?;
            let orphan = |(id,)| format!("there are moves or keys of the game {id}, but no game");
            report.problems.extend(orphans.into_iter().map(orphan));
        }
        on_pool!(self, pool => replay(pool, &mut report).await)?;
        on_pool!(self, pool => read_studies(pool, &mut report).await)?;
        Ok(report)
    }

    /// Closes the database.
    pub async fn close(self) {
        on_pool!(self, pool => pool.close().await);
    }

    /// Removes the games that are too old, and returns their number.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn prune(&self, retention: &Retention) -> Result<u64, StoreError> {
        let now = TimeSource::system().now();
        on_pool!(self, pool => remove_old(pool, pool, retention, now).await)
    }
}

/// Plays through all games.
async fn replay(pool: &impl Upkeep, report: &mut CheckReport) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let ids = pool.ids_after(&last).await?;
        let Some(end) = ids.last() else {
            return Ok(());
        };
        last.clone_from(end);
        for id in ids {
            match pool.load_game(&id).await {
                Ok(Some(play)) => {
                    report.games += 1;
                    report.moves += play.moves.len();
                }
                // It was removed meanwhile.
                Ok(None) => {}
                Err(error @ StoreError::Broken { .. }) => {
                    report.games += 1;
                    report.problems.push(error.to_string());
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// Reads all studies, with all their variations.
async fn read_studies(pool: &impl Upkeep, report: &mut CheckReport) -> Result<(), StoreError> {
    let mut last = String::new();
    loop {
        let ids = pool.studies_after(&last).await?;
        let Some(end) = ids.last() else {
            return Ok(());
        };
        last.clone_from(end);
        for id in ids {
            // It may have been removed meanwhile.
            let Some(study) = pool.study(&id).await? else { continue };
            report.studies += 1;
            let damage = match record::read(&study.record) {
                Err(error) => error.to_string(),
                Ok(read) if read.game().name() != study.game => {
                    format!(
                        "it is listed as {}, its record is of {}",
                        study.game,
                        read.game().name()
                    )
                }
                Ok(_) => continue,
            };
            report.problems.push(format!("the study {id} is damaged: {damage}"));
        }
    }
}
