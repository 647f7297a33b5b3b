//! Records: games as files.

use cairn_app::dates::date_tag;
use cairn_app::record_json::{RecordInput, RecordInputError, RecordJson};
use cairn_games::Side;
use cairn_games::record::{self, Record, RecordedMove};

use super::positions::MAX_POSITION_LENGTH;
use crate::game::{LiveGame, Occupant, Status};
use crate::problem::Problem;

/// Length of the longest record that is read or kept in a study, in bytes.
pub(crate) const MAX_RECORD_LENGTH: usize = 256 << 10;

/// Reads a record.
pub(crate) fn import_record(text: &str) -> Result<RecordJson, Problem> {
    if text.len() > MAX_RECORD_LENGTH {
        return Err(Problem::bad("record_too_long", "The record is too long."));
    }
    let wrong = |error| Problem::text("unreadable_record", "record", &error);
    Ok(RecordJson::new(&record::read(text).map_err(wrong)?))
}

/// Writes a record that can be read again.
pub(crate) fn write_record(input: &RecordInput) -> Result<String, Problem> {
    if input.start.as_ref().is_some_and(|text| text.len() > MAX_POSITION_LENGTH) {
        return Err(Problem::bad("position_too_long", "The position is too long."));
    }
    Ok(input.to_text()?)
}

impl From<RecordInputError> for Problem {
    fn from(error: RecordInputError) -> Self {
        match error {
            RecordInputError::Start(error) => error.into(),
            RecordInputError::Move { text, error } => {
                Self::from(error).within(format_args!("`{text}`"))
            }
            RecordInputError::UnknownOutcome => Self::bad("unknown_outcome", "Unknown outcome.")
                .hint("Use `first`, `second` or `draw`."),
            RecordInputError::Unwritable(error) => {
                Self::text("unwritable_record", "record", &error)
            }
        }
    }
}

impl LiveGame {
    /// Returns the game as a record.
    pub(crate) fn to_record(&self) -> Record {
        let mut record = Record::new(*self.history.start(), self.seed);
        for side in Side::BOTH {
            record.set_player(side, &self.player_name(side));
        }
        record.set_tag("Date", &date_tag(self.created));
        record.set_tag("TimeControl", &self.time.to_string());
        if let Some(ending) = &self.ending {
            record.set_tag("Termination", &ending.reason);
        } else if self.status == Status::Aborted {
            record.set_tag("Termination", "aborted");
        }
        record.line.moves = self.history.moves().iter().copied().map(RecordedMove::new).collect();
        record.result = self.ending.as_ref().map(|ending| ending.outcome);
        record
    }

    /// Returns the name of a player in records and lists.
    fn player_name(&self, side: Side) -> String {
        let seat = self.seat(side);
        match (&seat.player, &seat.name) {
            (Occupant::Computer(who), _) if who.parse::<u8>().is_ok() => {
                format!("cairn level {who}")
            }
            (Occupant::Computer(who), _) => format!("cairn {who}"),
            (_, Some(name)) => name.clone(),
            (Occupant::Open, None) => "?".to_owned(),
            (Occupant::Person, None) => "Anonymous".to_owned(),
        }
    }
}
