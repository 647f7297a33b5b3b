//! Tasks that run as long as the server does: the renewal of its lease, and the search for games in
//! which something is due although nobody looks at them.

use std::sync::Arc;
use std::time::Duration;

use cairn_app::Millis;
use tokio::time::Instant;

use super::attendance::Said;
use super::hub::{Deps, Hub};
use crate::game::MAX_CREDIT;
use crate::store::{Absence, RemoteChange, Renewal, Store, StoreError};

/// Difference between the wall clock and monotonic time that counts as a jump.
const JUMP: Millis = 500;
/// Interval at which the store is searched for players who have run out of time.
const FLAG_INTERVAL: Duration = Duration::from_millis(500);
/// Time that the task of a game has to notice on its own that a player has run out of time.
const FLAG_DELAY: Millis = MAX_CREDIT;
/// Interval at which the store is searched for computers that have been forgotten.
const COMPUTER_INTERVAL: Duration = Duration::from_secs(10);
/// Longest time for the renewal of a lease in a database that other servers use as well.
const RENEWAL_TIMEOUT: Duration = Duration::from_secs(3);
/// The same, if many clocks may have to be moved.
const FORGIVING_TIMEOUT: Duration = Duration::from_secs(6);

impl Hub {
    /// Takes over the games that no other server looks after, and begins what has to be done again
    /// and again.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn start_maintenance(&self) -> Result<(), StoreError> {
        let deps = &self.deps;
        for key in deps.store.claim(&deps.server, deps.time.now()).await? {
            self.wake(&key);
        }
        self.end_overdue().await?;
        tokio::spawn(self.clone().keep_lease());
        tokio::spawn(self.clone().search_store());
        if deps.store.is_shared() {
            tokio::spawn(Arc::clone(&deps.attendance).share(Arc::clone(deps)));
        }
        if let Some(mut changes) = deps.store.changes() {
            let hub = self.clone();
            tokio::spawn(async move {
                while let Some(change) = changes.recv().await {
                    match change {
                        RemoteChange::Changed(key, revision) => hub.changed(&key, revision),
                        RemoteChange::Anything => {
                            hub.deps.lease.begin_epoch();
                            hub.deps.notices.lobby_changed();
                        }
                        RemoteChange::Lobby => hub.deps.notices.lobby_changed(),
                        RemoteChange::Attendance(key) => {
                            hub.deps.attendance.changed_elsewhere(&key);
                        }
                        RemoteChange::Said(key, side, phrase) => {
                            hub.deps.attendance.heard(&key, Said { side, phrase });
                        }
                    }
                }
            });
        }
        Ok(())
    }

    /// Ends games in which a player has run out of time, and nobody has noticed.
    pub(crate) async fn end_overdue(&self) -> Result<(), StoreError> {
        let since = self.deps.time.now() - FLAG_DELAY;
        for key in self.deps.store.overdue(since).await? {
            self.refresh(&key);
        }
        Ok(())
    }

    /// Starts the tasks of games in which the computer of this server is to move.
    pub(crate) async fn wake_computers(&self) -> Result<(), StoreError> {
        for key in self.deps.store.thinking(&self.deps.server).await? {
            self.wake(&key);
        }
        Ok(())
    }

    /// Searches the store again and again until the server stops, as long as the store answers.
    async fn search_store(self) {
        let mut closing = self.deps.closing.clone();
        let mut searched = Instant::now();
        loop {
            tokio::select! {
                () = super::actor::closed(&mut closing) => break,
                () = tokio::time::sleep(FLAG_INTERVAL) => {}
            }
            if !self.deps.lease.is_valid() {
                continue;
            }
            let mut result = self.end_overdue().await;
            if searched.elapsed() > COMPUTER_INTERVAL {
                searched = Instant::now();
                result = result.and(self.wake_computers().await);
            }
            if let Err(error) = result {
                tracing::warn!(%error, "cannot look for games in which something is due");
            }
        }
    }

    /// Renews the lease until the server stops.
    async fn keep_lease(self) {
        let deps = &self.deps;
        let mut closing = deps.closing.clone();
        let mut keeper = Keeper { deps, shifted: 0, steady_since: Instant::now() };
        loop {
            tokio::select! {
                () = super::actor::closed(&mut closing) => break,
                () = tokio::time::sleep(deps.store.heartbeat()) => {}
                () = deps.lease.wanted() => {}
            }
            keeper.renew().await;
            if keeper.may_claim() {
                match deps.store.claim(&deps.server, deps.time.now()).await {
                    Ok(keys) => keys.iter().for_each(|key| self.refresh(key)),
                    Err(error) => tracing::warn!(%error, "cannot take over games"),
                }
            }
        }
        deps.lease.end(deps.time.now());
    }
}

/// State of the task that renews the lease.
struct Keeper<'a> {
    deps: &'a Arc<Deps>,
    /// Sum of the jumps of the wall clock that were adopted.
    shifted: Millis,
    /// Moment from which on no renewal has failed.
    steady_since: Instant,
}

impl Keeper<'_> {
    /// Whether this server takes over the games of others whose lease is over. After an outage
    /// they have the time of a lease to come back as well.
    fn may_claim(&self) -> bool {
        let steady = self.steady_since.elapsed() > self.deps.store.lease();
        steady && self.deps.store.is_shared() && self.deps.lease.is_valid()
    }

    /// Renews the lease, and moves clocks if nobody could use the time or the wall clock jumped.
    async fn renew(&mut self) {
        let deps = self.deps;
        let now = deps.time.now();
        let begun = deps.lease.begin_renewal();
        let jumped = begun.absence.is_none() && deps.time.jump().abs() >= JUMP;
        let renewed = if jumped {
            self.adopt_jump(now).await
        } else {
            self.write(now, begun.absence, 0).await
        };
        if begun.absence.is_some() || renewed.is_err() {
            self.steady_since = Instant::now();
        }
        match renewed {
            Ok(games) => {
                if games > 0 {
                    tracing::info!(games, "clocks were moved by the time that nobody could use");
                }
                deps.lease.end_renewal(begun, None);
            }
            Err(error) => {
                tracing::warn!(%error, "cannot renew the lease of this server");
                deps.lease.end_renewal(begun, Some(deps.time.now()));
            }
        }
    }

    /// Moves the clocks of this server's games by the jump of the wall clock, and counts on from
    /// the new time, without any change in between.
    async fn adopt_jump(&mut self, now: Millis) -> Result<u64, StoreError> {
        let deps = self.deps;
        let _stopped = deps.lease.stop_changes().await;
        let jump = deps.time.jump();
        let games = self.write(now, None, jump).await?;
        deps.lease.begin_epoch();
        deps.time.adopt_jump(jump);
        self.shifted += jump;
        tracing::warn!(milliseconds = jump, games, "the wall clock jumped; clocks go on");
        Ok(0)
    }

    async fn write(
        &self,
        now: Millis,
        absence: Option<Absence>,
        jump: Millis,
    ) -> Result<u64, StoreError> {
        let deps = self.deps;
        let renewal = Renewal {
            server: deps.server.clone(),
            now: now + jump,
            time: deps.time.clone(),
            shifted: self.shifted + jump,
            absence,
        };
        renew_in_time(&deps.store, renewal).await
    }
}

/// Renews a lease, with a time limit if the connection to the store can hang.
async fn renew_in_time(store: &Store, renewal: Renewal) -> Result<u64, StoreError> {
    if !store.is_shared() {
        return store.renew(renewal).await;
    }
    let limit = if renewal.absence.is_some() { FORGIVING_TIMEOUT } else { RENEWAL_TIMEOUT };
    let renewed = tokio::time::timeout(limit, store.renew(renewal)).await;
    renewed.unwrap_or(Err(StoreError::Timeout))
}
