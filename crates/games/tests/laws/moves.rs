//! Laws about which moves are shown, how often and in which order.

use std::collections::HashSet;
use std::ops::ControlFlow;

use cairn_games::{Notation, perft};

use crate::common::{at, at_move, for_positions};

pub fn no_move_is_there_twice<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let mut seen = HashSet::new();
        position.for_each_move(|mv| {
            assert!(seen.insert(mv), "a move is there twice: {}", at_move(position, mv));
        });
    });
}

pub fn counting_agrees_with_visiting<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let visited = position.moves().len() as u64;
        assert_eq!(position.count_moves(), visited, "counted and visited in {}", at(position));
        assert_eq!(perft::count(position, 1), visited, "perft and visited in {}", at(position));
        assert_eq!(perft::has_move(position), visited > 0, "has a move in {}", at(position));
    });
}

pub fn the_order_is_fixed_and_a_break_stops<G: Notation>(count: usize) {
    for_positions::<G>(count, |position| {
        let moves = position.moves();
        assert_eq!(position.moves(), moves, "another order the second time in {}", at(position));
        for stop in [0, moves.len() / 2, moves.len().saturating_sub(1)] {
            if moves.is_empty() {
                continue;
            }
            let mut shown = Vec::new();
            let stopped = position.visit_moves(|mv| {
                shown.push(mv);
                if shown.len() > stop { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(stopped, ControlFlow::Break(moves[stop]), "in {}", at(position));
            assert_eq!(shown, moves[..=stop], "moves shown after a break in {}", at(position));
        }
    });
}
