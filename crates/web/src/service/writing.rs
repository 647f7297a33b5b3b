//! A tree of moves as a record.

use cairn_games::record::{self, GAME_TAG, Line, POSITION_TAG, Record, RecordedMove};
use cairn_games::record::{RESULT_TAG, SEED_TAG, SIZE_TAG};
use cairn_games::{AnyPosition, Outcome, Side};
use serde::Deserialize;

use super::positions::Wanted;
use crate::problem::Problem;

/// Tags that say where a game begins and how it ended: they follow from the rest.
const OURS: [&str; 5] = [GAME_TAG, POSITION_TAG, RESULT_TAG, SEED_TAG, SIZE_TAG];

/// A game with variations, in the shape in which records are read.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    /// The rule set.
    pub game: String,
    /// Where the game begins; the start if left out.
    pub start: Option<String>,
    /// The size of the board.
    pub size: Option<String>,
    /// The number of a shuffled set-up.
    pub seed: Option<u64>,
    /// Names and values.
    #[serde(default)]
    pub tags: Vec<(String, String)>,
    /// `first`, `second` or `draw`, if it did not end by the rules.
    pub outcome: Option<String>,
    /// What is said before the first move.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The main line.
    #[serde(default)]
    pub moves: Vec<MoveWithMore>,
}

/// A variation.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LineShape {
    /// What is said before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<MoveWithMore>,
}

/// A move, with what is said about it and what could have been played instead.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MoveWithMore {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Numbered signs.
    pub glyphs: Vec<u8>,
    /// What is said about it.
    pub comments: Vec<String>,
    /// Other moves.
    pub variations: Vec<LineShape>,
}

/// Writes a record. It is one that can be read again.
///
/// # Errors
/// If a move cannot be made, or something cannot stand in a record.
pub fn write_record(request: &RecordRequest) -> Result<String, Problem> {
    let (game, position) = (request.game.clone(), request.start.clone());
    // A seed belongs to a start that may be told as well; the record finds out.
    let seed = request.seed.filter(|_| position.is_none());
    let start = Wanted { game, position, size: request.size.clone(), seed }.read()?;
    let mut written = Record::new(start, request.seed);
    for (name, value) in request.tags.iter().filter(|(name, _)| !OURS.contains(&name.as_str())) {
        written.set_tag(name, value);
    }
    written.line =
        Line { comments: request.comments.clone(), moves: moves_of(&request.moves, start)? };
    written.result = match (written.history().outcome(), request.outcome.as_deref()) {
        (Some(outcome), _) => Some(outcome),
        (None, None) => None,
        (None, Some(word)) => Some(read_outcome(word)?),
    };
    let text = written.to_string();
    record::read(&text).map_err(|error| Problem::text("unwritable_record", "record", &error))?;
    Ok(text)
}

/// The JSON reader does not nest without bound, so this ends.
fn moves_of(moves: &[MoveWithMore], start: AnyPosition) -> Result<Vec<RecordedMove>, Problem> {
    let mut position = start;
    let mut recorded = Vec::with_capacity(moves.len());
    for shape in moves {
        let before = position;
        let mv = before.read_move(&shape.text).and_then(|mv| Ok(position.play(mv).map(|()| mv)?));
        let mv = mv.map_err(|error| {
            let mut problem = Problem::of_move(&error);
            problem.message = format!("`{}`: {}", shape.text, problem.message);
            problem
        })?;
        let variation = |line: &LineShape| {
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

fn read_outcome(word: &str) -> Result<Outcome, Problem> {
    let known = [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];
    known.into_iter().find(|outcome| outcome.word() == word).ok_or_else(|| {
        Problem::bad("unknown_outcome", "There is no such outcome.")
            .hint("Use `first`, `second` or `draw`.")
    })
}
