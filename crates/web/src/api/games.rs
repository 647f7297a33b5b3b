//! Games: `/api/v1/games`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::{Body, Params};
use crate::app::App;
use crate::game::{Action, OfferKind};
use crate::http::{GivesCookie, Requester};
use crate::problem::Problem;
use crate::service::{Answer, GameList, Link, ListRequest, NewGame};

/// A game in which the requester has just got a seat.
#[derive(Serialize)]
pub(super) struct Seated {
    #[serde(flatten)]
    answer: Answer,
    /// What opens the seat: send it as `Authorization: Bearer ...`.
    token: Option<String>,
}

pub(super) async fn list(
    State(app): State<App>,
    by: Requester,
    Params(request): Params<ListRequest>,
) -> Result<Json<GameList>, Problem> {
    app.list(&request, &by).await.map(Json)
}

pub(super) async fn create(
    State(app): State<App>,
    by: Requester,
    Body(new): Body<NewGame>,
) -> Result<Response, Problem> {
    let created = app.create(&new, &by).await?;
    let location = format!("/api/v1/games/{}", created.play.key);
    let answer = app.answer(&created.play, &as_seated(by));
    let seated = Seated { answer, token: Some(created.token.reveal().to_owned()) };
    let created = (StatusCode::CREATED, [(header::LOCATION, location)], Json(seated));
    Ok(with_cookie(created))
}

pub(super) async fn look(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Json<Answer>, Problem> {
    let play = app.look(&id).await?;
    Ok(Json(app.answer(&play, &by)))
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct JoinRequest {
    name: String,
}

pub(super) async fn join(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<JoinRequest>,
) -> Result<Response, Problem> {
    let joined = app.join(&id, &request.name, &by).await?;
    let answer = app.answer(&joined.play, &as_seated(by));
    let token = joined.token.map(|token| token.reveal().to_owned());
    Ok(with_cookie(Json(Seated { answer, token })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveRequest {
    /// How many moves were made before this one.
    ply: usize,
    #[serde(rename = "move")]
    text: String,
    side: Option<String>,
}

pub(super) async fn make_move(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
    Body(MoveRequest { ply, text, side }): Body<MoveRequest>,
) -> Result<Json<Answer>, Problem> {
    act(&app, &by, &id, side, Action::Move { ply, text }).await
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ForSide {
    side: Option<String>,
}

pub(super) async fn resign(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
    Body(ForSide { side }): Body<ForSide>,
) -> Result<Json<Answer>, Problem> {
    act(&app, &by, &id, side, Action::Resign).await
}

pub(super) async fn abort(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
    Body(ForSide { side }): Body<ForSide>,
) -> Result<Json<Answer>, Problem> {
    act(&app, &by, &id, side, Action::Abort).await
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OfferRequest {
    /// `offer` (the usual), `accept` or `decline`, which also withdraws.
    answer: Option<String>,
    side: Option<String>,
}

pub(super) async fn offer(
    State(app): State<App>,
    by: Requester,
    Path((id, kind)): Path<(String, String)>,
    Body(OfferRequest { answer, side }): Body<OfferRequest>,
) -> Result<Json<Answer>, Problem> {
    let kind = OfferKind::read(&kind).ok_or_else(|| Problem::not_found("kind of offer"))?;
    let action = match answer.as_deref().unwrap_or("offer") {
        "offer" => Action::Offer(kind),
        "accept" => Action::Accept(kind),
        "decline" => Action::Decline(kind),
        _ => {
            return Err(Problem::bad("unknown_answer", "There is no such answer.")
                .hint("Use `offer`, `accept` or `decline`."));
        }
    };
    act(&app, &by, &id, side, action).await
}

pub(super) async fn make_link(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Json<Link>, Problem> {
    app.make_link(&id, &by).await.map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimRequest {
    token: String,
}

pub(super) async fn claim(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<ClaimRequest>,
) -> Result<Response, Problem> {
    let play = app.claim(&id, &request.token, &by).await?;
    Ok(with_cookie(Json(app.answer(&play, &as_seated(by)))))
}

pub(super) async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let play = app.look(&id).await?;
    let name = format!("attachment; filename=\"{id}.cairn\"");
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, play.to_record().to_string()).into_response())
}

async fn act(
    app: &App,
    by: &Requester,
    id: &str,
    side: Option<String>,
    action: Action,
) -> Result<Json<Answer>, Problem> {
    let play = app.act(id, side.as_deref(), action, by).await?;
    Ok(Json(app.answer(&play, by)))
}

/// The requester as known from now on, with the cookie that comes with the answer.
fn as_seated(by: Requester) -> Requester {
    Requester { is_new: false, ..by }
}

/// An answer after which the browser must be known.
fn with_cookie(response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    response.extensions_mut().insert(GivesCookie);
    response
}
