//! Time controls within the bounds of the site.

use std::time::Duration;

use cairn_app::TimeControl;

/// Longest time for a game, in seconds.
pub(crate) const MAX_BASE_SECONDS: u64 = 3 * 60 * 60;
/// Longest increment, in seconds.
pub(crate) const MAX_INCREMENT_SECONDS: u64 = 180;
/// Largest number of days per move.
pub(crate) const MAX_DAYS: u16 = 14;
/// Least time for the first move that a person can make in.
const MIN_SECONDS: u64 = 3;

/// Reads `none`, `300+5` (whole seconds) or `3d`. Returns `None` if the text is not a time
/// control, or if it is out of bounds.
pub(crate) fn read_time_control(text: &str) -> Option<TimeControl> {
    let control = text.parse().ok()?;
    let fits = match control {
        TimeControl::Unlimited => true,
        TimeControl::Fischer { base, increment } => {
            let is_whole = |time: Duration| time.subsec_nanos() == 0;
            is_whole(base)
                && is_whole(increment)
                && base.as_secs() <= MAX_BASE_SECONDS
                && increment.as_secs() <= MAX_INCREMENT_SECONDS
                && (base + increment).as_secs() >= MIN_SECONDS
        }
        TimeControl::Correspondence { days } => days <= MAX_DAYS,
    };
    fits.then_some(control)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_and_written() {
        for text in ["none", "300+5", "60+0", "0+10", "3d"] {
            assert_eq!(read_time_control(text).unwrap().to_string(), text);
        }
        for text in
            ["", "x", "-1+0", "1+1", "99999999999+0", "0d", "15d", "5+181", "d", "+", "60+0.5"]
        {
            assert_eq!(read_time_control(text), None, "{text}");
        }
    }
}
