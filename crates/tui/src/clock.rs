//! The clocks of a game.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use cairn_engine::ClockState;
use cairn_games::Side;

/// How much time each side has for the game, and what each move adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// At the start.
    pub base: Duration,
    /// After each move.
    pub increment: Duration,
}

impl TimeControl {
    /// So many minutes and so many seconds a move.
    #[must_use]
    pub const fn minutes(minutes: u64, increment: u64) -> Self {
        Self { base: Duration::from_secs(60 * minutes), increment: Duration::from_secs(increment) }
    }
}

/// A text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no time control; write the seconds for the game and for each move, such as 300+5"
)]
pub struct NoTimeControl(String);

impl FromStr for TimeControl {
    type Err = NoTimeControl;

    fn from_str(text: &str) -> Result<Self, NoTimeControl> {
        let wrong = || NoTimeControl(text.to_owned());
        let seconds = |text: &str| {
            let number: f64 = text.trim().parse().map_err(|_| wrong())?;
            let bearable = (0.0..=1e6).contains(&number);
            if bearable { Ok(Duration::from_secs_f64(number)) } else { Err(wrong()) }
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let control = Self { base: seconds(base)?, increment: seconds(increment)? };
        if control.base.is_zero() { Err(wrong()) } else { Ok(control) }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// What is left of the time of both sides.
#[derive(Clone, Debug)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// Whose time runs, and since when.
    running: Option<(Side, Instant)>,
}

impl Clocks {
    /// Both with all their time, and standing still.
    #[must_use]
    pub const fn new(control: TimeControl) -> Self {
        Self::with_left(control, [control.base; 2])
    }

    /// With so much time left.
    #[must_use]
    pub const fn with_left(control: TimeControl, left: [Duration; 2]) -> Self {
        Self { control, left, running: None }
    }

    /// The time control.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// How much time a side has left.
    #[must_use]
    pub fn left(&self, side: Side, now: Instant) -> Duration {
        let spent = match self.running {
            Some((running, since)) if running == side => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[side.index()].saturating_sub(spent)
    }

    /// The clock of a side, as a thinker takes it.
    #[must_use]
    pub fn clock(&self, side: Side, now: Instant) -> ClockState {
        ClockState { remaining: self.left(side, now), increment: self.control.increment }
    }

    /// Lets the time of a side run, or of nobody.
    pub fn run(&mut self, side: Option<Side>, now: Instant) {
        if self.running.map(|(running, _)| running) == side {
            return;
        }
        if let Some((running, _)) = self.running {
            self.left[running.index()] = self.left(running, now);
        }
        self.running = side.map(|side| (side, now));
    }

    /// A side has made its move.
    pub fn moved(&mut self, side: Side, now: Instant) {
        self.run(None, now);
        self.left[side.index()] += self.control.increment;
    }

    /// The side whose time is up, if any.
    #[must_use]
    pub fn out_of_time(&self, now: Instant) -> Option<Side> {
        let (side, _) = self.running?;
        self.left(side, now).is_zero().then_some(side)
    }
}

/// A time as a clock shows it: `4:59`, `1:02:03`, and tenths in the last ten seconds.
#[must_use]
pub fn shown(time: Duration) -> String {
    if time < Duration::from_secs(10) {
        return format!("0:0{}.{}", time.as_secs(), time.subsec_millis() / 100);
    }
    // A second that has begun counts, so that a clock begins with all its time.
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written_again() {
        for text in ["300+5", "60+0", "0.5+0.1"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("60".parse::<TimeControl>().unwrap().to_string(), "60+0");
        for text in ["", "0", "-1", "a+b", "1+-1", "inf", "NaN", "1e9"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_running_side_loses_time() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut clocks = Clocks::new(TimeControl::minutes(1, 2));
        clocks.run(Some(Side::First), start);
        assert_eq!(shown(clocks.left(Side::First, after(10))), "0:50");
        assert_eq!(shown(clocks.left(Side::Second, after(10))), "1:00");
        clocks.moved(Side::First, after(10));
        assert_eq!(shown(clocks.left(Side::First, after(500))), "0:52");
        clocks.run(Some(Side::Second), after(10));
        assert_eq!(clocks.out_of_time(after(69)), None);
        assert_eq!(clocks.out_of_time(after(70)), Some(Side::Second));
        assert_eq!(shown(clocks.left(Side::Second, after(65))), "0:05.0");
        assert_eq!(shown(Duration::from_millis(59_001)), "1:00");
        assert_eq!(shown(Duration::from_millis(9_999)), "0:09.9");
    }
}
