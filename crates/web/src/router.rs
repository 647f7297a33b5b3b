//! Routes and middleware.

use std::any::Any;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{Request, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::Level;

use crate::app::AppState;
use crate::http::{
    identify_visitor, limit_body_time, measure, refuse_cross_site, security_headers,
};
use crate::problem::Problem;
use crate::{api, images, live_connection, pages};

/// Size of the largest request, in bytes.
pub(crate) const MAX_REQUEST: usize = 512 << 10;

/// Returns the router of the whole site.
pub fn router(app: AppState) -> Router {
    let site = Router::new()
        .nest("/api/v1", api::router())
        .route("/live", get(live_connection::open))
        .route("/img/{game}/{*picture}", get(images::picture))
        .route("/g/{id}/game.gif", get(images::animation))
        .merge(pages::router())
        .layer(from_fn(refuse_cross_site))
        .layer(from_fn_with_state(app.clone(), measure))
        .layer(from_fn(pages::show_problems))
        .layer(from_fn_with_state(app.clone(), identify_visitor));
    // Monitoring has no visitor and no limit.
    let machines = Router::new()
        .route("/healthz", get(health))
        .route("/livez", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics));
    site.merge(machines)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new())
        .layer(from_fn(security_headers))
        .layer(DefaultBodyLimit::max(MAX_REQUEST))
        .layer(from_fn_with_state(app.clone(), limit_body_time))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_response(DefaultOnResponse::new().level(Level::DEBUG)),
        )
        .with_state(app)
}

/// Returns the log entry of a request. Its query and headers may hold secrets and are left
/// out. So is what comes after `/feed/` and `/seat/` in its path: addresses of feeds have a secret
/// there, as had links of version 0.1.0.
fn span<B>(request: &Request<B>) -> tracing::Span {
    let path = request.uri().path();
    let secret = ["/feed/", "/seat/"].into_iter().find_map(|part| path.find(part));
    let path = secret.map_or(path, |at| &path[..at]);
    tracing::debug_span!("request", method = %request.method(), path)
}

fn panicked(cause: Box<dyn Any + Send + 'static>) -> Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    Problem::internal(&text).into_response()
}

/// Answers whether the server can do its work: a write must succeed within a second.
async fn health(State(app): State<AppState>) -> Response {
    match app.lease.check().await {
        Ok(()) => (StatusCode::OK, "ok\n").into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store cannot write\n").into_response(),
    }
}

async fn metrics(State(app): State<AppState>) -> Response {
    let text = app.metrics.render(app.hub.len(), app.pool.stats());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::Body;
    use futures_util::FutureExt;
    use tower::ServiceExt;

    use super::*;
    use crate::ServerConfig;

    /// Requests that compute wait while all turns to compute are taken; others do not.
    #[tokio::test]
    async fn computations_do_not_run_on_the_threads_that_answer() {
        let folder = std::env::temp_dir().join(format!("cairn-compute-{}", std::process::id()));
        let data = folder.join("games.db").to_string_lossy().into_owned();
        let config = ServerConfig { data, limits: false, threads: 1, ..ServerConfig::default() };
        let app = AppState::start(config).await.unwrap();
        let site = router(app.clone());
        let get = |path: &str| Request::get(path).body(Body::empty()).unwrap();
        let post = |path: &str, json: &'static str| {
            let request = Request::post(format!("/api/v1{path}"));
            let request = request.header(header::CONTENT_TYPE, "application/json");
            request.header(header::CONTENT_LENGTH, json.len()).body(Body::from(json)).unwrap()
        };
        let (release, held) = std::sync::mpsc::channel::<()>();
        let held = std::sync::Arc::new(std::sync::Mutex::new(held));
        let mut turns = Vec::new();
        for _ in 0..256 {
            let held = std::sync::Arc::clone(&held);
            let hold = move || drop(held.lock().map(|held| held.recv()));
            let app = app.clone();
            let mut turn = Box::pin(async move { app.compute.run(hold).await });
            assert!((&mut turn).now_or_never().is_none(), "the work waits or runs elsewhere");
            turns.push(turn);
        }
        let computing = [
            get("/api/v1/moves?game=glaisher"),
            get("/board/glaisher/start?choices=1"),
            get("/a/glaisher"),
            post("/apply", r#"{"game":"nava","moves":["a1-a4"]}"#),
            post("/records", r#"{"record":"[Game \"nava\"] 1. a1-a4"}"#),
            post("/records/text", r#"{"game":"nava"}"#),
            post("/import", r#"{"text":"1. a1-a4"}"#),
            post("/analyse", r#"{"game":"nava"}"#),
            post("/evaluate", r#"{"game":"nava","moves":[]}"#),
        ];
        for request in computing {
            let path = request.uri().clone();
            let answer = site.clone().oneshot(request);
            let waited = tokio::time::timeout(Duration::from_millis(20), answer).await;
            assert!(waited.is_err(), "{path} does not wait for its turn");
        }
        // Other tests may have rendered the rules pages of this process.
        let documents = Box::leak(Box::new(std::sync::OnceLock::new()));
        let rendering = pages::prepare_rules_in(&app, documents);
        let waited = tokio::time::timeout(Duration::from_millis(20), rendering).await;
        assert!(waited.is_err(), "rules pages do not wait for their turn");
        let rules = site.clone().oneshot(get("/api/v1/rules")).await.unwrap();
        assert_eq!(rules.status(), StatusCode::OK);
        drop((release, turns));
        app.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }
}
