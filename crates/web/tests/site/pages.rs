//! The pages as a browser without scripts gets them, and what scripts ask for.

use axum::body::Body;
use axum::http::Method;
use cairn_games::GameId;
use cairn_web::assets;
use serde_json::{Value, json};

use crate::client::{Client, Reply, two_players};
use crate::stores::Place;

/// The first page may weigh so much with all it needs, before compression.
const MOST_BYTES: usize = 150_000;

/// Checks what holds for every page.
#[track_caller]
pub fn check_page(reply: &Reply) -> &str {
    assert!(reply.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    let html = reply.text();
    assert!(html.starts_with("<!DOCTYPE html><html lang=\"en\">"), "{html}");
    // The content security policy forbids both, so they would not work.
    assert!(!html.contains(" style=") && !html.contains("<style"), "{html}");
    for script in html.split("<script").skip(1) {
        let data = script.contains("type=\"application/json\"");
        assert!(data || script.trim_start().contains("src=\"/assets/"), "{script}");
    }
    for address in ["href=\"http", "src=\"http", "src=\"//", "href=\"//"] {
        assert!(!html.contains(address), "something comes from elsewhere: {html}");
    }
    html
}

/// The address of a new game against the computer, made by the form.
async fn new_game(client: &Client, fields: &str) -> String {
    let path = client.form("/new", fields).await.leads_to();
    assert!(path.starts_with("/g/") && path.len() == 13, "{path}");
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_shows_the_games_and_is_light() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let reply = client.page("/").await;
    let html = check_page(&reply);
    for game in ["nava", "mitsudomoe", "greener", "glaisher"] {
        let info = GameId::named(game).unwrap().info();
        assert!(html.contains(&format!("data-game=\"{game}\"")), "{game}");
        assert!(html.contains(info.title) && html.contains(&format!("/rules/{game}")));
    }
    assert!(html.contains("og:image\" content=\"http://cairn.test/img/"), "{html}");
    // All assets there are: the page needs no more than these.
    let needed = [
        "site.css",
        "forms.css",
        "boards.css",
        "home.css",
        "theme.js",
        "site.js",
        "settings.js",
        "dom.js",
    ];
    let assets = assets::all().filter(|(name, _)| needed.contains(name) || *name == "icon.svg");
    let weight: usize = html.len() + assets.map(|(_, bytes)| bytes.len()).sum::<usize>();
    assert!(weight < MOST_BYTES, "the first page weighs {weight} bytes");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn assets_are_kept_for_good_and_find_each_other() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let url = assets::url("site.css");
    let reply = client.get(&url).await;
    assert_eq!(reply.headers["content-type"], "text/css; charset=utf-8");
    assert!(reply.headers["cache-control"].to_str().unwrap().contains("immutable"));
    assert!(!reply.headers.contains_key("set-cookie"), "a shared copy must not hold a cookie");
    let old = client.get("/assets/0123456789ab/site.css").await;
    assert_eq!(old.headers["cache-control"], "no-cache");
    assert_eq!(
        client.get(&assets::url("site.css").replace("site", "no")).await.problem(404),
        "not_found"
    );
    let names: Vec<_> = assets::all().map(|(name, _)| name).collect();
    for (name, bytes) in assets::all().filter(|(name, _)| name.ends_with(".js")) {
        let text = std::str::from_utf8(bytes).unwrap();
        for import in text.split("from \"./").skip(1) {
            let import = import.split('"').next().unwrap();
            assert!(names.contains(&import), "{name} imports {import}");
        }
        assert!(!text.contains("https://"), "{name} mentions another site");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_form_for_a_new_game_can_be_sent() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    for game in GameId::rule_sets() {
        let name = game.name();
        let reply = client.page(&format!("/new?game={name}")).await;
        let html = check_page(&reply);
        assert!(html.contains(&format!("name=\"game\" value=\"{name}\"")), "{name}");
        let fields = format!("game={name}&opponent=computer&level=1&side=first&clock=none");
        let path = new_game(&client, &fields).await;
        let page = client.page(&path).await;
        let html = check_page(&page);
        assert!(html.contains("role=\"grid\"") && html.contains("data-cell=\"a1\""), "{name}");
        assert!(html.contains("\"choices\":{"), "a move can be made at once: {name}");
    }
    let own =
        new_game(&client, "game=greener&size=6x9&setup=seed&seed=7&opponent=same-screen").await;
    let html = client.page(&own).await.text().to_owned();
    assert!(html.contains("set-up 7") && html.contains("area-6x9"));
    let live = "game=nava&opponent=friend&clock=live&minutes=3&increment=2&name=Anna&listed=true";
    let live = new_game(&client, live).await;
    assert!(client.page(&live).await.text().contains("3 min + 2 s"));
    let home = client.page("/").await;
    assert!(home.text().contains("id=\"open-games\"") && home.text().contains(&live));
    for (fields, status) in [
        ("game=chess", 400),
        ("game=nava&opponent=computer&level=99", 400),
        ("game=nava&clock=live&minutes=x", 422),
        ("game=nava&clock=days&days=99", 400),
        ("game=nava&setup=position&position=nonsense", 400),
        ("", 400),
    ] {
        let reply = client.form("/new", fields).await;
        assert_eq!(reply.status.as_u16(), status, "{fields}: {}", reply.text());
        check_page(&reply);
    }
    assert_eq!(client.page("/new?game=chess").await.status.as_u16(), 400);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_played_without_scripts() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let path = new_game(&client, "game=nava&opponent=same-screen").await;
    let act = |fields: &'static str| {
        let (client, path) = (client.clone(), format!("{path}/do"));
        async move { client.form(&path, fields).await }
    };
    assert_eq!(act("action=move&ply=0&move=a1-a4").await.leads_to(), path);
    let page = client.page(&path).await;
    let html = check_page(&page);
    assert!(html.contains("data-ply=\"1\"") && html.contains("a1-a4"), "{html}");
    assert!(html.contains("Black to move"));
    assert!(html.contains("a4, stack of 3, White on top"), "cells have spoken names: {html}");
    let back = client.page(&format!("{path}?ply=0")).await;
    assert!(check_page(&back).contains("a1, stack of 6, White on top"));
    assert_eq!(client.page(&format!("{path}?ply=999999")).await.status.as_u16(), 200);
    for (fields, status) in [
        ("action=move&ply=0&move=a1-a3", 409),
        ("action=move&ply=1&move=a1-a3", 422),
        ("action=move&ply=1&move=%3Cb%3E", 400),
        ("action=move&move=a1-a3", 400),
        ("action=dance", 400),
        ("action=accept-draw", 409),
        ("", 400),
    ] {
        let reply = act(fields).await;
        assert_eq!(reply.status.as_u16(), status, "{fields}: {}", reply.text());
        assert!(!check_page(&reply).contains("<b>"));
    }
    assert_eq!(act("action=take-back").await.leads_to(), path);
    assert_eq!(act("action=move&ply=0&move=a1-a3").await.leads_to(), path);
    assert_eq!(act("action=resign").await.leads_to(), path);
    let over = client.page(&path).await;
    assert!(check_page(&over).contains("White won: Black resigned"), "{}", over.text());
    let next = act("action=rematch").await.leads_to();
    assert!(next.starts_with("/g/") && next != path);
    assert!(client.page(&path).await.text().contains(&next), "the old game leads to the new one");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_join_by_link_and_others_watch() {
    let place = Place::sqlite();
    let app = place.start().await;
    let (anna, ben, watcher) =
        (Client::browser(&app), Client::browser(&app), Client::browser(&app));
    let path = new_game(&anna, "game=nava&opponent=friend&side=first&name=Anna").await;
    let waiting = anna.page(&path).await;
    assert!(check_page(&waiting).contains(&format!("value=\"http://cairn.test{path}\"")));
    let invited = ben.page(&path).await;
    assert!(check_page(&invited).contains("data-action=\"join\""));
    let name = "%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    assert_eq!(ben.form(&format!("{path}/join"), &format!("name={name}")).await.leads_to(), path);
    let html = watcher.page(&path).await.text().to_owned();
    assert!(!html.contains("<script>alert"), "names are text: {html}");
    assert!(html.contains("&lt;script&gt;alert(1)"));
    assert!(html.contains("you are watching") && html.contains("http-equiv=\"refresh\""));
    let visible = html.split("<button").filter(|button| button.contains("data-action=\"resign\""));
    assert!(
        visible.clone().count() == 1 && visible.clone().all(|button| button.contains(" hidden"))
    );
    let reply = watcher.form(&format!("{path}/do"), "action=resign").await;
    assert_eq!(reply.status.as_u16(), 403);
    assert_eq!(watcher.form(&format!("{path}/join"), "").await.status.as_u16(), 409);
    assert!(ben.page(&path).await.text().contains("you play Black"));
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_link_gives_the_seat_only_when_the_button_is_pressed() {
    let place = Place::sqlite();
    let app = place.start().await;
    let (anna, _, game) = two_players(&app, "none").await;
    let id = game["id"].as_str().unwrap();
    let devices = format!("/g/{id}/devices");
    let made = anna.form(&devices, "").await;
    let field = check_page(&made).split("id=\"private-link\"").nth(1).unwrap();
    let link = field.split("value=\"http://cairn.test").nth(1).unwrap().split('"').next().unwrap();
    let (path, token) = link.split_once('#').expect("the secret is behind a number sign");
    assert_eq!(made.headers["cache-control"], "no-store");
    let phone = Client::browser(&app);
    let page = phone.page(path).await;
    assert_eq!(page.headers["cache-control"], "no-store");
    assert_eq!(page.headers["referrer-policy"], "no-referrer");
    check_page(&page);
    assert_eq!(phone.look(&game).await["you"], json!([]), "looking takes nothing");
    let wrong = phone.form(&format!("/g/{id}/seat"), "token=guess").await;
    assert_eq!(wrong.status.as_u16(), 403);
    // The whole link can be pasted.
    let pasted = format!("token=http%3A%2F%2Fcairn.test%2Fg%2F{id}%2Fseat%23{token}");
    let taken = phone.form(&format!("/g/{id}/seat"), &pasted).await;
    assert_eq!(taken.leads_to(), format!("/g/{id}"));
    assert_eq!(phone.look(&game).await["you"], json!(["first"]));
    // The first device signs the second one out.
    let list = phone.get(&format!("/api/v1/games/{id}/devices")).await.ok();
    let list = list["devices"].as_array().unwrap().clone();
    let own = list.iter().find(|device| device["current"] == true).unwrap();
    let own = own["id"].as_str().unwrap();
    assert!(check_page(&anna.page(&devices).await).contains(&format!("data-device=\"{own}\"")));
    assert_eq!(anna.form(&devices, &format!("device={own}")).await.leads_to(), devices);
    assert_eq!(phone.look(&game).await["you"], json!([]));
    assert_eq!(phone.page(&devices).await.status.as_u16(), 403);
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_get_pages_and_programs_get_problems() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    for path in ["/nothing", "/g/1234567890", "/g/x", "/g/1234567890/seat/x"] {
        let page = client.page(path).await;
        assert_eq!(page.status.as_u16(), 404, "{path}");
        assert!(check_page(&page).contains("does not exist"), "{path}");
        assert_eq!(client.get(path).await.problem(404), "not_found", "{path}");
    }
    assert!(check_page(&client.page("/puzzles/nava/zzzz").await).contains("All puzzles"));
    assert_eq!(client.page("/api/v1/games/1234567890").await.problem(404), "not_found");
    app.close().await;
}

/// The data in a fragment.
#[track_caller]
fn about(reply: &Reply) -> Value {
    assert!(reply.status.is_success(), "{}", reply.text());
    let text = reply.text().split("<script class=\"about\" type=\"application/json\">").nth(1);
    serde_json::from_str(text.unwrap().split("</script>").next().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_fragments_for_scripts() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    for game in GameId::rule_sets() {
        let reply = client.get(&format!("/board/{}/start?choices=1", game.name())).await;
        let data = about(&reply);
        assert_eq!(data["position"], game.start().to_text());
        assert!(!data["choices"]["groups"].as_array().unwrap().is_empty());
        assert_eq!(reply.text().matches("data-cell=").count(), game.info().board.cells());
        assert!(reply.headers["cache-control"].to_str().unwrap().starts_with("public"));
        assert!(!reply.headers.contains_key("set-cookie"));
    }
    let moved = client.get("/board/nava/start?move=a1-a4&flip=1&coordinates=0").await;
    let data = about(&moved);
    assert_eq!((&data["move"], &data["to_move"]), (&json!("a1-a4"), &json!("second")));
    assert_eq!(data["choices"], Value::Null);
    assert!(moved.text().contains("area-5x5-bare") && moved.text().contains("class=\"landed\""));
    let first = moved.text().find("data-cell=\"e1\"").unwrap();
    assert!(first < moved.text().find("data-cell=\"a5\"").unwrap(), "it is turned around");
    let part = client.get("/board/mitsudomoe/start?picks=hand,b2").await;
    assert_eq!(about(&part)["picks"], json!(["hand", "b2"]));
    assert_eq!(about(&part)["hands"][1][0], 4, "the ring is seen on the board");
    assert!(part.text().contains("b2, white ring"), "{}", part.text());
    let now = client.get(&format!("/board/nava/start?v={}", assets::version())).await;
    assert!(now.headers["cache-control"].to_str().unwrap().contains("immutable"));
    let other = client.get("/board/nava/start?v=other").await;
    assert!(!other.headers["cache-control"].to_str().unwrap().contains("immutable"));
    let hinted = client.get("/board/nava/start?hint=a1-a4|a1-d1").await;
    assert!(hinted.text().contains("class=\"arrow\""));
    for (path, status, code) in [
        ("/board/chess/start", 400, "unknown_game"),
        ("/board/nava/nonsense", 400, "unreadable_position"),
        ("/board/nava/start?move=a1-b2", 422, "illegal_move"),
        ("/board/nava/start?move=zz", 400, "unreadable_move"),
        ("/board/nava/start?picks=b2", 422, "illegal_pick"),
        ("/board/nava/start?picks=a1,a1", 422, "illegal_pick"),
        ("/board/nava/start?hint=b2-b3", 422, "illegal_move"),
        ("/board/nava/start?colour=pink", 400, "bad_request"),
        ("/board/nava/%3Cscript%3E", 400, "unreadable_position"),
    ] {
        assert_eq!(client.page(path).await.problem(status), code, "{path}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_largest_position_is_a_light_fragment() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let mut position = GameId::Glaisher.start();
    for round in 0..12 {
        let moves = position.moves();
        let Some(mv) = moves.get(round * 7919 % moves.len().max(1)) else { break };
        position.play(*mv).unwrap();
    }
    let path = position.to_text().replace(' ', "_");
    let reply = client.get(&format!("/board/glaisher/{path}?choices=1")).await;
    assert!(position.count_moves() > 500 && reply.body.len() < 60_000, "{}", reply.body.len());
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn assets_are_compressed_as_browsers_like_it() {
    use std::io::Read;

    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    // Tables of openings are compressed already.
    let is_text = |name: &str| name.ends_with(".js") || name.ends_with(".css");
    let texts = assets::all().filter(|(name, _)| is_text(name));
    let (name, plain) = texts.max_by_key(|(_, bytes)| bytes.len()).unwrap();
    for (accepted, expected) in [
        ("gzip, deflate, br, zstd", Some("br")),
        ("br;q=0, gzip", Some("gzip")),
        ("br;q=0.0, gzip;q=0", None),
        ("", None),
    ] {
        let request = client.request(Method::GET, &assets::url(name));
        let request = request.header("accept-encoding", accepted).body(Body::empty());
        let reply = client.send(request.unwrap()).await;
        let encoding = reply.headers.get("content-encoding").map(|value| value.to_str().unwrap());
        assert_eq!(encoding, expected, "{accepted}");
        assert_eq!(reply.headers["vary"], "accept-encoding");
        let mut unpacked = Vec::new();
        match expected {
            Some("br") => {
                brotli::Decompressor::new(&*reply.body, 4096).read_to_end(&mut unpacked).unwrap();
            }
            Some(_) => {
                flate2::read::GzDecoder::new(&*reply.body).read_to_end(&mut unpacked).unwrap();
            }
            None => unpacked = reply.body.to_vec(),
        }
        assert!(unpacked == plain, "{accepted}");
        assert!(expected.is_none() || reply.body.len() * 3 < plain.len(), "{accepted}");
    }
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_helped_in_words() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let why = client.page("/why/mitsudomoe/start?pick=a1").await;
    assert!(why.text().contains("covered by a ball"), "{}", why.text());
    let fine = client.page("/why/nava/start?picks=a1&pick=a2").await;
    assert_eq!(fine.text(), "");
    let rules = client.page("/rules/glaisher/text").await;
    assert!(rules.text().contains("<h2") && !rules.text().contains("data-lesson"));
    let path = new_game(&client, "game=nava&opponent=computer&level=2&side=first").await;
    let page = client.page(&path).await;
    assert!(check_page(&page).contains("You: 0 of 9 cubes laid."), "{}", page.text());
    let end = client.page(&format!("{path}/end")).await;
    assert_eq!(end.text(), "", "the game goes on");
    app.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_cannot_be_used_comes_back_with_what_was_typed() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    let form = "game=nava&opponent=same-screen&setup=position&position=rubbish";
    let reply = client.form("/new", form).await;
    assert_eq!(reply.status.as_u16(), 400);
    let html = check_page(&reply);
    assert!(html.contains("value=\"rubbish\"") && html.contains("role=\"alert\""), "{html}");
    let path = new_game(&client, "game=nava&opponent=computer&level=2&side=first").await;
    let wrong = client.form(&format!("{path}/do"), "action=move&ply=0&move=a1-b2").await;
    assert!(check_page(&wrong).contains(&format!("href=\"{path}\"")), "{}", wrong.text());
    app.close().await;
}

/// A report may weigh so much, compressed.
const MOST_REPORT_BYTES: usize = 100_000;

#[tokio::test(flavor = "multi_thread")]
async fn every_rule_set_has_a_report_that_is_light() {
    let place = Place::sqlite();
    let app = place.start().await;
    let client = Client::browser(&app);
    for game in GameId::rule_sets() {
        let path = format!("/about/{}", game.name());
        let reply = client.page(&path).await;
        let html = check_page(&reply);
        assert!(html.contains("<h2>Findings</h2>") && html.contains("<svg class=\"rp\""), "{game}");
        let has_variants =
            GameId::rule_sets().filter(|one| one.family() == game.family()).count() > 1;
        assert_eq!(html.contains(" compared</h2>"), has_variants, "{game}");
        let request = client.request(Method::GET, &path).header("accept-encoding", "gzip");
        let compressed = client.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(compressed.headers["content-encoding"], "gzip");
        assert!(compressed.body.len() < MOST_REPORT_BYTES, "{game}: {}", compressed.body.len());
        let rules = client.page(&format!("/rules/{}", game.name())).await;
        assert!(rules.text().contains(&format!("href=\"{path}\"")), "{game}");
    }
    assert_eq!(client.page("/about/chess").await.status, 404);
}
