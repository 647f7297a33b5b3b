//! The server as a process: killed in the middle of play, it loses nothing that it has
//! acknowledged.

mod program;
#[cfg(target_os = "linux")]
mod storm;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use program::Scratch;
use program::server::{ServerProcess, Visitor};

/// Plays at one screen, forth and back, until the server is gone; says how many moves
/// were acknowledged.
fn play_on(address: &str, id: &str, token: &str, mut ply: u64) -> u64 {
    // A stack of one disc wanders: a game that does not end before the server does.
    loop {
        let Some((200, game)) =
            Visitor::local(address).ask("GET", &format!("/api/v1/games/{id}"), "", &json!(null))
        else {
            return ply;
        };
        if game["status"] != "playing" {
            return ply;
        }
        ply = ply.max(game["ply"].as_u64().unwrap());
        let query = game["position"].as_str().unwrap().replace(' ', "%20");
        let path = format!("/api/v1/moves?game=glaisher&position={query}");
        let Some((200, moves)) = Visitor::local(address).ask("GET", &path, "", &json!(null)) else {
            return ply;
        };
        let moves = moves["moves"].as_array().unwrap();
        let text = moves[ply as usize * 7 % moves.len()]["move"].clone();
        let body = json!({"ply": ply, "move": text});
        let path = format!("/api/v1/games/{id}/moves");
        match Visitor::local(address).ask("POST", &path, token, &body) {
            Some((200, _)) => ply += 1,
            Some((status, problem)) => panic!("{status}: {problem}"),
            None => return ply,
        }
    }
}

#[test]
fn nothing_acknowledged_is_lost_by_a_kill() {
    let folder = Scratch::new("kill");
    let data = folder.0.join("games.db");
    let mut server = ServerProcess::start(&data);
    let new = json!({"game": "glaisher", "opponent": "same-screen"});
    let (status, game) = server.ask("POST", "/api/v1/games", "", &new).unwrap();
    assert_eq!(status, 201, "{game}");
    let id = game["id"].as_str().unwrap().to_owned();
    let token = game["token"].as_str().unwrap().to_owned();
    let mut acknowledged = 0;
    for round in 0..4 {
        let (address, id_there, token) = (server.address.clone(), id.clone(), token.clone());
        let player = std::thread::spawn(move || play_on(&address, &id_there, &token, acknowledged));
        std::thread::sleep(Duration::from_millis(250 + 130 * round));
        server.kill();
        acknowledged = player.join().unwrap();
        server = ServerProcess::start(&data);
        let now = server.get(&format!("/api/v1/games/{id}"));
        assert!(now["ply"].as_u64().unwrap() >= acknowledged, "{acknowledged} moves: {now}");
    }
    assert!(acknowledged > 0, "some moves were made");
}

/// Plays a game forth and back while the disk fills and empties again: what is
/// acknowledged is stored, and what cannot be stored is refused.
#[cfg(target_os = "linux")]
#[test]
fn nothing_acknowledged_is_lost_by_a_full_disk() {
    let folder = Scratch::new("full");
    let data = folder.0.join("games.db");
    let server = ServerProcess::start_limited(&data);
    let new = json!({"game": "mitsudomoe:single", "opponent": "same-screen"});
    let (status, game) = server.ask("POST", "/api/v1/games", "", &new).unwrap();
    assert_eq!(status, 201, "{game}");
    let (id, token) = (game["id"].as_str().unwrap(), game["token"].as_str().unwrap());
    let path = format!("/api/v1/games/{id}/moves");
    let moves = ["+c3", "+b4", "+d3", "+b3", "+c2", "+d4", "+c4", "+a4"];
    let mut acknowledged = 0;
    let mut play = |server: &ServerProcess| {
        let body = json!({"ply": acknowledged, "move": moves[acknowledged]});
        let (status, _) = server.ask("POST", &path, token, &body).unwrap();
        acknowledged += usize::from(status == 200);
        status
    };
    assert_eq!(play(&server), 200);
    // Files have this length already, so nothing can be added to them.
    server.limit_files("4096");
    for _ in 0..3 {
        assert_eq!(play(&server), 503);
    }
    assert_eq!(server.status_of("/healthz"), 503);
    assert_eq!(server.status_of("/livez"), 200);
    server.limit_files("unlimited");
    for _ in 0..3 {
        assert_eq!(play(&server), 200);
    }
    assert_eq!(server.status_of("/healthz"), 200);
    server.kill();
    let server = ServerProcess::start(&data);
    assert_eq!(server.get(&format!("/api/v1/games/{id}"))["ply"], 4);
}

/// Starts a game with clocks of a minute, in which White's clock runs.
#[cfg(target_os = "linux")]
fn game_with_clocks(server: &ServerProcess) -> (String, String) {
    let new = json!({"game": "nava", "opponent": "same-screen", "time": "60+0"});
    let (status, game) = server.ask("POST", "/api/v1/games", "", &new).unwrap();
    assert_eq!(status, 201, "{game}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (path, token) = (format!("/api/v1/games/{}", text(&game["id"])), text(&game["token"]));
    for (ply, text) in ["a1-a4", "e5-e4"].into_iter().enumerate() {
        let body = json!({"ply": ply, "move": text});
        let (status, _) = server.ask("POST", &format!("{path}/moves"), &token, &body).unwrap();
        assert_eq!(status, 200);
    }
    (path, token)
}

/// Lets something happen while White's clock runs. Nobody may be charged for that time.
#[cfg(target_os = "linux")]
fn assert_costs_no_time(server: &ServerProcess, happens: impl FnOnce()) {
    let (path, _) = game_with_clocks(server);
    let left = || server.get(&path)["clocks"]["first"].as_i64().unwrap();
    let (before, begun) = (left(), Instant::now());
    happens();
    // The server may take a moment to notice that it is all over.
    while server.status_of("/healthz") != 200 {}
    let usable = begun.elapsed().checked_sub(Duration::from_secs(3)).unwrap();
    let (after, usable) = (left(), i64::try_from(usable.as_millis()).unwrap());
    // Since the server was alive for the last time, some of the time could be used as well.
    assert!(after <= 60_000, "nobody gains time: {after} ms");
    assert!(before - after <= usable + 100, "{} ms of {usable}", before - after);
}

#[cfg(target_os = "linux")]
#[test]
fn a_frozen_server_costs_no_time() {
    let folder = Scratch::new("frozen");
    let server = ServerProcess::start(&folder.0.join("games.db"));
    assert_costs_no_time(&server, || {
        server.signal("-STOP");
        std::thread::sleep(Duration::from_secs(3));
        server.signal("-CONT");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_no_time() {
    let folder = Scratch::new("full-clock");
    let server = ServerProcess::start_limited(&folder.0.join("games.db"));
    assert_costs_no_time(&server, || {
        server.limit_files("4096");
        std::thread::sleep(Duration::from_secs(3));
        server.limit_files("unlimited");
    });
}

/// Returns a move in a game of Glaisher; `None` if the game cannot be read while the store fails.
#[cfg(target_os = "linux")]
fn any_move(server: &ServerProcess, id: &str) -> Option<Value> {
    let path = format!("/api/v1/games/{id}");
    let (status, game) = server.ask("GET", &path, "", &Value::Null).unwrap();
    if status == 503 {
        return None;
    }
    assert_eq!(status, 200, "{game}");
    let query = game["position"].as_str().unwrap().replace(' ', "%20");
    let moves = server.get(&format!("/api/v1/moves?game=glaisher&position={query}"));
    let (moves, ply) = (moves["moves"].as_array().unwrap(), game["ply"].as_u64().unwrap());
    Some(json!({"ply": ply, "move": moves[ply as usize * 7 % moves.len()]["move"]}))
}

/// Lets data fail to reach the disk: nobody knows then whether it will be there after a crash.
#[cfg(target_os = "linux")]
#[test]
fn nothing_acknowledged_is_lost_when_the_disk_fails_to_sync() {
    let folder = Scratch::new("syncs");
    let data = folder.0.join("games.db");
    // The tables take more attempts than may fail.
    ServerProcess::start(&data).kill();
    let Some(server) = ServerProcess::start_with_failing_syncs(&data) else {
        eprintln!("strace is not installed, or cannot be used");
        return;
    };
    let new = json!({"game": "glaisher", "opponent": "same-screen"});
    let (_, game) = server.ask("POST", "/api/v1/games", "", &new).unwrap();
    let (id, token) = (game["id"].as_str().unwrap(), game["token"].as_str().unwrap());
    let path = format!("/api/v1/games/{id}/moves");
    let (mut acknowledged, mut refused) = (Vec::new(), 0);
    let begun = Instant::now();
    while acknowledged.len() < 12 {
        assert!(begun.elapsed() < Duration::from_secs(60), "{refused} moves were refused");
        let Some(body) = any_move(&server, id) else {
            continue;
        };
        match server.ask("POST", &path, token, &body).unwrap().0 {
            200 => acknowledged.push(body["move"].clone()),
            status => {
                assert_eq!(status, 503);
                refused += 1;
            }
        }
    }
    assert!(refused > 0, "some syncs failed");
    server.kill();
    let server = ServerProcess::start(&data);
    let game = server.get(&format!("/api/v1/games/{id}"));
    let moves = game["moves"].as_array().unwrap();
    // A move that was refused may have been made, as whoever looked at the game saw.
    let mut stored = moves.iter().map(|made| &made["move"]);
    for mv in &acknowledged {
        assert!(stored.any(|made| made == mv), "{mv} is lost: {game}");
    }
}

/// Lets each write call of a move fail in turn: the log of the database is written in pieces of a
/// frame's head and a page.
#[cfg(target_os = "linux")]
#[test]
fn nothing_acknowledged_is_lost_whichever_write_fails() {
    let folder = Scratch::new("writes");
    let data = folder.0.join("games.db");
    let log = folder.0.join("games.db-wal");
    let server = ServerProcess::start_limited(&data);
    let new = json!({"game": "glaisher", "opponent": "same-screen"});
    let (_, game) = server.ask("POST", "/api/v1/games", "", &new).unwrap();
    let (id, token) = (game["id"].as_str().unwrap(), game["token"].as_str().unwrap());
    let (mut acknowledged, mut refused) = (0, 0);
    let path = format!("/api/v1/games/{id}/moves");
    let play = |body: &Value| server.ask("POST", &path, token, body).unwrap().0;
    for call in 0..16 {
        let body = any_move(&server, id).expect("the store answers");
        let (frame, page) = (call / 2, call % 2);
        let written = std::fs::metadata(&log).unwrap().len();
        server.limit_files(&(written + frame * 4120 + page * 24).to_string());
        let status = play(&body);
        server.limit_files("unlimited");
        if status != 200 {
            assert_eq!(status, 503, "write {call}");
            refused += 1;
            // Made once, even if it was stored without being acknowledged.
            assert_eq!(play(&body), 200, "after write {call}");
        }
        acknowledged += 1;
        assert_eq!(server.get(&format!("/api/v1/games/{id}"))["ply"], acknowledged);
    }
    assert!(refused > 2, "some writes failed");
    server.kill();
    let server = ServerProcess::start(&data);
    assert_eq!(server.get(&format!("/api/v1/games/{id}"))["ply"], acknowledged);
}

#[test]
fn data_is_copied_checked_and_pruned_while_the_server_runs() {
    let folder = Scratch::new("data");
    let (data, copy) = (folder.0.join("games.db"), folder.0.join("copy.db"));
    let server = ServerProcess::start(&data);
    let new = json!({"game": "mitsudomoe:single", "opponent": "same-screen"});
    let (_, game) = server.ask("POST", "/api/v1/games", "", &new).unwrap();
    let (id, token) = (game["id"].as_str().unwrap(), game["token"].as_str().unwrap());
    let body = json!({"ply": 0, "move": "+c3"});
    server.ask("POST", &format!("/api/v1/games/{id}/moves"), token, &body).unwrap();
    server.ask("POST", "/api/v1/games", "", &json!({"game": "nava"})).unwrap();
    let command = |data: &Path, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        let done = command.arg("data").args(arguments).arg("--data").arg(data).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        String::from_utf8(done.stdout).unwrap()
    };
    assert_eq!(command(&data, &["check"]), "games: 2\nmoves: 1\n");
    command(&data, &["backup", copy.to_str().unwrap()]);
    assert_eq!(command(&data, &["prune"]), "games removed: 0\n");
    assert_eq!(command(&data, &["prune", "--keep-open", "0m"]), "games removed: 1\n");
    assert_eq!(command(&data, &["check"]), "games: 1\nmoves: 1\n");
    assert_eq!(command(&copy, &["check"]), "games: 2\nmoves: 1\n");
    let second = ServerProcess::start(&copy);
    assert_eq!(second.get(&format!("/api/v1/games/{id}"))["ply"], 1);
}

#[test]
fn the_computer_goes_on_after_a_kill() {
    let folder = Scratch::new("computer");
    let data = folder.0.join("games.db");
    let server = ServerProcess::start(&data);
    let new = json!({"game": "nava", "opponent": "computer", "level": "1", "side": "first",
                     "time": "60+1"});
    let (_, game) = server.ask("POST", "/api/v1/games", "", &new).unwrap();
    let id = game["id"].as_str().unwrap();
    let made = json!({"ply": 0, "move": "a1-a4"});
    let token = game["token"].as_str().unwrap();
    let (status, _) =
        server.ask("POST", &format!("/api/v1/games/{id}/moves"), token, &made).unwrap();
    assert_eq!(status, 200);
    // Most likely before the computer has moved; if not, nothing is lost either.
    server.kill();
    let server = ServerProcess::start(&data);
    let begun = Instant::now();
    while server.get(&format!("/api/v1/games/{id}"))["ply"] != 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the computer does not move");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn logs_in_files_have_no_colours() {
    let folder = Scratch::new("colours");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["serve", "--addr", "127.0.0.1:0", "--log", "info", "--data"])
        .arg(folder.0.join("games.db"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = String::new();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    while !log.contains("http://") {
        assert!(lines.read_line(&mut log).unwrap() > 0, "the server starts");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(log.contains("INFO") && !log.contains('\x1b'), "{log:?}");
}

#[test]
fn a_stop_in_the_middle_of_play_is_no_error() {
    let folder = Scratch::new("stop");
    let log = folder.0.join("log");
    let child = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["serve", "--addr", "127.0.0.1:0", "--log", "info", "--data"])
        .arg(folder.0.join("games.db"))
        .stderr(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let logged = || std::fs::read_to_string(&log).unwrap();
    let begun = Instant::now();
    let address = loop {
        let log = logged();
        let rest = log.split_once("http://").map(|(_, rest)| rest);
        if let Some((address, _)) = rest.and_then(|rest| rest.split_once('\n')) {
            break address.trim().to_owned();
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "the server starts");
        std::thread::sleep(Duration::from_millis(10));
    };
    let mut server = ServerProcess { child, address };
    for level in [10, 1, 10, 2, 10, 3] {
        let new = json!({"game": "nava", "opponent": "computer", "level": level, "side": "second"});
        let (status, created) = server.ask("POST", "/api/v1/games", "", &new).unwrap();
        assert_eq!(status, 201, "{created}");
    }
    let id = server.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(server.child.wait().unwrap().success());
    assert!(logged().contains("stopping") && !logged().contains("ERROR"), "{}", logged());
}

#[test]
fn one_file_has_one_server_and_a_polite_request_ends_it() {
    let folder = Scratch::new("polite");
    let data = folder.0.join("games.db");
    let mut server = ServerProcess::start(&data);
    let second = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["serve", "--addr", "127.0.0.1:0", "--log", "error", "--data"])
        .arg(&data)
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another server"), "{second:?}");
    let id = server.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(server.child.wait().unwrap().success());
    let wrong = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["serve", "--data", "mysql://nowhere"])
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(1));
}
