//! Writes that PostgreSQL refuses or that are cut off: what was acknowledged is stored, and what was
//! not can be sent again.

use std::time::{Duration, Instant};

use cairn_web::AppState;
use serde_json::{Value, json};

use crate::client::Client;
use crate::events::EventReader;
use crate::postgres;
use crate::stores::Place;

/// A function for triggers, as if there was no room.
const NO_ROOM: &str = "CREATE FUNCTION fail() RETURNS TRIGGER LANGUAGE plpgsql AS \
    'BEGIN RAISE ''could not extend file'' USING ERRCODE = ''disk_full''; END'";
/// A function for triggers that ends the connection.
const CUT: &str = "CREATE FUNCTION fail() RETURNS TRIGGER LANGUAGE plpgsql AS \
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'";
/// A function for triggers that lets the commit wait, after it took place, for another server that
/// does not exist.
const WAIT: &str = "CREATE FUNCTION fail() RETURNS TRIGGER LANGUAGE plpgsql AS \
    'BEGIN PERFORM set_config(''synchronous_commit'', ''on'', TRUE); RETURN NEW; END'";
/// Calls the function before a move is stored.
const BEFORE_MOVE: &str =
    "CREATE TRIGGER failing BEFORE INSERT ON moves FOR EACH ROW EXECUTE FUNCTION fail()";
/// Calls the function in the commit of a transaction with a move.
const IN_COMMIT: &str = "CREATE CONSTRAINT TRIGGER failing AFTER INSERT ON moves \
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()";
/// Calls the function when a server shows that it is alive.
const BEFORE_RENEWAL: &str =
    "CREATE TRIGGER failing BEFORE UPDATE ON servers FOR EACH ROW EXECUTE FUNCTION fail()";
const RECOVER: &str = "DROP FUNCTION fail CASCADE";

/// Starts a server with a game at one screen, in which a move was made.
async fn game_with_a_move(place: &Place) -> (AppState, Client, Value) {
    let app = place.start().await;
    let client = Client::browser(&app);
    let game = client.create(json!({"game": "nava", "opponent": "same-screen"})).await;
    client.make_move(&game, 0, "a1-a4").await.ok();
    (app, client, game)
}

async fn assert_refused(client: &Client, game: &Value) {
    let refused = client.make_move(game, 1, "e5-e4").await;
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(refused.problem(503), "store_unavailable");
}

/// Makes the move again that was refused, and checks that it is stored once.
async fn assert_recovered(place: &Place, app: AppState, client: &Client, game: &Value) {
    while client.get("/healthz").await.status != 200 {}
    let made = client.make_move(game, 1, "e5-e4").await.ok();
    assert_eq!(made["ply"], 2, "{made}");
    app.close().await;
    let app = place.start().await;
    let stored = Client::browser(&app).look(game).await;
    let moves: Vec<_> = (0..2).map(|ply| &stored["moves"][ply]["move"]).collect();
    assert_eq!((&stored["ply"], moves), (&json!(2), vec![&json!("a1-a4"), &json!("e5-e4")]));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_full_disk_of_the_database_refuses_changes() {
    for trigger in [BEFORE_MOVE, IN_COMMIT] {
        let place = Place::postgres().await;
        let (app, client, game) = game_with_a_move(&place).await;
        place.execute(&[NO_ROOM, trigger]).await;
        assert_refused(&client, &game).await;
        assert_refused(&client, &game).await;
        place.execute(&[BEFORE_RENEWAL]).await;
        assert_eq!(client.get("/healthz").await.status, 503);
        assert_eq!(client.get("/livez").await.status, 200);
        place.execute(&[RECOVER]).await;
        assert_recovered(&place, app, &client, &game).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_database_that_became_read_only_refuses_changes() {
    let place = Place::postgres().await;
    let (app, client, game) = game_with_a_move(&place).await;
    postgres::set_read_only(&place.data, true).await;
    assert_refused(&client, &game).await;
    assert_eq!(client.get("/healthz").await.status, 503);
    postgres::set_read_only(&place.data, false).await;
    assert_recovered(&place, app, &client, &game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_database_that_hangs_is_an_outage_at_once() {
    let place = Place::postgres().await;
    let (app, client, game) = game_with_a_move(&place).await;
    let pool = sqlx::PgPool::connect(&place.data).await.unwrap();
    let mut blocker = pool.begin().await.unwrap();
    sqlx::query("LOCK TABLE servers, games, moves").execute(&mut *blocker).await.unwrap();
    let begun = Instant::now();
    assert_eq!(client.get("/healthz").await.status, 503);
    assert_refused(&client, &game).await;
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    blocker.rollback().await.unwrap();
    pool.close().await;
    assert_recovered(&place, app, &client, &game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_connection_that_is_cut_before_the_commit_loses_nothing() {
    let place = Place::postgres().await;
    let (app, client, game) = game_with_a_move(&place).await;
    place.execute(&[CUT, IN_COMMIT]).await;
    assert_refused(&client, &game).await;
    place.execute(&[RECOVER]).await;
    assert_eq!(client.look(&game).await["ply"], 1, "it was not stored");
    assert_recovered(&place, app, &client, &game).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
async fn a_commit_whose_answer_is_cut_off_is_read_again() {
    let place = Place::postgres().await;
    let (app, client, game) = game_with_a_move(&place).await;
    let mut watcher = EventReader::new(&app, &game, None).await;
    assert_eq!(watcher.next().await.unwrap().data["ply"], 1);
    place.execute(&[WAIT, BEFORE_MOVE]).await;
    tokio::join!(assert_refused(&client, &game), postgres::cut_waiting_commit(&place.data));
    place.execute(&[RECOVER]).await;
    // Nobody sends it again, but everybody sees it.
    let shown = watcher.next().await.unwrap().data;
    assert_eq!((&shown["ply"], &shown["moves"][0]["move"]), (&json!(2), &json!("e5-e4")));
    assert_eq!(client.look(&game).await["ply"], 2);
    assert_recovered(&place, app, &client, &game).await;
}
