//! The legal moves of a position for the site's scripts: small, and made for picking one
//! step by step.
//!
//! A position of Glaisher can have two thousand moves. Moves that differ only in their
//! last step are grouped, and their texts are written by what they have in common.

use std::collections::{BTreeMap, HashMap};

use cairn_games::{AnyMove, AnyPosition, Pick, Step};
use serde::Serialize;

/// Index of a prompt, and picks in any order, joined by `+`.
pub type PickAnswer = (usize, String);

/// All legal moves.
#[derive(Clone, Debug, Serialize)]
pub struct PickTree {
    /// Prompts, to which groups refer by index.
    pub prompts: Vec<&'static str>,
    /// The moves.
    pub groups: Vec<PickGroup>,
    /// Number of pieces that land on a cell: by the index of the prompt, the first pick of the
    /// move, and the cell.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub heights: LandingHeights,
}

/// Heights of the parts of stacks, by prompt, first pick and cell.
pub type LandingHeights = BTreeMap<usize, BTreeMap<String, BTreeMap<String, u32>>>;

/// Moves that differ only in their last choice.
#[derive(Clone, Debug, Serialize)]
pub struct PickGroup {
    /// Steps that they share. Picks are cells, `hand` and `pass`.
    pub steps: Vec<PickAnswer>,
    /// Index of the prompt of the last step.
    pub prompt: usize,
    /// Options of the last step, separated by spaces.
    pub options: String,
    /// Texts of the moves.
    #[serde(flatten)]
    pub texts: MoveTexts,
    /// Numbers of picks, before the last one, after which the board looks different.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<usize>,
}

/// The texts of moves.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveTexts {
    /// Text before and after the option in each move.
    Around(String, String),
    /// One by one.
    Moves(Vec<String>),
}

/// Groups the legal moves of a position.
pub fn pick_tree(position: &AnyPosition) -> PickTree {
    let mut prompts = Prompts::default();
    let mut places: HashMap<Vec<PickAnswer>, usize> = HashMap::new();
    let mut groups: Vec<(Vec<PickAnswer>, usize, Vec<Leaf>)> = Vec::new();
    let mut heights = LandingHeights::new();
    for (mv, steps) in position.moves_with_steps() {
        for step in steps.iter().filter(|step| !step.heights.is_empty()) {
            let from = steps[0].picks.first().map(|pick| pick_id(position, *pick));
            let by_origin = heights.entry(prompts.index(step)).or_default();
            let by_cell = by_origin.entry(from.unwrap_or_default()).or_default();
            let landings = step.picks.iter().zip(&step.heights);
            by_cell.extend(landings.map(|(pick, height)| (pick_id(position, *pick), *height)));
        }
        let Some((last, shared)) = steps.split_last() else { continue };
        let Ok(text) = position.write_move(mv) else { continue };
        let shared: Vec<_> =
            shared.iter().map(|step| (prompts.index(step), answer(position, step))).collect();
        let leaf = Leaf { mv, option: answer(position, last), text };
        let prompt = prompts.index(last);
        let place = *places.entry(shared.clone()).or_insert_with(|| {
            groups.push((shared, prompt, Vec::new()));
            groups.len() - 1
        });
        groups[place].2.push(leaf);
    }
    let groups = groups.into_iter().map(|(steps, prompt, leaves)| {
        let options: Vec<_> = leaves.iter().map(|leaf| leaf.option.as_str()).collect();
        let shows = leaves.first().map_or_else(Vec::new, |leaf| shows(position, leaf.mv, &steps));
        PickGroup { prompt, options: options.join(" "), texts: texts(&leaves), shows, steps }
    });
    PickTree { groups: groups.collect(), prompts: prompts.texts, heights }
}

/// A move within its group.
struct Leaf {
    mv: AnyMove,
    option: String,
    text: String,
}

/// Prompts, to which steps refer by index.
#[derive(Clone, Debug, Default)]
pub struct Prompts {
    /// The prompts, in the order in which they came up first.
    pub texts: Vec<&'static str>,
}

impl Prompts {
    /// Returns the index of the prompt of a step.
    pub fn index(&mut self, step: &Step) -> usize {
        let known = self.texts.iter().position(|text| *text == step.prompt);
        known.unwrap_or_else(|| {
            self.texts.push(step.prompt);
            self.texts.len() - 1
        })
    }
}

/// Returns the identifier of a pick in the API: a cell's name, `hand` or `pass`.
pub fn pick_id(position: &AnyPosition, pick: Pick) -> String {
    match pick {
        Pick::Cell(cell) => position.info().board.name(cell),
        Pick::Hand => "hand".to_owned(),
        Pick::Pass => "pass".to_owned(),
    }
}

fn answer(position: &AnyPosition, step: &Step) -> String {
    let names: Vec<_> = step.picks.iter().map(|pick| pick_id(position, *pick)).collect();
    names.join("+")
}

/// Returns the numbers of picks of a move, before the last one, that change the board.
fn shows(position: &AnyPosition, mv: AnyMove, steps: &[PickAnswer]) -> Vec<usize> {
    let shared: usize = steps.iter().map(|(_, picks)| picks.split('+').count()).sum();
    let picks: Vec<_> =
        position.steps(mv).unwrap_or_default().into_iter().flat_map(|step| step.picks).collect();
    let after = |count: usize| position.after_picks(mv, &picks[..count]).ok();
    (1..=shared).filter(|&count| after(count) != after(count - 1)).collect()
}

fn texts(leaves: &[Leaf]) -> MoveTexts {
    let around = leaves.first().and_then(|leaf| {
        let at = leaf.text.rfind(&leaf.option)?;
        Some((leaf.text[..at].to_owned(), leaf.text[at + leaf.option.len()..].to_owned()))
    });
    let fits = |leaf: &Leaf, (head, tail): &(String, String)| {
        leaf.text.strip_prefix(head.as_str()).and_then(|rest| rest.strip_suffix(tail.as_str()))
            == Some(&leaf.option)
    };
    match around {
        Some(around) if leaves.iter().all(|leaf| fits(leaf, &around)) => {
            MoveTexts::Around(around.0, around.1)
        }
        _ => MoveTexts::Moves(leaves.iter().map(|leaf| leaf.text.clone()).collect()),
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::GameId;

    use super::*;

    /// Every text that a tree tells.
    fn told(tree: &PickTree) -> Vec<String> {
        let of_group = |group: &PickGroup| match &group.texts {
            MoveTexts::Moves(moves) => moves.clone(),
            MoveTexts::Around(head, tail) => {
                group.options.split(' ').map(|option| format!("{head}{option}{tail}")).collect()
            }
        };
        tree.groups.iter().flat_map(of_group).collect()
    }

    #[test]
    fn trees_tell_all_moves_and_no_others() {
        for &game in GameId::ALL {
            let mut position = game.start();
            for round in 0..30 {
                let tree = pick_tree(&position);
                let (mut told, mut legal) = (told(&tree), position.move_texts());
                told.sort_unstable();
                legal.sort_unstable();
                assert_eq!(told, legal, "{game} {}", position.to_text());
                let moves = position.moves();
                let Some(mv) = moves.get(round * 7919 % moves.len().max(1)) else { break };
                position.play(*mv).unwrap();
            }
        }
    }

    #[test]
    fn parts_of_stacks_have_their_heights() {
        let tree = pick_tree(&GameId::Glaisher.start());
        let prompt = tree.prompts.iter().position(|prompt| prompt.contains("parts")).unwrap();
        assert_eq!(tree.heights.len(), 1, "the new piece has none");
        assert_eq!(tree.heights[&prompt]["i6"]["f6"], 3);
        assert!(pick_tree(&GameId::Greener.start()).heights.is_empty());
    }
}
