//! Proves how much one server can hold: so many people play the computer at low levels,
//! each in a live game that somebody else watches, all on this machine.
//!
//! ```sh
//! cargo run --release -p cairn-web --example load -- --games 1000 --seconds 60
//! ```
//!
//! The server is a process of its own, so that its memory can be told from that of the
//! load. Nothing outside this machine is ever asked: the address is a loopback address
//! that the server chooses.

mod connection;
mod figures;
mod player;
mod server;

use std::sync::Arc;
use std::time::Duration;

use figures::Figures;

/// What can be set.
#[derive(Clone, Debug)]
pub struct Settings {
    games: usize,
    watchers: usize,
    time: Duration,
    /// How long a person thinks, on average.
    pause: Duration,
    data: Option<String>,
}

const USAGE: &str = "load [--games N] [--watchers N] [--seconds N] [--pause-ms N] [--data URL]";
/// More would be a test of this machine's patience.
const MOST: usize = 5_000;
const LONGEST: u64 = 600;

fn settings() -> Result<Settings, String> {
    let mut settings = Settings {
        games: 1_000,
        watchers: 1_000,
        time: Duration::from_secs(60),
        pause: Duration::from_secs(5),
        data: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name}: no number\n{USAGE}"));
        match name.as_str() {
            "--games" => settings.games = (number()? as usize).min(MOST),
            "--watchers" => settings.watchers = (number()? as usize).min(MOST),
            "--seconds" => settings.time = Duration::from_secs(number()?.min(LONGEST)),
            "--pause-ms" => settings.pause = Duration::from_millis(number()?),
            "--data" => settings.data = Some(value),
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(settings)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if let Some(data) = std::env::var_os(server::DATA) {
        return server::serve(&data.to_string_lossy());
    }
    let settings = settings()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(settings))
}

async fn run(settings: Settings) -> Result<(), Box<dyn std::error::Error>> {
    let server = server::Server::start(settings.data.as_deref())?;
    let empty = server.memory();
    let figures = Arc::new(Figures::default());
    eprintln!(
        "{} games and {} watchers for {} s on {}",
        settings.games,
        settings.watchers,
        settings.time.as_secs(),
        server.address
    );
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..settings.games {
        let (settings, figures) = (settings.clone(), Arc::clone(&figures));
        // People do not all arrive in the same instant.
        let arrival = settings.pause.mul_f64(number as f64 / settings.games as f64);
        let watched = number < settings.watchers;
        tasks.spawn(player::play(
            server.address,
            number,
            arrival,
            watched,
            settings.pause,
            figures,
        ));
    }
    tokio::time::sleep(settings.time).await;
    let (full, live) = (server.memory(), server.live_games().await.unwrap_or(settings.games));
    tasks.abort_all();
    while tasks.join_next().await.is_some() {}
    figures.print(settings.time);
    println!("live games     {live}");
    if let (Some(empty), Some(full)) = (empty, full) {
        let each = full.saturating_sub(empty) as f64 / live.max(1) as f64;
        println!(
            "memory         {:.1} MiB, {:.1} KiB a game",
            full as f64 / 1048576.0,
            each / 1024.0
        );
    }
    if figures.failures() > 0 {
        return Err(format!("{} requests failed", figures.failures()).into());
    }
    Ok(())
}
