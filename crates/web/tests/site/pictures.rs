//! Pictures of positions.

use futures_util::future::join_all;

use crate::client::Client;
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
        ("/img/nava/start.gif", 404, "not_found"),
        ("/img/nava/start.svg?theme=pink", 400, "unknown_theme"),
        ("/img/nava/start.svg?move=a1-b2", 422, "illegal_move"),
        ("/img/nava/start.png?width=-1", 400, "bad_request"),
    ] {
        assert_eq!(client.get(path).await.problem(status), code, "{path}");
    }
    assert!(client.get("/img/nava/start.png?width=4000000000").await.body.len() < 2_000_000);
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
    let client = Client::program(&app);
    let addresses = large_pictures();
    let statuses = join_all(addresses.iter().map(|address| client.get(address))).await;
    let refused = statuses.iter().filter(|reply| reply.status.as_u16() == 429).count();
    assert!(refused > 2, "{refused}");
    let drawn = statuses.iter().position(|reply| reply.status.is_success()).unwrap();
    for _ in 0..40 {
        let again = client.get(&addresses[drawn]).await;
        assert_eq!(again.body, statuses[drawn].body, "what was drawn already costs nothing");
    }
    assert!(client.get("/img/nava/start.svg").await.status.is_success());
    app.close().await;
}
