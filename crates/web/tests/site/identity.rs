//! A visitor with several browsers: private links to everything, and the end of other browsers.

use std::time::Duration;

use cairn_web::{AppState, TimeSource};
use serde_json::{Value, json};

use crate::client::{Client, Reply, two_players};
use crate::pages::check_page;
use crate::push_service::Receiver;
use crate::stores::{Place, on_both_stores};

on_both_stores!(
    a_private_link_brings_all_games,
    a_private_link_works_once_and_can_be_revoked,
    games_of_both_browsers_are_joined,
    other_browsers_are_signed_out,
);

async fn new_link(client: &Client) -> String {
    client.post("/api/v1/me/links", json!({})).await.ok()["token"].as_str().unwrap().to_owned()
}

async fn claim(client: &Client, token: &str) -> Reply {
    client.post("/api/v1/me/claim", json!({"token": token})).await
}

async fn number_of_games(client: &Client) -> usize {
    let list = client.get("/api/v1/games?mine=true").await.ok();
    list["games"].as_array().unwrap().len()
}

async fn a_private_link_brings_all_games(app: AppState) {
    let (anna, ben, game) = two_players(&app, "3d").await;
    let other = anna.create(json!({"game": "greener", "opponent": "computer"})).await;
    // Without scripts: the link is shown on a page, and its code is typed.
    let shown = anna.form("/me/links", "link=new").await;
    let html = check_page(&shown);
    let code = html.split("id=\"identity-code\">").nth(1).unwrap().split('<').next().unwrap();
    assert!(html.contains(&format!("value=\"http://cairn.test/me/link#{code}\"")), "{html}");
    assert_eq!(shown.headers["referrer-policy"], "no-referrer");
    assert!(anna.page("/me").await.text().contains("data-action=\"revoke-link\""));
    let phone = Client::browser(&app);
    assert!(check_page(&phone.page("/me/link").await).contains("name=\"token\""));
    assert_eq!(phone.form("/me/link", &format!("token={code}")).await.leads_to(), "/me");
    assert_eq!(number_of_games(&phone).await, 2);
    phone.make_move(&game, 0, "a1-a4").await.ok();
    ben.make_move(&game, 1, "e5-e4").await.ok();
    anna.make_move(&game, 2, "a4-b4").await.ok();
    assert_eq!(anna.look(&other).await["you"], phone.look(&other).await["you"]);
    // Games that begin on one are on the other.
    phone.create(json!({"game": "nava"})).await;
    assert_eq!(number_of_games(&anna).await, 3);
    let feed = |client: Client| async move { client.get("/api/v1/me").await.ok()["feed"].clone() };
    anna.post("/api/v1/me/feed", json!({})).await.ok();
    assert_eq!(feed(anna).await, feed(phone).await);
}

async fn a_private_link_works_once_and_can_be_revoked(app: AppState) {
    let (anna, _ben, _game) = two_players(&app, "none").await;
    let (phone, thief) = (Client::browser(&app), Client::browser(&app));
    let token = new_link(&anna).await;
    claim(&phone, &token).await.ok();
    assert_eq!(claim(&thief, &token).await.problem(403), "bad_link");
    let revoked = new_link(&anna).await;
    anna.form("/me/links", "link=off").await.leads_to();
    assert_eq!(claim(&thief, &revoked).await.problem(403), "bad_link");
    let replaced = new_link(&anna).await;
    let open = new_link(&anna).await;
    assert_eq!(claim(&thief, &replaced).await.problem(403), "bad_link", "a new one replaces it");
    for forged in ["", "x", &"a".repeat(32), &"ä".repeat(16)] {
        assert_eq!(claim(&thief, forged).await.problem(403), "bad_link", "{forged}");
    }
    assert_eq!(number_of_games(&thief).await, 0);
    claim(&thief, &format!("https://cairn.test/me/link#{open} ")).await.ok();
    assert_eq!(number_of_games(&thief).await, 1);
    let program = Client::program(&app).post("/api/v1/me/links", json!({})).await;
    assert_eq!(program.problem(403), "no_cookie");
    assert_eq!(anna.form("/me/links", "link=odd").await.status.as_u16(), 400);
}

async fn games_of_both_browsers_are_joined(app: AppState) {
    let (anna, ben, game) = two_players(&app, "none").await;
    let (cleo, _dan, other) = two_players(&app, "none").await;
    let subscription = Receiver::new().subscription("https://push.example/cleo");
    cleo.post("/api/v1/me/push", subscription).await.ok();
    claim(&cleo, &new_link(&anna).await).await.ok();
    for client in [&anna, &cleo] {
        assert_eq!(number_of_games(client).await, 2);
        assert_eq!(client.look(&game).await["you"], json!(["first"]));
        assert_eq!(client.look(&other).await["you"], json!(["first"]));
        let push = client.get("/api/v1/me/push").await.ok();
        assert_eq!(push["browsers"].as_array().unwrap().len(), 1);
    }
    // An opponent who is the same person has both seats.
    claim(&ben, &new_link(&anna).await).await.ok();
    assert_eq!(ben.look(&game).await["you"], json!(["first", "second"]));
    // The same browser again changes nothing.
    claim(&anna, &new_link(&anna).await).await.ok();
    assert_eq!(number_of_games(&anna).await, 2);
}

async fn other_browsers_are_signed_out(app: AppState) {
    let (anna, ben, game) = two_players(&app, "none").await;
    let lost = Client::browser(&app);
    claim(&lost, &new_link(&anna).await).await.ok();
    let feed = anna.post("/api/v1/me/feed", json!({})).await.ok()["feed"].clone();
    let open = new_link(&anna).await;
    let before = anna.cookie();
    assert_eq!(anna.form("/me/sign-out-others", "").await.leads_to(), "/me");
    assert_ne!(anna.cookie(), before);
    anna.make_move(&game, 0, "a1-a4").await.ok();
    ben.make_move(&game, 1, "e5-e4").await.ok();
    assert_eq!(lost.make_move(&game, 2, "a4-b4").await.problem(403), "no_seat");
    assert_eq!((number_of_games(&anna).await, number_of_games(&lost).await), (1, 0));
    assert_eq!(anna.get(feed.as_str().unwrap()).await.problem(404), "not_found");
    assert_eq!(claim(&lost, &open).await.problem(403), "bad_link");
    anna.make_move(&game, 2, "a4-b4").await.ok();
    let program = Client::program(&app).post("/api/v1/me/sign-out-others", json!({})).await;
    assert_eq!(program.problem(403), "no_cookie");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_link_to_everything_expires_after_an_hour() {
    let (place, time) = (Place::sqlite(), TimeSource::manual());
    let app = place.start_with_clock(time.clone()).await;
    let (anna, _ben, _game) = two_players(&app, "none").await;
    let late = new_link(&anna).await;
    time.turn(Duration::from_secs(3_600));
    assert_eq!(claim(&Client::browser(&app), &late).await.problem(403), "bad_link");
    let token = new_link(&anna).await;
    time.turn(Duration::from_secs(3_599));
    let overview: Value = claim(&Client::browser(&app), &token).await.ok();
    assert_eq!(overview["waiting"], 1);
    app.close().await;
}

/// A server that has the game in memory hears of new keys from the one that changed them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn all_servers_hear_of_signed_out_browsers() {
    let place = Place::postgres().await;
    let (one, two) = (place.start().await, place.start().await);
    let (anna, _ben, game) = two_players(&one, "none").await;
    let lost = Client::with_cookie(&two, anna.cookie());
    assert_eq!(lost.look(&game).await["you"], json!(["first"]));
    anna.post("/api/v1/me/sign-out-others", json!({})).await.ok();
    // What is changed is read first.
    assert_eq!(lost.make_move(&game, 0, "a1-a4").await.problem(403), "no_seat");
    while lost.look(&game).await["you"] != json!([]) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let anna = Client::with_cookie(&two, anna.cookie());
    anna.make_move(&game, 0, "a1-a4").await.ok();
    one.close().await;
    two.close().await;
}
