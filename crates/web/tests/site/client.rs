//! Somebody who asks: a browser with cookies, or a program with a token.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use cairn_web::AppState;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::contract;

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Reply {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// Target of the redirection.
    #[track_caller]
    pub fn leads_to(&self) -> String {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.text());
        self.headers["location"].to_str().unwrap().to_owned()
    }

    /// The answer, which must be a success.
    #[track_caller]
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text());
        self.json()
    }

    /// The code of the problem, which there must be, in the form that all have.
    #[track_caller]
    pub fn problem(self, status: u16) -> String {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        assert_eq!(self.headers["content-type"], "application/problem+json");
        let json = self.json();
        assert_eq!(json["status"], status);
        assert!(json["message"].as_str().is_some_and(|text| text.len() > 5), "{json}");
        json["code"].as_str().unwrap().to_owned()
    }
}

/// A browser or a program.
#[derive(Clone)]
pub struct Client {
    router: Router,
    cookie: Arc<Mutex<Option<String>>>,
    keeps_cookies: bool,
    pub token: Option<String>,
}

impl Client {
    /// A browser without cookies yet.
    pub fn browser(app: &AppState) -> Self {
        let router = cairn_web::router(app.clone());
        Self { router, cookie: Arc::default(), keeps_cookies: true, token: None }
    }

    /// A browser with a cookie.
    pub fn with_cookie(app: &AppState, cookie: Option<String>) -> Self {
        Self { cookie: Arc::new(Mutex::new(cookie)), ..Self::browser(app) }
    }

    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap().clone()
    }

    /// A program, which ignores cookies.
    pub fn program(app: &AppState) -> Self {
        Self { keeps_cookies: false, ..Self::browser(app) }
    }

    /// The same program with a token.
    pub fn with_token(mut self, token: &Value) -> Self {
        self.token = Some(token.as_str().unwrap().to_owned());
        self
    }

    pub fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let mut request = Request::builder().method(method).uri(path).header("host", "cairn.test");
        if let Some(cookie) = &*self.cookie.lock().unwrap() {
            request = request.header("cookie", cookie);
        }
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        request
    }

    /// Sends a request; what the API answers must be as its description says.
    pub async fn send(&self, request: Request<Body>) -> Reply {
        let (method, address) = (request.method().clone(), request.uri().to_string());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        if let Some(cookie) = parts.headers.get("set-cookie").filter(|_| self.keeps_cookies) {
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            *self.cookie.lock().unwrap() = Some(pair.to_owned());
        }
        let body = axum::body::to_bytes(body, 64 << 20).await.unwrap();
        let reply = Reply { status: parts.status, headers: parts.headers, body };
        contract::check(&method, &address, &reply);
        reply
    }

    pub async fn get(&self, path: &str) -> Reply {
        let path = path.replace(' ', "%20");
        self.send(self.request(Method::GET, &path).body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, json: Value) -> Reply {
        let body = json.to_string();
        let request = self
            .request(Method::POST, path)
            .header("content-type", "application/json")
            .header("content-length", body.len())
            .header("sec-fetch-site", "same-origin");
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    /// Asks for a page, as a person's browser does.
    pub async fn page(&self, path: &str) -> Reply {
        let path = path.replace(' ', "%20");
        let request = self.request(Method::GET, &path).header("accept", "text/html,*/*;q=0.8");
        self.send(request.body(Body::empty()).unwrap()).await
    }

    /// Sends a form, as a browser without scripts does.
    pub async fn form(&self, path: &str, fields: &str) -> Reply {
        let request = self
            .request(Method::POST, path)
            .header("content-type", "application/x-www-form-urlencoded")
            .header("accept", "text/html,*/*;q=0.8")
            .header("sec-fetch-site", "same-origin");
        self.send(request.body(Body::from(fields.to_owned())).unwrap()).await
    }

    /// Creates a game.
    #[track_caller]
    pub fn create(&self, new: Value) -> impl Future<Output = Value> {
        let client = self.clone();
        async move { client.post("/api/v1/games", new).await.ok() }
    }

    /// Does something in a game.
    pub async fn act(&self, game: &Value, what: &str, json: Value) -> Reply {
        let id = game["id"].as_str().unwrap();
        self.post(&format!("/api/v1/games/{id}/{what}"), json).await
    }

    /// Makes a move.
    pub async fn make_move(&self, game: &Value, ply: usize, text: &str) -> Reply {
        self.act(game, "moves", json!({"ply": ply, "move": text})).await
    }

    /// The game as it is now.
    pub async fn look(&self, game: &Value) -> Value {
        let id = game["id"].as_str().unwrap();
        self.get(&format!("/api/v1/games/{id}")).await.ok()
    }
}

/// Two browsers in a game of Nava, the first player first.
pub async fn two_players(app: &AppState, time: &str) -> (Client, Client, Value) {
    let (first, second) = (Client::browser(app), Client::browser(app));
    let new = json!({"game": "nava", "side": "first", "time": time, "name": "Anna"});
    let game = first.create(new).await;
    assert_eq!(game["status"], "waiting");
    let game = second.act(&game, "join", json!({"name": "Ben"})).await.ok();
    assert_eq!(game["status"], "playing");
    (first, second, game)
}
