//! Conversion of positions between formats.

use cairn_app::PositionSpec;
use cairn_app::schema::{RuleSetName, SideWord};
use cairn_games::Side;
use cairn_legacy::{dialects, write_state};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::positions::{filled, read_spec};
use crate::problem::Problem;

/// A position to convert.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConvertRequest {
    /// Rule set; detected from the position if left out.
    #[schema(value_type = Option<RuleSetName>)]
    pub(crate) game: Option<String>,
    /// Position in notation, or a Prolog term of an original program.
    pub(crate) position: String,
    /// Side to move, if the position does not say.
    pub(crate) to_move: Option<String>,
    /// Original program whose Prolog dialect to write, such as `001`.
    pub(crate) dialect: Option<String>,
}

/// A position in every format.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Converted {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: &'static str,
    /// Size of the board.
    pub(crate) size: String,
    /// Side to move, if the text says so.
    #[schema(value_type = Option<SideWord>)]
    pub(crate) to_move: Option<&'static str>,
    /// Position in notation.
    pub(crate) notation: String,
    /// Position as a Prolog term.
    pub(crate) prolog: String,
    /// Reason why no game can reach this position, if none can.
    pub(crate) impossible: Option<String>,
}

/// Writes a position in all formats.
pub(crate) fn convert(request: &ConvertRequest) -> Result<Converted, Problem> {
    if request.position.trim().is_empty() {
        return Err(Problem::bad("unreadable_position", "The position is missing."));
    }
    let reading = read_spec(&PositionSpec {
        game: request.game.clone(),
        position: Some(request.position.clone()),
        to_move: request.to_move.clone(),
        ..PositionSpec::default()
    })?;
    let (game, info) = (reading.game, reading.game.info());
    let dialect = match filled(request.dialect.as_ref()) {
        None => None,
        Some(name) => {
            let dialects = dialects(game);
            let found = dialects.iter().position(|known| known.name.eq_ignore_ascii_case(name));
            let known: Vec<_> = dialects.iter().map(|known| known.name).collect();
            Some(found.ok_or_else(|| {
                Problem::bad("unknown_dialect", format!("{game} does not have this dialect."))
                    .hint(format!("The dialects are {}.", known.join(", ")))
            })?)
        }
    };
    Ok(Converted {
        version: 1,
        game: info.name,
        size: info.board.size(),
        to_move: reading.diagram.to_move.map(Side::word),
        notation: reading.diagram.write(info),
        prolog: write_state(game, &reading.diagram, dialect)
            .map(|term| term.to_string())
            .unwrap_or_default(),
        impossible: reading.position().err().map(|why| why.to_string()),
    })
}
