//! The legal moves of a position, for those who let a person pick one step by step.

use std::collections::HashMap;

use cairn_games::{AnyPosition, Outcome, Pick, Step};
use serde::Serialize;

use super::positions::side_word;
use crate::live::Word;

/// The legal moves, each with the choices it consists of.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct Choices {
    pub version: u32,
    pub game: Word,
    pub position: String,
    pub to_move: Word,
    pub outcome: Option<Word>,
    /// The questions, to which steps refer by their number.
    pub prompts: Vec<Word>,
    pub moves: Vec<MoveShape>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct MoveShape {
    #[serde(rename = "move")]
    pub text: String,
    pub steps: Vec<StepShape>,
}

/// One choice: the number of the question, and what has to be picked, in any order:
/// names of cells, `hand` or `pass`.
#[derive(Clone, Debug, Serialize)]
#[allow(missing_docs, reason = "the fields are described in the OpenAPI file")]
pub struct StepShape {
    pub prompt: usize,
    pub picks: Vec<String>,
}

/// The legal moves of a position with their steps.
#[must_use]
pub fn choices(position: &AnyPosition) -> Choices {
    let board = position.info().board;
    let mut prompts: Vec<Word> = Vec::new();
    let mut known: HashMap<Word, usize> = HashMap::new();
    let mut step_shape = |step: &Step| {
        let prompt = *known.entry(step.prompt).or_insert_with(|| {
            prompts.push(step.prompt);
            prompts.len() - 1
        });
        let name = |pick: &Pick| match pick {
            Pick::Cell(cell) => board.name(*cell),
            Pick::Hand => "hand".to_owned(),
            Pick::Pass => "pass".to_owned(),
        };
        StepShape { prompt, picks: step.picks.iter().map(name).collect() }
    };
    let moves = position.moves_with_steps().into_iter().filter_map(|(mv, steps)| {
        let text = position.write_move(mv).ok()?;
        Some(MoveShape { text, steps: steps.iter().map(&mut step_shape).collect() })
    });
    let moves = moves.collect();
    Choices {
        version: 1,
        game: position.info().name,
        position: position.to_text(),
        to_move: side_word(position.to_move()),
        outcome: position.outcome().map(Outcome::word),
        prompts,
        moves,
    }
}
