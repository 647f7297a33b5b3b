//! The subjects that a page hears of, each with a task that sends what is new.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, sleep_until};

use super::PageMessage;
use crate::app::AppState;
use crate::http::Requester;
use crate::ids::GameKey;
use crate::live::{Lag, Update};
use crate::pages::{featured_html, lobby_html};
use crate::problem::Problem;
use crate::service::is_hidden;

/// Maximum number of games that a page can follow.
const MAX_GAMES: usize = 8;
/// Pause before a game is asked for again that could not be read.
const RETRY: Duration = Duration::from_secs(1);
/// Time in which several changes of a list are sent as one.
const LIST_PAUSE: Duration = Duration::from_millis(200);
/// Interval at which waiting games are counted although no notice came: other servers send none.
const COUNT_INTERVAL: Duration = Duration::from_secs(60);

/// Source of the messages that a page gets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Subject {
    Game(GameKey),
    Lobby,
    Waiting,
}

/// The feeds of a connection, which end with it.
pub(super) struct Feeds {
    feed: Feed,
    running: HashMap<Subject, AbortHandle>,
    tasks: JoinSet<()>,
}

/// Means of the task of a feed.
#[derive(Clone)]
struct Feed {
    app: AppState,
    by: Requester,
    sender: mpsc::Sender<Utf8Bytes>,
    lag: Arc<Lag>,
}

/// Error of sending: the connection has ended.
struct Ended;

impl Feeds {
    pub(super) fn new(
        app: AppState,
        by: Requester,
        sender: mpsc::Sender<Utf8Bytes>,
        lag: Arc<Lag>,
    ) -> Self {
        let feed = Feed { app, by, sender, lag };
        Self { feed, running: HashMap::new(), tasks: JoinSet::new() }
    }

    /// Does what the page asks for.
    pub(super) fn change(&mut self, message: PageMessage) {
        while self.tasks.try_join_next().is_some() {}
        self.running.retain(|_, feed| !feed.is_finished());
        let (subject, on) = match message {
            PageMessage::Follow { game } => (GameKey::read(&game).map(Subject::Game), true),
            PageMessage::Leave { game } => (GameKey::read(&game).map(Subject::Game), false),
            PageMessage::Lobby { on } => (Some(Subject::Lobby), on),
            PageMessage::Waiting { on } => (Some(Subject::Waiting), on),
        };
        // A text that is no id names no game.
        let Some(subject) = subject else {
            return;
        };
        if let Some(old) = self.running.remove(&subject) {
            old.abort();
        }
        if on && self.running.len() < MAX_GAMES + 2 {
            let task = self.tasks.spawn(self.feed.clone().run(subject.clone()));
            self.running.insert(subject, task);
        }
    }
}

impl Feed {
    async fn run(self, subject: Subject) {
        // A connection that has ended needs nothing more.
        let _ = match subject {
            Subject::Game(key) => self.follow(&key).await,
            Subject::Lobby => self.lobby().await,
            Subject::Waiting => self.waiting().await,
        };
    }

    async fn send(&self, message: Utf8Bytes) -> Result<(), Ended> {
        self.sender.send(message).await.map_err(|_| Ended)
    }

    async fn send_event(&self, event: &str, data: impl Serialize) -> Result<(), Ended> {
        self.send(message(event, data)).await
    }

    async fn send_of_game(
        &self,
        event: &str,
        key: &GameKey,
        data: impl Serialize,
    ) -> Result<(), Ended> {
        let message = json!({"event": event, "game": key.as_str(), "data": data});
        self.send(message.to_string().into()).await
    }

    /// Sends a game and what happens in it.
    async fn follow(&self, key: &GameKey) -> Result<(), Ended> {
        let mut visit = None;
        loop {
            let (game, mut updates) = match self.app.hub.subscribe(key).await {
                Ok((game, _)) if is_hidden(&game, &self.by) => {
                    return self.send_of_game("missing", key, ()).await;
                }
                Ok(subscription) => subscription,
                Err(problem) if problem.status == StatusCode::NOT_FOUND => {
                    return self.send_of_game("missing", key, ()).await;
                }
                Err(_) => {
                    tokio::time::sleep(RETRY).await;
                    continue;
                }
            };
            let visit = visit.get_or_insert_with(|| {
                let sides = game.sides_of(&self.by.keys());
                let attendance = self.app.hub.attendance();
                attendance.enter(key, self.by.visitor_name(), &sides, &self.lag)
            });
            self.send(Update::whole(&game, self.app.time.now()).message).await?;
            visit.view.mark_changed();
            // Until the connection has missed something, or the game's task was started anew.
            loop {
                tokio::select! {
                    update = updates.recv() => match update {
                        Ok(update) => self.send(update.message).await?,
                        Err(RecvError::Lagged(_) | RecvError::Closed) => break,
                    },
                    Ok(()) = visit.view.changed() => {
                        let view = *visit.view.borrow_and_update();
                        let data = json!({"now": self.app.time.now(), "seats": view});
                        self.send_of_game("attendance", key, data).await?;
                    }
                    Ok(said) = visit.said.recv() => {
                        let (side, text) = (said.side.word(), said.phrase.text());
                        let data = json!({"side": side, "text": text});
                        self.send_of_game("phrase", key, data).await?;
                    }
                }
            }
        }
    }

    /// Sends the open games, and the game to watch, whenever they change.
    async fn lobby(&self) -> Result<(), Ended> {
        let mut changes = self.app.hub.notices().lobby();
        loop {
            let notice = *changes.borrow_and_update();
            if let Ok(message) = self.app.lobby.read(&self.app, notice).await {
                self.send(message).await?;
            }
            changed(&mut changes).await;
        }
    }

    /// Sends the number of games that wait for the visitor whenever it changes.
    async fn waiting(&self) -> Result<(), Ended> {
        let keys = self.by.keys();
        let Some(owner) = keys.first() else {
            return Ok(());
        };
        let mut changes = self.app.hub.notices().games_of(owner);
        let mut known = None;
        loop {
            changes.borrow_and_update();
            let counted: Result<_, Problem> = self.app.waiting(&keys).await;
            if let Ok(count) = counted.map(|games| games.len())
                && known.replace(count) != Some(count)
            {
                self.send_event("waiting", json!({"waiting": count})).await?;
            }
            // If no notice comes in time, the games are counted all the same.
            let _ = tokio::time::timeout(COUNT_INTERVAL, changed(&mut changes)).await;
            tokio::time::sleep(LIST_PAUSE).await;
        }
    }
}

fn message(event: &str, data: impl Serialize) -> Utf8Bytes {
    json!({"event": event, "data": data}).to_string().into()
}

/// The last message about the open games and the game to watch, for everybody the same.
#[derive(Default)]
pub(crate) struct LobbyMessage(Mutex<Option<(u64, Instant, Utf8Bytes)>>);

impl LobbyMessage {
    /// Returns the open games as they are after a notice. Whoever asks first reads them for all who ask
    /// soon after.
    async fn read(&self, app: &AppState, notice: u64) -> Result<Utf8Bytes, Problem> {
        let asked = Instant::now();
        let mut last = self.0.lock().await;
        if let Some((version, read, message)) = &*last {
            let next = *read + LIST_PAUSE;
            if *read >= asked || (*version >= notice && Instant::now() < next) {
                return Ok(message.clone());
            }
            sleep_until(next).await;
        }
        let (version, read) = (*app.hub.notices().lobby().borrow(), Instant::now());
        let (games, featured) = (lobby_html(app).await?, featured_html(app).await?);
        let message = message("lobby", json!({"html": games, "featured": featured}));
        *last = Some((version, read, message.clone()));
        Ok(message)
    }
}

/// Waits for a notice.
async fn changed(changes: &mut watch::Receiver<u64>) {
    if changes.changed().await.is_err() {
        // The sender is gone only if nobody was thought to listen; the next count asks again.
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServerConfig;

    #[tokio::test]
    async fn open_games_are_read_once_for_all_who_ask() {
        let folder = std::env::temp_dir().join(format!("cairn-lobby-{}", std::process::id()));
        let data = folder.join("games.db").to_string_lossy().into_owned();
        let config = ServerConfig { data, threads: 1, ..ServerConfig::default() };
        let app = AppState::start(config).await.unwrap();
        let read = async |notice| app.lobby.read(&app, notice).await.unwrap().as_str().as_ptr();
        let first = app.lobby.read(&app, 0).await.unwrap();
        app.hub.notices().lobby_changed();
        let (second, third) = tokio::join!(read(1), read(1));
        assert!(second != first.as_ptr() && second == third, "read once after a notice");
        let kept = app.lobby.0.lock().await.clone().unwrap();
        sleep_until(kept.1 + LIST_PAUSE).await;
        assert_ne!(
            read(1).await,
            second,
            "changes without a notice are seen by those who come later"
        );
        app.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
