//! Two servers on one PostgreSQL database.

use std::time::Duration;

use cairn_web::TimeSource;
use serde_json::json;

use crate::client::{Client, two_players};
use crate::events::EventReader;
use crate::games::wait_for_ply;
use crate::postgres;
use crate::stores::Place;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_move_through_one_reaches_a_watcher_on_the_other() {
    let place = Place::postgres().await;
    let (one, two) = (place.start().await, place.start().await);
    let (first, second) = (Client::program(&one), Client::program(&two));
    let game = first.create(json!({"game": "nava", "side": "first"})).await;
    let first = first.with_token(&game["token"]);
    let joined = second.act(&game, "join", json!({})).await.ok();
    let second = second.with_token(&joined["token"]);
    let mut on_one = EventReader::new(&one, &game, None).await;
    let mut on_two = EventReader::new(&two, &game, None).await;
    for watcher in [&mut on_one, &mut on_two] {
        // One may still be waiting to hear that somebody joined.
        while watcher.next().await.unwrap().data["status"] != "playing" {}
    }
    first.make_move(&game, 0, "a1-a4").await.ok();
    for watcher in [&mut on_one, &mut on_two] {
        assert_eq!(watcher.next().await.unwrap().data["moves"][0]["move"], "a1-a4");
    }
    second.make_move(&game, 1, "e5-e4").await.ok();
    for watcher in [&mut on_one, &mut on_two] {
        assert_eq!(watcher.next().await.unwrap().data["moves"][0]["move"], "e5-e4");
    }
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn of_two_servers_one_makes_the_change() {
    let place = Place::postgres().await;
    let (one, two) = (place.start().await, place.start().await);
    let maker = Client::program(&one);
    let game = maker.create(json!({"game": "nava", "side": "first"})).await;
    let joiners: Vec<_> = (0..8)
        .map(|number| {
            let client = Client::browser(if number % 2 == 0 { &one } else { &two });
            let game = game.clone();
            tokio::spawn(async move { client.act(&game, "join", json!({})).await.status })
        })
        .collect();
    let mut won = 0;
    for joiner in joiners {
        won += usize::from(joiner.await.unwrap().is_success());
    }
    assert_eq!(won, 1, "one seat, one player");
    let moves = ["a1-a2", "a1-a3", "a1-a4", "a1-b1"];
    let makers: Vec<_> = (0..4)
        .map(|number| {
            let client = Client::program(if number % 2 == 0 { &one } else { &two });
            let (client, game) = (client.with_token(&game["token"]), game.clone());
            tokio::spawn(async move { client.make_move(&game, 0, moves[number]).await.status })
        })
        .collect();
    let mut won = 0;
    for maker in makers {
        won += usize::from(maker.await.unwrap().is_success());
    }
    assert_eq!(won, 1, "one number, one move");
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn the_computer_of_one_plays_against_a_person_on_the_other() {
    let place = Place::postgres().await;
    let (one, two) = (place.start().await, place.start().await);
    let new = json!({"game": "nava", "side": "first", "opponent": "computer", "level": "random"});
    let game = Client::program(&one).create(new).await;
    let elsewhere = Client::program(&two).with_token(&game["token"]);
    elsewhere.make_move(&game, 0, "a1-a4").await.ok();
    wait_for_ply(&elsewhere, &game, 2).await;
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn servers_that_start_together_give_the_downtime_back() {
    let place = Place::postgres().await;
    let app = place.start().await;
    let (first, second, game) = two_players(&app, "60+0").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    app.close().await;
    for _ in 0..5 {
        // As if all servers had been down for an hour.
        place
            .execute(&[
                "UPDATE games SET clock_since = clock_since - 3600000, \
                 deadline = deadline - 3600000",
                "UPDATE servers SET alive = alive - 3600000",
            ])
            .await;
        let (one, two) = tokio::join!(place.start(), place.start());
        for app in [&one, &two] {
            let now = Client::browser(app).look(&game).await;
            assert_eq!(now["status"], "playing", "{now}");
            assert!(now["clocks"]["first"].as_i64().unwrap() > 30_000, "{now}");
        }
        one.close().await;
        two.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_database_that_was_away_costs_no_time() {
    let place = Place::postgres().await;
    let time = TimeSource::manual();
    let one = place.start_with_clock(time.clone()).await;
    let two = place.start_with_clock(time.clone()).await;
    let (first, second, game) = two_players(&one, "60+0").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    let mut watcher = EventReader::new(&two, &game, None).await;
    watcher.next().await.unwrap();
    time.turn(Duration::from_secs(10));
    postgres::take_away(&place.data).await;
    for app in [&one, &two] {
        while Client::browser(app).get("/healthz").await.status == 200 {}
    }
    time.turn(Duration::from_secs(3600));
    assert_eq!(first.make_move(&game, 2, "a4-b4").await.problem(503), "store_unavailable");
    postgres::bring_back(&place.data).await;
    for app in [&one, &two] {
        while Client::browser(app).get("/healthz").await.status != 200 {}
        let now = Client::browser(app).look(&game).await;
        assert_eq!(now["status"], "playing", "{now}");
    }
    let after = first.make_move(&game, 2, "a4-b4").await.ok();
    // The server may have been alive at the beginning of the ten seconds for the last time.
    let left = after["clocks"]["first"].as_i64().unwrap();
    assert!((50_000..=60_000).contains(&left), "{after}");
    while watcher.next().await.unwrap().data["ply"] != 3 {}
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_server_that_has_not_heard_of_a_move_refuses_nothing() {
    let place = Place::postgres().await;
    // Nobody hears of changes: the function that announces them does nothing.
    place
        .execute(&[
            "CREATE FUNCTION public.pg_notify(TEXT, TEXT) RETURNS VOID LANGUAGE sql AS 'SELECT'",
            "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', \
             current_database()); END $$",
        ])
        .await;
    let (one, two) = (place.start().await, place.start().await);
    let first = Client::program(&one);
    let game = first.create(json!({"game": "nava", "side": "first"})).await;
    let first = first.with_token(&game["token"]);
    assert_eq!(Client::program(&two).look(&game).await["status"], "waiting");
    let joined = first.act(&game, "join", json!({})).await.ok();
    assert_eq!(joined["status"], "waiting", "one has a seat already");
    let joined = Client::program(&one).act(&game, "join", json!({})).await.ok();
    let second = Client::program(&two).with_token(&joined["token"]);
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    first.make_move(&game, 2, "a4-b4").await.ok();
    let repeated = second.make_move(&game, 1, "e5-e4").await.ok();
    assert_eq!(repeated["ply"], 2, "what was done needs no reading");
    second.make_move(&game, 3, "e4-d4").await.ok();
    second.act(&game, "resign", json!({})).await.ok();
    assert_eq!(first.make_move(&game, 4, "b4-b3").await.problem(409), "game_over");
    one.close().await;
    two.close().await;
}
