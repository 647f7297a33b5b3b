//! Lists of games: their pages, and their speed with many games.

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

const OPPONENT: &str = "UPDATE games SET second_name = 'Big Ben' WHERE id = 'g100001000'";

async fn lists_use_indexes(place: Place) {
    place.start().await.close().await;
    place.execute(&[MANY_GAMES, OWN_GAMES, OPPONENT, "ANALYZE"]).await;
    let app = place.start().await;
    let client = Client::browser(&app);
    for (query, count) in [
        ("status=waiting", 5),
        ("status=waiting&game=nava", 2),
        ("game=glaisher", 20),
        ("", 20),
        ("status=playing", 0),
        ("before=15000-g100150005", 20),
        ("mine=true&status=finished", 0),
    ] {
        let path = format!("/api/v1/games?{query}");
        let mut fastest = std::time::Duration::MAX;
        for _ in 0..5 {
            let begun = std::time::Instant::now();
            let page = client.get(&path).await.ok();
            fastest = fastest.min(begun.elapsed());
            assert_eq!(page["games"].as_array().unwrap().len(), count, "{query}");
        }
        // A scan of all games takes ten times as long.
        assert!(fastest.as_millis() < 20, "{query} took {fastest:?}");
    }
    own_games_are_found_among_many(&client.with_token(&json!("a".repeat(32)))).await;
    app.close().await;
}

/// Lists the games of somebody who has 300 of the 300,000.
async fn own_games_are_found_among_many(owner: &Client) {
    for (query, count) in [
        ("mine=true", 20),
        ("mine=true&game=glaisher&limit=100", 0),
        ("search=ben", 1),
        ("search=g100001000", 1),
        ("search=nobody", 0),
        ("waiting_for_me=true", 0),
    ] {
        let path = format!("/api/v1/games?{query}");
        let mut fastest = std::time::Duration::MAX;
        for _ in 0..5 {
            let begun = std::time::Instant::now();
            let page = owner.get(&path).await.ok();
            fastest = fastest.min(begun.elapsed());
            assert_eq!(page["games"].as_array().unwrap().len(), count, "{query}");
        }
        // They are found by their keys and sorted; a scan of all games takes ten times as long.
        assert!(fastest.as_millis() < 60, "{query} took {fastest:?}");
    }
}
