//! Who asks.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use cairn_games::Side;

use crate::app::App;
use crate::game::By;
use crate::ids::{KeyHash, Token, Visitor};

/// The name of the cookie that a browser is known by.
pub const COOKIE: &str = "cairn";

/// For how long a browser keeps the cookie: about as long as browsers allow.
const COOKIE_SECONDS: u32 = 400 * 24 * 60 * 60;

/// Who asks: a browser with a cookie, or a program with a seat's token.
#[derive(Clone)]
pub struct Requester {
    /// The browser. A new one if no cookie came; it then gets one with the answer.
    pub visitor: Visitor,
    /// Whether the browser was not known before.
    pub is_new: bool,
    /// The token from `Authorization: Bearer`.
    pub token: Option<Token>,
    /// The network address.
    pub address: IpAddr,
}

impl Requester {
    /// All that this requester can open seats with.
    #[must_use]
    pub fn keys(&self) -> Vec<KeyHash> {
        let known = (!self.is_new).then(|| self.visitor.hash());
        known.into_iter().chain(self.token.as_ref().map(Token::hash)).collect()
    }

    /// As somebody who wants to do something in a game.
    #[must_use]
    pub fn acting_for(&self, side: Option<Side>) -> By {
        By { keys: self.keys(), side }
    }

    /// Whose desk it is at which one analysis goes on: the browser's, or for programs
    /// without cookies that of their address.
    #[must_use]
    pub fn desk(&self) -> String {
        if self.is_new { self.address.to_string() } else { self.visitor.hash().as_str().to_owned() }
    }

    fn read(app: &App, headers: &HeaderMap, peer: Option<SocketAddr>) -> Self {
        let known = cookie(headers).and_then(|value| Visitor::from_cookie(value, &app.secret));
        Self {
            is_new: known.is_none(),
            visitor: known.unwrap_or_else(Visitor::random),
            token: bearer(headers),
            address: address(app, headers, peer),
        }
    }
}

/// The value of our cookie.
fn cookie(headers: &HeaderMap) -> Option<&str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(name, value)| (name.trim(), value.trim()))
        .find(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value)
}

fn bearer(headers: &HeaderMap) -> Option<Token> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Token::read(token.trim())).flatten()
}

/// The address of the visitor: of the connection, or what the proxy in front says.
fn address(app: &App, headers: &HeaderMap, peer: Option<SocketAddr>) -> IpAddr {
    let direct = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.ip());
    if !app.config.behind_proxy {
        return direct;
    }
    // The last entry is the proxy's own; those before it anybody could have written.
    let last = headers.get_all("x-forwarded-for").into_iter().next_back();
    let last = last.and_then(|line| line.to_str().ok()?.rsplit(',').next());
    last.and_then(|entry| entry.trim().parse().ok()).unwrap_or(direct)
}

/// Finds out who asks, and gives new browsers their cookie with the answer.
pub async fn note_visitor(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let requester = Requester::read(&app, request.headers(), peer);
    let secure = app.config.behind_proxy
        && request.headers().get("x-forwarded-proto").is_some_and(|value| value == "https");
    request.extensions_mut().insert(requester.clone());
    let mut response = next.run(request).await;
    if requester.is_new && wants_cookie(&response) {
        let value = requester.visitor.to_cookie(&app.secret);
        let secure = if secure { "; Secure" } else { "" };
        let cookie = format!(
            "{COOKIE}={value}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}"
        );
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

/// Mark of answers that a new browser must be known after.
#[derive(Clone, Copy, Debug)]
pub struct GivesCookie;

/// Pages give cookies, and so do answers after which the browser has a seat. What others
/// may be given a copy of has none.
fn wants_cookie(response: &Response) -> bool {
    let begins = |name, with: &[u8]| {
        response.headers().get(name).is_some_and(|value| value.as_bytes().starts_with(with))
    };
    let page =
        begins(header::CONTENT_TYPE, b"text/html") && !begins(header::CACHE_CONTROL, b"public");
    page || response.extensions().get::<GivesCookie>().is_some()
}

impl FromRequestParts<App> for Requester {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let noted = parts.extensions.get::<Self>().cloned();
        Ok(noted.unwrap_or_else(|| Self::read(app, &parts.headers, None)))
    }
}
