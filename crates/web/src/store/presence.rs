//! The servers that use a database: leases that show which of them run, the time that nobody
//! could use, and the games of servers that have died.

use std::sync::Arc;
use std::time::Duration;

use cairn_app::{Millis, millis};
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use tokio::sync::Mutex;

use super::queries::CHANNEL;
use super::{Backend, Store, StoreError};
use crate::ids::{GameKey, ServerId};
use crate::time::TimeSource;

/// The number of the lock that every running server shares.
const RUNNING: i64 = 0x6361_6972_6e01;
/// The number of the lock of a transaction that forgives time.
const FORGIVING: i64 = 0x6361_6972_6e02;
/// Announcement that any game may have changed.
pub(super) const ANY_GAME: &str = "*";

// The first condition of each statement is that of an index. It holds for every running clock.

/// Each running clock starts anew from where it was when the last server was alive, or from the
/// move if that came later.
const FORGIVE: &str = "UPDATE games SET revision = revision + 1, \
    deadline = deadline + $2 - CASE WHEN clock_since > $1 THEN clock_since ELSE $1 END, \
    clock_since = clock_since + $2 - CASE WHEN clock_since > $1 THEN clock_since ELSE $1 END \
    WHERE (deadline IS NOT NULL OR computer_to_move = 1) \
    AND status = 'playing' AND clock_since IS NOT NULL";

const SHIFT: &str = "UPDATE games SET revision = revision + 1, deadline = deadline + $2, \
    clock_since = clock_since + $2 \
    WHERE (deadline IS NOT NULL OR computer_to_move = 1) \
    AND server = $1 AND status = 'playing' AND clock_since IS NOT NULL";

const RENEW: &str = "INSERT INTO servers (id, alive, lease_end, shifted) VALUES ($1, $2, $3, $4) \
    ON CONFLICT (id) DO UPDATE SET alive = excluded.alive, lease_end = excluded.lease_end, \
    shifted = excluded.shifted";

/// In all other games nothing happens until somebody asks for it.
const CLAIM: &str = "UPDATE games SET server = $1 \
    WHERE (deadline IS NOT NULL OR computer_to_move = 1) AND server = $2 AND status = 'playing' \
    RETURNING id, computer_to_move";

/// Reason why time may have passed in which no server could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    /// The server starts. If it is alone, no other server runs, whatever the leases say.
    Start { alone: bool },
    /// The store has not answered since this time.
    Outage(Millis),
    /// The process did not run.
    Freeze,
}

/// The renewal of a server's lease.
#[derive(Clone, Debug)]
pub(crate) struct Renewal {
    /// Server whose lease is renewed.
    pub server: ServerId,
    /// Time that counts as the last one at which the server was alive.
    pub now: Millis,
    /// Source of the time until which time is forgiven, which is read as late as possible.
    pub time: TimeSource,
    /// Sum of the jumps of the server's wall clock since it started.
    pub shifted: Millis,
    /// Reason why time may have to be forgiven.
    pub absence: Option<Absence>,
}

type ServerRow = (String, Millis, Millis, Millis);

impl Renewal {
    /// Returns the time from which on nobody could use any server, if there is such a time.
    fn absent_since(&self, now: Millis, servers: &[ServerRow], lease: Millis) -> Option<Millis> {
        let absence = self.absence?;
        let last = servers.iter().map(|(_, alive, ..)| *alive).max()?;
        let others = servers.iter().filter(|(id, ..)| id != self.server.as_str());
        let was_up = |alive: Millis| match absence {
            Absence::Start { alone } => !alone && now - alive <= lease,
            // Another server that has renewed its lease since then has met no outage.
            Absence::Outage(since) => alive > since && now - alive <= lease,
            Absence::Freeze => now - alive <= lease,
        };
        (!others.map(|(_, alive, ..)| *alive).any(was_up)).then_some(last)
    }
}

/// Statements on a connection that writes.
trait Presence {
    /// Renews a lease, and says in how many games time was forgiven.
    async fn renew(&mut self, renewal: &Renewal, lease: Millis) -> Result<u64, StoreError>;

    /// Takes over the running games of servers whose lease was over at a time, and returns those
    /// in which the computer is to move.
    async fn claim(&mut self, server: &str, ended: Millis) -> Result<Vec<String>, StoreError>;
}

macro_rules! presence {
    ($connection:ty, begin = $begin:literal, shared = $shared:literal) => {
        impl Presence for $connection {
            async fn renew(&mut self, renewal: &Renewal, lease: Millis) -> Result<u64, StoreError> {
                let id = renewal.server.as_str();
                let mut transaction = self.begin_with($begin).await?;
                if $shared && renewal.absence.is_some() {
                    let lock = sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(FORGIVING);
                    lock.execute(&mut *transaction).await?;
                }
                let servers: Vec<ServerRow> =
                    sqlx::query_as("SELECT id, alive, lease_end, shifted FROM servers")
                        .fetch_all(&mut *transaction)
                        .await?;
                let is_absent = renewal.absence.is_some();
                let now = if is_absent { renewal.time.now() } else { renewal.now };
                let mut changed = 0;
                if let Some(since) = renewal.absent_since(now, &servers, lease) {
                    let forgive = sqlx::query(FORGIVE).bind(since).bind(now);
                    changed += forgive.execute(&mut *transaction).await?.rows_affected();
                }
                // The jump may have been stored although its answer was lost.
                let own = servers.iter().find(|(known, ..)| known == id);
                let jump = own.map_or(0, |(.., shifted)| renewal.shifted - shifted);
                if jump != 0 {
                    let shift = sqlx::query(SHIFT).bind(id).bind(jump);
                    changed += shift.execute(&mut *transaction).await?.rows_affected();
                }
                sqlx::query(RENEW)
                    .bind(id)
                    .bind(now)
                    .bind(now + lease)
                    .bind(renewal.shifted)
                    .execute(&mut *transaction)
                    .await?;
                if $shared && changed > 0 {
                    let notify = sqlx::query("SELECT pg_notify($1, $2)");
                    notify.bind(CHANNEL).bind(ANY_GAME).execute(&mut *transaction).await?;
                }
                transaction.commit().await?;
                Ok(changed)
            }

            async fn claim(
                &mut self,
                server: &str,
                ended: Millis,
            ) -> Result<Vec<String>, StoreError> {
                let dead = "SELECT id FROM servers WHERE lease_end <= $1 AND id <> $2";
                let dead: Vec<(String,)> =
                    sqlx::query_as(dead).bind(ended).bind(server).fetch_all(&mut *self).await?;
                let mut computers = Vec::new();
                for (id,) in dead {
                    let mut transaction = self.begin_with($begin).await?;
                    let games: Vec<(String, i64)> = sqlx::query_as(CLAIM)
                        .bind(server)
                        .bind(&id)
                        .fetch_all(&mut *transaction)
                        .await?;
                    sqlx::query("DELETE FROM servers WHERE id = $1 AND lease_end <= $2")
                        .bind(&id)
                        .bind(ended)
                        .execute(&mut *transaction)
                        .await?;
                    transaction.commit().await?;
                    tracing::info!(server = id, games = games.len(), "took over running games");
                    let of_computers = games.into_iter().filter(|(_, computer)| *computer == 1);
                    computers.extend(of_computers.map(|(id, _)| id));
                }
                Ok(computers)
            }
        }
    };
}

presence!(SqliteConnection, begin = "BEGIN IMMEDIATE", shared = false);
presence!(PgConnection, begin = "BEGIN", shared = true);

/// The connection to PostgreSQL over which a server renews its lease. It is apart from the pool,
/// which may be used up, and shares a lock that the database releases when the connection ends.
#[derive(Clone, Debug)]
pub(super) struct PresenceLine {
    options: Arc<PgConnectOptions>,
    connection: Arc<Mutex<Option<PgConnection>>>,
}

impl PresenceLine {
    pub(super) fn new(options: PgConnectOptions) -> Self {
        Self { options: Arc::new(options), connection: Arc::default() }
    }

    async fn connect(&self) -> Result<PgConnection, StoreError> {
        let mut connection = PgConnection::connect_with(&self.options).await?;
        connection.execute(super::open::SESSION).await?;
        Ok(connection)
    }

    async fn share_lock(connection: &mut PgConnection) -> Result<(), StoreError> {
        let share = sqlx::query("SELECT pg_advisory_lock_shared($1)").bind(RUNNING);
        share.execute(connection).await?;
        Ok(())
    }

    /// Renews the lease for the first time. Whoever starts first holds the lock exclusively until
    /// the downtime is forgiven; others that start at the same time wait for that.
    async fn start(&self, mut renewal: Renewal, lease: Millis) -> Result<u64, StoreError> {
        let mut slot = self.connection.lock().await;
        let mut connection = self.connect().await?;
        let (alone,): (bool,) = sqlx::query_as("SELECT pg_try_advisory_lock($1)")
            .bind(RUNNING)
            .fetch_one(&mut connection)
            .await?;
        Self::share_lock(&mut connection).await?;
        renewal.absence = Some(Absence::Start { alone });
        let forgiven = connection.renew(&renewal, lease).await?;
        if alone {
            // Nobody else runs, so all other leases are over.
            sqlx::query("UPDATE servers SET lease_end = 0 WHERE id <> $1")
                .bind(renewal.server.as_str())
                .execute(&mut connection)
                .await?;
            let unlock = sqlx::query("SELECT pg_advisory_unlock($1)").bind(RUNNING);
            unlock.execute(&mut connection).await?;
        }
        *slot = Some(connection);
        Ok(forgiven)
    }

    /// Runs something on the connection, which is made anew after any error or interruption.
    async fn with<T>(
        &self,
        work: impl AsyncFnOnce(&mut PgConnection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut slot = self.connection.lock().await;
        let mut connection = match slot.take() {
            Some(connection) => connection,
            None => {
                let mut connection = self.connect().await?;
                Self::share_lock(&mut connection).await?;
                connection
            }
        };
        let done = work(&mut connection).await?;
        *slot = Some(connection);
        Ok(done)
    }

    /// Closes the connection.
    pub(super) async fn close(&self) {
        if let Some(connection) = self.connection.lock().await.take() {
            // What cannot be closed is dropped all the same.
            let _ = connection.close().await;
        }
    }
}

impl Store {
    /// Returns the interval at which a server renews its lease. Several servers have to notice
    /// quickly that one of them is gone.
    pub(crate) const fn heartbeat(&self) -> Duration {
        match &self.0 {
            Backend::Sqlite { .. } => Duration::from_secs(1),
            Backend::Postgres { .. } => Duration::from_millis(500),
        }
    }

    /// Returns the duration of a lease.
    pub(crate) fn lease(&self) -> Duration {
        self.heartbeat() * 5 / 2
    }

    /// Whether other servers may use the database as well.
    pub(crate) const fn is_shared(&self) -> bool {
        matches!(&self.0, Backend::Postgres { .. })
    }

    /// Shows other servers that this one runs. If nobody could use any server before, the players
    /// get that time back. Returns the number of games whose clocks were moved.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn renew(&self, mut renewal: Renewal) -> Result<u64, StoreError> {
        let lease = millis(self.lease());
        match &self.0 {
            Backend::Sqlite { writer, .. } => {
                if matches!(renewal.absence, Some(Absence::Start { .. })) {
                    // The file is locked, so all servers before this one have ended.
                    renewal.absence = Some(Absence::Start { alone: true });
                }
                writer.run(async |connection| connection.renew(&renewal, lease).await).await
            }
            Backend::Postgres { presence, .. } => match renewal.absence {
                Some(Absence::Start { .. }) => presence.start(renewal, lease).await,
                _ => {
                    presence.with(async |connection| connection.renew(&renewal, lease).await).await
                }
            },
        }
    }

    /// Takes over the running games of servers that have died, and returns those in which the
    /// computer is to move.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn claim(
        &self,
        server: &ServerId,
        now: Millis,
    ) -> Result<Vec<GameKey>, StoreError> {
        let id = server.as_str();
        let claimed = match &self.0 {
            Backend::Sqlite { writer, .. } => {
                // The file is locked: no other server runs.
                writer.run(async |connection| connection.claim(id, Millis::MAX).await).await?
            }
            Backend::Postgres { presence, .. } => {
                presence.with(async |connection| connection.claim(id, now).await).await?
            }
        };
        Ok(claimed.iter().filter_map(|id| GameKey::read(id)).collect())
    }

    /// Ends a server's lease, so that others take over its games at once.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn leave(&self, server: &ServerId, now: Millis) -> Result<(), StoreError> {
        let leave = "UPDATE servers SET alive = $2, lease_end = 0 WHERE id = $1";
        let id = server.as_str();
        match &self.0 {
            Backend::Sqlite { writer, .. } => {
                let leave = sqlx::query(leave).bind(id).bind(now);
                writer.run(async |connection| Ok(leave.execute(connection).await?)).await?;
            }
            Backend::Postgres { presence, .. } => {
                let leave = sqlx::query(leave).bind(id).bind(now);
                presence.with(async |connection| Ok(leave.execute(connection).await?)).await?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decides for server `a`, which was alive at 10 000, with a lease of 1 500.
    fn absent_since(absence: Absence, now: Millis, other: Option<Millis>) -> Option<Millis> {
        let server = ServerId::from("a");
        let mut servers = vec![("a".to_owned(), 10_000, 11_500, 0)];
        servers.extend(other.map(|alive| ("b".to_owned(), alive, alive + 1_500, 0)));
        let time = TimeSource::manual();
        let renewal = Renewal { server, now, time, shifted: 0, absence: Some(absence) };
        renewal.absent_since(now, &servers, 1_500)
    }

    #[test]
    fn time_is_forgiven_that_no_server_could_be_used() {
        let outage = Absence::Outage(10_300);
        assert_eq!(absent_since(outage, 10_900, None), Some(10_000), "alone, however short");
        assert_eq!(absent_since(outage, 10_900, Some(10_200)), Some(10_200), "both without store");
        assert_eq!(absent_since(outage, 10_900, Some(10_600)), None, "the other one has a store");
        assert_eq!(absent_since(outage, 60_000, Some(10_600)), Some(10_600), "both for long");
        assert_eq!(absent_since(Absence::Freeze, 60_000, None), Some(10_000));
        assert_eq!(absent_since(Absence::Freeze, 60_000, Some(59_500)), None);
        assert_eq!(absent_since(Absence::Freeze, 60_000, Some(10_700)), Some(10_700));
        let start = |alone| Absence::Start { alone };
        assert_eq!(absent_since(start(true), 10_500, Some(10_200)), Some(10_200));
        assert_eq!(absent_since(start(false), 10_500, Some(10_200)), None);
        assert_eq!(absent_since(start(false), 20_000, Some(10_200)), Some(10_200));
    }
}
