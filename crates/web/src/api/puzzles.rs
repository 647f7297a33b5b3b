//! Puzzles.

use axum::Json;
use axum::extract::{Path, State};
use cairn_app::dates;
use cairn_app::lessons::LessonHint;
use cairn_app::puzzles::{
    self, PuzzleRequest, PuzzleSolution, PuzzleTry, PuzzleVerdict, PuzzleView,
};

use super::{Body, Params};
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::random_number;

/// Path of a puzzle.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Path)]
#[allow(dead_code, reason = "the handlers read the path as a string")]
struct PuzzlePath {
    /// Id of the puzzle.
    #[param(example = "k3f9b2")]
    id: String,
}

/// Returns the puzzle of the day
///
/// It changes at midnight UTC and is the same on every server.
#[utoipa::path(get, path = "/puzzles/daily", operation_id = "getDailyPuzzle", tag = "puzzles",
    responses((status = 200, body = PuzzleView)))]
pub(super) async fn daily() -> Result<Json<PuzzleView>, Problem> {
    Ok(Json(PuzzleView::new(puzzles::daily(dates::now())?)))
}

/// Chooses a puzzle
///
/// Without a seed, the choice is random.
#[utoipa::path(get, path = "/puzzles/next", operation_id = "getNextPuzzle", tag = "puzzles",
    params(PuzzleRequest),
    responses((status = 200, body = PuzzleView), (status = 400), (status = 404)))]
pub(super) async fn next(Params(wish): Params<PuzzleRequest>) -> Result<Json<PuzzleView>, Problem> {
    Ok(Json(wish.choose(random_number())?))
}

/// Returns a puzzle
#[utoipa::path(get, path = "/puzzles/{id}", operation_id = "getPuzzle", tag = "puzzles",
    params(PuzzlePath), responses((status = 200, body = PuzzleView), (status = 404)))]
pub(super) async fn get(Path(id): Path<String>) -> Result<Json<PuzzleView>, Problem> {
    Ok(Json(PuzzleView::new(puzzles::find(&id)?)))
}

/// Judges a try
///
/// A right move is answered with the best defence, a wrong one with the line that refutes it.
#[utoipa::path(post, path = "/puzzles/{id}/try", operation_id = "tryPuzzle", tag = "puzzles",
    params(PuzzlePath), request_body = PuzzleTry,
    responses((status = 200, body = PuzzleVerdict), (status = 404), (status = 422)))]
pub(super) async fn judge(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<PuzzleTry>,
) -> Result<Json<PuzzleVerdict>, Problem> {
    app.limits.take(by.network, Purpose::Analyse)?;
    let puzzle = puzzles::find(&id)?;
    Ok(Json(app.compute.run(move || request.judge(puzzle)).await??))
}

/// Returns a right move in a puzzle
///
/// The moves are those made so far, as in a try.
#[utoipa::path(post, path = "/puzzles/{id}/hint", operation_id = "getPuzzleHint", tag = "puzzles",
    params(PuzzlePath), request_body = PuzzleTry,
    responses((status = 200, body = LessonHint), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn hint(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<PuzzleTry>,
) -> Result<Json<LessonHint>, Problem> {
    app.limits.take(by.network, Purpose::Analyse)?;
    let puzzle = puzzles::find(&id)?;
    Ok(Json(app.compute.run(move || request.hint(puzzle)).await??))
}

/// Returns the solution of a puzzle
#[utoipa::path(get, path = "/puzzles/{id}/solution", operation_id = "getPuzzleSolution",
    tag = "puzzles", params(PuzzlePath),
    responses((status = 200, body = PuzzleSolution), (status = 404)))]
pub(super) async fn solution(Path(id): Path<String>) -> Result<Json<PuzzleSolution>, Problem> {
    Ok(Json(PuzzleSolution::new(puzzles::find(&id)?)?))
}
