//! Pictures of positions.

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
