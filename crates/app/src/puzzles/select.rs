//! Selection of the puzzles that are kept, so that they are of many kinds.

use std::collections::{BTreeMap, HashSet, VecDeque};

use cairn_engine::solver::Aim;
use cairn_games::{AnyPosition, Game, Symmetric, with_position};

use super::{Puzzle, PuzzleTheme};

/// Turns from which on puzzles are not told apart.
const MANY_TURNS: u32 = 6;

/// One in this many puzzles of the selection may be won in one turn.
const ONE_IN_WON_AT_ONCE: usize = 12;

/// One in this many may be saved from a win in one turn.
const ONE_IN_SAVED_AT_ONCE: usize = 6;

/// Returns a number that positions have in common which differ by a symmetry of the game alone.
pub fn symmetric_key(position: &AnyPosition) -> u64 {
    with_position!(position, position => least_key(position))
}

fn least_key<G: Symmetric + Game>(position: &G) -> u64 {
    let keys = G::symmetries().iter().map(|symmetry| position.mapped(symmetry).key());
    keys.min().unwrap_or_else(|| position.key())
}

/// Selects at most this many puzzles: each position once up to symmetry, few that take one turn,
/// and otherwise as many kinds (aim, turns, difficulty, themes) as possible. The easiest come first.
pub fn select(puzzles: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut seen = HashSet::new();
    let mut ids = HashSet::new();
    let mut kinds: BTreeMap<_, VecDeque<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        if seen.insert(symmetric_key(&puzzle.position)) && ids.insert(puzzle.id.clone()) {
            let theme = |theme: &&PuzzleTheme| {
                !matches!(**theme, PuzzleTheme::Opening | PuzzleTheme::Endgame)
            };
            let theme = puzzle.themes.iter().find(theme).copied();
            let turns = puzzle.turns.min(MANY_TURNS);
            let kind = (puzzle.aim, turns, theme, puzzle.rating / 200);
            kinds.entry(kind).or_default().push_back(puzzle);
        }
    }
    let mut chosen: Vec<Puzzle> = Vec::new();
    let (mut won, mut saved) = (count / ONE_IN_WON_AT_ONCE, count / ONE_IN_SAVED_AT_ONCE);
    while chosen.len() < count && !kinds.is_empty() {
        for kind in kinds.values_mut() {
            let Some(puzzle) = kind.pop_front() else { continue };
            let left = match (puzzle.aim, puzzle.turns) {
                (Aim::Win, 1) => &mut won,
                (Aim::Save, 1) => &mut saved,
                _ => &mut usize::MAX.clone(),
            };
            if *left > 0 && chosen.len() < count {
                *left -= 1;
                chosen.push(puzzle);
            }
        }
        kinds.retain(|_, left| !left.is_empty());
    }
    chosen.sort_by(|one, two| (one.rating, &one.id).cmp(&(two.rating, &two.id)));
    chosen
}
