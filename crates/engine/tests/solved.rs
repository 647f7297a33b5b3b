//! Solved positions: a move must preserve the game-theoretic value.

use crate::support::{Solved, solved_positions};
use cairn_engine::{EngineOptions, Limits, Wdl};

/// About as many positions as a second has.
const NODES: u64 = 2_500_000;

#[test]
fn the_value_is_preserved() {
    let positions = solved_positions();
    assert_eq!(positions.len(), 30);
    let draws: Vec<_> = positions.iter().filter(|solved| solved.value == Wdl::Draw).collect();
    assert_eq!(draws.len(), 2, "the others are won");
    for draw in draws {
        let proved = Solved::new(draw.position).expect("it ends soon");
        assert_eq!(proved.value, draw.value, "{}", draw.position.to_text());
    }
    // That a win is one is seen when it is kept.
    for solved in &positions {
        let is_kept = solved.is_kept(&EngineOptions::default(), &Limits::nodes(NODES));
        assert!(is_kept.expect("an answer"), "given away: {}", solved.position.to_text());
    }
}
