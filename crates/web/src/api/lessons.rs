//! Lessons.

use axum::Json;
use axum::extract::State;
use cairn_app::lessons::{LessonHint, LessonRequest, LessonVerdict};

use super::Body;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;

/// Judges a move in a lesson
///
/// The rules or the solver decide. Nothing is stored.
#[utoipa::path(post, path = "/lessons/judge", operation_id = "judgeLesson", tag = "lessons",
    request_body = LessonRequest,
    responses((status = 200, body = LessonVerdict), (status = 404), (status = 422)))]
pub(super) async fn judge(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<LessonRequest>,
) -> Result<Json<LessonVerdict>, Problem> {
    app.limits.take(by.network, Purpose::Analyse)?;
    Ok(Json(app.compute.run(move || request.judge()).await??))
}

/// Returns a move that leads to the goal of a lesson
#[utoipa::path(post, path = "/lessons/hint", operation_id = "getLessonHint", tag = "lessons",
    request_body = LessonRequest,
    responses((status = 200, body = LessonHint), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn hint(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<LessonRequest>,
) -> Result<Json<LessonHint>, Problem> {
    app.limits.take(by.network, Purpose::Analyse)?;
    Ok(Json(app.compute.run(move || request.hint()).await??))
}
