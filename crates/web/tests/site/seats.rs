//! Who may do what: cookies, tokens and private links.

use cairn_web::AppState;
use serde_json::json;

use crate::client::{Client, two_players};
use crate::stores::on_both_stores;

on_both_stores!(
    a_token_owns_a_seat,
    a_private_link_moves_a_seat_to_another_device,
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

async fn a_private_link_moves_a_seat_to_another_device(app: AppState) {
    let (first, _, game) = two_players(&app, "none").await;
    let link = first.act(&game, "links", json!({})).await.ok();
    assert!(link["path"].as_str().unwrap().starts_with("/g/"), "{link}");
    let phone = Client::browser(&app);
    assert_eq!(phone.look(&game).await["you"], json!([]));
    let claimed = phone.act(&game, "claim", json!({"token": link["token"]})).await.ok();
    assert_eq!(claimed["you"], json!(["first"]));
    phone.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(first.look(&game).await["ply"], 1, "the first device still has it");
    let stranger = Client::browser(&app);
    assert_eq!(stranger.act(&game, "links", json!({})).await.problem(403), "no_seat");
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
