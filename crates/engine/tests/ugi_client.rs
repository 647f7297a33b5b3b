//! The UGI client, with engines that are a few lines of shell.

use std::time::Duration;

use cairn_engine::ugi::UgiEngine;
use cairn_engine::{Bot, EngineOptions, Limits, Score, SearchError, StopFlag};
use cairn_games::{GameId, History};

/// An engine that does as a shell script says when told to `go`.
fn engine(on_go: &str) -> UgiEngine {
    let script = format!(
        r#"while read -r line; do case "$line" in
            ugi) echo "id name shell"; echo "option name Hash type spin default 1"; echo ugiok;;
            isready) echo readyok;;
            "setoption name Hash value 7") hash=seven;;
            quit) exit 0;;
            stop) echo "bestmove a1-a2";;
            go*) {on_go};;
        esac; done"#
    );
    let command = format!("sh -c '{}'", script.replace('\'', r"'\''"));
    UgiEngine::start(&command, &EngineOptions { hash_mb: 7, ..EngineOptions::default() }).unwrap()
}

fn search(engine: &mut UgiEngine, limits: &Limits) -> Result<(String, Score), SearchError> {
    let history = History::new(GameId::Nava.start());
    let report = engine.search(&history, limits, &StopFlag::new(), &mut |_| {})?;
    Ok((history.position().write_move(report.best_move()).unwrap(), report.score()))
}

#[test]
fn a_good_engine_is_heard() {
    let mut engine = engine(
        r#"echo "info string hello"
           echo "info depth 3 score cp 42 nodes 9 pv a1-a4 e5-e4 nonsense"
           [ "$hash" = seven ] && echo "bestmove a1-a4""#,
    );
    assert_eq!(engine.name(), "shell");
    let (mv, score) = search(&mut engine, &Limits::nodes(10)).unwrap();
    assert_eq!((mv.as_str(), score), ("a1-a4", Score::Value(42)));
    engine.new_game();
    assert!(search(&mut engine, &Limits::nodes(10)).is_ok());
}

#[test]
fn an_illegal_move_is_told_from_a_crash() {
    let mut illegal = engine("echo bestmove a1-e5");
    let error = search(&mut illegal, &Limits::nodes(10)).unwrap_err();
    assert!(matches!(error, SearchError::IllegalMove { .. }), "{error}");
    assert!(error.to_string().contains("`a1-e5`"), "{error}");
    let mut crash = engine("echo out of memory >&2; sleep 0.1; exit 3");
    let error = search(&mut crash, &Limits::nodes(10)).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, SearchError::Engine { .. }), "{text}");
    assert!(text.contains("exit status: 3") && text.contains("out of memory"), "{text}");
    assert!(search(&mut crash, &Limits::nodes(10)).is_err(), "it stays gone");
}

#[test]
fn stopping_is_passed_on() {
    let mut engine = engine(":");
    let stop = StopFlag::new();
    let from_afar = stop.clone();
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        from_afar.raise();
    });
    let history = History::new(GameId::Nava.start());
    let report = engine.search(&history, &Limits::default(), &stop, &mut |_| {}).unwrap();
    assert_eq!(history.position().write_move(report.best_move()).unwrap(), "a1-a2");
    timer.join().unwrap();
}

#[test]
fn what_is_no_engine_does_not_start() {
    for command in ["", "/nowhere/at/all", "true", "it's"] {
        let error = UgiEngine::start(command, &EngineOptions::default()).err();
        assert!(matches!(error, Some(SearchError::Engine { .. })), "{command}: {error:?}");
    }
}

#[test]
fn an_engine_is_sent_its_own_options() {
    // The engine answers with a depth of its threads and a number of nodes of its memory.
    let script = r#"while read -r line; do case "$line" in
        ugi) for name in Threads Hash; do echo "option name $name type spin"; done; echo ugiok;;
        isready) echo readyok;;
        "setoption name Threads value "*) threads="${line##* }";;
        "setoption name Hash value "*) hash="${line##* }";;
        quit) exit 0;;
        go*) echo "info depth $threads nodes $hash pv a1-a4"; echo "bestmove a1-a4";;
    esac; done"#;
    let command = format!("sh -c '{}'", script.replace('\'', r"'\''"));
    let history = History::new(GameId::Nava.start());
    for (threads, hash_mb) in [(1, 64), (8, 256)] {
        let options = EngineOptions { threads, hash_mb, ..EngineOptions::default() };
        let mut engine = UgiEngine::start(&command, &options).unwrap();
        let limits = Limits::nodes(1);
        let report = engine.search(&history, &limits, &StopFlag::new(), &mut |_| {}).unwrap();
        assert_eq!((report.depth as usize, report.nodes as usize), (threads, hash_mb));
    }
}
