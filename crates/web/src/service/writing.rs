//! A tree of moves as a record.

use cairn_app::schema::{OutcomeWord, RuleSetName};
use cairn_games::record::{self, GAME_TAG, Line, POSITION_TAG, Record, RecordedMove};
use cairn_games::record::{RESULT_TAG, SEED_TAG, SIZE_TAG};
use cairn_games::{AnyPosition, Outcome};
use serde::Deserialize;
use utoipa::ToSchema;

use super::positions::PositionRequest;
use super::records::{AnnotatedMove, LineView};
use crate::problem::Problem;

/// Tags that follow from the rest of the record.
const DERIVED_TAGS: [&str; 5] = [GAME_TAG, POSITION_TAG, RESULT_TAG, SEED_TAG, SIZE_TAG];

/// A game with variations to write as a record.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordRequest {
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: String,
    /// First position; the start of the game if left out.
    pub(crate) start: Option<String>,
    /// Size of the board, such as `9x9`.
    pub(crate) size: Option<String>,
    /// Number of a shuffled set-up.
    pub(crate) seed: Option<u64>,
    /// Names and values of the tags.
    #[serde(default)]
    pub(crate) tags: Vec<(String, String)>,
    /// Result, if the game did not end by the rules.
    #[schema(value_type = Option<OutcomeWord>)]
    pub(crate) outcome: Option<String>,
    /// Comments before the first move.
    #[serde(default)]
    pub(crate) comments: Vec<String>,
    /// Main line.
    #[serde(default)]
    pub(crate) moves: Vec<AnnotatedMove>,
}

/// Writes a record that can be read again.
pub(crate) fn write_record(request: &RecordRequest) -> Result<String, Problem> {
    let (game, position) = (request.game.clone(), request.start.clone());
    // A seed belongs to a start that may be told as well; the record finds out.
    let seed = request.seed.filter(|_| position.is_none());
    let start = PositionRequest { game, position, size: request.size.clone(), seed }.read()?;
    let mut written = Record::new(start, request.seed);
    for (name, value) in
        request.tags.iter().filter(|(name, _)| !DERIVED_TAGS.contains(&name.as_str()))
    {
        written.set_tag(name, value);
    }
    written.line =
        Line { comments: request.comments.clone(), moves: moves_of(&request.moves, start)? };
    written.result = match (written.history().outcome(), request.outcome.as_deref()) {
        (Some(outcome), _) => Some(outcome),
        (None, None) => None,
        (None, Some(word)) => Some(Outcome::from_word(word).ok_or_else(|| {
            Problem::bad("unknown_outcome", "Unknown outcome.")
                .hint("Use `first`, `second` or `draw`.")
        })?),
    };
    let text = written.to_string();
    record::read(&text).map_err(|error| Problem::text("unwritable_record", "record", &error))?;
    Ok(text)
}

/// The JSON reader does not nest without bound, so this ends.
fn moves_of(moves: &[AnnotatedMove], start: AnyPosition) -> Result<Vec<RecordedMove>, Problem> {
    let mut position = start;
    let mut recorded = Vec::with_capacity(moves.len());
    for shape in moves {
        let before = position;
        let mv = before.read_move(&shape.text).and_then(|mv| Ok(position.play(mv).map(|()| mv)?));
        let named = |error| Problem::from(error).within(format_args!("`{}`", shape.text));
        let mv = mv.map_err(named)?;
        let variation = |line: &LineView| {
            Ok(Line { comments: line.comments.clone(), moves: moves_of(&line.moves, before)? })
        };
        let variations: Result<Vec<_>, Problem> = shape.variations.iter().map(variation).collect();
        recorded.push(RecordedMove {
            mv,
            glyphs: shape.glyphs.clone(),
            comments: shape.comments.clone(),
            variations: variations?,
        });
    }
    Ok(recorded)
}
