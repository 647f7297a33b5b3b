//! Games: `/api/v1/games`.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::schema::{OfferAnswer, OfferWord, PhraseWord};
use super::{Body, GamePath, Params};
use crate::app::AppState;
use crate::game::{Action, OfferKind, Phrase};
use crate::http::{GivesCookie, Requester};
use crate::ids::Token;
use crate::problem::Problem;
use crate::service::{
    ActionRequest, GameAnswer, GameList, ListRequest, NewGame, PlayNow, RemovalRequest, RemovalView,
};

/// Pairs you with another player
///
/// If someone is waiting for the same rule set and time control, your game with them begins.
/// Otherwise you get a new game that waits for an opponent and also appears in the public list.
/// Follow its events: a player who does not is treated as gone after 15 seconds. Asking again
/// returns the same game.
#[utoipa::path(post, path = "/games/pair", operation_id = "pairGame", tag = "games",
    request_body = PlayNow, responses((status = 200, body = GameAnswer), (status = 422)))]
pub(super) async fn pair(
    State(app): State<AppState>,
    by: Requester,
    Body(wanted): Body<PlayNow>,
) -> Result<Response, Problem> {
    let token = Token::random();
    let game = app.play_now(&wanted, &by, Some(&token)).await?;
    let mut answer = app.answer(&game, &as_seated(by));
    if !game.sides_of(&[token.hash()]).is_empty() {
        answer.token = Some(token.reveal().to_owned());
    }
    Ok(with_cookie(Json(answer)))
}

/// Claims a win because the opponent has left
///
/// Works in running games between two people with a live clock, once both have moved and the
/// opponent has been away for longer than `time.absence_limit`. A player is away when their last
/// live connection or event stream has ended; if they never had one, their presence is unknown.
#[utoipa::path(post, path = "/games/{id}/claim-win", operation_id = "claimWin", tag = "games",
    params(GamePath), request_body = Option<ActionRequest>,
    responses((status = 200, body = GameAnswer), (status = 403), (status = 409)))]
pub(super) async fn claim_win(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(means): Body<ActionRequest>,
) -> Result<Json<GameAnswer>, Problem> {
    let acted = app.claim_result(&id, &means, false, &by).await?;
    Ok(Json(app.answer_from(&acted.game, acted.known, &by)))
}

/// Claims a draw because the opponent has left
///
/// Works like `claimWin`, but ends the game as a draw.
#[utoipa::path(post, path = "/games/{id}/claim-draw", operation_id = "claimDraw", tag = "games",
    params(GamePath), request_body = Option<ActionRequest>,
    responses((status = 200, body = GameAnswer), (status = 403), (status = 409)))]
pub(super) async fn claim_draw(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(means): Body<ActionRequest>,
) -> Result<Json<GameAnswer>, Problem> {
    let acted = app.claim_result(&id, &means, true, &by).await?;
    Ok(Json(app.answer_from(&acted.game, acted.known, &by)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PhraseRequest {
    /// Phrase to say.
    #[schema(value_type = PhraseWord)]
    phrase: String,
}

/// Says a phrase to the opponent
///
/// Everyone who has the game open sees it; it is not stored. A player can say three phrases in a
/// row, then one more every five seconds.
#[utoipa::path(post, path = "/games/{id}/phrases", operation_id = "sayPhrase", tag = "games",
    params(GamePath), request_body = PhraseRequest,
    responses((status = 204), (status = 403), (status = 409)))]
pub(super) async fn say(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<PhraseRequest>,
) -> Result<StatusCode, Problem> {
    let phrase = Phrase::read(&request.phrase)
        .ok_or_else(|| Problem::bad("unknown_phrase", "There is no such phrase."))?;
    app.say(&id, phrase, &by).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists games, most recently changed first
///
/// Lists the public games, or your own with `mine`.
#[utoipa::path(get, path = "/games", operation_id = "listGames", tag = "games",
    params(ListRequest), responses((status = 200, body = GameList)))]
pub(super) async fn list(
    State(app): State<AppState>,
    by: Requester,
    Params(request): Params<ListRequest>,
) -> Result<Json<GameList>, Problem> {
    app.list(&request, &by).await.map(Json)
}

/// Creates a game
///
/// You get a seat: a browser by its cookie, a program by the token in the response.
#[utoipa::path(post, path = "/games", operation_id = "createGame", tag = "games",
    request_body = NewGame,
    responses((status = 201, body = GameAnswer, headers(("location" = String))), (status = 422)))]
pub(super) async fn create(
    State(app): State<AppState>,
    by: Requester,
    Body(new): Body<NewGame>,
) -> Result<Response, Problem> {
    let token = Token::random();
    let game = app.create(&new, &by, Some(&token)).await?;
    let location = format!("/api/v1/games/{}", game.key);
    let mut answer = app.answer(&game, &as_seated(by));
    answer.token = Some(token.reveal().to_owned());
    Ok(with_cookie((StatusCode::CREATED, [(header::LOCATION, location)], Json(answer))))
}

/// Returns a game with all its moves
#[utoipa::path(get, path = "/games/{id}", operation_id = "getGame", tag = "games",
    params(GamePath), responses((status = 200, body = GameAnswer)))]
pub(super) async fn get(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Json<GameAnswer>, Problem> {
    let game = app.get_game(&id, &by).await?;
    Ok(Json(app.answer(&game, &by)))
}

#[derive(Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct JoinRequest {
    /// Name of the player.
    name: String,
}

/// Takes the free seat
///
/// If you already have a seat, you keep it and get no new token.
#[utoipa::path(post, path = "/games/{id}/join", operation_id = "joinGame", tag = "games",
    params(GamePath), request_body = Option<JoinRequest>,
    responses((status = 200, body = GameAnswer), (status = 409)))]
pub(super) async fn join(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<JoinRequest>,
) -> Result<Response, Problem> {
    let token = Token::random();
    let game = app.join(&id, &request.name, &by, Some(&token)).await?;
    let mut answer = app.answer(&game, &as_seated(by));
    if !game.sides_of(&[token.hash()]).is_empty() {
        answer.token = Some(token.reveal().to_owned());
    }
    Ok(with_cookie(Json(answer)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveRequest {
    /// Number of moves made before this one.
    ply: usize,
    /// Move in notation.
    #[serde(rename = "move")]
    text: String,
    /// Side that moves, if you have both: `first`, `second`, or the name or
    /// letter of a side.
    side: Option<String>,
    /// Revision that you have. If it is current, the response has only the new moves.
    revision: Option<i64>,
}

/// Makes a move
///
/// A move carries its number, so a request that arrives twice makes the move once. The move is
/// stored before the response is sent.
#[utoipa::path(post, path = "/games/{id}/moves", operation_id = "makeMove", tag = "games",
    params(GamePath), request_body = MoveRequest,
    responses((status = 200, body = GameAnswer), (status = 409), (status = 422)))]
pub(super) async fn make_move(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(MoveRequest { ply, text, side, revision }): Body<MoveRequest>,
) -> Result<Json<GameAnswer>, Problem> {
    let means = ActionRequest { side, ply: Some(ply), revision };
    act(&app, &by, &id, &means, Action::Move { ply, text }).await
}

/// Resigns
#[utoipa::path(post, path = "/games/{id}/resign", operation_id = "resign", tag = "games",
    params(GamePath), request_body = Option<ActionRequest>,
    responses((status = 200, body = GameAnswer), (status = 409)))]
pub(super) async fn resign(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(means): Body<ActionRequest>,
) -> Result<Json<GameAnswer>, Problem> {
    act(&app, &by, &id, &means, Action::Resign).await
}

/// Aborts the game, which is possible until both sides have moved
#[utoipa::path(post, path = "/games/{id}/abort", operation_id = "abort", tag = "games",
    params(GamePath), request_body = Option<ActionRequest>,
    responses((status = 200, body = GameAnswer), (status = 409)))]
pub(super) async fn abort(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(means): Body<ActionRequest>,
) -> Result<Json<GameAnswer>, Problem> {
    act(&app, &by, &id, &means, Action::Abort).await
}

#[derive(Deserialize, Default, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OfferRequest {
    /// `offer` if left out. Declining your own offer withdraws it.
    #[schema(value_type = Option<OfferAnswer>)]
    answer: Option<String>,
    /// Side that acts, if you have both: `first`, `second`, or the name or letter
    /// of a side.
    side: Option<String>,
    /// Number of moves that you have seen. With it, a request that arrives twice acts once: if the
    /// action is already done, the response is the game as it is. A take-back goes back to your
    /// last move among these.
    ply: Option<usize>,
    /// Revision that you have. If it is current, the response has only the new moves; an offer
    /// based on an older revision is refused.
    revision: Option<i64>,
}

/// Offers, accepts or declines a draw, a take-back or a rematch
///
/// Offering what your opponent offers accepts it. Against the computer, and with two players on one
/// device, take-backs and rematches take effect at once. After both agree to a rematch, `next` is
/// the id of the new game.
#[utoipa::path(post, path = "/games/{id}/offers/{kind}", operation_id = "offer", tag = "games",
    params(GamePath, ("kind" = inline(OfferWord), Path, description = "Kind of offer.")),
    request_body = Option<OfferRequest>,
    responses((status = 200, body = GameAnswer), (status = 409)))]
pub(super) async fn offer(
    State(app): State<AppState>,
    by: Requester,
    Path((id, kind)): Path<(String, String)>,
    Body(OfferRequest { answer, side, ply, revision }): Body<OfferRequest>,
) -> Result<Json<GameAnswer>, Problem> {
    let kind = OfferKind::read(&kind).ok_or_else(|| Problem::not_found("kind of offer"))?;
    let action = match answer.as_deref().unwrap_or("offer") {
        "offer" => Action::Offer(kind),
        "accept" => Action::Accept(kind),
        "decline" => Action::Decline(kind),
        _ => {
            return Err(Problem::bad("unknown_answer", "Unknown answer.")
                .hint("Use `offer`, `accept` or `decline`."));
        }
    };
    act(&app, &by, &id, &ActionRequest { side, ply, revision }, action).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PrivacyRequest {
    /// Whether only the players can see the game.
    private: bool,
}

/// Hides a finished game from everyone but its players, or shows it again
///
/// Either player can do this. For everyone else, a hidden game does not exist.
#[utoipa::path(post, path = "/games/{id}/privacy", operation_id = "setPrivacy", tag = "games",
    params(GamePath), request_body = PrivacyRequest,
    responses((status = 200, body = GameAnswer), (status = 409)))]
pub(super) async fn set_privacy(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<PrivacyRequest>,
) -> Result<Json<GameAnswer>, Problem> {
    let game = app.set_private(&id, request.private, &by).await?;
    Ok(Json(app.answer(&game, &by)))
}

/// Deletes a finished game, if its players agree
///
/// A game between two people is deleted once both have asked for it; any other game is deleted at
/// once. The response says whether the game is deleted.
#[utoipa::path(post, path = "/games/{id}/remove", operation_id = "removeGame", tag = "games",
    params(GamePath), request_body = Option<RemovalRequest>,
    responses((status = 200, body = RemovalView), (status = 409)))]
pub(super) async fn remove(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Body(request): Body<RemovalRequest>,
) -> Result<Json<RemovalView>, Problem> {
    app.remove_game(&id, request, &by).await.map(Json)
}

/// Returns the record of a game
#[utoipa::path(get, path = "/games/{id}/record", operation_id = "getRecord", tag = "games",
    params(GamePath), responses((status = 200, body = String, content_type = "text/plain")))]
pub(super) async fn record(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let game = app.get_game(&id, &by).await?;
    let name = format!("attachment; filename=\"{id}.cairn\"");
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, game.to_record().to_string()).into_response())
}

async fn act(
    app: &AppState,
    by: &Requester,
    id: &str,
    means: &ActionRequest,
    action: Action,
) -> Result<Json<GameAnswer>, Problem> {
    let acted = app.act(id, means, action, by).await?;
    Ok(Json(app.answer_from(&acted.game, acted.known, by)))
}

/// Returns the requester with the cookie of the answer, by which it is known from now on.
pub(super) fn as_seated(by: Requester) -> Requester {
    Requester { is_new: false, ..by }
}

/// Marks an answer after which the browser must be known.
pub(super) fn with_cookie(response: impl IntoResponse) -> Response {
    let mut response = response.into_response();
    response.extensions_mut().insert(GivesCookie);
    response
}
