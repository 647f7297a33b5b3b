//! A person who plays one game after another against the computer, and one who watches.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cairn_games::random::Random;
use cairn_games::{GameId, read_position};
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::connection::{Connection, Failure};
use crate::figures::Figures;

const GAMES: [&str; 4] = ["nava", "mitsudomoe", "greener", "glaisher"];

/// When the last move was sent, for the one who watches.
type Sent = Arc<Mutex<Option<(u64, Instant)>>>;

/// Plays until it is ended.
pub async fn play(
    address: SocketAddr,
    number: usize,
    arrival: Duration,
    watched: bool,
    pause: Duration,
    figures: Arc<Figures>,
) {
    tokio::time::sleep(arrival).await;
    let mut chance = Random::new(number as u64);
    loop {
        let game = GAMES[number % GAMES.len()];
        match one_game(address, game, watched, pause, &mut chance, &figures).await {
            Ok(()) => figures.finish(),
            Err(failure) => {
                figures.fail(&failure.to_string());
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

async fn one_game(
    address: SocketAddr,
    game: &str,
    watched: bool,
    pause: Duration,
    chance: &mut Random,
    figures: &Arc<Figures>,
) -> Result<(), Failure> {
    let mut connection = Connection::open(address).await?;
    let begun = Instant::now();
    let new = json!({"game": game, "opponent": "computer", "level": 1 + chance.below(2),
                     "time": "600+5"});
    let created = connection.post("/api/v1/games", "", new).await?;
    figures.created.note(begun.elapsed());
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (id, token, own) =
        (text(&created["id"]), text(&created["token"]), text(&created["you"][0]));
    let mut events = Connection::open(address).await?.follow(&id).await?;
    let sent = Sent::default();
    let _watcher = watched.then(|| watch(address, id.clone(), Arc::clone(&sent), figures));
    let mut asked: Option<Instant> = None;
    loop {
        let state = events.next().await?;
        if state["to_move"] == own.as_str()
            && let Some(asked) = asked.take()
        {
            figures.answers.note(asked.elapsed());
        }
        if state["status"] != "playing" {
            return Ok(());
        }
        if state["to_move"] != own.as_str() {
            continue;
        }
        tokio::time::sleep(pause.mul_f64(0.5 + chance.unit())).await;
        let mv = choose(game, &text(&state["position"]), chance)?;
        let ply = state["ply"].as_u64().unwrap_or(0);
        let path = format!("/api/v1/games/{id}/moves");
        *sent.lock().unwrap() = Some((ply + 1, Instant::now()));
        let begun = Instant::now();
        let answer = connection.post(&path, &token, json!({"ply": ply, "move": mv})).await?;
        figures.moves.note(begun.elapsed());
        asked = (answer["status"] == "playing").then(Instant::now);
    }
}

/// Any legal move.
fn choose(game: &str, position: &str, chance: &mut Random) -> Result<String, Failure> {
    let position = read_position(&GameId::boards(game)?, position)?;
    let moves = position.moves();
    let mv = chance.pick(&moves).ok_or("no legal move")?;
    Ok(position.write_move(*mv)?)
}

/// Ends a task when it is no longer needed.
struct Ended(tokio::task::JoinHandle<()>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Watches a game and measures how long its moves take to arrive.
fn watch(address: SocketAddr, id: String, sent: Sent, figures: &Arc<Figures>) -> Ended {
    let figures = Arc::clone(figures);
    Ended(tokio::spawn(async move {
        let watching = async {
            let mut events = Connection::open(address).await?.follow(&id).await?;
            loop {
                let state = events.next().await?;
                let last = *sent.lock().unwrap();
                if let Some((ply, at)) = last
                    && state["ply"] == ply
                    && state["moves"].as_array().is_some_and(|moves| moves.len() == 1)
                {
                    figures.watched.note(at.elapsed());
                }
                if state["status"] != "playing" {
                    return Ok::<_, Failure>(());
                }
            }
        };
        if let Err(failure) = watching.await {
            figures.fail(&format!("watching: {failure}"));
        }
    }))
}
