//! Exercises: moves of learners, judged by the rules and the solver.

use cairn_app::lessons::LessonRequest;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::convert::{from_js, to_js};

/// Answers a request about an exercise as the HTTP API does at the same path, without `/api/v1/`:
/// `lessons/judge` and `lessons/hint`.
///
/// # Errors
/// If the path is unknown, or the request is wrong; the message says why.
#[wasm_bindgen(js_name = answerExercise, unchecked_return_type = "any")]
pub fn answer_exercise(
    path: &str,
    #[wasm_bindgen(unchecked_param_type = "object")] request: &JsValue,
) -> Result<JsValue, JsError> {
    match path {
        "lessons/judge" => to_js(&from_js::<LessonRequest>(request)?.judge()?),
        "lessons/hint" => to_js(&from_js::<LessonRequest>(request)?.hint()?),
        _ => Err(JsError::new("unknown kind of exercise")),
    }
}
