//! Conversion between Rust and JavaScript.

use cairn_app::{PositionSpec, play_moves};
use cairn_games::{AnyPosition, History};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

/// Functions of the browser.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn parse(text: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn stringify(value: &JsValue) -> Result<Option<String>, JsValue>;
}

/// Returns a value as a JavaScript object.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    let text = serde_json::to_string(value)?;
    parse(&text).map_err(|_| JsError::new("the answer cannot be passed on"))
}

/// Reads options from a JavaScript object; the default if there is none.
pub(crate) fn from_js<T: DeserializeOwned + Default>(value: &JsValue) -> Result<T, JsError> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    let text = stringify(value).ok().flatten().ok_or_else(|| JsError::new("invalid options"))?;
    Ok(serde_json::from_str(&text)?)
}

/// Reads a position of a game; its start without a text.
pub(crate) fn position(game: &str, text: Option<String>) -> Result<AnyPosition, JsError> {
    let spec = PositionSpec { position: text, ..PositionSpec::of(game) };
    Ok(spec.position()?)
}

/// Plays moves from a position.
pub(crate) fn history(
    game: &str,
    start: Option<String>,
    moves: &[String],
) -> Result<History, JsError> {
    let mut history = History::new(position(game, start)?);
    play_moves(&mut history, moves)?;
    Ok(history)
}
