//! Laws of the engine that hold for every game.

use std::time::{Duration, Instant};

use cairn_engine::search::Engine;
use cairn_engine::{
    Bot, ClockState, EngineOptions, Limits, Score, SearchError, SearchReport, StopFlag,
};
use cairn_games::random::Random;
use cairn_games::{GameId, History};

fn engine(threads: usize, lines: usize) -> Engine {
    Engine::new(EngineOptions { threads, lines, hash_mb: 2, ..EngineOptions::default() })
}

fn search(engine: &mut Engine, game: &History, limits: &Limits) -> SearchReport {
    engine.search(game, limits, &StopFlag::new(), &mut |_| ()).expect("the game goes on")
}

/// Returns some unfinished games of random moves for every rule set.
fn games(plies: u64) -> Vec<History> {
    let mut games = Vec::new();
    for &id in GameId::ALL {
        for seed in 0..3 {
            let mut random = Random::new(seed);
            let mut game = History::new(id.shuffled(seed).unwrap_or_else(|| id.start()));
            for _ in 0..plies * seed {
                if let Some(&mv) = random.pick(&game.position().moves()) {
                    game.play(mv).expect("a legal move");
                }
            }
            if game.outcome().is_none() {
                games.push(game);
            }
        }
    }
    games
}

fn name(game: &History) -> String {
    format!("{} {}", game.position().game(), game.position().to_text())
}

/// Every line can be played and leads to what its score says.
fn assert_lines_are_legal(game: &History, report: &SearchReport) {
    assert!(!report.lines.is_empty());
    for line in &report.lines {
        let mut position = *game.position();
        assert!(!line.moves.is_empty());
        for &mv in &line.moves {
            position.play(mv).unwrap_or_else(|illegal| panic!("{}: {illegal}", name(game)));
        }
        match line.score {
            Score::Win(plies) | Score::Loss(plies) => assert!(line.moves.len() <= plies as usize),
            Score::Value(_) | Score::Draw => {}
        }
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    for game in games(5) {
        let mut reports = [Vec::new(), Vec::new()];
        for reports in &mut reports {
            let mut engine = engine(1, 2);
            let mut watch = |report: &SearchReport| reports.push(report.clone());
            let limits = Limits::nodes(2_000);
            let last = engine.search(&game, &limits, &StopFlag::new(), &mut watch);
            reports.push(last.expect("the game goes on"));
        }
        assert_eq!(reports[0], reports[1], "{}", name(&game));
        reports[0].iter().for_each(|report| assert_lines_are_legal(&game, report));
    }
}

#[test]
fn a_new_game_forgets_the_old_one() {
    for game in games(4) {
        let mut engine = engine(1, 1);
        let first = search(&mut engine, &game, &Limits::nodes(1_000));
        engine.new_game();
        assert_eq!(search(&mut engine, &game, &Limits::nodes(1_000)), first, "{}", name(&game));
    }
}

#[test]
fn limits_of_nodes_and_depth_hold_to_the_number() {
    for game in games(6) {
        for nodes in [1, 10, 777] {
            let report = search(&mut engine(1, 1), &game, &Limits::nodes(nodes));
            let settled = report.score().proven().is_some();
            assert!(report.nodes == nodes || settled, "{}: {report:?}", name(&game));
            assert_lines_are_legal(&game, &report);
        }
        let limits = Limits { nodes: Some(50_000), ..Limits::depth(2) };
        assert!(search(&mut engine(1, 1), &game, &limits).depth <= 2);
    }
}

#[test]
fn the_time_is_measured_without_a_limit_of_time_too() {
    for game in games(3) {
        let began = Instant::now();
        let report = search(&mut engine(1, 1), &game, &Limits::nodes(100));
        assert!(Duration::ZERO < report.elapsed && report.elapsed <= began.elapsed());
    }
}

#[test]
fn there_is_a_move_even_if_there_is_no_time_at_all() {
    let stop = StopFlag::new();
    stop.raise();
    for game in games(6) {
        let report = engine(2, 3).search(&game, &Limits::default(), &stop, &mut |_| ());
        assert_lines_are_legal(&game, &report.expect("the game goes on"));
        let report = search(&mut engine(1, 1), &game, &Limits::time(Duration::ZERO));
        assert_lines_are_legal(&game, &report);
    }
}

#[test]
fn a_raised_flag_is_seen_within_a_few_nodes() {
    for game in games(6) {
        let stop = StopFlag::new();
        let mut nodes = None;
        let mut watch = |report: &SearchReport| {
            nodes.get_or_insert(report.nodes);
            stop.raise();
        };
        let report = engine(1, 1).search(&game, &Limits::nodes(1_000_000), &stop, &mut watch);
        let after = report.expect("the game goes on").nodes - nodes.expect("at least one report");
        assert!(after <= 64, "{}: {after} nodes", name(&game));
    }
}

#[test]
fn a_flag_raised_elsewhere_and_the_clock_stop_all_threads() {
    // Far more than is needed, because machines that run tests are busy.
    let patience = Duration::from_millis(400);
    for game in games(4) {
        let stop = StopFlag::new();
        let raised = std::thread::scope(|scope| {
            let raise = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20));
                stop.raise();
                Instant::now()
            });
            let report = engine(2, 1).search(&game, &Limits::default(), &stop, &mut |_| ());
            assert_lines_are_legal(&game, &report.expect("the game goes on"));
            let ended = Instant::now();
            ended.saturating_duration_since(raise.join().expect("nothing to panic about"))
        });
        assert!(raised < patience, "{}: {raised:?}", name(&game));
        let clock = ClockState { remaining: Duration::from_millis(100), increment: Duration::ZERO };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let report = search(&mut engine(1, 1), &game, &limits);
        assert!(report.elapsed < patience, "{}: {:?}", name(&game), report.elapsed);
    }
}

#[test]
fn many_threads_play_legal_lines_however_short_the_search() {
    for game in games(5) {
        let mut engine = engine(8, 1);
        for nodes in (1..=40).map(|step| step * step) {
            let report = search(&mut engine, &game, &Limits::nodes(nodes));
            assert_lines_are_legal(&game, &report);
        }
    }
}

#[test]
fn several_lines_are_different_moves_and_the_best_comes_first() {
    for game in games(5) {
        let report = search(&mut engine(1, 4), &game, &Limits::nodes(3_000));
        assert_lines_are_legal(&game, &report);
        let mut first: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), report.lines.len(), "{}", name(&game));
        let worth: Vec<_> = report.lines.iter().map(|line| line.score.expectation()).collect();
        assert!(worth.is_sorted_by(|a, b| a >= b), "{}: {report:?}", name(&game));
    }
}

#[test]
fn there_is_nothing_to_think_about_when_the_game_is_over() {
    for &id in GameId::ALL {
        let mut random = Random::new(9);
        let mut game = History::new(id.start());
        while let (None, Some(&mv)) = (game.outcome(), random.pick(&game.position().moves())) {
            game.play(mv).expect("a legal move");
        }
        let answer = engine(1, 1).search(&game, &Limits::nodes(9), &StopFlag::new(), &mut |_| ());
        assert_eq!(answer, Err(SearchError::GameOver), "{}", name(&game));
    }
}
