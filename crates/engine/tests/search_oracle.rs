//! The search against plain search: the same value at a fixed depth, and no claim of a
//! forced result that trying everything does not confirm.

use std::collections::HashMap;

use crate::plain::{BruteForce, Nonsense, WIN, near_the_end, negamax, result};
use cairn_engine::games::MoveOrdering;
use cairn_engine::search::{CandidateWidth, SearchParameters, Searcher};
use cairn_engine::{EngineOptions, Limits, Score, StopFlag};
use cairn_games::random::Random;
use cairn_games::{Game, GameId, with_game};

fn options(lines: usize) -> EngineOptions {
    EngineOptions { hash_mb: 1, lines, ..EngineOptions::default() }
}

fn score<G: MoveOrdering>(game: &[G], parameters: SearchParameters, limits: &Limits) -> Score {
    let mut searcher = Searcher::with_parameters(Nonsense, options(1), parameters);
    let report = searcher.search(game, limits, &StopFlag::new(), &mut |_| ());
    report.expect("the game goes on").score()
}

/// The depth that plain search can look at in a moment.
fn bearable_depth<G: Game>(position: &G) -> u32 {
    let moves = position.count_moves().max(2) as f64;
    (10_000_f64.ln() / moves.ln()).floor().clamp(1.0, 6.0) as u32
}

/// Pretends that some of the positions that could come next have been there before.
fn with_a_past<G: Game>(position: G, random: &mut Random) -> Vec<G> {
    let mut game = Vec::new();
    for _ in 0..random.below(6) {
        let mut past = position;
        for _ in 0..=random.below(4) {
            if let Some(&mv) = random.pick(&past.moves()) {
                past.play_unchecked(mv);
            }
        }
        if past.outcome().is_none() {
            game.push(past);
        }
    }
    game.push(position);
    game
}

fn same_value_as_plain_search<G: MoveOrdering>(parameters: SearchParameters, games: u64) {
    let name = G::info().name;
    for seed in 0..games {
        let mut random = Random::new(seed);
        let back = 1 + random.below(20) as usize;
        let game = near_the_end::<G>(&mut random, back);
        let position = game[game.len() - 1];
        if position.outcome().is_some() {
            continue;
        }
        let mut game = with_a_past(position, &mut random);
        let depth = bearable_depth(&position);
        let expected = negamax(&mut game, depth);
        let found = match score(&game, parameters, &Limits::depth(depth)) {
            Score::Value(value) => value,
            Score::Win(plies) => WIN - plies as i32,
            Score::Loss(plies) => plies as i32 - WIN,
            Score::Draw => 0,
        };
        assert_eq!(found, expected, "{name} seed {seed} depth {depth}: {position:?}");
    }
}

#[test]
fn exact_means_do_not_change_the_value() {
    for &id in GameId::ALL {
        with_game!(id, G => {
            let without_table = SearchParameters { transposition_table: false, ..SearchParameters::exact() };
            same_value_as_plain_search::<G>(without_table, 120);
            let whole_window = SearchParameters { aspiration_window: 0, ..without_table };
            same_value_as_plain_search::<G>(whole_window, 50);
            // What is remembered of a position that was reached on another way may hold
            // another repetition.
            if !G::info().can_repeat {
                same_value_as_plain_search::<G>(SearchParameters::exact(), 120);
            }
        });
    }
}

fn configurations() -> [SearchParameters; 5] {
    let usual = SearchParameters::default();
    [
        usual,
        SearchParameters { width: None, ..usual },
        SearchParameters {
            width: Some(CandidateWidth { base: 2, per_depth: 0, at_root: 4 }),
            ..usual
        },
        SearchParameters { transposition_table: false, ..usual },
        SearchParameters::exact(),
    ]
}

/// Number of claims made, and of those that were checked.
#[derive(Debug, Default)]
struct Claims {
    made: u32,
    checked: u32,
}

fn claims_are_true<G: MoveOrdering>(games: u64) -> Claims {
    let mut claims = Claims::default();
    for seed in 0..games {
        let mut random = Random::new(seed ^ 0x5eed);
        let back = 1 + random.below(8) as usize;
        let game = near_the_end::<G>(&mut random, back);
        let position = game[game.len() - 1];
        if position.outcome().is_some() {
            continue;
        }
        let parameters = configurations()[seed as usize % configurations().len()];
        let score = score(&game, parameters, &Limits::nodes(3_000));
        let mut brute_force = BruteForce::<G>::new(300_000);
        let confirmed = match score {
            Score::Win(plies) => brute_force.wins(&position, plies),
            Score::Loss(plies) => brute_force.loses(&position, plies),
            Score::Draw => Some(result(&position, &mut HashMap::new()) == 0),
            Score::Value(_) => continue,
        };
        claims.made += 1;
        claims.checked += u32::from(confirmed.is_some());
        let name = G::info().name;
        assert_ne!(
            confirmed,
            Some(false),
            "{name} seed {seed}: {score} {parameters:?} {position:?}"
        );
    }
    claims
}

#[test]
fn every_claim_of_a_forced_result_is_true() {
    for &id in GameId::ALL {
        let claims = with_game!(id, G => claims_are_true::<G>(400));
        println!("{id}: {claims:?}");
        assert!(claims.checked >= 10, "{id}: {claims:?}");
    }
}

fn lines_are_the_best_moves<G: MoveOrdering>(games: u64) {
    let parameters = SearchParameters { transposition_table: false, ..SearchParameters::exact() };
    for seed in 0..games {
        let mut random = Random::new(seed ^ 0x11e5);
        let mut game = near_the_end::<G>(&mut random, 12);
        let position = game[game.len() - 1];
        if position.outcome().is_some() {
            continue;
        }
        let depth = bearable_depth(&position).min(3);
        let mut values = Vec::new();
        for mv in position.moves() {
            let next = position.after(mv);
            let is_draw = G::info().can_repeat && game.contains(&next);
            game.push(next);
            values.push(if is_draw { 0 } else { -negamax(&mut game, depth - 1) });
            game.pop();
        }
        values.sort_unstable_by_key(|value| -value);
        values.truncate(4);
        let mut searcher = Searcher::with_parameters(Nonsense, options(4), parameters);
        let report = searcher.search(&game, &Limits::depth(depth), &StopFlag::new(), &mut |_| ());
        let report = report.expect("the game goes on");
        let found: Vec<_> = report.lines.iter().map(|line| line.score.expectation()).collect();
        let expected: Vec<_> = values
            .iter()
            .map(|&value| match value {
                value if value.abs() < WIN / 2 => Score::Value(value).expectation(),
                value => f64::from(u8::from(value > 0)),
            })
            .collect();
        assert_eq!(found, expected, "{} seed {seed} depth {depth}: {position:?}", G::info().name);
    }
}

#[test]
fn several_lines_are_the_best_moves_with_their_values() {
    for &id in GameId::ALL {
        with_game!(id, G => lines_are_the_best_moves::<G>(40));
    }
}
