//! Studying: watched analyses, whole games, import and export.

use axum::body::Body;
use axum::http::Method;
use cairn_web::AppState;
use serde_json::{Value, json};

use crate::client::{Client, two_players};
use crate::events::EventReader;
use crate::stores::on_both_stores;

on_both_stores!(
    an_analysis_deepens,
    a_newer_analysis_ends_the_older,
    analyses_take_turns,
    leaving_ends_the_thinking,
    a_finished_game_is_gone_through,
    a_running_game_is_not,
    anything_is_imported,
    a_tree_is_written_and_read_again,
    wrong_questions_are_refused,
    the_engine_does_not_help_in_a_running_game,
);

/// Three moves after which White can win at once.
const QUICK: &str = "bbbbwwww,x,bb,x,B/x5/x5/x5/W,x,ww,x2 w";

/// Opens a stream as this client.
async fn watch(app: &AppState, client: &Client, path: &str, json: &Value) -> EventReader {
    let body = json.to_string();
    let request = client
        .request(Method::POST, &format!("/api/v1/{path}"))
        .header("content-type", "application/json")
        .header("content-length", body.len())
        .header("sec-fetch-site", "same-origin")
        .body(Body::from(body));
    EventReader::of_request(app, request.unwrap()).await
}

/// The events until the stream ends.
async fn all(mut follower: EventReader) -> Vec<(String, Value)> {
    let mut events = Vec::new();
    while let Some(seen) = follower.next().await {
        events.push((seen.name, seen.data));
    }
    events
}

async fn an_analysis_deepens(app: AppState) {
    let client = Client::browser(&app);
    let request = json!({"game": "nava", "moves": ["a1-a4"], "time": 600, "lines": 3});
    let events = all(watch(&app, &client, "analyse/stream", &request).await).await;
    assert_eq!(events[0].0, "waiting");
    assert_eq!(events[1].0, "lines");
    let (last, lines) = events.last().unwrap();
    assert_eq!(last, "done");
    assert_eq!(lines["lines"].as_array().unwrap().len(), 3, "{lines}");
    assert_eq!(lines["to_move"], "second");
    let depths: Vec<_> = events[1..].iter().map(|(_, data)| data["depth"].as_u64()).collect();
    assert!(depths.is_sorted() && depths.first() < depths.last(), "{depths:?}");
    let won = json!({"game": "nava", "position": QUICK, "time": 5000});
    let events = all(watch(&app, &client, "analyse/stream", &won).await).await;
    let lines = &events.last().unwrap().1;
    assert_eq!((&lines["proven"], &lines["distance"]), (&json!("win"), &json!(1)), "{lines}");
    assert_eq!((&lines["score"], &lines["expectation"]), (&json!(null), &json!(1.0)));
}

async fn a_newer_analysis_ends_the_older(app: AppState) {
    let (client, other) = (Client::browser(&app), Client::browser(&app));
    client.get("/").await;
    other.get("/").await;
    let long = json!({"game": "glaisher", "time": 20_000});
    let mut first = watch(&app, &client, "analyse/stream", &long).await;
    assert_eq!(first.next().await.unwrap().name, "waiting");
    let theirs = watch(&app, &other, "analyse/stream", &long).await;
    let short = json!({"game": "glaisher", "time": 100});
    let second = watch(&app, &client, "analyse/stream", &short).await;
    assert_eq!(app.open_analyses(), 2);
    let last = all(first).await.pop().unwrap();
    assert_eq!(last.0, "replaced");
    drop(theirs);
    assert_eq!(all(second).await.pop().unwrap().0, "done");
    assert_eq!(app.open_analyses(), 0);
}

/// There is one thread for analyses: who comes second has lines before the first is done.
async fn analyses_take_turns(app: AppState) {
    let (client, other) = (Client::browser(&app), Client::browser(&app));
    client.get("/").await;
    other.get("/").await;
    let long = json!({"game": "glaisher", "time": 12_000});
    let mut first = watch(&app, &client, "analyse/stream", &long).await;
    first.next().await.unwrap();
    assert_eq!(first.next().await.unwrap().name, "lines");
    let begun = std::time::Instant::now();
    let mut second = watch(&app, &other, "analyse/stream", &json!({"game": "nava"})).await;
    second.next().await.unwrap();
    // Both are read, as two browsers would.
    let first = tokio::spawn(async move { while first.next().await.is_some() {} });
    assert_eq!(second.next().await.unwrap().name, "lines");
    assert!(begun.elapsed().as_secs() < 8, "{:?}", begun.elapsed());
    assert!(!first.is_finished());
    first.abort();
}

async fn leaving_ends_the_thinking(app: AppState) {
    let client = Client::browser(&app);
    let mut left = watch(&app, &client, "analyse/stream", &json!({"game": "nava"})).await;
    left.next().await.unwrap();
    drop(left);
    assert_eq!(app.open_analyses(), 0);
    for _ in 0..200 {
        if app.is_engine_idle() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("somebody still thinks");
}

async fn a_finished_game_is_gone_through(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    // Black gives its stack away, and White takes it.
    for (ply, text) in ["a1-a5", "e5-a5", "a1-a3", "a5-a3"].into_iter().enumerate() {
        let who = if ply % 2 == 0 { &first } else { &second };
        who.make_move(&game, ply, text).await.ok();
    }
    let path = format!("/api/v1/games/{}/evaluation", game["id"].as_str().unwrap());
    let request = || first.request(Method::GET, &path).body(Body::empty()).unwrap();
    let events = all(EventReader::of_request(&app, request()).await).await;
    let (name, whole) = events.last().unwrap();
    assert_eq!((name.as_str(), &whole["done"], &whole["total"]), ("done", &json!(true), &json!(5)));
    assert!(events.len() > 1 && events[0].0 == "progress", "{events:?}");
    let points = whole["points"].as_array().unwrap();
    assert_eq!(points.len(), 5);
    assert_eq!(points[0]["move"], json!(null));
    assert_eq!((&points[4]["proven"], &points[4]["distance"]), (&json!("second"), &json!(0)));
    assert_eq!(points[4]["expectation"], 0.0);
    assert!(points[4]["text"].as_str().unwrap().starts_with("0-1, "), "{}", points[4]);
    assert_eq!((&points[1]["move"], &points[1]["mistake"]), (&json!("a1-a5"), &json!("blunder")));
    assert!(whole["turning_points"].as_array().unwrap().contains(&json!(1)), "{whole}");
    assert!(points[0]["best"][0].is_string());
    // Asked again, it is known at once.
    let again = all(EventReader::of_request(&app, request()).await).await;
    assert_eq!((again.len(), &again[0].0, &again[0].1), (1, name, whole));
    let moves = json!({"game": "nava", "moves": ["a1-a5", "e5-a5", "a1-a3", "a5-a3"]});
    let same = all(watch(&app, &second, "evaluate", &moves).await).await;
    assert_eq!(&same[0].1, whole);
}

async fn a_running_game_is_not(app: AppState) {
    let (first, _, game) = two_players(&app, "none").await;
    let path = format!("/api/v1/games/{}/evaluation", game["id"].as_str().unwrap());
    assert_eq!(first.get(&path).await.problem(409), "still_playing");
    assert_eq!(first.get("/api/v1/games/0123456789/evaluation").await.problem(404), "not_found");
}

async fn anything_is_imported(app: AppState) {
    let (first, _, game) = two_players(&app, "none").await;
    let after = first.make_move(&game, 0, "a1-a4").await.ok();
    let link = format!("http://cairn.test/g/{}?odd#x", game["id"].as_str().unwrap());
    let record = "[Game \"nava\"]\n[White \"Anna\"]\n1. a1-a4 {well} (1. a1-a3) *";
    let prolog = json!({"position": after["position"]});
    let prolog = first.post("/api/v1/convert", prolog).await.ok()["prolog"].clone();
    for (text, kind) in [
        (json!(link), "link"),
        (json!(record), "record"),
        (json!("1. a1-a4"), "moves"),
        (json!("/a/nava?moves=a1-a4"), "link"),
        (after["position"].clone(), "position"),
    ] {
        let read = first.post("/api/v1/import", json!({"text": text})).await.ok();
        assert_eq!((&read["kind"], &read["game"]), (&json!(kind), &json!("nava")), "{text}");
        assert_eq!(read["position"], after["position"], "{text}");
        let page = json!({"text": read["path"]});
        let again = first.post("/api/v1/import", page).await.ok();
        assert_eq!(again["position"], after["position"], "{}", read["path"]);
    }
    let black = json!({"text": prolog, "to_move": "black"});
    let read = first.post("/api/v1/import", black).await.ok();
    assert_eq!((&read["kind"], &read["position"]), (&json!("prolog"), &after["position"]));
    let twice = json!({"text": record.repeat(2).replace("*[", "*\n[")});
    let read = first.post("/api/v1/import", twice).await.ok();
    assert_eq!(read["note"], "The text contains 2 games; this is the first.");
    assert_eq!(read["moves"][0]["variations"][0]["moves"][0]["move"], "a1-a3");
    let seed = json!({"text": "+b1;a1-b1", "game": "mitsudomoe:single"});
    assert_eq!(first.post("/api/v1/import", seed).await.problem(400), "unreadable");
}

async fn a_tree_is_written_and_read_again(app: AppState) {
    let client = Client::program(&app);
    let tree = json!({
        "game": "nava", "tags": [["White", "Anna"], ["Game", "chess"]], "outcome": "second",
        "comments": ["before"],
        "moves": [
            {"move": "a1-a4", "glyphs": [1], "comments": ["good"], "variations": [
                {"comments": [], "moves": [{"move": "a1-a3"}, {"move": "e5-e4"}]}]},
            {"move": "e5-e4"},
        ],
    });
    let written = client.post("/api/v1/records/text", tree.clone()).await;
    let text = written.text();
    assert!(text.contains("1. a1-a4! {good} (1. a1-a3 e5-e4) 1... e5-e4 0-1"), "{text}");
    assert!(text.contains("[Game \"nava\"]") && text.contains("[White \"Anna\"]"), "{text}");
    let read = client.post("/api/v1/records", json!({"record": text})).await.ok();
    assert_eq!(read["moves"][0]["variations"][0]["moves"][1]["move"], "e5-e4");
    for (key, value, status, code) in [
        ("game", json!("chess"), 400, "unknown_game"),
        ("outcome", json!("nobody"), 400, "unknown_outcome"),
        ("tags", json!([["a b", "c"]]), 400, "unwritable_record"),
        ("tags", json!([["a"]]), 400, "bad_request"),
        ("start", json!("x"), 400, "unreadable_position"),
        ("moves", json!([{"move": "a1-b2"}]), 422, "illegal_move"),
        (
            "moves",
            json!([{"move": "a1-a4", "variations": [{"moves": [{"move": "?"}]}]}]),
            400,
            "unreadable_move",
        ),
    ] {
        let mut wrong = tree.clone();
        wrong[key] = value.clone();
        let reply = client.post("/api/v1/records/text", wrong).await;
        assert_eq!(reply.problem(status), code, "{key} {value}");
    }
    let mut deep = json!([{"move": "a1-a4"}]);
    for _ in 0..40 {
        deep = json!([{"move": "a1-a4", "variations": [{"moves": deep}]}]);
    }
    let reply = client.post("/api/v1/records/text", json!({"game": "nava", "moves": deep})).await;
    assert_eq!(reply.status, 400, "variations are not nested without bound");
}

async fn wrong_questions_are_refused(app: AppState) {
    let client = Client::program(&app);
    let over = "bbbbww,x,bbww,x,B/x5/x5/x5/W,x,ww,x2 b";
    let many = vec!["a1-a2"; 3000];
    for (path, body, status, code) in [
        ("analyse/stream", json!({}), 400, "bad_request"),
        ("analyse/stream", json!({"game": "chess"}), 400, "unknown_game"),
        ("analyse/stream", json!({"game": "nava", "position": over}), 422, "game_over"),
        ("analyse/stream", json!({"game": "nava", "moves": ["a1-b2"]}), 422, "illegal_move"),
        ("analyse/stream", json!({"game": "nava", "time": -1}), 400, "bad_request"),
        ("evaluate", json!({"game": "nava"}), 400, "bad_request"),
        ("evaluate", json!({"game": "nava", "moves": ["z"]}), 400, "unreadable_move"),
        ("evaluate", json!({"game": "nava", "moves": many}), 400, "too_many_moves"),
        ("import", json!({}), 400, "nothing_given"),
        ("import", json!({"text": "x".repeat(300_000)}), 400, "too_long"),
        ("import", json!({"text": "[".repeat(100_000)}), 400, "position_too_long"),
        ("import", json!({"text": "(".repeat(10_000)}), 400, "unreadable"),
        ("import", json!({"text": "/g/short"}), 404, "not_found"),
        ("import", json!({"text": "/g/0123456789"}), 404, "not_found"),
        ("import", json!({"text": "/a/nava/%ff%00"}), 400, "unreadable_position"),
        ("import", json!({"text": "a1-a4", "game": "chess"}), 400, "unknown_game"),
        ("records/text", json!({}), 400, "bad_request"),
    ] {
        let reply = client.post(&format!("/api/v1/{path}"), body.clone()).await;
        let shown: String = body.to_string().chars().take(60).collect();
        assert_eq!(reply.problem(status), code, "{path} {shown}");
    }
}

async fn the_engine_does_not_help_in_a_running_game(app: AppState) {
    let (anna, ben, game) = two_players(&app, "none").await;
    anna.make_move(&game, 0, "a1-a4").await.ok();
    let now = json!({"game": "nava", "moves": ["a1-a4"], "time": 20});
    let later = json!({"game": "nava", "moves": ["a1-a4", "e5-e4"], "time": 20});
    for request in [&now, &later] {
        for path in ["analyse", "analyse/stream"] {
            let refused = ben.post(&format!("/api/v1/{path}"), request.clone()).await;
            assert_eq!(refused.problem(409), "running_game", "{path} {request}");
        }
    }
    let moves = json!({"game": "nava", "moves": ["a1-a4"]});
    assert_eq!(ben.post("/api/v1/evaluate", moves).await.problem(409), "running_game");
    let before = json!({"game": "nava", "time": 20});
    ben.post("/api/v1/analyse", before).await.ok();
    Client::browser(&app).post("/api/v1/analyse", now.clone()).await.ok();
    let id = game["id"].as_str().unwrap();
    let page = ben.page(&format!("/g/{id}/analysis?engine=1")).await;
    assert!(!page.text().contains("snapshot-lines") && !page.text().contains("id=\"engine\""));
    let stranger = Client::browser(&app).page(&format!("/g/{id}/analysis?engine=1")).await;
    assert!(!stranger.text().contains("snapshot-lines"));
    // Against the computer and after the game it is there.
    anna.act(&game, "resign", json!({})).await.ok();
    ben.post("/api/v1/analyse", now).await.ok();
    let page = ben.page(&format!("/g/{id}/analysis?engine=1")).await;
    assert!(page.text().contains("snapshot-lines") && page.text().contains("id=\"engine\""));
    let alone = json!({"game": "nava", "opponent": "same-screen"});
    let alone = anna.create(alone).await;
    let id = alone["id"].as_str().unwrap();
    assert!(anna.page(&format!("/g/{id}/analysis")).await.text().contains("id=\"engine\""));
}
