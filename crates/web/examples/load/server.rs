//! The server under load, in a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};

use cairn_web::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The variable that tells the process to be the server.
pub const DATA: &str = "CAIRN_LOAD_DATA";

/// Serves until standard input ends.
pub fn serve(data: &str) -> Result<(), Box<dyn std::error::Error>> {
    cairn_web::start_logging("warn", false)?;
    let config = Config {
        addr: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        data: data.to_owned(),
        limits: false,
        ..Config::default()
    };
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
pub struct Server {
    pub address: SocketAddr,
    child: Child,
    input: Option<ChildStdin>,
    folder: Option<PathBuf>,
}

impl Server {
    /// Starts it on a store of its own, or on the one that is given.
    pub fn start(data: Option<&str>) -> Result<Self, Box<dyn std::error::Error>> {
        let folder = std::env::temp_dir().join(format!("cairn-load-{}", std::process::id()));
        let own = folder.join("games.db").to_string_lossy().into_owned();
        let mut child = Command::new(std::env::current_exe()?)
            .env(DATA, data.unwrap_or(&own))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().parse().map_err(|_| "the server did not start")?;
        let input = child.stdin.take();
        Ok(Self { address, child, input, folder: data.is_none().then_some(folder) })
    }

    /// How much memory it has.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
    }

    /// How many games are played on it now.
    pub async fn live_games(&self) -> Option<usize> {
        let ask = async {
            let mut stream = TcpStream::connect(self.address).await?;
            stream
                .write_all(b"GET /metrics HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
                .await?;
            let mut text = String::new();
            stream.read_to_string(&mut text).await?;
            Ok::<_, std::io::Error>(text)
        };
        let text = ask.await.unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("cairn_live_games "));
        line?.trim().parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.input.take());
        // It has been told to end; how it does is all the same now.
        let _ = self.child.wait();
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
