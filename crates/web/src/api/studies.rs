//! Studies that visitors save: `/api/v1/studies`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::{Body, StudyPath};
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::{StudyChange, StudyList, StudyRemoval, StudyRequest, StudyView};

/// Lists the studies of the requester
#[utoipa::path(get, path = "/studies", operation_id = "listStudies", tag = "studies",
    responses((status = 200, body = StudyList)))]
pub(super) async fn list(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Json<StudyList>, Problem> {
    app.own_studies(&by).await.map(Json)
}

/// Saves a new study
///
/// Its record has at most 256 KB. Everybody who has the link can read it; only its author, who is
/// known by a cookie, can change it.
#[utoipa::path(post, path = "/studies", operation_id = "createStudy", tag = "studies",
    request_body = StudyRequest,
    responses((status = 201, body = StudyView), (status = 403), (status = 409), (status = 413),
        (status = 422)))]
pub(super) async fn create(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<StudyRequest>,
) -> Result<(StatusCode, Json<StudyView>), Problem> {
    let study = app.create_study(request, &by).await?;
    Ok((StatusCode::CREATED, Json(study)))
}

/// Returns a study with its record
#[utoipa::path(get, path = "/studies/{id}", operation_id = "getStudy", tag = "studies",
    params(StudyPath), responses((status = 200, body = StudyView), (status = 404)))]
pub(super) async fn get(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Json<StudyView>, Problem> {
    app.get_study(&id, &by).await.map(Json)
}

/// Saves a study in place of an earlier version
///
/// The change names the revision that it was made from. If the study has another one by now, nothing
/// is changed, and the answer is 409 `stale`. A request may be repeated.
#[utoipa::path(post, path = "/studies/{id}", operation_id = "changeStudy", tag = "studies",
    params(StudyPath), request_body = StudyChange,
    responses((status = 200, body = StudyView), (status = 403), (status = 404), (status = 409),
        (status = 413), (status = 422)))]
pub(super) async fn change(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(change): Body<StudyChange>,
) -> Result<Json<StudyView>, Problem> {
    app.change_study(&id, change, &by).await.map(Json)
}

/// Deletes a study of the requester
///
/// Returns the studies that are left.
#[utoipa::path(post, path = "/studies/{id}/remove", operation_id = "removeStudy", tag = "studies",
    params(StudyPath), request_body = StudyRemoval,
    responses((status = 200, body = StudyList), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn remove(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(removal): Body<StudyRemoval>,
) -> Result<Json<StudyList>, Problem> {
    app.remove_study(&id, removal, &by).await?;
    app.own_studies(&by).await.map(Json)
}
