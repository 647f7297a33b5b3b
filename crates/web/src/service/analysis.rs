//! The engine's opinion.

use std::time::Duration;

use cairn_app::json::AnalysisJson;
use cairn_app::schema::RuleSetName;
use cairn_games::History;
use serde::Deserialize;
use utoipa::ToSchema;

use super::positions::ApplyRequest;
use crate::app::AppState;
use crate::engine::SearchJob;
use crate::game::{Seating, Status};
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::store::Listing;

/// Maximum number of lines.
const MAX_LINES: usize = 8;
/// Thinking time if the request has none.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Maximum number of running games of a requester that are looked at.
const MAX_RUNNING: u32 = 200;

/// A position to analyse, given by a first position and the moves made from it, so that
/// repetition counts.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: String,
    /// First position; the start of the game if left out.
    pub(crate) position: Option<String>,
    /// Size of the board, such as `9x9`.
    pub(crate) size: Option<String>,
    /// Number of a shuffled set-up.
    pub(crate) seed: Option<u64>,
    /// Moves made from the first position, at most 2,000.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub(crate) moves: Vec<String>,
    /// Thinking time in milliseconds, up to the maximum of the server.
    pub(crate) time: Option<u64>,
    /// Number of lines, up to 8.
    #[schema(default = 1)]
    pub(crate) lines: Option<usize>,
}

impl AnalysisRequest {
    /// Returns the number of lines to search, within bounds.
    pub(super) fn line_count(&self) -> usize {
        self.lines.unwrap_or(1).clamp(1, MAX_LINES)
    }

    /// The game up to the position.
    ///
    /// # Errors
    /// If something is wrong with it, or the game is over there.
    pub(super) fn into_history(self) -> Result<History, Problem> {
        let Self { game, position, size, seed, moves, .. } = self;
        let history = ApplyRequest { game, position, size, seed, moves }.history()?;
        match history.ending() {
            None => Ok(history),
            Some(ending) => {
                let message = format!("The game is over here: {}.", ending.reason);
                Err(Problem::illegal("game_over", message))
            }
        }
    }
}

impl AppState {
    /// Analyses a position, when it is the requester's turn.
    ///
    /// # Errors
    /// If the position is invalid, the game is over in it, it is that of a running game of
    /// the requester against a person, or the rate limit is exceeded.
    pub(crate) async fn analyse(
        &self,
        request: AnalysisRequest,
        by: &Requester,
    ) -> Result<AnalysisJson, Problem> {
        self.limits.take(by.network, Purpose::Analyse)?;
        let time = request.time.map_or(DEFAULT_TIME, Duration::from_millis);
        let time = time.min(self.config.longest_analysis);
        let lines = request.line_count();
        let history = self.compute.run(move || request.into_history()).await??;
        self.refuse_running_game(&history, by).await?;
        let job = SearchJob::analysis(history.clone(), time, lines);
        let search = self.pool.submit(&by.network.to_string(), job).ok_or_else(Problem::busy)?;
        match search.finish().await {
            Some(report) => Ok(AnalysisJson::new(history.position(), &report?)),
            None => Err(Problem::busy()),
        }
    }

    /// Refuses the engine's help in a running game between two people: for the positions
    /// that its players have on the board, and for what can come of them.
    ///
    /// # Errors
    /// If the requester plays such a game.
    pub(super) async fn refuse_running_game(
        &self,
        history: &History,
        by: &Requester,
    ) -> Result<(), Problem> {
        let keys = by.keys();
        if keys.is_empty() {
            return Ok(());
        }
        let listing = Listing {
            status: Some(Status::Playing),
            game: Some(history.start().game().name().to_owned()),
            keys: Some(keys),
            before: None,
            limit: MAX_RUNNING,
        };
        for row in self.store.list(&listing).await? {
            let analysed = || history.positions().iter().any(|p| p.to_text() == row.position);
            if row.is_between_people() && analysed() {
                let game = self.get_game(&row.id).await?;
                if game.seating() == Seating::People && game.status == Status::Playing {
                    return Err(Problem::running_game());
                }
            }
        }
        Ok(())
    }
}
