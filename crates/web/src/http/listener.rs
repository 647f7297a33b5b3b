//! Accepting connections: their number is limited, and so is the time they may take.

use std::convert::Infallible;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::time::Instant;
use tower::ServiceExt;

use super::network_counts::{CountGuard, NetworkCounts};
use super::slow_readers::WriteDeadline;
use super::{Network, open_files};
use crate::app::AppState;
use crate::config::ConnectionLimits;

/// Time that requests in progress have to finish when the server stops.
const DRAIN_TIME: Duration = Duration::from_secs(10);
/// Shortest wait for the next request of a proxy: longer than proxies keep connections that
/// they do not use, so that none is closed while they send a request.
const PROXY_HEAD: Duration = Duration::from_secs(150);
/// Number of connections that the system keeps until they are accepted.
const BACKLOG: u32 = 1024;
/// Size of the system's send buffer of a connection. It bounds what a slow reader costs,
/// and shows early that a reader is slow.
const SEND_BUFFER: u32 = 128 << 10;
/// Size of the buffer for the head of a request.
const MAX_HEAD: usize = 64 << 10;
/// Number of files that are kept for the store, the log and so on.
const RESERVED_FILES: usize = 128;
/// Connections per network once most of all connections are taken.
const WHEN_CROWDED: usize = 8;
/// Pause after the system could not accept a connection.
const PAUSE: Duration = Duration::from_millis(100);
/// Shortest time between two log lines about the same trouble.
const LOG_INTERVAL: Duration = Duration::from_secs(10);
/// Answer to a connection that is one too many.
const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\n\
    content-length: 0\r\nconnection: close\r\n\r\n";

/// Listens at an address.
///
/// # Errors
/// If the address is taken or not allowed.
pub(crate) fn listen(addr: SocketAddr) -> io::Result<TcpListener> {
    let socket = if addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A server that is started again need not wait until the system forgets the last one.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(addr)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until the server stops, then waits for the requests in progress.
pub(crate) async fn serve_connections(listener: TcpListener, router: Router, app: &AppState) {
    let mut acceptor = Acceptor::new(app);
    let mut limits = app.config.connections;
    if app.config.behind_proxy {
        limits.head = limits.head.max(PROXY_HEAD);
    }
    let mut stopping = app.stopping();
    let (open, connection_open) = watch::channel(());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            // Fails only if the application is gone, which means the same.
            _ = stopping.wait_for(|stopping| *stopping) => break,
        };
        if let Some((stream, peer, guard)) = acceptor.admit(accepted).await {
            let guard = ConnectionGuard(Arc::new((guard, connection_open.clone())));
            let served = (router.clone(), guard.clone());
            let connection = serve_connection(stream, peer, served, limits, app.stopping());
            tokio::spawn(async move {
                connection.await;
                drop(guard);
            });
        }
    }
    drop((listener, connection_open));
    if tokio::time::timeout(DRAIN_TIME, open.closed()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

/// Decides which connections are served.
struct Acceptor {
    app: AppState,
    counts: NetworkCounts,
    total: usize,
    /// Connections per network; `None` behind a proxy, whose address all of them have.
    per_network: Option<usize>,
    failed: ThrottledLog,
    refused: ThrottledLog,
}

impl Acceptor {
    fn new(app: &AppState) -> Self {
        let limits = app.config.connections;
        let files = open_files::limit().map_or(usize::MAX, |files| {
            files.saturating_sub(RESERVED_FILES).max(RESERVED_FILES / 2)
        });
        if files < limits.total {
            tracing::warn!(connections = files, "the limit of open files allows fewer connections");
        }
        let is_limited = app.config.limits && !app.config.behind_proxy;
        Self {
            app: app.clone(),
            counts: NetworkCounts::default(),
            total: limits.total.min(files),
            per_network: is_limited.then_some(limits.per_network),
            failed: ThrottledLog::default(),
            refused: ThrottledLog::default(),
        }
    }

    /// Returns the connection if it may be served.
    async fn admit(
        &mut self,
        accepted: io::Result<(TcpStream, SocketAddr)>,
    ) -> Option<(TcpStream, SocketAddr, CountedConnection)> {
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            // The other side has given up in the meantime.
            Err(error) if is_of_peer(&error) => return None,
            Err(error) => {
                if let Some(times) = self.failed.note(Instant::now()) {
                    tracing::error!(%error, times, "cannot accept connections");
                }
                // It would fail at once again, for instance if too many files are open.
                tokio::time::sleep(PAUSE).await;
                return None;
            }
        };
        let network = Network::from(peer.ip());
        let allows = |total, own| is_allowed(total, own, self.total, self.per_network);
        let Some(guard) = self.counts.open(network, allows) else {
            self.app.metrics.connection_refused();
            if let Some(times) = self.refused.note(Instant::now()) {
                tracing::warn!(%network, times, "too many connections");
            }
            refuse(stream);
            return None;
        };
        self.app.metrics.connections(1.0);
        Some((stream, peer, CountedConnection { app: self.app.clone(), _guard: guard }))
    }
}

/// A connection that is counted as long as this lives.
struct CountedConnection {
    app: AppState,
    _guard: CountGuard,
}

impl Drop for CountedConnection {
    fn drop(&mut self) {
        self.app.metrics.connections(-1.0);
    }
}

/// Keeps a connection counted, and the server from ending before it, also when the connection has
/// become a WebSocket. Every request carries the one of its connection.
#[derive(Clone)]
pub(crate) struct ConnectionGuard(
    #[expect(dead_code, reason = "it matters until it is dropped")]
    Arc<(CountedConnection, watch::Receiver<()>)>,
);

/// Whether one more connection may be opened. The last tenth of all connections is kept
/// for networks that have few.
fn is_allowed(open: usize, own: usize, total: usize, per_network: Option<usize>) -> bool {
    let is_crowded = open >= total - total / 10;
    let own_limit =
        per_network.map(|limit| if is_crowded { limit.min(WHEN_CROWDED) } else { limit });
    open < total && own_limit.is_none_or(|limit| own < limit)
}

fn is_of_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Says that there is no room, without waiting for anything.
fn refuse(stream: TcpStream) {
    // A refused connection is not owed more than an attempt.
    let _ = stream.into_std().and_then(|mut stream| stream.write(REFUSAL));
}

/// Serves the requests of a connection, one after the other.
async fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    (router, guard): (Router, ConnectionGuard),
    limits: ConnectionLimits,
    mut stopping: watch::Receiver<bool>,
) {
    // Without this, small answers may wait for the acknowledgement of those before.
    let _ = stream.set_nodelay(true);
    let has_begun = Arc::new(AtomicBool::new(false));
    let begun = Arc::clone(&has_begun);
    let service = service_fn(move |request| {
        begun.store(true, Ordering::Relaxed);
        answer(router.clone(), request, peer, guard.clone())
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(MAX_HEAD);
    let stream = TokioIo::new(WriteDeadline::new(stream, limits.write));
    let mut connection = pin!(builder.serve_connection(stream, service).with_upgrades());
    let ended = tokio::select! {
        result = connection.as_mut() => Some(result),
        _ = stopping.wait_for(|stopping| *stopping) => None,
    };
    let result = match ended {
        Some(result) => result,
        None if has_begun.load(Ordering::Relaxed) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
        // Nobody is owed an answer.
        None => return,
    };
    if let Err(error) = result {
        tracing::debug!(%peer, %error, "a connection failed");
    }
}

async fn answer(
    router: Router,
    request: Request<Incoming>,
    peer: SocketAddr,
    guard: ConnectionGuard,
) -> Result<Response, Infallible> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(ConnectInfo(peer));
    request.extensions_mut().insert(guard);
    router.oneshot(request).await
}

/// Trouble that may come many times in a second and is logged now and then.
#[derive(Debug, Default)]
struct ThrottledLog {
    times: u64,
    logged: Option<Instant>,
}

impl ThrottledLog {
    /// Counts one more time. Returns the number of times since the last log line, if it is
    /// time for another.
    fn note(&mut self, now: Instant) -> Option<u64> {
        self.times += 1;
        let is_time = self.logged.is_none_or(|logged| now - logged >= LOG_INTERVAL);
        is_time.then(|| {
            self.logged = Some(now);
            std::mem::take(&mut self.times)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_connections_are_for_networks_with_few() {
        assert!(is_allowed(0, 0, 100, Some(20)));
        assert!(is_allowed(19, 19, 100, Some(20)));
        assert!(!is_allowed(20, 20, 100, Some(20)), "too many of one network");
        assert!(is_allowed(89, 19, 100, Some(20)));
        assert!(!is_allowed(90, 8, 100, Some(20)), "crowded");
        assert!(is_allowed(90, 7, 100, Some(20)));
        assert!(!is_allowed(100, 0, 100, Some(20)), "full");
        assert!(is_allowed(99, 99, 100, None), "a proxy");
        assert!(!is_allowed(100, 100, 100, None));
    }

    #[test]
    fn trouble_is_logged_now_and_then() {
        let (mut log, now) = (ThrottledLog::default(), Instant::now());
        assert_eq!(log.note(now), Some(1));
        assert_eq!((0..50).find_map(|_| log.note(now + LOG_INTERVAL / 2)), None);
        assert_eq!(log.note(now + LOG_INTERVAL), Some(51));
    }
}
