//! Studying: streamed analyses, evaluations of whole games, import and export.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use cairn_app::record_json::RecordInput;
use futures_util::stream::{self, StreamExt, unfold};
use serde::Serialize;

use super::events::event_stream;
use super::{Body, GamePath};
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{
    self, AnalysisEvent, AnalysisRequest, ApplyRequest, EvaluationEvent, EvaluationStream,
    ImportRequest, Imported,
};

/// Interval of the heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Streams the analysis of a position (Server-Sent Events)
///
/// Visitors take turns. A visitor can have one streamed analysis at a time: a newer one ends the
/// older one. Closing the connection ends the search. `time` is at most 30,000
/// milliseconds, which is also the default.
///
/// The stream begins with a `waiting` event, sends a `lines` event whenever the search has
/// deepened, and ends with `done`. If the same visitor starts another analysis, it ends with
/// `replaced` instead. Comments serve as heartbeats.
#[utoipa::path(post, path = "/analyse/stream", operation_id = "streamAnalysis", tag = "positions",
    request_body = AnalysisRequest,
    responses((status = 200, body = AnalysisEvent, content_type = "text/event-stream"),
        (status = 409), (status = 422), (status = 503)))]
pub(super) async fn deepen(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, Problem> {
    let deepening = app.deepen(request, &by).await?;
    // Sent at once, so that the client knows that the request was accepted.
    let waiting = stream::once(async { Ok(event(&AnalysisEvent::Waiting)) });
    let events = unfold(deepening, |mut deepening| async move {
        let next = deepening.next().await?;
        Some((Ok(event(&next)), deepening))
    });
    Ok(event_stream(waiting.chain(events), HEARTBEAT))
}

/// Evaluates every position of a game (Server-Sent Events)
///
/// The game can have at most 600 moves. Recent evaluations are cached and sent at once.
/// `progress` events carry the new positions; the last event is `done`.
#[utoipa::path(post, path = "/evaluate", operation_id = "evaluateMoves", tag = "positions",
    request_body = ApplyRequest,
    responses((status = 200, body = EvaluationEvent, content_type = "text/event-stream"),
        (status = 409), (status = 422)))]
pub(super) async fn evaluate(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<ApplyRequest>,
) -> Result<Response, Problem> {
    Ok(evaluation(app.evaluate(request, &by).await?))
}

/// Evaluates every position of a finished game (Server-Sent Events)
///
/// The events are those of `/evaluate`.
#[utoipa::path(get, path = "/games/{id}/evaluation", operation_id = "evaluateGame", tag = "games",
    params(GamePath),
    responses((status = 200, body = EvaluationEvent, content_type = "text/event-stream"),
        (status = 409)))]
pub(super) async fn evaluate_game(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    Ok(evaluation(app.evaluate_game(&id, &by).await?))
}

fn evaluation(evaluating: EvaluationStream) -> Response {
    let events = unfold(evaluating, |mut evaluating| async move {
        let next = evaluating.next().await?;
        Some((Ok(event(&next)), evaluating))
    });
    event_stream(events, HEARTBEAT)
}

/// Writes an event, which is serialised with its name as `event` and its data as `data`.
fn event(event: &impl Serialize) -> Event {
    // Events are made of strings and numbers, which can always be written.
    let value = serde_json::to_value(event).unwrap_or_default();
    let name = value["event"].as_str().unwrap_or_default();
    Event::default().event(name).data(value["data"].to_string())
}

/// Imports a record, moves, a position, a Prolog term or a link
///
/// The format is detected automatically.
#[utoipa::path(post, path = "/import", operation_id = "import", tag = "positions",
    request_body = ImportRequest,
    responses((status = 200, body = Imported), (status = 404), (status = 422)))]
pub(super) async fn import(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<ImportRequest>,
) -> Result<Json<Imported>, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    app.import(request, &by).await.map(Json)
}

/// Writes a game with variations as a record
#[utoipa::path(post, path = "/records/text", operation_id = "writeRecord", tag = "positions",
    request_body = RecordInput,
    responses((status = 200, body = String, content_type = "text/plain"), (status = 422)))]
pub(super) async fn write(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<RecordInput>,
) -> Result<Response, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    let text = app.compute.run(move || service::write_record(&request)).await??;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
