//! Positions in other forms.

use cairn_games::GameId;
use cairn_legacy::{dialects, write_state};
use serde::{Deserialize, Serialize};

use super::positions::{boards, filled, read_text, side_word};
use crate::live::Word;
use crate::problem::Problem;

/// A position to be written in another form.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConvertRequest {
    /// The rule set; told from the position if left out.
    pub game: Option<String>,
    /// The position in any form.
    pub position: String,
    /// Who is to move, where the position does not say.
    pub to_move: Option<String>,
    /// Which original program's form of a Prolog term.
    pub dialect: Option<String>,
}

/// A position in all forms.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct Converted {
    pub version: u32,
    pub game: Word,
    pub size: String,
    pub to_move: Option<Word>,
    pub notation: String,
    pub prolog: String,
    /// Why no game can come to this, if so.
    pub impossible: Option<String>,
}

/// Writes a position in all forms.
///
/// # Errors
/// If it cannot be read.
pub fn convert(request: &ConvertRequest) -> Result<Converted, Problem> {
    let games = match filled(request.game.as_ref()) {
        Some(game) => boards(game, None)?,
        None => GameId::ALL.to_vec(),
    };
    let to_move = filled(request.to_move.as_ref());
    let reading = read_text(&games, request.position.trim(), to_move)?;
    let (game, info) = (reading.game, reading.game.info());
    let dialect = match filled(request.dialect.as_ref()) {
        None => None,
        Some(name) => {
            let dialects = dialects(game);
            let found = dialects.iter().position(|known| known.name.eq_ignore_ascii_case(name));
            let known: Vec<_> = dialects.iter().map(|known| known.name).collect();
            Some(found.ok_or_else(|| {
                Problem::bad("unknown_dialect", format!("{game} has no such dialect."))
                    .hint(format!("It has {}.", known.join(", ")))
            })?)
        }
    };
    Ok(Converted {
        version: 1,
        game: info.name,
        size: info.board.size(),
        to_move: reading.diagram.to_move.map(side_word),
        notation: reading.diagram.write(info),
        prolog: write_state(game, &reading.diagram, dialect)
            .map(|term| term.to_string())
            .unwrap_or_default(),
        impossible: reading.position().err().map(|why| why.to_string()),
    })
}
