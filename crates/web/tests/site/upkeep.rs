//! Old games are removed, and the data is checked and copied.

use std::time::Duration;

use cairn_web::{AppState, Data, Retention, ServerConfig};
use serde_json::{Value, json};

use crate::client::{Client, two_players};
use crate::stores::{Place, TestFolder, on_both_places};

on_both_places!(old_games_are_removed, a_check_finds_what_is_broken, a_broken_game_harms_no_other);

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Keeps nothing for longer than an hour.
const AN_HOUR: Retention = Retention {
    open: Some(HOUR),
    unfinished: Some(HOUR),
    aborted: Some(HOUR),
    finished: Some(HOUR),
    studies: Some(HOUR),
};

async fn old_games_are_removed(place: Place) {
    let app = place.start().await;
    let client = Client::browser(&app);
    let open = client.create(json!({"game": "nava"})).await;
    let aborted = client.create(json!({"game": "nava"})).await;
    client.act(&aborted, "abort", json!({})).await.ok();
    let (first, _, unfinished) = two_players(&app, "none").await;
    first.make_move(&unfinished, 0, "a1-a4").await.ok();
    let (_, second, finished) = two_players(&app, "none").await;
    second.act(&finished, "resign", json!({})).await.ok();
    app.close().await;
    let data = Data::open(&place.data).await.unwrap();
    assert_eq!(data.prune(&AN_HOUR).await.unwrap(), 0, "not old enough");
    place.execute(&["UPDATE games SET updated = updated - 4000000"]).await;
    let forever =
        Retention { open: None, unfinished: None, aborted: None, finished: None, studies: None };
    assert_eq!(data.prune(&forever).await.unwrap(), 0);
    let keep_unfinished = Retention { unfinished: None, ..AN_HOUR };
    assert_eq!(data.prune(&keep_unfinished).await.unwrap(), 3);
    let app = place.start().await;
    let client = Client::browser(&app);
    for (game, status) in [(&open, 404), (&unfinished, 200), (&aborted, 404), (&finished, 404)] {
        let path = format!("/api/v1/games/{}", game["id"].as_str().unwrap());
        assert_eq!(client.get(&path).await.status.as_u16(), status, "{path}");
    }
    assert_eq!(client.look(&unfinished).await["ply"], 1);
    app.close().await;
    assert_eq!(data.prune(&AN_HOUR).await.unwrap(), 1);
    for query in ["SELECT COUNT(*) FROM games", "SELECT COUNT(*) FROM moves"] {
        assert_eq!(place.number(query).await, 0, "nothing is left: {query}");
    }
    assert_eq!(place.number("SELECT COUNT(*) FROM seat_keys").await, 0);
    data.close().await;
}

async fn a_check_finds_what_is_broken(place: Place) {
    let app = place.start().await;
    let (first, second, game) = two_players(&app, "none").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    second.make_move(&game, 1, "e5-e4").await.ok();
    let anna = Client::browser(&app);
    anna.page("/").await;
    let mut studies = Vec::new();
    for mv in ["a1-a4", "a1-b1", "a1-c1"] {
        let record = json!({"game": "nava", "moves": [{"move": mv}]});
        let study = anna.post("/api/v1/studies", json!({"record": record})).await.json();
        studies.push(study["id"].as_str().unwrap().to_owned());
    }
    // While the server runs.
    let data = Data::open(&place.data).await.unwrap();
    let report = data.check().await.unwrap();
    assert_eq!((report.games, report.moves, report.problems.len()), (1, 2, 0), "{report:?}");
    assert_eq!(report.studies, 3);
    app.close().await;
    let (illegal, listed) = (&studies[1], &studies[2]);
    place
        .execute(&[
            "UPDATE studies SET record = REPLACE(record, 'a1-b1', 'a1-b9')",
            "UPDATE studies SET game = 'greener' WHERE record LIKE '%a1-c1%'",
        ])
        .await;
    let report = data.check().await.unwrap();
    assert_eq!((report.studies, report.problems.len()), (3, 2), "{report:?}");
    for (id, word) in [(illegal, "b9"), (listed, "greener")] {
        let named = |problem: &String| problem.contains(id) && problem.contains(word);
        assert!(report.problems.iter().any(named), "{word}: {report:?}");
    }
    place.execute(&["DELETE FROM studies"]).await;
    place.execute(&["UPDATE moves SET move_text = 'a1-a9' WHERE ply = 1"]).await;
    let report = data.check().await.unwrap();
    assert_eq!(report.games, 1);
    let id = game["id"].as_str().unwrap();
    assert!(report.problems.len() == 1 && report.problems[0].contains(id), "{report:?}");
    data.close().await;
}

async fn a_broken_game_harms_no_other(place: Place) {
    let app = place.start().await;
    let (first, _, broken) = two_players(&app, "none").await;
    first.make_move(&broken, 0, "a1-a4").await.ok();
    let (player, _, game) = two_players(&app, "none").await;
    let cookie = player.cookie();
    app.close().await;
    place.execute(&["UPDATE moves SET move_text = 'a1-a9'"]).await;
    let app = place.start().await;
    let player = Client::with_cookie(&app, cookie);
    let path = format!("/api/v1/games/{}", broken["id"].as_str().unwrap());
    assert_eq!(player.get(&path).await.problem(500), "internal");
    player.make_move(&game, 0, "a1-a4").await.ok();
    assert_eq!(player.get("/healthz").await.status, 200);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_a_database() {
    let (place, folder) = (Place::sqlite(), TestFolder::new());
    let app = place.start().await;
    let (first, second, game) = two_players(&app, "none").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    let data = Data::open(&place.data).await.unwrap();
    let copy = folder.0.join("copy.db");
    data.backup(&copy).await.unwrap();
    assert!(data.backup(&copy).await.is_err(), "an older copy is not overwritten");
    data.close().await;
    second.make_move(&game, 1, "e5-e4").await.ok();
    app.close().await;
    let config = ServerConfig { data: copy.to_string_lossy().into_owned(), ..place.config() };
    let app = AppState::start(config).await.unwrap();
    let there: Value = Client::browser(&app).look(&game).await;
    assert_eq!((&there["ply"], &there["moves"][0]["move"]), (&json!(1), &json!("a1-a4")));
    app.close().await;
}

#[tokio::test]
async fn there_must_be_data() {
    let place = Place::sqlite();
    let error = Data::open(&place.data).await.err().unwrap().to_string();
    assert!(error.contains("games.db"), "{error}");
}
