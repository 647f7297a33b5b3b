//! `cairn serve`: the web application.

use std::time::Duration;

use cairn_web::{ConnectionLimits, PushConfig, ServerConfig, assets, serve, start_logging};

use crate::arguments::{LogFormat, ServeArguments};
use crate::failure::Failure;
use crate::output::tell;

/// Notice of a program that was built without the browser modules.
const WITHOUT_MODULES: &str = "Built without the browser modules: boards and analysis go through \
    the server. To include them: rustup target add wasm32-unknown-unknown, then build again.";

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
