//! Opening a store: who can read it, and what is said if it cannot be used.

use std::time::{Duration, Instant};

use cairn_web::{AppState, ServerConfig};

use crate::stores::{Place, TestFolder};

/// Returns the reason why a server with this store does not start.
async fn refusal(data: &str) -> String {
    let config = ServerConfig { data: data.to_owned(), ..ServerConfig::default() };
    AppState::start(config).await.err().expect("the store cannot be opened").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unusable_file_is_named_with_advice() {
    let folder = TestFolder::new();
    let path = |name: &str| folder.0.join(name).to_string_lossy().into_owned();
    std::fs::create_dir(path("folder")).unwrap();
    std::fs::write(path("text"), "The quick brown fox jumps over the lazy dog. ".repeat(50))
        .unwrap();
    for (name, advice) in
        [("folder", "is a directory"), ("text", "file is not a database; choose another file")]
    {
        let reason = refusal(&path(name)).await;
        assert!(reason.contains(&path(name)) && reason.contains(advice), "{reason}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_refuses_is_named_at_once() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let begun = Instant::now();
    let reason = refusal(&format!("postgres://cairn:secret@{free}/games")).await;
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
    assert!(reason.contains("games") && reason.contains("refused"), "{reason}");
    assert!(reason.contains(&free.port().to_string()), "{reason}");
    assert!(!reason.contains("secret"), "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
#[cfg(unix)]
async fn nobody_else_can_read_what_the_server_creates() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::sqlite();
    let app = place.start().await;
    let file = std::path::Path::new(&place.data);
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(file), 0o600);
    assert_eq!(mode(&file.with_extension("db-wal")), 0o600);
    assert_eq!(mode(file.parent().unwrap()), 0o700);
    app.close().await;
}
