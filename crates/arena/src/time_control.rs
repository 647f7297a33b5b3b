//! Time controls and clocks of a match.

use std::time::Duration;

use cairn_engine::{ClockState, Limits};

/// The time control of a player.
///
/// ```
/// use std::time::Duration;
///
/// use cairn_arena::MatchTimeControl;
/// use cairn_engine::{ClockState, Limits};
///
/// let second = Duration::from_secs(1);
/// let clock = ClockState { remaining: 60 * second, increment: second / 2 };
/// let per_move = MatchTimeControl::PerMove(Limits::time(second));
/// assert_ne!(per_move, MatchTimeControl::Clock(clock));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchTimeControl {
    /// The same limits for every move.
    PerMove(Limits),
    /// A clock for the whole game.
    Clock(ClockState),
}

/// The clocks of both sides during a game, or the limits that replace them.
pub(crate) struct MatchClocks<'a> {
    /// Time controls of the first mover and of the second.
    time_controls: [&'a MatchTimeControl; 2],
    remaining: [Duration; 2],
    grace: Duration,
}

impl<'a> MatchClocks<'a> {
    pub(crate) fn new(time_controls: [&'a MatchTimeControl; 2], grace: Duration) -> Self {
        let remaining = time_controls.map(|time_control| match time_control {
            MatchTimeControl::PerMove(_) => Duration::ZERO,
            MatchTimeControl::Clock(clock) => clock.remaining,
        });
        Self { time_controls, remaining, grace }
    }

    /// Returns the limits for the next move of a side.
    pub(crate) fn limits(&self, side: usize) -> Limits {
        match self.time_controls[side] {
            MatchTimeControl::PerMove(limits) => limits.clone(),
            MatchTimeControl::Clock(clock) => Limits {
                clock: Some(ClockState { remaining: self.remaining[side], ..*clock }),
                ..Limits::default()
            },
        }
    }

    /// Takes the time that a side used from its clock. Returns the excess if the side has
    /// overstepped by more than the grace.
    pub(crate) fn spend(&mut self, side: usize, elapsed: Duration) -> Option<Duration> {
        let allowed = match self.time_controls[side] {
            MatchTimeControl::PerMove(limits) => limits.time?,
            MatchTimeControl::Clock(_) => self.remaining[side],
        };
        if elapsed > allowed + self.grace {
            return Some(elapsed - allowed);
        }
        if let MatchTimeControl::Clock(clock) = self.time_controls[side] {
            self.remaining[side] = allowed.saturating_sub(elapsed) + clock.increment;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(base: u64, increment: u64) -> MatchTimeControl {
        MatchTimeControl::Clock(ClockState {
            remaining: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        })
    }

    #[test]
    fn clocks_run_down_and_gain_the_increment() {
        let time_control = clock(1000, 100);
        let mut clocks = MatchClocks::new([&time_control; 2], Duration::ZERO);
        assert_eq!(clocks.spend(0, Duration::from_millis(600)), None);
        assert_eq!(clocks.limits(0).clock.unwrap().remaining, Duration::from_millis(500));
        assert_eq!(clocks.limits(1).clock.unwrap().remaining, Duration::from_millis(1000));
        let over = clocks.spend(0, Duration::from_millis(501));
        assert_eq!(over, Some(Duration::from_millis(1)));
    }

    #[test]
    fn nodes_have_no_clock() {
        let time_control = MatchTimeControl::PerMove(Limits::nodes(10));
        let mut clocks = MatchClocks::new([&time_control; 2], Duration::ZERO);
        assert_eq!(clocks.spend(0, Duration::from_secs(1000)), None);
    }
}
