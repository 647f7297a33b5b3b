//! The JSON API: `/api/v1`. What it does is described in `openapi.json`, beside this
//! file, which is served too.

mod body;
mod events;
mod games;
mod positions;
mod study;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};

pub use body::{Body, Params};

use crate::app::App;
use crate::problem::Problem;

/// The description of the API.
pub const OPENAPI: &str = include_str!("openapi.json");

/// One address of the API, with the methods it takes.
pub struct Route {
    /// The path after `/api/v1`, as the description writes it.
    pub path: &'static str,
    /// The methods, in lower case.
    pub methods: &'static [&'static str],
    handler: MethodRouter<App>,
}

/// Every address there is. The router is made of this list, and a test compares it with
/// the description.
#[must_use]
pub fn routes() -> Vec<Route> {
    let route = |path, methods, handler| Route { path, methods, handler };
    vec![
        route("/openapi.json", &["get"], get(openapi)),
        route("/rules", &["get"], get(positions::rules)),
        route("/games", &["get", "post"], get(games::list).post(games::create)),
        route("/games/{id}", &["get"], get(games::look)),
        route("/games/{id}/events", &["get"], get(events::follow)),
        route("/games/{id}/join", &["post"], post(games::join)),
        route("/games/{id}/moves", &["post"], post(games::make_move)),
        route("/games/{id}/resign", &["post"], post(games::resign)),
        route("/games/{id}/abort", &["post"], post(games::abort)),
        route("/games/{id}/offers/{kind}", &["post"], post(games::offer)),
        route("/games/{id}/links", &["post"], post(games::make_link)),
        route("/games/{id}/claim", &["post"], post(games::claim)),
        route("/games/{id}/record", &["get"], get(games::record)),
        route("/games/{id}/evaluation", &["get"], get(study::evaluate_game)),
        route("/records", &["post"], post(positions::import)),
        route("/records/text", &["post"], post(study::write)),
        route("/import", &["post"], post(study::import)),
        route("/position", &["get"], get(positions::position)),
        route("/moves", &["get"], get(positions::moves)),
        route("/apply", &["post"], post(positions::apply)),
        route("/convert", &["post"], post(positions::convert)),
        route("/analyse", &["post"], post(positions::analyse)),
        route("/analyse/stream", &["post"], post(study::deepen)),
        route("/evaluate", &["post"], post(study::evaluate)),
    ]
}

/// The router of the API, to be put at `/api/v1`.
pub fn router() -> Router<App> {
    let router = routes()
        .into_iter()
        .fold(Router::new(), |router, route| router.route(route.path, route.handler));
    router.fallback(nothing_here).method_not_allowed_fallback(wrong_method)
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

async fn nothing_here() -> Problem {
    Problem::not_found("address").hint("See /api/v1/openapi.json.")
}

async fn wrong_method() -> Problem {
    let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "wrong_method", "This address does not take that method.")
        .hint("See /api/v1/openapi.json.")
}
