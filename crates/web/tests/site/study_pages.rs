//! The pages for studying, as a browser without scripts gets them.

use cairn_games::GameId;
use serde_json::json;

use crate::client::{Client, two_players};
use crate::pages::check_page;
use crate::stores::Place;

#[tokio::test(flavor = "multi_thread")]
async fn every_position_has_an_analysis_page() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    for game in GameId::rule_sets() {
        let name = game.name();
        let reply = client.page(&format!("/a/{name}")).await;
        let html = check_page(&reply);
        assert!(html.contains(&format!("{} analysis · Cairn</title>", game.info().title)));
        let position = game.start().to_text().replace(' ', "_");
        let picture = format!("og:image\" content=\"http://cairn.test/img/{name}/{position}.png");
        assert!(html.contains(&picture), "{name}");
        assert!(html.contains("<noscript><section class=\"panel\" id=\"snapshot\">"), "{name}");
        let mut after = game.start();
        after.play(after.moves()[0]).unwrap();
        let path = format!("/a/{name}/{}", after.to_text().replace(' ', "_"));
        let reply = client.page(&path).await;
        let side = game.info().side_name(after.to_move());
        assert!(check_page(&reply).contains(&format!("{side} to move")), "{path}");
    }
    let large = GameId::boards("greener").unwrap()[2].start().to_text().replace(' ', "_");
    assert_eq!(client.page(&format!("/a/greener/{large}")).await.status, 200);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_can_be_read_step_by_step_without_scripts() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let reply = client.page("/a/mitsudomoe?moves=%2Bb2;a1-b2_%2Bd4;e5-d4").await;
    let html = check_page(&reply);
    assert!(html.contains("?moves=%2Bb2;a1-b2_%2Bd4;e5-d4&amp;ply=1\""), "{html}");
    let step = client.page("/a/mitsudomoe?moves=%2Bb2;a1-b2_%2Bd4;e5-d4&ply=1").await;
    assert!(check_page(&step).contains("Black to move"));
    let asked = client.page("/a/nava?moves=a1-a4&engine=1").await;
    let html = check_page(&asked);
    assert!(html.contains("snapshot-lines") && html.contains("Depth "), "{html}");
    let won = "bbbbwwww,x,bb,x,B/x5/x5/x5/W,x,ww,x2_w";
    let asked = client.page(&format!("/a/nava/{won}?engine=1")).await;
    assert!(check_page(&asked).contains("White wins in 1"), "a proof is told as one");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_has_an_analysis_page() {
    let place = Place::sqlite();
    let app = place.start().await;
    let (first, second, game) = two_players(&app, "none").await;
    first.make_move(&game, 0, "a1-a4").await.ok();
    let path = format!("/g/{}/analysis", game["id"].as_str().unwrap());
    let reply = first.page(&path).await;
    assert!(check_page(&reply).contains("data-possible=\"0\""), "it goes on");
    second.make_move(&game, 1, "e5-e4").await.ok();
    second.act(&game, "resign", json!({})).await.ok();
    let reply = first.page(&path).await;
    let html = check_page(&reply);
    assert!(html.contains("data-possible=\"1\"") && html.contains("Black resigned"), "{html}");
    assert!(html.contains("<title>Anna – Ben, Nava analysis · Cairn</title>"));
    assert!(html.contains(&format!("{path}?ply=1\"")));
    let step = first.page(&format!("{path}?ply=0")).await;
    assert!(check_page(&step).contains("White to move"));
    assert_eq!(first.page("/g/0123456789/analysis").await.status, 404);
    // Players are named as on the page of the game.
    let form = "game=nava&opponent=computer&level=1&side=first";
    let own = first.form("/new", form).await.leads_to() + "/analysis";
    assert!(check_page(&first.page(&own).await).contains("You – Level 1"));
    assert!(check_page(&second.page(&own).await).contains("Anonymous – Level 1"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_rule_set_has_rules_with_boards() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let index = client.page("/rules").await;
    let index = check_page(&index).to_owned();
    for game in GameId::rule_sets() {
        let name = game.name();
        assert!(index.contains(&format!("/rules/{name}\"")), "{name}");
        let reply = client.page(&format!("/rules/{name}")).await;
        let html = check_page(&reply);
        assert!(html.contains(&format!("Rules of {}", game.info().title)), "{name}");
        assert!(html.contains("data-lesson=\"move\"") && html.contains("og:image\""), "{name}");
        assert!(html.contains(&format!("data-game=\"{name}\"")), "{name}");
        // Every link within the page leads somewhere.
        for anchor in html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(html.contains(&format!("id=\"{anchor}\"")), "{name}: #{anchor}");
        }
    }
    assert!(check_page(&client.page("/rules/notice").await).contains("Ken Shoda"));
    assert_eq!(client.page("/rules/chess").await.status, 404);
    assert_eq!(client.page("/rules/README").await.status, 404);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn anything_is_imported_by_a_form() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    check_page(&client.page("/import").await);
    let form = |text: &str| format!("text={}&game=&to_move=", text.replace(' ', "+"));
    let path = client.form("/import", &form("1. a1-a4 e5-e4")).await.leads_to();
    assert_eq!(path, "/a/nava?moves=a1-a4_e5-e4");
    let path = client.form("/import", &form("x4,bbbbbb/www,x4/x5/x5/www,x4 b")).await.leads_to();
    assert_eq!(path, "/a/nava/x4,bbbbbb/www,x4/x5/x5/www,x4_b");
    assert_eq!(client.page(&path).await.status, 200);
    let long = "a1-a2 e5-e4 a2-a1 e4-e5 ";
    let reply = client.form("/import", &form(&long.repeat(300))).await;
    assert_eq!(reply.status, 400, "the third time ends the game");
    let refused = client.form("/import", &form("<b>hello</b> you")).await;
    assert_eq!(refused.status, 400);
    let html = check_page(&refused);
    assert!(html.contains("&lt;b&gt;hello&lt;/b&gt; you</textarea>"), "it is not lost: {html}");
    assert!(html.contains("Cannot read the"), "{html}");
    assert_eq!(client.form("/import", "text=").await.status, 400);
    assert_eq!(client.form("/import", "odd=1").await.status, 422);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_addresses_say_what_is_wrong() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    check_page(&client.page("/a").await);
    for (path, status) in [
        ("/a/chess", 400),
        ("/a/nava/odd", 400),
        ("/a/nava/x4,b/x5/x5/x5/w,x4_w", 422),
        ("/a/nava?moves=a1-b2", 422),
        ("/a/nava?moves=%ff", 400),
        ("/a/nava?ply=x", 400),
        ("/a/nava?ply=99999999999999999999", 400),
    ] {
        let reply = client.page(path).await;
        assert_eq!(reply.status.as_u16(), status, "{path}");
        check_page(&reply);
    }
    let impossible = client.page("/a/nava/x4,b/x5/x5/x5/w,x4_w").await;
    assert!(impossible.text().contains("href=\"/editor/nava\""));
    assert!(!client.page("/a/chess/x").await.text().contains("href=\"/editor/"));
    assert_eq!(client.page("/a/nava?ply=999&flip=1&odd=1").await.status, 200);
    app.close().await;
}
