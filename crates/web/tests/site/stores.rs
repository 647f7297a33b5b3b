//! Applications on a store of their own, one test on both databases.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cairn_web::LevelOpponents;
use cairn_web::TimeSource;
use cairn_web::{AppState, ServerConfig};

use crate::postgres;

/// A folder that is removed at the end.
pub struct TestFolder(pub PathBuf);

impl TestFolder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("cairn-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Location of the games of a test.
pub struct Place {
    pub data: String,
    _folder: Option<TestFolder>,
}

impl Place {
    pub fn sqlite() -> Self {
        let folder = TestFolder::new();
        let data = folder.0.join("deep/down/games.db").to_string_lossy().into_owned();
        Self { data, _folder: Some(folder) }
    }

    /// A database of its own.
    pub async fn postgres() -> Self {
        Self { data: postgres::new_database().await, _folder: None }
    }

    /// Runs SQL on a database that no server uses.
    pub async fn run_script(&self, script: &'static str) {
        if self.data.starts_with("postgres:") {
            let pool = sqlx::PgPool::connect(&self.data).await.unwrap();
            sqlx::raw_sql(script).execute(&pool).await.unwrap();
            pool.close().await;
        } else {
            std::fs::create_dir_all(std::path::Path::new(&self.data).parent().unwrap()).unwrap();
            let address = format!("sqlite:{}?mode=rwc", self.data);
            let pool = sqlx::SqlitePool::connect(&address).await.unwrap();
            sqlx::raw_sql(script).execute(&pool).await.unwrap();
            pool.close().await;
        }
    }

    /// Changes what is kept, behind the back of a server that is not running.
    pub async fn execute(&self, statements: &[&'static str]) {
        if self.data.starts_with("postgres:") {
            let pool = sqlx::PgPool::connect(&self.data).await.unwrap();
            for statement in statements {
                sqlx::query(*statement).execute(&pool).await.unwrap();
            }
            pool.close().await;
        } else {
            let pool = sqlx::SqlitePool::connect(&format!("sqlite:{}", self.data)).await.unwrap();
            for statement in statements {
                sqlx::query(*statement).execute(&pool).await.unwrap();
            }
            pool.close().await;
        }
    }

    /// Returns a number that the store knows.
    pub async fn number(&self, query: &'static str) -> i64 {
        if self.data.starts_with("postgres:") {
            let pool = sqlx::PgPool::connect(&self.data).await.unwrap();
            sqlx::query_scalar(query).fetch_one(&pool).await.unwrap()
        } else {
            let pool = sqlx::SqlitePool::connect(&format!("sqlite:{}", self.data)).await.unwrap();
            sqlx::query_scalar(query).fetch_one(&pool).await.unwrap()
        }
    }

    /// Without limits to what a visitor may ask: tests are quicker than people.
    pub fn config(&self) -> ServerConfig {
        ServerConfig {
            data: self.data.clone(),
            threads: 1,
            limits: false,
            ..ServerConfig::default()
        }
    }

    /// With the usual limits.
    pub async fn start_with_limits(&self) -> AppState {
        AppState::start(ServerConfig { limits: true, ..self.config() }).await.unwrap()
    }

    pub async fn start(&self) -> AppState {
        AppState::start(self.config()).await.unwrap()
    }

    /// With a clock that tests can turn.
    pub async fn start_with_clock(&self, time: TimeSource) -> AppState {
        AppState::start_with(self.config(), time, Arc::new(LevelOpponents)).await.unwrap()
    }
}

/// Runs an `async fn(Place)` as two tests, one on each database.
macro_rules! on_both_places {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    super::$test(crate::stores::Place::sqlite()).await;
                }
            )+
        }
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                #[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
                async fn $test() {
                    let place = crate::stores::Place::postgres().await;
                    super::$test(place).await;
                }
            )+
        }
    };
}

/// Runs an `async fn(AppState)` as two tests, one on each database.
macro_rules! on_both_stores {
    ($($test:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $test() {
                    let place = crate::stores::Place::sqlite();
                    let app = place.start().await;
                    super::$test(app.clone()).await;
                    app.close().await;
                }
            )+
        }
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                #[cfg_attr(not(has_postgres), ignore = "PostgreSQL is not installed")]
                async fn $test() {
                    let place = crate::stores::Place::postgres().await;
                    let app = place.start().await;
                    super::$test(app.clone()).await;
                    app.close().await;
                }
            )+
        }
    };
}

pub(crate) use {on_both_places, on_both_stores};
