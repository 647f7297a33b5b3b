//! A search that is told to stop stops at once.

use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use cairn_engine::search::Engine;
use cairn_engine::{Bot, ClockState, EngineOptions, Limits, StopFlag};
use cairn_games::random::Random;
use cairn_games::{GameId, History};

/// A search must have stopped this long after it was told to.
const AT_ONCE: Duration = Duration::from_millis(5);

/// Other programs can hold a search up, but not make it quicker: the quickest of several
/// tries counts.
const TRIES: usize = 12;

/// Returns an unfinished game of `plies` random moves.
fn random_game(game: GameId, plies: usize) -> History {
    let mut random = Random::new(plies as u64);
    loop {
        let mut history = History::new(game.start());
        for _ in 0..plies {
            if let Some(&mv) = random.pick(&history.position().moves()) {
                history.play(mv).expect("a legal move");
            }
        }
        if history.outcome().is_none() {
            return history;
        }
    }
}

/// Measures the time from raising the stop flag to the end of an unlimited search.
fn time_to_stop(history: &History, threads: usize) -> Duration {
    let stop = StopFlag::new();
    let (sender, started) = mpsc::channel();
    thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut engine =
                Engine::new(EngineOptions { threads, hash_mb: 16, ..EngineOptions::default() });
            // Nobody listens any more after the first report.
            let mut tell = |_: &_| {
                let _ = sender.send(());
            };
            let report = engine.search(history, &Limits::default(), &stop, &mut tell);
            (Instant::now(), report)
        });
        // Once it has something to say, it is in the middle of things.
        started.recv_timeout(Duration::from_secs(20)).expect("a first report");
        thread::sleep(Duration::from_millis(10));
        let told = Instant::now();
        stop.raise();
        let (ended, report) = search.join().expect("the search does not panic");
        assert!(report.is_ok(), "a stopped search still has a move");
        ended.saturating_duration_since(told)
    })
}

#[test]
fn a_search_stops_at_once() {
    for game in GameId::rule_sets() {
        for (plies, threads) in [(0, 1), (6, 1), (12, 2)] {
            let history = random_game(game, plies);
            let times = (0..TRIES).map(|_| time_to_stop(&history, threads));
            let late = times.take_while(|time| *time > AT_ONCE).count();
            assert!(late < TRIES, "{game}, {plies} plies, {threads} threads: late every time");
        }
    }
}

/// With a time per move and a clock the smaller one counts, for the proof in Greener too.
#[test]
fn a_clock_counts_beside_a_time_per_move() {
    let remaining = Duration::from_millis(300);
    let clock = Some(ClockState { remaining, increment: Duration::ZERO });
    let limits = Limits { clock, ..Limits::time(Duration::from_secs(3)) };
    for game in GameId::rule_sets() {
        let history = random_game(game, 6);
        let mut engine = Engine::new(EngineOptions { hash_mb: 4, ..EngineOptions::default() });
        let took = (0..TRIES).map(|_| {
            let began = Instant::now();
            engine.search(&history, &limits, &StopFlag::new(), &mut |_| {}).expect("a move");
            began.elapsed()
        });
        assert!(took.into_iter().any(|time| time < remaining), "{game} loses on time");
    }
}
