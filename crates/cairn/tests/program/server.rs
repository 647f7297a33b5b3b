//! The server as a process, and requests to it.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// A running server, which is killed with this value.
pub struct ServerProcess {
    pub child: Child,
    pub address: String,
}

impl ServerProcess {
    /// Starts a server with this database file on a free port.
    pub fn start(data: &Path) -> Self {
        Self::run(super::command(&[]), data.as_os_str(), &[])
    }

    /// Starts a server that can be told by [`ServerProcess::limit_files`] how long a file may get. A
    /// write beyond that fails as on a full disk, because the signal for it is ignored.
    pub fn start_limited(data: &Path) -> Self {
        Self::run(Self::limited(), data.as_os_str(), &[])
    }

    fn limited() -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cairn")]);
        shell
    }

    /// Starts a server in whose threads the first four attempts to bring data to the disk succeed
    /// and the next four fail. Returns `None` if that cannot be done here.
    pub fn start_with_failing_syncs(data: &Path) -> Option<Self> {
        let strace = || {
            let mut command = Command::new("strace");
            // The server is a child of this process, and not of strace.
            command.args(["-D", "-f", "--seccomp-bpf", "-qq", "-o", "/dev/null"]);
            command.args(["-e", "trace=fsync,fdatasync"]);
            command.args(["-e", "inject=fsync,fdatasync:error=EIO:when=5..8", "--"]);
            command
        };
        let works = strace()
            .arg("true")
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        works.then(|| {
            let mut command = strace();
            command.arg(env!("CARGO_BIN_EXE_cairn"));
            Self::run(command, data.as_os_str(), &[])
        })
    }

    /// Starts a server whose visitors say who they are, as [`Visitor`] does.
    pub fn start_in_storm(data: &str) -> Self {
        Self::run(Self::limited(), data.as_ref(), &["--behind-proxy", "--threads", "1"])
    }

    fn run(mut command: Command, data: &OsStr, options: &[&str]) -> Self {
        let mut child = command
            .args(["serve", "--addr", "127.0.0.1:0", "--log", "warn", "--data"])
            .arg(data)
            .args(options)
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
        let shown = std::env::var_os("CAIRN_STORM_LOG").is_some();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok).filter(|_| shown) {
                eprintln!("{line}");
            }
        });
        Self { child, address }
    }

    /// Sends the process a signal, such as `-STOP`.
    pub fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    /// Sets the most bytes that a file of the server may have.
    pub fn limit_files(&self, bytes: &str) {
        let pid = self.child.id().to_string();
        let limit = format!("--fsize={bytes}:unlimited");
        let set = Command::new("prlimit").args(["--pid", &pid, &limit]).status().unwrap();
        assert!(set.success());
    }

    /// Ends it without a chance to do anything.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks something; `None` if the server is gone.
    pub fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Option<(u16, Value)> {
        Visitor::local(&self.address).ask(method, path, token, body)
    }

    /// Returns the status with which a path is answered.
    pub fn status_of(&self, path: &str) -> u16 {
        let visitor = Visitor::local(&self.address);
        visitor.ask_for_text("GET", path, "", &Value::Null).unwrap().0
    }

    pub fn get(&self, path: &str) -> Value {
        let (status, json) = self.ask("GET", path, "", &Value::Null).unwrap();
        assert_eq!(status, 200, "{json}");
        json
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A visitor who asks a server.
pub struct Visitor<'a> {
    /// Address of the server.
    pub server: &'a str,
    /// Address of the visitor, as a proxy would say it.
    pub address: &'a str,
    /// Longest wait for an answer.
    pub patience: Duration,
}

impl<'a> Visitor<'a> {
    /// A patient visitor on this machine.
    pub fn local(server: &'a str) -> Self {
        Self { server, address: "127.0.0.1", patience: Duration::from_secs(30) }
    }

    /// Asks something; `None` if the server is gone or the answer is not JSON.
    pub fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> Option<(u16, Value)> {
        let (status, body) = self.ask_for_text(method, path, token, body)?;
        Some((status, serde_json::from_str(&body).ok()?))
    }

    /// Asks something and returns the status and the body of the answer.
    pub fn ask_for_text(
        &self,
        method: &str,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Option<(u16, String)> {
        let Self { server, address, patience } = self;
        let mut stream = TcpStream::connect(server).ok()?;
        stream.set_read_timeout(Some(*patience)).ok()?;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
             x-forwarded-for: {address}\r\n\
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
}
