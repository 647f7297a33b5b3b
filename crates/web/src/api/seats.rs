//! Seats in games: private links to them, and the devices that have them.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::games::{as_seated, with_cookie};
use super::{Body, GamePath};
use crate::app::AppState;
use crate::http::Requester;
use crate::ids::Token;
use crate::problem::Problem;
use crate::service::{ActionRequest, DeviceList, GameAnswer, Link};

/// Creates a private link to your seat, for another device
///
/// The link works once, within an hour. A seat can have up to 4 open links; a new one replaces the
/// oldest.
#[utoipa::path(post, path = "/games/{id}/links", operation_id = "createLink", tag = "games",
    params(GamePath), request_body = Option<ActionRequest>,
    responses((status = 200, body = Link), (status = 409)))]
pub(super) async fn create_link(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<ActionRequest>,
) -> Result<Json<Link>, Problem> {
    app.create_link(&id, &request, &by).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimRequest {
    /// Token of the private link.
    token: String,
}

/// Takes a seat with the token of a private link
///
/// A browser gets the seat by its cookie. Without a cookie, you also get a token.
#[utoipa::path(post, path = "/games/{id}/claim", operation_id = "claimSeat", tag = "games",
    params(GamePath), request_body = ClaimRequest,
    responses((status = 200, body = GameAnswer), (status = 409)))]
pub(super) async fn claim(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<ClaimRequest>,
) -> Result<Response, Problem> {
    // A program without cookies needs a token.
    let token = by.is_new.then(Token::random);
    let game = app.claim(&id, &request.token, &by, token.as_ref()).await?;
    let mut answer = app.answer(&game, &as_seated(by));
    answer.token = token.map(|token| token.reveal().to_owned());
    Ok(with_cookie(Json(answer)))
}

/// Lists the devices that have your seat
#[utoipa::path(get, path = "/games/{id}/devices", operation_id = "listDevices", tag = "games",
    params(GamePath), responses((status = 200, body = DeviceList), (status = 403)))]
pub(super) async fn devices(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Json<DeviceList>, Problem> {
    app.devices(&id, &by).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignOutRequest {
    /// Id of the device.
    device: String,
}

/// Signs a device out of your seat
///
/// Signing out a device twice is not an error. The last device keeps its seat.
#[utoipa::path(post, path = "/games/{id}/sign-out", operation_id = "signOut", tag = "games",
    params(GamePath), request_body = SignOutRequest,
    responses((status = 200, body = GameAnswer), (status = 409)))]
pub(super) async fn sign_out(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<SignOutRequest>,
) -> Result<Json<GameAnswer>, Problem> {
    let game = app.sign_out(&id, request.device, &by).await?;
    Ok(Json(app.answer(&game, &by)))
}
