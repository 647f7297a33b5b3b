//! How long the players of a match may think.

use std::time::Duration;

use cairn_engine::{ClockState, Limits};

/// How long a player may think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pace {
    /// The same for every move.
    PerMove(Limits),
    /// A clock for the whole game.
    Clock(ClockState),
}

/// The clocks of both sides during a game, or the limits that replace them.
pub(crate) struct Clocks<'a> {
    /// Of the first mover and of the second.
    paces: [&'a Pace; 2],
    remaining: [Duration; 2],
    grace: Duration,
}

impl<'a> Clocks<'a> {
    pub(crate) fn new(paces: [&'a Pace; 2], grace: Duration) -> Self {
        let remaining = paces.map(|pace| match pace {
            Pace::PerMove(_) => Duration::ZERO,
            Pace::Clock(clock) => clock.remaining,
        });
        Self { paces, remaining, grace }
    }

    /// The limits for the next move of a side.
    pub(crate) fn limits(&self, side: usize) -> Limits {
        match self.paces[side] {
            Pace::PerMove(limits) => limits.clone(),
            Pace::Clock(clock) => Limits {
                clock: Some(ClockState { remaining: self.remaining[side], ..*clock }),
                ..Limits::default()
            },
        }
    }

    /// Takes the time that a side needed from its clock. Returns by how much the side
    /// has overstepped, if it has by more than the grace.
    pub(crate) fn spend(&mut self, side: usize, elapsed: Duration) -> Option<Duration> {
        let allowed = match self.paces[side] {
            Pace::PerMove(limits) => limits.time?,
            Pace::Clock(_) => self.remaining[side],
        };
        if elapsed > allowed + self.grace {
            return Some(elapsed - allowed);
        }
        if let Pace::Clock(clock) = self.paces[side] {
            self.remaining[side] = allowed.saturating_sub(elapsed) + clock.increment;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(base: u64, increment: u64) -> Pace {
        Pace::Clock(ClockState {
            remaining: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        })
    }

    #[test]
    fn clocks_run_down_and_gain_the_increment() {
        let pace = clock(1000, 100);
        let mut clocks = Clocks::new([&pace; 2], Duration::ZERO);
        assert_eq!(clocks.spend(0, Duration::from_millis(600)), None);
        assert_eq!(clocks.limits(0).clock.unwrap().remaining, Duration::from_millis(500));
        assert_eq!(clocks.limits(1).clock.unwrap().remaining, Duration::from_millis(1000));
        let over = clocks.spend(0, Duration::from_millis(501));
        assert_eq!(over, Some(Duration::from_millis(1)));
    }

    #[test]
    fn nodes_have_no_clock() {
        let pace = Pace::PerMove(Limits::nodes(10));
        let mut clocks = Clocks::new([&pace; 2], Duration::ZERO);
        assert_eq!(clocks.spend(0, Duration::from_secs(1000)), None);
    }
}
