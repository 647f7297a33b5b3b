//! The JSON API: `/api/v1`. Its OpenAPI description is derived from the handlers and
//! served as `/api/v1/openapi.json`.

mod body;
mod events;
mod explorer;
mod games;
mod lessons;
mod me;
mod positions;
mod puzzles;
pub(crate) mod schema;
mod seats;
mod studies;
mod study;

use std::sync::LazyLock;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_app::record_json::{LineJson, MoveJson};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{IntoParams, Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use body::{Body, Params};

use crate::app::AppState;
use crate::http::COOKIE;
use crate::problem::{Problem, ProblemView};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Cairn",
        version = "1",
        description = "Play, watch and study four stacking games. No account is needed. A browser \
            owns its seats by a signed cookie. A program gets a token when it creates or joins a \
            game, and sends it as `Authorization: Bearer TOKEN`. Anyone can watch. The sides are \
            `first` and `second`: `first` is the player who moves first. Requests can have up to \
            512 KiB. Rate limits apply per network address (IPv6: per /64); a response with status \
            429 has a `Retry-After` header. Images of positions are at `/img/GAME/POSITION.svg` \
            and `.png`, with underscores for spaces.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/api/v1")),
    tags(
        (name = "about", description = "The API and the rule sets."),
        (name = "games", description = "Games played on this server."),
        (name = "me", description = "Your own games, and ways to be notified."),
        (name = "positions", description = "Positions, records and analysis. Nothing is stored."),
        (name = "lessons", description = "Lessons with goals. Nothing is stored."),
        (name = "puzzles", description = "Positions with one right move. Nothing is stored."),
        (name = "studies", description = "Studies that authors save and share by link."),
    ),
    security((), ("seat" = []), ("cookie" = [])),
    components(schemas(ProblemView, MoveJson, LineJson)),
    modifiers(&SecuritySchemes),
)]
struct Description;

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("Token of a seat."))
            .build();
        components.add_security_scheme("seat", SecurityScheme::Http(bearer));
        let cookie = ApiKeyValue::with_description(COOKIE, "Signed cookie of a browser.");
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    }
}

/// Path of a study.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[allow(dead_code, reason = "the handlers read the path as a string")]
struct StudyPath {
    /// Id of the study, as in `/study/ID`.
    #[param(pattern = "^[0-9A-Za-z]{10}$")]
    id: String,
}

/// Path of a game.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[allow(dead_code, reason = "the handlers read the path as a string")]
struct GamePath {
    /// Id of the game, as in `/g/ID`.
    #[param(pattern = "^[0-9A-Za-z]{10}$")]
    id: String,
}

fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(description))
        .routes(routes!(positions::rules))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::pair))
        .routes(routes!(games::get))
        .routes(routes!(events::follow))
        .routes(routes!(games::join))
        .routes(routes!(games::make_move))
        .routes(routes!(games::resign))
        .routes(routes!(games::abort))
        .routes(routes!(games::claim_win))
        .routes(routes!(games::claim_draw))
        .routes(routes!(games::say))
        .routes(routes!(games::offer))
        .routes(routes!(seats::create_link))
        .routes(routes!(seats::claim))
        .routes(routes!(seats::devices))
        .routes(routes!(seats::sign_out))
        .routes(routes!(games::set_privacy))
        .routes(routes!(games::remove))
        .routes(routes!(games::record))
        .routes(routes!(me::overview))
        .routes(routes!(me::create_feed))
        .routes(routes!(me::remove_feed))
        .routes(routes!(me::records))
        .routes(routes!(me::push_overview, me::add_push))
        .routes(routes!(me::remove_push))
        .routes(routes!(me::create_link))
        .routes(routes!(me::revoke_link))
        .routes(routes!(me::claim))
        .routes(routes!(me::sign_out_others))
        .routes(routes!(study::evaluate_game))
        .routes(routes!(positions::import))
        .routes(routes!(study::write))
        .routes(routes!(study::import))
        .routes(routes!(positions::position))
        .routes(routes!(positions::moves))
        .routes(routes!(positions::apply))
        .routes(routes!(positions::convert))
        .routes(routes!(positions::analyse))
        .routes(routes!(explorer::explore))
        .routes(routes!(study::deepen))
        .routes(routes!(study::evaluate))
        .routes(routes!(lessons::judge))
        .routes(routes!(lessons::hint))
        .routes(routes!(puzzles::daily))
        .routes(routes!(puzzles::next))
        .routes(routes!(puzzles::get))
        .routes(routes!(puzzles::judge))
        .routes(routes!(puzzles::hint))
        .routes(routes!(puzzles::solution))
        .routes(routes!(studies::list, studies::create))
        .routes(routes!(studies::get, studies::change))
        .routes(routes!(studies::remove))
}

/// The OpenAPI description as JSON.
static OPENAPI: LazyLock<String> = LazyLock::new(|| {
    let mut api = routes().into_openapi();
    schema::describe_errors(&mut api);
    // A description is made of strings and numbers, which can always be written.
    let mut api = serde_json::to_value(api).unwrap_or_default();
    schema::describe_streams(&mut api);
    schema::describe_tuples(&mut api);
    schema::describe_optional_bodies(&mut api);
    api.to_string()
});

/// Returns the router of the API, to be nested at `/api/v1`.
pub(crate) fn router() -> Router<AppState> {
    let (router, _) = routes().split_for_parts();
    router.fallback(not_found).method_not_allowed_fallback(wrong_method)
}

/// Returns this description
#[utoipa::path(get, path = "/openapi.json", operation_id = "getDescription", tag = "about",
    responses((status = 200, body = serde_json::Value)))]
async fn description() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI.as_str()).into_response()
}

/// Returns the OpenAPI description of the API as JSON.
pub fn openapi() -> &'static str {
    &OPENAPI
}

async fn not_found() -> Problem {
    Problem::not_found("address").hint("See /api/v1/openapi.json.")
}

async fn wrong_method() -> Problem {
    let status = StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "wrong_method", "This address does not support that method.")
        .hint("See /api/v1/openapi.json.")
}
