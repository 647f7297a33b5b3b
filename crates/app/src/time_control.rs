//! Time controls as users write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;
/// Longest base time or increment that is accepted, in seconds.
const MAX_SECONDS: f64 = 1e6;
/// Longest correspondence time that is accepted, in days per move.
const MAX_DAYS: u16 = 365;

/// Thinking time of both players of a game.
///
/// Read from and written as text: `none`, `300+5` (seconds for the game plus seconds per
/// move), `300` (no increment) or `3d` (days per move).
///
/// ```
/// use std::time::Duration;
/// use cairn_app::TimeControl;
///
/// let blitz: TimeControl = "300+2.5".parse()?;
/// assert_eq!(blitz, TimeControl::Fischer {
///     base: Duration::from_secs(300),
///     increment: Duration::from_millis(2_500),
/// });
/// assert_eq!(blitz.to_string(), "300+2.5");
/// assert_eq!("3d".parse(), Ok(TimeControl::Correspondence { days: 3 }));
/// assert!("fast".parse::<TimeControl>().is_err());
/// # Ok::<(), cairn_app::TimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// No clocks.
    #[default]
    Unlimited,
    /// Time for the whole game, and time added after each move.
    Fischer {
        /// Time for the whole game.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
    /// A fresh allowance for every move.
    Correspondence {
        /// Days per move.
        days: u16,
    },
}

/// Error reading a [`TimeControl`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid time control `{0}`; write seconds for the game and per move, such as 300+5")]
pub struct TimeControlError(String);

impl TimeControl {
    /// Returns the time control of this many minutes per game and seconds per move.
    pub const fn minutes(minutes: u64, increment: u64) -> Self {
        Self::Fischer {
            base: Duration::from_secs(60 * minutes),
            increment: Duration::from_secs(increment),
        }
    }

    /// Returns the time of each player when the game begins, or `None` without clocks.
    pub const fn initial_time(self) -> Option<Duration> {
        match self {
            Self::Unlimited => None,
            // With an increment alone, the first move has it too.
            Self::Fischer { base, increment } if base.is_zero() => Some(increment),
            Self::Fischer { base, .. } => Some(base),
            Self::Correspondence { days } => Some(days_per_move(days)),
        }
    }

    /// Returns the time added after each move.
    pub const fn increment(self) -> Duration {
        match self {
            Self::Fischer { increment, .. } => increment,
            Self::Unlimited | Self::Correspondence { .. } => Duration::ZERO,
        }
    }

    /// Returns the time that a player has after a move that left `left` on the clock.
    pub(crate) const fn after_move(self, left: Duration) -> Duration {
        match self {
            Self::Unlimited => left,
            Self::Fischer { increment, .. } => left.saturating_add(increment),
            Self::Correspondence { days } => days_per_move(days),
        }
    }

    /// Whether the clock runs for the move of this number (from 0) in a game between people
    /// who have to arrive first: in a live game, each player's first move is free.
    ///
    /// ```
    /// use cairn_app::TimeControl;
    ///
    /// let blitz = TimeControl::minutes(5, 3);
    /// assert_eq!([0, 1, 2].map(|ply| blitz.runs_at(ply)), [false, false, true]);
    /// ```
    pub const fn runs_at(self, ply: usize) -> bool {
        match self {
            Self::Unlimited => false,
            Self::Fischer { .. } => ply >= 2,
            Self::Correspondence { .. } => true,
        }
    }
}

const fn days_per_move(days: u16) -> Duration {
    Duration::from_secs(days as u64 * SECONDS_PER_DAY)
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let invalid = || TimeControlError(text.to_owned());
        let text = text.trim();
        if text == "none" {
            return Ok(Self::Unlimited);
        }
        if let Some(days) = text.strip_suffix('d') {
            let days = days.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days));
            return days.map(|days| Self::Correspondence { days }).ok_or_else(invalid);
        }
        let seconds = |text: &str| {
            let seconds: f64 = text.trim().parse().map_err(|_| invalid())?;
            let is_valid = (0.0..=MAX_SECONDS).contains(&seconds);
            // Clocks count milliseconds.
            is_valid
                .then(|| Duration::from_millis((seconds * 1_000.0).round() as u64))
                .ok_or_else(invalid)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let control = Self::Fischer { base: seconds(base)?, increment: seconds(increment)? };
        // With neither base time nor increment, nobody could make a move.
        match control.initial_time() {
            Some(time) if !time.is_zero() => Ok(control),
            _ => Err(invalid()),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlimited => f.write_str("none"),
            Self::Fischer { base, increment } => {
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Self::Correspondence { days } => write!(f, "{days}d"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written_again() {
        for text in ["none", "300+5", "60+0", "0+10", "0.5+0.1", "60+0.5", "3d"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("60".parse::<TimeControl>().unwrap().to_string(), "60+0");
        assert_eq!(
            "10".parse(),
            Ok(TimeControl::Fischer { base: Duration::from_secs(10), increment: Duration::ZERO })
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "0",
            "-1",
            "a+b",
            "1+-1",
            "inf",
            "NaN",
            "1e9",
            "+",
            "-1+0",
            "1+inf",
            "nan+1",
            "1e300+0",
            "1+2+3",
            "x",
            "0d",
            "d",
            "366d",
            "99999999999+0",
            "0+0",
            "0.0001",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
