//! Rule sets, positions, moves and drawings.

use cairn_app::board::{self, BoardHtml, BoardLook};
use cairn_app::json::{AppliedJson, RuleSetJson};
use cairn_app::{EditQuery, EditorForm, PositionSpec};
use cairn_draw::svg::{self, Options, Theme};
use cairn_draw::{Marks, marks_of_move};
use cairn_games::GameId;
use serde::Deserialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::convert::{from_js, history, position, to_js};

/// Look of a board, see `BoardLook` in `types.d.ts`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct LookOptions {
    #[serde(rename = "move")]
    made: Option<String>,
    picks: Vec<String>,
    hints: Vec<String>,
    flipped: bool,
    coordinates: Option<bool>,
    flat: bool,
    choices: bool,
}

impl LookOptions {
    /// Creates the board of a position.
    fn board(&self, game: &str, text: Option<String>) -> Result<BoardHtml, JsError> {
        let look = BoardLook {
            made: self.made.as_deref(),
            picks: &self.picks.join(","),
            hints: &self.hints.join("|"),
            flipped: self.flipped,
            coordinates: self.coordinates.unwrap_or(true),
            flat: self.flat,
            choices: self.choices,
        };
        Ok(look.board(position(game, text)?)?)
    }
}

/// Options of a picture, see `PictureOptions` in `types.d.ts`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PictureOptions {
    #[serde(rename = "move")]
    made: Option<String>,
    width: Option<u32>,
    dark: bool,
    flipped: bool,
    coordinates: Option<bool>,
    caption: Option<bool>,
}

/// Lists the rule sets.
///
/// # Errors
/// If memory runs out.
#[wasm_bindgen(js_name = ruleSets, unchecked_return_type = "RuleSet[]")]
pub fn rule_sets() -> Result<JsValue, JsError> {
    to_js(&GameId::rule_sets().map(RuleSetJson::new).collect::<Vec<_>>())
}

/// Returns the start position of a rule set, on a board of a size such as `9x9`, or the shuffled
/// set-up with a number.
///
/// # Errors
/// If there is no such game, size or set-up.
#[wasm_bindgen(js_name = startPosition)]
pub fn start_position(
    game: &str,
    size: Option<String>,
    seed: Option<f64>,
) -> Result<String, JsError> {
    let seed = seed.map(|seed| seed as u64);
    let spec = PositionSpec { size, seed, ..PositionSpec::of(game) };
    Ok(spec.position()?.to_text())
}

/// Reads a position in the notation or as a Prolog term, and returns it in the notation.
///
/// # Errors
/// If it cannot be read, or no game can reach it.
#[wasm_bindgen(js_name = readPosition)]
pub fn read_position(game: &str, text: String) -> Result<String, JsError> {
    Ok(position(game, Some(text))?.to_text())
}

/// Lists the legal moves of a position.
///
/// # Errors
/// If the position cannot be read.
#[wasm_bindgen(js_name = legalMoves)]
pub fn legal_moves(game: &str, text: Option<String>) -> Result<Vec<String>, JsError> {
    Ok(position(game, text)?.move_texts())
}

/// Returns the legal moves of a position as a tree of picks, from which a person chooses step by
/// step.
///
/// # Errors
/// If the position cannot be read.
#[wasm_bindgen(js_name = pickTree, unchecked_return_type = "PickTree")]
pub fn pick_tree(game: &str, text: Option<String>) -> Result<JsValue, JsError> {
    to_js(&board::pick_tree(&position(game, text)?))
}

/// Plays moves from a position.
///
/// # Errors
/// If a move cannot be read, or is illegal; the message says why.
#[wasm_bindgen(unchecked_return_type = "Applied")]
#[expect(clippy::needless_pass_by_value, reason = "lists from JavaScript are passed by value")]
pub fn apply(game: &str, start: Option<String>, moves: Vec<String>) -> Result<JsValue, JsError> {
    to_js(&AppliedJson::new(&history(game, start, &moves)?))
}

/// Returns the name of the file with the net for a position; none if its game has no net.
///
/// # Errors
/// If the position cannot be read.
#[wasm_bindgen(js_name = netName)]
pub fn net_name(game: &str, start: Option<String>) -> Result<Option<String>, JsError> {
    Ok(cairn_app::net_name(position(game, start)?.game()))
}

/// Returns the board of a position: a picture, buttons over its cells, and the position as data.
///
/// # Errors
/// If the position, a move or a pick is wrong.
#[wasm_bindgen(js_name = boardFragment)]
pub fn board_fragment(
    game: &str,
    text: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "BoardLook")] look: &JsValue,
) -> Result<String, JsError> {
    Ok(from_js::<LookOptions>(look)?.board(game, text)?.fragment().into_string())
}

/// Returns what all boards of a page share, as HTML that is put into the page once: a style sheet
/// with colours and the places of cells, and the letters of the pictures.
#[wasm_bindgen(js_name = boardSheet)]
#[must_use]
pub fn board_sheet() -> String {
    format!("<style>{}</style>{}", board::style_sheet(), svg::inline_letters())
}

/// Returns the whole board of a position, with prompt and buttons.
///
/// # Errors
/// If the position, a move or a pick is wrong.
#[wasm_bindgen(js_name = boardHtml)]
pub fn board_html(
    game: &str,
    text: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "BoardLook")] look: &JsValue,
) -> Result<String, JsError> {
    Ok(from_js::<LookOptions>(look)?.board(game, text)?.render().into_string())
}

/// Returns the position editor after an edit, as the forms of `/editor/GAME`, without links to other
/// pages. A random number chooses shuffled set-ups.
///
/// # Errors
/// If there is no such game, or no board of the size that is asked for.
#[wasm_bindgen(js_name = editorForm)]
pub fn editor_form(
    game: &str,
    #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] edit: &JsValue,
    chance: f64,
) -> Result<String, JsError> {
    let edit = from_js::<EditQuery>(edit)?;
    Ok(EditorForm::new(game, edit, chance as u64)?.render(None).into_string())
}

/// Draws a position as an SVG file.
///
/// # Errors
/// If the position or the move is wrong.
#[wasm_bindgen(js_name = boardSvg)]
pub fn board_svg(
    game: &str,
    text: Option<String>,
    #[wasm_bindgen(unchecked_optional_param_type = "PictureOptions")] options: &JsValue,
) -> Result<String, JsError> {
    let wanted: PictureOptions = from_js(options)?;
    let mut position = position(game, text)?;
    let mut marks = Marks::default();
    if let Some(text) = &wanted.made {
        let before = position.view();
        position.play(position.read_move(text)?)?;
        marks = marks_of_move(&before, &position.view());
    }
    let options = Options {
        theme: if wanted.dark { Theme::Dark } else { Theme::Light },
        width: wanted.width,
        flipped: wanted.flipped,
        coordinates: wanted.coordinates.unwrap_or(true),
        caption: wanted.caption.unwrap_or(true),
        ..Options::default()
    };
    Ok(svg::draw(&position.view(), &marks, &options))
}
