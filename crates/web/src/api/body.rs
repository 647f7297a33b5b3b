//! The body and the parameters of a request, with the site's own errors.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::problem::Problem;
use crate::router::MAX_REQUEST;
use crate::service::MAX_RECORD_LENGTH;

/// Number of characters kept at each end of a shortened text.
const MAX_PART: usize = 160;

/// The JSON in the body of a request. An empty body counts as `{}`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let empty = request.headers().get("content-length").is_none_or(|length| length == "0")
            && request.headers().get("transfer-encoding").is_none();
        if empty && let Ok(nothing) = serde_json::from_str("{}") {
            return Ok(Self(nothing));
        }
        match Json::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(describe(&rejection)),
        }
    }
}

fn describe(rejection: &JsonRejection) -> Problem {
    match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "The request is too large.")
                .hint(format!(
                    "A study or record can have up to {} KB, and a request up to {} KB.",
                    MAX_RECORD_LENGTH >> 10,
                    MAX_REQUEST >> 10
                ))
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not_json",
            "The request must be JSON.",
        )
        .hint("Send `Content-Type: application/json`."),
        // The text is about what was sent, and tells nothing of the server.
        _ => Problem::bad("bad_request", shorten(&rejection.body_text())),
    }
}

/// Shortens a long text by leaving out its middle.
fn shorten(text: &str) -> String {
    let count = text.chars().count();
    if count <= 2 * MAX_PART {
        return text.to_owned();
    }
    let part = |from| text.chars().skip(from).take(MAX_PART).collect::<String>();
    format!("{} … {}", part(0), part(count - MAX_PART))
}

/// The parameters in the address of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(Problem::bad("bad_request", shorten(&rejection.body_text()))),
        }
    }
}
