//! The live connection of a page: one WebSocket for everything that the page shows.
//!
//! A page says what it wants to hear of, as JSON:
//!
//! | message | subject |
//! |---|---|
//! | `{"do": "follow", "game": ID}`, `{"do": "leave", "game": ID}` | a game |
//! | `{"do": "lobby", "on": true}` | the open games, and the game to watch |
//! | `{"do": "waiting", "on": true}` | the number of games that wait for the visitor |
//!
//! The server sends `{"event": NAME, "game": ID, "data": ...}`. Events of a game are `state` (the whole
//! game, always first), `update`, `attendance`, `phrase`, and `missing` if there is none; others are
//! `lobby` and `waiting`. The server pings to measure the lag and to notice who is gone.

mod feeds;

pub(crate) use feeds::LobbyMessage;

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval};

use self::feeds::Feeds;
use crate::app::AppState;
use crate::http::{ConnectionGuard, Purpose, Requester, is_other_origin};
use crate::live::Lag;
use crate::metrics::Metrics;
use crate::problem::Problem;

/// Interval at which the lag is measured.
const PING_INTERVAL: Duration = Duration::from_secs(4);
/// Time after which a browser that does not answer is gone.
const PING_TIMEOUT: Duration = Duration::from_secs(15);
/// Size of the largest message of a page, in bytes, and of the buffer in which each connection keeps
/// what comes: the usual 128 KiB would be most of the memory of a game, and are cleared before every
/// attempt to read.
const MAX_MESSAGE: usize = 1024;
/// Number of messages that a connection may be behind before its feeds wait for it.
const BACKLOG: usize = 16;

/// A message that says nothing but that the connection works.
const BEAT: &str = r#"{"event":"beat"}"#;

/// A message of a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum PageMessage {
    Follow { game: String },
    Leave { game: String },
    Lobby { on: bool },
    Waiting { on: bool },
}

/// Counts a live connection as long as it lives.
struct LiveGuard(Arc<Metrics>);

impl LiveGuard {
    fn new(metrics: &Arc<Metrics>) -> Self {
        metrics.live_connections(1.0);
        Self(Arc::clone(metrics))
    }
}

impl Drop for LiveGuard {
    fn drop(&mut self) {
        self.0.live_connections(-1.0);
    }
}

/// `/live`
pub(crate) async fn open(
    State(app): State<AppState>,
    by: Requester,
    connection: Option<Extension<ConnectionGuard>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    // A page of another site could otherwise listen with the visitor's cookie.
    if is_other_origin(&headers) {
        return Err(Problem::forbidden("cross_site", "The request came from another site."));
    }
    let counted = (app.limits.open_stream(by.network)?, LiveGuard::new(&app.metrics));
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(MAX_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let goodbye = serve(socket, app, by).await;
        drop((goodbye, counted, connection));
    }))
}

/// Serves a connection until the page or the server ends it.
async fn serve(mut socket: WebSocket, app: AppState, by: Requester) {
    let (sender, mut messages) = mpsc::channel(BACKLOG);
    let (mut stopping, lag) = (app.stopping(), Arc::<Lag>::default());
    let (limits, network) = (app.clone(), by.network);
    let mut feeds = Feeds::new(app, by, sender, Arc::clone(&lag));
    let mut pings = Pings::new(lag);
    let code = loop {
        let sent = tokio::select! {
            () = stopped(&mut stopping) => break close_code::AWAY,
            message = messages.recv() => match message {
                Some(text) => socket.send(Message::Text(text)).await,
                None => break close_code::ERROR,
            },
            () = pings.due() => match pings.next() {
                Some(ping) => match socket.send(ping).await {
                    // Scripts do not see pings, and notice a lost connection by silence.
                    Ok(()) if pings.beats() => socket.send(Message::text(BEAT)).await,
                    sent => sent,
                },
                None => break close_code::POLICY,
            },
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => {
                    let allowed = limits.limits.take(network, Purpose::Any).is_ok();
                    match serde_json::from_str(&text) {
                        Ok(message) if allowed => feeds.change(message),
                        _ => break close_code::POLICY,
                    }
                    Ok(())
                }
                Some(Ok(Message::Pong(number))) => {
                    pings.answered(&number);
                    Ok(())
                }
                Some(Ok(Message::Ping(_))) => Ok(()),
                Some(Ok(Message::Binary(_))) => break close_code::UNSUPPORTED,
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
        };
        if sent.is_err() {
            return;
        }
    };
    let goodbye = CloseFrame { code, reason: "".into() };
    // Whoever does not listen any more need not be told.
    let _ = socket.send(Message::Close(Some(goodbye))).await;
}

/// Waits until the server is about to stop.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // Fails only if the application is gone, which means the same.
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Measures the lag of a connection.
struct Pings {
    lag: Arc<Lag>,
    interval: Interval,
    /// Number of the last ping, and when it was sent.
    sent: (u64, Instant),
    answered: Instant,
}

impl Pings {
    fn new(lag: Arc<Lag>) -> Self {
        let mut interval = interval(PING_INTERVAL);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let now = Instant::now();
        Self { lag, interval, sent: (0, now), answered: now }
    }

    /// Waits until the next ping is due; the first is at once.
    async fn due(&mut self) {
        self.interval.tick().await;
    }

    /// Returns the next ping; `None` if the other side has not answered for too long.
    fn next(&mut self) -> Option<Message> {
        if self.answered.elapsed() > PING_TIMEOUT {
            return None;
        }
        self.sent = (self.sent.0 + 1, Instant::now());
        Some(Message::Ping(self.sent.0.to_be_bytes().to_vec().into()))
    }

    /// Whether scripts are to hear something now: every 16 seconds.
    const fn beats(&self) -> bool {
        self.sent.0.is_multiple_of(4)
    }

    /// Takes an answer. Those to earlier pings, or to none, measure nothing.
    fn answered(&mut self, number: &[u8]) {
        if number == self.sent.0.to_be_bytes() {
            self.answered = Instant::now();
            self.lag.note(cairn_app::millis(self.sent.1.elapsed()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_pages_are_read() {
        let read = |text| serde_json::from_str::<PageMessage>(text);
        assert!(matches!(read(r#"{"do":"follow","game":"x"}"#), Ok(PageMessage::Follow { .. })));
        assert!(matches!(
            read(r#"{"do":"lobby","on":false}"#),
            Ok(PageMessage::Lobby { on: false })
        ));
        for wrong in ["", "[]", r#"{"do":"dance"}"#, r#"{"do":"lobby"}"#, r#"{"game":"x"}"#] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn the_lag_is_measured_by_the_last_ping() {
        let mut pings = Pings::new(Arc::default());
        let Some(Message::Ping(first)) = pings.next() else { panic!("no ping") };
        pings.answered(b"anything");
        assert!(format!("{:?}", pings.lag).contains(&i64::MAX.to_string()), "not measured yet");
        pings.answered(&first);
        let Some(Message::Ping(second)) = pings.next() else { panic!("no ping") };
        let answered = pings.answered;
        pings.answered(&first);
        assert_eq!(pings.answered, answered, "an answer to an earlier ping measures nothing");
        pings.answered(&second);
        assert!(!format!("{:?}", pings.lag).contains(&i64::MAX.to_string()), "measured twice");
        if let Some(long_ago) = Instant::now().checked_sub(PING_TIMEOUT * 2) {
            pings.answered = long_ago;
            assert!(pings.next().is_none(), "nobody answers");
        }
    }
}
