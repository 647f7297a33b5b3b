//! Creating, listing, playing and ending games.

use cairn_web::AppState;
use serde_json::{Value, json};

use crate::client::{Client, Reply, two_players};
use crate::stores::on_both_stores;

on_both_stores!(
    a_game_is_created_joined_and_played,
    wrong_wishes_are_refused_with_a_code,
    moves_carry_their_number,
    the_computer_answers,
    the_computer_begins,
    games_are_listed,
    games_are_resigned_and_called_off,
    a_game_outlives_the_task_and_is_a_record,
    former_names_are_read,
    every_game_is_played_to_its_end,
    an_answer_sends_what_changed,
);

async fn a_game_is_created_joined_and_played(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    assert_eq!(game["first"]["name"], "Anna");
    assert_eq!(game["second"]["name"], "Ben");
    assert_eq!(game["you"], json!(["second"]));
    let after = first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(after["ply"], 1);
    assert_eq!(after["to_move"], "second");
    assert_eq!(after["moves"][0]["move"], "a1-a4");
    assert_eq!(after["moves"][0]["position"], after["position"]);
    let after = second.make_move(&game, 1, "E5 - e4").await.ok();
    assert_eq!(after["moves"][1]["move"], "e5-e4");
    let watcher = Client::program(&app).look(&game).await;
    assert_eq!(watcher["you"], json!([]));
    assert_eq!(watcher["position"], after["position"]);
}

async fn wrong_wishes_are_refused_with_a_code(app: AppState) {
    let client = Client::browser(&app);
    for (request, code) in [
        (json!({}), "unknown_game"),
        (json!({"game": "chess"}), "unknown_game"),
        (json!({"game": "nava", "size": "9x9"}), "unknown_size"),
        (json!({"game": "nava", "seed": 1}), "no_shuffle"),
        (json!({"game": "greener", "seed": "x"}), "bad_seed"),
        (json!({"game": "greener", "seed": -1}), "bad_request"),
        (json!({"game": "nava", "opponent": "god"}), "unknown_opponent"),
        (json!({"game": "nava", "opponent": ""}), "unknown_opponent"),
        (json!({"game": "nava", "opponent": "computer", "level": 11}), "unknown_level"),
        (json!({"game": "nava", "opponent": "computer", "level": "ugi:sh"}), "unknown_level"),
        (json!({"game": "nava", "side": "red"}), "unknown_side"),
        (json!({"game": "nava", "time": "1+1"}), "bad_time"),
        (json!({"game": "nava", "position": "x5"}), "unreadable_position"),
        (json!({"game": "nava", "colour": "red"}), "bad_request"),
        (json!([1]), "bad_request"),
        (json!({"game": "greener", "seed": 1, "position": "x"}), "seed_and_position"),
    ] {
        let code_given = client.post("/api/v1/games", request.clone()).await.problem(400);
        assert_eq!(code_given, code, "{request}");
    }
    let impossible = json!({"game": "nava", "position": "x4,b/x5/x5/x5/w,x4 w"});
    let code = client.post("/api/v1/games", impossible).await.problem(422);
    assert_eq!(code, "impossible_position");
}

async fn moves_carry_their_number(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    // The same again is not a mistake, whether or not the other has moved meanwhile.
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    let again = first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(again["ply"], 2);
    assert_eq!(first.make_move(&game, 0, "a1-a3").await.problem(409), "wrong_ply");
    assert_eq!(second.make_move(&game, 0, "a1-a4").await.problem(409), "wrong_ply");
    assert_eq!(first.make_move(&game, 3, "a4-b4").await.problem(409), "wrong_ply");
    assert_eq!(second.make_move(&game, 2, "a4-b4").await.problem(409), "not_your_turn");
    assert_eq!(first.make_move(&game, 2, "a4-e5").await.problem(422), "illegal_move");
    assert_eq!(first.make_move(&game, 2, "?").await.problem(400), "unreadable_move");
    assert_eq!(first.act(&game, "moves", json!({"ply": 2})).await.problem(400), "bad_request");
    assert_eq!(
        first.act(&game, "moves", json!({"ply": -1, "move": "x"})).await.problem(400),
        "bad_request"
    );
    assert_eq!(Client::browser(&app).make_move(&game, 2, "a4-b4").await.problem(403), "no_seat");
    assert_eq!(first.look(&game).await["ply"], 2);
}

/// Waits until so many moves are made.
pub async fn wait_for_ply(client: &Client, game: &Value, ply: u64) -> Value {
    for _ in 0..400 {
        let now = client.look(game).await;
        if now["ply"].as_u64().unwrap() >= ply || now["status"] == "finished" {
            return now;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("no move {ply} in {game}");
}

async fn the_computer_answers(app: AppState) {
    let client = Client::browser(&app);
    let new = json!({"game": "nava", "side": "first", "opponent": "computer", "level": 1});
    let game = client.create(new).await;
    assert_eq!(game["status"], "playing");
    assert_eq!(game["second"]["level"], "1");
    client.make_move(&game, 0, "a1-a4").await.ok();
    let after = wait_for_ply(&client, &game, 2).await;
    assert_eq!(after["ply"], 2);
    assert_eq!(after["to_move"], "first");
}

async fn the_computer_begins(app: AppState) {
    let client = Client::browser(&app);
    let new = json!({"game": "glaisher", "side": "yellow", "opponent": "computer",
                     "level": "random", "time": "60+5"});
    let game = client.create(new).await;
    assert_eq!(game["you"], json!(["second"]));
    let after = wait_for_ply(&client, &game, 1).await;
    assert_eq!(after["to_move"], "second");
    assert_eq!(after["clocks"]["first"], 60_000);
}

async fn games_are_listed(app: AppState) {
    let (anna, ben) = (Client::browser(&app), Client::browser(&app));
    for number in 0..3 {
        let new = json!({"game": "greener", "seed": number, "listed": true, "side": "first"});
        anna.create(new).await;
    }
    ben.create(json!({"game": "nava"})).await;
    let all = ben.get("/api/v1/games").await.ok();
    assert_eq!(all["games"].as_array().unwrap().len(), 3, "unlisted games stay private");
    assert_eq!(all["games"][0]["first"]["kind"], "person");
    let page = ben.get("/api/v1/games?limit=2").await.ok();
    assert_eq!(page["games"].as_array().unwrap().len(), 2);
    let mine = ben.get("/api/v1/games?mine=true").await.ok();
    assert_eq!(mine["games"].as_array().unwrap().len(), 1);
    assert_eq!(mine["games"][0]["game"], "nava");
    let stranger = Client::browser(&app).get("/api/v1/games?mine=true").await.ok();
    assert_eq!(stranger["games"], json!([]));
    let none = ben.get("/api/v1/games?status=finished&game=greener").await.ok();
    assert_eq!(none["games"], json!([]));
    let before = all["games"][0]["created"].as_i64().unwrap() - 100_000;
    let none = ben.get(&format!("/api/v1/games?before={before}")).await.ok();
    assert_eq!(none["games"], json!([]));
    assert_eq!(ben.get("/api/v1/games?status=odd").await.problem(400), "unknown_status");
    assert_eq!(ben.get("/api/v1/games?limit=x").await.problem(400), "bad_request");
    for limit in ["0", "101"] {
        let path = format!("/api/v1/games?limit={limit}");
        assert_eq!(ben.get(&path).await.problem(400), "bad_limit");
    }
    ben.get("/api/v1/games?limit=100").await.ok();
    assert_eq!(ben.get("/api/v1/games?game=chess").await.problem(400), "unknown_game");
}

async fn games_are_resigned_and_called_off(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    let over = second.act(&game, "resign", json!({})).await.ok();
    assert_eq!((&over["status"], &over["outcome"]), (&json!("finished"), &json!("first")));
    assert_eq!(over["reason"], "Black resigned");
    assert_eq!(first.act(&game, "resign", json!({})).await.problem(409), "game_over");
    assert_eq!(first.make_move(&game, 1, "a1-a2").await.problem(409), "game_over");
    let (first, second, game) = two_players(&app, "none").await;
    let stranger = Client::browser(&app);
    assert_eq!(stranger.act(&game, "abort", json!({})).await.problem(403), "no_seat");
    assert_eq!(stranger.act(&game, "resign", json!({})).await.problem(403), "no_seat");
    first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(second.act(&game, "abort", json!({})).await.ok()["status"], "aborted");
    let (first, second, game) = two_players(&app, "none").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    assert_eq!(second.act(&game, "abort", json!({})).await.problem(409), "already_begun");
    let waiting = first.create(json!({"game": "nava"})).await;
    assert_eq!(first.make_move(&waiting, 0, "a1-a4").await.problem(409), "waiting");
    assert_eq!(first.act(&waiting, "abort", json!({})).await.ok()["status"], "aborted");
    assert_eq!(second.act(&waiting, "join", json!({})).await.problem(409), "no_free_seat");
}

async fn a_game_outlives_the_task_and_is_a_record(app: AppState) {
    let (first, second, game) = two_players(&app, "300+5").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    let last = second.make_move(&game, 1, "e5-e4").await.ok();
    // Another application on the same data sees the same game.
    let id = game["id"].as_str().unwrap();
    let (revision, position, _) = app.stored(id).await.unwrap().unwrap();
    assert_eq!(position, last["position"]);
    assert_eq!(revision, last["revision"].as_i64().unwrap());
    let record = first.get(&format!("/api/v1/games/{id}/record")).await;
    assert!(record.status.is_success());
    assert!(record.text().contains("[White \"Anna\"]"), "{}", record.text());
    let import = json!({"record": record.text()});
    let imported = second.post("/api/v1/records", import).await.ok();
    assert_eq!(imported["moves"][1]["position"], last["position"]);
    assert_eq!(imported["second"], "Ben");
}

/// Asks again, a little later, as long as one visitor asks for too much.
async fn patiently<F: Future<Output = Reply>>(ask: impl Fn() -> F) -> Reply {
    loop {
        let reply = ask().await;
        if reply.status != 429 {
            return reply;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Addresses and requests with a name that a game had in an earlier version still work.
async fn former_names_are_read(app: AppState) {
    let client = Client::browser(&app);
    let created = client.create(json!({"game": "mitsudomoe:seed"})).await;
    assert_eq!(created["game"], "mitsudomoe:single");
    for path in
        ["/api/v1/moves?game=mitsudomoe:seed", "/rules/mitsudomoe:seed", "/a/mitsudomoe:seed"]
    {
        assert_eq!(client.get(path).await.status, 200, "{path}");
    }
}

async fn every_game_is_played_to_its_end(app: AppState) {
    let client = Client::browser(&app);
    for game in ["nava", "mitsudomoe:single", "greener", "glaisher:rulebook"] {
        let new = json!({"game": game, "opponent": "same-screen"});
        let created = client.create(new).await;
        assert_eq!(created["you"], json!(["first", "second"]));
        let mut now = created.clone();
        for ply in 0..40 {
            if now["status"] == "finished" {
                assert!(now["reason"].is_string());
                break;
            }
            let position = now["position"].as_str().unwrap();
            let path = format!("/api/v1/moves?game={game}&position={position}");
            let moves = patiently(|| client.get(&path)).await.ok();
            let text = moves["moves"][ply % 3]["move"].as_str();
            let text = text.or(moves["moves"][0]["move"].as_str()).unwrap();
            now = patiently(|| client.make_move(&created, ply, text)).await.ok();
        }
        assert_eq!(client.look(&created).await["position"], now["position"]);
    }
}

async fn an_answer_sends_what_changed(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    let one = first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(one["moves"].as_array().unwrap().len(), 1);
    let request = |ply: usize, text: &str, revision: &Value| json!({"ply": ply, "move": text, "revision": revision});
    let two = second.act(&game, "moves", request(1, "e5-e4", &one["revision"])).await.ok();
    assert_eq!((&two["from"], &two["moves"][0]["move"]), (&json!(1), &json!("e5-e4")));
    assert_eq!(two["moves"].as_array().unwrap().len(), 1, "the earlier move is known");
    // Who means an older revision, or says none, gets the whole game.
    let three = first.act(&game, "moves", request(2, "a4-b4", &one["revision"])).await.ok();
    assert_eq!((&three["from"], three["moves"].as_array().unwrap().len()), (&json!(0), 3));
    let four = second.make_move(&game, 3, "e4-e3").await.ok();
    assert_eq!(four["moves"].as_array().unwrap().len(), 4);
    let known = json!({"revision": four["revision"], "ply": 4});
    let offered = second.act(&game, "offers/draw", known).await.ok();
    assert_eq!((&offered["from"], &offered["moves"]), (&json!(4), &json!([])));
}
