//! Finished games that their players hide or delete.

use cairn_web::AppState;
use serde_json::{Value, json};

use crate::client::{Client, two_players};
use crate::pages::check_page;
use crate::stores::{Place, on_both_stores};

on_both_stores!(
    a_private_game_is_seen_by_its_players_only,
    a_game_is_deleted_when_both_agree,
    games_without_another_person_are_deleted_at_once,
);

async fn finished(app: &AppState) -> (Client, Client, Value) {
    let (anna, ben, game) = two_players(app, "none").await;
    anna.make_move(&game, 0, "a1-a4").await.ok();
    ben.make_move(&game, 1, "e5-e4").await.ok();
    let early = anna.act(&game, "privacy", json!({"private": true})).await;
    assert_eq!(early.problem(409), "not_over");
    assert_eq!(anna.act(&game, "remove", json!({})).await.problem(409), "not_over");
    anna.act(&game, "resign", json!({})).await.ok();
    (anna, ben, game)
}

async fn a_private_game_is_seen_by_its_players_only(app: AppState) {
    let (anna, ben, game) = finished(&app).await;
    let id = game["id"].as_str().unwrap();
    let stranger = Client::browser(&app);
    let refused = stranger.act(&game, "privacy", json!({"private": true})).await;
    assert_eq!(refused.problem(403), "no_seat");
    let hidden = anna.act(&game, "privacy", json!({"private": true})).await.ok();
    assert_eq!(hidden["private"], true);
    for path in ["", "/record", "/events", "/evaluation", "/devices"] {
        let reply = stranger.get(&format!("/api/v1/games/{id}{path}")).await;
        assert_eq!(reply.problem(404), "not_found", "{path}");
    }
    for path in ["", "/analysis", "/end", "/seat", "/game.gif"] {
        let reply = stranger.page(&format!("/g/{id}{path}")).await;
        assert_eq!(reply.status.as_u16(), 404, "{path}");
    }
    assert_eq!(stranger.page(&format!("/embed/g/{id}")).await.status.as_u16(), 404);
    assert!(ben.page(&format!("/embed/g/{id}")).await.status.is_success());
    let link = json!({"text": format!("https://cairn.test/g/{id}")});
    assert_eq!(stranger.post("/api/v1/import", link).await.problem(404), "not_found");
    assert_eq!(ben.look(&game).await["ply"], 2);
    let page = ben.page(&format!("/g/{id}")).await;
    assert!(check_page(&page).contains("Only the players can see this game."));
    assert_eq!(
        ben.form(&format!("/g/{id}/keep"), "keep=public").await.leads_to(),
        format!("/g/{id}#keeping")
    );
    assert_eq!(stranger.look(&game).await["private"], false);
    assert_eq!(ben.form(&format!("/g/{id}/keep"), "keep=odd").await.status.as_u16(), 400);
    // A rematch is not hidden.
    anna.act(&game, "privacy", json!({"private": true})).await.ok();
    anna.act(&game, "offers/rematch", json!({})).await.ok();
    let next = ben.act(&game, "offers/rematch", json!({})).await.ok()["next"].clone();
    assert_eq!(stranger.look(&json!({"id": next})).await["private"], false);
    assert_eq!(anna.look(&game).await["private"], true);
}

async fn a_game_is_deleted_when_both_agree(app: AppState) {
    let (anna, ben, game) = finished(&app).await;
    let path = format!("/g/{}", game["id"].as_str().unwrap());
    let asked = anna.act(&game, "remove", json!({})).await.ok();
    assert_eq!((&asked["removed"], &asked["wishes"]), (&json!(false), &json!(["first"])));
    assert_eq!(anna.act(&game, "remove", json!({})).await.ok()["removed"], false, "asked twice");
    assert!(ben.page(&path).await.text().contains("Anna wants to delete this game."));
    assert!(anna.page(&path).await.text().contains("You asked to delete this game."));
    assert!(!Client::browser(&app).page(&path).await.text().contains("id=\"keeping\""));
    let withdrawn = anna.act(&game, "remove", json!({"withdraw": true})).await.ok();
    assert_eq!(withdrawn["wishes"], json!([]));
    the_opponent_is_asked_on_the_page_of_all_games(&anna, &ben, &game).await;
    assert_eq!(ben.act(&game, "remove", json!({})).await.ok()["removed"], false);
    let stranger = Client::browser(&app).act(&game, "remove", json!({})).await;
    assert_eq!(stranger.problem(403), "no_seat");
    assert_eq!(anna.form(&format!("{path}/keep"), "keep=remove").await.leads_to(), "/me");
    for client in [&anna, &ben] {
        assert_eq!(client.page(&path).await.status.as_u16(), 404);
        let list = client.get("/api/v1/games?mine=true").await.ok();
        assert_eq!(list["games"], json!([]));
    }
    assert_eq!(app.stored(game["id"].as_str().unwrap()).await.unwrap(), None);
}

async fn the_opponent_is_asked_on_the_page_of_all_games(anna: &Client, ben: &Client, game: &Value) {
    let asked = async |client: &Client| {
        let list = client.get("/api/v1/games?removal_asked=true").await.ok();
        let page = client.page("/me").await;
        let says = check_page(&page).contains("Anna wants to delete this game.");
        let listed = list["games"].as_array().unwrap().len();
        assert_eq!(listed, usize::from(says));
        listed
    };
    assert_eq!((asked(anna).await, asked(ben).await), (0, 0));
    anna.act(game, "remove", json!({})).await.ok();
    assert_eq!((asked(anna).await, asked(ben).await), (0, 1));
    let keep = format!("/g/{}/keep", game["id"].as_str().unwrap());
    assert_eq!(ben.form(&keep, "keep=withdraw&from=me").await.leads_to(), "/me");
    assert_eq!((asked(anna).await, asked(ben).await), (0, 0));
    let refused = anna.page(&format!("/g/{}", game["id"].as_str().unwrap())).await;
    assert!(!refused.text().contains("You asked to delete this game."));
}

async fn games_without_another_person_are_deleted_at_once(app: AppState) {
    let anna = Client::browser(&app);
    for opponent in ["computer", "same-screen"] {
        let game =
            anna.create(json!({"game": "nava", "opponent": opponent, "side": "first"})).await;
        anna.act(&game, "abort", json!({})).await.ok();
        assert_eq!(anna.act(&game, "remove", json!({})).await.ok()["removed"], true, "{opponent}");
        assert_eq!(anna.act(&game, "remove", json!({})).await.problem(404), "not_found");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn all_servers_hear_of_hidden_and_deleted_games() {
    let place = Place::postgres().await;
    let (one, two) = (place.start().await, place.start().await);
    let (anna, ben, game) = finished(&one).await;
    let stranger = Client::browser(&two);
    let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
    assert_eq!(stranger.look(&game).await["status"], "finished");
    anna.act(&game, "privacy", json!({"private": true})).await.ok();
    let until_missing = async |client: &Client| {
        while client.get(&path).await.status.is_success() {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    until_missing(&stranger).await;
    let ben_on_two = Client::with_cookie(&two, ben.cookie());
    assert_eq!(ben_on_two.look(&game).await["private"], true);
    anna.act(&game, "remove", json!({})).await.ok();
    ben.act(&game, "remove", json!({})).await.ok();
    until_missing(&ben_on_two).await;
    one.close().await;
    two.close().await;
}
