//! The server in a process of its own, so that it can be killed.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use cairn_web::Config;
use serde_json::Value;

/// The variables that tell this program to be the server, with a place for its games and
/// an address.
const DATA: &str = "CAIRN_BROWSER_TEST_DATA";
const ADDRESS: &str = "CAIRN_BROWSER_TEST_ADDRESS";

/// Serves until standard input ends, if this process was started to do so. The limits for
/// visitors are those of every server: who plays does not meet them.
pub fn serve_if_told() -> bool {
    let (Ok(data), Ok(address)) = (std::env::var(DATA), std::env::var(ADDRESS)) else {
        return false;
    };
    let config = Config {
        addr: address.parse().expect("an address"),
        data,
        threads: 2,
        evaluation: Duration::from_secs(2),
        longest_stream: Duration::from_secs(4),
        ..Config::default()
    };
    let (stop, stopped) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        // Whatever comes, the end of the input or an error, the test is over.
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        let _ = stop.send(());
    });
    cairn_web::start_logging("warn", false).expect("a log");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let stopped = async move {
        let _ = stopped.await;
    };
    runtime
        .block_on(cairn_web::run(config, |address| println!("{address}"), stopped))
        .expect("the server runs");
    true
}

/// A server with a database file of its own.
pub struct Server {
    address: SocketAddr,
    child: RefCell<Child>,
    folder: PathBuf,
}

impl Server {
    /// Starts one on a free port.
    pub fn start() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("cairn-browser-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let (child, address) = launch(&folder, SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        Self { address, child: RefCell::new(child), folder }
    }

    /// Where it is, as a browser sees it.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends it without a chance to do anything.
    pub fn kill(&self) {
        let mut child = self.child.borrow_mut();
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }

    /// Starts it again where it was.
    pub fn restart(&self) {
        let (child, address) = launch(&self.folder, self.address);
        assert_eq!(address, self.address);
        *self.child.borrow_mut() = child;
    }

    /// Asks something as a program without cookies: status and text of the answer.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).expect("the server answers");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{headers}\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("the request is sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.get(9..12).and_then(|code| code.parse().ok()).expect("a status");
        let (_, text) = answer.split_once("\r\n\r\n").expect("headers");
        (status, text.to_owned())
    }

    /// A game as the API tells it to anybody.
    pub fn game(&self, id: &str) -> Value {
        let (status, text) = self.ask("GET", &format!("/api/v1/games/{id}"), "", "");
        assert_eq!(status, 200, "{text}");
        serde_json::from_str(&text).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let child = self.child.get_mut();
        let _ = child.kill();
        let _ = child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn launch(folder: &std::path::Path, address: SocketAddr) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .env(DATA, folder.join("games.db"))
        .env(ADDRESS, address.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut line = String::new();
    let output = child.stdout.take().expect("output");
    BufReader::new(output).read_line(&mut line).expect("a line");
    let address = line.trim().parse().expect("the server tells its address");
    (child, address)
}
