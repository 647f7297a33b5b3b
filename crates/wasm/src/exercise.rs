//! Exercises: moves of learners, judged by the rules and the solver.

use cairn_app::lessons::LessonRequest;
use cairn_app::puzzles::{self, PuzzleRequest, PuzzleSolution, PuzzleTry, PuzzleView};
use cairn_games::GameId;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::convert::{from_js, to_js};

/// Functions of the browser.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Date, js_name = now)]
    fn date_now() -> f64;
    #[wasm_bindgen(js_namespace = Math)]
    fn random() -> f64;
}

/// Largest random number that the page can pass on, and one more.
const CHANCES: f64 = 9_007_199_254_740_992.0;

/// Answers a request about an exercise as the HTTP API does at the same path, without `/api/v1/`:
/// those under `lessons/` and `puzzles/`. The fields of a query are passed as an object. The
/// puzzles of the rule set must have been supplied.
///
/// # Errors
/// If the path is unknown, or the request is wrong; the message says why.
#[wasm_bindgen(js_name = answerExercise, unchecked_return_type = "any")]
pub fn answer_exercise(
    path: &str,
    #[wasm_bindgen(unchecked_param_type = "object")] request: &JsValue,
) -> Result<JsValue, JsError> {
    let parts: Vec<_> = path.split('/').collect();
    match parts[..] {
        ["lessons", "judge"] => to_js(&from_js::<LessonRequest>(request)?.judge()?),
        ["lessons", "hint"] => to_js(&from_js::<LessonRequest>(request)?.hint()?),
        ["puzzles", "daily"] => to_js(&PuzzleView::new(puzzles::daily(now())?)),
        ["puzzles", "next"] => {
            let chance = (random() * CHANCES) as u64;
            to_js(&from_js::<PuzzleRequest>(request)?.choose(chance)?)
        }
        ["puzzles", id] => to_js(&PuzzleView::new(puzzles::find(id)?)),
        ["puzzles", id, "solution"] => to_js(&PuzzleSolution::new(puzzles::find(id)?)?),
        ["puzzles", id, "try"] => to_js(&from_js::<PuzzleTry>(request)?.judge(puzzles::find(id)?)?),
        ["puzzles", id, "hint"] => to_js(&from_js::<PuzzleTry>(request)?.hint(puzzles::find(id)?)?),
        _ => Err(JsError::new("unknown kind of exercise")),
    }
}

/// Supplies the puzzles of a rule set, the text of a file such as `nava.puzzles`. They are read once.
///
/// # Errors
/// If the rule set is unknown, or the text is damaged.
#[wasm_bindgen(js_name = supplyPuzzles)]
pub fn supply_puzzles(game: &str, text: &str) -> Result<(), JsError> {
    Ok(puzzles::supply(GameId::named(game)?, text)?)
}

/// Returns the rule set of the puzzle of the day.
#[wasm_bindgen(js_name = dailyGame)]
#[must_use]
pub fn daily_game() -> Option<String> {
    puzzles::daily_game(now()).map(|game| game.name().to_owned())
}

/// Returns the time in milliseconds since 1970.
fn now() -> cairn_app::Millis {
    date_now() as cairn_app::Millis
}
