//! Dates as records and file names write them, in universal time.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::clock::Millis;

/// Returns the present moment in milliseconds since 1970.
pub fn now() -> Millis {
    Timestamp::now().as_millisecond()
}

/// Formats a moment as the date tag of a record.
///
/// ```
/// assert_eq!(cairn_app::dates::date_tag(951_782_400_000), "2000.02.29");
/// ```
pub fn date_tag(moment: Millis) -> String {
    format(moment, "%Y.%m.%d")
}

/// Formats a moment for the name of a file, so that names sort by time.
///
/// ```
/// assert_eq!(cairn_app::dates::file_stem(951_782_399_000), "2000-02-28-235959");
/// ```
pub fn file_stem(moment: Millis) -> String {
    format(moment, "%Y-%m-%d-%H%M%S")
}

/// Formats a moment for people.
///
/// ```
/// assert_eq!(cairn_app::dates::date_time(951_782_399_000), "2000-02-28 23:59 UTC");
/// ```
pub fn date_time(moment: Millis) -> String {
    format(moment, "%Y-%m-%d %H:%M UTC")
}

/// Formats a moment as feeds and other documents of the internet do (RFC 3339).
///
/// ```
/// assert_eq!(cairn_app::dates::internet_date(951_782_399_000), "2000-02-28T23:59:59Z");
/// ```
pub fn internet_date(moment: Millis) -> String {
    format(moment, "%Y-%m-%dT%H:%M:%SZ")
}

fn format(moment: Millis, pattern: &str) -> String {
    let moment = Timestamp::from_millisecond(moment).unwrap_or_default();
    moment.to_zoned(TimeZone::UTC).strftime(pattern).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_moments() {
        for (seconds, text) in [
            (0, "1970-01-01-000000"),
            (951_782_399, "2000-02-28-235959"),
            (951_782_400, "2000-02-29-000000"),
            (1_709_251_200, "2024-03-01-000000"),
            (4_102_444_799, "2099-12-31-235959"),
        ] {
            assert_eq!(file_stem(seconds * 1_000), text);
        }
        assert_eq!(date_tag(0), "1970.01.01");
        assert_eq!(date_tag(1_709_164_800_000), "2024.02.29");
        assert_eq!(date_tag(1_794_700_800_000), "2026.11.15");
    }
}
