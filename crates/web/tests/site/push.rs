//! Web Push: whose turn it is is told once, to the right browser, and to nobody else.

use std::time::Duration;

use cairn_web::{AppState, PushConfig, ServerConfig};
use serde_json::{Value, json};

use crate::client::{Client, two_players};
use crate::push_service::{AUTHORITY, PushService, Receiver};
use crate::stores::{Place, on_both_places};

on_both_places!(
    a_turn_is_told_once,
    whoever_waits_for_an_opponent_is_told,
    browsers_that_are_gone_are_removed,
    a_message_is_sent_again,
    private_networks_are_refused,
    a_visitor_has_ten_browsers_at_most,
    the_key_of_the_site_stays,
);

/// Settings under which the push service of these tests is used.
fn config(place: &Place) -> ServerConfig {
    let push = PushConfig {
        private_addresses: true,
        authority: Some(AUTHORITY.to_vec()),
        first_pause: Duration::from_millis(10),
        ..PushConfig::default()
    };
    ServerConfig { push, ..place.config() }
}

async fn start(place: &Place) -> AppState {
    AppState::start(config(place)).await.unwrap()
}

/// Subscribes a browser, and returns what decrypts its next message.
async fn subscribe(client: &Client, service: &PushService, name: &str) -> Receiver {
    let receiver = Receiver::new();
    let subscription = receiver.subscription(&format!("{}/{name}", service.origin));
    client.post("/api/v1/me/push", subscription).await.ok();
    receiver
}

async fn browsers(client: &Client) -> Vec<Value> {
    let overview = client.get("/api/v1/me/push").await.ok();
    overview["browsers"].as_array().unwrap().clone()
}

/// Waits until a visitor has no more browsers that are told.
async fn until_removed(client: &Client) {
    while !browsers(client).await.is_empty() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn a_turn_is_told_once(place: Place) {
    let (app, mut service) = (start(&place).await, PushService::start().await);
    let (anna, ben, game) = two_players(&app, "3d").await;
    let id = game["id"].as_str().unwrap();
    let receiver = subscribe(&ben, &service, "ben").await;
    anna.make_move(&game, 0, "a1-a4").await.ok();
    let message = service.next().await;
    assert_eq!((message.path.as_str(), message.header("topic")), ("/ben", id));
    let lifetime: u64 = message.header("ttl").parse().unwrap();
    assert!(lifetime > 2 * 86_400 && lifetime <= 3 * 86_400, "until the time is over: {lifetime}");
    let key = ben.get("/api/v1/me/push").await.ok()["key"].as_str().unwrap().to_owned();
    let claims = message.claims(&key);
    assert_eq!(
        (&claims["aud"], &claims["sub"]),
        (&json!(service.origin), &json!("http://cairn.test"))
    );
    let told = receiver.decrypt(&message);
    let expected = json!({"title": "Your turn in Nava", "body": "Anna played a1-a4.", "path": format!("/g/{id}")});
    assert_eq!(told, expected);
    // The same turn, after a move was taken back.
    anna.act(&game, "offers/take-back", json!({})).await.ok();
    ben.act(&game, "offers/take-back", json!({"answer": "accept"})).await.ok();
    anna.make_move(&game, 0, "a1-a3").await.ok();
    // Anna has not asked to be told.
    ben.make_move(&game, 1, "e5-e4").await.ok();
    let receiver = subscribe(&ben, &service, "ben").await;
    anna.make_move(&game, 2, "a3-a2").await.ok();
    assert_eq!(receiver.decrypt(&service.next().await)["body"], "Anna played a3-a2.");
    assert!(service.is_empty());
    // Live games are not told, nor is anything after turning it off.
    let (cleo, dan, live) = two_players(&app, "300+5").await;
    subscribe(&dan, &service, "dan").await;
    cleo.make_move(&live, 0, "a1-a4").await.ok();
    let off = json!({"endpoint": format!("{}/ben", service.origin)});
    ben.post("/api/v1/me/push/remove", off).await.ok();
    assert!(browsers(&ben).await.is_empty());
    let receiver = subscribe(&anna, &service, "anna").await;
    ben.make_move(&game, 3, "e4-e3").await.ok();
    // A receiver decrypts one message: its key is made for that.
    assert_eq!(service.next().await.path, "/anna");
    anna.make_move(&game, 4, "a2-b2").await.ok();
    ben.make_move(&game, 5, "e3-e2").await.ok();
    assert_eq!(receiver.decrypt(&service.next().await)["body"], "Ben played e3-e2.");
    assert!(service.is_empty());
    app.close().await;
}

async fn whoever_waits_for_an_opponent_is_told(place: Place) {
    let (app, mut service) = (start(&place).await, PushService::start().await);
    let anna = Client::browser(&app);
    let new = json!({"game": "nava", "side": "first", "time": "none", "name": "Anna"});
    let game = anna.create(new).await;
    let receiver = subscribe(&anna, &service, "anna").await;
    let ben = Client::browser(&app);
    ben.page("/").await;
    subscribe(&ben, &service, "ben").await;
    ben.act(&game, "join", json!({})).await.ok();
    let message = service.next().await;
    assert_eq!(message.path, "/anna", "whoever joins is there");
    assert_eq!(receiver.decrypt(&message)["body"], "Black joined the game.");
    app.close().await;
}

async fn browsers_that_are_gone_are_removed(place: Place) {
    let (app, mut service) = (start(&place).await, PushService::start().await);
    let (anna, ben, game) = two_players(&app, "none").await;
    for (ply, status) in [(0, 404), (2, 410)] {
        subscribe(&ben, &service, "ben").await;
        service.answer_with(&[status]);
        anna.make_move(&game, ply, if ply == 0 { "a1-a4" } else { "a4-b4" }).await.ok();
        service.next().await;
        until_removed(&ben).await;
        ben.make_move(&game, ply + 1, if ply == 0 { "e5-e4" } else { "e4-e3" }).await.ok();
    }
    app.close().await;
}

async fn a_message_is_sent_again(place: Place) {
    let (app, mut service) = (start(&place).await, PushService::start().await);
    let (anna, ben, game) = two_players(&app, "none").await;
    let receiver = subscribe(&ben, &service, "ben").await;
    service.answer_with(&[503, 429, 201]);
    anna.make_move(&game, 0, "a1-a4").await.ok();
    service.next().await;
    service.next().await;
    assert_eq!(receiver.decrypt(&service.next().await)["body"], "Anna played a1-a4.");
    ben.make_move(&game, 1, "e5-e4").await.ok();
    // After three attempts more it is given up, and the browser stays.
    service.answer_with(&[500; 4]);
    anna.make_move(&game, 2, "a4-b4").await.ok();
    for _ in 0..4 {
        service.next().await;
    }
    ben.make_move(&game, 3, "e4-e3").await.ok();
    // A service that does not answer keeps nobody waiting, not even the end of the server.
    service.answer_with(&[0]);
    anna.make_move(&game, 4, "b4-c4").await.ok();
    service.next().await;
    assert_eq!(browsers(&ben).await.len(), 1);
    app.close().await;
}

async fn private_networks_are_refused(place: Place) {
    let mut service = PushService::start().await;
    let push = PushConfig { authority: Some(AUTHORITY.to_vec()), ..PushConfig::default() };
    let app = AppState::start(ServerConfig { push, ..place.config() }).await.unwrap();
    let (anna, ben, game) = two_players(&app, "none").await;
    let subscribe = async |endpoint: &str| {
        ben.post("/api/v1/me/push", Receiver::new().subscription(endpoint)).await
    };
    for endpoint in [&service.origin, "http://push.example/", "https://user@push.example/", "x"] {
        assert_eq!(subscribe(endpoint).await.problem(400), "bad_endpoint", "{endpoint}");
    }
    // The name is looked up when there is something to send.
    for endpoint in ["https://localhost/", "https://127.0.0.1/x", "https://[::1]/x"] {
        subscribe(endpoint).await.ok();
    }
    anna.make_move(&game, 0, "a1-a4").await.ok();
    until_removed(&ben).await;
    assert!(service.is_empty());
    app.close().await;
}

async fn a_visitor_has_ten_browsers_at_most(place: Place) {
    let app = start(&place).await;
    let client = Client::browser(&app);
    let receiver = Receiver::new();
    let new = receiver.subscription("https://push.example/0");
    assert_eq!(client.post("/api/v1/me/push", new).await.problem(403), "no_cookie");
    client.page("/").await;
    for number in 0..12 {
        let endpoint = format!("https://push.example/{number}");
        client.post("/api/v1/me/push", receiver.subscription(&endpoint)).await.ok();
    }
    let listed = browsers(&client).await;
    assert_eq!(listed.len(), 10);
    let mut bad = receiver.subscription("https://push.example/");
    bad["keys"]["auth"] = json!("short");
    assert_eq!(client.post("/api/v1/me/push", bad).await.problem(400), "bad_keys");
    let remove = |body: Value| client.post("/api/v1/me/push/remove", body);
    remove(json!({"id": listed[0]["id"]})).await.ok();
    assert_eq!(browsers(&client).await.len(), 9);
    assert_eq!(remove(json!({})).await.problem(400), "bad_request");
    // Nobody can turn off what others asked for.
    let stranger = Client::browser(&app);
    stranger.page("/").await;
    stranger.post("/api/v1/me/push/remove", json!({"id": listed[1]["id"]})).await.ok();
    assert_eq!(browsers(&client).await.len(), 9);
    app.close().await;
}

async fn the_key_of_the_site_stays(place: Place) {
    let key = async |app: &AppState| {
        Client::browser(app).get("/api/v1/me/push").await.ok()["key"].clone()
    };
    let app = start(&place).await;
    let before = key(&app).await;
    app.close().await;
    let app = start(&place).await;
    assert_eq!(key(&app).await, before);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn one_of_several_servers_tells_of_a_turn() {
    let place = Place::postgres().await;
    let (one, two) = (start(&place).await, start(&place).await);
    let mut service = PushService::start().await;
    let (anna, ben, game) = two_players(&one, "none").await;
    let receiver = subscribe(&ben, &service, "ben").await;
    let on_two = Client::with_cookie(&two, anna.cookie());
    on_two.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(receiver.decrypt(&service.next().await)["body"], "Anna played a1-a4.");
    let key =
        |client: Client| async move { client.get("/api/v1/me/push").await.ok()["key"].clone() };
    assert_eq!(key(Client::browser(&one)).await, key(Client::browser(&two)).await);
    // Watchers on both servers hear of the move; nobody is told again.
    while ben.look(&game).await["ply"] != 1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let receiver = subscribe(&ben, &service, "ben").await;
    ben.make_move(&game, 1, "e5-e4").await.ok();
    let anna = Client::with_cookie(&two, anna.cookie());
    while anna.look(&game).await["ply"] != 2 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    anna.make_move(&game, 2, "a4-b4").await.ok();
    assert_eq!(receiver.decrypt(&service.next().await)["body"], "Anna played a4-b4.");
    assert!(service.is_empty());
    one.close().await;
    two.close().await;
}
