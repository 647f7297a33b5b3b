//! Laws about what a position knows of itself.

use std::collections::HashMap;

use cairn_games::{Diagram, Notation, Outcome, Side};

use crate::common::{at, for_positions, random_game, sample};

pub fn keys_equal_keys_from_scratch<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        assert_eq!(position.key(), position.key_from_scratch(), "key of {}", at(position));
    });
}

/// The state that the rules depend on. Stacks are never split in Greener, so there
/// only the top, the height and the number of greens of a stack matter.
fn seen<G: Notation>(position: &G) -> String {
    let mut diagram = position.to_diagram();
    if G::info().name == "greener" {
        for stack in &mut diagram.stacks {
            let covered = stack.len().saturating_sub(1);
            stack[..covered].sort_unstable_by_key(|&piece| piece == 'g');
            stack[..covered].iter_mut().filter(|piece| **piece != 'g').for_each(|p| *p = 'b');
        }
    }
    diagram.write(G::info())
}

pub fn different_positions_have_different_keys<G: Notation>(count: usize) {
    let (mut by_key, mut by_sight) = (HashMap::new(), HashMap::new());
    for position in sample::<G>(count) {
        let seen = seen(&position);
        let earlier = by_key.entry(position.key()).or_insert_with(|| seen.clone());
        assert_eq!(*earlier, seen, "one key for two positions, the second {}", at(&position));
        let earlier = *by_sight.entry(seen).or_insert(position.key());
        assert_eq!(earlier, position.key(), "another key the second time for {}", at(&position));
    }
    // A position with the other side to move is another position as well.
    let both = Side::BOTH.map(|side| {
        let mut diagram = G::start().to_diagram();
        diagram.to_move = Some(side);
        G::from_diagram(&diagram).ok()
    });
    if let [Some(first), Some(second)] = both {
        assert_ne!(
            first.key(),
            second.key(),
            "the side to move is not in the key of {}",
            at(&first)
        );
    }
}

/// Number of pieces of each side and of nobody, hands included.
fn pieces<G: Notation>(diagram: &Diagram) -> [usize; 3] {
    let mut totals = [0; 3];
    for piece in G::info().pieces {
        totals[piece.owner.map_or(2, Side::index)] += diagram.count(piece.letter);
    }
    for (total, hand) in totals.iter_mut().zip(diagram.hands.unwrap_or_default()) {
        *total += hand as usize;
    }
    totals
}

pub fn pieces_are_conserved<G: Notation>(games: usize) {
    for number in 0..games as u64 {
        let positions = random_game::<G>(number);
        let at_first = positions[0].to_diagram();
        for (turns, position) in positions.iter().enumerate() {
            let diagram = position.to_diagram();
            let (before, now) = (pieces::<G>(&at_first), pieces::<G>(&diagram));
            if G::info().counted_stacks {
                // Two-sided pieces change their owner; each turn brings a new one.
                let (before, now): (usize, usize) = (before.iter().sum(), now.iter().sum());
                assert_eq!(now, before + turns, "pieces after {turns} turns in {}", at(position));
                continue;
            }
            assert_eq!(now, before, "pieces of each owner in {}", at(position));
            for piece in G::info().pieces {
                // Only a game with hands has pieces come and go.
                if diagram.hands.is_none() {
                    let (before, now) = (at_first.count(piece.letter), diagram.count(piece.letter));
                    assert_eq!(now, before, "{}s in {}", piece.name, at(position));
                }
            }
        }
    }
}

pub fn an_ending_means_no_moves_and_the_reverse<G: Notation>(count: usize) {
    let mut finished = 0;
    for_positions::<G>(count, |position| {
        let outcome = position.outcome();
        assert_eq!(outcome.is_some(), position.moves().is_empty(), "over or not: {}", at(position));
        let ending = position.ending();
        assert_eq!(ending.as_ref().map(|e| e.outcome), outcome, "two results: {}", at(position));
        if let Some(ending) = ending {
            finished += 1;
            let words = ending.reason.trim();
            assert!(!words.is_empty() && !words.ends_with('.'), "`{words}` in {}", at(position));
            let drawn = ending.outcome == Outcome::Draw;
            assert!(!drawn || G::info().name == "greener", "a draw in {}", at(position));
        }
    });
    assert!(finished >= 5, "only {finished} finished games of {} looked at", G::info().name);
}

pub fn sides_alternate<G: Notation>(count: usize) {
    assert_eq!(G::start().to_move(), Side::First, "{}", at(&G::start()));
    for_positions::<G>(count, |position| {
        if let Some(&mv) = position.moves().first() {
            let next = position.after(mv);
            assert_eq!(next.to_move(), position.to_move().other(), "after {}", at(position));
        }
    });
}
