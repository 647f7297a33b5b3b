//! The date and time of now, as records and file names write it.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment in universal time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    year: i64,
    month: u64,
    day: u64,
    second_of_day: u64,
}

impl Moment {
    /// Now.
    #[must_use]
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::of_unix(since.as_secs())
    }

    /// So many seconds after the beginning of 1970.
    fn of_unix(seconds: u64) -> Self {
        // Years are counted from March, so that the leap day is the last of a year; 400 of
        // them have always the same number of days.
        const DAYS_IN_400_YEARS: u64 = 146_097;
        const DAYS_TO_1970: u64 = 719_468;
        let days = seconds / 86_400 + DAYS_TO_1970;
        let (era, day) = (days / DAYS_IN_400_YEARS, days % DAYS_IN_400_YEARS);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        Self {
            year: (era * 400 + year + u64::from(month <= 2)) as i64,
            month,
            day: day_of_year - (153 * month_from_march + 2) / 5 + 1,
            second_of_day: seconds % 86_400,
        }
    }

    /// As a record's date tag has it: `2026.11.15`.
    #[must_use]
    pub fn date_tag(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// For the name of a file, so that names sort by time: `2026-11-15-055830`.
    #[must_use]
    pub fn file_stem(self) -> String {
        let (hours, minutes) = (self.second_of_day / 3_600, self.second_of_day / 60 % 60);
        let seconds = self.second_of_day % 60;
        let Self { year, month, day, .. } = self;
        format!("{year:04}-{month:02}-{day:02}-{hours:02}{minutes:02}{seconds:02}")
    }
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
            assert_eq!(Moment::of_unix(seconds).file_stem(), text);
        }
        assert_eq!(Moment::of_unix(951_782_400).date_tag(), "2000.02.29");
    }
}
