//! Time controls and the players' clocks.

use std::fmt;

use cairn_games::Side;

use crate::time::Millis;

const SECOND: Millis = 1_000;
const DAY: Millis = 24 * 60 * 60 * SECOND;

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// As much as they like.
    None,
    /// So much for the game, and some more for each move.
    Live {
        /// For the game.
        base: Millis,
        /// Added after each move.
        increment: Millis,
    },
    /// So many days for each move.
    Days(u8),
}

impl TimeControl {
    /// The longest time for a game, in seconds.
    pub const MOST_SECONDS: u32 = 3 * 60 * 60;
    /// The longest increment, in seconds.
    pub const MOST_INCREMENT: u32 = 180;
    /// The most days for a move.
    pub const MOST_DAYS: u8 = 14;

    /// Seconds for the game and seconds a move, if they are within bounds.
    #[must_use]
    pub fn live(base: u32, increment: u32) -> Option<Self> {
        let fits = base <= Self::MOST_SECONDS && increment <= Self::MOST_INCREMENT;
        // With neither, nobody could make a move.
        (fits && base + increment >= 3).then(|| Self::Live {
            base: Millis::from(base) * SECOND,
            increment: Millis::from(increment) * SECOND,
        })
    }

    /// Days a move, if they are within bounds.
    #[must_use]
    pub fn days(days: u8) -> Option<Self> {
        (1..=Self::MOST_DAYS).contains(&days).then_some(Self::Days(days))
    }

    /// Reads `none`, `300+5` (seconds) or `3d`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text == "none" {
            return Some(Self::None);
        }
        if let Some(days) = text.strip_suffix('d') {
            return Self::days(days.parse().ok()?);
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        Self::live(base.parse().ok()?, increment.parse().ok()?)
    }

    /// What each player has when the game begins; `None` without clocks.
    #[must_use]
    pub const fn at_start(self) -> Option<Millis> {
        match self {
            Self::None => None,
            // With an increment alone, the first move has it too.
            Self::Live { base, increment } => Some(if base == 0 { increment } else { base }),
            Self::Days(days) => Some(days as Millis * DAY),
        }
    }

    /// What a player has after a move that left so much.
    const fn after_move(self, left: Millis) -> Millis {
        match self {
            Self::None => left,
            Self::Live { increment, .. } => left + increment,
            Self::Days(days) => days as Millis * DAY,
        }
    }

    /// Whether the clock of the side that makes the move of this number runs. In live
    /// games each player has the first move free, to arrive.
    #[must_use]
    pub const fn runs_at(self, ply: usize) -> bool {
        match self {
            Self::None => false,
            Self::Live { .. } => ply >= 2,
            Self::Days(_) => true,
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Live { base, increment } => {
                write!(f, "{}+{}", base / SECOND, increment / SECOND)
            }
            Self::Days(days) => write!(f, "{days}d"),
        }
    }
}

/// The clocks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What each side had when the running clock was started.
    pub left: [Millis; 2],
    /// When the clock of the side to move was started, if it runs.
    pub since: Option<Millis>,
}

impl Clocks {
    /// As the game begins, none running.
    #[must_use]
    pub fn new(control: TimeControl) -> Option<Self> {
        control.at_start().map(|left| Self { left: [left; 2], since: None })
    }

    /// What a side has left now, perhaps less than nothing.
    #[must_use]
    pub fn left(&self, side: Side, to_move: Side, now: Millis) -> Millis {
        let spent = match self.since {
            // A clock that was set back must not give time.
            Some(since) if side == to_move => (now - since).max(0),
            _ => 0,
        };
        self.left[side.index()] - spent
    }

    /// When the side to move runs out of time, if its clock runs.
    #[must_use]
    pub fn deadline(&self, to_move: Side) -> Option<Millis> {
        self.since.map(|since| since.saturating_add(self.left[to_move.index()]))
    }

    /// Stops the clock of the side to move.
    pub fn stop(&mut self, to_move: Side, now: Millis) {
        self.left[to_move.index()] = self.left(to_move, to_move, now).max(0);
        self.since = None;
    }

    /// Stops the clock of a side that has made the move of this number and starts the
    /// other one, if it is to run.
    pub fn press(&mut self, control: TimeControl, mover: Side, ply: usize, now: Millis) {
        let ran = self.since.is_some();
        self.stop(mover, now);
        if ran {
            let left = &mut self.left[mover.index()];
            *left = control.after_move(*left);
        }
        self.since = control.runs_at(ply + 1).then_some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for text in ["none", "300+5", "60+0", "0+10", "3d"] {
            assert_eq!(TimeControl::read(text).unwrap().to_string(), text);
        }
        for text in ["", "x", "-1+0", "1+1", "99999999999+0", "0d", "15d", "5+181", "d", "+"] {
            assert_eq!(TimeControl::read(text), None, "{text}");
        }
    }

    #[test]
    fn clocks_count_down_and_gain_the_increment() {
        let control = TimeControl::live(60, 2).unwrap();
        let mut clocks = Clocks::new(control).unwrap();
        clocks.press(control, Side::First, 0, 1_000);
        assert_eq!(clocks.since, None, "the second player's first move is free");
        clocks.press(control, Side::Second, 1, 9_000);
        assert_eq!(clocks.deadline(Side::First), Some(69_000));
        clocks.press(control, Side::First, 2, 19_000);
        assert_eq!(clocks.left, [52_000, 60_000]);
        assert_eq!(clocks.left(Side::Second, Side::Second, 80_000), -1_000);
        assert_eq!(clocks.left(Side::Second, Side::Second, 0), 60_000, "time going back");
    }
}
