//! Positions, records and analysis.

use axum::Json;
use axum::extract::State;
use cairn_app::json::{AnalysisJson, AppliedJson, BoardJson};
use cairn_app::record_json::RecordJson;
use cairn_games::History;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Params};
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{
    self, AnalysisRequest, ApplyRequest, ConvertRequest, Converted, LegalMoves, PlayableRuleSet,
    PositionRequest,
};

/// The rule sets.
#[derive(Serialize, ToSchema)]
pub(super) struct Rules {
    /// Version of this JSON format.
    version: u32,
    /// The rule sets.
    games: Vec<PlayableRuleSet>,
}

/// Lists the rule sets with their boards and computer opponents
#[utoipa::path(get, path = "/rules", operation_id = "listRules", tag = "about",
    responses((status = 200, body = Rules)))]
pub(super) async fn rules(State(app): State<AppState>) -> Json<Rules> {
    Json(Rules { version: 1, games: service::rule_sets(app.pool.opponents()) })
}

/// Returns a position with its cells
#[utoipa::path(get, path = "/position", operation_id = "getPosition", tag = "positions",
    params(PositionRequest), responses((status = 200, body = BoardJson), (status = 422)))]
pub(super) async fn position(
    Params(wanted): Params<PositionRequest>,
) -> Result<Json<BoardJson>, Problem> {
    Ok(Json(BoardJson::new(&History::new(wanted.read()?))))
}

/// Lists the legal moves of a position with their steps
#[utoipa::path(get, path = "/moves", operation_id = "getMoves", tag = "positions",
    params(PositionRequest), responses((status = 200, body = LegalMoves), (status = 422)))]
pub(super) async fn moves(
    State(app): State<AppState>,
    by: Requester,
    Params(wanted): Params<PositionRequest>,
) -> Result<Json<LegalMoves>, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    let position = wanted.read()?;
    // A position of Glaisher can have thousands of moves.
    app.compute.run(move || service::legal_moves(&position)).await.map(Json)
}

/// Makes moves from a position
#[utoipa::path(post, path = "/apply", operation_id = "applyMoves", tag = "positions",
    request_body = ApplyRequest, responses((status = 200, body = AppliedJson), (status = 422)))]
pub(super) async fn apply(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<ApplyRequest>,
) -> Result<Json<AppliedJson>, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    app.compute.run(move || service::apply(&request)).await?.map(Json)
}

/// Converts a position between formats
#[utoipa::path(post, path = "/convert", operation_id = "convertPosition", tag = "positions",
    request_body = ConvertRequest, responses((status = 200, body = Converted)))]
pub(super) async fn convert(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<ConvertRequest>,
) -> Result<Json<Converted>, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    service::convert(&request).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadRecordRequest {
    /// Text of the record, up to 256 KiB.
    record: String,
}

/// Reads a record
#[utoipa::path(post, path = "/records", operation_id = "readRecord", tag = "positions",
    request_body = ReadRecordRequest, responses((status = 200, body = RecordJson), (status = 422)))]
pub(super) async fn import(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<ReadRecordRequest>,
) -> Result<Json<RecordJson>, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    app.compute.run(move || service::import_record(&request.record)).await?.map(Json)
}

/// Analyses a position
///
/// Visitors take turns. Closing the connection ends the search. `time` is 1,000
/// milliseconds if left out, and at most 10,000. Positions of a running game between two people are
/// refused.
#[utoipa::path(post, path = "/analyse", operation_id = "analysePosition", tag = "positions",
    request_body = AnalysisRequest,
    responses((status = 200, body = AnalysisJson), (status = 409), (status = 422), (status = 503)))]
pub(super) async fn analyse(
    State(app): State<AppState>,
    by: Requester,
    Body(request): Body<AnalysisRequest>,
) -> Result<Json<AnalysisJson>, Problem> {
    app.analyse(request, &by).await.map(Json)
}
