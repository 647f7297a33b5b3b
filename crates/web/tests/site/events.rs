//! Following a game.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use cairn_web::AppState;
use futures_util::StreamExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::client::two_players;
use crate::stores::on_both_stores;

on_both_stores!(
    watchers_see_what_happens,
    reconnecting_gives_the_whole_game,
    stopping_ends_streams
);

/// A connection that follows a game.
pub struct EventReader {
    body: BodyDataStream,
    text: String,
}

/// An event: its id, its name and its data.
#[derive(Debug)]
pub struct Seen {
    pub id: String,
    pub name: String,
    pub data: Value,
}

impl EventReader {
    pub async fn new(app: &AppState, game: &Value, last: Option<&str>) -> Self {
        let path = format!("/api/v1/games/{}/events", game["id"].as_str().unwrap());
        let mut request = Request::builder().uri(path);
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        Self::of_request(app, request.body(Body::empty()).unwrap()).await
    }

    /// Of any address that answers with events.
    pub async fn of_request(app: &AppState, request: Request<Body>) -> Self {
        let response = cairn_web::router(app.clone()).oneshot(request).await.unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self { body: response.into_body().into_data_stream(), text: String::new() }
    }

    /// The next event; `None` if the stream has ended.
    pub async fn next(&mut self) -> Option<Seen> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                let field = |name: &str| {
                    let lines = event.lines().filter_map(|line| line.strip_prefix(name));
                    lines
                        .map(|value| value.trim_start_matches(':').trim_start())
                        .collect::<String>()
                };
                if field("data").is_empty() {
                    continue;
                }
                let data = serde_json::from_str(&field("data")).unwrap();
                return Some(Seen { id: field("id"), name: field("event"), data });
            }
            let wait = tokio::time::timeout(Duration::from_secs(20), self.body.next()).await;
            let bytes = wait.expect("an event in time")?;
            self.text.push_str(std::str::from_utf8(&bytes.unwrap()).unwrap());
        }
    }
}

async fn watchers_see_what_happens(app: AppState) {
    let (first, second, game) = two_players(&app, "300+5").await;
    let mut watcher = EventReader::new(&app, &game, None).await;
    let state = watcher.next().await.unwrap();
    assert_eq!((state.name.as_str(), &state.data["from"]), ("state", &json!(0)));
    assert_eq!(state.id, state.data["revision"].to_string());
    assert!(state.data.get("you").is_none(), "everybody is told the same");
    first.make_move(&game, 0, "a1-a4").await.ok();
    let update = watcher.next().await.unwrap();
    assert_eq!((update.name.as_str(), &update.data["from"]), ("update", &json!(0)));
    assert_eq!(update.data["moves"][0]["move"], "a1-a4");
    second.make_move(&game, 1, "e5-e4").await.ok();
    let update = watcher.next().await.unwrap();
    assert_eq!(update.data["from"], 1);
    assert_eq!(update.data["moves"].as_array().unwrap().len(), 1, "only what is new");
    assert_eq!(update.data["clocks"]["running"], "first");
    first.act(&game, "offers/take-back", json!({})).await.ok();
    assert_eq!(watcher.next().await.unwrap().data["offers"]["take_back"], "first");
    second.act(&game, "offers/take-back", json!({"answer": "accept"})).await.ok();
    let update = watcher.next().await.unwrap();
    assert_eq!((&update.data["ply"], &update.data["from"]), (&json!(0), &json!(0)));
    first.act(&game, "resign", json!({})).await.ok();
    assert_eq!(watcher.next().await.unwrap().data["reason"], "White resigned");
}

async fn reconnecting_gives_the_whole_game(app: AppState) {
    let (first, _, game) = two_players(&app, "none").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    for last in [None, Some("1"), Some("999999"), Some("nonsense")] {
        let mut watcher = EventReader::new(&app, &game, last).await;
        let state = watcher.next().await.unwrap();
        assert_eq!(state.data["moves"].as_array().unwrap().len(), 1, "{last:?}");
    }
}

async fn stopping_ends_streams(app: AppState) {
    let (_, _, game) = two_players(&app, "none").await;
    let mut watcher = EventReader::new(&app, &game, None).await;
    watcher.next().await.unwrap();
    app.stop();
    assert!(watcher.next().await.is_none());
}
