//! Opening explorer.

use cairn_app::explorer::{Exploration, ExplorerJson, OpeningTable};
use cairn_app::schema::RuleSetName;
use serde::Deserialize;
use utoipa::IntoParams;

use super::links::play_path;
use super::positions::PositionRequest;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;

/// A position of an opening.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExplorerRequest {
    /// Rule set.
    #[param(value_type = RuleSetName)]
    pub(crate) game: String,
    /// First position in notation or as a Prolog term; the start of the game if left out.
    pub(crate) position: Option<String>,
    /// Size of the board, such as `9x9`.
    pub(crate) size: Option<String>,
    /// Moves from the first position, with underscores between.
    pub(crate) moves: Option<String>,
}

impl AppState {
    /// Returns what was played in a position, by the engine and on this site. Positions of running
    /// games of the requester against people are refused.
    pub(crate) async fn explore(
        &self,
        request: ExplorerRequest,
        by: &Requester,
    ) -> Result<ExplorerJson, Problem> {
        self.limits.take(by.network, Purpose::Compute)?;
        let ExplorerRequest { game, position, size, moves } = request;
        let first = PositionRequest { game, position, size, seed: None };
        let read = move || play_path(first.read()?, moves.as_deref().unwrap_or_default());
        let history = self.compute.run(read).await??;
        self.refuse_running_game(&history, by).await?;
        let position = *history.position();
        let (rule_set, key) = (position.game().name(), position.canonical().key());
        let played = self.store.played_moves(rule_set, key).await?;
        let explore = move || {
            let table = OpeningTable::built_in(position.game());
            let engine = table.as_ref().and_then(|table| table.explore(&position));
            let site = Exploration::new(&position, &played, table.as_deref());
            let site = Some(site).filter(|site| !site.moves.is_empty());
            ExplorerJson::new(&position, engine.as_ref(), site.as_ref())
        };
        // A position can have thousands of moves.
        self.compute.run(explore).await
    }
}
