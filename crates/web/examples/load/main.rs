//! Measures a server under load: people play each other and the computer at low levels, as
//! browsers do, over live connections. Each game is watched, and some visitors look at the lobby and
//! solve puzzles.
//!
//! ```sh
//! cargo run --release -p cairn-web --example load -- --games 1000 --seconds 60
//! ```
//!
//! With `--cores 0,1` the server runs on these cores only (by `taskset`), and with `--server FILE`
//! the server is another build of this program, to compare two versions under the same load.
//!
//! With `--follow events`, players and watchers use the event streams of the API instead, to compare
//! both ways.
//!
//! With `--phase-seconds N`, nobody is in the lobby and at the puzzles for N seconds, then some are for N
//! seconds, and so on; the moves of both kinds of phases are counted apart and compared.
//!
//! With `--flood connections`, `--flood pictures` or `--flood engine`, the server has its ordinary
//! limits, and one visitor asks for as much as possible while others play: first without the flood,
//! then with it. A flood of connections needs `ulimit -n 16384`.
//!
//! Every move is due at a fixed time, whether or not the server keeps up, and its time counts
//! from there (an open loop). The server is a process of its own, so that its memory and
//! processor time can be told from those of the load. Nothing outside this machine is asked:
//! the address is a loopback address that the server chooses.

mod connection;
mod figures;
mod flood;
mod player;
mod server;
mod visitors;

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use figures::Figures;
use flood::Flood;
use player::{LastOpened, TableSchedule};
use server::{MeasuredServer, ServerSettings, Usage};
use tokio::time::{Instant, sleep_until};
use visitors::PageVisitor;

/// Settings of the load.
#[derive(Clone, Debug)]
struct LoadSettings {
    games: usize,
    watchers: usize,
    /// Whether games are followed by event streams instead of live connections.
    by_events: bool,
    /// Share of games against the computer, in percent.
    computer: usize,
    /// Time of the measurement, which begins when all games have begun.
    time: Duration,
    /// Time between two moves of the same person.
    every: Duration,
    /// Length of the phases without and with visitors of other pages.
    phase: Option<Duration>,
    server: ServerSettings,
    /// Flood by one visitor, while others play.
    flood: Option<Flood>,
}

const USAGE: &str = "load [--games N] [--watchers N] [--follow live|events] [--computer PERCENT] \
                     [--seconds N] [--every-ms N] [--phase-seconds N] [--data URL] \
                     [--server FILE] [--cores LIST] [--flood connections|pictures|engine]";
const MAX_GAMES: usize = 20_000;
const MAX_SECONDS: u64 = 600;
/// Number of tables for each visitor of the lobby and the puzzles.
const TABLES_PER_VISITOR: usize = 50;

fn settings() -> Result<LoadSettings, String> {
    let mut settings = LoadSettings {
        games: 1_000,
        watchers: MAX_GAMES,
        by_events: false,
        computer: 50,
        time: Duration::from_secs(60),
        every: Duration::from_secs(3),
        phase: None,
        server: ServerSettings::default(),
        flood: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name}: no number\n{USAGE}"));
        match name.as_str() {
            "--games" => settings.games = (number()? as usize).clamp(1, MAX_GAMES),
            "--watchers" => settings.watchers = number()? as usize,
            "--follow" => settings.by_events = read_way(&value)?,
            "--computer" => settings.computer = number()? as usize,
            "--seconds" => settings.time = Duration::from_secs(number()?.min(MAX_SECONDS)),
            "--every-ms" => settings.every = Duration::from_millis(number()?),
            "--phase-seconds" => settings.phase = Some(Duration::from_secs(number()?)),
            "--data" => settings.server.data = Some(value),
            "--server" => settings.server.program = Some(value.into()),
            "--cores" => settings.server.cores = Some(value),
            "--flood" => settings.flood = Some(Flood::read(&value).ok_or(USAGE)?),
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok(settings)
}

/// Reads whether games are followed by event streams.
fn read_way(word: &str) -> Result<bool, String> {
    match word {
        "live" => Ok(false),
        "events" => Ok(true),
        _ => Err(USAGE.to_owned()),
    }
}

fn main() -> Result<(), connection::LoadError> {
    if let Some(data) = std::env::var_os(server::DATA) {
        return server::serve(&data.to_string_lossy());
    }
    let settings = settings()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match settings.flood {
        Some(flood) => runtime.block_on(flood.run(settings)),
        None => runtime.block_on(run(settings)),
    }
}

async fn run(settings: LoadSettings) -> Result<(), connection::LoadError> {
    let server = MeasuredServer::start(&settings.server)?;
    let empty = server.usage().await?;
    // Games begin one after another, and are measured when all of them have begun.
    let arrivals = settings.every.max(Duration::from_millis(settings.games as u64 * 2));
    let first = Instant::now() + Duration::from_millis(100);
    let begin = first + arrivals + settings.every;
    let figures = Arc::new(Figures::new(begin, settings.phase));
    let mut tasks = tokio::task::JoinSet::new();
    let opened = LastOpened::default();
    for number in 0..settings.games.div_ceil(TABLES_PER_VISITOR) {
        let visitor = PageVisitor {
            visitor: server.visitor(Ipv4Addr::LOCALHOST),
            number,
            opened: LastOpened::clone(&opened),
            figures: Arc::clone(&figures),
        };
        tasks.spawn(visitor.visit());
    }
    for number in 0..settings.games {
        let table = TableSchedule {
            visitor: server.visitor(Ipv4Addr::LOCALHOST),
            number,
            levels: (number * 37 % 100 < settings.computer).then_some(1..=2),
            watched: number < settings.watchers,
            by_events: settings.by_events,
            every: settings.every,
            due: first + arrivals.mul_f64(number as f64 / settings.games as f64),
            opened: LastOpened::clone(&opened),
            figures: Arc::clone(&figures),
        };
        tasks.spawn(table.play());
    }
    sleep_until(begin).await;
    let before = server.usage().await?;
    sleep_until(begin + settings.time).await;
    let after = server.usage().await?;
    tasks.abort_all();
    while tasks.join_next().await.is_some() {}
    figures.print();
    print_usage(&empty, &before, &after, settings.time);
    if figures.failures() > 0 {
        return Err(format!("{} requests failed", figures.failures()).into());
    }
    Ok(())
}

fn print_usage(empty: &Usage, before: &Usage, after: &Usage, time: Duration) {
    let moves = (after.moves - before.moves).max(1.0);
    let each = |figure: fn(&Usage) -> u64| (figure(after) - figure(before)) as f64 / moves;
    println!("moves per second     {:.0}", moves / time.as_secs_f64());
    println!("live games           {:.0}", after.live_games);
    println!("per move: switches   {:.1}", each(|usage| usage.switches));
    println!("          written    {:.1} KB", each(|usage| usage.written) / 1000.0);
    println!("          processor  {:.2} ms", each(|usage| usage.processor_ms));
    println!(
        "memory               {:.1} MiB, {:.1} KiB per game",
        after.memory as f64 / 1048576.0,
        after.memory.saturating_sub(empty.memory) as f64 / after.live_games.max(1.0) / 1024.0
    );
    print_machine();
}

fn print_machine() {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("machine              {cores} cores, load average {}", load.trim_end());
}
