//! Opening explorer.

use axum::Json;
use axum::extract::State;
use cairn_app::explorer::ExplorerJson;

use super::Params;
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::ExplorerRequest;

/// Returns what was played in a position, how often, how it scored, and what the engine says
///
/// Symmetric positions and moves are counted together. `engine` has games between levels of the
/// engine, `site` the finished games on this site that are not hidden, counted within seconds.
#[utoipa::path(get, path = "/explorer", operation_id = "explore", tag = "positions",
    params(ExplorerRequest),
    responses((status = 200, body = ExplorerJson), (status = 409), (status = 422)))]
pub(super) async fn explore(
    State(app): State<AppState>,
    by: Requester,
    Params(request): Params<ExplorerRequest>,
) -> Result<Json<ExplorerJson>, Problem> {
    app.explore(request, &by).await.map(Json)
}
