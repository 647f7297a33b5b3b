//! People in the storm. Each plays game after game, sends a move again until it is answered, and
//! writes down what was acknowledged.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use cairn_games::random::Random;
use cairn_games::{GameId, History};
use serde_json::{Value, json};

use super::followers::Follower;
use super::site::Site;
use crate::program::server::Visitor;

/// Number of moves after which a game is left.
const MAX_PLIES: usize = 40;
/// Time without an answer after which a request is sent again.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time after which a game is left in which nobody moves.
pub const MAX_WAIT: Duration = Duration::from_secs(20);
/// Time in which a request must be answered.
const MAX_SILENCE: Duration = Duration::from_secs(60);

/// Kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two people, both in the same thread.
    People,
    /// A person and the computer.
    Computer,
    /// Two people who stop moving, so that one runs out of time.
    Sleepers,
}

/// Everything that the outside world knows of a game.
#[derive(Debug)]
pub struct Log {
    pub kind: Kind,
    pub game: GameId,
    /// Moves that people sent, by their number.
    pub sent: HashMap<usize, String>,
    /// Moves that were answered with success or shown, by their number.
    pub acknowledged: HashMap<usize, String>,
    /// Two different moves that were shown with the same number.
    pub contradictions: Vec<String>,
}

/// Record of what all players saw.
#[derive(Debug, Default)]
pub struct Journal {
    pub games: Mutex<HashMap<String, Log>>,
    /// Requests without an answer.
    pub unanswered: AtomicU64,
    /// Events that came over live connections.
    pub live_events: AtomicU64,
    /// Moves that were refused although they were right.
    pub refusals: Mutex<Vec<String>>,
    /// Answers with a status from 500 on that is not 503.
    pub failures: Mutex<Vec<String>>,
    /// Milliseconds by which flags fell late in lulls.
    pub flags: Mutex<Vec<i64>>,
    /// Flags that fell early or too late in lulls.
    pub wrong_flags: Mutex<Vec<String>>,
}

impl Journal {
    fn sends(&self, id: &str, ply: usize, text: &str) {
        if let Some(log) = self.games.lock().unwrap().get_mut(id) {
            log.sent.insert(ply, text.to_owned());
        }
    }

    /// Counts an event that came over a live connection.
    pub fn heard_live(&self) {
        self.live_events.fetch_add(1, Ordering::Relaxed);
    }

    /// Writes down the moves of a game as a server has shown it.
    pub fn shown(&self, id: &str, game: &Value) {
        let mut games = self.games.lock().unwrap();
        let (Some(log), Some(moves)) = (games.get_mut(id), game["moves"].as_array()) else {
            return;
        };
        for made in moves {
            let (Some(ply), Some(text)) = (made["ply"].as_u64(), made["move"].as_str()) else {
                continue;
            };
            let ply = usize::try_from(ply).unwrap();
            let known = log.acknowledged.entry(ply).or_insert_with(|| text.to_owned());
            if known != text {
                log.contradictions.push(format!("{id}: move {ply} was {known} and is {text}"));
            }
        }
    }
}

/// A person with requests from an address of their own.
pub struct Person<'a> {
    pub site: &'a Site,
    pub journal: &'a Journal,
    pub stop: &'a AtomicBool,
    chance: Random,
    address: String,
}

/// A request that will not be answered any more.
pub struct Gone;

impl Person<'_> {
    /// Asks any server until one answers with something else than "not now".
    pub fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<(u16, Value), Gone> {
        let begun = Instant::now();
        loop {
            if let Some(server) = self.site.address(&mut self.chance) {
                let (server, address, patience) = (&*server, &*self.address, PATIENCE);
                match (Visitor { server, address, patience }).ask(method, path, token, body) {
                    Some((429 | 503, _)) => {}
                    Some((status, body)) => {
                        if status >= 500 {
                            let failure = format!("{method} {path}: {status} {body}");
                            self.journal.failures.lock().unwrap().push(failure);
                        } else {
                            return Ok((status, body));
                        }
                    }
                    None => drop(self.journal.unanswered.fetch_add(1, Ordering::Relaxed)),
                }
            }
            if self.stop.load(Ordering::Relaxed) {
                return Err(Gone);
            }
            assert!(begun.elapsed() < MAX_SILENCE, "no answer to {method} {path}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn create(&mut self, kind: Kind) -> Result<(String, [String; 2], History), Gone> {
        let name = ["nava", "mitsudomoe", "greener", "glaisher"];
        let name = self.chance.pick(&name).copied().unwrap();
        let game = GameId::named(name).unwrap();
        let time = if kind == Kind::Sleepers { "3+0" } else { "300+2" };
        let mut new = json!({"game": name, "side": "first", "time": time});
        if kind == Kind::Computer {
            new["opponent"] = json!("computer");
            new["level"] = json!("1");
        }
        let (status, created) = self.ask("POST", "/api/v1/games", "", &new)?;
        assert_eq!(status, 201, "{created}");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (id, first) = (text(&created["id"]), text(&created["token"]));
        let mut second = String::new();
        while kind != Kind::Computer && second.is_empty() {
            let (status, joined) =
                self.ask("POST", &format!("/api/v1/games/{id}/join"), "", &json!({}))?;
            if status == 409 {
                // Somebody joined, but the answer with the key was lost: the seat is lost as well.
                return self.create(kind);
            }
            assert_eq!(status, 200, "{joined}");
            second = text(&joined["token"]);
        }
        let position = created["position"].as_str().unwrap();
        let start = cairn_games::read_position(&GameId::boards(name).unwrap(), position).unwrap();
        let log = Log {
            kind,
            game,
            sent: HashMap::new(),
            acknowledged: HashMap::new(),
            contradictions: Vec::new(),
        };
        self.journal.games.lock().unwrap().insert(id.clone(), log);
        Ok((id, [first, second], History::new(start)))
    }

    /// Looks at the game until it has a number of moves. Returns `None` if it is over, or if that
    /// takes too long.
    fn wait_for_move(&mut self, id: &str, ply: usize) -> Result<Option<Value>, Gone> {
        let begun = Instant::now();
        loop {
            let (status, game) =
                self.ask("GET", &format!("/api/v1/games/{id}"), "", &json!(null))?;
            assert_eq!(status, 200, "{game}");
            self.journal.shown(id, &game);
            if game["moves"].as_array().is_some_and(|moves| moves.len() > ply) {
                return Ok(Some(game));
            }
            let stopped = self.stop.load(Ordering::Relaxed);
            if game["status"] != "playing" || stopped || begun.elapsed() > MAX_WAIT {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Makes a move, however often it has to be sent. Returns whether the game goes on.
    fn make_move(&mut self, id: &str, token: &str, ply: usize, text: &str) -> Result<bool, Gone> {
        self.journal.sends(id, ply, text);
        let body = json!({"ply": ply, "move": text});
        let path = format!("/api/v1/games/{id}/moves");
        let (status, answer) = self.ask("POST", &path, token, &body)?;
        if status == 200 {
            self.journal.shown(id, &answer);
            let made = json!({"moves": [{"ply": ply, "move": text}]});
            self.journal.shown(id, &made);
            return Ok(answer["status"] == "playing");
        }
        if answer["code"] != "game_over" {
            self.journal.refusals.lock().unwrap().push(format!("{id} {ply} {text}: {answer}"));
        }
        Ok(false)
    }

    fn play_game(&mut self, kind: Kind) -> Result<(), Gone> {
        let (id, tokens, mut history) = self.create(kind)?;
        let over = Arc::new(AtomicBool::new(false));
        std::thread::scope(|scope| {
            let (site, journal, seed) = (self.site, self.journal, self.chance.next_u64());
            let follower = Follower {
                site,
                journal,
                id: id.clone(),
                token: tokens[0].clone(),
                address: self.address.clone(),
                over: Arc::clone(&over),
            };
            scope.spawn(move || follower.follow(Random::new(seed)));
            let played = self.play_moves(kind, &id, &tokens, &mut history);
            over.store(true, Ordering::SeqCst);
            played
        })
    }

    fn play_moves(
        &mut self,
        kind: Kind,
        id: &str,
        tokens: &[String; 2],
        history: &mut History,
    ) -> Result<(), Gone> {
        for ply in 0..MAX_PLIES {
            let first_to_move = history.position().to_move() == history.start().to_move();
            let text = if kind == Kind::Sleepers && ply == 2 {
                return self.await_flag(id);
            } else if kind == Kind::Computer && !first_to_move {
                let Some(game) = self.wait_for_move(id, ply)? else {
                    return Ok(());
                };
                game["moves"][ply]["move"].as_str().unwrap().to_owned()
            } else {
                let texts = history.position().move_texts();
                let text = self.chance.pick(&texts).unwrap().clone();
                let token = &tokens[usize::from(!first_to_move)];
                if !self.make_move(id, token, ply, &text)? {
                    return Ok(());
                }
                text
            };
            let mv = history.position().read_move(&text).unwrap();
            history.play(mv).unwrap();
            if history.ending().is_some() || self.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(self.chance.below(60)));
        }
        Ok(())
    }
}

/// Plays game after game until the storm is over: all of one kind, or of any.
pub fn play(
    site: &Site,
    journal: &Journal,
    stop: &AtomicBool,
    always: Option<Kind>,
    mut chance: Random,
) {
    while !stop.load(Ordering::Relaxed) {
        let [_, _, a, b, c, ..] = chance.next_u64().to_be_bytes();
        let any = match chance.below(8) {
            0..4 => Kind::People,
            4..7 => Kind::Computer,
            _ => Kind::Sleepers,
        };
        let kind = always.unwrap_or(any);
        let mut person = Person {
            site,
            journal,
            stop,
            chance: Random::new(chance.next_u64()),
            address: format!("10.{a}.{b}.{c}"),
        };
        // A game that is left because the storm is over is checked like all others.
        let _ = person.play_game(kind);
    }
}
