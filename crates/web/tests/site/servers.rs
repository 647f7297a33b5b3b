//! Two servers on one PostgreSQL database.

use serde_json::json;

use crate::client::Client;
use crate::events::Follower;
use crate::games::wait_for_ply;
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
    let mut on_one = Follower::new(&one, &game, None).await;
    let mut on_two = Follower::new(&two, &game, None).await;
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
