//! The requester: a browser with a cookie, or a program with the token of a seat.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};
use cairn_app::Millis;
use cairn_games::Side;

use super::Network;
use crate::app::AppState;
use crate::game::{ActionContext, SeatKey};
use crate::ids::{KeyHash, Token, Visitor};
use crate::service::device_name;

/// Name of the cookie that identifies a browser.
pub(crate) const COOKIE: &str = "cairn";

/// Lifetime of the cookie in days: about as long as browsers allow.
const COOKIE_DAYS: i64 = 400;

/// The sender of a request: a browser with a cookie, or a program with the token of a
/// seat.
#[derive(Clone)]
pub(crate) struct Requester {
    /// The browser; a new one if no valid cookie came, which then gets one with the answer.
    pub visitor: Visitor,
    /// Whether the browser was not known before.
    pub is_new: bool,
    /// Whether the browser's cookie has the format of an earlier version.
    pub(crate) has_legacy_cookie: bool,
    /// Name of the browser, from `User-Agent`.
    pub(crate) device: Option<String>,
    /// Token from `Authorization: Bearer`.
    pub token: Option<Token>,
    /// Network of the sender.
    pub network: Network,
}

impl Requester {
    /// Returns the hashes of all keys with which this requester can open seats.
    pub(crate) fn keys(&self) -> Vec<KeyHash> {
        let known = (!self.is_new).then(|| self.visitor.hash());
        known.into_iter().chain(self.token.as_ref().map(Token::hash)).collect()
    }

    /// Returns the devices of a new seat: the browser, and the program that gets a token.
    pub(crate) fn devices(&self, token: Option<&Token>, now: Millis) -> Vec<SeatKey> {
        let program =
            token.map(|token| SeatKey::device(token.hash(), Some("Program".to_owned()), now));
        let browser = SeatKey::device(self.visitor.hash(), self.device.clone(), now);
        [browser].into_iter().chain(program).collect()
    }

    /// Returns the requester as the actor of an action in a game.
    pub(crate) fn acting_for(&self, side: Option<Side>) -> ActionContext {
        ActionContext { keys: self.keys(), side, ..ActionContext::default() }
    }

    /// Key of the one streamed analysis a requester can have: the browser's, or for
    /// programs without cookies that of their network.
    pub(crate) fn session(&self) -> String {
        if self.is_new { self.network.to_string() } else { self.visitor.hash().as_str().to_owned() }
    }

    /// Returns the name under which the requester counts among the visitors at a game: that of the
    /// device, or for somebody unknown that of the network.
    pub(crate) fn visitor_name(&self) -> String {
        let key = self.keys().into_iter().next();
        key.map_or_else(|| self.network.to_string(), |key| key.as_str().to_owned())
    }

    fn read(app: &AppState, headers: &HeaderMap, peer: Option<SocketAddr>) -> Self {
        let jar = SignedCookieJar::from_headers(headers, app.secret.key());
        let signed = jar.get(COOKIE).and_then(|cookie| Visitor::from_name(cookie.value()));
        let legacy = || legacy_visitor(app, headers);
        let has_signed = signed.is_some();
        let known = signed.or_else(legacy);
        Self {
            is_new: known.is_none(),
            has_legacy_cookie: known.is_some() && !has_signed,
            visitor: known.unwrap_or_else(Visitor::random),
            device: headers
                .get(header::USER_AGENT)
                .and_then(|name| device_name(name.to_str().ok()?)),
            token: bearer(headers),
            network: address(app, headers, peer).into(),
        }
    }
}

/// Returns the cookie by which a browser is known from now on.
fn cookie(visitor: &Visitor, secure: bool) -> Cookie<'static> {
    Cookie::build((COOKIE, visitor.name().to_owned()))
        .path("/")
        .max_age(time::Duration::days(COOKIE_DAYS))
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .build()
}

/// Returns the visitor of a cookie from version 0.1.0, which is replaced with the answer.
fn legacy_visitor(app: &AppState, headers: &HeaderMap) -> Option<Visitor> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut cookies = lines.flat_map(Cookie::split_parse).filter_map(Result::ok);
    let cookie = cookies.find(|cookie| cookie.name() == COOKIE)?;
    Visitor::from_legacy_cookie(cookie.value(), &app.secret)
}

fn bearer(headers: &HeaderMap) -> Option<Token> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Token::read(token.trim())).flatten()
}

/// Returns the address of the connection, or the one that the trusted proxy reports.
fn address(app: &AppState, headers: &HeaderMap, peer: Option<SocketAddr>) -> IpAddr {
    let direct = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.ip());
    if !app.config.behind_proxy {
        return direct;
    }
    // The last entry is the proxy's own; those before it anybody could have written.
    let last = headers.get_all("x-forwarded-for").into_iter().next_back();
    let last = last.and_then(|line| line.to_str().ok()?.rsplit(',').next());
    last.and_then(|entry| read_address(entry.trim())).unwrap_or(direct)
}

/// Reads an address as proxies write it: with or without a port, and an IPv6 address in
/// brackets or not.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip()))
}

/// Headers that only a proxy may set.
const FORWARDED: [&str; 2] = ["x-forwarded-for", "x-forwarded-proto"];

/// Identifies the requester, and sends new browsers their cookie with the answer.
pub(crate) async fn identify_visitor(
    State(app): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let requester = Requester::read(&app, request.headers(), peer);
    if !app.config.behind_proxy {
        for name in FORWARDED {
            request.headers_mut().remove(name);
        }
    }
    let secure = request.headers().get("x-forwarded-proto").is_some_and(|value| value == "https");
    request.extensions_mut().insert(requester.clone());
    let response = next.run(request).await;
    let unknown = requester.is_new || requester.has_legacy_cookie;
    let own = Some(&requester.visitor).filter(|_| unknown && wants_cookie(&response));
    let visitor = response.extensions().get::<BecomesVisitor>().map(|becomes| &becomes.0).or(own);
    if let Some(visitor) = visitor {
        let jar = SignedCookieJar::new(app.secret.key()).add(cookie(visitor, secure));
        return (jar, response).into_response();
    }
    response
}

/// Mark of an answer after which a new browser must be known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GivesCookie;

/// Mark of an answer after which the browser is another visitor.
#[derive(Clone)]
pub(crate) struct BecomesVisitor(pub(crate) Visitor);

/// Whether an answer carries a cookie: pages do, and answers after which the browser has a
/// seat. Answers that caches may keep do not.
fn wants_cookie(response: &Response) -> bool {
    let begins = |name, with: &[u8]| {
        response.headers().get(name).is_some_and(|value| value.as_bytes().starts_with(with))
    };
    let page =
        begins(header::CONTENT_TYPE, b"text/html") && !begins(header::CACHE_CONTROL, b"public");
    page || response.extensions().get::<GivesCookie>().is_some()
}

impl FromRequestParts<AppState> for Requester {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        let noted = parts.extensions.get::<Self>().cloned();
        Ok(noted.unwrap_or_else(|| Self::read(app, &parts.headers, None)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forwarded_addresses_may_have_ports() {
        for (text, address) in [
            ("192.0.2.7", "192.0.2.7"),
            ("192.0.2.7:5678", "192.0.2.7"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:443", "2001:db8::1"),
        ] {
            assert_eq!(read_address(text), address.parse().ok(), "{text}");
        }
        for wrong in ["", "unknown", "192.0.2.7:", "[", "[]", "_hidden", "192.0.2.7:99999"] {
            assert_eq!(read_address(wrong), None, "{wrong}");
        }
    }
}
