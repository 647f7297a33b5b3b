//! The server's time.
//!
//! Stored times are milliseconds of the wall clock, but within a process time is monotonic: it
//! is the wall-clock time at the start plus the time that has passed since. A wall clock that is
//! set, or a machine that was suspended, makes the two run apart ([`TimeSource::jump`]); the
//! server then moves the clocks of running games along ([`TimeSource::adopt_jump`]).

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cairn_app::{Millis, millis};
use tokio::sync::watch;

/// Source of the present time.
#[derive(Clone, Debug)]
pub struct TimeSource {
    clocks: Clocks,
    /// Difference between wall-clock time, as this process counts it, and monotonic time.
    offset: Arc<AtomicI64>,
}

#[derive(Clone, Debug)]
enum Clocks {
    /// The system's clocks; monotonic time counts from this moment.
    System(Instant),
    /// Clocks that stand unless somebody turns them, for tests.
    Manual(watch::Sender<ManualClocks>),
}

#[derive(Clone, Copy, Debug)]
struct ManualClocks {
    wall: Millis,
    monotonic: Millis,
}

impl Clocks {
    fn read(&self) -> ManualClocks {
        match self {
            Self::System(start) => {
                let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                ManualClocks { wall: millis(wall), monotonic: millis(start.elapsed()) }
            }
            Self::Manual(shown) => *shown.borrow(),
        }
    }
}

impl TimeSource {
    /// The clocks of the system.
    pub fn system() -> Self {
        Self::new(Clocks::System(Instant::now()))
    }

    /// Clocks that stand and show the present.
    pub fn manual() -> Self {
        let mut now = Clocks::System(Instant::now()).read();
        now.monotonic = 0;
        Self::new(Clocks::Manual(watch::Sender::new(now)))
    }

    fn new(clocks: Clocks) -> Self {
        let now = clocks.read();
        Self { clocks, offset: Arc::new(AtomicI64::new(now.wall - now.monotonic)) }
    }

    /// Whether the clocks stand unless somebody turns them.
    pub(crate) const fn is_manual(&self) -> bool {
        matches!(self.clocks, Clocks::Manual(_))
    }

    /// Returns a source with the same clocks for a process of its own.
    pub(crate) fn for_process(&self) -> Self {
        Self::new(self.clocks.clone())
    }

    /// Lets time pass on clocks that stand; those of the system run by themselves.
    pub fn turn(&self, duration: Duration) {
        self.modify(|clocks| {
            clocks.wall += millis(duration);
            clocks.monotonic += millis(duration);
        });
    }

    /// Sets a manual wall clock forward or back, or suspends the machine: monotonic time stands.
    pub fn set_wall_clock(&self, by: Millis) {
        self.modify(|clocks| clocks.wall += by);
    }

    fn modify(&self, change: impl FnOnce(&mut ManualClocks)) {
        if let Clocks::Manual(shown) = &self.clocks {
            shown.send_modify(change);
        }
    }

    /// Returns the present time.
    pub fn now(&self) -> Millis {
        self.clocks.read().monotonic + self.offset.load(Ordering::Relaxed)
    }

    /// Returns the time by which the wall clock is ahead of [`TimeSource::now`].
    pub(crate) fn jump(&self) -> Millis {
        let now = self.clocks.read();
        now.wall - now.monotonic - self.offset.load(Ordering::Relaxed)
    }

    /// Adds a jump of the wall clock to the present time.
    pub(crate) fn adopt_jump(&self, jump: Millis) {
        self.offset.fetch_add(jump, Ordering::Relaxed);
    }

    /// Waits until a time has come.
    pub async fn wait_until(&self, time: Millis) {
        match &self.clocks {
            Clocks::System(_) => loop {
                match u64::try_from(time.saturating_sub(self.now())) {
                    Ok(left) if left > 0 => tokio::time::sleep(Duration::from_millis(left)).await,
                    _ => return,
                }
            },
            Clocks::Manual(shown) => {
                // Cannot fail, since the sender is at hand.
                let _ = shown.subscribe().wait_for(|_| self.now() >= time).await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_clock_that_is_set_does_not_change_the_present() {
        let time = TimeSource::manual();
        let start = time.now();
        time.turn(Duration::from_secs(1));
        assert_eq!((time.now(), time.jump()), (start + 1_000, 0));
        for jump in [3_600_000, -3_600_000] {
            let before = time.now();
            time.set_wall_clock(jump);
            assert_eq!((time.now(), time.jump()), (before, jump));
            time.adopt_jump(jump);
            assert_eq!((time.now(), time.jump()), (before + jump, 0));
        }
        let other = time.for_process();
        time.set_wall_clock(5_000);
        time.adopt_jump(5_000);
        assert_eq!((time.jump(), other.jump()), (0, 5_000), "each process adopts for itself");
    }
}
