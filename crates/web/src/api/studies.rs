//! Studies that visitors save: `/api/v1/studies`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::{Body, StudyPath};
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::{StudyChange, StudyList, StudyRemoval, StudyRequest, StudyView};

/// Lists your studies
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
/// Its record can have up to 256 KB. Anyone with the link can read it; only its author, identified
/// by a cookie, can change it.
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

/// Saves a new version of a study
///
/// The request names the revision it is based on. If the study has another one by now, nothing
/// changes, and the response is 409 `stale`. A request can safely be repeated.
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

/// Deletes one of your studies
///
/// Returns the remaining studies.
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
