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

use super::Body;
use super::positions::blocking;
use crate::app::App;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{
    self, AnalysisRequest, ApplyRequest, Evaluating, ImportRequest, Imported, RecordRequest,
};

/// How often something is sent although nothing happens.
const HEARTBEAT: Duration = Duration::from_secs(5);

pub(super) async fn deepen(
    State(app): State<App>,
    by: Requester,
    Body(request): Body<AnalysisRequest>,
) -> Result<Response, Problem> {
    let deepening = app.deepen(request, &by)?;
    // Something at once, so that it is known that the question was understood.
    let waiting = stream::once(async { Ok(event("waiting", &())) });
    let told = unfold(deepening, |mut deepening| async move {
        let told = deepening.next().await?;
        Some((Ok(event(told.name(), &told)), deepening))
    });
    Ok(streamed(waiting.chain(told)))
}

pub(super) async fn evaluate(
    State(app): State<App>,
    by: Requester,
    Body(request): Body<ApplyRequest>,
) -> Result<Response, Problem> {
    Ok(evaluation(app.evaluate(&request, &by)?))
}

pub(super) async fn evaluate_game(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    Ok(evaluation(app.evaluate_game(&id, &by).await?))
}

fn evaluation(evaluating: Evaluating) -> Response {
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

pub(super) async fn import(
    State(app): State<App>,
    by: Requester,
    Body(request): Body<ImportRequest>,
) -> Result<Json<Imported>, Problem> {
    app.limits.take(by.address, Purpose::Compute)?;
    app.import(request).await.map(Json)
}

pub(super) async fn write(
    State(app): State<App>,
    by: Requester,
    Body(request): Body<RecordRequest>,
) -> Result<Response, Problem> {
    app.limits.take(by.address, Purpose::Compute)?;
    let text = blocking(move || service::write_record(&request)).await??;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
