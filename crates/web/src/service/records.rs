//! Records: games as files.

use cairn_games::record::{self, Line, Record, RecordedMove};
use cairn_games::{AnyPosition, Outcome, Side};
use serde::Serialize;

use crate::game::{Play, Player, Status};
use crate::live::Word;
use crate::problem::Problem;
use crate::time::Millis;

/// The most bytes of a record that are read.
pub(super) const LONGEST_RECORD: usize = 256 << 10;

/// A record that was read.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct ImportedRecord {
    pub version: u32,
    pub game: Word,
    pub size: String,
    pub start: String,
    pub tags: Vec<(String, String)>,
    pub first: Option<String>,
    pub second: Option<String>,
    pub outcome: Option<Word>,
    #[serde(flatten)]
    pub line: ImportedLine,
}

/// Moves that follow each other.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct ImportedLine {
    pub comments: Vec<String>,
    pub moves: Vec<ImportedMove>,
}

/// A move with what is said about it.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct ImportedMove {
    #[serde(rename = "move")]
    pub text: String,
    pub position: String,
    pub glyphs: Vec<u8>,
    pub comments: Vec<String>,
    pub variations: Vec<ImportedLine>,
}

/// Reads the one record that a text holds.
///
/// # Errors
/// If something is wrong with it.
pub fn import_record(text: &str) -> Result<ImportedRecord, Problem> {
    if text.len() > LONGEST_RECORD {
        return Err(Problem::bad("record_too_long", "This is too long to be a record."));
    }
    let wrong = |error| Problem::text("unreadable_record", "record", &error);
    Ok(ImportedRecord::of(&record::read(text).map_err(wrong)?))
}

impl ImportedRecord {
    /// A record as it is told.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        Self {
            version: 1,
            game: record.game().name(),
            size: record.game().info().board.size(),
            start: record.start().to_text(),
            tags: record.tags().to_vec(),
            first: record.player(Side::First).map(str::to_owned),
            second: record.player(Side::Second).map(str::to_owned),
            outcome: record.result.map(Outcome::word),
            line: imported_line(&record.line, *record.start()),
        }
    }
}

/// Variations are nested no deeper than the reader allows, so this ends.
fn imported_line(line: &Line, start: AnyPosition) -> ImportedLine {
    let mut position = start;
    let mut moves = Vec::with_capacity(line.moves.len());
    for recorded in &line.moves {
        let before = position;
        let (Ok(text), Ok(())) = (before.write_move(recorded.mv), position.play(recorded.mv))
        else {
            break;
        };
        let variations = recorded.variations.iter();
        moves.push(ImportedMove {
            text,
            position: position.to_text(),
            glyphs: recorded.glyphs.clone(),
            comments: recorded.comments.clone(),
            variations: variations.map(|variation| imported_line(variation, before)).collect(),
        });
    }
    ImportedLine { comments: line.comments.clone(), moves }
}

impl Play {
    /// The game as a record.
    #[must_use]
    pub fn to_record(&self) -> Record {
        let mut record = Record::new(*self.history.start(), self.seed);
        for side in Side::BOTH {
            record.set_player(side, &self.player_name(side));
        }
        record.set_tag("Date", &date(self.created));
        record.set_tag("TimeControl", &self.time.to_string());
        if let Some(verdict) = &self.verdict {
            record.set_tag("Termination", &verdict.reason);
        } else if self.status == Status::Aborted {
            record.set_tag("Termination", "called off");
        }
        record.line.moves = self.history.moves().iter().copied().map(RecordedMove::new).collect();
        record.result = self.verdict.as_ref().map(|verdict| verdict.outcome);
        record
    }

    /// What a player is called in records and lists.
    #[must_use]
    pub fn player_name(&self, side: Side) -> String {
        let seat = self.seat(side);
        match (&seat.player, &seat.name) {
            (Player::Computer(who), _) if who.parse::<u8>().is_ok() => format!("cairn level {who}"),
            (Player::Computer(who), _) => format!("cairn {who}"),
            (_, Some(name)) => name.clone(),
            (Player::Open, None) => "?".to_owned(),
            (Player::Person, None) => "Anonymous".to_owned(),
        }
    }
}

/// A day as records write it: `2026.11.15`.
fn date(time: Millis) -> String {
    let days = time.div_euclid(24 * 60 * 60 * 1000);
    let (year, month, day) = civil(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date of a day counted from 1970, in the Gregorian calendar. Years are counted from
/// March, so that the day that comes and goes is the last one.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(1_709_164_800_000), "2024.02.29");
        assert_eq!(date(1_794_700_800_000), "2026.11.15");
    }
}
