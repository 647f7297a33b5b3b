//! Clocks, with time that the tests turn.

use std::time::Duration;

use cairn_web::TimeSource;
use serde_json::json;

use crate::client::{Client, two_players};
use crate::events::EventReader;
use crate::stores::{Place, on_both_places};

on_both_places!(
    a_player_runs_out_of_time,
    days_a_move_run_out_although_nobody_looks,
    time_down_is_given_back,
    a_clock_set_back_while_down_gives_no_time,
    a_wall_clock_that_jumps_moves_the_clocks_along,
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
    let mut watcher = EventReader::new(&app, &game, None).await;
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
            "UPDATE servers SET alive = alive - 3600000",
        ])
        .await;
    let app = restart(&place).await;
    let now = Client::browser(&app).look(&game).await;
    assert_eq!(now["status"], "playing", "{now}");
    let left = now["clocks"]["first"].as_i64().unwrap();
    assert!((50_000..=60_000).contains(&left), "{left}");
    app.close().await;
}

async fn a_clock_set_back_while_down_gives_no_time(place: Place) {
    let app = place.start().await;
    let (first, second, game) = two_players(&app, "60+0").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    app.close().await;
    drop((app, first, second));
    // As if the server had run an hour later, and White had thought for 20 seconds.
    place
        .execute(&[
            "UPDATE servers SET alive = alive + 3600000",
            "UPDATE games SET clock_since = (SELECT MAX(alive) FROM servers) - 20000, \
             deadline = (SELECT MAX(alive) FROM servers) + 40000",
        ])
        .await;
    let app = restart(&place).await;
    let left = Client::browser(&app).look(&game).await["clocks"]["first"].as_i64().unwrap();
    assert!((20_000..=40_000).contains(&left), "{left}");
    app.close().await;
}

/// The wall clock is set, or the machine is suspended.
async fn a_wall_clock_that_jumps_moves_the_clocks_along(place: Place) {
    let time = TimeSource::manual();
    let app = place.start_with_clock(time.clone()).await;
    let (first, second, game) = two_players(&app, "60+0").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    time.turn(Duration::from_secs(10));
    for jump in [3_600_000, -3_600_000, -7_200_000] {
        let before = first.look(&game).await["now"].as_i64().unwrap();
        time.set_wall_clock(jump);
        let mut now = first.look(&game).await;
        // The server notices it with the next renewal of its lease.
        while (&now["now"], &now["clocks"]["first"]) != (&json!(before + jump), &json!(50_000)) {
            assert_eq!(now["status"], "playing");
            tokio::time::sleep(Duration::from_millis(20)).await;
            now = first.look(&game).await;
        }
    }
    time.turn(Duration::from_secs(5));
    let after = first.make_move(&game, 2, "a4-b4").await.ok();
    assert_eq!(after["clocks"], json!({"first": 45_000, "second": 60_000, "running": "second"}));
    let mut watcher = EventReader::new(&app, &game, None).await;
    watcher.next().await.unwrap();
    time.turn(Duration::from_secs(61));
    assert_eq!(watcher.next().await.unwrap().data["reason"], "Black ran out of time");
    app.close().await;
}

/// The file is free when the last part of the old application is gone.
pub async fn restart(place: &Place) -> cairn_web::AppState {
    for _ in 0..100 {
        if let Ok(app) = cairn_web::AppState::start(place.config()).await {
            return app;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the file stays locked");
}
