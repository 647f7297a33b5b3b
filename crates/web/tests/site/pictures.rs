//! Pictures of positions.

use futures_util::future::{join, join_all};

use crate::client::{Client, Reply};
use crate::stores::Place;

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_drawn() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::program(&app);
    let svg = client.get("/img/nava/x4,bbbbbb/x5/x5/x5/wwwwww,x4_w.svg").await;
    assert_eq!(svg.headers["content-type"], "image/svg+xml");
    assert!(svg.text().starts_with("<svg"), "{}", svg.text());
    assert!(svg.headers["content-security-policy"].to_str().unwrap().contains("sandbox"));
    let encoded = client.get("/img/nava/x4%2Cbbbbbb%2Fx5%2Fx5%2Fx5%2Fwwwwww,x4%20w.svg").await;
    assert_eq!(encoded.body, svg.body);
    assert_eq!(client.get("/img/nava/start.svg").await.body, svg.body);
    let moved = client.get("/img/nava/start.svg?move=a1-a4&flip=1&theme=dark").await;
    assert!(moved.status.is_success() && moved.body != svg.body);
    let png = client.get("/img/mitsudomoe:single/start.png?width=200").await;
    assert_eq!(&png.body[1..4], b"PNG");
    for (path, status, code) in [
        ("/img/chess/start.svg", 400, "unknown_game"),
        ("/img/nava/x.svg", 400, "unreadable_position"),
        ("/img/nava/start.bmp", 404, "not_found"),
        ("/img/nava/start.gif?moves=a1-a4_a1-a4", 422, "illegal_move"),
        ("/img/nava/start.gif?moves=z9", 400, "unreadable_move"),
        ("/img/nava/start.svg?theme=pink", 400, "unknown_theme"),
        ("/img/nava/start.svg?move=a1-b2", 422, "illegal_move"),
        ("/img/nava/start.png?width=-1", 400, "bad_request"),
    ] {
        assert_eq!(client.get(path).await.problem(status), code, "{path}");
    }
    assert!(client.get("/img/nava/start.png?width=4000000000").await.body.len() < 2_000_000);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_animated() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::program(&app);
    let gif = async |moves: &str| {
        let reply = client.get(&format!("/img/nava/start.gif?width=64&moves={moves}")).await;
        assert_eq!(reply.headers["content-type"], "image/gif");
        reply.body
    };
    let start = gif("").await;
    assert!(start.starts_with(b"GIF89a"));
    let line = gif("a1-a4_e5-e4").await;
    assert!(line.len() > start.len(), "each move has a picture");
    assert_ne!(line, gif("a1-a4_e5-b5").await);
    // Other pictures show where the moves lead.
    let after = client.get("/img/nava/start.svg?moves=a1-a4").await;
    let position = client.get("/img/nava/x4,bbbbbb/www,x4/x5/x5/www,x4_b.svg").await;
    assert_eq!(after.body, position.body);
    app.close().await;
}

/// Plays a short game of Nava to its end.
async fn play_out(client: &Client, path: &str) {
    for (ply, mv) in ["a1-a5", "e5-a5", "a1-a3", "a5-a3"].into_iter().enumerate() {
        let form = format!("action=move&ply={ply}&move={mv}");
        client.form(&format!("{path}/do"), &form).await.leads_to();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_are_animated() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let path = client.form("/new", "game=nava&opponent=same-screen").await.leads_to();
    let gif = format!("{path}/game.gif");
    assert_eq!(client.get(&gif).await.problem(409), "not_over");
    play_out(&client, &path).await;
    let page = client.page(&path).await;
    assert!(page.text().contains(&gif), "the panel at the end offers it");
    let small = client.get(&format!("{gif}?width=64")).await;
    assert_eq!(small.headers["content-type"], "image/gif");
    assert!(small.body.starts_with(b"GIF89a"));
    let flipped = client.get(&format!("{gif}?width=64&flip=1&theme=dark")).await;
    assert!(flipped.status.is_success() && flipped.body != small.body);
    app.close().await;
}

/// Addresses of sixteen different pictures of the largest width.
fn large_pictures() -> Vec<String> {
    let options = (0..16).map(|number| {
        let bit = |bit: u32| (number >> bit) & 1;
        let theme = if bit(3) == 1 { "dark" } else { "light" };
        format!("theme={theme}&flip={}&coordinates={}&caption={}", bit(0), bit(1), bit(2))
    });
    options.map(|options| format!("/img/nava/start.png?width=2048&{options}")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn pixels_are_paid_for() {
    let place = Place::sqlite();
    let app = place.start_with_limits().await;
    let client = Client::browser(&app);
    let game = client.form("/new", "game=nava&opponent=same-screen").await.leads_to();
    play_out(&client, &game).await;
    let animations: Vec<_> =
        (450..480).map(|width| format!("{game}/game.gif?width={width}")).collect();
    let addresses = large_pictures();
    let (statuses, animations) = join(
        join_all(addresses.iter().map(|address| client.get(address))),
        join_all(animations.iter().map(|address| client.get(address))),
    )
    .await;
    let refused =
        |replies: &[Reply]| replies.iter().filter(|reply| reply.status.as_u16() == 429).count();
    assert!(refused(&statuses) > 2, "{}", refused(&statuses));
    assert!(refused(&animations) > 0, "animations cost pixels as well");
    let drawn = statuses.iter().position(|reply| reply.status.is_success()).unwrap();
    for _ in 0..40 {
        let again = client.get(&addresses[drawn]).await;
        assert_eq!(again.body, statuses[drawn].body, "what was drawn already costs nothing");
    }
    assert!(client.get("/img/nava/start.svg").await.status.is_success());
    app.close().await;
}
