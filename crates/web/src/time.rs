//! The server's time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use cairn_app::{Millis, millis};
use tokio::sync::watch;

/// Source of the present time.
#[derive(Clone, Debug)]
pub enum TimeSource {
    /// The system's clock.
    System,
    /// A clock that stands unless somebody turns it, for tests.
    Manual(watch::Sender<Millis>),
}

impl TimeSource {
    /// A clock that stands and shows the present.
    #[must_use]
    pub fn manual() -> Self {
        Self::Manual(watch::Sender::new(system_now()))
    }

    /// Turns a clock that stands; the system's clock goes by itself.
    pub fn turn(&self, duration: Duration) {
        if let Self::Manual(shown) = self {
            shown.send_modify(|shown| *shown += millis(duration));
        }
    }

    /// Returns the present time.
    #[must_use]
    pub fn now(&self) -> Millis {
        match self {
            Self::System => system_now(),
            Self::Manual(shown) => *shown.borrow(),
        }
    }

    /// Waits until a time has come.
    pub async fn wait_until(&self, time: Millis) {
        match self {
            Self::System => {
                let left = u64::try_from(time.saturating_sub(system_now())).unwrap_or(0);
                tokio::time::sleep(Duration::from_millis(left)).await;
            }
            Self::Manual(shown) => {
                // Cannot fail, since the sender is at hand.
                let _ = shown.subscribe().wait_for(|shown| *shown >= time).await;
            }
        }
    }
}

fn system_now() -> Millis {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
