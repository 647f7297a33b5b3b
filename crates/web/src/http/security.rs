//! What protects visitors from other sites, and the server from them.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use super::{Purpose, Requester};
use crate::app::App;
use crate::problem::Problem;

/// Nothing but what comes from this server, and no inline scripts or styles.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Adds what browsers are told with every answer, unless the answer says otherwise.
pub async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Refuses what another site makes a browser do here.
pub async fn same_origin(request: Request, next: Next) -> Response {
    if changes_something(request.method()) && is_foreign(request.headers()) {
        let problem = Problem::forbidden("cross_site", "This was sent from another site.");
        return problem.into_response();
    }
    next.run(request).await
}

fn changes_something(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Browsers say where a request comes from; programs that are no browsers say nothing,
/// and have no cookies that somebody else could make use of.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return !matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text("origin") else {
        return false;
    };
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_none() || host != text("host")
}

/// Counts the request and measures how long it takes; refuses it if the visitor asks
/// for too much.
pub async fn measure(State(app): State<App>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let visitor = request.extensions().get::<Requester>().map(|requester| requester.address);
    let allowed = visitor.map_or(Ok(()), |visitor| app.limits.take(visitor, Purpose::Any));
    let response = match allowed {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    if response.status() == axum::http::StatusCode::TOO_MANY_REQUESTS {
        app.metrics.refused.add(1);
    }
    app.metrics.request(response.status().as_u16(), begun.elapsed());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foreign(pairs: &[(&'static str, &'static str)]) -> bool {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_foreign(&pairs.collect())
    }

    #[test]
    fn other_sites_are_told_apart() {
        assert!(!foreign(&[]));
        assert!(!foreign(&[("sec-fetch-site", "same-origin")]));
        assert!(foreign(&[("sec-fetch-site", "cross-site")]));
        assert!(foreign(&[("sec-fetch-site", "same-site")]));
        assert!(!foreign(&[("origin", "http://a:80"), ("host", "a:80")]));
        assert!(foreign(&[("origin", "http://b"), ("host", "a")]));
        assert!(foreign(&[("origin", "null"), ("host", "a")]));
        assert!(foreign(&[("origin", "http://a")]));
    }
}
