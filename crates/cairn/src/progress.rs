//! Progress of long commands on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::output::tell;

/// Interval between two updates on a terminal.
const REDRAW: Duration = Duration::from_millis(200);
/// Interval between two lines in a log.
const LOG: Duration = Duration::from_secs(10);
/// Width of the bar.
const BAR: usize = 24;

/// A progress line: redrawn in place on a terminal, otherwise a line every ten seconds.
pub struct ProgressBar {
    began: Instant,
    shown: Option<Instant>,
    is_terminal: bool,
}

impl ProgressBar {
    /// Starts the clock.
    pub fn new() -> Self {
        Self { began: Instant::now(), shown: None, is_terminal: io::stderr().is_terminal() }
    }

    /// Shows the share of the work that is done, from 0 to 1, with the time left.
    pub fn show(&mut self, share: f64, detail: impl FnOnce() -> String) {
        if self.is_due() {
            let share = share.clamp(0.0, 1.0);
            let full = (share * BAR as f64) as usize;
            let bar = format!("[{}{}] ", "#".repeat(full), ".".repeat(BAR - full));
            let percent = 100.0 * share;
            let left = time_left(self.began.elapsed(), share);
            self.write(&bar, &format!("{percent:3.0} %  {}{left}", detail()));
        }
    }

    /// Shows progress of work whose end is not known.
    pub fn show_endless(&mut self, detail: impl FnOnce() -> String) {
        if self.is_due() {
            let seconds = self.began.elapsed().as_secs();
            self.write("", &format!("{}, {}", detail(), duration(seconds)));
        }
    }

    /// Removes the progress line from a terminal.
    pub fn clear(&mut self) {
        if self.is_terminal && self.shown.take().is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }

    /// Whether it is time for the next update. In a log, short work stays silent.
    fn is_due(&mut self) -> bool {
        let interval = if self.is_terminal { REDRAW } else { LOG };
        let is_due = self.shown.unwrap_or(self.began).elapsed() >= interval;
        if is_due {
            self.shown = Some(Instant::now());
        }
        is_due
    }

    fn write(&self, bar: &str, text: &str) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K{bar}{text}");
        } else {
            tell(text);
        }
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Returns the time left, once there is enough to go by.
fn time_left(elapsed: Duration, share: f64) -> String {
    if share < 0.01 || elapsed < Duration::from_secs(1) {
        return String::new();
    }
    let left = elapsed.as_secs_f64() * (1.0 - share) / share;
    format!(", {} left", duration(left.round() as u64))
}

fn duration(seconds: u64) -> String {
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_share() {
        let after = |seconds, share| time_left(Duration::from_secs(seconds), share);
        assert_eq!(after(10, 0.25), ", 30 s left");
        assert_eq!(after(100, 0.5), ", 1 min 40 s left");
        assert_eq!(after(3_600, 0.5), ", 1 h 00 min left");
        assert_eq!(after(10, 1.0), ", 0 s left");
        assert_eq!(after(10, 0.0), "", "nothing to go by");
    }
}
