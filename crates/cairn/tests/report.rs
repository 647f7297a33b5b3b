//! `cairn report`: its numbers, computed anew from the records, and the reports in `docs/reports`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime};

use cairn_arena::game_report::{Comparison, Document, GameReport};
use cairn_games::record::{Record, read_all};
use cairn_games::{AnyPosition, GameId, Outcome, Side};
use serde_json::Value;

use crate::program::{Scratch, cairn, command, errors, fails, printed, send_signal};

/// Options of a small report.
const SMALL: [&str; 8] =
    ["--players", "random,2", "--games", "14", "--strong-games", "4", "--review-nodes", "30"];

/// Makes a small report and returns its JSON form.
fn small_report(games: &[&str], folder: &Scratch, more: &[&str]) -> Vec<Value> {
    let out = folder.path("");
    let arguments = [&["report"][..], games, &SMALL, &["--out", &out], more].concat();
    let listed = printed(&arguments);
    let files = listed.lines().filter(|line| line.ends_with(".json"));
    files.map(|file| serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()).collect()
}

/// Returns the games between two players in a collection.
fn games_between(folder: &Path, first: &str, second: &str) -> Vec<Record> {
    let mut games = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        games.extend(read_all(&fs::read_to_string(entry.unwrap().path()).unwrap()).unwrap());
    }
    let wanted = BTreeSet::from([first, second]);
    let players = |game: &Record| -> BTreeSet<String> {
        Side::BOTH.iter().map(|side| game.player(*side).unwrap().to_owned()).collect()
    };
    games.retain(|game| players(game).iter().map(String::as_str).eq(wanted.iter().copied()));
    games
}

/// Checks an estimate of a share by solving the quadratic equation that defines Wilson's interval.
#[track_caller]
fn check_share(found: &Value, part: f64, of: usize) {
    let n = of as f64;
    let value = found["value"].as_f64().unwrap();
    assert!((value - part / n).abs() < 1e-4, "{found}: {part} of {of}");
    assert_eq!(found["games"], of);
    for end in ["low", "high"] {
        let p = found[end].as_f64().unwrap();
        // At its ends the interval is as far from the share as 1.96 standard errors there.
        let distance = (value - p).powi(2) - 1.959_964_f64.powi(2) * p * (1.0 - p) / n;
        assert!(distance.abs() < 1e-3, "{found}: {distance}");
    }
}

/// Checks an estimate of a mean.
#[track_caller]
fn check_mean(found: &Value, values: &[f64]) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares = values.iter().map(|value| value * value).sum::<f64>() / n - mean * mean;
    let error = 1.959_964 * (squares / (n - 1.0)).sqrt();
    // No number that is averaged is negative.
    let low = (mean - error).max(0.0);
    for (field, expected) in [("value", mean), ("low", low), ("high", mean + error)] {
        let number = found[field].as_f64().unwrap();
        assert!((number - expected).abs() < 2e-3, "{field}: {number} is not {expected}");
    }
    assert_eq!(found["games"], values.len());
}

/// Returns the first player's expected scores in the comments of a game.
fn expectations(game: &Record) -> Vec<f64> {
    let comments = game.line.moves.iter().map(|mv| &mv.comments);
    let comments = [&game.line.comments].into_iter().chain(comments);
    let read = |comments: &Vec<String>| {
        let text = comments[0].strip_prefix("eval ").unwrap();
        match text.split([' ', ',']).next().unwrap() {
            "1-0" => 1.0,
            "0-1" => 0.0,
            "1/2-1/2" => 0.5,
            number => 1.0 / (1.0 + (-number.parse::<f64>().unwrap()).exp()),
        }
    };
    comments.map(read).collect()
}

/// Counts lead changes: walks back and forth between 0.6 and 0.4.
fn lead_changes(expectations: &[f64]) -> usize {
    let leads: String = expectations
        .iter()
        .filter(|x| **x - 0.5 >= 0.1 || **x - 0.5 <= -0.1)
        .map(|x| if *x > 0.5 { 'a' } else { 'b' })
        .collect();
    leads.matches("ab").count() + leads.matches("ba").count()
}

fn checks_out(game: &str) {
    let folder = Scratch::new(&format!("report-{}", game.replace(':', "-")));
    let report = small_report(&[game], &folder, &["--threads", "2"]).remove(0);
    let collection = folder.0.join("games");
    for (index, player) in ["random", "2"].into_iter().enumerate() {
        let games = games_between(&collection, player, player);
        let found = &report["players"][index];
        assert_eq!((found["games"].as_u64(), games.len()), (Some(14), 14));
        let count = |outcome| games.iter().filter(|game| game.result == Some(outcome)).count();
        let [first, second] = Side::BOTH.map(|side| count(Outcome::Win(side)) as f64);
        let draws = count(Outcome::Draw) as f64;
        check_share(&found["first_wins"], first, 14);
        check_share(&found["second_wins"], second, 14);
        check_share(&found["draws"], draws, 14);
        check_share(&found["first_score"], first + draws / 2.0, 14);
        let moves = |game: &Record| game.line.moves.len() as f64;
        let lengths: Vec<f64> = games.iter().map(moves).collect();
        check_mean(&found["length"], &lengths);
        let choice = |game: &Record| {
            let history = game.history();
            let counts = history.positions().iter().map(|position| position.moves().len());
            counts.sum::<usize>() as f64 / history.moves().len() as f64
        };
        // There are no moves where a game is over, except by repetition.
        let drawn_early = |game: &&Record| !game.history().position().moves().is_empty();
        if games.iter().filter(drawn_early).count() == 0 {
            check_mean(&found["choice"], &games.iter().map(choice).collect::<Vec<_>>());
        }
        let courses: Vec<_> = games.iter().map(expectations).collect();
        let changes: Vec<f64> = courses.iter().map(|course| lead_changes(course) as f64).collect();
        let drama = &found["drama"];
        check_mean(&drama["lead_changes"], &changes);
        let changed = changes.iter().filter(|changes| **changes > 0.0).count();
        check_share(&drama["with_lead_change"], changed as f64, 14);
    }
    let games = games_between(&collection, "random", "2");
    let rung = &report["rungs"][0];
    let won = |game: &&Record| {
        let Some(Outcome::Win(winner)) = game.result else { return false };
        game.player(winner) == Some("2")
    };
    assert_eq!(rung["wins"], games.iter().filter(won).count());
    let first = games.iter().filter(|game| game.player(Side::First) == Some("2")).count();
    assert_eq!((first, games.len()), (7, 14), "sides are exchanged");
    check_openings(&report, &[games_between(&collection, "2", "2")].concat());
}

/// Checks the counts of the first moves, up to symmetry.
fn check_openings(report: &Value, games: &[Record]) {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    let after_first = |game: &Record| -> AnyPosition { game.history().positions()[1] };
    for game in games {
        *counts.entry(after_first(game).canonical().key()).or_default() += 1;
    }
    let openings = report["openings"].as_array().unwrap();
    if report["is_shuffled"] == true {
        return assert!(openings.is_empty());
    }
    for opening in openings.iter().filter(|opening| opening["plies"] == 1) {
        let mut position = *games[0].start();
        let mv = position.read_move(opening["line"][0].as_str().unwrap()).unwrap();
        position.play(mv).unwrap();
        check_share(&opening["share"], counts[&position.canonical().key()] as f64, games.len());
    }
}

#[test]
fn the_numbers_of_a_report_follow_from_its_records() {
    checks_out("nava");
    checks_out("greener");
}

#[test]
fn rule_sets_are_compared() {
    let folder = Scratch::new("report-compared");
    let names = ["mitsudomoe", "mitsudomoe:single"];
    let reports = small_report(&names, &folder, &["--formats", "json,html"]);
    assert_eq!(reports.len(), 3, "two reports and their comparison");
    let compared = &reports[2];
    assert_eq!((&compared["games"][1], &compared["player"]), (&names[1].into(), &"2".into()));
    for (row, field) in [(0, "first_score"), (2, "length")] {
        for (index, report) in reports[..2].iter().enumerate() {
            assert_eq!(compared["rows"][row]["values"][index], report["players"][1][field]);
        }
    }
    let page = fs::read_to_string(folder.path("mitsudomoe-and-mitsudomoe-single.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("one action per turn"), "{page}");
    assert!(!page.contains("http"), "a page needs no other file");
    assert!(!folder.0.join("mitsudomoe.md").exists(), "not among the formats");
}

#[test]
fn a_task_makes_the_same_file_again_and_a_damaged_one_anew() {
    let folder = Scratch::new("report-task");
    let collection = folder.path("games");
    let plan = printed(&[&["report", "plan", "greener"][..], &SMALL].concat());
    let tasks: Vec<Value> = plan.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(tasks.iter().map(|task| task["games"].as_u64().unwrap()).sum::<u64>(), 42);
    let task = tasks.last().unwrap();
    let words = task["arguments"].as_array().unwrap();
    let words: Vec<&str> = words.iter().map(|word| word.as_str().unwrap()).collect();
    let perform = |threads| {
        let more = ["--collection", &collection, "--threads", threads];
        let path = printed(&[&words[..], &more].concat());
        let path = PathBuf::from(path.trim());
        assert_eq!(path, Path::new(&collection).join(task["file"].as_str().unwrap()));
        (fs::read_to_string(&path).unwrap(), path)
    };
    let (text, path) = perform("1");
    fs::write(&path, text.replacen("1-0", "0-1", 1)).unwrap();
    assert_eq!(perform("2").0, text, "a game that contradicts itself is played again");
    fs::write(&path, &text[..text.len() / 2]).unwrap();
    assert_eq!(perform("2").0, text, "half a file is made again");
}

#[test]
fn an_interrupted_report_goes_on() {
    let folder = Scratch::new("report-interrupted");
    let (out, collection) = (folder.path("out"), folder.path("games"));
    let arguments = |games: &'static str| {
        let players = ["--players", "random", "--review-nodes", "0", "--threads", "1"];
        let folders = ["--out", &out, "--collection", &collection, "--games", games];
        [&["report", "nava", "--strong-games", "2"][..], &players, &folders]
            .concat()
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    // So many games that it cannot be done before it is interrupted.
    let many = arguments("1000000");
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    let mut process = command(&many).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    let files = || {
        let entries = fs::read_dir(&collection).into_iter().flatten().flatten();
        let whole = entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
        whole.map(|entry| entry.path()).collect::<BTreeSet<_>>()
    };
    while files().is_empty() {
        assert!(began.elapsed() < Duration::from_secs(120), "no games");
        std::thread::sleep(Duration::from_millis(20));
    }
    send_signal("INT", process.id());
    assert_eq!(process.wait().unwrap().code(), Some(130));
    let kept = files();
    let written = |path: &PathBuf| -> SystemTime { path.metadata().unwrap().modified().unwrap() };
    let times: Vec<_> = kept.iter().map(written).collect();
    let few = arguments("100");
    let few: Vec<_> = few.iter().map(String::as_str).collect();
    let listed = printed(&few);
    assert!(listed.contains("nava.html"), "{listed}");
    assert_eq!(files(), kept, "no game is played twice");
    assert_eq!(kept.iter().map(written).collect::<Vec<_>>(), times);
}

#[test]
fn wrong_input_is_answered() {
    fails(&["report"], 2, "GAME");
    fails(&["report", "chess"], 2, "chess");
    fails(&["report", "nava", "nava"], 2, "named twice");
    fails(&["report", "nava", "--players", "11"], 2, "unknown player");
    fails(&["report", "nava", "--players", "3,3"], 2, "twice");
    fails(&["report", "nava", "--players", "human"], 2, "built-in players");
    fails(&["report", "nava", "--size", "9x9"], 2, "size");
    fails(&["report", "nava", "--games", "1"], 2, "--games");
    fails(
        &[
            "report",
            "task",
            "nava",
            "3",
            "ugi:x",
            "--first",
            "0",
            "--count",
            "1",
            "--collection",
            "x",
        ],
        2,
        "built-in players",
    );
    let folder = Scratch::new("report-wrong");
    let file = folder.file("report.json", "{\"format\": 1}");
    fails(&["report", "render", &file, "--out", &folder.path("")], 1, "missing field");
    let blocked = folder.file("blocked", "a file where a folder should be");
    let out = cairn(&["report", "nava", "--out", &blocked]);
    assert_eq!(out.status.code(), Some(1), "{}", errors(&out));
}

/// The folder with the reports.
fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reports")
}

/// Checks that the files of a document are those in `docs/reports`.
fn check_files(name: &str, document: &Document) -> Vec<String> {
    let mut files =
        vec![(format!("{name}.md"), document.markdown(|plot| format!("{}.svg", plot.name)))];
    files.extend(document.plots().map(|plot| (format!("{}.svg", plot.name), plot.svg())));
    for (file, text) in &files {
        let found = fs::read_to_string(docs().join(file)).unwrap_or_default();
        assert!(
            found == *text,
            "docs/reports/{file} is not in the current form; run `cairn report render \
             docs/reports/GAME.json --out docs/reports --formats md`, with the rule sets of a game together"
        );
    }
    files.into_iter().map(|(file, _)| file).collect()
}

#[test]
fn the_reports_in_the_documents_are_in_the_current_form() {
    let read = |game: GameId| {
        let name = format!("{}.json", game.name().replace(':', "-"));
        GameReport::from_json(&fs::read_to_string(docs().join(name)).unwrap()).unwrap()
    };
    let mut expected = BTreeSet::from(["README.md".to_owned()]);
    for family in GameId::families() {
        let games = GameId::rule_sets().filter(|game| game.family() == family.name());
        let reports: Vec<_> = games.map(read).collect();
        for report in &reports {
            expected.insert(report.file_name() + ".json");
            expected.extend(check_files(&report.file_name(), &report.document()));
        }
        let reports: Vec<_> = reports.iter().collect();
        if let Some(comparison) = Comparison::new(&reports) {
            let name = comparison.file_name();
            let json = fs::read_to_string(docs().join(format!("{name}.json"))).unwrap();
            assert_eq!(json, comparison.to_json());
            expected.insert(format!("{name}.json"));
            expected.extend(check_files(&name, &comparison.document(&reports)));
        }
    }
    let entries: Vec<_> = fs::read_dir(docs()).unwrap().map(Result::unwrap).collect();
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().unwrap();
    assert_eq!(entries.iter().map(name).collect::<BTreeSet<_>>(), expected);
    let bytes: u64 = entries.iter().map(|entry| entry.metadata().unwrap().len()).sum();
    assert!(bytes < 2 << 20, "{bytes} bytes");
}
