//! Opening explorer.

use axum::Json;
use axum::extract::State;
use cairn_app::explorer::ExplorerJson;

use super::Params;
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::ExplorerRequest;

/// Returns the moves played in a position, with their results and the engine's scores
///
/// Symmetric positions and moves are counted together. `engine` counts games between engine levels.
/// `site` counts the finished games on this site that are not hidden, within seconds of their end.
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
