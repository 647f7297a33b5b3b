//! Studying: analyses that are watched, whole games, import and export.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use futures_util::stream::{self, StreamExt, unfold};
use serde::Serialize;

use super::{Body, GamePath};
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{
    self, AnalysisRequest, ApplyRequest, EvaluationStream, ImportRequest, Imported, RecordRequest,
};

/// Interval at which something is sent although nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Streams the analysis of a position (Server-Sent Events)
///
/// Visitors take turns. A visitor has one streamed analysis at a time: a newer one ends
/// the older. Closing the connection ends the search. `time` is at most 30,000
/// milliseconds, which is also the default.
///
/// The stream begins with a `waiting` event, then sends a `lines` event with
/// an `Analysis` as the search deepens, and ends with `done`, also with an `Analysis`. If
/// the same visitor starts another analysis, it ends with `replaced` instead. The server
/// sends comments as heartbeats.
#[utoipa::path(post, path = "/analyse/stream", operation_id = "streamAnalysis", tag = "positions",
    request_body = AnalysisRequest,
    responses(
        (status = 200, body = String, content_type = "text/event-stream",
            description = "Events `waiting` (data: null), `lines` and `done` (`Analysis`), and \
                `replaced` (an object with a `message`)."),
        (status = 409), (status = 422), (status = 503)))]
pub(super) async fn deepen(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, Problem> {
    let deepening = app.deepen(request, &by).await?;
    // Something at once, so that it is known that the question was understood.
    let waiting = stream::once(async { Ok(event("waiting", &())) });
    let told = unfold(deepening, |mut deepening| async move {
        let told = deepening.next().await?;
        Some((Ok(event(told.name(), &told)), deepening))
    });
    Ok(streamed(waiting.chain(told)))
}

/// Evaluates every position of a game (Server-Sent Events)
///
/// The game has at most 600 moves. Recent evaluations are cached and sent at once.
/// `progress` events carry the `total` number of positions and the new `points`; the last
/// event is `done`, an `Evaluation`.
#[utoipa::path(post, path = "/evaluate", operation_id = "evaluateMoves", tag = "positions",
    request_body = ApplyRequest,
    responses(
        (status = 200, body = String, content_type = "text/event-stream",
            description = "Events `progress` (`EvaluationProgress`) and `done` (`Evaluation`)."),
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
    responses(
        (status = 200, body = String, content_type = "text/event-stream",
            description = "Events `progress` (`EvaluationProgress`) and `done` (`Evaluation`)."),
        (status = 409)))]
pub(super) async fn evaluate_game(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    Ok(evaluation(app.evaluate_game(&id, &by).await?))
}

fn evaluation(evaluating: EvaluationStream) -> Response {
    streamed(unfold(evaluating, |mut evaluating| async move {
        let progress = evaluating.next().await?;
        Some((Ok(event(progress.name(), &progress)), evaluating))
    }))
}

fn event(name: &str, data: &impl Serialize) -> Event {
    // Numbers and texts can always be written.
    Event::default().event(name).json_data(data).unwrap_or_default()
}

/// Proxies must pass on every event at once.
fn streamed(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(HEARTBEAT));
    let headers =
        [(header::CACHE_CONTROL, "no-store"), (HeaderName::from_static("x-accel-buffering"), "no")];
    (headers, sse).into_response()
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
    app.import(request).await.map(Json)
}

/// Writes a game with variations as a record
#[utoipa::path(post, path = "/records/text", operation_id = "writeRecord", tag = "positions",
    request_body = RecordRequest,
    responses((status = 200, body = String, content_type = "text/plain"), (status = 422)))]
pub(super) async fn write(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<RecordRequest>,
) -> Result<Response, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    let text = app.compute.run(move || service::write_record(&request)).await??;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
