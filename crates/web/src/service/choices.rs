//! The legal moves of a position, for those who let a person pick one step by step.

use std::collections::HashMap;

use cairn_games::{AnyPosition, Outcome, Step};
use serde::Serialize;
use utoipa::ToSchema;

use super::tree::pick_name;
use crate::api::schema::{OutcomeWord, RuleSetName, SideWord};

/// The legal moves of a position, each with its steps.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMoves {
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
    /// Result, if the game is over in this position.
    #[schema(value_type = Option<OutcomeWord>)]
    pub outcome: Option<&'static str>,
    /// Prompts, to which steps refer by index.
    pub prompts: Vec<&'static str>,
    /// The legal moves.
    pub moves: Vec<LegalMove>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// Move in notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Steps in which a person chooses the move.
    pub steps: Vec<MoveStep>,
}

/// One step of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveStep {
    /// Index of the prompt.
    pub prompt: usize,
    /// Picks of this step, in any order: cell names, `hand` or `pass`.
    pub picks: Vec<String>,
}

/// Lists the legal moves of a position with their steps.
#[must_use]
pub fn legal_moves(position: &AnyPosition) -> LegalMoves {
    let mut prompts: Vec<&'static str> = Vec::new();
    let mut known: HashMap<&'static str, usize> = HashMap::new();
    let mut step_shape = |step: &Step| {
        let prompt = *known.entry(step.prompt).or_insert_with(|| {
            prompts.push(step.prompt);
            prompts.len() - 1
        });
        let picks = step.picks.iter().map(|pick| pick_name(position, *pick)).collect();
        MoveStep { prompt, picks }
    };
    let moves = position.moves_with_steps().into_iter().filter_map(|(mv, steps)| {
        let text = position.write_move(mv).ok()?;
        Some(LegalMove { text, steps: steps.iter().map(&mut step_shape).collect() })
    });
    let moves = moves.collect();
    LegalMoves {
        version: 1,
        game: position.info().name,
        position: position.to_text(),
        to_move: position.to_move().word(),
        outcome: position.outcome().map(Outcome::word),
        prompts,
        moves,
    }
}
