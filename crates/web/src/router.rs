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
use crate::{api, images, pages};

/// The largest request.
const LARGEST: usize = 512 << 10;

/// The whole site.
pub fn router(app: AppState) -> Router {
    let site = Router::new()
        .nest("/api/v1", api::router())
        .route("/img/{game}/{*picture}", get(images::picture))
        .merge(pages::router())
        .layer(from_fn(refuse_cross_site))
        .layer(from_fn_with_state(app.clone(), measure))
        .layer(from_fn(pages::show_problems))
        .layer(from_fn_with_state(app.clone(), identify_visitor));
    // What machines ask has no visitor and no limit.
    let machines = Router::new()
        .route("/healthz", get(health))
        .route("/livez", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics));
    site.merge(machines)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(CompressionLayer::new())
        .layer(from_fn(security_headers))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(app.clone(), limit_body_time))
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(span)
                .on_response(DefaultOnResponse::new().level(Level::DEBUG)),
        )
        .with_state(app)
}

/// Returns the log entry of a request. Its query and headers may hold secrets and are left
/// out, and so is everything in its path from a seat's token on.
fn span<B>(request: &Request<B>) -> tracing::Span {
    let path = request.uri().path();
    let path = path.find("/seat/").map_or(path, |at| &path[..at]);
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
