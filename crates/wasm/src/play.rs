//! Games in the page: reasons, levels, records.

use cairn_app::board::BoardLook;
use cairn_app::record_json::{RecordInput, RecordJson};
use cairn_app::{AGREED_DRAW, LevelAdvice, ending_text};
use cairn_engine::levels::Level;
use cairn_games::{Ending, GameId, Outcome, Side, record};
use serde::Serialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::convert::{from_js, position, to_js};

/// A level, see `Level` in `types.d.ts`.
#[derive(Serialize)]
struct LevelJson {
    level: String,
    word: &'static str,
    sentence: &'static str,
}

impl LevelJson {
    fn new(level: Level) -> Self {
        Self { level: level.to_string(), word: level.word(), sentence: level.sentence() }
    }
}

/// Advice after a game, see `NextLevels` in `types.d.ts`.
#[derive(Serialize)]
struct NextLevels {
    level: String,
    sentence: &'static str,
    easier: Option<LevelJson>,
    harder: Option<LevelJson>,
}

/// Returns the reason why something cannot be picked next, as a sentence; nothing if it can. It is
/// the name of a cell, `hand` or `pass`.
///
/// # Errors
/// If the position cannot be read, a pick is wrong, or the board has no such cell.
#[wasm_bindgen(js_name = whyNot)]
#[expect(clippy::needless_pass_by_value, reason = "lists from JavaScript are passed by value")]
pub fn why_not(
    game: &str,
    text: Option<String>,
    picks: Vec<String>,
    pick: &str,
) -> Result<Option<String>, JsError> {
    let look = BoardLook { picks: &picks.join(","), ..BoardLook::default() };
    Ok(look.board(position(game, text)?)?.why_not(pick)?)
}

/// Lists the levels of the computer, the easiest first.
///
/// # Errors
/// If memory runs out.
#[wasm_bindgen(unchecked_return_type = "Level[]")]
pub fn levels() -> Result<JsValue, JsError> {
    to_js(&Level::all().map(LevelJson::new).collect::<Vec<_>>())
}

/// Advises on the level of the next game, after one against a level that ended in a position.
///
/// # Errors
/// If the position cannot be read, or the level, the side or the outcome is unknown.
#[wasm_bindgen(js_name = nextLevels, unchecked_return_type = "NextLevels")]
pub fn next_levels(
    game: &str,
    last: Option<String>,
    level: &str,
    #[wasm_bindgen(unchecked_param_type = "Side")] side: &str,
    #[wasm_bindgen(unchecked_param_type = "Outcome")] outcome: &str,
) -> Result<JsValue, JsError> {
    let number = level.parse().ok().and_then(Level::new);
    let level = number.ok_or_else(|| JsError::new("unknown level"))?;
    let advice =
        LevelAdvice::new(level, read_side(side)?, read_outcome(outcome)?, &position(game, last)?);
    to_js(&NextLevels {
        level: advice.level.to_string(),
        sentence: advice.sentence,
        easier: level.easier().map(LevelJson::new),
        harder: level.harder().map(LevelJson::new),
    })
}

/// Describes how a game ended, for the player of a side or, without one, for everybody. A draw
/// without a reason was agreed on.
///
/// # Errors
/// If the game, the side or the outcome is unknown.
#[wasm_bindgen(js_name = endingText)]
#[expect(clippy::needless_pass_by_value, reason = "texts that may be missing are passed by value")]
pub fn ending_in_words(
    game: &str,
    #[wasm_bindgen(unchecked_param_type = "Outcome")] outcome: &str,
    reason: &str,
    #[wasm_bindgen(unchecked_param_type = "Side")] side: Option<String>,
) -> Result<String, JsError> {
    let reason = if reason.is_empty() { AGREED_DRAW } else { reason };
    let ending = Ending::new(read_outcome(outcome)?, reason);
    let side = side.as_deref().map(read_side).transpose()?;
    Ok(ending_text(GameId::named(game)?.info(), &ending, side))
}

fn read_outcome(word: &str) -> Result<Outcome, JsError> {
    Outcome::from_word(word).ok_or_else(|| JsError::new("unknown outcome"))
}

fn read_side(word: &str) -> Result<Side, JsError> {
    Side::from_word(word).ok_or_else(|| JsError::new("unknown side"))
}

/// Returns the cells that decided a finished game, such as the ends of a chain.
///
/// # Errors
/// If the position cannot be read.
#[wasm_bindgen(js_name = winningCells)]
pub fn winning_cells(game: &str, text: Option<String>) -> Result<Vec<String>, JsError> {
    let position = position(game, text)?;
    let view = position.view();
    Ok(position.winning_cells().iter().map(|&cell| view.cells[cell].name.clone()).collect())
}

/// Reads the first record of a text, with variations and comments.
///
/// # Errors
/// If it cannot be read; the message says why.
#[wasm_bindgen(js_name = readRecord, unchecked_return_type = "GameRecord")]
pub fn read_record(text: &str) -> Result<JsValue, JsError> {
    let records = record::read_all(text)?;
    let first = records.first().ok_or_else(|| JsError::new("there is no record in this text"))?;
    to_js(&RecordJson::new(first))
}

/// Writes a record as text.
///
/// # Errors
/// If a move is illegal, or something in the record cannot be written.
#[wasm_bindgen(js_name = recordText)]
pub fn record_text(
    #[wasm_bindgen(unchecked_param_type = "RecordInput")] record: &JsValue,
) -> Result<String, JsError> {
    Ok(from_js::<RecordInput>(record)?.to_text()?)
}

/// Writes a position as a Prolog term of the original programs; nothing if its game has none.
///
/// # Errors
/// If the position cannot be read.
#[wasm_bindgen(js_name = prologTerm)]
pub fn prolog_term(game: &str, text: Option<String>) -> Result<Option<String>, JsError> {
    let position = position(game, text)?;
    Ok(cairn_app::prolog_term(&position))
}
