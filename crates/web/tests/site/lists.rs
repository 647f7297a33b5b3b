//! Lists of games: their pages, and their speed with many games.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::stores::{Place, on_both_places};

on_both_places!(pages_of_a_list_lose_no_game, lists_use_indexes);

async fn pages_of_a_list_lose_no_game(place: Place) {
    let app = place.start().await;
    // All at once, so that many are changed in the same millisecond.
    let client = Client::browser(&app);
    let create = |_| {
        let client = Client::browser(&app);
        tokio::spawn(async move { client.create(json!({"game": "nava", "listed": true})).await })
    };
    let tasks: Vec<_> = (0..40).map(create).collect();
    let mut created = Vec::new();
    for task in tasks {
        created.push(task.await.unwrap()["id"].clone());
    }
    let (mut seen, mut path) = (Vec::new(), "/api/v1/games?limit=3".to_owned());
    loop {
        let page = client.get(&path).await.ok();
        seen.extend(page["games"].as_array().unwrap().iter().map(|game| game["id"].clone()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/api/v1/games?limit=3&before={next}");
    }
    let sorted = |ids: &[Value]| {
        let mut ids: Vec<_> = ids.iter().map(|id| id.as_str().unwrap().to_owned()).collect();
        ids.sort();
        ids
    };
    assert_eq!(sorted(&seen), sorted(&created));
    assert_eq!(client.get("/api/v1/games?before=x").await.problem(400), "bad_cursor");
    assert_eq!(client.get("/api/v1/games?before=").await.problem(400), "bad_cursor");
    assert_eq!(client.get("/api/v1/games?status=").await.problem(400), "unknown_status");
    assert_eq!(client.get("/api/v1/games?game=").await.problem(400), "unknown_game");
    app.close().await;
}

/// 300,000 finished games and a few that wait.
const MANY_GAMES: &str = "INSERT INTO games \
    (id, revision, game, start, time_control, first_player, second_player, status, ply, position, \
     computer_to_move, listed, created, updated) \
    WITH RECURSIVE numbers (n) AS \
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300000) \
    SELECT 'g' || (100000000 + n), 1, CASE WHEN n % 2 = 0 THEN 'nava' ELSE 'glaisher' END, 'x', \
        'none', 'person', 'person', CASE WHEN n <= 5 THEN 'waiting' ELSE 'finished' END, 0, 'x', \
        0, 1, n, n / 10 FROM numbers";

/// Seats in every thousandth game, for the token of 32 letters `a`.
const OWN_GAMES: &str = "INSERT INTO seat_keys (game, side, hash, added) \
    SELECT id, 'first', '8536a57559c7cb4a039e7f0741334f8ae0cabac977478730b582d4ca2150f86b', 1 \
    FROM games WHERE updated % 100 = 0 AND id LIKE '%0'";

/// Reads all games, without an index, to find none.
const ALL_GAMES: &str = "SELECT count(*) FROM games WHERE position || start LIKE '%nowhere%'";

const OPPONENT: &str = "UPDATE games SET second_name = 'Big Ben' WHERE id = 'g100001000'";

async fn lists_use_indexes(place: Place) {
    place.start().await.close().await;
    place.execute(&[MANY_GAMES, OWN_GAMES, OPPONENT, "ANALYZE"]).await;
    let app = place.start().await;
    let client = Client::browser(&app);
    let owner = Client::browser(&app).with_token(&json!("a".repeat(32)));
    for (client, query, count) in [
        (&client, "status=waiting", 5),
        (&client, "status=waiting&game=nava", 2),
        (&client, "game=glaisher", 20),
        (&client, "", 20),
        (&client, "status=playing", 0),
        (&client, "before=15000-g100150005", 20),
        (&client, "mine=true&status=finished", 0),
        // Somebody who has 300 of the 300,000 games.
        (&owner, "mine=true", 20),
        (&owner, "mine=true&game=glaisher&limit=100", 0),
        (&owner, "search=ben", 1),
        (&owner, "search=g100001000", 1),
        (&owner, "search=nobody", 0),
        (&owner, "waiting_for_me=true", 0),
    ] {
        assert_faster_than_a_scan(&place, client, query, count).await;
    }
    app.close().await;
}

/// Asserts that a list with this many games comes sooner than all games can be read: both are
/// measured in turn, because nobody knows how busy this machine is.
async fn assert_faster_than_a_scan(place: &Place, client: &Client, query: &str, count: usize) {
    let path = format!("/api/v1/games?{query}");
    let (mut list, mut scan) = (Duration::MAX, Duration::MAX);
    for _ in 0..5 {
        let begun = Instant::now();
        let page = client.get(&path).await.ok();
        list = list.min(begun.elapsed());
        assert_eq!(page["games"].as_array().unwrap().len(), count, "{query}");
        let begun = Instant::now();
        assert_eq!(place.number(ALL_GAMES).await, 0);
        scan = scan.min(begun.elapsed());
    }
    assert!(list < scan, "{query} took {list:?}, reading all games {scan:?}");
}
