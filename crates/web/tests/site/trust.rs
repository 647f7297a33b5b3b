//! Protection of the server and its visitors.

use axum::body::Body;
use axum::http::Method;
use cairn_web::{AppState, ServerConfig};
use serde_json::json;

use crate::client::{Client, Reply, two_players};
use crate::stores::{Place, on_both_stores};

on_both_stores!(other_sites_cannot_act, machines_can_ask);

async fn other_sites_cannot_act(app: AppState) {
    let (first, _, game) = two_players(&app, "none").await;
    let path = format!("/api/v1/games/{}/moves", game["id"].as_str().unwrap());
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://evil.test"),
        ("origin", "null"),
    ] {
        let request = first
            .request(Method::POST, &path)
            .header("content-type", "application/json")
            .header("content-length", "27")
            .header(name, value)
            .body(Body::from(r#"{"ply": 0, "move": "a1-a4"}"#));
        assert_eq!(first.send(request.unwrap()).await.problem(403), "cross_site", "{name} {value}");
    }
    // A form of another site can send text, but not JSON.
    let request = first
        .request(Method::POST, &path)
        .header("content-type", "text/plain")
        .header("content-length", "27")
        .body(Body::from(r#"{"ply": 0, "move": "a1-a4"}"#));
    assert_eq!(first.send(request.unwrap()).await.problem(415), "not_json");
    assert_eq!(first.look(&game).await["ply"], 0);
}

async fn machines_can_ask(app: AppState) {
    let client = Client::program(&app);
    assert_eq!(client.get("/healthz").await.text(), "ok\n");
    client.create(json!({"game": "nava"})).await;
    let metrics = client.get("/metrics").await;
    assert!(metrics.text().contains("cairn_games_created_total 1"), "{}", metrics.text());
    for line in metrics.text().lines().filter(|line| !line.starts_with('#')) {
        let value = line.rsplit(' ').next().unwrap();
        assert!(value.parse::<f64>().is_ok(), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_tells_browsers_what_to_allow() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    for path in ["/", "/nothing", "/api/v1/rules", "/api/v1/nothing", "/healthz"] {
        let reply = client.get(path).await;
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"),
            "{path}: {policy}"
        );
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{path}");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(reply.headers["referrer-policy"], "same-origin", "{path}");
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(reply.headers["x-frame-options"], "DENY", "{path}");
    }
    let embedded = client.get("/embed/nava?moves=a1-a4").await;
    let policy = embedded.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none';") && !policy.contains("frame-ancestors"));
    assert!(embedded.headers.get("x-frame-options").is_none());
    let created = client.post("/api/v1/games", json!({"game": "nava"})).await;
    assert!(created.headers.get("set-cookie").is_none(), "the browser was known already");
    let cookie = Client::browser(&app).get("/").await.headers["set-cookie"].clone();
    let cookie = cookie.to_str().unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_much_is_refused() {
    let place = Place::sqlite();
    let app = place.start_with_limits().await;
    let client = Client::program(&app);
    let large = json!({"record": "x".repeat(600 << 10)});
    assert_eq!(client.post("/api/v1/records", large).await.problem(413), "too_large");
    let mut refused = 0;
    for _ in 0..60 {
        let reply = client.post("/api/v1/games", json!({"game": "nava"})).await;
        if reply.status.as_u16() == 429 {
            assert!(reply.headers.contains_key("retry-after"));
            assert_eq!(reply.problem(429), "too_many_requests");
            refused += 1;
        }
    }
    assert!(refused > 10, "{refused}");
    let game = json!({"id": "0123456789"});
    let mut last = 0;
    for _ in 0..30 {
        let claim = client.act(&game, "claim", json!({"token": "a".repeat(32)})).await;
        last = claim.status.as_u16();
    }
    assert_eq!(last, 429, "nobody can guess for long");
    app.close().await;
}

/// Changes a game until that is refused; says how often it was changed.
async fn change_until_refused(
    app: &AppState,
    mut change: impl AsyncFnMut(&Client) -> Reply,
) -> u32 {
    let client = Client::browser(app);
    for count in 0..400 {
        let reply = change(&client).await;
        if reply.status.as_u16() == 429 {
            assert!(reply.headers.contains_key("retry-after"));
            assert_eq!(reply.problem(429), "too_many_requests");
            return count;
        }
        reply.ok();
    }
    panic!("nothing is refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_a_visitor_are_limited() {
    let place = Place::sqlite();
    let app = place.start_with_limits().await;
    let mut game = json!(null);
    let changes = change_until_refused(&app, async |client| {
        if game.is_null() {
            game = client.create(json!({"game": "nava", "opponent": "same-screen"})).await;
        }
        // Whoever sends a move twice has made it once, but has asked for a change twice.
        client.make_move(&game, 0, "a1-a4").await
    })
    .await;
    assert!((200..400).contains(&changes), "{changes}");
    // Requests in general have a larger bucket.
    assert_eq!(Client::browser(&app).get("/api/v1/rules").await.status, 200);
    app.close().await;
}

/// A rematch is a new game.
#[tokio::test(flavor = "multi_thread")]
async fn rematches_are_limited_like_new_games() {
    let place = Place::sqlite();
    let app = place.start_with_limits().await;
    let mut game = json!(null);
    let rematches = change_until_refused(&app, async |client| {
        if game.is_null() {
            game = client.create(json!({"game": "nava", "opponent": "same-screen"})).await;
        }
        client.act(&game, "abort", json!({})).await.ok();
        let reply = client.act(&game, "offers/rematch", json!({})).await;
        if reply.status.is_success() {
            game = json!({"id": reply.json()["next"]});
        }
        reply
    })
    .await;
    assert!((39..100).contains(&rematches), "{rematches}");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_requests_do_no_harm() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::program(&app);
    for (path, body) in [
        ("/api/v1/games", "{"),
        ("/api/v1/games", "null"),
        ("/api/v1/games", "\u{0}\u{1}"),
        ("/api/v1/apply", "[[[[[[[["),
        ("/api/v1/analyse", r#"{"game":"nava","time":99999999999999999999}"#),
        ("/api/v1/apply", r#"{"game":"nava","moves":[1]}"#),
        ("/api/v1/games", r#"{"game":"nava","listed":"AAA"}"#),
    ] {
        let request = client
            .request(Method::POST, path)
            .header("content-type", "application/json")
            .header("content-length", body.len())
            .body(Body::from(body));
        assert_eq!(
            client.send(request.unwrap()).await.problem(400),
            "bad_request",
            "{path} {body}"
        );
    }
    for cookie in ["cairn=x", "cairn=.", "cairn", "=;;=", "a=b; cairn=\"x\""] {
        let request = client.request(Method::GET, "/api/v1/rules").header("cookie", cookie);
        assert!(client.send(request.body(Body::empty()).unwrap()).await.status.is_success());
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proxy_names_visitors_and_nobody_else_does() {
    let place = Place::sqlite();
    let config = ServerConfig { limits: true, behind_proxy: true, ..place.config() };
    let app = AppState::start(config).await.unwrap();
    let client = Client::program(&app);
    let create = async |address: String| {
        let request = client
            .request(Method::POST, "/api/v1/games")
            .header("content-type", "application/json")
            .header("content-length", "16")
            .header("x-forwarded-for", format!("198.51.100.1, {address}"))
            .body(Body::from(r#"{"game": "nava"}"#));
        client.send(request.unwrap()).await.status.as_u16()
    };
    let mut statuses = Vec::new();
    for number in 0..60 {
        statuses.push(create(format!("[2001:db8:0:1::{number}]:4{number:03}")).await);
    }
    assert!(statuses.contains(&429), "one /64 is one visitor");
    assert_eq!(create("[2001:db8:0:2::1]:443".to_owned()).await, 201);
    assert_eq!(create("192.0.2.1:5678".to_owned()).await, 201);
    let page = async |client: &Client| {
        let request = client.request(Method::GET, "/").header("x-forwarded-proto", "https");
        let reply = client.send(request.body(Body::empty()).unwrap()).await;
        (reply.headers["set-cookie"].to_str().unwrap().contains("Secure"), reply.text().to_owned())
    };
    let (is_secure, text) = page(&client).await;
    assert!(is_secure && text.contains("content=\"https://cairn.test/"), "{text}");
    app.close().await;
    let place = Place::sqlite();
    let direct = place.start().await;
    let (is_secure, text) = page(&Client::browser(&direct)).await;
    assert!(!is_secure && text.contains("content=\"http://cairn.test/"), "{text}");
    direct.close().await;
}
