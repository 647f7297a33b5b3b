//! Records: games as files.

use cairn_app::dates::date_tag;
use cairn_app::schema::{OutcomeWord, RuleSetName};
use cairn_games::record::{self, Line, Record, RecordedMove};
use cairn_games::{AnyPosition, Outcome, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::{LiveGame, Occupant, Status};
use crate::problem::Problem;

/// Length of the longest record that is read, in bytes.
pub(super) const MAX_RECORD_LENGTH: usize = 256 << 10;

/// A record of a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RecordView {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: &'static str,
    /// Size of the board.
    pub(crate) size: String,
    /// First position.
    pub(crate) start: String,
    /// Names and values of the tags.
    pub(crate) tags: Vec<(String, String)>,
    /// Name of the first player.
    pub(crate) first: Option<String>,
    /// Name of the second player.
    pub(crate) second: Option<String>,
    /// Result.
    #[schema(value_type = Option<OutcomeWord>)]
    pub(crate) outcome: Option<&'static str>,
    /// Comments before the first move.
    pub(crate) comments: Vec<String>,
    /// Main line.
    pub(crate) moves: Vec<AnnotatedMove>,
}

/// A line of annotated moves: the main line of a record or a variation.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LineView {
    /// Comments before the first move.
    pub(crate) comments: Vec<String>,
    /// The moves.
    #[schema(no_recursion)]
    pub(crate) moves: Vec<AnnotatedMove>,
}

/// A move of a record, with its annotations.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct AnnotatedMove {
    /// Move in notation.
    #[serde(rename = "move")]
    #[schema(required)]
    pub(crate) text: String,
    /// Position after the move. Ignored in requests.
    pub(crate) position: String,
    /// Numeric annotation glyphs as in PGN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub(crate) glyphs: Vec<u8>,
    /// Comments on the move.
    pub(crate) comments: Vec<String>,
    /// Alternatives to the move.
    #[schema(no_recursion)]
    pub(crate) variations: Vec<LineView>,
}

/// Reads a record.
pub(crate) fn import_record(text: &str) -> Result<RecordView, Problem> {
    if text.len() > MAX_RECORD_LENGTH {
        return Err(Problem::bad("record_too_long", "The record is too long."));
    }
    let wrong = |error| Problem::text("unreadable_record", "record", &error);
    Ok(RecordView::of(&record::read(text).map_err(wrong)?))
}

impl RecordView {
    /// Describes a record.
    pub(crate) fn of(record: &Record) -> Self {
        let line = line_view(&record.line, *record.start());
        Self {
            version: 1,
            game: record.game().name(),
            size: record.game().info().board.size(),
            start: record.start().to_text(),
            tags: record.tags().to_vec(),
            first: record.player(Side::First).map(str::to_owned),
            second: record.player(Side::Second).map(str::to_owned),
            outcome: record.result.map(Outcome::word),
            comments: line.comments,
            moves: line.moves,
        }
    }
}

/// Variations are nested no deeper than the reader allows, so this ends.
fn line_view(line: &Line, start: AnyPosition) -> LineView {
    let mut position = start;
    let mut moves = Vec::with_capacity(line.moves.len());
    for recorded in &line.moves {
        let before = position;
        let (Ok(text), Ok(())) = (before.write_move(recorded.mv), position.play(recorded.mv))
        else {
            break;
        };
        let variations = recorded.variations.iter();
        moves.push(AnnotatedMove {
            text,
            position: position.to_text(),
            glyphs: recorded.glyphs.clone(),
            comments: recorded.comments.clone(),
            variations: variations.map(|variation| line_view(variation, before)).collect(),
        });
    }
    LineView { comments: line.comments.clone(), moves }
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
    pub(crate) fn player_name(&self, side: Side) -> String {
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
