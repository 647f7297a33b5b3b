//! Positions, records and analysis.

use axum::Json;
use axum::extract::State;
use cairn_games::History;
use serde::{Deserialize, Serialize};

use super::{Body, Params};
use crate::app::App;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{
    self, Analysis, AnalysisRequest, Applied, ApplyRequest, Choices, ConvertRequest, Converted,
    ImportedRecord, PositionShape, RuleSet, Wanted,
};

#[derive(Serialize)]
pub(super) struct Rules {
    version: u32,
    games: Vec<RuleSet>,
}

pub(super) async fn rules(State(app): State<App>) -> Json<Rules> {
    Json(Rules { version: 1, games: service::rule_sets(app.pool.brains()) })
}

pub(super) async fn position(
    Params(wanted): Params<Wanted>,
) -> Result<Json<PositionShape>, Problem> {
    Ok(Json(service::position_shape(&History::new(wanted.read()?))))
}

pub(super) async fn moves(
    State(app): State<App>,
    by: Requester,
    Params(wanted): Params<Wanted>,
) -> Result<Json<Choices>, Problem> {
    app.limits.take(by.address, Purpose::Compute)?;
    let position = wanted.read()?;
    // A position of Glaisher can have thousands of moves.
    blocking(move || service::choices(&position)).await.map(Json)
}

pub(super) async fn apply(
    State(app): State<App>,
    by: Requester,
    Body(request): Body<ApplyRequest>,
) -> Result<Json<Applied>, Problem> {
    app.limits.take(by.address, Purpose::Compute)?;
    blocking(move || service::apply(&request)).await?.map(Json)
}

pub(super) async fn convert(
    State(app): State<App>,
    by: Requester,
    Body(request): Body<ConvertRequest>,
) -> Result<Json<Converted>, Problem> {
    app.limits.take(by.address, Purpose::Compute)?;
    service::convert(&request).map(Json)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImportRequest {
    record: String,
}

pub(super) async fn import(
    State(app): State<App>,
    by: Requester,
    Body(request): Body<ImportRequest>,
) -> Result<Json<ImportedRecord>, Problem> {
    app.limits.take(by.address, Purpose::Compute)?;
    blocking(move || service::import_record(&request.record)).await?.map(Json)
}

pub(super) async fn analyse(
    State(app): State<App>,
    by: Requester,
    Body(request): Body<AnalysisRequest>,
) -> Result<Json<Analysis>, Problem> {
    app.analyse(request, &by).await.map(Json)
}

/// Works something out on a thread that may take its time.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal(&error))
}
