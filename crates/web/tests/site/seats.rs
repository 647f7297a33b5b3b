//! Permissions: cookies, tokens and private links.

use std::time::Duration;

use cairn_web::{AppState, TimeSource};
use serde_json::{Value, json};

use crate::client::{Client, Reply, two_players};
use crate::clocks::restart;
use crate::stores::{Place, on_both_stores};

on_both_stores!(
    a_token_owns_a_seat,
    a_private_link_gives_a_seat_to_another_device,
    a_private_link_works_once,
    owners_are_never_locked_out,
    devices_are_signed_out,
    seats_cannot_be_guessed,
    nobody_plays_against_themselves,
    both_seats_at_one_screen,
);

async fn a_token_owns_a_seat(app: AppState) {
    let program = Client::program(&app);
    let game = program.create(json!({"game": "nava", "side": "first"})).await;
    let joined = program.act(&game, "join", json!({})).await.ok();
    assert_ne!(game["token"], joined["token"]);
    assert_eq!(program.make_move(&game, 0, "a1-a4").await.problem(403), "no_seat");
    let second = program.clone().with_token(&joined["token"]);
    assert_eq!(second.make_move(&game, 0, "a1-a4").await.problem(409), "not_your_turn");
    let first = program.clone().with_token(&game["token"]);
    let after = first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(after["you"], json!(["first"]));
    assert!(after.get("token").is_none());
    assert!(!after.to_string().contains(game["token"].as_str().unwrap()));
}

/// Creates a private link and returns its token.
async fn new_link(client: &Client, game: &Value) -> String {
    let link = client.act(game, "links", json!({})).await.ok();
    let token = link["token"].as_str().unwrap();
    let id = game["id"].as_str().unwrap();
    assert_eq!(link["path"], format!("/g/{id}/seat#{token}"), "the secret is never sent");
    token.to_owned()
}

async fn claim(client: &Client, game: &Value, token: &str) -> Reply {
    client.act(game, "claim", json!({"token": token})).await
}

async fn devices(client: &Client, game: &Value) -> Vec<Value> {
    let path = format!("/api/v1/games/{}/devices", game["id"].as_str().unwrap());
    client.get(&path).await.ok()["devices"].as_array().unwrap().clone()
}

async fn a_private_link_gives_a_seat_to_another_device(app: AppState) {
    let (first, _, game) = two_players(&app, "none").await;
    let token = new_link(&first, &game).await;
    let phone = Client::browser(&app);
    assert_eq!(phone.look(&game).await["you"], json!([]));
    let claimed = claim(&phone, &game, &token).await.ok();
    assert_eq!(claimed["you"], json!(["first"]));
    phone.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(first.look(&game).await["ply"], 1, "the first device still has it");
    let stranger = Client::browser(&app);
    assert_eq!(stranger.act(&game, "links", json!({})).await.problem(403), "no_seat");
    let path = format!("/api/v1/games/{}/devices", game["id"].as_str().unwrap());
    assert_eq!(stranger.get(&path).await.problem(403), "no_seat");
}

async fn a_private_link_works_once(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    let token = new_link(&first, &game).await;
    let program = Client::program(&app);
    let as_key = program.clone().with_token(&json!(token));
    assert_eq!(as_key.make_move(&game, 0, "a1-a4").await.problem(403), "no_seat", "no key");
    // The opponent keeps one seat, and the link stays valid.
    assert_eq!(claim(&second, &game, &token).await.ok()["you"], json!(["second"]));
    let phone = Client::browser(&app);
    claim(&phone, &game, &token).await.ok();
    claim(&phone, &game, &token).await.ok();
    let other = Client::browser(&app);
    assert_eq!(claim(&other, &game, &token).await.problem(403), "no_seat", "it was used");
    assert_eq!(other.look(&game).await["you"], json!([]));
    // A program gets a token of its own.
    let token = new_link(&first, &game).await;
    let claimed = claim(&program, &game, &token).await.ok();
    let program = program.with_token(&claimed["token"]);
    program.make_move(&game, 0, "a1-a4").await.ok();
    // Links do not go along to the rematch.
    let token = new_link(&first, &game).await;
    first.act(&game, "resign", json!({})).await.ok();
    first.act(&game, "offers/rematch", json!({})).await.ok();
    let next = second.act(&game, "offers/rematch", json!({})).await.ok()["next"].clone();
    let next = json!({"id": next});
    assert_eq!(claim(&other, &next, &token).await.problem(403), "no_seat");
    claim(&other, &game, &token).await.ok();
}

async fn owners_are_never_locked_out(app: AppState) {
    let (first, _, game) = two_players(&app, "none").await;
    for _ in 0..40 {
        new_link(&first, &game).await;
    }
    let tokens = [new_link(&first, &game).await, new_link(&first, &game).await];
    claim(&Client::browser(&app), &game, &tokens[0]).await.ok();
    // Up to sixteen devices have a seat.
    while devices(&first, &game).await.len() < 16 {
        let token = new_link(&first, &game).await;
        claim(&Client::browser(&app), &game, &token).await.ok();
    }
    let (phone, token) = (Client::browser(&app), new_link(&first, &game).await);
    phone.page("/").await;
    assert_eq!(claim(&phone, &game, &token).await.problem(409), "too_many_devices");
    let list = devices(&first, &game).await;
    let other = list.iter().find(|device| device["current"] == false).unwrap();
    first.act(&game, "sign-out", json!({"device": other["id"]})).await.ok();
    claim(&phone, &game, &token).await.ok();
}

async fn devices_are_signed_out(app: AppState) {
    let (first, second, game) = two_players(&app, "none").await;
    let phone = Client::browser(&app);
    claim(&phone, &game, &new_link(&first, &game).await).await.ok();
    let current = |list: &[Value]| {
        let own = list.iter().find(|device| device["current"] == true);
        own.expect("the requester is a device")["id"].clone()
    };
    let of_phone = current(&devices(&phone, &game).await);
    assert_ne!(of_phone, current(&devices(&first, &game).await));
    // Only players of the seat can sign its devices out.
    second.act(&game, "sign-out", json!({"device": of_phone})).await.ok();
    assert_eq!(phone.look(&game).await["you"], json!(["first"]));
    let stranger = Client::browser(&app).act(&game, "sign-out", json!({"device": of_phone})).await;
    assert_eq!(stranger.problem(403), "no_seat");
    for _ in 0..2 {
        first.act(&game, "sign-out", json!({"device": of_phone})).await.ok();
    }
    assert_eq!(phone.look(&game).await["you"], json!([]));
    assert_eq!(phone.make_move(&game, 0, "a1-a4").await.problem(403), "no_seat");
    for device in devices(&first, &game).await {
        if device["current"] == false {
            first.act(&game, "sign-out", json!({"device": device["id"]})).await.ok();
        }
    }
    let last = current(&devices(&first, &game).await);
    let refused = first.act(&game, "sign-out", json!({"device": last})).await;
    assert_eq!(refused.problem(409), "last_device");
    first.make_move(&game, 0, "a1-a4").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_link_expires_after_an_hour() {
    let (place, time) = (Place::sqlite(), TimeSource::manual());
    let app = place.start_with_clock(time.clone()).await;
    let (first, second, game) = two_players(&app, "none").await;
    drop(second);
    let phone = Client::browser(&app);
    let late = new_link(&first, &game).await;
    time.turn(Duration::from_secs(3_600));
    assert_eq!(claim(&phone, &game, &late).await.problem(403), "no_seat");
    let token = new_link(&first, &game).await;
    time.turn(Duration::from_secs(3_599));
    claim(&phone, &game, &token).await.ok();
    // Keys are stored: a server that starts anew knows them, and not the used link.
    let cookie = phone.cookie();
    app.close().await;
    drop((app, first, phone));
    let app = restart(&place).await;
    let phone = Client::with_cookie(&app, cookie);
    assert_eq!(phone.look(&game).await["you"], json!(["first"]));
    let other = Client::browser(&app);
    assert_eq!(claim(&other, &game, &token).await.problem(403), "no_seat");
    app.close().await;
}

async fn seats_cannot_be_guessed(app: AppState) {
    let (_, _, game) = two_players(&app, "none").await;
    let stranger = Client::browser(&app);
    for token in ["", "x", &"a".repeat(32), &"ä".repeat(16)] {
        let claim = stranger.act(&game, "claim", json!({"token": token})).await;
        assert_eq!(claim.problem(403), "no_seat", "{token}");
    }
    let other = stranger.create(json!({"game": "nava"})).await;
    let claim = stranger.act(&game, "claim", json!({"token": other["token"]})).await;
    assert_eq!(claim.problem(403), "no_seat", "the token of another game");
    let mut forged = stranger.clone();
    forged.token = Some("a".repeat(32));
    assert_eq!(forged.make_move(&game, 0, "a1-a4").await.problem(403), "no_seat");
}

async fn nobody_plays_against_themselves(app: AppState) {
    let anna = Client::browser(&app);
    let game = anna.create(json!({"game": "nava", "side": "first"})).await;
    let again = anna.act(&game, "join", json!({"name": "Anna too"})).await.ok();
    assert_eq!((&again["status"], &again["you"]), (&json!("waiting"), &json!(["first"])));
    assert_eq!(again["token"], json!(null));
}

async fn both_seats_at_one_screen(app: AppState) {
    let anna = Client::browser(&app);
    let game = anna.create(json!({"game": "nava", "opponent": "same-screen"})).await;
    anna.make_move(&game, 0, "a1-a4").await.ok();
    anna.make_move(&game, 1, "e5-e4").await.ok();
    let wrong = json!({"ply": 2, "move": "a4-b4", "side": "black"});
    assert_eq!(anna.act(&game, "moves", wrong).await.problem(409), "not_your_turn");
    let back = anna.act(&game, "offers/take-back", json!({})).await.ok();
    assert_eq!((&back["ply"], &back["to_move"]), (&json!(1), &json!("second")));
    let drawn = anna.act(&game, "offers/draw", json!({})).await.ok();
    assert_eq!(drawn["outcome"], "draw");
}
