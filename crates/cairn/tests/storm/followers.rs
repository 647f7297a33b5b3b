//! Pages that follow the games in the storm: over the live connection as the page of a player, or over
//! the event stream of the API.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cairn_games::random::Random;
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message};

use super::players::Journal;
use super::site::Site;

/// Time after which a follower that hears nothing looks whether the game is over.
const PATIENCE: Duration = Duration::from_millis(300);
/// Time in which a server must take a live connection; a frozen one does not.
const OPENING: Duration = Duration::from_secs(2);

/// A page that follows a game, and writes down what it is shown.
pub struct Follower<'a> {
    pub site: &'a Site,
    pub journal: &'a Journal,
    pub id: String,
    /// Token of a player, whose page the live connection is.
    pub token: String,
    /// Address that the page comes from.
    pub address: String,
    pub over: Arc<AtomicBool>,
}

type Ended = Result<(), Box<dyn std::error::Error>>;

impl Follower<'_> {
    /// Follows the game on any server, and on another one when the line breaks.
    pub fn follow(&self, mut chance: Random) {
        while !self.is_over() {
            if let Some(server) = self.site.address(&mut chance) {
                // A line that breaks is tried again.
                let _ = match chance.below(2) {
                    0 => self.follow_events(&server),
                    _ => self.follow_live(&server),
                };
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn follow_events(&self, server: &str) -> Ended {
        let mut stream = TcpStream::connect(server)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        // Version 1.0 has no chunks.
        let request = format!(
            "GET /api/v1/games/{}/events HTTP/1.0\r\nhost: {server}\r\n\
             x-forwarded-for: {}\r\n\r\n",
            self.id, self.address
        );
        stream.write_all(request.as_bytes())?;
        let mut lines = BufReader::new(stream);
        let mut line = Vec::new();
        while !self.is_over() {
            match lines.read_until(b'\n', &mut line) {
                Ok(0) => return Ok(()),
                Ok(_) => {
                    let event = line.strip_prefix(b"data:");
                    if let Some(game) = event.and_then(|text| serde_json::from_slice(text).ok()) {
                        self.journal.shown(&self.id, &game);
                    }
                    line.clear();
                }
                // What was read of a line so far is kept.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn follow_live(&self, server: &str) -> Ended {
        let mut request = format!("ws://{server}/live").into_client_request()?;
        request.headers_mut().insert("authorization", format!("Bearer {}", self.token).parse()?);
        request.headers_mut().insert("x-forwarded-for", self.address.parse()?);
        let stream = TcpStream::connect(server)?;
        stream.set_read_timeout(Some(OPENING))?;
        let Ok((mut live, _)) = tungstenite::client(request, stream) else {
            return Ok(());
        };
        live.get_ref().set_read_timeout(Some(PATIENCE))?;
        live.send(Message::text(json!({"do": "follow", "game": self.id}).to_string()))?;
        while !self.is_over() {
            match live.read() {
                Ok(Message::Text(text)) => {
                    let event: Value = serde_json::from_str(&text)?;
                    if matches!(event["event"].as_str(), Some("state" | "update")) {
                        self.journal.shown(&self.id, &event["data"]);
                        self.journal.heard_live();
                    }
                }
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}
