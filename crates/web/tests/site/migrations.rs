//! A database of version 0.1.0 is carried over.

use axum::body::Body;
use axum::http::Method;
use cairn_web::AppState;
use serde_json::json;

use crate::client::Client;
use crate::stores::{Place, on_both_places};

/// A database as version 0.1.0 left it.
const OLD: &str = include_str!("version_0_1_0.sql");

/// Anna's cookie, as that version signed it.
const COOKIE: &str = "HF6Tzj5lgSvNqzavglRRlugC5awS41SK.\
    b5cb9c5149ec149532e9dc330364261ea42d08d55e52bb9fd02c71c924f79381";
/// The token of Anna's seat in the game against the computer.
const TOKEN: &str = "7Nc8tXiK3RciH6iqk7GwMvT4KFsV3ieB";

on_both_places!(an_old_database_is_carried_over, a_newer_database_is_refused);

async fn an_old_database_is_carried_over(place: Place) {
    place.run_script(OLD).await;
    // Twice: the tables are brought up to date once, and stay so.
    for round in 0..2 {
        let app = place.start().await;
        let game = Client::program(&app).look(&json!({"id": "m1USYX0E0N"})).await;
        assert_eq!((&game["status"], &game["ply"]), (&json!("playing"), &json!(2 + round)));
        assert_eq!(game["moves"][1]["move"], "e5-e2");
        assert_eq!(
            (&game["first"]["name"], &game["second"]["name"]),
            (&json!("Anna"), &json!("Ben"))
        );
        let anna = anna(&app).await;
        let mine = anna.get("/api/v1/games?mine=true").await.ok();
        assert_eq!(mine["games"].as_array().unwrap().len(), 3);
        let listed = anna.get("/api/v1/games").await.ok();
        assert_eq!(listed["games"].as_array().unwrap().len(), 3);
        let renamed = anna.get("/api/v1/games?game=mitsudomoe:seed").await.ok();
        assert_eq!(renamed["games"][0]["game"], "mitsudomoe:single");
        if round == 0 {
            anna.make_move(&game, 2, "a3-b3").await.ok();
        }
        let computer = json!({"id": "p979yF0LOz"});
        let holder = Client::program(&app).with_token(&json!(TOKEN));
        assert_eq!(holder.look(&computer).await["you"], json!(["first"]));
        let finished = anna.look(&json!({"id": "2gtCSyU2FH"})).await;
        assert_eq!(
            (&finished["reason"], &finished["next"]),
            (&json!("Red resigned"), &json!("vFEmaJ78sa"))
        );
        app.close().await;
    }
}

/// A browser that comes with Anna's old cookie and leaves with a new one.
async fn anna(app: &AppState) -> Client {
    let client = Client::browser(app);
    let request = client.request(Method::GET, "/").header("accept", "text/html");
    let request = request.header("cookie", format!("cairn={COOKIE}")).body(Body::empty());
    let page = client.send(request.unwrap()).await;
    let given = page.headers["set-cookie"].to_str().unwrap();
    assert!(!given.contains(COOKIE), "{given}");
    assert!(page.text().contains("/g/m1USYX0E0N"), "her games are there");
    client
}

async fn a_newer_database_is_refused(place: Place) {
    place.start().await.close().await;
    let insert = "INSERT INTO _sqlx_migrations \
        (version, description, success, checksum, execution_time) VALUES (99, 'later', TRUE, '', 0)";
    place.execute(&[insert]).await;
    let error = AppState::start(place.config()).await.err().expect("an error");
    assert!(error.to_string().contains("version 99"), "{error}");
}
