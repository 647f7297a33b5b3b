//! The opening explorer and the games of the site.

use cairn_web::AppState;
use serde_json::{Value, json};

use crate::client::{Client, two_players};
use crate::stores::on_both_stores;

on_both_stores!(
    openings_of_the_engine_are_there,
    finished_games_are_added_once,
    hidden_and_deleted_games_are_not_there,
    wrong_requests_are_refused,
    players_of_a_running_game_are_refused,
);

async fn explore(app: &AppState, query: &str) -> Value {
    Client::program(app).get(&format!("/api/v1/explorer?{query}")).await.ok()
}

/// Number of games of the site with these first moves.
async fn games_on_site(app: &AppState, query: &str) -> u64 {
    explore(app, query).await["site"]["games"].as_u64().unwrap_or(0)
}

/// A game of two moves that the first player resigns.
async fn finished(app: &AppState, moves: [&str; 2]) -> (Client, Client, Value) {
    let (anna, ben, game) = two_players(app, "none").await;
    anna.make_move(&game, 0, moves[0]).await.ok();
    ben.make_move(&game, 1, moves[1]).await.ok();
    anna.act(&game, "resign", json!({})).await.ok();
    (anna, ben, game)
}

async fn openings_of_the_engine_are_there(app: AppState) {
    for game in ["nava", "mitsudomoe", "mitsudomoe:single", "greener", "glaisher"] {
        let start = explore(&app, &format!("game={game}")).await;
        assert!(start["engine"]["games"].as_u64().unwrap() >= 500, "{game}");
        assert!(start["engine"]["score"]["text"].is_string(), "{game}");
        assert!(start["site"].is_null());
    }
    let after = explore(&app, "game=nava&moves=a1-a4").await;
    assert_eq!((&after["to_move"], &after["version"]), (&json!("second"), &json!(1)));
    let row = &after["engine"]["moves"][0];
    let [games, wins, draws, losses] =
        ["games", "wins", "draws", "losses"].map(|name| row[name].as_u64().unwrap());
    assert_eq!(games, wins + draws + losses);
    assert!(!row["arrows"].as_array().unwrap().is_empty(), "{row}");
    let shuffled = "game=greener&size=9x9";
    assert!(explore(&app, shuffled).await["engine"].is_null());
}

async fn finished_games_are_added_once(app: AppState) {
    finished(&app, ["a1-a4", "e5-e4"]).await;
    finished(&app, ["a1-d1", "e5-d5"]).await;
    let (_, _, running) = two_players(&app, "none").await;
    assert_eq!(running["status"], "playing");
    for _ in 0..2 {
        app.run_maintenance().await.unwrap();
        let start = explore(&app, "game=nava").await;
        let site = &start["site"];
        assert_eq!(
            (&site["games"], &site["losses"], &site["wins"]),
            (&json!(2), &json!(2), &json!(0))
        );
        assert_eq!(site["moves"].as_array().unwrap().len(), 1, "symmetric moves are one");
        assert_eq!(site["moves"][0]["also"].as_array().unwrap().len(), 1);
        // The engine's word is there for games of the site as well.
        assert_eq!(site["score"], start["engine"]["score"]);
        let reply = explore(&app, "game=nava&moves=a1-a4").await;
        assert_eq!(
            (&reply["site"]["wins"], &reply["site"]["moves"][0]["move"]),
            (&json!(2), &json!("e5-e4"))
        );
        let mirrored = explore(&app, "game=nava&moves=a1-d1").await;
        assert_eq!(mirrored["site"]["moves"][0]["move"], "e5-d5");
    }
    assert_eq!(games_on_site(&app, "game=greener").await, 0);
}

async fn hidden_and_deleted_games_are_not_there(app: AppState) {
    let (anna, ben, game) = finished(&app, ["a1-a4", "e5-e4"]).await;
    app.run_maintenance().await.unwrap();
    assert_eq!(games_on_site(&app, "game=nava").await, 1);
    anna.act(&game, "privacy", json!({"private": true})).await.ok();
    assert_eq!(games_on_site(&app, "game=nava").await, 0);
    app.run_maintenance().await.unwrap();
    assert_eq!(games_on_site(&app, "game=nava").await, 0);
    anna.act(&game, "privacy", json!({"private": false})).await.ok();
    app.run_maintenance().await.unwrap();
    assert_eq!(games_on_site(&app, "game=nava").await, 1);
    anna.act(&game, "remove", json!({})).await.ok();
    assert_eq!(ben.act(&game, "remove", json!({})).await.ok()["removed"], true);
    assert_eq!(games_on_site(&app, "game=nava").await, 0);
}

async fn wrong_requests_are_refused(app: AppState) {
    let client = Client::program(&app);
    for query in ["game=chess", "", "game=nava&moves=a1-b2", "game=nava&position=x"] {
        let reply = client.get(&format!("/api/v1/explorer?{query}")).await;
        assert!(reply.status.is_client_error(), "{query}: {}", reply.status);
    }
}

async fn players_of_a_running_game_are_refused(app: AppState) {
    let (anna, ben, game) = two_players(&app, "none").await;
    anna.make_move(&game, 0, "a1-a4").await.ok();
    let path = "/api/v1/explorer?game=nava&moves=a1-a4";
    assert_eq!(ben.get(path).await.problem(409), "running_game");
    assert!(Client::browser(&app).get(path).await.status.is_success());
}

mod places {
    use super::{finished, games_on_site};
    use crate::stores::{Place, on_both_places};

    on_both_places!(games_are_counted_once_by_several_servers_and_after_a_kill);

    async fn games_are_counted_once_by_several_servers_and_after_a_kill(place: Place) {
        let app = place.start().await;
        finished(&app, ["a1-a4", "e5-e4"]).await;
        finished(&app, ["a1-a3", "e5-e4"]).await;
        let shared = place.data.starts_with("postgres:");
        let other = if shared { place.start().await } else { app.clone() };
        let (one, two) = tokio::join!(app.run_maintenance(), other.run_maintenance());
        one.unwrap();
        two.unwrap();
        assert_eq!(games_on_site(&other, "game=nava").await, 2);
        if shared {
            other.close().await;
        }
        app.close().await;
        // A server that is killed before the end of a transaction leaves a game that is not marked.
        place
            .execute(&[
                "DELETE FROM opening_moves WHERE game = (SELECT MIN(id) FROM games)",
                "UPDATE games SET explored = 0 WHERE id = (SELECT MIN(id) FROM games)",
            ])
            .await;
        let app = place.start().await;
        app.run_maintenance().await.unwrap();
        assert_eq!(games_on_site(&app, "game=nava").await, 2);
        app.close().await;
    }
}
