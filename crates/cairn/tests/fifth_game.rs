//! A fifth game through the whole program: Pagoda, which lives in `crates/games/tests` and
//! has rules, notation and a view, and nothing else. Needs the feature `test-game`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// White to move completes a stack of three on b1 or on a2.
const WIN_IN_ONE: &str = "x3/bw,x2/w,b,x w";

/// Runs `cairn` with these arguments and this on standard input.
fn cairn(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A game may be over before all its input is read.
    let _ = child.stdin.take().expect("standard input is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("output is text")
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&cairn(arguments, "")).expect("JSON")
}

#[test]
fn rules_answer_on_the_command_line() {
    assert!(cairn(&["games"], "").contains("pagoda"));
    assert_eq!(cairn(&["moves", "pagoda"], "").lines().count(), 9);
    assert_eq!(cairn(&["apply", "pagoda", "+a1", "+b1"], "").trim(), "x3/x3/w,b,x w");
    assert_eq!(json_of(&["perft", "pagoda", "2", "--json"])["counts"], json!([9, 72]));
}

#[test]
fn the_engine_searches_and_proves() {
    let analysis =
        json_of(&["analyse", "pagoda", "--position", WIN_IN_ONE, "--depth", "3", "--json"]);
    assert!(analysis.to_string().contains("win"), "{analysis}");
    let solved = json_of(&["solve", "pagoda", "--position", WIN_IN_ONE, "--json"]);
    assert_eq!(solved["value"], "win", "{solved}");
    assert_eq!(solved["distance"], 1, "{solved}");
    let played = cairn(&["match", "pagoda", "10", "random", "--games", "2", "--nodes", "200"], "");
    assert!(!played.is_empty());
}

#[test]
fn the_board_is_drawn() {
    let text = cairn(&["draw", "pagoda", "--position", WIN_IN_ONE, "--style", "words"], "");
    assert!(text.starts_with("Pagoda") && text.contains("White to move"), "{text}");
    for style in ["unicode", "ascii"] {
        assert!(cairn(&["draw", "pagoda", "--style", style], "").lines().count() > 3);
    }
    let file = std::env::temp_dir().join(format!("cairn-pagoda-{}.svg", std::process::id()));
    cairn(&["draw", "pagoda", "--position", WIN_IN_ONE, "--out", &file.to_string_lossy()], "");
    let svg = std::fs::read_to_string(&file).expect("a file");
    let _ = std::fs::remove_file(&file);
    assert!(svg.starts_with("<svg") && svg.contains("Pagoda"), "{svg}");
}

#[test]
fn people_and_computers_play_it_in_the_terminal() {
    let people =
        ["play", "pagoda", "--plain", "--no-save", "--first", "human", "--second", "human"];
    let text = cairn(&people, "+a1\n+b1\na1-b1\n+a1\n+c3\na1-b1\n");
    assert!(text.contains("Black has a stack of three"), "{text}");
    let computer = ["play", "pagoda", "--plain", "--no-save", "--first", "1", "--second", "random"];
    assert!(cairn(&computer, "").contains("\nResult: "));
}

#[test]
fn the_engine_speaks_ugi() {
    let input = format!("ugi\nisready\nposition fen {WIN_IN_ONE}\ngo depth 2\nquit\n");
    let text = cairn(&["ugi", "pagoda"], &input);
    assert!(text.contains("ugiok") && text.contains("readyok"), "{text}");
    assert!(text.contains("bestmove "), "{text}");
}

/// A server with its own folder of games.
struct Server {
    child: Child,
    address: String,
    folder: PathBuf,
}

impl Server {
    fn start() -> Self {
        let folder = std::env::temp_dir().join(format!("cairn-pagoda-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
            .args(["serve", "--addr", "127.0.0.1:0", "--log", "warn", "--data"])
            .arg(folder.join("games.db"))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let address = loop {
            let line = lines.next().expect("the server starts").expect("text");
            if let Some((_, address)) = line.split_once("http://") {
                break address.trim().to_owned();
            }
        };
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address, folder }
    }

    /// Asks something and returns the status and the body of the answer.
    fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a limit");
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        (head[9..12].parse().expect("a status"), body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn the_site_offers_plays_and_explains_it() {
    let server = Server::start();
    let get = |path: &str| server.ask("GET", path, "", &Value::Null);
    for path in ["/", "/rules", "/rules/pagoda", "/new?game=pagoda", "/a/pagoda"] {
        let (status, page) = get(path);
        assert_eq!(status, 200, "{path}: {page}");
        assert!(page.contains("Pagoda"), "{path}");
    }
    let (status, board) = get("/board/pagoda/start?choices=1");
    assert!(status == 200 && board.contains("<svg"), "{board}");
    let new = json!({"game": "pagoda", "opponent": "same-screen"});
    let (status, game) = server.ask("POST", "/api/v1/games", "", &new);
    assert!(status < 300, "{game}");
    let game: Value = serde_json::from_str(&game).expect("JSON");
    let token = game["token"].as_str().expect("a token");
    let path = format!("/api/v1/games/{}/moves", game["id"].as_str().expect("an id"));
    let (status, moved) = server.ask("POST", &path, token, &json!({"move": "+b2", "ply": 0}));
    assert!(status < 300 && moved.contains("x3/x,w,x/x3 b"), "{moved}");
}
