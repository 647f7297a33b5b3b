//! Analysis of a position by the engine.

use std::time::Duration;

use cairn_app::json::AnalysisJson;
use cairn_app::schema::RuleSetName;
use cairn_games::History;
use serde::Deserialize;
use utoipa::ToSchema;

use super::positions::ApplyRequest;
use crate::app::AppState;
use crate::game::{Seating, Status};
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::search_pool::SearchJob;
use crate::store::Listing;

/// Maximum number of lines.
const MAX_LINES: usize = 8;
/// Thinking time if the request has none.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Maximum number of running games of a requester that are looked at.
const MAX_RUNNING: u32 = 200;

/// A position to analyse: a first position and the moves made from it, so repetitions count.
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
    /// Thinking time in milliseconds, up to the server's maximum.
    pub(crate) time: Option<u64>,
    /// Number of lines.
    #[schema(default = 1, minimum = 1, maximum = 8)]
    pub(crate) lines: Option<usize>,
}

impl AnalysisRequest {
    /// Returns the number of lines to search.
    pub(super) fn line_count(&self) -> Result<usize, Problem> {
        let lines = self.lines.unwrap_or(1);
        let message = || format!("`lines` must be between 1 and {MAX_LINES}.");
        let fits = (1..=MAX_LINES).contains(&lines);
        fits.then_some(lines).ok_or_else(|| Problem::bad("bad_lines", message()))
    }

    /// Plays the moves. The game must not be over after them.
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
    /// Analyses a position when it is the requester's turn. Positions of running games of the
    /// requester against people are refused.
    pub(crate) async fn analyse(
        &self,
        request: AnalysisRequest,
        by: &Requester,
    ) -> Result<AnalysisJson, Problem> {
        self.limits.take(by.network, Purpose::Analyse)?;
        let time = request.time.map_or(DEFAULT_TIME, Duration::from_millis);
        let time = time.min(self.config.longest_analysis);
        let lines = request.line_count()?;
        let history = self.compute.run(move || request.into_history()).await??;
        self.refuse_running_game(&history, by).await?;
        let job = SearchJob::analysis(history.clone(), time, lines);
        let search = self.pool.submit(&by.network.to_string(), job).ok_or_else(Problem::busy)?;
        match search.finish().await {
            Some(report) => Ok(AnalysisJson::new(history.position(), &report?)),
            None => Err(Problem::busy()),
        }
    }

    /// Refuses the engine's help to the players of a running game between two people: for its
    /// current position, and for lines that contain it.
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
            limit: MAX_RUNNING,
            ..Listing::default()
        };
        for row in self.store.list(&listing).await? {
            let analysed = || history.positions().iter().any(|p| p.to_text() == row.position);
            if row.is_between_people() && analysed() {
                let game = self.get_game(&row.id, by).await?;
                if game.seating() == Seating::People && game.status == Status::Playing {
                    return Err(Problem::running_game());
                }
            }
        }
        Ok(())
    }
}
