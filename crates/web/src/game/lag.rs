//! Compensation for the time that messages are on their way.
//!
//! A player with a live clock is also charged for the time that the opponent's move needs to reach the
//! browser and the answer needs to come back. What was measured on the live connection is given back,
//! within bounds: a browser could answer measurements late on purpose.

use cairn_app::Millis;

/// Largest compensation for a move. Other servers wait this long before they end a game on time
/// (`live::maintenance`).
pub(crate) const MAX_CREDIT: Millis = 250;
/// Largest quota, with which a game begins.
const MAX_QUOTA: Millis = 1_000;
/// Growth of the quota with each move: the largest compensation that lasts.
const GROWTH: Millis = 100;

/// Compensation that a player can still get. It is not stored: after a restart it is full again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LagQuota(Millis);

impl Default for LagQuota {
    fn default() -> Self {
        Self(MAX_QUOTA)
    }
}

impl LagQuota {
    /// Returns the compensation for a move that took `spent`, of a player whose messages need `lag`
    /// there and back.
    pub(crate) fn credit(self, lag: Millis, spent: Millis) -> Millis {
        lag.min(MAX_CREDIT).min(self.0).min(spent).max(0)
    }

    /// Returns the quota after a move with this compensation.
    #[must_use]
    pub(crate) fn after(self, credit: Millis) -> Self {
        Self((self.0 - credit + GROWTH).min(MAX_QUOTA))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compensation_is_bounded_by_what_was_measured_spent_and_left() {
        let full = LagQuota::default();
        assert_eq!(full.credit(80, 5_000), 80);
        assert_eq!(full.credit(9_000, 5_000), MAX_CREDIT);
        assert_eq!(full.credit(200, 30), 30, "nobody gains time by a move");
        assert_eq!((full.credit(-5, 100), full.credit(100, -5)), (0, 0));
        let mut quota = full;
        let given: Millis = (0..100)
            .map(|_| {
                let credit = quota.credit(9_000, 60_000);
                quota = quota.after(credit);
                credit
            })
            .sum();
        assert!((100 * GROWTH..=MAX_QUOTA + 100 * GROWTH).contains(&given), "{given}");
        let mut steady = full;
        for _ in 0..100 {
            assert_eq!(steady.credit(GROWTH, 60_000), GROWTH, "a small lag is always made up for");
            steady = steady.after(GROWTH);
        }
    }
}
