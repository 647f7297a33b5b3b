//! The visitor's own games, and the private feed of those that wait.

use axum::body::Body;
use axum::http::Method;
use cairn_games::record;
use cairn_web::AppState;
use serde_json::{Value, json};

use crate::client::{Client, Reply, two_players};
use crate::pages::check_page;
use crate::stores::on_both_stores;

on_both_stores!(
    games_that_wait_are_counted_and_come_first,
    own_games_are_filtered_and_searched,
    a_feed_lists_waiting_games,
    a_feed_is_secret_and_can_be_revoked,
    all_own_games_are_one_file,
);

async fn waiting(client: &Client) -> usize {
    client.get("/api/v1/me").await.ok()["waiting"].as_u64().unwrap() as usize
}

async fn ids(client: &Client, query: &str) -> Vec<Value> {
    let list = client.get(&format!("/api/v1/games?{query}")).await.ok();
    list["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect()
}

async fn games_that_wait_are_counted_and_come_first(app: AppState) {
    let (anna, ben, game) = two_players(&app, "3d").await;
    // Games against the computer, at one screen and without an opponent do not wait.
    anna.create(json!({"game": "nava", "opponent": "computer", "side": "first"})).await;
    anna.create(json!({"game": "nava", "opponent": "same-screen"})).await;
    anna.create(json!({"game": "nava"})).await;
    assert_eq!((waiting(&anna).await, waiting(&ben).await), (1, 0));
    assert_eq!(waiting(&Client::browser(&app)).await, 0);
    assert_eq!(ids(&anna, "waiting_for_me=true").await, [game["id"].clone()]);
    let list = anna.get("/api/v1/games?waiting_for_me=true").await.ok();
    let row = &list["games"][0];
    assert_eq!((&row["you"], &row["to_move"]), (&json!(["first"]), &json!("first")));
    assert!(row["deadline"].is_i64());
    let home = anna.page("/").await;
    assert!(check_page(&home).contains("<title>(1) Cairn"), "{}", home.text());
    assert!(home.text().contains("One game is waiting for your move."));
    let page = anna.page("/me").await;
    let html = check_page(&page);
    assert!(html.contains("<title>(1) My games"));
    let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} is not in {html}"));
    let card = format!("data-own-game=\"{}\"", game["id"].as_str().unwrap());
    assert!(
        place("id=\"waiting-games\"") < place(&card) && place(&card) < place("id=\"own-games\"")
    );
    assert_eq!(html.matches(&card).count(), 1, "no game is shown twice");
    assert!(html.contains("against Ben") && html.contains("Your turn, move 1"));
    anna.make_move(&game, 0, "a1-a4").await.ok();
    ben.make_move(&game, 1, "e5-e4").await.ok();
    let page = anna.page("/me").await;
    assert!(page.text().contains("2 d 23 h left"), "{}", page.text());
    anna.make_move(&game, 2, "a4-b4").await.ok();
    assert_eq!((waiting(&anna).await, waiting(&ben).await), (0, 1));
    ben.act(&game, "resign", json!({})).await.ok();
    assert!(anna.page("/me").await.text().contains("You won: Black resigned"));
    assert!(ben.page("/me").await.text().contains("You lost: Black resigned"));
    assert_eq!(waiting(&ben).await, 0);
    let stranger = Client::browser(&app).page("/me").await;
    assert!(check_page(&stranger).contains("You have no games yet."));
}

async fn own_games_are_filtered_and_searched(app: AppState) {
    let (anna, ben, game) = two_players(&app, "none").await;
    let open = anna.create(json!({"game": "greener", "name": "Anna", "side": "first"})).await;
    let (id, open) = (game["id"].clone(), open["id"].clone());
    for (query, found) in [
        ("search=ben", vec![&id]),
        ("search=BEN&status=playing", vec![&id]),
        ("search=BEN&status=finished", vec![]),
        // Her own name is not that of an opponent.
        ("search=anna", vec![]),
        ("search=%25", vec![]),
        ("search=_en", vec![]),
        ("mine=true&game=greener", vec![&open]),
        ("mine=true&status=waiting", vec![&open]),
    ] {
        assert_eq!(
            ids(&anna, query).await,
            found.into_iter().cloned().collect::<Vec<_>>(),
            "{query}"
        );
    }
    let only = std::slice::from_ref(&id);
    assert_eq!(ids(&anna, &format!("search={}", id.as_str().unwrap())).await, only);
    assert_eq!(ids(&ben, "search=anna").await, only);
    assert!(ids(&Client::browser(&app), "search=ben").await.is_empty(), "only one's own games");
    let long = anna.get(&format!("/api/v1/games?search={}", "x".repeat(65))).await;
    assert_eq!(long.problem(400), "search_too_long");
    let shown = anna.page("/me?show=waiting&game=greener&search=").await;
    assert!(check_page(&shown).contains(&format!("data-own-game=\"{}\"", open.as_str().unwrap())));
    assert!(!shown.text().contains(&format!("data-own-game=\"{}\"", id.as_str().unwrap())));
    assert!(anna.page("/me?search=%3Cb%3E").await.text().contains("value=\"&lt;b&gt;\""));
    for wrong in ["show=odd", "game=chess", "before=x"] {
        assert_eq!(anna.page(&format!("/me?{wrong}")).await.status.as_u16(), 400, "{wrong}");
    }
}

async fn feed_of(client: &Client) -> String {
    client.post("/api/v1/me/feed", json!({})).await.ok()["feed"].as_str().unwrap().to_owned()
}

async fn get_if_changed(client: &Client, path: &str, tag: &str) -> Reply {
    let request = client.request(Method::GET, path).header("if-none-match", tag);
    client.send(request.body(Body::empty()).unwrap()).await
}

async fn a_feed_lists_waiting_games(app: AppState) {
    let (anna, ben, game) = two_players(&app, "3d").await;
    let id = game["id"].as_str().unwrap();
    let path = feed_of(&anna).await;
    // A reader has no cookie.
    let reader = Client::program(&app);
    let reply = reader.get(&path).await;
    assert_eq!(reply.headers["content-type"], "application/atom+xml; charset=utf-8");
    assert!(!reply.headers.contains_key("set-cookie"));
    let text = reply.text();
    assert_eq!(text.matches("<entry>").count(), 1, "{text}");
    assert!(text.contains("<title>Nava: your turn against Ben</title>"), "{text}");
    assert!(text.contains(&format!("<link href=\"http://cairn.test/g/{id}\"/>")), "{text}");
    let tag = reply.headers["etag"].to_str().unwrap().to_owned();
    let again = get_if_changed(&reader, &path, &tag).await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(again.headers["etag"], tag.as_str());
    anna.make_move(&game, 0, "a1-a4").await.ok();
    let after = get_if_changed(&reader, &path, &tag).await;
    assert_eq!(after.status.as_u16(), 200);
    assert!(!after.text().contains("<entry>"), "{}", after.text());
    ben.make_move(&game, 1, "e5-e4").await.ok();
    let next = reader.get(&path).await;
    assert!(next.text().contains("You have until 20"), "{}", next.text());
    assert!(next.text().contains(&format!("/g/{id}?ply=2</id>")), "each turn is an entry");
}

async fn a_feed_is_secret_and_can_be_revoked(app: AppState) {
    let anna = Client::browser(&app);
    let evil = json!({"game": "nava", "side": "second", "name": "<x>&\"'"});
    let game = Client::browser(&app).create(evil).await;
    anna.page("/").await;
    anna.act(&game, "join", json!({})).await.ok();
    assert!(anna.get("/api/v1/me").await.ok()["feed"].is_null());
    let path = feed_of(&anna).await;
    let page = anna.page("/me").await;
    assert!(check_page(&page).contains(&format!("value=\"http://cairn.test{path}\"")));
    let text = anna.get(&path).await.text().to_owned();
    assert!(text.contains("against &lt;x&gt;&amp;&quot;&#39;</title>"), "{text}");
    let replaced = anna.form("/me/feed", "feed=new").await.leads_to();
    assert_eq!(replaced, "/me#feed");
    assert_eq!(anna.get(&path).await.problem(404), "not_found", "the earlier address is invalid");
    let path = anna.get("/api/v1/me").await.ok()["feed"].as_str().unwrap().to_owned();
    assert_eq!(anna.get(&path).await.status.as_u16(), 200);
    anna.form("/me/feed", "feed=off").await.leads_to();
    assert_eq!(anna.get(&path).await.problem(404), "not_found");
    assert_eq!(anna.form("/me/feed", "feed=odd").await.status.as_u16(), 400);
    for guess in ["x", &"a".repeat(32), &"%C3%A4".repeat(32)] {
        assert_eq!(anna.get(&format!("/feed/{guess}")).await.problem(404), "not_found");
    }
    let program = Client::program(&app).post("/api/v1/me/feed", json!({})).await;
    assert_eq!(program.problem(403), "no_cookie");
}

async fn all_own_games_are_one_file(app: AppState) {
    let (anna, _ben, game) = two_players(&app, "none").await;
    anna.make_move(&game, 0, "a1-a4").await.ok();
    anna.create(json!({"game": "greener"})).await;
    // More than are read at once.
    for _ in 0..60 {
        anna.create(json!({"game": "nava", "opponent": "same-screen"})).await;
    }
    let file = anna.get("/api/v1/me/records").await;
    assert!(file.headers["content-disposition"].to_str().unwrap().contains("my-games.cairn"));
    let records = record::read_all(file.text()).unwrap();
    assert_eq!(records.len(), 61, "the game without an opponent has not begun");
    assert_eq!(records.iter().filter(|record| record.line.moves.len() == 1).count(), 1);
    assert_eq!(Client::browser(&app).get("/api/v1/me/records").await.text(), "");
}
