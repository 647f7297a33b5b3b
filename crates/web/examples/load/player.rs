//! One table: the people who play one game after another at it, and one who watches.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cairn_games::random::Random;
use cairn_games::{GameId, read_position};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until};

use crate::connection::{Connection, Following, LoadError, SimulatedVisitor};
use crate::figures::Figures;

pub const GAMES: [&str; 4] = ["nava", "mitsudomoe", "greener", "glaisher"];

/// Ply and due time of the last move, for the watcher.
type LastMove = Arc<Mutex<Option<(u64, Instant)>>>;

/// A table and its schedule.
pub struct TableSchedule {
    pub visitor: SimulatedVisitor,
    pub number: usize,
    /// Levels of the computer, if it has the second seat.
    pub levels: Option<RangeInclusive<u64>>,
    pub watched: bool,
    /// Whether the game is followed by event streams instead of live connections.
    pub by_events: bool,
    /// Time between two moves of the same person.
    pub every: Duration,
    /// Time at which the next thing is due, however late everything before it was.
    pub due: Instant,
    /// Time at which a game between two people was opened last, at any table.
    pub opened: LastOpened,
    pub figures: Arc<Figures>,
}

/// A browser with the page of a game open: one connection for requests, and one to follow the game.
struct Browser {
    side: String,
    token: String,
    requests: Connection,
    following: Following,
    state: Value,
}

impl Browser {
    async fn open(
        visitor: SimulatedVisitor,
        id: &str,
        seat: &Value,
        mut requests: Connection,
        by_events: bool,
    ) -> Result<Self, LoadError> {
        requests.page(&format!("/g/{id}")).await?;
        let (side, token) = (text(&seat["you"][0]), text(&seat["token"]));
        let following = Following::open(visitor, id, &token, by_events).await?;
        Ok(Self { side, token, requests, following, state: Value::Null })
    }

    /// Reads events until it is this browser's turn; false if the game ends before.
    async fn turn(&mut self, ply: u64) -> Result<bool, LoadError> {
        loop {
            let current = self.state["ply"].as_u64().is_some_and(|known| known >= ply);
            match self.state["status"].as_str() {
                Some("playing") if current && self.state["to_move"] == *self.side => {
                    return Ok(true);
                }
                None | Some("playing" | "waiting") => {
                    self.state = self.following.next_state().await?;
                }
                Some(_) => return Ok(false),
            }
        }
    }
}

impl TableSchedule {
    /// Plays until it is ended.
    pub async fn play(mut self) {
        let mut chance = Random::new(self.number as u64);
        loop {
            sleep_until(self.due).await;
            match self.one_game(&mut chance).await {
                Ok(()) => self.figures.finish(),
                Err(failure) => self.figures.fail(&failure.to_string()),
            }
            self.due += self.every;
        }
    }

    async fn one_game(&mut self, chance: &mut Random) -> Result<(), LoadError> {
        let (game, figures) = (GAMES[self.number % GAMES.len()], Arc::clone(&self.figures));
        let mut new = json!({"game": game, "side": "first", "time": "600+5"});
        if self.levels.is_none() {
            // It is in the lobby until somebody joins.
            new["listed"] = json!(true);
        }
        if let Some(levels) = &self.levels {
            new["opponent"] = json!("computer");
            new["level"] = json!(levels.start() + chance.below(1 + levels.end() - levels.start()));
        }
        if self.levels.is_none() {
            *self.opened.lock().unwrap() = Some(self.due);
        }
        let mut requests = Connection::open(self.visitor).await?;
        let created = requests.post("/api/v1/games", "", new).await?;
        figures.note(&figures.created, self.due);
        let id = text(&created["id"]);
        let mut browsers = vec![self.open_page(&id, &created, requests).await?];
        if self.levels.is_none() {
            self.due += self.every / 2;
            sleep_until(self.due).await;
            let mut requests = Connection::open(self.visitor).await?;
            let path = format!("/api/v1/games/{id}/join");
            let joined = requests.post(&path, "", json!({"name": "Guest"})).await?;
            figures.note(&figures.joined, self.due);
            browsers.push(self.open_page(&id, &joined, requests).await?);
        }
        let last = LastMove::default();
        let _watcher = self.watched.then(|| self.watch(id.clone(), Arc::clone(&last)));
        let path = format!("/api/v1/games/{id}/moves");
        let (mut ply, mut acknowledged) = (0, None);
        for mover in (0..browsers.len()).cycle() {
            let browser = &mut browsers[mover];
            if !browser.turn(ply).await? {
                return Ok(());
            }
            if let Some(acknowledged) = acknowledged.filter(|_| self.levels.is_some()) {
                figures.note(&figures.answers, acknowledged);
            }
            // The person thinks before the move is due: listing moves takes a millisecond.
            ply = browser.state["ply"].as_u64().unwrap_or(0);
            let mv = choose(game, &text(&browser.state["position"]), chance)?;
            self.due += self.every / if self.levels.is_some() { 1 } else { 2 };
            sleep_until(self.due).await;
            *last.lock().unwrap() = Some((ply + 1, self.due));
            let body = json!({"ply": ply, "move": mv});
            browser.requests.post(&path, &browser.token, body).await?;
            figures.note_move(self.due);
            acknowledged = Some(Instant::now());
            ply += 1;
        }
        Ok(())
    }

    async fn open_page(
        &self,
        id: &str,
        seat: &Value,
        requests: Connection,
    ) -> Result<Browser, LoadError> {
        Browser::open(self.visitor, id, seat, requests, self.by_events).await
    }

    /// Watches a game and measures how late its moves arrive.
    fn watch(&self, id: String, last: LastMove) -> Watcher {
        let (visitor, figures) = (self.visitor, Arc::clone(&self.figures));
        let by_events = self.by_events;
        Watcher(tokio::spawn(async move {
            let watching = async {
                Connection::open(visitor).await?.page(&format!("/g/{id}")).await?;
                let mut following = Following::open(visitor, &id, "", by_events).await?;
                loop {
                    let state = following.next_state().await?;
                    let last = *last.lock().unwrap();
                    if let Some((ply, due)) = last
                        && state["ply"] == ply
                        && state["moves"].as_array().is_some_and(|moves| moves.len() == 1)
                    {
                        figures.note(&figures.watched, due);
                    }
                    if !matches!(state["status"].as_str(), Some("playing" | "waiting")) {
                        return Ok::<_, LoadError>(());
                    }
                }
            };
            if let Err(failure) = watching.await {
                figures.fail(&format!("watching: {failure}"));
            }
        }))
    }
}

/// Times at which open games were wanted, for the pages with the lobby.
pub type LastOpened = Arc<Mutex<Option<Instant>>>;

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Chooses any legal move.
pub fn choose(game: &str, position: &str, chance: &mut Random) -> Result<String, LoadError> {
    let position = read_position(&GameId::boards(game)?, position)?;
    let moves = position.moves();
    let mv = chance.pick(&moves).ok_or("no legal move")?;
    Ok(position.write_move(*mv)?)
}

/// A task that ends when nobody holds it any more.
struct Watcher(tokio::task::JoinHandle<()>);

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.abort();
    }
}
