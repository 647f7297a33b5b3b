//! Several who want the same thing at the same time.

use cairn_web::AppState;
use serde_json::json;

use crate::client::{Client, two_players};
use crate::stores::on_both_stores;

on_both_stores!(
    of_many_joiners_one_has_the_seat,
    of_many_moves_one_is_made,
    many_games_at_once,
    a_game_is_read_in_one_transaction,
);

/// Rows of different revisions would contradict each other.
async fn a_game_is_read_in_one_transaction(app: AppState) {
    let client = Client::browser(&app);
    let game = client.create(json!({"game": "nava", "opponent": "same-screen"})).await;
    let id = game["id"].as_str().unwrap().to_owned();
    let changes = tokio::spawn(async move {
        for _ in 0..60 {
            client.make_move(&game, 0, "a1-a4").await.ok();
            client.act(&game, "offers/take-back", json!({})).await.ok();
        }
    });
    while !changes.is_finished() {
        app.stored(&id).await.unwrap().expect("a game that can be read");
    }
    changes.await.unwrap();
}

async fn of_many_joiners_one_has_the_seat(app: AppState) {
    let game = Client::browser(&app).create(json!({"game": "nava"})).await;
    let joiners: Vec<_> = (0..12)
        .map(|_| {
            let (client, game) = (Client::browser(&app), game.clone());
            tokio::spawn(async move { client.act(&game, "join", json!({})).await.status })
        })
        .collect();
    let mut won = 0;
    for joiner in joiners {
        won += usize::from(joiner.await.unwrap().is_success());
    }
    assert_eq!(won, 1);
}

async fn of_many_moves_one_is_made(app: AppState) {
    let (first, _, game) = two_players(&app, "none").await;
    let moves = ["a1-a2", "a1-a3", "a1-a4", "a1-b1", "a1-c1", "a1-d1"];
    let makers: Vec<_> = moves
        .into_iter()
        .map(|text| {
            let (client, game) = (first.clone(), game.clone());
            tokio::spawn(async move { client.make_move(&game, 0, text).await.status })
        })
        .collect();
    let mut won = 0;
    for maker in makers {
        won += usize::from(maker.await.unwrap().is_success());
    }
    assert_eq!(won, 1);
    assert_eq!(first.look(&game).await["ply"], 1);
}

async fn many_games_at_once(app: AppState) {
    let games: Vec<_> = (0..10)
        .map(|_| {
            let app = app.clone();
            tokio::spawn(async move {
                let (first, second, game) = two_players(&app, "none").await;
                for (ply, text) in ["a1-a4", "e5-e4", "a4-b4", "e4-d4"].into_iter().enumerate() {
                    let mover = if ply % 2 == 0 { &first } else { &second };
                    mover.make_move(&game, ply, text).await.ok();
                }
                first.look(&game).await["position"].clone()
            })
        })
        .collect();
    let mut positions = Vec::new();
    for game in games {
        positions.push(game.await.unwrap());
    }
    positions.dedup();
    assert_eq!(positions.len(), 1);
}
