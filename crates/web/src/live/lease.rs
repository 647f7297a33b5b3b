//! The server's right to change games and to let clocks run out.
//!
//! A server has it while its process runs and the store answers. When one of the two has failed,
//! nothing is changed until the time that nobody could use is forgiven (`maintenance`), and
//! every game is then read again: its clocks were moved, and other servers may have gone on.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cairn_app::{Millis, millis};
use tokio::sync::{Notify, RwLock, RwLockReadGuard, RwLockWriteGuard, watch};

use crate::problem::Problem;
use crate::store::Absence;
use crate::time::TimeSource;

/// Interval at which a thread notes that the process runs.
const TICK: Duration = Duration::from_millis(200);
/// Time without a tick after which the process counts as frozen.
const FREEZE: Duration = Duration::from_secs(1);
/// Longest time to wait for a renewal.
const PATIENCE: Duration = Duration::from_secs(1);

/// The lease of this server.
#[derive(Debug)]
pub(crate) struct Lease {
    notices_freezes: bool,
    start: Instant,
    /// Milliseconds from `start` to the last tick.
    ticked: AtomicI64,
    /// Number of times that the process was frozen, and for how many of them time was forgiven.
    freezes: AtomicU64,
    forgiven_freezes: AtomicU64,
    /// Time of the first failure of the store since its last success.
    failed: Mutex<Option<Millis>>,
    attempts: watch::Sender<Attempts>,
    /// Number of times that games had to be read again.
    epoch: watch::Sender<u64>,
    wanted: Notify,
    gate: RwLock<()>,
}

/// Numbers of the renewals that were begun and ended.
#[derive(Clone, Copy, Debug, Default)]
struct Attempts {
    begun: u64,
    ended: u64,
}

/// A renewal that was begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    /// Reason why time may have to be forgiven.
    pub(super) absence: Option<Absence>,
    /// Number of freezes that were known.
    freezes: u64,
}

impl Lease {
    /// Creates a valid lease, and starts the thread that notices when the process does not run. With
    /// manual clocks, that time does not count anyway.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn start(time: &TimeSource) -> std::io::Result<Arc<Self>> {
        let lease = Arc::new(Self {
            notices_freezes: !time.is_manual(),
            start: Instant::now(),
            ticked: AtomicI64::new(0),
            freezes: AtomicU64::new(0),
            forgiven_freezes: AtomicU64::new(0),
            failed: Mutex::new(None),
            attempts: watch::Sender::new(Attempts::default()),
            epoch: watch::Sender::new(0),
            wanted: Notify::new(),
            gate: RwLock::new(()),
        });
        if !lease.notices_freezes {
            return Ok(lease);
        }
        // A thread, because a busy runtime is not a frozen process.
        let weak = Arc::downgrade(&lease);
        std::thread::Builder::new().name("ticker".to_owned()).spawn(move || {
            while let Some(lease) = weak.upgrade() {
                lease.tick();
                drop(lease);
                std::thread::sleep(TICK);
            }
        })?;
        Ok(lease)
    }

    fn tick(&self) {
        if self.missed_ticks() {
            self.freezes.fetch_add(1, Ordering::SeqCst);
            self.wanted.notify_one();
        }
        self.ticked.store(millis(self.start.elapsed()), Ordering::SeqCst);
    }

    fn missed_ticks(&self) -> bool {
        let since = millis(self.start.elapsed()) - self.ticked.load(Ordering::SeqCst);
        self.notices_freezes && since > millis(FREEZE)
    }

    fn was_frozen(&self) -> bool {
        let forgiven = self.forgiven_freezes.load(Ordering::SeqCst);
        self.freezes.load(Ordering::SeqCst) != forgiven
    }

    fn failed(&self) -> Option<Millis> {
        *self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether games may be changed.
    pub(crate) fn is_valid(&self) -> bool {
        !self.is_thawing() && self.failed().is_none()
    }

    /// Whether the process was frozen, so that other servers may have gone on with its games.
    pub(crate) fn is_thawing(&self) -> bool {
        self.missed_ticks() || self.was_frozen()
    }

    /// Waits until games may be changed, and keeps clocks from being moved as long as the guard
    /// lives.
    ///
    /// # Errors
    /// If the store does not answer.
    pub(crate) async fn hold(&self) -> Result<RwLockReadGuard<'_, ()>, Problem> {
        loop {
            let guard = self.gate.read().await;
            if self.is_valid() {
                return Ok(guard);
            }
            drop(guard);
            self.check().await?;
        }
    }

    /// Renews the lease now and waits for the result.
    ///
    /// # Errors
    /// If the store does not answer.
    pub(crate) async fn check(&self) -> Result<(), Problem> {
        let mut attempts = self.attempts.subscribe();
        let begun = attempts.borrow_and_update().begun;
        self.wanted.notify_one();
        let ended = attempts.wait_for(|attempts| attempts.ended > begun);
        match tokio::time::timeout(PATIENCE, ended).await {
            Ok(_) if self.failed().is_none() => Ok(()),
            _ => Err(Problem::store_away()),
        }
    }

    /// Waits until games may be changed.
    pub(crate) async fn valid(&self) {
        let mut attempts = self.attempts.subscribe();
        while !self.is_valid() {
            if attempts.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Notes that the store has failed, so that the lease is renewed before anything else.
    pub(crate) fn suspect(&self, now: Millis) {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(now);
        self.wanted.notify_one();
    }

    /// Returns the number of times that games had to be read again.
    pub(crate) fn epoch(&self) -> u64 {
        *self.epoch.borrow()
    }

    /// Waits until games have to be read again.
    pub(crate) async fn epoch_after(&self, seen: u64) {
        let mut epoch = self.epoch.subscribe();
        if epoch.wait_for(|epoch| *epoch != seen).await.is_err() {
            std::future::pending::<()>().await;
        }
    }

    /// Has all games read again.
    pub(crate) fn begin_epoch(&self) {
        self.epoch.send_modify(|epoch| *epoch += 1);
    }

    /// Waits until the lease should be renewed earlier than usual.
    pub(super) async fn wanted(&self) {
        self.wanted.notified().await;
    }

    /// Waits until no game is being changed, and keeps it so as long as the guard lives.
    pub(super) async fn stop_changes(&self) -> RwLockWriteGuard<'_, ()> {
        self.gate.write().await
    }

    /// Begins a renewal. The time that is stored must have been read before, so that it is not
    /// later than a freeze that this does not notice.
    pub(super) fn begin_renewal(&self) -> Begun {
        self.attempts.send_modify(|attempts| attempts.begun += 1);
        // The thread that ticks may not have run since the process runs again.
        self.tick();
        let freezes = self.freezes.load(Ordering::SeqCst);
        let absence = match self.failed() {
            Some(since) => Some(Absence::Outage(since)),
            None => self.was_frozen().then_some(Absence::Freeze),
        };
        Begun { absence, freezes }
    }

    /// Ends a renewal, which may have failed at a time.
    pub(super) fn end_renewal(&self, begun: Begun, failed: Option<Millis>) {
        match failed {
            Some(now) => {
                let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
                failed.get_or_insert(now);
            }
            None if begun.absence.is_some() => {
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = None;
                self.forgiven_freezes.store(begun.freezes, Ordering::SeqCst);
                self.begin_epoch();
            }
            None => {}
        }
        self.attempts.send_modify(|attempts| attempts.ended = attempts.begun);
    }

    /// Ends the lease for good: nobody renews it any more.
    pub(super) fn end(&self, now: Millis) {
        self.suspect(now);
        self.attempts.send_modify(|attempts| attempts.ended = u64::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_renewal_notices_a_freeze_before_the_thread_does() {
        let lease = Lease::start(&TimeSource::system()).unwrap();
        let frozen = |lease: &Lease| lease.ticked.fetch_sub(5_000, Ordering::SeqCst);
        frozen(&lease);
        assert!(!lease.is_valid());
        let begun = lease.begin_renewal();
        assert_eq!(begun.absence, Some(Absence::Freeze));
        frozen(&lease);
        lease.end_renewal(begun, None);
        assert!(!lease.is_valid(), "another freeze came in between");
        // The thread may count the same freeze once more.
        while !lease.is_valid() {
            let begun = lease.begin_renewal();
            assert_eq!(begun.absence, Some(Absence::Freeze));
            lease.end_renewal(begun, None);
        }
    }

    #[tokio::test]
    async fn a_failed_store_ends_the_lease_until_it_answers() {
        let lease = Lease::start(&TimeSource::manual()).unwrap();
        lease.suspect(5);
        lease.suspect(7);
        assert!(lease.hold().await.is_err(), "nobody renews it");
        let begun = lease.begin_renewal();
        assert_eq!(begun.absence, Some(Absence::Outage(5)));
        let epoch = lease.epoch();
        lease.end_renewal(begun, None);
        assert!(lease.hold().await.is_ok());
        assert_ne!(lease.epoch(), epoch, "all games are read again");
    }
}
