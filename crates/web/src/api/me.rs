//! The requester's own games: `/api/v1/me`.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Body;
use crate::app::AppState;
use crate::http::{BecomesVisitor, Requester};
use crate::ids::Visitor;
use crate::pages::shell::origin;
use crate::problem::Problem;
use crate::service::{Link, Overview, PushOverview, PushRemoval, PushRequest};

/// Counts the games waiting for your move
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
/// The feed is an Atom document. Anyone who has its address can read it, so keep the address
/// secret. A new feed replaces the previous one, whose address stops working. Only for browsers,
/// which are identified by their cookie.
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

/// Returns the records of all your games that have begun
///
/// The most recently changed game comes first. `cairn games` reads the file, and `/import` reads
/// any of its records.
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

/// Lists your browsers with push notifications
///
/// A page subscribes with the public key `key`.
#[utoipa::path(get, path = "/me/push", operation_id = "getPushOverview", tag = "me",
    responses((status = 200, body = PushOverview)))]
pub(super) async fn push_overview(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Json<PushOverview>, Problem> {
    app.push_overview(&by).await.map(Json)
}

/// Turns on push notifications for a browser
///
/// Each of your turns in a game against another person without a live clock is announced once. You
/// can have up to 10 browsers; a new one replaces the oldest. Only for browsers, which are
/// identified by their cookie.
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

/// Turns off push notifications for a browser
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

/// Creates a private link that brings all your games to another browser
///
/// The link works once, within an hour, and replaces any earlier one. Only for browsers, which are
/// identified by their cookie.
#[utoipa::path(post, path = "/me/links", operation_id = "createIdentityLink", tag = "me",
    responses((status = 200, body = Link), (status = 403)))]
pub(super) async fn create_link(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Json<Link>, Problem> {
    app.create_identity_link(&by).await.map(Json)
}

/// Revokes your private link
#[utoipa::path(post, path = "/me/links/revoke", operation_id = "revokeIdentityLink", tag = "me",
    responses((status = 200, body = Overview), (status = 403)))]
pub(super) async fn revoke_link(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Json<Overview>, Problem> {
    app.revoke_identity_link(&by).await?;
    app.overview(&by).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimIdentityRequest {
    /// Token of the private link.
    token: String,
}

/// Uses a private link to bring its creator's games to this browser
///
/// The response sets the creator's cookie. Games that this browser already has become the
/// creator's too.
#[utoipa::path(post, path = "/me/claim", operation_id = "claimIdentity", tag = "me",
    request_body = ClaimIdentityRequest,
    responses((status = 200, body = Overview)))]
pub(super) async fn claim(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<ClaimIdentityRequest>,
) -> Result<Response, Problem> {
    let visitor = app.claim_identity(&request.token, &by).await?;
    as_visitor(&app, by, visitor).await
}

/// Signs out all your other browsers
///
/// The response sets a new cookie, which has all your games. The cookies of other browsers, the
/// feed, notifications and open private links stop working.
#[utoipa::path(post, path = "/me/sign-out-others", operation_id = "signOutOthers", tag = "me",
    responses((status = 200, body = Overview), (status = 403)))]
pub(super) async fn sign_out_others(
    State(app): State<AppState>,
    by: Requester,
) -> Result<Response, Problem> {
    let visitor = app.sign_out_others(&by).await?;
    as_visitor(&app, by, visitor).await
}

/// Answers a browser that is another visitor from now on.
async fn as_visitor(app: &AppState, by: Requester, visitor: Visitor) -> Result<Response, Problem> {
    let by = Requester { visitor: visitor.clone(), is_new: false, ..by };
    let mut response = Json(app.overview(&by).await?).into_response();
    response.extensions_mut().insert(BecomesVisitor(visitor));
    Ok(response)
}
