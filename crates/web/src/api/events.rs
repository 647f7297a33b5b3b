//! Following a game: Server-Sent Events.
//!
//! The first event is always the whole game, whatever the browser has seen before, so
//! that a tab that slept through the night is right when it wakes. The id of an event is
//! the revision of the game.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Serialize;
use tokio::sync::broadcast::{self, error::RecvError};
use tokio::sync::watch;
use utoipa::ToSchema;

use super::GamePath;
use crate::app::AppState;
use crate::game::LiveGame;
use crate::http::{CountGuard, Requester};
use crate::ids::GameKey;
use crate::live::{GameView, Update, Visit};
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::service::is_hidden;

/// Interval of the heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// Time after which a browser connects again.
const RETRY: Duration = Duration::from_secs(1);

/// An event of a game.
#[derive(Serialize, ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
#[allow(dead_code, reason = "the schema of what watchers of a game share as text")]
pub(super) enum GameEvent {
    /// The whole game; the first event.
    State(GameView),
    /// The game with its new moves.
    Update(GameView),
}

/// A connection that follows a game.
struct Follower {
    app: AppState,
    key: GameKey,
    /// The whole game, until it has been sent.
    whole: Option<Arc<LiveGame>>,
    updates: broadcast::Receiver<Update>,
    stopping: watch::Receiver<bool>,
    _counted: (CountGuard, WatcherGuard, Visit),
}

/// Counts an event stream as long as it lives.
struct WatcherGuard(Arc<Metrics>);

impl WatcherGuard {
    fn new(metrics: &Arc<Metrics>) -> Self {
        metrics.watchers(1.0);
        Self(Arc::clone(metrics))
    }
}

impl Drop for WatcherGuard {
    fn drop(&mut self) {
        self.0.watchers(-1.0);
    }
}

/// Follows a game (Server-Sent Events)
///
/// The stream begins with a `state` event that has the whole game. Each change then sends an
/// `update` event with only the moves from number `from` on. The event id is the `revision`.
/// Comments serve as heartbeats. A network can have 200 event streams and live connections open. A
/// player who follows a game counts as present.
#[utoipa::path(get, path = "/games/{id}/events", operation_id = "followGame", tag = "games",
    params(GamePath),
    responses((status = 200, body = GameEvent, content_type = "text/event-stream")))]
pub(super) async fn follow(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let key = GameKey::read(&id).ok_or_else(|| Problem::not_found("game"))?;
    let counted = app.limits.open_stream(by.network)?;
    let watcher = WatcherGuard::new(&app.metrics);
    let (game, updates) = app.hub.subscribe(&key).await?;
    if is_hidden(&game, &by) {
        return Err(Problem::not_found("game"));
    }
    let sides = game.sides_of(&by.keys());
    let attendance = app.hub.attendance();
    let visit = attendance.enter(&key, by.visitor_name(), &sides, &Arc::default());
    let counted = (counted, watcher, visit);
    let stopping = app.stopping();
    let follower = Follower { app, key, whole: Some(game), updates, stopping, _counted: counted };
    let events = unfold(follower, |mut follower| async move {
        let event = follower.next().await?;
        Some((Ok(event), follower))
    });
    Ok(event_stream(events, HEARTBEAT))
}

/// Answers with events. Between them, comments are sent as heartbeats, so that both ends
/// notice if the connection is gone.
pub(super) fn event_stream(
    events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static,
    heartbeat: Duration,
) -> Response {
    let sse = Sse::new(events).keep_alive(KeepAlive::new().interval(heartbeat));
    // Proxies must pass on every event at once.
    let headers =
        [(header::CACHE_CONTROL, "no-store"), (HeaderName::from_static("x-accel-buffering"), "no")];
    (headers, sse).into_response()
}

impl Follower {
    /// The next event; `None` when the server stops.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(game) = self.whole.take() {
                let update = Update::whole(&game, self.app.time.now());
                return Some(event(&update).retry(RETRY));
            }
            let received = tokio::select! {
                _ = self.stopping.wait_for(|stopping| *stopping) => return None,
                received = self.updates.recv() => received,
            };
            match received {
                Ok(update) => return Some(event(&update)),
                Err(RecvError::Lagged(_) | RecvError::Closed) => {
                    // Too slow, or the game's task was started anew: begin again.
                    let (game, updates) = self.app.hub.subscribe(&self.key).await.ok()?;
                    self.whole = Some(game);
                    self.updates = updates;
                }
            }
        }
    }
}

fn event(update: &Update) -> Event {
    Event::default().id(update.revision.to_string()).event(update.event).data(update.json())
}
