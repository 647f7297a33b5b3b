//! The server under load, in a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};

use cairn_web::{ConnectionLimits, ServerConfig};

use crate::connection::{Connection, LoadError, SimulatedVisitor};

/// The variable that tells the process to be the server.
pub const DATA: &str = "CAIRN_LOAD_DATA";

/// The variable that tells the server to limit its visitors as it does by default.
const LIMITS: &str = "CAIRN_LOAD_LIMITS";

/// Serves until standard input ends.
pub fn serve(data: &str) -> Result<(), LoadError> {
    cairn_web::start_logging("warn", false).map_err(|error| error.to_string())?;
    let mut config = ServerConfig {
        addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        data: data.to_owned(),
        ..ServerConfig::default()
    };
    if std::env::var_os(LIMITS).is_none() {
        config.limits = false;
        config.connections = ConnectionLimits {
            total: 100_000,
            per_network: 100_000,
            ..ConnectionLimits::default()
        };
    }
    let (stop, stopped) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        // Whatever comes, the end of the input or an error, the load is over.
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        let _ = stop.send(());
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let stopped = async move {
        let _ = stopped.await;
    };
    runtime.block_on(cairn_web::run(config, |address| println!("{address}"), stopped))?;
    Ok(())
}

/// The running server.
pub struct MeasuredServer {
    address: SocketAddr,
    child: Child,
    input: Option<ChildStdin>,
    folder: Option<PathBuf>,
}

/// Settings of the server.
#[derive(Clone, Debug, Default)]
pub struct ServerSettings {
    /// Store; one of its own if not given.
    pub data: Option<String>,
    /// Build of this program that is the server; this one if not given.
    pub program: Option<PathBuf>,
    /// Cores of the server, as `taskset` lists them; any if not given.
    pub cores: Option<String>,
    /// Whether visitors have the limits that they have by default.
    pub limits: bool,
}

impl ServerSettings {
    fn command(&self) -> std::io::Result<Command> {
        let program = self.program.clone().map_or_else(std::env::current_exe, Ok)?;
        let Some(cores) = &self.cores else {
            return Ok(Command::new(program));
        };
        let mut command = Command::new("taskset");
        command.args(["--cpu-list", cores]).arg(program);
        Ok(command)
    }
}

impl MeasuredServer {
    /// Starts it on a store of its own, or on the one that is given.
    pub fn start(settings: &ServerSettings) -> Result<Self, LoadError> {
        let data = settings.data.as_deref();
        let folder = std::env::temp_dir().join(format!("cairn-load-{}", std::process::id()));
        let own = folder.join("games.db").to_string_lossy().into_owned();
        let mut command = settings.command()?;
        command.env(DATA, data.unwrap_or(&own)).stdin(Stdio::piped()).stdout(Stdio::piped());
        if settings.limits {
            command.env(LIMITS, "yes");
        }
        let mut child = command.spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().parse().map_err(|_| "the server did not start")?;
        let input = child.stdin.take();
        Ok(Self { address, child, input, folder: data.is_none().then_some(folder) })
    }

    /// Returns a visitor who comes from an address.
    pub fn visitor(&self, from: Ipv4Addr) -> SimulatedVisitor {
        SimulatedVisitor { server: self.address, from }
    }

    /// Returns the server's figures of this moment.
    pub async fn usage(&self) -> Result<Usage, LoadError> {
        let operator = self.visitor(Ipv4Addr::LOCALHOST);
        let metrics = Connection::open(operator).await?.page("/metrics").await?;
        let metric = |name: &str| -> f64 {
            let lines = metrics.lines().filter(|line| line.starts_with(name));
            lines.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum()
        };
        let process = PathBuf::from(format!("/proc/{}", self.child.id()));
        let mut switches = 0;
        for task in std::fs::read_dir(process.join("task"))? {
            let status = task?.path().join("status");
            switches += field(&status, "voluntary_ctxt_switches:");
            switches += field(&status, "nonvoluntary_ctxt_switches:");
        }
        Ok(Usage {
            moves: metric("cairn_moves_total"),
            live_games: metric("cairn_live_games"),
            memory: field(&process.join("status"), "VmRSS:") * 1024,
            peak: field(&process.join("status"), "VmHWM:") * 1024,
            written: field(&process.join("io"), "write_bytes:"),
            switches,
            processor_ms: processor_ms(&process),
        })
    }
}

/// Figures of the server's process; 0 where the system does not tell.
#[derive(Debug)]
pub struct Usage {
    /// Moves made since it started.
    pub moves: f64,
    pub live_games: f64,
    /// Bytes of memory.
    pub memory: u64,
    /// Most bytes of memory that it had.
    pub peak: u64,
    /// Bytes written to files.
    pub written: u64,
    /// Context switches of its threads.
    pub switches: u64,
    /// Processor time.
    pub processor_ms: u64,
}

/// Returns a number in a file of `/proc`.
fn field(file: &Path, name: &str) -> u64 {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let value = text.lines().find_map(|line| line.strip_prefix(name));
    value.and_then(|value| value.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Returns the processor time of a process; Linux counts it in hundredths of a second.
fn processor_ms(process: &Path) -> u64 {
    let text = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10
}

impl Drop for MeasuredServer {
    fn drop(&mut self) {
        drop(self.input.take());
        // It has been told to end; how it does is all the same now.
        let _ = self.child.wait();
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
