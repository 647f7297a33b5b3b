//! The server as a process, and requests to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A running server, which is killed with this value.
pub struct Server {
    pub child: Child,
    pub address: String,
}

impl Server {
    /// Starts a server with this database file on a free port.
    pub fn start(data: &Path) -> Self {
        Self::run(super::command(&[]), data)
    }

    /// Starts a server by a command that runs the program.
    pub fn run(mut command: Command, data: &Path) -> Self {
        let mut child = command
            .args(["serve", "--addr", "127.0.0.1:0", "--log", "warn", "--data"])
            .arg(data)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the server starts").unwrap();
            if let Some((_, address)) = line.split_once("http://") {
                break address.trim().to_owned();
            }
        };
        // Whatever it says later is read, so that it never waits for us.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    /// Ends it without a chance to do anything.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks something; `None` if the server is gone.
    pub fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Option<(u16, Value)> {
        ask(&self.address, method, path, token, body)
    }

    pub fn get(&self, path: &str) -> Value {
        let (status, json) = self.ask("GET", path, "", &Value::Null).unwrap();
        assert_eq!(status, 200, "{json}");
        json
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks a server something; `None` if it is gone or the answer is not JSON.
pub fn ask(
    address: &str,
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> Option<(u16, Value)> {
    let (status, body) = ask_for_text(address, method, path, token, body)?;
    Some((status, serde_json::from_str(&body).ok()?))
}

/// Asks a server something and returns the status and the body of the answer.
pub fn ask_for_text(
    address: &str,
    method: &str,
    path: &str,
    token: &str,
    body: &Value,
) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let answer = String::from_utf8_lossy(&answer);
    let status = answer.get(9..12)?.parse().ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    Some((status, body.to_owned()))
}
