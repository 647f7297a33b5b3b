//! The live connection of pages: games, visitors, lists.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use cairn_web::{AppState, TimeSource};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::client::{Client, two_players};
use crate::stores::{Place, on_both_places};

/// Far longer than anything here takes.
const LONG: Duration = Duration::from_secs(30);

/// A server that listens on a loopback address until the test ends.
pub async fn listen(app: &AppState) -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let addr = listener.local_addr().unwrap();
    let router = cairn_web::router(app.clone());
    tokio::spawn(axum::serve(listener, router).into_future());
    addr
}

/// The live connection of a page.
pub struct LivePage(WebSocketStream<TcpStream>);

impl LivePage {
    pub async fn try_open(
        addr: SocketAddr,
        client: &Client,
        origin: Option<&str>,
    ) -> Result<Self, Error> {
        let mut request = format!("ws://{addr}/live").into_client_request()?;
        if let Some(cookie) = client.cookie() {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        if let Some(token) = &client.token {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("authorization", bearer);
        }
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(addr).await.unwrap();
        Ok(Self(client_async(request, stream).await?.0))
    }

    pub async fn open(addr: SocketAddr, client: &Client) -> Self {
        Self::try_open(addr, client, None).await.unwrap()
    }

    /// Opens a connection that follows a game.
    pub async fn follow(addr: SocketAddr, client: &Client, game: &Value) -> Self {
        let mut page = Self::open(addr, client).await;
        page.send(json!({"do": "follow", "game": game["id"]})).await;
        page
    }

    pub async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message; `None` if the connection has ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(LONG, self.0.next()).await.expect("a message in time")? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The data of the next message with this name.
    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let message = self.next().await.expect("the connection stays open");
            if message["event"] == name {
                return message["data"].clone();
            }
        }
    }

    /// Waits until the visitors at the game are as expected.
    pub async fn attendance(&mut self, expected: impl Fn(&Value) -> bool) -> Value {
        loop {
            let seats = self.event("attendance").await["seats"].clone();
            if expected(&seats) {
                return seats;
            }
        }
    }

    /// Waits until the lobby contains a text.
    pub async fn lobby(&mut self, text: &str) -> String {
        loop {
            let html = self.event("lobby").await["html"].as_str().unwrap().to_owned();
            if html.contains(text) {
                return html;
            }
        }
    }

    pub async fn close(mut self) {
        self.0.close(None).await.unwrap();
        while self.next().await.is_some() {}
    }
}

on_both_places!(
    pages_hear_of_games,
    visitors_are_counted,
    players_say_phrases,
    lists_are_kept_up_to_date,
    nonsense_ends_a_connection,
    a_player_who_leaves_loses_by_claim,
    lag_is_made_up_for,
);

async fn pages_hear_of_games(place: Place) {
    let app = place.start().await;
    let addr = listen(&app).await;
    let (first, second, game) = two_players(&app, "300+5").await;
    let mut page = LivePage::follow(addr, &Client::browser(&app), &game).await;
    let state = page.event("state").await;
    assert_eq!((&state["id"], &state["from"]), (&game["id"], &json!(0)));
    first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(page.event("update").await["moves"][0]["move"], "a1-a4");
    second.make_move(&game, 1, "e5-e4").await.ok();
    let update = page.event("update").await;
    assert_eq!((&update["from"], &update["ply"]), (&json!(1), &json!(2)));
    // Asking again brings the whole game, as after a lost connection.
    page.send(json!({"do": "follow", "game": game["id"]})).await;
    assert_eq!(page.event("state").await["moves"].as_array().unwrap().len(), 2);
    // Several games share a connection.
    let (_, _, other) = two_players(&app, "none").await;
    page.send(json!({"do": "follow", "game": other["id"]})).await;
    assert_eq!(page.event("state").await["id"], other["id"]);
    page.send(json!({"do": "leave", "game": game["id"]})).await;
    page.send(json!({"do": "follow", "game": "0000000000"})).await;
    assert_eq!(page.event("missing").await, Value::Null);
    app.stop();
    // The server says goodbye.
    while page.next().await.is_some() {}
}

async fn visitors_are_counted(place: Place) {
    let app = place.start().await;
    let addr = listen(&app).await;
    let (first, second, game) = two_players(&app, "300+5").await;
    let mut page = LivePage::follow(addr, &first, &game).await;
    let alone = page.attendance(|seats| seats["first"]["here"] == true).await;
    assert_eq!(alone["second"], json!({"here": null, "gone_since": null}), "nothing is known");
    let black = LivePage::follow(addr, &second, &game).await;
    let tab = LivePage::follow(addr, &second, &game).await;
    let watcher = LivePage::follow(addr, &Client::browser(&app), &game).await;
    page.attendance(|seats| seats["second"]["here"] == true && seats["watchers"] == 1).await;
    watcher.close().await;
    page.attendance(|seats| seats["watchers"] == 0).await;
    black.close().await;
    tab.close().await;
    let seats = page.attendance(|seats| seats["second"]["here"] == false).await;
    assert!(seats["second"]["gone_since"].as_i64().is_some());
    let back = LivePage::follow(addr, &second, &game).await;
    page.attendance(|seats| seats["second"] == json!({"here": true, "gone_since": null})).await;
    back.close().await;
}

async fn players_say_phrases(place: Place) {
    let app = place.start_with_clock(TimeSource::manual()).await;
    let addr = listen(&app).await;
    let (first, second, game) = two_players(&app, "none").await;
    let mut page = LivePage::follow(addr, &second, &game).await;
    page.event("state").await;
    let say = |phrase: &'static str| first.act(&game, "phrases", json!({"phrase": phrase}));
    assert_eq!(say("good-luck").await.status, 204);
    assert_eq!(page.event("phrase").await, json!({"side": "first", "text": "Good luck"}));
    assert_eq!(say("you fool").await.problem(400), "unknown_phrase");
    assert_eq!(say("thanks").await.status, 204);
    assert_eq!(say("oops").await.status, 204);
    assert_eq!(say("oops").await.problem(429), "too_many_requests");
    let stranger = Client::browser(&app).act(&game, "phrases", json!({"phrase": "oops"})).await;
    assert_eq!(stranger.problem(403), "no_seat");
    let alone = first.create(json!({"game": "nava"})).await;
    let nobody = first.act(&alone, "phrases", json!({"phrase": "oops"})).await;
    assert_eq!(nobody.problem(409), "nobody_there");
}

async fn lists_are_kept_up_to_date(place: Place) {
    let app = place.start().await;
    let addr = listen(&app).await;
    let (first, second, game) = two_players(&app, "none").await;
    let mut page = LivePage::open(addr, &second).await;
    page.send(json!({"do": "waiting", "on": true})).await;
    assert_eq!(page.event("waiting").await["waiting"], 0);
    first.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(page.event("waiting").await["waiting"], 1);
    page.send(json!({"do": "lobby", "on": true})).await;
    page.lobby("No open games").await;
    let new = json!({"game": "nava", "listed": true, "name": "<Anna>", "time": "300+5", "side": "second"});
    let open = first.create(new).await;
    let html = page.lobby("Anna").await;
    for text in ["&lt;Anna&gt;", "5 min + 5 s", "you play White", "just now", "/img/nava/"] {
        assert!(html.contains(text), "{text} is not in {html}");
    }
    second.act(&open, "join", json!({})).await.ok();
    page.lobby("No open games").await;
}

async fn nonsense_ends_a_connection(place: Place) {
    let app = place.start().await;
    let addr = listen(&app).await;
    for nonsense in ["", "{}", "[1]", r#"{"do":"dance"}"#, &"x".repeat(5000)] {
        let mut page = LivePage::open(addr, &Client::browser(&app)).await;
        page.0.send(Message::text(nonsense)).await.unwrap();
        assert!(page.next().await.is_none(), "{nonsense}");
    }
    let stranger = Client::browser(&app);
    let (_, _, game) = two_players(&app, "none").await;
    let refused = LivePage::try_open(addr, &stranger, Some("https://evil.example")).await;
    assert!(matches!(refused, Err(Error::Http(answer)) if answer.status() == 403));
    let own = format!("http://{addr}");
    let mut page = LivePage::try_open(addr, &stranger, Some(&own)).await.unwrap();
    page.send(json!({"do": "follow", "game": game["id"]})).await;
    page.event("state").await;
    let plain = Client::browser(&app).get("/live").await;
    assert!(plain.status.is_client_error(), "{}", plain.status);
}

async fn a_player_who_leaves_loses_by_claim(place: Place) {
    let time = TimeSource::manual();
    let app = place.start_with_clock(time.clone()).await;
    let addr = listen(&app).await;
    let (first, second, game) = two_players(&app, "600+5").await;
    assert_eq!(game["time"]["absence_limit"], 80_000);
    let claim = |what: &'static str| first.act(&game, what, json!({}));
    assert_eq!(claim("claim-win").await.problem(409), "no_claim", "it has not begun");
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    assert_eq!(claim("claim-win").await.problem(409), "no_claim", "nothing is known");
    let mut page = LivePage::follow(addr, &first, &game).await;
    let black = LivePage::follow(addr, &second, &game).await;
    page.attendance(|seats| seats["second"]["here"] == true).await;
    assert_eq!(claim("claim-win").await.problem(409), "no_claim", "both are there");
    time.turn(Duration::from_secs(10));
    black.close().await;
    page.attendance(|seats| seats["second"]["here"] == false).await;
    time.turn(Duration::from_secs(79));
    assert_eq!(claim("claim-win").await.problem(409), "too_early");
    let stranger = Client::browser(&app).act(&game, "claim-win", json!({})).await;
    assert_eq!(stranger.problem(403), "no_seat");
    // A move by other means shows that somebody is there.
    first.make_move(&game, 2, "a4-b4").await.ok();
    second.make_move(&game, 3, "e4-d4").await.ok();
    time.turn(Duration::from_secs(2));
    assert_eq!(claim("claim-draw").await.problem(409), "too_early");
    time.turn(Duration::from_secs(80));
    let over = claim("claim-win").await.ok();
    assert_eq!(
        (&over["outcome"], &over["reason"]),
        (&json!("first"), &json!("Black left the game"))
    );
    let again = first.act(&game, "claim-win", json!({"ply": 4})).await.ok();
    assert_eq!(again["revision"], over["revision"], "a repetition changes nothing");
    let (first, second, game) = two_players(&app, "3d").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    assert_eq!(first.act(&game, "claim-win", json!({})).await.problem(409), "no_claim");
    app.close().await;
}

/// The clocks of the game stand; the lag is real.
async fn lag_is_made_up_for(place: Place) {
    let time = TimeSource::manual();
    let app = place.start_with_clock(time.clone()).await;
    let addr = listen(&app).await;
    let (first, second, game) = two_players(&app, "60+0").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    time.turn(Duration::from_secs(10));
    let after = first.make_move(&game, 2, "a4-b4").await.ok();
    assert_eq!(after["clocks"]["first"], 50_000, "nothing was measured");
    let begun = Instant::now();
    let mut page = LivePage::open(addr, &second).await;
    // The browser answers the first ping late, at the latest with its second message.
    tokio::time::sleep(Duration::from_millis(400)).await;
    for _ in 0..3 {
        page.send(json!({"do": "follow", "game": game["id"]})).await;
        page.event("state").await;
    }
    time.turn(Duration::from_secs(10));
    let after = second.make_move(&game, 3, "e4-d4").await.ok();
    let left = after["clocks"]["second"].as_i64().unwrap();
    assert!((50_000..=50_250).contains(&left), "never more than the largest compensation: {left}");
    // A machine so slow that the lag was measured once more has seen a smaller one.
    assert!(left == 50_250 || begun.elapsed() > Duration::from_secs(3), "{left}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn servers_know_who_is_at_each_other() {
    let place = Place::postgres().await;
    let (one, two) = (place.start().await, place.start().await);
    let (here, there) = (listen(&one).await, listen(&two).await);
    let (first, second, game) = two_players(&one, "60+0").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    let mut page = LivePage::follow(here, &first, &game).await;
    page.attendance(|seats| seats["first"]["here"] == true).await;
    let mut black = LivePage::follow(there, &second, &game).await;
    page.attendance(|seats| seats["second"]["here"] == true).await;
    black.attendance(|seats| seats["first"]["here"] == true).await;
    first.act(&game, "phrases", json!({"phrase": "good-luck"})).await;
    assert_eq!(black.event("phrase").await["text"], "Good luck");
    assert_eq!(page.event("phrase").await["text"], "Good luck");
    black.close().await;
    page.attendance(|seats| seats["second"]["here"] == false).await;
    // The lobby of one server shows the games of the other.
    let mut lobby = LivePage::open(there, &second).await;
    lobby.send(json!({"do": "lobby", "on": true})).await;
    lobby.lobby("No open games").await;
    first.create(json!({"game": "nava", "listed": true, "name": "Anna"})).await;
    lobby.lobby("Anna").await;
    // The visitors of a server that has died are gone as well.
    let black = LivePage::follow(there, &second, &game).await;
    page.attendance(|seats| seats["second"]["here"] == true).await;
    two.close().await;
    page.attendance(|seats| seats["second"]["here"] == false).await;
    let refused = first.act(&game, "claim-win", json!({})).await;
    assert_eq!(refused.problem(409), "too_early");
    drop(black);
    one.close().await;
}
