//! JSON documents of the explorer.

use cairn_games::{AnyMove, AnyPosition};
use serde::Serialize;
#[cfg(feature = "openapi")]
use utoipa::ToSchema;

use super::exploration::{Exploration, ExploredMove};
use crate::json::{ScoreJson, VERSION, arrows_and_targets};
#[cfg(feature = "openapi")]
use crate::schema::{RuleSetName, SideWord};

/// Moves that were played in a position, with their results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Explorer))]
pub struct ExplorerJson {
    /// Version of this JSON format.
    pub version: u32,
    /// Rule set.
    #[cfg_attr(feature = "openapi", schema(value_type = RuleSetName))]
    pub game: &'static str,
    /// The position in notation.
    pub position: String,
    /// Side to move.
    #[cfg_attr(feature = "openapi", schema(value_type = SideWord))]
    pub to_move: &'static str,
    /// Games between levels of the engine, which come with the program; null if the position is
    /// not among their openings.
    pub engine: Option<ExplorationJson>,
    /// Games on this site; null if the position is not among their openings, or if there is no
    /// site.
    pub site: Option<ExplorationJson>,
}

/// Moves played in a position, with the results of the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = Exploration))]
pub struct ExplorationJson {
    /// Number of games.
    pub games: u32,
    /// Number of games won by the side to move.
    pub wins: u32,
    /// Number of games drawn.
    pub draws: u32,
    /// Number of games lost by the side to move.
    pub losses: u32,
    /// The engine's score for the side to move.
    pub score: Option<ScoreJson>,
    /// The engine's choice.
    pub best: Option<String>,
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMoveJson>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(ToSchema), schema(as = ExploredMove))]
pub struct ExploredMoveJson {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Moves that are symmetric to it and counted with it.
    pub also: Vec<String>,
    /// Number of games.
    pub games: u32,
    /// Number of games won by the player who made the move.
    pub wins: u32,
    /// Number of games drawn.
    pub draws: u32,
    /// Number of games lost by the player who made the move.
    pub losses: u32,
    /// The engine's score for the player who makes the move.
    pub score: Option<ScoreJson>,
    /// The move as arrows from cell to cell.
    pub arrows: Vec<(String, String)>,
    /// Cells on which the move places a piece from beside the board.
    pub targets: Vec<String>,
}

impl ExplorerJson {
    /// Describes a position with the games between levels of the engine and those of a site.
    pub fn new(
        position: &AnyPosition,
        engine: Option<&Exploration>,
        site: Option<&Exploration>,
    ) -> Self {
        let describe = |exploration| ExplorationJson::new(position, exploration);
        Self {
            version: VERSION,
            game: position.game().name(),
            position: position.to_text(),
            to_move: position.to_move().word(),
            engine: engine.map(describe),
            site: site.map(describe),
        }
    }
}

impl ExplorationJson {
    fn new(position: &AnyPosition, exploration: &Exploration) -> Self {
        let Exploration { results, score, best, moves } = exploration;
        Self {
            games: results.games(),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            score: score.map(Into::into),
            best: best.and_then(|mv| position.write_move(mv).ok()),
            moves: moves.iter().map(|explored| ExploredMoveJson::new(position, explored)).collect(),
        }
    }
}

impl ExploredMoveJson {
    fn new(position: &AnyPosition, explored: &ExploredMove) -> Self {
        // The moves are legal here, so each has a text.
        let text = |mv: AnyMove| position.write_move(mv).unwrap_or_default();
        let (arrows, targets) = arrows_and_targets(position, explored.mv);
        Self {
            text: text(explored.mv),
            also: explored.also.iter().map(|&mv| text(mv)).collect(),
            games: explored.results.games(),
            wins: explored.results.wins,
            draws: explored.results.draws,
            losses: explored.results.losses,
            score: explored.score.map(Into::into),
            arrows,
            targets,
        }
    }
}
