//! Settings of the server.

use std::net::SocketAddr;
use std::time::Duration;

use cairn_app::files::data_folder;

use crate::push::PushConfig;
use crate::store::Retention;

/// Settings of the server.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Address at which the server listens.
    pub addr: SocketAddr,
    /// Store of all games: a file, or `postgres://...`.
    pub data: String,
    /// Number of search threads, besides the one for quick moves.
    pub threads: usize,
    /// Whether visitors are known by what a proxy in front says of them
    /// (`X-Forwarded-For`), and cookies are only sent over `https` if it says that it
    /// was used (`X-Forwarded-Proto`).
    pub behind_proxy: bool,
    /// Whether there are limits to what a visitor may ask for. Only load tests do
    /// without.
    pub limits: bool,
    /// Limits of connections.
    pub connections: ConnectionLimits,
    /// Periods after which games are removed.
    pub retention: Retention,
    /// Settings of Web Push.
    pub push: PushConfig,
    /// Time after which the task of a game without requests ends.
    pub idle: Duration,
    /// The longest time for an analysis.
    pub longest_analysis: Duration,
    /// The longest time for an analysis that is watched as it deepens.
    pub longest_stream: Duration,
    /// Time to search all positions of a game together.
    pub evaluation: Duration,
}

/// Limits of connections: their number, and the time they may take.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// Maximum number of connections.
    pub total: usize,
    /// Maximum number of connections per network. Behind a proxy there is none.
    pub per_network: usize,
    /// Longest wait for the head of a request, and so for the next request of a connection.
    pub head: Duration,
    /// Longest wait for the body of a request.
    pub body: Duration,
    /// Longest time for which a reader may take nothing of an answer.
    pub write: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            total: 10_000,
            per_network: 200,
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            write: Duration::from_secs(30),
        }
    }
}

impl ServerConfig {
    /// Default address.
    pub const ADDR: SocketAddr =
        SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8080);
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            addr: Self::ADDR,
            data: default_file(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            behind_proxy: false,
            limits: true,
            connections: ConnectionLimits::default(),
            retention: Retention::default(),
            push: PushConfig::default(),
            idle: Duration::from_secs(300),
            longest_analysis: Duration::from_secs(10),
            longest_stream: Duration::from_secs(30),
            evaluation: Duration::from_secs(15),
        }
    }
}

/// Returns `games.db` in the data folder of the user.
fn default_file() -> String {
    let folder = data_folder(|name| std::env::var(name).ok()).unwrap_or_else(|| "cairn".into());
    folder.join("games.db").to_string_lossy().into_owned()
}
