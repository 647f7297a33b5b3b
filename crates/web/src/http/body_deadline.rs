//! The deadline for the body of a request.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::unfold;

use crate::app::AppState;
use crate::problem::Problem;

/// The body did not arrive in time.
#[derive(Debug, thiserror::Error)]
#[error("the request did not arrive in time")]
struct Late;

/// Answers with 408 if the body of a request has not arrived whole in time, however
/// steadily it drips.
pub(crate) async fn limit_body_time(
    State(app): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let late = Arc::new(AtomicBool::new(false));
    let limit = app.config.connections.body;
    let request = request.map(|body| until_deadline(body, limit, Arc::clone(&late)));
    let mut response = next.run(request).await;
    if late.load(Ordering::Relaxed) {
        response = Problem::request_timeout().into_response();
        // The rest of the body is still to come.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Returns the same body, which fails and sets `late` at the deadline.
fn until_deadline(body: Body, limit: Duration, late: Arc<AtomicBool>) -> Body {
    let deadline = Box::pin(tokio::time::sleep(limit));
    let begin = Some((body.into_data_stream(), deadline, late));
    Body::from_stream(unfold(begin, |state| async move {
        let (mut pieces, mut deadline, late) = state?;
        tokio::select! {
            biased;
            () = &mut deadline => {
                late.store(true, Ordering::Relaxed);
                Some((Err(axum::Error::new(Late)), None))
            }
            piece = pieces.next() => piece.map(|piece| (piece, Some((pieces, deadline, late)))),
        }
    }))
}
