//! Just enough of the WebDriver protocol: JSON over HTTP to a `chromedriver` process.
//!
//! Every crate for this brings an asynchronous HTTP client with TLS; on a loopback address
//! the protocol needs neither.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// The longest that a single command may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the driver says when it cannot do something.
#[derive(Debug)]
pub struct Refusal {
    /// The kind, such as `stale element reference`.
    pub kind: String,
    /// For people.
    pub message: String,
}

impl Refusal {
    fn new(kind: &str, message: impl ToString) -> Self {
        Self { kind: kind.to_owned(), message: message.to_string() }
    }
}

/// The answer to a command.
pub type Answer = Result<Value, Refusal>;

/// The programs that the tests need.
#[derive(Clone, Debug)]
pub struct Programs {
    chromium: PathBuf,
    chromedriver: PathBuf,
}

impl Programs {
    /// Looks for them where programs are, unless `CHROMIUM` and `CHROMEDRIVER` say where.
    pub fn find() -> Result<Self, String> {
        let chromium = find("CHROMIUM", &["chromium", "chromium-browser", "google-chrome"])?;
        let chromedriver = find("CHROMEDRIVER", &["chromedriver"])?;
        Ok(Self { chromium, chromedriver })
    }
}

fn find(variable: &str, names: &[&str]) -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os(variable) {
        let path = PathBuf::from(path);
        return if path.is_file() { Ok(path) } else { Err(format!("{variable} is no file")) };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = names.iter().flat_map(|name| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).collect::<Vec<_>>()
    });
    let missing = || format!("there is no {}", names.join(" or "));
    places.into_iter().find(|place| place.is_file()).ok_or_else(missing)
}

/// A running `chromedriver`.
pub struct Driver {
    child: Child,
    address: SocketAddr,
    chromium: PathBuf,
}

impl Driver {
    /// Starts it on a free port.
    pub fn start(programs: &Programs) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("chromedriver does not start: {error}");
        let mut child = Command::new(&programs.chromedriver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let output = child.stdout.take().ok_or("chromedriver has no output")?;
        let mut lines = BufReader::new(output).lines();
        let port = loop {
            let line = lines.next().ok_or("chromedriver ended at once")?.map_err(failed)?;
            let port = line.split_once("started successfully on port ").map(|(_, rest)| rest);
            if let Some(port) = port.and_then(|rest| rest.trim_end_matches('.').parse().ok()) {
                break port;
            }
        };
        // Whatever it says later is read, so that it never waits for us.
        std::thread::spawn(move || lines.for_each(drop));
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        Ok(Self { child, address, chromium: programs.chromium.clone() })
    }

    /// Opens a browser with a profile of its own.
    pub fn open(&self) -> Result<Session, Refusal> {
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"binary": self.chromium, "args": arguments(&self.chromium)},
            "timeouts": {"script": 50_000, "pageLoad": 30_000},
        }}});
        let value = ask(self.address, "POST", "/session", &capabilities)?;
        let id = value["sessionId"].as_str().unwrap_or_default().to_owned();
        Ok(Session { address: self.address, id })
    }
}

/// A browser that shows no window, keeps to itself and reaches nothing but this machine.
fn arguments(chromium: &Path) -> Vec<String> {
    let mut arguments: Vec<_> = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-extensions",
        "--mute-audio",
        "--hide-scrollbars",
        "--window-size=1280,900",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ]
    .map(str::to_owned)
    .to_vec();
    if chromium.ends_with("google-chrome") {
        arguments.push("--disable-default-apps".to_owned());
    }
    arguments
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It ends its browsers first.
        let _ = ask(self.address, "GET", "/shutdown", &Value::Null);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser.
pub struct Session {
    address: SocketAddr,
    id: String,
}

impl Session {
    /// Sends a command about this browser.
    pub fn post(&self, command: &str, body: &Value) -> Answer {
        ask(self.address, "POST", &format!("/session/{}/{command}", self.id), body)
    }

    /// Asks something about this browser.
    pub fn get(&self, what: &str) -> Answer {
        ask(self.address, "GET", &format!("/session/{}/{what}", self.id), &Value::Null)
    }

    /// Takes something away.
    pub fn delete(&self, what: &str) -> Answer {
        ask(self.address, "DELETE", &format!("/session/{}/{what}", self.id), &Value::Null)
    }

    /// A command of the browser's own developer tools.
    pub fn tools(&self, command: &str, parameters: &Value) -> Answer {
        self.post("goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = ask(self.address, "DELETE", &format!("/session/{}", self.id), &Value::Null);
    }
}

fn ask(address: SocketAddr, method: &str, path: &str, body: &Value) -> Answer {
    let lost = |error: std::io::Error| Refusal::new("no answer", error);
    let text = exchange(address, method, path, body).map_err(lost)?;
    let mut json: Value =
        serde_json::from_str(&text).map_err(|error| Refusal::new("no JSON", error))?;
    let value = json["value"].take();
    match (&value["error"], &value["message"]) {
        (Value::String(kind), Value::String(message)) => Err(Refusal::new(kind, message)),
        _ => Ok(value),
    }
}

/// Sends a request and returns the body of the answer.
fn exchange(
    address: SocketAddr,
    method: &str,
    path: &str,
    body: &Value,
) -> std::io::Result<String> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("content-length:") {
            length = number.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    String::from_utf8(body).map_err(|error| std::io::Error::other(error.to_string()))
}
