//! A connection to the server, as a browser has one: just enough HTTP for this server.

use std::net::{Ipv4Addr, SocketAddr};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

pub type LoadError = Box<dyn std::error::Error + Send + Sync>;

/// A visitor of the server, known to it by an address.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedVisitor {
    pub server: SocketAddr,
    pub from: Ipv4Addr,
}

impl SimulatedVisitor {
    /// Opens a connection from the visitor's address.
    pub async fn connect(self) -> std::io::Result<TcpStream> {
        if self.from == Ipv4Addr::LOCALHOST {
            return TcpStream::connect(self.server).await;
        }
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((self.from, 0)))?;
        socket.connect(self.server).await
    }
}

/// A connection that stays open.
pub struct Connection(BufStream<TcpStream>);

impl Connection {
    pub async fn open(visitor: SimulatedVisitor) -> Result<Self, LoadError> {
        let stream = visitor.connect().await?;
        stream.set_nodelay(true)?;
        Ok(Self(BufStream::with_capacity(1024, 1024, stream)))
    }

    /// Sends JSON, with the token of a seat if there is one, and reads the answer.
    pub async fn post(&mut self, path: &str, token: &str, body: Value) -> Result<Value, LoadError> {
        let body = body.to_string();
        let seat = if token.is_empty() {
            String::new()
        } else {
            format!("authorization: Bearer {token}\r\n")
        };
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
             {seat}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        Ok(serde_json::from_slice(&self.answer(&request).await?)?)
    }

    /// Asks for a page or another text.
    pub async fn page(&mut self, path: &str) -> Result<String, LoadError> {
        Ok(String::from_utf8(self.get(path).await?)?)
    }

    /// Asks for anything.
    pub async fn get(&mut self, path: &str) -> Result<Vec<u8>, LoadError> {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n");
        self.answer(&request).await
    }

    /// Sends a request and reads the whole answer, which must be a success.
    async fn answer(&mut self, request: &str) -> Result<Vec<u8>, LoadError> {
        let (status, length) = self.send(request).await?;
        let mut bytes = vec![0; length.ok_or("an answer without a length")?];
        self.0.read_exact(&mut bytes).await?;
        if !(200..300).contains(&status) {
            return Err(format!("{status}: {}", String::from_utf8_lossy(&bytes)).into());
        }
        Ok(bytes)
    }

    /// Follows a game by the event stream of the API; the connection is used up.
    async fn follow(mut self, id: &str, token: &str) -> Result<EventStream, LoadError> {
        let path = format!("/api/v1/games/{id}/events");
        let seat =
            if token.is_empty() { "" } else { &format!("authorization: Bearer {token}\r\n") };
        match self.send(&format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{seat}\r\n")).await? {
            (200, None) => Ok(EventStream { connection: self, text: Vec::new() }),
            (status, _) => Err(format!("status {status}").into()),
        }
    }

    /// Sends a request and reads the head of the answer: its status and length.
    async fn send(&mut self, request: &str) -> Result<(u16, Option<usize>), LoadError> {
        self.0.write_all(request.as_bytes()).await?;
        self.0.flush().await?;
        let line = self.line().await?;
        let status = line.get(9..12).ok_or("no HTTP")?.parse()?;
        let mut length = None;
        loop {
            let line = self.line().await?;
            if line.is_empty() {
                return Ok((status, length));
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = Some(value.trim().parse()?);
            }
        }
    }

    async fn line(&mut self) -> Result<String, LoadError> {
        let mut line = String::new();
        if self.0.read_line(&mut line).await? == 0 {
            return Err("the connection has ended".into());
        }
        line.truncate(line.trim_end().len());
        Ok(line)
    }
}

/// The way in which a page follows its game.
pub enum Following {
    Live(LiveConnection),
    Events(EventStream),
}

impl Following {
    /// Follows a game, by a live connection as pages do or by an event stream.
    pub async fn open(
        visitor: SimulatedVisitor,
        id: &str,
        token: &str,
        by_events: bool,
    ) -> Result<Self, LoadError> {
        if by_events {
            return Ok(Self::Events(Connection::open(visitor).await?.follow(id, token).await?));
        }
        let subject = json!({"do": "follow", "game": id});
        Ok(Self::Live(LiveConnection::open(visitor, token, subject).await?))
    }

    /// Returns the next state of the game.
    pub async fn next_state(&mut self) -> Result<Value, LoadError> {
        match self {
            Self::Live(live) => live.next(&["state", "update"]).await,
            Self::Events(events) => events.next().await,
        }
    }
}

/// An event stream of a game.
pub struct EventStream {
    connection: Connection,
    text: Vec<u8>,
}

impl EventStream {
    /// Returns the data of the next event.
    async fn next(&mut self) -> Result<Value, LoadError> {
        loop {
            if let Some(end) = self.text.windows(2).position(|pair| pair == b"\n\n") {
                let event: Vec<u8> = self.text.drain(..end + 2).collect();
                let mut lines = event.split(|byte| *byte == b'\n');
                if let Some(data) = lines.find_map(|line| line.strip_prefix(b"data: ")) {
                    return Ok(serde_json::from_slice(data)?);
                }
                continue;
            }
            let length = usize::from_str_radix(&self.connection.line().await?, 16)?;
            if length == 0 {
                return Err("the stream has ended".into());
            }
            let old = self.text.len();
            self.text.resize(old + length, 0);
            self.connection.0.read_exact(&mut self.text[old..]).await?;
            self.connection.line().await?;
        }
    }
}

/// The live connection of a page.
pub struct LiveConnection(WebSocketStream<TcpStream>);

impl LiveConnection {
    /// Opens the connection of a page with the token of a seat, if there is one, and says what the page
    /// wants to hear of.
    pub async fn open(
        visitor: SimulatedVisitor,
        token: &str,
        subject: Value,
    ) -> Result<Self, LoadError> {
        let mut request = format!("ws://{}/live", visitor.server).into_client_request()?;
        if !token.is_empty() {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
        }
        let stream = visitor.connect().await?;
        stream.set_nodelay(true)?;
        // The load is to take as little time as it can: a large buffer is cleared before every read.
        let config = Some(WebSocketConfig::default().read_buffer_size(4096));
        let mut live = Self(client_async_with_config(request, stream, config).await?.0);
        live.0.send(Message::text(subject.to_string())).await?;
        Ok(live)
    }

    /// Returns the data of the next event with one of these names. Pings are answered meanwhile.
    pub async fn next(&mut self, names: &[&str]) -> Result<Value, LoadError> {
        loop {
            let message = self.0.next().await.ok_or("the connection has ended")??;
            let Message::Text(text) = message else {
                continue;
            };
            let mut event: Value = serde_json::from_str(&text)?;
            if event["event"].as_str().is_some_and(|name| names.contains(&name)) {
                return Ok(event["data"].take());
            }
        }
    }
}
