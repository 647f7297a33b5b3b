//! Forced wins: the nets must not find fewer of them than the weights they replaced.

use cairn_engine::eval::Knowledge;
use cairn_engine::puzzles::puzzles;
use cairn_games::GameId;

/// Positions that may be looked at for a puzzle.
const NODES: u64 = 5_000;

fn solved(game: GameId, knowledge: &Knowledge) -> usize {
    let all = puzzles(game).expect("the list is not damaged");
    all.iter().filter(|puzzle| puzzle.is_solved(knowledge, NODES).expect("an answer")).count()
}

#[test]
fn nets_solve_as_many_as_the_weights() {
    for (name, of) in [
        ("nava", 30),
        ("mitsudomoe", 30),
        ("greener", 30),
        ("glaisher", 13),
        ("glaisher:rulebook", 30),
    ] {
        let game = GameId::named(name).unwrap();
        assert_eq!(puzzles(game).unwrap().len(), of, "{name}");
        let [net, weights] =
            [Knowledge::BuiltIn, Knowledge::Linear].map(|knowledge| solved(game, &knowledge));
        assert!(net >= weights, "{name}: {net} with the net, {weights} with the weights");
        assert!(2 * net >= of, "{name}: only {net} of {of}");
    }
}
