//! Many short searches and proofs on several threads, one after another with the same engine, while
//! its memory, its threads and the game change. `scripts/thread-sanitizer` runs it for longer.

use std::thread;

use cairn_engine::search::{Engine, JointSearch};
use cairn_engine::solver::Solver;
use cairn_engine::{Bot, EngineOptions, Limits, SearchReport, StopFlag};
use cairn_games::random::Random;
use cairn_games::{GameId, History};

use crate::joint_search::{Words, leader};

/// Number of rounds for each rule set, unless the environment variable `SOAK_ROUNDS` says more.
const ROUNDS: u64 = 6;

fn rounds() -> u64 {
    let wanted = std::env::var("SOAK_ROUNDS").ok();
    wanted.map_or(ROUNDS, |rounds| rounds.parse().expect("a number of rounds"))
}

/// Plays at random and takes some moves back, so that the game is not over.
fn random_game(game: GameId, random: &mut Random) -> History {
    let mut history = History::new(game.start());
    while let (None, Some(&mv)) = (history.outcome(), random.pick(&history.position().moves())) {
        history.play(mv).expect("a legal move");
    }
    for _ in 0..=random.below(30) {
        history.undo();
    }
    history
}

fn random_options(random: &mut Random) -> EngineOptions {
    EngineOptions {
        threads: 1 + random.below(5) as usize,
        hash_mb: 1 + random.below(4) as usize,
        lines: 1 + random.below(8) as usize / 7,
        ..EngineOptions::default()
    }
}

/// Runs a search or a proof that ends by a limit of nodes, or is stopped by whoever watches it or by
/// another thread.
fn stopped_somehow<R>(
    random: &mut Random,
    search: impl FnOnce(&Limits, &StopFlag, &mut dyn FnMut()) -> R,
) -> R {
    let nodes = Limits::nodes(1 << random.below(11));
    let stop = StopFlag::new();
    let patience = random.below(20_000);
    match random.below(3) {
        0 => search(&nodes, &stop, &mut || ()),
        1 => {
            let mut reports = patience % 4;
            let mut watch = || match reports {
                0 => stop.raise(),
                _ => reports -= 1,
            };
            search(&Limits::nodes(5_000), &stop, &mut watch)
        }
        _ => thread::scope(|scope| {
            scope.spawn(|| {
                (0..patience).for_each(|_| std::hint::spin_loop());
                stop.raise();
            });
            search(&Limits::default(), &stop, &mut || ())
        }),
    }
}

fn assert_best_move_is_legal(history: &History, report: &SearchReport) {
    let best = report.best_move();
    let position = history.position();
    assert!(position.moves().contains(&best), "{}: {best:?}", position.to_text());
}

#[test]
fn searches_and_proofs_stopped_at_any_time_find_legal_moves() {
    let mut random = Random::new(17);
    let mut engine = Engine::default();
    for round in 0..rounds() {
        for game in GameId::rule_sets() {
            let mut options = random_options(&mut random);
            engine.set_options(&options);
            let mut solver = Solver::new(game, &options);
            for _ in 0..4 {
                let history = random_game(game, &mut random);
                let report = stopped_somehow(&mut random, |limits, stop, watch| {
                    engine.search(&history, limits, stop, &mut |_| watch())
                });
                assert_best_move_is_legal(&history, &report.expect("the game is not over"));
                let solution = stopped_somehow(&mut random, |limits, stop, watch| {
                    solver.solve(&history, limits, stop, &mut |_| watch())
                });
                if let Some(&mv) = solution.line.first() {
                    assert!(history.position().moves().contains(&mv), "{round}: {game}");
                }
                match random.below(6) {
                    0 => engine.new_game(),
                    1 => solver.clear(),
                    2 => options = random_options(&mut random),
                    _ => {}
                }
                engine.set_options(&options);
            }
        }
    }
}

#[test]
fn engines_that_share_memory_find_legal_moves() {
    let mut random = Random::new(18);
    for _ in 0..rounds() {
        for game in GameId::rule_sets() {
            let memory = Words::new();
            for searches_before in 0..3 {
                let history = random_game(game, &mut random);
                memory.begin_search();
                let nodes = 1 << random.below(11);
                let search = |helper: Option<usize>| {
                    let joint = JointSearch { helper, searches_before, ..leader(&memory) };
                    let options = EngineOptions {
                        joint: Some(joint),
                        threads: 2,
                        ..EngineOptions::default()
                    };
                    let limits = Limits::nodes(nodes);
                    let mut engine = Engine::new(options);
                    engine.search(&history, &limits, &StopFlag::new(), &mut |_| ())
                };
                let reports = thread::scope(|scope| {
                    [None, Some(0), Some(1)]
                        .map(|helper| scope.spawn(move || search(helper)))
                        .map(|search| search.join().expect("the search does not panic"))
                });
                for report in reports {
                    assert_best_move_is_legal(&history, &report.expect("the game is not over"));
                }
            }
        }
    }
}
