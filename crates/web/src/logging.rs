//! Logging to standard error.

use std::io::IsTerminal;

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

/// Starts logging. `filter` is a level such as `info`, or levels of parts such as
/// `warn,cairn_web=debug`; `json` writes one JSON object a line.
///
/// # Errors
/// If the filter cannot be read, or logging has been started already.
pub fn start_logging(filter: &str, json: bool) -> Result<(), Box<dyn std::error::Error>> {
    let filter: Targets = filter.parse()?;
    // The database reports every slow query at warn, which is for developers.
    let filter = filter.with_target("sqlx", Level::ERROR);
    let has_colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let layer = fmt::layer().with_writer(std::io::stderr).with_ansi(has_colours);
    let layer = if json { layer.json().boxed() } else { layer.boxed() };
    tracing_subscriber::registry().with(layer.with_filter(filter)).try_init()?;
    Ok(())
}
