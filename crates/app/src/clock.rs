//! The players' clocks.

use std::time::Duration;

use cairn_games::Side;

use crate::time_control::TimeControl;

/// Milliseconds: a span, or a point in time counted from any fixed origin.
///
/// A server counts from 1970 and stores the numbers; a terminal counts from the moment at
/// which it started.
pub type Millis = i64;

/// Returns a duration in milliseconds.
pub fn millis(duration: Duration) -> Millis {
    Millis::try_from(duration.as_millis()).unwrap_or(Millis::MAX)
}

/// Clocks of both players. At most one of them runs.
///
/// The clocks read no system time: every method takes the present moment.
///
/// ```
/// use cairn_app::{Clock, TimeControl};
/// use cairn_games::Side;
///
/// let mut clock = Clock::new(TimeControl::minutes(1, 2)).expect("a game with clocks");
/// clock.start(Side::First, 1_000);
/// clock.press(Side::First, 11_000);
/// clock.start(Side::Second, 11_000);
/// assert_eq!(clock.left(Side::First, 20_000), 52_000);
/// assert_eq!(clock.left(Side::Second, 20_000), 51_000);
/// assert_eq!(clock.deadline(), Some(71_000));
/// assert_eq!(clock.flagged(71_000), Some(Side::Second));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: [Millis; 2],
    running: Option<(Side, Millis)>,
}

impl Clock {
    /// Creates the clocks at the beginning of a game, both stopped. Returns `None` if the
    /// time control has no clocks.
    pub fn new(control: TimeControl) -> Option<Self> {
        let left = millis(control.initial_time()?);
        Some(Self::from_parts(control, [left; 2], None))
    }

    /// Restores clocks from what each side had left when the running clock was started,
    /// which clock that is, and since when it has been running.
    pub const fn from_parts(
        control: TimeControl,
        left: [Millis; 2],
        running: Option<(Side, Millis)>,
    ) -> Self {
        Self { control, left, running }
    }

    /// Returns the time control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns what each side had left when the running clock was started, to be stored.
    pub const fn stored(&self) -> [Millis; 2] {
        self.left
    }

    /// Returns the side whose clock runs and when it was started.
    pub const fn running(&self) -> Option<(Side, Millis)> {
        self.running
    }

    /// Returns the time that a side has left; negative if it has overstepped.
    pub fn left(&self, side: Side, now: Millis) -> Millis {
        let spent = match self.running {
            // A system clock that was set back must not give time.
            Some((running, since)) if running == side => now.saturating_sub(since).max(0),
            _ => 0,
        };
        self.left[side.index()].saturating_sub(spent)
    }

    /// Returns the clock of a side in the form that the engine takes.
    pub fn engine_clock(&self, side: Side, now: Millis) -> cairn_engine::ClockState {
        let left = u64::try_from(self.left(side, now)).unwrap_or(0);
        cairn_engine::ClockState {
            remaining: Duration::from_millis(left),
            increment: self.control.increment(),
        }
    }

    /// Starts the clock of a side and stops the other one. A clock that runs goes on.
    pub fn start(&mut self, side: Side, now: Millis) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop(now);
            self.running = Some((side, now));
        }
    }

    /// Stops the clock that runs.
    pub fn stop(&mut self, now: Millis) {
        if let Some((side, _)) = self.running {
            self.left[side.index()] = self.left(side, now).max(0);
            self.running = None;
        }
    }

    /// Stops the clock after a move. The mover gets the time that the time control gives for
    /// a move, if its clock was running.
    pub fn press(&mut self, mover: Side, now: Millis) {
        let ran = self.running.is_some_and(|(side, _)| side == mover);
        self.stop(now);
        if ran {
            let left = u64::try_from(self.left[mover.index()]).unwrap_or(0);
            self.left[mover.index()] = millis(self.control.after_move(Duration::from_millis(left)));
        }
    }

    /// Returns the moment at which the running clock runs out.
    pub fn deadline(&self) -> Option<Millis> {
        self.running.map(|(side, since)| since.saturating_add(self.left[side.index()]))
    }

    /// Returns the side whose time is up, if any.
    pub fn flagged(&self, now: Millis) -> Option<Side> {
        let (side, _) = self.running?;
        (self.left(side, now) <= 0).then_some(side)
    }
}

/// Formats a time as a clock shows it: days and hours, `1:02:03`, `4:59`, or tenths in the last
/// ten seconds. A second that has begun counts, so that a clock begins with all its time.
///
/// The site's `clocks.js` does the same between two messages of the server. Tests hold both to one
/// table, `tests/clock_texts.json`.
///
/// ```
/// use cairn_app::clock_text;
///
/// assert_eq!(clock_text(299_001), "5:00");
/// assert_eq!(clock_text(3_723_000), "1:02:03");
/// assert_eq!(clock_text(9_999), "0:09.9");
/// ```
pub fn clock_text(time: Millis) -> String {
    let time = time.max(0);
    if (1..10_000).contains(&time) {
        return format!("0:0{}.{}", time / 1_000, time % 1_000 / 100);
    }
    if time >= 86_400_000 {
        return format!("{} d {} h", time / 86_400_000, time / 3_600_000 % 24);
    }
    let seconds = (time + 999) / 1_000;
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_side_loses_time() {
        let mut clock = Clock::new(TimeControl::minutes(1, 2)).unwrap();
        clock.start(Side::First, 0);
        assert_eq!(clock_text(clock.left(Side::First, 10_000)), "0:50");
        assert_eq!(clock_text(clock.left(Side::Second, 10_000)), "1:00");
        clock.press(Side::First, 10_000);
        assert_eq!(clock_text(clock.left(Side::First, 500_000)), "0:52");
        clock.start(Side::Second, 10_000);
        clock.start(Side::Second, 12_000);
        assert_eq!(clock.flagged(69_000), None);
        assert_eq!(clock.flagged(70_000), Some(Side::Second));
        assert_eq!(clock_text(clock.left(Side::Second, 65_000)), "0:05.0");
    }

    #[test]
    fn clocks_show_days_hours_minutes_or_tenths() {
        let table = include_str!("../tests/clock_texts.json");
        for (time, text) in serde_json::from_str::<Vec<(Millis, String)>>(table).unwrap() {
            assert_eq!(clock_text(time), text, "{time}");
        }
    }

    #[test]
    fn the_increment_is_for_moves_on_the_clock() {
        let control = TimeControl::minutes(1, 2);
        let mut clock = Clock::new(control).unwrap();
        clock.press(Side::First, 1_000);
        clock.press(Side::Second, 9_000);
        assert_eq!((clock.stored(), clock.running()), ([60_000, 60_000], None));
        clock.start(Side::First, 9_000);
        assert_eq!(clock.deadline(), Some(69_000));
        clock.press(Side::First, 19_000);
        clock.start(Side::Second, 19_000);
        assert_eq!(clock.stored(), [52_000, 60_000]);
        assert_eq!(clock.left(Side::Second, 80_000), -1_000);
        assert_eq!(clock.left(Side::Second, 0), 60_000, "time going back");
        assert_eq!(clock.engine_clock(Side::Second, 80_000).remaining, Duration::ZERO);
        clock.stop(80_000);
        assert_eq!(clock.stored(), [52_000, 0]);
    }

    #[test]
    fn correspondence_begins_anew_with_each_move() {
        let mut clock = Clock::new(TimeControl::Correspondence { days: 2 }).unwrap();
        clock.start(Side::First, 0);
        clock.press(Side::First, 86_400_000);
        assert_eq!(clock.stored(), [172_800_000; 2]);
        assert_eq!(Clock::new(TimeControl::Unlimited), None);
    }
}
