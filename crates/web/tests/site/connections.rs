//! Connections: nobody can hold so many, or so long, that others get none.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use cairn_web::{ConnectionLimits, ServeError, ServerConfig};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use crate::stores::Place;

/// Far longer than anything here takes, and than the limits that a test does not set.
const LONG: Duration = Duration::from_secs(60);

const PATIENT: ConnectionLimits =
    ConnectionLimits { total: 1000, per_network: 100, head: LONG, body: LONG, write: LONG };

/// A server that listens on a loopback address.
struct TestServer {
    addr: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServeError>>,
    _place: Place,
}

impl TestServer {
    async fn start(connections: ConnectionLimits, behind_proxy: bool) -> Self {
        let place = Place::sqlite();
        let addr = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let config =
            ServerConfig { addr, limits: true, connections, behind_proxy, ..place.config() };
        let (ready, listens) = oneshot::channel();
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            let _ = stopped.await;
        };
        let ready = |addr| ready.send(addr).unwrap();
        let task = tokio::spawn(cairn_web::run(config, ready, stopped));
        Self { addr: listens.await.unwrap(), stop, task, _place: place }
    }

    /// Connects from `127.0.0.host`, with a small receive buffer.
    async fn connect(&self, host: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        socket.bind(SocketAddr::new(IpAddr::from([127, 0, 0, host]), 0)).unwrap();
        socket.connect(self.addr).await.unwrap()
    }

    /// Connects from `127.0.0.host` and sends something.
    async fn send(&self, host: u8, text: &str) -> TcpStream {
        let mut stream = self.connect(host).await;
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    async fn get(&self, host: u8, path: &str) -> String {
        let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
        rest(&mut self.send(host, &request).await).await
    }

    /// Waits until a page that somebody else asks for contains a text.
    async fn wait_for(&self, path: &str, text: &str) {
        let begun = Instant::now();
        loop {
            let page = self.get(99, path).await;
            if page.contains(text) {
                return;
            }
            assert!(begun.elapsed() < LONG, "no {text} in {page}");
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap().unwrap();
    }
}

/// Reads until the server closes the connection, orderly or not.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let read = timeout(LONG / 2, stream.read_to_end(&mut bytes)).await;
    // A connection that is reset has ended as well.
    let _ = read.expect("the server closes the connection");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(target_os = "linux")]
async fn one_network_cannot_take_all_connections() {
    let server = TestServer::start(ConnectionLimits { per_network: 20, ..PATIENT }, false).await;
    let mut held = Vec::new();
    for _ in 0..30 {
        held.push(server.send(2, "GET /livez HT").await);
    }
    for refused in &mut held[20..] {
        let answer = rest(refused).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 503 "), "{answer}");
    }
    let page = server.get(3, "/livez").await;
    assert!(page.starts_with("HTTP/1.1 200 OK"), "others are served: {page}");
    server.wait_for("/metrics", "cairn_connections_refused_total 10\n").await;
    held[0].write_all(b"TP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut held[0]).await.contains("200 OK"), "those before the limit are served");
    drop(held);
    server.wait_for("/metrics", "cairn_connections 1\n").await;
    assert!(server.get(2, "/livez").await.starts_with("HTTP/1.1 200 OK"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_may_have_any_number_of_connections() {
    let server = TestServer::start(ConnectionLimits { per_network: 2, ..PATIENT }, true).await;
    let mut held = Vec::new();
    for _ in 0..10 {
        held.push(server.send(1, "GET /livez HT").await);
    }
    assert!(server.get(1, "/livez").await.starts_with("HTTP/1.1 200 OK"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_requests_end() {
    let short = Duration::from_millis(300);
    let limits = ConnectionLimits { head: short, body: short, ..PATIENT };
    let server = TestServer::start(limits, false).await;
    assert_eq!(rest(&mut server.connect(1).await).await, "", "nothing was sent");
    assert_eq!(rest(&mut server.send(1, "GET / HTTP/1.1\r\nhost:").await).await, "");
    let mut idle = server.send(1, "GET /livez HTTP/1.1\r\nhost: a\r\n\r\n").await;
    let answer = rest(&mut idle).await;
    assert!(answer.ends_with("\r\n\r\nok\n"), "idle after an answer: {answer}");
    let post = "POST /api/v1/games HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n\
                content-length: 100000\r\n\r\n{";
    let answer = rest(&mut server.send(1, post).await).await;
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    assert!(answer.contains("request_timeout"), "{answer}");
    let (mut reader, mut writer) = server.send(1, post).await.into_split();
    let drip = tokio::spawn(async move {
        while writer.write_all(b" ").await.is_ok() {
            sleep(Duration::from_millis(20)).await;
        }
    });
    let mut answer = [0; 13];
    timeout(LONG / 2, reader.read_exact(&mut answer)).await.unwrap().unwrap();
    assert_eq!(&answer, b"HTTP/1.1 408 ", "a body that drips is late as well");
    drop(reader);
    drip.await.unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_that_take_nothing_are_dropped() {
    let limits = ConnectionLimits { write: Duration::from_millis(300), ..PATIENT };
    let server = TestServer::start(limits, false).await;
    let request = "GET /rules/nava HTTP/1.1\r\nhost: a\r\n\r\n";
    let mut stalled = server.send(1, &request.repeat(100)).await;
    server.wait_for("/metrics", "cairn_connections 2\n").await;
    server.wait_for("/metrics", "cairn_connections 1\n").await;
    let answers = rest(&mut stalled).await.matches("HTTP/1.1 200 OK").count();
    assert!((1..100).contains(&answers), "{answers} answers were sent");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn event_streams_outlast_all_deadlines() {
    let short = Duration::from_millis(300);
    let limits = ConnectionLimits { head: short, body: short, write: short, ..PATIENT };
    let server = TestServer::start(limits, false).await;
    let post = |path: &str, token: &str, body: serde_json::Value| {
        let body = body.to_string();
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {token}\r\n\
             connection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        )
    };
    let new = json!({"game": "nava", "opponent": "same-screen"});
    let created = rest(&mut server.send(1, &post("/api/v1/games", "", new)).await).await;
    let (_, created) = created.split_once("\r\n\r\n").unwrap();
    let created: serde_json::Value = serde_json::from_str(created).unwrap();
    let (id, token) = (created["id"].as_str().unwrap(), created["token"].as_str().unwrap());
    let events = format!("GET /api/v1/games/{id}/events HTTP/1.1\r\nhost: a\r\n\r\n");
    let mut events = server.send(1, &events).await;
    sleep(3 * short).await;
    let path = format!("/api/v1/games/{id}/moves");
    let moved = post(&path, token, json!({"ply": 0, "move": "a1-a4"}));
    assert!(rest(&mut server.send(1, &moved).await).await.starts_with("HTTP/1.1 200 OK"));
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("event: update") {
        let read = timeout(LONG / 2, events.read_buf(&mut heard)).await;
        assert!(read.unwrap().unwrap() > 0, "the stream has ended");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_delays_a_stop_with_half_a_request() {
    let server = TestServer::start(PATIENT, false).await;
    let half = server.send(1, "GET / HTTP/1.1\r\n").await;
    server.wait_for("/metrics", "cairn_connections 2\n").await;
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    drop(half);
}

#[tokio::test(flavor = "multi_thread")]
async fn live_connections_are_counted_and_end_with_the_server() {
    let server = TestServer::start(ConnectionLimits { per_network: 3, ..PATIENT }, false).await;
    let upgrade = "GET /live HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
        sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let mut live = Vec::new();
    for _ in 0..3 {
        let mut stream = server.send(2, upgrade).await;
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.unwrap();
        assert_eq!(&head, b"HTTP/1.1 101");
        live.push(stream);
    }
    // A WebSocket is still a connection of its network.
    let refused = rest(&mut server.send(2, upgrade).await).await;
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 503 "), "{refused}");
    server.wait_for("/metrics", "cairn_live_connections 3\n").await;
    drop(live.pop());
    server.wait_for("/metrics", "cairn_live_connections 2\n").await;
    server.wait_for("/metrics", "cairn_connections 3\n").await;
    let begun = Instant::now();
    server.stop().await;
    assert!(begun.elapsed() < LONG / 10, "nobody waits for pages that are open");
    for mut stream in live {
        // What comes before the end are pings and the goodbye.
        rest(&mut stream).await;
    }
}
