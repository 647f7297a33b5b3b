//! Laws about the numbered actions of which moves consist.

use std::collections::HashSet;

use cairn_games::actions::{ActionIndex, ActionSequence, mapped_action, number_of_actions};
use cairn_games::{Notation, Symmetric, View};

use crate::common::{at, at_move, for_positions};

pub fn moves_are_told_apart_by_their_actions<G: View>(count: usize) {
    for_positions::<G>(count, |position| {
        let moves = position.moves();
        let turns: Vec<_> = moves.iter().map(|&mv| position.actions(mv)).collect();
        let whole: HashSet<_> = turns.iter().map(ActionSequence::as_slice).collect();
        assert_eq!(whole.len(), moves.len(), "two moves with the same actions in {}", at(position));
        for turn in &turns {
            let actions = turn.as_slice();
            assert!(!actions.is_empty(), "a move without actions in {}", at(position));
            let begins = (1..actions.len()).any(|len| whole.contains(&actions[..len]));
            assert!(!begins, "one move begins with another in {}", at(position));
        }
    });
}

pub fn actions_are_the_picks_of_a_move<G: View>(count: usize) {
    let board = G::info().board;
    for_positions::<G>(count, |position| {
        position.for_each_move(|mv| {
            let actions = position.actions(mv);
            let from_steps = ActionSequence::of_steps(board, &position.steps(mv));
            assert_eq!(actions, from_steps, "{}", at_move(position, mv));
            let in_range =
                actions.as_slice().iter().all(|&it| usize::from(it) < number_of_actions(board));
            assert!(in_range, "{}", at_move(position, mv));
        });
    });
}

pub fn symmetries_permute_actions<G: View + Symmetric + Notation>(count: usize) {
    let board = G::info().board;
    let sorted = |mut actions: Vec<ActionIndex>| {
        actions.sort_unstable();
        actions
    };
    for_positions::<G>(count, |position| {
        let moves = position.moves();
        for symmetry in G::symmetries() {
            let mapped = position.mapped(symmetry);
            for &mv in moves.iter().step_by(moves.len().div_ceil(60).max(1)) {
                let image = |&action: &ActionIndex| mapped_action(board, action, symmetry);
                let expected = position.actions(mv).as_slice().iter().map(image).collect();
                let actions = mapped.actions(G::map_move(mv, symmetry)).as_slice().to_vec();
                assert_eq!(sorted(actions), sorted(expected), "{}", at_move(position, mv));
            }
        }
    });
}
