//! A server that dies or freezes, and another one that takes over although nobody asks it to.

use std::time::Duration;

use serde_json::{Value, json};

use super::site::{start_postgres, wait_for};
use crate::program::server::ServerProcess;

/// Creates a game through a server and makes moves in it. Returns its id.
fn begin(server: &ServerProcess, new: &Value, moves: &[&str]) -> String {
    let (status, game) = server.ask("POST", "/api/v1/games", "", new).unwrap();
    assert_eq!(status, 201, "{game}");
    let (id, token) = (game["id"].as_str().unwrap(), game["token"].as_str().unwrap());
    for (ply, text) in moves.iter().enumerate() {
        let body = json!({"ply": ply, "move": text});
        let path = format!("/api/v1/games/{id}/moves");
        let (status, answer) = server.ask("POST", &path, token, &body).unwrap();
        assert_eq!(status, 200, "{answer}");
    }
    id.to_owned()
}

#[test]
fn another_server_takes_over() {
    let Some(postgres) = start_postgres("takeover-postgres") else {
        return;
    };
    let data = postgres.address("postgres");
    let survivor = ServerProcess::start_in_storm(&data);
    for signal in ["-KILL", "-STOP"] {
        let hit = ServerProcess::start_in_storm(&data);
        let new = json!({"game": "nava", "opponent": "same-screen", "time": "3+0"});
        let timed = begin(&hit, &new, &["a1-a4", "e5-e4"]);
        let new = json!({"game": "nava", "opponent": "computer", "side": "first", "level": "10"});
        let computer = begin(&hit, &new, &["a1-a4"]);
        hit.signal(signal);
        // Nobody asks the other server, which would wake the games there.
        let ask = |column: &str, id: &str| {
            postgres.query(&format!("SELECT {column} FROM games WHERE id = '{id}'"))
        };
        wait_for("the computer", || ask("ply", &computer) == "2");
        wait_for("the flag", || ask("status", &timed) == "finished");
        let since = "(SELECT MAX(made) FROM moves WHERE game = games.id)";
        let late: i64 = ask(&format!("updated - {since} - 3000"), &timed).parse().unwrap();
        assert!((0..4_000).contains(&late), "the flag fell {late} ms late");
        if signal == "-STOP" {
            let revisions = ["revision", "ply"].map(|column| ask(column, &computer));
            hit.signal("-CONT");
            for id in [&timed, &computer] {
                let path = format!("/api/v1/games/{id}");
                let [here, there] = [&hit, &survivor].map(|server| server.get(&path));
                assert_eq!(here["revision"], there["revision"], "{here} {there}");
            }
            std::thread::sleep(Duration::from_millis(500));
            assert_eq!(["revision", "ply"].map(|column| ask(column, &computer)), revisions);
        }
    }
}
