//! Forced wins: the nets must not find fewer of them than the evaluation without a net.

use crate::support::puzzles;
use cairn_engine::eval::EvaluationSource;
use cairn_games::GameId;

/// Positions that may be looked at for a puzzle.
const NODES: u64 = 5_000;

fn solved(game: GameId, evaluation: &EvaluationSource) -> usize {
    let all = puzzles(game);
    all.iter().filter(|puzzle| puzzle.is_solved(evaluation, NODES).expect("an answer")).count()
}

#[test]
fn nets_solve_as_many_as_the_simple_evaluation() {
    for (name, of) in [
        ("nava", 30),
        ("mitsudomoe", 30),
        ("greener", 30),
        ("glaisher", 13),
        ("glaisher:rulebook", 30),
    ] {
        let game = GameId::named(name).unwrap();
        assert_eq!(puzzles(game).len(), of, "{name}");
        let [net, simple] = [EvaluationSource::BuiltIn, EvaluationSource::Simple]
            .map(|evaluation| solved(game, &evaluation));
        assert!(net >= simple, "{name}: {net} with the net, {simple} without it");
        assert!(2 * net >= of, "{name}: only {net} of {of}");
    }
}
