//! Speed of the rules on one thread: counting, generating, playing and random games.
//!
//! `cargo bench -p cairn-games` for all, `-- nava` for one game, `-- count` for one kind.
//! Throughput is in moves a second, for random games in games a second.

use std::hint::black_box;
use std::time::Duration;

use cairn_games::random::Random;
use cairn_games::{Game, GameId, perft, with_game};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Number of positions of the shorter measurements.
const POSITIONS: usize = 200;

/// Random games are cut off here.
const LONGEST_GAME: usize = 300;

/// Least number of sequences at the depth that is counted.
const SEQUENCES: u64 = 300_000;

/// Positions of random games in which there is something to do.
fn positions<G: Game>() -> Vec<G> {
    let mut random = Random::new(1);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = G::start();
        for _ in 0..LONGEST_GAME {
            let moves = position.moves();
            let Some(&mv) = random.pick(&moves) else { break };
            positions.push(position);
            position.play_unchecked(mv);
        }
    }
    // Not only the beginnings of games.
    random.shuffle(&mut positions);
    positions.truncate(POSITIONS);
    positions
}

/// Plays one random game and gives the number of its moves.
fn random_game<G: Game>(random: &mut Random, moves: &mut Vec<G::Move>) -> u64 {
    let mut position = G::start();
    for played in 0..LONGEST_GAME as u64 {
        moves.clear();
        position.for_each_move(|mv| moves.push(mv));
        let Some(&mv) = random.pick(moves) else { return played };
        position.play_unchecked(mv);
    }
    LONGEST_GAME as u64
}

fn bench_game<G: Game>(criterion: &mut Criterion, name: &str) {
    let positions = positions::<G>();
    let all_moves: u64 = positions.iter().map(Game::count_moves).sum();
    let mut group = criterion.benchmark_group(name);
    group.sample_size(20).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(2));

    let start = G::start();
    let depth = (1..).find(|&depth| perft::count(&start, depth) >= SEQUENCES).unwrap_or(1);
    group.throughput(Throughput::Elements(perft::count(&start, depth)));
    group.bench_function(format!("perft {depth}"), |bencher| {
        bencher.iter(|| perft::count(black_box(&start), depth));
    });

    group.throughput(Throughput::Elements(all_moves));
    group.bench_function("count", |bencher| {
        bencher.iter(|| black_box(&positions).iter().map(Game::count_moves).sum::<u64>());
    });
    group.bench_function("generate", |bencher| {
        bencher.iter(|| {
            for position in black_box(&positions) {
                position.for_each_move(|mv| _ = black_box(mv));
            }
        });
    });
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            for position in black_box(&positions) {
                position.for_each_move(|mv| _ = black_box(position.after(mv)));
            }
        });
    });

    group.throughput(Throughput::Elements(1));
    group.bench_function("random game", |bencher| {
        let (mut random, mut moves) = (Random::new(2), Vec::new());
        bencher.iter(|| random_game::<G>(&mut random, &mut moves));
    });
    group.finish();
}

fn rules(criterion: &mut Criterion) {
    for game in GameId::rule_sets() {
        with_game!(game, G => bench_game::<G>(criterion, game.name()));
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
