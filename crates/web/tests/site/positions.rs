//! Positions, moves, records and analysis.

use cairn_web::AppState;
use serde_json::json;

use crate::client::Client;
use crate::stores::on_both_stores;

on_both_stores!(addresses_without_games_answer, addresses_without_games_refuse);

const NAVA: &str = "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w";

async fn addresses_without_games_answer(app: AppState) {
    let client = Client::program(&app);
    let rules = client.get("/api/v1/rules").await.ok();
    let names: Vec<_> = rules["games"].as_array().unwrap().iter().map(|g| &g["game"]).collect();
    assert_eq!(names.len(), 6, "{names:?}");
    assert_eq!(rules["games"][0]["players"][0]["level"], "1");
    let position = client.get("/api/v1/position?game=nava").await.ok();
    assert_eq!(position["position"], NAVA);
    assert_eq!(position["cells"][0], json!({"cell": "a1", "pieces": "wwwwww", "owner": "first"}));
    assert_eq!(position["hands"], json!({"name": "cubes", "first": 9, "second": 9}));
    let moves = client.get("/api/v1/moves?game=nava").await.ok();
    assert_eq!(moves["moves"].as_array().unwrap().len(), 8);
    let steps = moves["moves"][0]["steps"].as_array().unwrap();
    assert_eq!(steps[0]["picks"], json!(["a1"]));
    let prompt = steps[0]["prompt"].as_u64().unwrap() as usize;
    assert!(moves["prompts"][prompt].is_string());
    let apply = json!({"game": "nava", "moves": ["a1-a4", "e5-e4"]});
    let applied = client.post("/api/v1/apply", apply).await.ok();
    assert_eq!(applied["positions"][1], applied["position"]);
    let convert = json!({"position": NAVA});
    let converted = client.post("/api/v1/convert", convert).await.ok();
    assert_eq!(converted["game"], "nava");
    let back = json!({"position": converted["prolog"]});
    assert_eq!(client.post("/api/v1/convert", back).await.ok()["notation"], NAVA);
    let record = json!({"record": "[Game \"nava\"]\n1. a1-a4 {well} (1. a1-a3) e5-e4 *"});
    let imported = client.post("/api/v1/records", record).await.ok();
    assert_eq!(imported["moves"][0]["variations"][0]["moves"][0]["move"], "a1-a3");
    assert_eq!(imported["moves"][0]["comments"], json!(["well"]));
    let analyse = json!({"game": "nava", "moves": ["a1-a4"], "time": 50, "lines": 2});
    let analysis = client.post("/api/v1/analyse", analyse).await.ok();
    assert!(analysis["bestmove"].is_string(), "{analysis}");
    assert_eq!(analysis["lines"].as_array().unwrap().len(), 2);
    let seeded = client.get("/api/v1/position?game=greener&size=9x9&seed=7").await.ok();
    assert_eq!(seeded["cells"].as_array().unwrap().len(), 81);
}

async fn addresses_without_games_refuse(app: AppState) {
    let client = Client::program(&app);
    for (path, status, code) in [
        ("/api/v1/position", 400, "bad_request"),
        ("/api/v1/position?game=chess", 400, "unknown_game"),
        ("/api/v1/position?game=nava&position=x", 400, "unreadable_position"),
        ("/api/v1/position?game=nava&seed=-1", 400, "bad_request"),
        ("/api/v1/position?game=nava&odd=1", 400, "bad_request"),
        ("/api/v1/position?game=nava&position=x4,b/x5/x5/x5/w,x4 w", 422, "impossible_position"),
        ("/api/v1/moves?game=greener&size=7x7", 400, "unknown_size"),
        ("/api/v1/moves?game=%00%ff", 400, "unknown_game"),
        ("/api/v1/nothing", 404, "not_found"),
        ("/api/v1/games/short", 404, "not_found"),
        ("/api/v1/games/0123456789", 404, "not_found"),
        ("/api/v1/games/0123456789/events", 404, "not_found"),
        ("/api/v1/games/..%2F..%2Fetc/record", 404, "not_found"),
        ("/api/v1/apply", 405, "wrong_method"),
    ] {
        assert_eq!(client.get(path).await.problem(status), code, "{path}");
    }
    for (path, body, status, code) in [
        ("apply", json!({"game": "nava"}), 400, "bad_request"),
        ("apply", json!({"game": "nava", "moves": ["a1-b2"]}), 422, "illegal_move"),
        ("apply", json!({"game": "nava", "moves": vec!["a1-a2"; 3000]}), 400, "too_many_moves"),
        ("convert", json!({"position": "[[[["}), 400, "unreadable_position"),
        ("convert", json!({"position": "x".repeat(20_000)}), 400, "position_too_long"),
        ("convert", json!({"position": NAVA, "dialect": "999"}), 400, "unknown_dialect"),
        ("convert", json!({"position": "[".repeat(10_000)}), 400, "unreadable_position"),
        ("records", json!({"record": ""}), 400, "unreadable_record"),
        ("records", json!({"record": "(".repeat(100_000)}), 400, "unreadable_record"),
        ("records", json!({"record": "x".repeat(300_000)}), 400, "record_too_long"),
        ("analyse", json!({"game": "nava", "lines": "many"}), 400, "bad_request"),
        ("analyse", json!({"game": "nava", "lines": "x".repeat(50_000)}), 400, "bad_request"),
        ("analyse", json!({"game": "nava", "lines": 9}), 400, "bad_lines"),
        ("analyse", json!({"game": "nava", "moves": ["z9"]}), 400, "unreadable_move"),
        ("games/0123456789/join", json!({}), 404, "not_found"),
        ("games/0123456789/moves", json!({"ply": 0, "move": "a1-a2"}), 404, "not_found"),
        ("games/0123456789/resign", json!({}), 404, "not_found"),
        ("games/0123456789/abort", json!({}), 404, "not_found"),
        ("games/0123456789/offers/draw", json!({}), 404, "not_found"),
        ("games/0123456789/links", json!({}), 404, "not_found"),
        ("games/0123456789/claim", json!({"token": "a".repeat(32)}), 404, "not_found"),
    ] {
        let reply = client.post(&format!("/api/v1/{path}"), body.clone()).await;
        let shown: String = body.to_string().chars().take(60).collect();
        assert!(reply.text().len() < 1_000, "{path} {shown}: not all that was sent comes back");
        assert_eq!(reply.problem(status), code, "{path} {shown}");
    }
}
