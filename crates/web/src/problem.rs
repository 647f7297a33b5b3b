//! Errors as the site reports them: a code for programs, a sentence for people, and no
//! internals.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cairn_app::board::BoardError;
use cairn_app::lessons::LessonError;
use cairn_app::puzzles::{PuzzleError, UnknownPuzzle};
use cairn_app::{MoveListError, PositionSpecError};
use cairn_draw::png::PictureError;
use cairn_engine::SearchError;
use cairn_games::{Illegal, Impossible, MoveError, TextError, UnknownGame};
use serde::Serialize;
use tokio::task::JoinError;
use utoipa::ToSchema;

use crate::store::StoreError;

/// Reason why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Problem {
    /// Status of the answer.
    pub(crate) status: StatusCode,
    /// Code for programs; it never changes.
    pub(crate) code: &'static str,
    /// Message for people.
    pub(crate) message: String,
    /// Advice on what would be valid.
    pub(crate) hint: Option<String>,
    /// Bytes of a text that are wrong, if the problem is about a text.
    pub(crate) place: Option<(usize, usize)>,
    /// Seconds after which to try again.
    pub(crate) retry_after: Option<u64>,
}

/// An error (`application/problem+json`).
#[derive(Serialize, ToSchema)]
pub(crate) struct ProblemView {
    /// HTTP status.
    status: u16,
    /// Code for programs; it never changes.
    code: &'static str,
    /// Message for people.
    message: String,
    /// Advice on what to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    /// Range of bytes in the text that the error refers to: start, and end (exclusive).
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<(usize, usize)>,
}

impl Problem {
    /// Creates a problem from a status, a code and a sentence.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, code, message, hint: None, place: None, retry_after: None }
    }

    /// Returns an invalid request (400).
    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// Returns an action that the requester may not take (403).
    pub(crate) fn forbidden(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// Returns something that does not exist (404).
    pub(crate) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("This {what} does not exist."))
    }

    /// Returns a request whose body did not arrive in time (408).
    pub(crate) fn request_timeout() -> Self {
        let message = "The request did not arrive in time.";
        Self::new(StatusCode::REQUEST_TIMEOUT, "request_timeout", message)
            .hint("Check your connection and try again.")
    }

    /// Returns a conflict with the current state (409).
    pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// Returns a request that is well-formed but against the rules (422).
    pub(crate) fn illegal(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// Returns an exceeded rate limit (429).
    pub(crate) fn too_many(seconds: u64) -> Self {
        let message = "Too many requests.";
        let mut problem = Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
            .hint("Wait a moment and try again.");
        problem.retry_after = Some(seconds.max(1));
        problem
    }

    /// Returns a server that is too busy (503).
    pub(crate) fn busy() -> Self {
        let message = "The server is busy.";
        let mut problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
            .hint("Wait a moment and try again.");
        problem.retry_after = Some(2);
        problem
    }

    /// Returns a store that cannot be used at the moment (503). The cause is only logged.
    pub(crate) fn store_unavailable(cause: &StoreError) -> Self {
        tracing::error!(%cause, "the store is unavailable");
        Self::store_away()
    }

    /// The store has failed before and does not answer yet (503).
    pub(crate) fn store_away() -> Self {
        let message = "The server cannot save anything at the moment.";
        let mut problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, "store_unavailable", message)
            .hint("Confirmed moves are safe. Try again in a moment.");
        problem.retry_after = Some(5);
        problem
    }

    /// Returns a position of a running game between people, which the engine does not analyse
    /// (409).
    pub(crate) fn running_game() -> Self {
        let message = "The engine does not help during a game between two people.";
        Self::conflict("running_game", message).hint("You can analyse the game when it is over.")
    }

    /// Returns an internal error (500). The cause is only logged.
    pub(crate) fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        let message = "Something went wrong on the server.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message)
            .hint("Confirmed moves are safe. Try again.")
    }

    /// Adds advice on what would be valid.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns a text that cannot be read, with the place (400).
    pub(crate) fn text(code: &'static str, what: &str, error: &TextError) -> Self {
        let mut problem = Self::bad(code, format!("Cannot read the {what}: {}.", error.problem));
        problem.hint = error.help.as_deref().map(sentence);
        problem.place = Some((error.span.start, error.span.end));
        problem
    }

    /// Puts a text before the message.
    pub(crate) fn within(mut self, what: impl std::fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Self {
        match error {
            MoveError::Text(error) => Self::text("unreadable_move", "move", &error),
            MoveError::Illegal(why) => why.into(),
        }
    }
}

impl From<BoardError> for Problem {
    fn from(error: BoardError) -> Self {
        match error {
            BoardError::Move(error) => error.into(),
            BoardError::IllegalPick => {
                Self::illegal("illegal_pick", "No move begins with these picks.")
            }
        }
    }
}

impl From<Illegal> for Problem {
    fn from(why: Illegal) -> Self {
        Self::illegal("illegal_move", format!("The move is illegal: {why}."))
    }
}

impl From<Impossible> for Problem {
    fn from(why: Impossible) -> Self {
        Self::illegal("impossible_position", format!("This position is impossible: {why}."))
    }
}

impl From<UnknownGame> for Problem {
    fn from(error: UnknownGame) -> Self {
        let (name, known) = (error.name, error.known.to_string());
        PositionSpecError::UnknownGame { name, known }.into()
    }
}

impl From<PositionSpecError> for Problem {
    fn from(error: PositionSpecError) -> Self {
        let (code, hint) = (error.code(), error.hint());
        match error {
            PositionSpecError::Text(error) => Self::text(code, "position", &error),
            PositionSpecError::Impossible(why) => why.into(),
            _ => Self { hint, ..Self::bad(code, sentence(&error.to_string())) },
        }
    }
}

impl From<MoveListError> for Problem {
    fn from(error: MoveListError) -> Self {
        Self::from(error.error).within(format_args!("Move {}", error.number))
    }
}

impl From<LessonError> for Problem {
    fn from(error: LessonError) -> Self {
        let courses = "All courses are at /learn.";
        match error {
            LessonError::NoCourse => Self::not_found("course").hint(courses),
            LessonError::NoLesson => Self::not_found("lesson").hint(courses),
            LessonError::Course(error) => Self::internal(&error),
            LessonError::TooManyMoves(_) => {
                Self::bad("too_many_moves", sentence(&error.to_string()))
            }
            LessonError::NoMove => Self::bad("no_move", sentence(&error.to_string())),
            LessonError::NoHint => {
                Self::conflict("no_hint", "No move leads to the goal from here.")
                    .hint("Restart the lesson.")
            }
            LessonError::Moves(error) => error.into(),
            LessonError::Move(error) => error.into(),
        }
    }
}

impl From<UnknownPuzzle> for Problem {
    fn from(error: UnknownPuzzle) -> Self {
        match error {
            UnknownPuzzle::Id(_) => Self::not_found("puzzle"),
            UnknownPuzzle::Filter => Self::new(
                StatusCode::NOT_FOUND,
                "not_found",
                "There are no more puzzles of this kind.",
            ),
            UnknownPuzzle::File(error) => Self::internal(&error),
        }
    }
}

impl From<PuzzleError> for Problem {
    fn from(error: PuzzleError) -> Self {
        let message = sentence(&error.to_string());
        let bad = |code| Self::bad(code, message);
        match error {
            PuzzleError::Puzzle(error) => error.into(),
            PuzzleError::Game(_) => bad("unknown_game"),
            PuzzleError::Theme(_) => bad("unknown_theme"),
            PuzzleError::Difficulty(_) => bad("unknown_difficulty"),
            PuzzleError::TooManyMoves => bad("too_many_moves"),
            PuzzleError::NoMove => bad("no_move"),
            PuzzleError::WrongSide => bad("wrong_side"),
            PuzzleError::NoHint => {
                Self::conflict("no_hint", "No move solves the puzzle from here.")
                    .hint("Restart the puzzle.")
            }
            PuzzleError::Moves(error) => error.into(),
            PuzzleError::Move(error) => error.into(),
        }
    }
}

/// Makes a sentence of a message or a reason.
pub(crate) fn sentence(message: &str) -> String {
    let mut letters = message.trim_end_matches('.').chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

/// Implements the conversion of errors that only the log describes.
macro_rules! internal {
    ($($error:ty),+ $(,)?) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Self {
                Self::internal(&error)
            }
        })+
    };
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            // The server is stopping, which is not an error.
            StoreError::Closed | StoreError::Database(sqlx::Error::PoolClosed) => {
                Self::store_away()
            }
            _ if error.is_outage() => Self::store_unavailable(&error),
            _ => Self::internal(&error),
        }
    }
}

internal!(JoinError, SearchError, PictureError);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let shape = ProblemView {
            status: self.status.as_u16(),
            code: self.code,
            message: self.message.clone(),
            hint: self.hint.clone(),
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
