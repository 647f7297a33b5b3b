//! Draws, take-backs and rematches.

use cairn_web::AppState;
use serde_json::json;

use crate::client::{Client, two_players};
use crate::games::wait_for_ply;
use crate::stores::on_both_stores;

on_both_stores!(
    draws_need_consent,
    take_backs_need_consent,
    the_computer_lets_moves_be_taken_back,
    a_rematch_exchanges_the_seats,
    the_computer_plays_again,
    actions_that_arrive_twice_act_once,
    an_offer_that_means_an_older_game_is_refused,
);

async fn draws_need_consent(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    let offered = first.act(&game, "offers/draw", json!({})).await.ok();
    assert_eq!(offered["offers"]["draw"], "first");
    first.act(&game, "offers/draw", json!({})).await.ok();
    let accept = || json!({"answer": "accept"});
    assert_eq!(first.act(&game, "offers/draw", accept()).await.problem(409), "no_offer");
    let declined = second.act(&game, "offers/draw", json!({"answer": "decline"})).await.ok();
    assert_eq!(declined["offers"]["draw"], json!(null));
    assert_eq!(second.act(&game, "offers/draw", accept()).await.problem(409), "no_offer");
    first.act(&game, "offers/draw", json!({})).await.ok();
    let moved = first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(moved["offers"]["draw"], json!(null), "a move makes an offer void");
    first.act(&game, "offers/draw", json!({})).await.ok();
    let drawn = second.act(&game, "offers/draw", accept()).await.ok();
    assert_eq!((&drawn["status"], &drawn["score"]), (&json!("finished"), &json!("1/2-1/2")));
    let stranger = Client::browser(&app);
    assert_eq!(stranger.act(&game, "offers/draw", json!({})).await.problem(403), "no_seat");
    assert_eq!(first.act(&game, "offers/peace", json!({})).await.problem(404), "not_found");
    let odd = json!({"answer": "maybe"});
    assert_eq!(first.act(&game, "offers/draw", odd).await.problem(400), "unknown_answer");
}

async fn take_backs_need_consent(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    let too_early = first.act(&game, "offers/take-back", json!({})).await;
    assert_eq!(too_early.problem(409), "nothing_to_take_back");
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    first.act(&game, "offers/take-back", json!({})).await.ok();
    let back = second.act(&game, "offers/take-back", json!({"answer": "accept"})).await.ok();
    assert_eq!((&back["ply"], &back["position"]), (&json!(0), &game["start"]));
    // The same numbers can be played anew, and the store has them right.
    first.make_move(&game, 0, "a1-a3").await.ok();
    let again = second.make_move(&game, 1, "e5-e2").await.ok();
    let stored = app.stored(game["id"].as_str().unwrap()).await;
    assert_eq!(stored.unwrap().unwrap().1, again["position"]);
}

async fn the_computer_lets_moves_be_taken_back(app: AppState) {
    let client = Client::browser(&app);
    let new = json!({"game": "nava", "side": "first", "opponent": "computer", "level": 1});
    let game = client.create(new).await;
    assert_eq!(client.act(&game, "offers/draw", json!({})).await.problem(409), "computer_declines");
    client.make_move(&game, 0, "a1-a4").await.ok();
    wait_for_ply(&client, &game, 2).await;
    let back = client.act(&game, "offers/take-back", json!({})).await.ok();
    assert_eq!((&back["ply"], &back["to_move"]), (&json!(0), &json!("first")));
    client.make_move(&game, 0, "a1-a3").await.ok();
    wait_for_ply(&client, &game, 2).await;
}

async fn a_rematch_exchanges_the_seats(app: AppState) {
    let (first, second, game) = two_players(&app, "300+5").await;
    assert_eq!(first.act(&game, "offers/rematch", json!({})).await.problem(409), "not_over");
    first.act(&game, "resign", json!({})).await.ok();
    second.act(&game, "offers/rematch", json!({})).await.ok();
    // Offering what is offered accepts it.
    let agreed = first.act(&game, "offers/rematch", json!({})).await.ok();
    let next = json!({"id": agreed["next"]});
    let next = second.look(&next).await;
    assert_eq!((&next["previous"], &next["status"]), (&game["id"], &json!("playing")));
    assert_eq!((&next["first"]["name"], &next["you"]), (&json!("Ben"), &json!(["first"])));
    second.make_move(&next, 0, "a1-a4").await.ok();
    let twice = second.act(&game, "offers/rematch", json!({})).await;
    assert_eq!(twice.problem(409), "rematch_exists");
}

async fn the_computer_plays_again(app: AppState) {
    let client = Client::browser(&app);
    let new = json!({"game": "nava", "side": "first", "opponent": "computer", "level": "random"});
    let game = client.create(new).await;
    client.act(&game, "resign", json!({})).await.ok();
    let again = client.act(&game, "offers/rematch", json!({})).await.ok();
    let next = json!({"id": again["next"]});
    let moved = wait_for_ply(&client, &next, 1).await;
    assert_eq!((&moved["you"], &moved["ply"]), (&json!(["second"]), &json!(1)));
}

async fn actions_that_arrive_twice_act_once(app: AppState) {
    let client = Client::browser(&app);
    let new = json!({"game": "nava", "opponent": "same-screen"});
    let game = client.create(new).await;
    for (ply, text) in ["a1-a4", "e5-e4", "a4-b4", "e4-e3"].into_iter().enumerate() {
        client.make_move(&game, ply, text).await.ok();
    }
    let seen = client.look(&game).await;
    let meant = json!({"ply": 4, "revision": seen["revision"]});
    for _ in 0..3 {
        let back = client.act(&game, "offers/take-back", meant.clone()).await.ok();
        assert_eq!(back["ply"], 3);
    }
    let now = client.look(&game).await;
    let meant = json!({"ply": 3, "revision": now["revision"]});
    for what in ["resign", "offers/rematch"] {
        let once = client.act(&game, what, meant.clone()).await.ok();
        let twice = client.act(&game, what, meant.clone()).await.ok();
        assert_eq!(
            (&once["revision"], &once["next"]),
            (&twice["revision"], &twice["next"]),
            "{what}"
        );
    }
    let waiting = client.create(json!({"game": "nava"})).await;
    let meant = json!({"revision": waiting["revision"]});
    for _ in 0..2 {
        assert_eq!(client.act(&waiting, "abort", meant.clone()).await.ok()["status"], "aborted");
    }
    // Against the computer: its answer may come in between, the move meant is taken back.
    let new = json!({"game": "nava", "side": "first", "opponent": "computer", "level": 1});
    let game = client.create(new).await;
    let moved = client.make_move(&game, 0, "a1-a4").await.ok();
    wait_for_ply(&client, &game, 2).await;
    let meant = json!({"ply": 1, "revision": moved["revision"]});
    for _ in 0..2 {
        let back = client.act(&game, "offers/take-back", meant.clone()).await.ok();
        assert_eq!(back["ply"], 0);
    }
}

async fn an_offer_that_means_an_older_game_is_refused(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    let seen = first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    let meant = json!({"ply": 1, "revision": seen["revision"]});
    assert_eq!(first.act(&game, "offers/draw", meant).await.problem(409), "stale");
    let now = first.look(&game).await;
    let meant = json!({"ply": 2, "revision": now["revision"]});
    first.act(&game, "offers/draw", meant.clone()).await.ok();
    second.act(&game, "offers/draw", json!({"answer": "decline"})).await.ok();
    // The same request once more, late: the offer was declined.
    assert_eq!(first.act(&game, "offers/draw", meant.clone()).await.problem(409), "stale");
    let accept = json!({"answer": "accept", "ply": 2});
    first.act(&game, "offers/draw", json!({})).await.ok();
    for _ in 0..2 {
        let drawn = second.act(&game, "offers/draw", accept.clone()).await.ok();
        assert_eq!(drawn["outcome"], "draw");
    }
    assert_eq!(first.act(&game, "links", meant).await.problem(409), "stale");
}
