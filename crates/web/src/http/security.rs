//! Security headers, protection from other sites, and the measuring of requests.

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use super::{Purpose, Requester};
use crate::app::AppState;
use crate::problem::Problem;

/// Content security policy: files of this server only, and no inline scripts or styles.
/// WebAssembly is allowed, which leaves `eval` forbidden.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The part of the policy that keeps pages out of frames.
const NO_FRAMES: &str = "; frame-ancestors 'none'";

/// Marks an answer that pages of other sites may show in a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Embeddable;

/// Security headers of all answers. The policies for openers and embedded files isolate pages from
/// other sites, so that browsers let the engine's workers share memory.
const HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Returns the content security policy of pages that may be shown in frames.
pub(crate) fn policy_in_frames() -> String {
    CONTENT_SECURITY_POLICY.replace(NO_FRAMES, "")
}

/// Adds the security headers to an answer, unless the answer sets its own.
pub(crate) async fn security_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let embeddable = response.extensions().get::<Embeddable>().is_some();
    if embeddable && let Ok(policy) = HeaderValue::try_from(policy_in_frames()) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        let resource_policy = HeaderName::from_static("cross-origin-resource-policy");
        response.headers_mut().insert(resource_policy, HeaderValue::from_static("cross-origin"));
    }
    let headers =
        HEADERS.into_iter().filter(|(name, _)| !embeddable || name != header::X_FRAME_OPTIONS);
    for (name, value) in headers {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Refuses requests that another site makes a browser send.
pub(crate) async fn refuse_cross_site(request: Request, next: Next) -> Response {
    if is_unsafe(request.method()) && is_cross_site(request.headers()) {
        let problem = Problem::forbidden("cross_site", "The request came from another site.");
        return problem.into_response();
    }
    next.run(request).await
}

fn is_unsafe(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Browsers say where a request comes from; programs that are not browsers say nothing,
/// and have no cookies that somebody else could make use of.
fn is_cross_site(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = text("sec-fetch-site") {
        return !matches!(site, "same-origin" | "none");
    }
    is_other_origin(headers)
}

/// Whether a request names an origin other than this site. Browsers name one for every WebSocket, and
/// their other headers are not reliable there.
pub(crate) fn is_other_origin(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let Some(origin) = text("origin") else {
        return false;
    };
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_none() || host != text("host")
}

/// Applies the general rate limit, and counts and times the request by its route.
pub(crate) async fn measure(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let network = request.extensions().get::<Requester>().map(|requester| requester.network);
    let route = request.extensions().get::<MatchedPath>().cloned();
    let is_asset = request.uri().path().starts_with("/assets/");
    let purpose = if is_asset { Purpose::Asset } else { Purpose::Any };
    let allowed = network.map_or(Ok(()), |network| app.limits.take(network, purpose));
    let response = match allowed {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let route = route.as_ref().map_or("none", |route| route.as_str());
    app.metrics.request(route, response.status(), begun.elapsed());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cross_site(pairs: &[(&'static str, &'static str)]) -> bool {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_cross_site(&pairs.collect())
    }

    #[test]
    fn other_sites_are_told_apart() {
        assert!(!cross_site(&[]));
        assert!(!cross_site(&[("sec-fetch-site", "same-origin")]));
        assert!(cross_site(&[("sec-fetch-site", "cross-site")]));
        assert!(cross_site(&[("sec-fetch-site", "same-site")]));
        assert!(!cross_site(&[("origin", "http://a:80"), ("host", "a:80")]));
        assert!(cross_site(&[("origin", "http://b"), ("host", "a")]));
        assert!(cross_site(&[("origin", "null"), ("host", "a")]));
        assert!(cross_site(&[("origin", "http://a")]));
    }
}
