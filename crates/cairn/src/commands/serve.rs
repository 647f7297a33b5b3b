//! `cairn serve`: the web application.

use std::net::SocketAddr;
use std::time::Duration;

use cairn_web::{ConnectionLimits, PushConfig, ServerConfig, assets, serve, start_logging};
use clap::{Args, ValueEnum};

use super::data::RetentionArguments;
use crate::failure::Failure;
use crate::output::tell;

/// Notice of a program that was built without the browser modules.
const WITHOUT_MODULES: &str = "Built without the browser modules: boards and analysis go through \
    the server. To include them: rustup target add wasm32-unknown-unknown, then build again.";

#[derive(Args, Debug)]
pub struct ServeArguments {
    /// Address to listen on
    #[arg(long, value_name = "HOST:PORT", default_value_t = ServerConfig::ADDR)]
    pub addr: SocketAddr,

    /// Database: a file or `postgres://...` [default: cairn/games.db in your data folder]
    #[arg(long, value_name = "URL")]
    pub data: Option<String>,

    /// Number of search threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Time limit for the analysis of a position, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..))]
    pub analysis_seconds: u16,

    /// Engine time for reviewing a whole game, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 15, value_parser = clap::value_parser!(u16).range(1..))]
    pub evaluation_seconds: u16,

    #[command(flatten)]
    pub retention: RetentionArguments,

    /// Trust the X-Forwarded-For and X-Forwarded-Proto headers of a proxy
    #[arg(long)]
    pub behind_proxy: bool,

    /// Maximum number of connections
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(10..))]
    pub max_connections: u32,

    /// Maximum number of connections per network, except from a proxy
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub connections_per_network: u32,

    /// The operator's address for push services: `mailto:...` or `https://...` [default: the site]
    #[arg(long, value_name = "URL", value_parser = contact)]
    pub push_contact: Option<String>,

    /// Allow push services in private networks
    #[arg(long)]
    pub push_private_addresses: bool,

    /// Log level: error, warn, info, debug or trace, also per module: `warn,cairn_web=debug`
    #[arg(long, value_name = "FILTER", default_value = "info")]
    pub log: String,

    /// Log format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub log_format: LogFormat,
}

/// Reads the address of an operator.
fn contact(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("mailto:").or_else(|| text.strip_prefix("https://"));
    match rest {
        Some(rest) if !rest.is_empty() => Ok(text.to_owned()),
        _ => Err("use mailto:NAME@HOST or https://HOST".to_owned()),
    }
}

/// Log formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Plain text
    Text,
    /// One JSON document per line
    Json,
}

/// Serves until it is stopped.
pub fn run(arguments: ServeArguments) -> Result<(), Failure> {
    start_logging(&arguments.log, arguments.log_format == LogFormat::Json)
        .map_err(|error| Failure::Usage(format!("--log: {error}")))?;
    let default = ServerConfig::default();
    let connections = ConnectionLimits {
        total: arguments.max_connections as usize,
        per_network: arguments.connections_per_network as usize,
        ..default.connections
    };
    let config = ServerConfig {
        connections,
        addr: arguments.addr,
        data: arguments.data.unwrap_or_else(|| default.data.clone()),
        threads: arguments.threads.map_or(default.threads, usize::from),
        behind_proxy: arguments.behind_proxy,
        retention: arguments.retention.into(),
        push: PushConfig {
            contact: arguments.push_contact,
            private_addresses: arguments.push_private_addresses,
            ..PushConfig::default()
        },
        longest_stream: Duration::from_secs(arguments.analysis_seconds.into()),
        evaluation: Duration::from_secs(arguments.evaluation_seconds.into()),
        ..default
    };
    let json = arguments.log_format == LogFormat::Json;
    let ready = |addr| {
        if !json {
            tell(format!("Cairn is running at http://{addr}"));
            if !assets::has_modules() {
                tell(WITHOUT_MODULES);
            }
        }
    };
    serve(config, ready).map_err(Failure::input)
}
