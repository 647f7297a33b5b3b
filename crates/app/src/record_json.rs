//! Records with variations and comments as JSON, as the site sends them and takes them back.
//!
//! ```
//! use cairn_app::record_json::{RecordInput, RecordJson};
//! use cairn_games::record;
//!
//! let record = record::read("[Game \"nava\"]\n1. a1-a4 {well} e5-e4")?;
//! let json = serde_json::to_value(RecordJson::new(&record))?;
//! assert_eq!(json["moves"][0]["comments"][0], "well");
//!
//! let input: RecordInput = serde_json::from_str(r#"{"game": "nava", "moves": [{"move": "a1-a4"}]}"#)?;
//! assert!(input.to_text()?.contains("1. a1-a4"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use cairn_games::record::{self, GAME_TAG, Line, POSITION_TAG, Record, RecordedMove};
use cairn_games::record::{RESULT_TAG, SEED_TAG, SIZE_TAG};
use cairn_games::{AnyPosition, MoveError, Outcome, Side, TextError};
use serde::{Deserialize, Serialize};
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

#[cfg(feature = "openapi")]
use crate::schema::{OutcomeWord, RuleSetName};
use crate::{PositionSpec, PositionSpecError};

/// Tags that follow from the rest of the record.
const DERIVED_TAGS: [&str; 5] = [GAME_TAG, POSITION_TAG, RESULT_TAG, SEED_TAG, SIZE_TAG];

/// A record of a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = RecordView))]
pub struct RecordJson {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    #[cfg_attr(feature = "openapi", schema(value_type = RuleSetName))]
    pub game: &'static str,
    /// Size of the board.
    pub size: String,
    /// First position.
    pub start: String,
    /// Names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// Name of the first player.
    pub first: Option<String>,
    /// Name of the second player.
    pub second: Option<String>,
    /// Result.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<OutcomeWord>))]
    pub outcome: Option<&'static str>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// Main line.
    pub moves: Vec<MoveJson>,
}

/// A line of annotated moves: the main line of a record or a variation.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = LineView))]
#[serde(deny_unknown_fields, default)]
pub struct LineJson {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub moves: Vec<MoveJson>,
}

/// A move of a record, with its annotations.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = AnnotatedMove))]
#[serde(deny_unknown_fields, default)]
pub struct MoveJson {
    /// Move in notation.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub text: String,
    /// Position after the move. Ignored in requests.
    pub position: String,
    /// Numeric annotation glyphs as in PGN: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub glyphs: Vec<u8>,
    /// Comments on the move.
    pub comments: Vec<String>,
    /// Alternatives to the move.
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub variations: Vec<LineJson>,
}

impl RecordJson {
    /// Describes a record.
    pub fn new(record: &Record) -> Self {
        let line = line_json(&record.line, *record.start());
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
fn line_json(line: &Line, start: AnyPosition) -> LineJson {
    let mut position = start;
    let mut moves = Vec::with_capacity(line.moves.len());
    for recorded in &line.moves {
        let before = position;
        let (Ok(text), Ok(())) = (before.write_move(recorded.mv), position.play(recorded.mv))
        else {
            break;
        };
        let variations = recorded.variations.iter();
        moves.push(MoveJson {
            text,
            position: position.to_text(),
            glyphs: recorded.glyphs.clone(),
            comments: recorded.comments.clone(),
            variations: variations.map(|variation| line_json(variation, before)).collect(),
        });
    }
    LineJson { comments: line.comments.clone(), moves }
}

/// A game with variations to write as a record.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = RecordRequest))]
#[serde(deny_unknown_fields)]
pub struct RecordInput {
    /// Rule set.
    #[cfg_attr(feature = "openapi", schema(value_type = RuleSetName))]
    pub game: String,
    /// First position; the start of the game if left out.
    pub start: Option<String>,
    /// Size of the board, such as `9x9`.
    pub size: Option<String>,
    /// Number of a shuffled set-up.
    pub seed: Option<u64>,
    /// Names and values of the tags.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// Result, if the game did not end by the rules.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<OutcomeWord>))]
    pub outcome: Option<String>,
    /// Comments before the first move.
    #[serde(default)]
    pub comments: Vec<String>,
    /// Main line.
    #[serde(default)]
    pub moves: Vec<MoveJson>,
}

/// Error writing a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordInputError {
    /// The start is wrong.
    #[error(transparent)]
    Start(#[from] PositionSpecError),
    /// A move is wrong.
    #[error("`{text}`: {error}")]
    Move {
        /// Text of the move.
        text: String,
        /// Reason.
        error: MoveError,
    },
    /// The outcome is not a known word.
    #[error("unknown outcome")]
    UnknownOutcome,
    /// The record could not be read again, because of a tag or comment.
    #[error(transparent)]
    Unwritable(TextError),
}

impl RecordInput {
    /// Writes a record that can be read again.
    ///
    /// # Errors
    /// If the start, a move, the outcome, a tag or a comment is wrong.
    pub fn to_text(&self) -> Result<String, RecordInputError> {
        let start = self.start_position()?;
        let mut written = Record::new(start, self.seed);
        let is_own = |(name, _): &&(String, String)| !DERIVED_TAGS.contains(&name.as_str());
        for (name, value) in self.tags.iter().filter(is_own) {
            written.set_tag(name, value);
        }
        written.line =
            Line { comments: self.comments.clone(), moves: read_moves(&self.moves, start)? };
        written.result = match (written.history().outcome(), self.outcome.as_deref()) {
            (Some(outcome), _) => Some(outcome),
            (None, None) => None,
            (None, Some(word)) => {
                Some(Outcome::from_word(word).ok_or(RecordInputError::UnknownOutcome)?)
            }
        };
        let text = written.to_string();
        record::read(&text).map_err(RecordInputError::Unwritable)?;
        Ok(text)
    }

    fn start_position(&self) -> Result<AnyPosition, PositionSpecError> {
        if self.game.trim().is_empty() {
            return Err(PositionSpecError::NoGame);
        }
        let spec = PositionSpec {
            position: self.start.clone(),
            size: self.size.clone(),
            // A seed belongs to a start that may be told as well; the record finds out.
            seed: self.seed.filter(|_| self.start.is_none()),
            ..PositionSpec::of(&self.game)
        };
        spec.position()
    }
}

/// The JSON reader does not nest without bound, so this ends.
fn read_moves(
    moves: &[MoveJson],
    start: AnyPosition,
) -> Result<Vec<RecordedMove>, RecordInputError> {
    let mut position = start;
    let mut recorded = Vec::with_capacity(moves.len());
    for shape in moves {
        let before = position;
        let mv = before.read_move(&shape.text).and_then(|mv| Ok(position.play(mv).map(|()| mv)?));
        let mv = mv.map_err(|error| RecordInputError::Move { text: shape.text.clone(), error })?;
        let variation = |line: &LineJson| {
            Ok(Line { comments: line.comments.clone(), moves: read_moves(&line.moves, before)? })
        };
        let variations: Result<_, RecordInputError> =
            shape.variations.iter().map(variation).collect();
        recorded.push(RecordedMove {
            mv,
            glyphs: shape.glyphs.clone(),
            comments: shape.comments.clone(),
            variations: variations?,
        });
    }
    Ok(recorded)
}
