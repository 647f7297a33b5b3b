//! A database file that has several names, is removed, or cannot be written.

use std::os::unix::fs::symlink;
use std::path::Path;

use cairn_web::{AppState, ServerConfig};
use serde_json::json;

use crate::client::Client;
use crate::stores::{Place, TestFolder};

async fn refusal(place: &Place, data: &Path) -> String {
    let config = ServerConfig { data: data.to_string_lossy().into_owned(), ..place.config() };
    AppState::start(config).await.err().expect("refused").to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lock_follows_the_file_and_not_its_name() {
    let (place, elsewhere) = (Place::sqlite(), TestFolder::new());
    let app = place.start().await;
    let file = Path::new(&place.data);
    let (to_file, to_folder) = (elsewhere.0.join("link.db"), elsewhere.0.join("folder"));
    symlink(file, &to_file).unwrap();
    symlink(file.parent().unwrap(), &to_folder).unwrap();
    for link in [&to_file, &to_folder.join("games.db")] {
        let refusal = refusal(&place, link).await;
        assert!(refusal.contains("another server uses"), "{refusal}");
    }
    let hard = elsewhere.0.join("hard.db");
    std::fs::hard_link(file, &hard).unwrap();
    for name in [file, &hard] {
        let refusal = refusal(&place, name).await;
        assert!(refusal.contains("several names"), "{refusal}");
    }
    app.close().await;
    std::fs::remove_file(&hard).unwrap();
    // A link by itself is as good as the file.
    let config = ServerConfig { data: to_file.to_string_lossy().into_owned(), ..place.config() };
    AppState::start(config).await.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removed_file_is_noticed() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let game = client.create(json!({"game": "nava", "opponent": "same-screen"})).await;
    client.make_move(&game, 0, "a1-a4").await.ok();
    let file = Path::new(&place.data);
    let away = file.with_extension("away");
    std::fs::rename(file, &away).unwrap();
    for _ in 0..2 {
        let refused = client.make_move(&game, 1, "e5-e4").await;
        assert!(refused.headers.contains_key("retry-after"));
        assert_eq!(refused.problem(503), "store_unavailable");
        assert_eq!(client.get("/healthz").await.status, 503);
    }
    assert!(!file.exists(), "no other file takes its place");
    // Moved back, it is the same file as before.
    std::fs::rename(&away, file).unwrap();
    assert_eq!(client.get("/healthz").await.status, 200);
    client.make_move(&game, 1, "e5-e4").await.ok();
    app.close().await;
    let app = place.start().await;
    assert_eq!(Client::browser(&app).look(&game).await["ply"], 2);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_cannot_be_used_are_named() {
    let place = Place::sqlite();
    place.start().await.close().await;
    let file = Path::new(&place.data);
    // SQLite does not write to a file that a later version has written, as the number of its
    // format for writing says.
    let mut bytes = std::fs::read(file).unwrap();
    bytes[18] = 3;
    std::fs::write(file, &bytes).unwrap();
    let refusal = refusal(&place, file).await;
    assert!(refusal.contains("games.db") && refusal.contains("read-only"), "{refusal}");
    std::fs::write(file, "This is some text and certainly not a database.".repeat(100)).unwrap();
    let refusal = self::refusal(&place, file).await;
    assert!(refusal.contains("games.db") && refusal.contains("not a database"), "{refusal}");
}
