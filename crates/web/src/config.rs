//! What can be set about the server.

use std::net::SocketAddr;
use std::time::Duration;

use cairn_app::files::data_folder;

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Where games are kept: a file, or `postgres://...`.
    pub data: String,
    /// How many threads think, besides the one for quick moves.
    pub threads: usize,
    /// Whether visitors are known by what a proxy in front says of them
    /// (`X-Forwarded-For`), and cookies are only sent over `https` if it says that it
    /// was used (`X-Forwarded-Proto`).
    pub behind_proxy: bool,
    /// Whether there are limits to what a visitor may ask for. Only load tests do
    /// without.
    pub limits: bool,
    /// How long the task of a game lives that nobody asks anything.
    pub idle: Duration,
    /// The longest time for an analysis.
    pub longest_analysis: Duration,
    /// The longest time for an analysis that is watched as it deepens.
    pub longest_stream: Duration,
    /// How long the engine thinks about the positions of a game, all together.
    pub evaluation: Duration,
}

impl Config {
    /// Where the server listens if nothing else is asked for.
    pub const ADDR: SocketAddr =
        SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 8080);
}

impl Default for Config {
    fn default() -> Self {
        Self {
            addr: Self::ADDR,
            data: default_file(),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            behind_proxy: false,
            limits: true,
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
