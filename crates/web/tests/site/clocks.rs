//! Clocks, with time that the tests turn.

use std::time::Duration;

use cairn_web::TimeSource;
use serde_json::json;

use crate::client::{Client, two_players};
use crate::events::Follower;
use crate::stores::{Place, on_both_places};

on_both_places!(
    a_player_runs_out_of_time,
    days_a_move_run_out_although_nobody_looks,
    time_down_is_given_back,
);

async fn a_player_runs_out_of_time(place: Place) {
    let time = TimeSource::manual();
    let app = place.start_with_clock(time.clone()).await;
    let turn = |seconds| time.turn(Duration::from_secs(seconds));
    let (first, second, game) = two_players(&app, "60+5").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    turn(100);
    let after = second.make_move(&game, 1, "e5-e4").await.ok();
    assert_eq!(after["clocks"]["second"], 60_000, "the first move is free");
    turn(20);
    let after = first.make_move(&game, 2, "a4-b4").await.ok();
    assert_eq!(after["clocks"]["first"], 45_000);
    let mut watcher = Follower::new(&app, &game, None).await;
    watcher.next().await.unwrap();
    turn(61);
    let over = watcher.next().await.unwrap().data;
    assert_eq!((&over["status"], &over["outcome"]), (&json!("finished"), &json!("first")));
    assert_eq!(over["reason"], "Black ran out of time");
    assert_eq!(over["clocks"]["second"], 0);
    assert_eq!(second.make_move(&game, 3, "e4-d4").await.problem(409), "game_over");
    app.close().await;
}

async fn days_a_move_run_out_although_nobody_looks(place: Place) {
    let time = TimeSource::manual();
    let app = place.start_with_clock(time.clone()).await;
    let turn = |seconds| time.turn(Duration::from_secs(seconds));
    let (first, second, game) = two_players(&app, "1d").await;
    turn(80_000);
    let after = first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(after["clocks"]["first"], 86_400_000, "each move has its day");
    turn(86_300);
    assert_eq!(second.look(&game).await["status"], "playing");
    turn(200);
    app.run_maintenance().await.unwrap();
    for _ in 0..200 {
        let stored = app.stored(game["id"].as_str().unwrap()).await;
        if stored.unwrap().unwrap().2.is_some() {
            assert_eq!(second.look(&game).await["reason"], "Black ran out of time");
            app.close().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("nobody noticed");
}

async fn time_down_is_given_back(place: Place) {
    let app = place.start().await;
    let (first, second, game) = two_players(&app, "60+0").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    app.close().await;
    drop((app, first, second));
    // As if the server had been down for an hour: everything in it happened earlier.
    place
        .execute(&[
            "UPDATE games SET clock_since = clock_since - 3600000, \
         deadline = deadline - 3600000, updated = updated - 3600000",
            "UPDATE meta SET value = CAST(CAST(value AS BIGINT) - 3600000 AS TEXT) \
         WHERE name = 'alive'",
        ])
        .await;
    let app = restart(&place).await;
    let now = Client::browser(&app).look(&game).await;
    assert_eq!(now["status"], "playing", "{now}");
    let left = now["clocks"]["first"].as_i64().unwrap();
    assert!((50_000..=60_000).contains(&left), "{left}");
    app.close().await;
}

/// The file is free when the last part of the old application is gone.
async fn restart(place: &Place) -> cairn_web::AppState {
    for _ in 0..100 {
        if let Ok(app) = cairn_web::AppState::start(place.config()).await {
            return app;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the file stays locked");
}
