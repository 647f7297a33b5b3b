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

async fn lists_use_indexes(place: Place) {
    place.start().await.close().await;
    place.execute(&[MANY_GAMES, "ANALYZE"]).await;
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
    app.close().await;
}
