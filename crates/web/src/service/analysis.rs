//! The engine's opinion.

use std::time::Duration;

use cairn_app::line_texts;
use cairn_draw::Marks;
use cairn_engine::{Report, Score, Wdl};
use cairn_games::{AnyMove, AnyPosition, History};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::positions::ApplyRequest;
use crate::api::schema::{ProvenWord, RuleSetName, SideWord};
use crate::app::App;
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
pub struct AnalysisRequest {
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub game: String,
    /// First position; the start of the game if left out.
    pub position: Option<String>,
    /// Size of the board, such as `9x9`.
    pub size: Option<String>,
    /// Number of a shuffled set-up.
    pub seed: Option<u64>,
    /// Moves made from the first position, at most 2,000.
    #[serde(default)]
    #[schema(max_items = 2000)]
    pub moves: Vec<String>,
    /// Thinking time in milliseconds, up to the maximum of the server.
    pub time: Option<u64>,
    /// Number of lines, up to 8.
    #[schema(default = 1)]
    pub lines: Option<usize>,
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

/// The engine's analysis of a position.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Analysis {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub game: &'static str,
    /// The position.
    pub position: String,
    /// Side to move.
    #[schema(value_type = SideWord)]
    pub to_move: &'static str,
    /// Best move.
    pub bestmove: String,
    /// Estimate for the side to move: 0 is even, 1 wins about 73 % of the points. Null if
    /// the value is proven.
    pub score: Option<f64>,
    /// Proven value for the side to move.
    #[schema(value_type = Option<ProvenWord>)]
    pub proven: Option<&'static str>,
    /// Plies to the end, if a win or a loss is proven.
    pub distance: Option<u32>,
    /// Expected share of the points for the side to move, from 0 to 1.
    pub expectation: f64,
    /// Score in words.
    pub text: String,
    /// Search depth in plies.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// Best lines, the best one first.
    pub lines: Vec<AnalysisLine>,
}

/// A line of moves with its score.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AnalysisLine {
    /// The moves.
    pub moves: Vec<String>,
    /// Estimate for the side to move, as in `Analysis`.
    pub score: Option<f64>,
    /// Proven value for the side to move.
    #[schema(value_type = Option<ProvenWord>)]
    pub proven: Option<&'static str>,
    /// Plies to the end, if a win or a loss is proven.
    pub distance: Option<u32>,
    /// Expected share of the points for the side to move, from 0 to 1.
    pub expectation: f64,
    /// Score in words.
    pub text: String,
    /// First move as arrows from cell to cell.
    pub arrows: Vec<(String, String)>,
    /// Cells on which the first move places a piece from beside the board.
    pub targets: Vec<String>,
}

/// An estimate in logistic units, and how far the end is if there is a proof.
fn numbers(score: Score) -> (Option<f64>, Option<u32>) {
    match score {
        Score::Value(value) => (Some(f64::from(value) / 100.0), None),
        Score::Win(plies) | Score::Loss(plies) => (None, Some(plies)),
        Score::Draw => (None, None),
    }
}

impl AnalysisLine {
    fn new(history: &History, line: &cairn_engine::Variation) -> Self {
        let moves = line_texts(history.position(), &line.moves);
        let (score, distance) = numbers(line.score);
        let (arrows, targets) = drawn(history.position(), line.moves[0]);
        Self {
            moves,
            score,
            proven: line.score.proven().map(Wdl::word),
            distance,
            expectation: line.score.expectation(),
            text: line.score.to_string(),
            arrows,
            targets,
        }
    }
}

/// A move as it is drawn before it is made.
fn drawn(position: &AnyPosition, mv: AnyMove) -> (Vec<(String, String)>, Vec<String>) {
    let steps = position.steps(mv).unwrap_or_default();
    let marks = Marks::default().with_steps(&steps, None);
    let name = |cell: usize| position.info().board.name(cell);
    let arrows = marks.arrows.iter().map(|arrow| (name(arrow.from), name(arrow.to)));
    (arrows.collect(), marks.targets.into_iter().map(name).collect())
}

impl Analysis {
    pub(super) fn new(history: &History, report: &Report) -> Self {
        let position = history.position();
        let lines: Vec<_> =
            report.lines.iter().map(|line| AnalysisLine::new(history, line)).collect();
        let (score, distance) = numbers(report.score());
        Self {
            version: 1,
            game: position.info().name,
            position: position.to_text(),
            to_move: position.to_move().word(),
            bestmove: position.write_move(report.best_move()).unwrap_or_default(),
            score,
            proven: report.score().proven().map(Wdl::word),
            distance,
            expectation: report.score().expectation(),
            text: report.score().to_string(),
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            lines,
        }
    }
}

impl App {
    /// Analyses a position, when it is the requester's turn.
    ///
    /// # Errors
    /// If the position is invalid, the game is over in it, it is that of a running game of
    /// the requester against a person, or the rate limit is exceeded.
    pub async fn analyse(
        &self,
        request: AnalysisRequest,
        by: &Requester,
    ) -> Result<Analysis, Problem> {
        self.limits.take(by.network, Purpose::Analyse)?;
        let time = request.time.map_or(DEFAULT_TIME, Duration::from_millis);
        let time = time.min(self.config.longest_analysis);
        let lines = request.line_count();
        let history = self.compute.run(move || request.into_history()).await??;
        self.refuse_running_game(&history, by).await?;
        let job = SearchJob::analysis(history.clone(), time, lines);
        let search = self.pool.submit(&by.network.to_string(), job).ok_or_else(Problem::busy)?;
        match search.finish().await {
            Some(report) => Ok(Analysis::new(&history, &report?)),
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
                let play = self.look(&row.id).await?;
                if play.seating() == Seating::People && play.status == Status::Playing {
                    return Err(Problem::running_game());
                }
            }
        }
        Ok(())
    }
}
