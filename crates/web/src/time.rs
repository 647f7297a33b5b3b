//! What time it is, as the server counts it.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

/// Milliseconds since 1970, the one unit of time in the store and the API.
pub type Millis = i64;

/// Where the time comes from.
#[derive(Clone, Debug)]
pub enum TimeSource {
    /// The system's clock.
    System,
    /// A clock that goes with tokio's, which tests can hold and turn.
    Tokio {
        /// The instant at which it showed `start`.
        origin: Instant,
        /// What it showed then.
        start: Millis,
    },
}

impl TimeSource {
    /// A clock for tests: it stands when tokio's time is paused.
    #[must_use]
    pub fn tokio() -> Self {
        Self::Tokio { origin: Instant::now(), start: system_now() }
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> Millis {
        match self {
            Self::System => system_now(),
            Self::Tokio { origin, start } => start + millis(origin.elapsed()),
        }
    }

    /// How long it is until a time; nothing if it is past.
    #[must_use]
    pub fn until(&self, time: Millis) -> Duration {
        Duration::from_millis(u64::try_from(time.saturating_sub(self.now())).unwrap_or(0))
    }
}

fn system_now() -> Millis {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// A duration in milliseconds.
#[must_use]
pub fn millis(duration: Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX)
}
