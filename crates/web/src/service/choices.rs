//! The legal moves of a position, for those who let a person pick one step by step.

use std::collections::HashMap;

use cairn_app::schema::{OutcomeWord, RuleSetName, SideWord};
use cairn_games::{AnyPosition, Outcome, Step};
use serde::Serialize;
use utoipa::ToSchema;

use super::tree::pick_name;

/// The legal moves of a position, each with its steps.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LegalMoves {
    /// Version of this JSON format.
    pub(crate) version: u32,
    /// Rule set.
    #[schema(value_type = RuleSetName)]
    pub(crate) game: &'static str,
    /// The position.
    pub(crate) position: String,
    /// Side to move.
    #[schema(value_type = SideWord)]
    pub(crate) to_move: &'static str,
    /// Result, if the game is over in this position.
    #[schema(value_type = Option<OutcomeWord>)]
    pub(crate) outcome: Option<&'static str>,
    /// Prompts, to which steps refer by index.
    pub(crate) prompts: Vec<&'static str>,
    /// The legal moves.
    pub(crate) moves: Vec<LegalMove>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct LegalMove {
    /// Move in notation.
    #[serde(rename = "move")]
    pub(crate) text: String,
    /// Steps in which a person chooses the move.
    pub(crate) steps: Vec<MoveStep>,
}

/// One step of a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct MoveStep {
    /// Index of the prompt.
    pub(crate) prompt: usize,
    /// Picks of this step, in any order: cell names, `hand` or `pass`.
    pub(crate) picks: Vec<String>,
}

/// Lists the legal moves of a position with their steps.
pub(crate) fn legal_moves(position: &AnyPosition) -> LegalMoves {
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
