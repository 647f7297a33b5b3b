//! Databases of the private PostgreSQL server of these tests.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use crate::postgres_server::PostgresServer;

static SERVER: OnceLock<PostgresServer> = OnceLock::new();

fn options(server: &PostgresServer) -> PgConnectOptions {
    PgConnectOptions::new().socket(&server.folder).username("tester").database("postgres")
}

/// The address of a new, empty database.
pub async fn new_database() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let start = || SERVER.get_or_init(|| PostgresServer::start("postgres"));
    let server = tokio::task::spawn_blocking(start).await.unwrap();
    let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut connection = None;
    for _ in 0..300 {
        match options(server).connect().await {
            Ok(open) => {
                connection = Some(open);
                break;
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
    let mut connection = connection.expect("the private PostgreSQL server answers");
    let create = format!("CREATE DATABASE {name}");
    sqlx::query(AssertSqlSafe(create)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    server.address(&name)
}

/// Runs statements on the private server, in a database of no test.
async fn administer(statements: Vec<String>) {
    let server = SERVER.get().expect("a database was made");
    let mut connection = options(server).connect().await.unwrap();
    for statement in statements {
        sqlx::query(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

fn name_of(address: &str) -> &str {
    address.rsplit('/').next().unwrap()
}

/// Ends all connections to a database and refuses new ones, as if it was away.
pub async fn take_away(address: &str) {
    let name = name_of(address);
    let refuse = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS false");
    administer(vec![refuse, terminate(name)]).await;
}

/// Lets a database be used again.
pub async fn bring_back(address: &str) {
    administer(vec![format!("ALTER DATABASE {} ALLOW_CONNECTIONS true", name_of(address))]).await;
}

/// Lets nobody write to a database, as if another server had taken its place, or ends that.
pub async fn set_read_only(address: &str, read_only: bool) {
    let name = name_of(address);
    let set = format!("ALTER DATABASE {name} SET default_transaction_read_only = {read_only}");
    administer(vec![set, terminate(name)]).await;
}

/// Waits until a commit waits for another server, and ends its connection.
pub async fn cut_waiting_commit(address: &str) {
    let server = SERVER.get().expect("a database was made");
    let mut connection = options(server).connect().await.unwrap();
    let cut = format!("{} AND wait_event = 'SyncRep'", terminate(name_of(address)));
    let mut cut_off = 0;
    while cut_off == 0 {
        let done = sqlx::query(AssertSqlSafe(cut.clone())).execute(&mut connection).await;
        cut_off = done.unwrap().rows_affected();
    }
    connection.close().await.unwrap();
}

fn terminate(name: &str) -> String {
    format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
}

/// Without PostgreSQL its tests are ignored, which is a failure where they are required.
#[test]
fn postgres_is_there_where_it_is_required() {
    let required =
        std::env::var_os("CAIRN_POSTGRES_TESTS").is_some_and(|value| value == "required");
    assert!(!required || PostgresServer::binaries().is_some(), "PostgreSQL is not installed");
    assert!(
        !required || cfg!(has_postgres),
        "PostgreSQL was installed after crates/web was built: touch crates/web/build.rs"
    );
}
