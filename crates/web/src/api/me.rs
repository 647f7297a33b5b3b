//! The requester's own games: `/api/v1/me`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use super::Body;
use crate::app::AppState;
use crate::http::Requester;
use crate::pages::shell::origin;
use crate::problem::Problem;
use crate::service::{Overview, PushOverview, PushRemoval, PushRequest};

/// Counts the games that wait for the requester
///
/// `GET /games?waiting_for_me=true` lists them.
#[utoipa::path(get, path = "/me", operation_id = "getOverview", tag = "me",
    responses((status = 200, body = Overview)))]
pub(super) async fn overview(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Json<Overview>, Problem> {
    app.overview(&by).await.map(Json)
}

/// Creates the private feed of waiting games
///
/// The feed is an Atom document. Whoever has its address can read it, so the address is secret.
/// A new feed replaces the earlier one, whose address is invalid from then on. Only for browsers,
/// which are known by their cookie.
#[utoipa::path(post, path = "/me/feed", operation_id = "createFeed", tag = "me",
    responses((status = 200, body = Overview), (status = 403)))]
pub(super) async fn create_feed(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Json<Overview>, Problem> {
    app.create_feed(&by).await?;
    app.overview(&by).await.map(Json)
}

/// Removes the private feed of waiting games
#[utoipa::path(post, path = "/me/feed/remove", operation_id = "removeFeed", tag = "me",
    responses((status = 200, body = Overview), (status = 403)))]
pub(super) async fn remove_feed(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Json<Overview>, Problem> {
    app.remove_feed(&by).await?;
    app.overview(&by).await.map(Json)
}

/// Returns the records of all games of the requester that have begun
///
/// The latest changed game comes first. The file can be read by `cairn games`, and any of its
/// records by `/import`.
#[utoipa::path(get, path = "/me/records", operation_id = "getRecords", tag = "me",
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn records(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Response, Problem> {
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"my-games.cairn\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, app.own_records(&by)?).into_response())
}

/// Lists the browsers that are told by Web Push when it is the requester's turn
///
/// `key` is the public key with which a page subscribes.
#[utoipa::path(get, path = "/me/push", operation_id = "getPushOverview", tag = "me",
    responses((status = 200, body = PushOverview)))]
pub(super) async fn push_overview(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Json<PushOverview>, Problem> {
    app.push_overview(&by).await.map(Json)
}

/// Tells a browser by Web Push when it is the requester's turn
///
/// Turns in games against another person without a live clock are told, each once. A visitor has
/// up to 10 browsers; a new one replaces the oldest. Only for browsers, which are known by their
/// cookie.
#[utoipa::path(post, path = "/me/push", operation_id = "addPush", tag = "me",
    request_body = PushRequest,
    responses((status = 200, body = PushOverview), (status = 403)))]
pub(super) async fn add_push(
    State(app): State<AppState>,
    by: Requester,
    headers: HeaderMap,
    Body(request): Body<PushRequest>,
) -> Result<Json<PushOverview>, Problem> {
    app.add_push(&request, origin(&headers), &by).await?;
    app.push_overview(&by).await.map(Json)
}

/// Tells a browser nothing more
#[utoipa::path(post, path = "/me/push/remove", operation_id = "removePush", tag = "me",
    request_body = PushRemoval,
    responses((status = 200, body = PushOverview), (status = 403)))]
pub(super) async fn remove_push(
    State(app): State<AppState>,
    by: Requester,
    Body(removal): Body<PushRemoval>,
) -> Result<Json<PushOverview>, Problem> {
    app.remove_push(&removal, &by).await?;
    app.push_overview(&by).await.map(Json)
}
