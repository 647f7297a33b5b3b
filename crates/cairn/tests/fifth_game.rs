//! A fifth game through the whole program: Pagoda, which lives in `crates/games/tests` and
//! has rules, notation and a view, and nothing else. Needs the feature `test-game`.

mod program;

use program::server::{ServerProcess, Visitor};
use program::{Scratch, command, run, succeeded};
use serde_json::{Value, json};

/// White to move completes a stack of three on b1 or on a2.
const WIN_IN_ONE: &str = "x3/bw,x2/w,b,x w";

/// Runs `cairn` with these arguments and this on standard input.
fn cairn(arguments: &[&str], input: &str) -> String {
    succeeded(run(&mut command(arguments), input.as_bytes()))
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&cairn(arguments, "")).expect("JSON")
}

#[test]
fn rules_answer_on_the_command_line() {
    assert!(cairn(&["games"], "").contains("pagoda"));
    assert_eq!(cairn(&["moves", "pagoda"], "").lines().count(), 9);
    assert_eq!(cairn(&["apply", "pagoda", "+a1", "+b1"], "").trim(), "x3/x3/w,b,x w");
    assert_eq!(json_of(&["perft", "pagoda", "2", "--json"])["counts"], json!([9, 72]));
}

#[test]
fn the_engine_searches_and_proves() {
    let analysis =
        json_of(&["analyse", "pagoda", "--position", WIN_IN_ONE, "--depth", "3", "--json"]);
    assert!(analysis.to_string().contains("win"), "{analysis}");
    let solved = json_of(&["solve", "pagoda", "--position", WIN_IN_ONE, "--json"]);
    assert_eq!(solved["value"], "win", "{solved}");
    assert_eq!(solved["distance"], 1, "{solved}");
    let played = cairn(&["match", "pagoda", "10", "random", "--games", "2", "--nodes", "200"], "");
    assert!(!played.is_empty());
}

#[test]
fn a_report_is_made() {
    let scratch = Scratch::new("pagoda-report");
    let out = scratch.path("");
    let games = ["--players", "random,1", "--games", "4", "--review-nodes", "20"];
    cairn(&[&["report", "pagoda", "--out", &out][..], &games].concat(), "");
    let report = std::fs::read_to_string(scratch.path("pagoda.md")).expect("a file");
    assert!(report.contains("## Findings") && report.contains("level 1"), "{report}");
}

#[test]
fn the_board_is_drawn() {
    let text = cairn(&["draw", "pagoda", "--position", WIN_IN_ONE, "--style", "words"], "");
    assert!(text.starts_with("Pagoda") && text.contains("White to move"), "{text}");
    for style in ["unicode", "ascii"] {
        assert!(cairn(&["draw", "pagoda", "--style", style], "").lines().count() > 3);
    }
    let scratch = Scratch::new("pagoda-drawn");
    let file = scratch.path("pagoda.svg");
    cairn(&["draw", "pagoda", "--position", WIN_IN_ONE, "--out", &file], "");
    let svg = std::fs::read_to_string(&file).expect("a file");
    assert!(svg.starts_with("<svg") && svg.contains("Pagoda"), "{svg}");
}

#[test]
fn people_and_computers_play_it_in_the_terminal() {
    let people =
        ["play", "pagoda", "--plain", "--no-save", "--first", "human", "--second", "human"];
    let text = cairn(&people, "+a1\n+b1\na1-b1\n+a1\n+c3\na1-b1\n");
    assert!(text.contains("Black has a stack of three"), "{text}");
    let computer = ["play", "pagoda", "--plain", "--no-save", "--first", "1", "--second", "random"];
    assert!(cairn(&computer, "").contains("\nResult: "));
}

#[test]
fn the_engine_speaks_ugi() {
    let input = format!("ugi\nisready\nposition fen {WIN_IN_ONE}\ngo depth 2\nquit\n");
    let text = cairn(&["ugi", "pagoda"], &input);
    assert!(text.contains("ugiok") && text.contains("readyok"), "{text}");
    assert!(text.contains("bestmove "), "{text}");
}

#[test]
fn the_site_offers_plays_and_explains_it() {
    let scratch = Scratch::new("pagoda-served");
    let server = ServerProcess::start(&scratch.0.join("games.db"));
    let ask = |method, path: &str, token, body| {
        let visitor = Visitor::local(&server.address);
        visitor.ask_for_text(method, path, token, body).expect("an answer")
    };
    let get = |path: &str| ask("GET", path, "", &Value::Null);
    for path in ["/", "/rules", "/rules/pagoda", "/about/pagoda", "/new?game=pagoda", "/a/pagoda"] {
        let (status, page) = get(path);
        assert_eq!(status, 200, "{path}: {page}");
        assert!(page.contains("Pagoda"), "{path}");
    }
    let (status, board) = get("/board/pagoda/start?choices=1");
    assert!(status == 200 && board.contains("<svg"), "{board}");
    let new = json!({"game": "pagoda", "opponent": "same-screen"});
    let (status, game) = ask("POST", "/api/v1/games", "", &new);
    assert!(status < 300, "{game}");
    let game: Value = serde_json::from_str(&game).expect("JSON");
    let token = game["token"].as_str().expect("a token");
    let path = format!("/api/v1/games/{}/moves", game["id"].as_str().expect("an id"));
    let (status, moved) = ask("POST", &path, token, &json!({"move": "+b2", "ply": 0}));
    assert!(status < 300 && moved.contains("x3/x,w,x/x3 b"), "{moved}");
}
