//! The legal moves of a position, for programs in which a person picks one step by step.

use cairn_app::board::{Prompts, pick_id};
use cairn_app::json::VERSION;
use cairn_app::schema::{OutcomeWord, RuleSetName, SideWord};
use cairn_games::{AnyPosition, Outcome, Step};
use serde::Serialize;
use utoipa::ToSchema;

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
    let mut prompts = Prompts::default();
    let mut step = |step: &Step| MoveStep {
        prompt: prompts.index(step),
        picks: step.picks.iter().map(|pick| pick_id(position, *pick)).collect(),
    };
    let moves = position.moves_with_steps().into_iter().filter_map(|(mv, steps)| {
        let text = position.write_move(mv).ok()?;
        Some(LegalMove { text, steps: steps.iter().map(&mut step).collect() })
    });
    let moves = moves.collect();
    LegalMoves {
        version: VERSION,
        game: position.info().name,
        position: position.to_text(),
        to_move: position.to_move().word(),
        outcome: position.outcome().map(Outcome::word),
        prompts: prompts.texts,
        moves,
    }
}

#[cfg(test)]
mod tests {
    use cairn_app::board::pick_tree;
    use cairn_games::GameId;

    use super::*;

    #[test]
    fn the_tree_of_picks_is_smaller_than_the_list() {
        let position = GameId::Glaisher.start();
        let tree = serde_json::to_string(&pick_tree(&position)).unwrap();
        let whole = serde_json::to_string(&legal_moves(&position)).unwrap();
        assert!(tree.len() * 10 < whole.len(), "{} of {}", tree.len(), whole.len());
    }
}
