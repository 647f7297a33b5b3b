//! What is told when something cannot be done: a code for programs, a sentence for
//! people, and nothing of the inside.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_games::{MoveError, TextError};
use serde::Serialize;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// The status of the answer.
    pub status: StatusCode,
    /// A word that never changes, for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// What would be right, if there is something to say.
    pub hint: Option<String>,
    /// The bytes of the text that are wrong, if it is about a text.
    pub place: Option<(usize, usize)>,
    /// After how many seconds to try again.
    pub retry_after: Option<u64>,
}

/// How a problem looks as JSON (`application/problem+json`).
#[derive(Serialize)]
struct Shape<'a> {
    status: u16,
    code: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<(usize, usize)>,
}

impl Problem {
    /// With a status, a code and a sentence.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, code, message, hint: None, place: None, retry_after: None }
    }

    /// The request makes no sense (400).
    pub fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// It is somebody else's to do (403).
    pub fn forbidden(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// There is no such thing (404).
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("There is no such {what}."))
    }

    /// It does not fit the state that things are in (409).
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// It can be read but breaks the rules (422).
    pub fn illegal(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Too much of it (429).
    pub fn too_many(seconds: u64) -> Self {
        let message = "That is more than one visitor may ask for.";
        let mut problem = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
            .hint("Wait a moment and try again.");
        problem.retry_after = Some(seconds.max(1));
        problem
    }

    /// The server has no room for this now (503).
    pub fn busy() -> Self {
        let message = "The server is busy.";
        let mut problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
            .hint("Wait a moment and try again.");
        problem.retry_after = Some(2);
        problem
    }

    /// Something broke; what, only the log tells (500).
    pub fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        let message = "Something went wrong on the server.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
            .hint("Nothing that was confirmed is lost. Try again.")
    }

    /// The same problem with a sentence on what would be right.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A text that cannot be read, with the place.
    #[must_use]
    pub fn text(code: &'static str, what: &str, error: &TextError) -> Self {
        let mut problem = Self::bad(code, format!("Cannot read the {what}: {}.", error.problem));
        problem.hint.clone_from(&error.help);
        problem.place = Some((error.span.start, error.span.end));
        problem
    }

    /// A move that cannot be made.
    #[must_use]
    pub fn of_move(error: &MoveError) -> Self {
        match error {
            MoveError::Text(error) => Self::text("unreadable_move", "move", error),
            MoveError::Illegal(why) => {
                Self::illegal("illegal_move", format!("The move is illegal: {why}."))
            }
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let shape = Shape {
            status: self.status.as_u16(),
            code: self.code,
            message: &self.message,
            hint: self.hint.as_deref(),
            place: self.place,
        };
        let mut response = (self.status, Json(shape)).into_response();
        let kind = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        // Pages show the problem in their own way.
        response.extensions_mut().insert(self);
        response
    }
}
