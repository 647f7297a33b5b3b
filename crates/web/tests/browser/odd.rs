//! Odd input, impatient fingers, and people who want what is not theirs.

use cairn_games::GameId;
use serde_json::{Value, json};

use crate::browser::{Browser, Screen};
use crate::people::{anna_and_ben, wait_ply};
use crate::player::{Player, Way, game_id, moves, start_game, status};
use crate::runner::{Test, World};
use crate::server::Server;

pub const TESTS: &[Test] = &[
    ("odd::addresses", addresses),
    ("odd::names", names),
    ("odd::typed_moves", typed),
    ("odd::double_clicks", double_clicks),
    ("odd::who_watches_cannot_move", watcher),
    ("odd::another_site_cannot_move", other_site),
    ("odd::cookies_of_others", cookies),
    ("odd::forms", forms),
];

/// Every address answers with a page that says what is wrong, whatever it is.
fn addresses(world: &World) {
    let browser = world.browser();
    let long = "x".repeat(3000);
    let mut paths: Vec<String> = [
        "/nothing",
        "/g/",
        "/g/x",
        "/g/0123456789",
        "/g/%00%ff",
        "/g/../../etc/passwd",
        "/g/💥",
        "/g/0123456789/seat/x",
        "/g/0123456789/analysis",
        "/new?game=chess",
        "/new?game=",
        "/new?game[]=1",
        "/new?position=%00",
        "/a/chess",
        "/a/nava/rubbish",
        "/a/nava/x5/x5/x5/x5/x5_w",
        "/a/nava?moves=a1-b2",
        "/a/nava?moves=__",
        "/a/nava?ply=-1",
        "/a/nava?ply=99999999999999999999",
        "/rules/chess",
        "/rules/nava:seed",
        "/rules/../Cargo.toml",
        "/?a=%ff",
        "/import?x=y",
        "/assets/x/site.css",
        "/assets/../../secret",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.extend([format!("/g/{long}"), format!("/a/nava/{long}"), format!("/new?game={long}")]);
    for path in &paths {
        let asked = path.replace('💥', "%F0%9F%92%A5");
        let (status, text) = world.server.ask("GET", &asked, "accept: text/html\r\n", "");
        assert!(status < 500, "{path}: {status} {text}");
        assert!(!text.contains("panicked") && !text.contains("src/"), "{path} tells of the inside");
    }
    for status in ["400", "404", "422"] {
        browser.forgive(status);
    }
    for path in [
        "/nothing",
        "/g/x",
        "/new?game=chess",
        "/a/nava/rubbish",
        "/a/nava?moves=a1-b2",
        "/rules/chess",
    ] {
        browser.open(path);
        browser.wait_text("h1", "");
        assert!(browser.shows("main h1") && browser.text("main").len() > 20, "{path}");
        browser.click(".notice .button");
        browser.wait_for("#games");
    }
}

/// Names are text, of a length, and break nothing.
fn names(world: &World) {
    let (anna, ben) = (world.browser(), world.browser());
    let sly = "<img src=x onerror=alert(1)>\"'&";
    let id = start_game(
        &anna,
        "nava",
        &[("opponent", "friend"), ("name", sly), ("side", "first"), ("listed", "true")],
    );
    ben.open("/");
    ben.wait_text("#open", "<img src=x");
    ben.click("#open .listed-game");
    // The field takes no more than it says, and the server neither.
    ben.type_into("#join input[name=name]", &"W".repeat(60));
    assert_eq!(ben.js("return document.querySelector('#join input[name=name]').value.length"), 32);
    ben.click(r#"[data-action="join"]"#);
    anna.wait_text(r#"[data-name="second"]"#, "WWWW");
    assert_eq!(anna.text(r#"[data-name="first"]"#), sly);
    for browser in [&anna, &ben] {
        browser.screen(Screen::Narrow);
        let wide = browser.js("return document.documentElement.scrollWidth > innerWidth");
        assert_eq!(wide, false, "a long name makes the page wide");
        assert!(!browser.has("img[src=x]"));
    }
    let headers = "content-type: application/json\r\n";
    for name in
        ["x".repeat(100_000), "\u{202e}evil\u{0}".to_owned(), "\n\n\n".to_owned(), "💥".repeat(32)]
    {
        let new = json!({"game": "nava", "name": name}).to_string();
        let (status, text) = world.server.ask("POST", "/api/v1/games", headers, &new);
        assert!(status == 201 || status == 400, "{status} {text}");
        assert!(!text.contains('\u{202e}') && !text.contains("\\u0000"), "{text}");
    }
    assert_eq!(world.server.game(&id)["status"], "playing");
}

fn typed(world: &World) {
    let browser = world.browser();
    for status in ["400", "422", "409"] {
        browser.forgive(status);
    }
    let id = start_game(&browser, "nava", &[("opponent", "same-screen")]);
    for text in ["zz", "a1-a9", "a1-b2", "☃", "<b>", "a1-a4 e5-e4", "-", "a1-a4;drop table"] {
        browser.js("document.querySelectorAll('.toast').forEach(e => e.remove())");
        browser.type_into("#typed-move", text);
        browser.key("Enter");
        browser.wait_for("#toasts .error");
        let said = browser.text("#toasts .error span");
        assert!(said.len() > 10, "{text}: {said}");
        browser.wait_for(".is-playable [data-view]");
        browser.js("document.querySelector('#typed-move').value = ''");
    }
    assert_eq!(world.server.game(&id)["ply"], 0);
    // Spaces and capitals are forgiven.
    browser.type_into("#typed-move", "  A1-A4 ");
    browser.key("Enter");
    wait_ply(&browser, 1);
}

fn double_clicks(world: &World) {
    let (anna, ben) = (world.browser(), world.browser());
    anna.forgive("ERR_ABORTED");
    // A form that is sent twice makes a game that is played and perhaps one that is not.
    anna.open("/new?game=nava");
    anna.double_click(r#"[data-action="create"]"#);
    game_id(&anna);
    anna.open("/");
    let made = anna.js("return document.querySelectorAll('#mine .listed-game').length");
    assert_eq!(made, 1, "one game, however impatient one is");
    let id = start_game(&anna, "nava", &[("opponent", "friend"), ("side", "first")]);
    ben.open(&format!("/g/{id}"));
    ben.double_click(r#"[data-action="join"]"#);
    ben.wait("document.querySelector('[data-game-id]')?.dataset.status === 'playing'");
    ben.wait_text("#role", "you play Black");
    // A cell that is pressed twice is picked and put down; a target makes one move.
    anna.wait_for(r#"[data-cell="a1"].is-option"#);
    anna.double_click(r#"[data-cell="a1"]"#);
    anna.wait("!document.querySelector('.is-picked')");
    anna.click(r#"[data-cell="a1"]"#);
    anna.double_click(r#"[data-cell="a4"].is-option"#);
    wait_ply(&anna, 1);
    Player::new(&ben, Way::Click).take_turn();
    wait_ply(&anna, 2);
    anna.double_click(r#"#controls [data-action="draw"]"#);
    ben.wait_for(r#"[data-action="accept-draw"]"#);
    ben.click(r#"[data-action="decline-draw"]"#);
    // Nobody gives up by a double click.
    anna.double_click(r#"#controls [data-action="resign"]"#);
    anna.wait_for(r#"#controls [data-action="resign"][data-sure]"#);
    assert_eq!(status(&anna), "playing");
    assert_eq!(world.server.game(&id)["status"], "playing");
}

/// Posts something from a page; the status of the answer.
fn post(browser: &Browser, path: &str, body: &Value) -> u64 {
    let answer = browser.js_with(
        "return (await fetch(arguments[0], {method: 'POST', headers: {'content-type': 'application/json'},
            body: JSON.stringify(arguments[1])})).status",
        &json!([path, body]),
    );
    answer.as_u64().expect("a status")
}

fn watcher(world: &World) {
    let (anna, ben, id) = anna_and_ben(world, "nava", &[]);
    let eve = world.browser();
    for browser in [&eve, &ben] {
        for status in ["400", "403", "409"] {
            browser.forgive(status);
        }
    }
    eve.open(&format!("/g/{id}"));
    eve.wait_text("#role", "watching");
    let made = json!({"ply": 0, "move": "a1-a4"});
    assert_eq!(post(&eve, &format!("/api/v1/games/{id}/moves"), &made), 403);
    for what in ["resign", "abort", "offers/draw", "offers/take-back", "offers/rematch", "links"] {
        let status =
            post(&eve, &format!("/api/v1/games/{id}/{what}"), &json!({"answer": "accept"}));
        assert!(status == 403 || status == 400 || status == 409, "{what}: {status}");
    }
    let join = post(&eve, &format!("/api/v1/games/{id}/join"), &json!({"name": "Eve"}));
    assert_eq!(join, 409, "both seats are taken");
    // Nor does it help to make the board believe that it is a player's.
    eve.js("document.querySelector('#typed').hidden = false");
    eve.type_into("#typed-move", "a1-a4");
    eve.key("Enter");
    eve.wait_for("#toasts .error");
    // Ben is no better off when it is not his turn.
    let early = post(&ben, &format!("/api/v1/games/{id}/moves"), &made);
    assert!(early == 403 || early == 409, "{early}");
    assert_eq!(world.server.game(&id)["ply"], 0);
    Player::new(&anna, Way::Click).take_turn();
    wait_ply(&eve, 1);
}

fn other_site(world: &World) {
    let anna = world.browser();
    let id = start_game(&anna, "nava", &[("opponent", "same-screen")]);
    let evil = Server::start();
    let here = world.server.origin();
    anna.visit(evil.origin());
    anna.open("/nothing");
    for text in ["404", "403", "CORS", "ERR_FAILED", "Content Security Policy", "blocked"] {
        anna.forgive(text);
    }
    // By script, the browser itself refuses; by form, the server does.
    anna.js_with(
        "try { await fetch(arguments[0], {method: 'POST', mode: 'no-cors', credentials: 'include',
            body: arguments[1]}) } catch { }",
        &json!([format!("{here}/api/v1/games/{id}/resign"), "{}"]),
    );
    let body = "action=move&ply=0&move=a1-a4";
    let headers = format!(
        "content-type: application/x-www-form-urlencoded\r\norigin: {}\r\nsec-fetch-site: same-site\r\naccept: text/html\r\n",
        evil.origin()
    );
    let (status, _) = world.server.ask("POST", &format!("/g/{id}/do"), &headers, body);
    assert_eq!(status, 403);
    assert_eq!(world.server.game(&id)["ply"], 0);
    assert_eq!(world.server.game(&id)["status"], "playing");
    anna.visit(here);
}

fn cookies(world: &World) {
    let anna = world.browser();
    let id = start_game(&anna, "nava", &[("opponent", "same-screen")]);
    assert_eq!(anna.js("return document.cookie"), "", "scripts do not see the cookie");
    for value in
        ["rubbish", "", "a.b", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]
    {
        let headers = format!("cookie: cairn={value}\r\ncontent-type: application/json\r\n");
        let made = json!({"ply": 0, "move": "a1-a4"}).to_string();
        let (status, text) =
            world.server.ask("POST", &format!("/api/v1/games/{id}/moves"), &headers, &made);
        assert_eq!(status, 403, "{text}");
    }
    // Who loses the cookie watches, and can begin anew.
    anna.tools("Network.clearBrowserCookies", &json!({}));
    anna.reload();
    anna.wait_text("#role", "watching");
    assert!(!anna.has(".is-option") && moves(&anna).is_empty());
    start_game(&anna, "nava", &[("opponent", "same-screen")]);
    Player::new(&anna, Way::Click).take_turn();
}

/// The form for a new game, filled in with nonsense.
fn forms(world: &World) {
    let browser = world.browser();
    browser.forgive("400");
    browser.forgive("422");
    for game in GameId::rule_sets() {
        browser.open(&format!("/new?game={}", game.name()));
        browser.click(r#"label:has(input[name="setup"][value="position"])"#);
        browser.type_into("input[name=position]", "no position at all");
        browser.click(r#"[data-action="create"]"#);
        browser.wait_for(".notice");
        assert!(browser.text(".notice").contains("position"));
        assert!(!browser.has("[data-game-id]"), "{}", game.name());
    }
    let post = |fields: &str| {
        let headers = "content-type: application/x-www-form-urlencoded\r\naccept: text/html\r\n";
        world.server.ask("POST", "/new", headers, fields).0
    };
    for fields in [
        "",
        "game=chess",
        "game=nava&opponent=nobody",
        "game=nava&level=99",
        "game=nava&level=ugi:sh",
        "game=nava&side=third",
        "game=nava&clock=live&minutes=-1",
        "game=nava&clock=live&minutes=0&increment=0",
        "game=nava&clock=live&minutes=99999999",
        "game=nava&clock=days&days=0",
        "game=greener&size=1x1",
        "game=greener&setup=seed&seed=99999999999999999999999",
        "game=nava&setup=seed&seed=1",
        "%ff=%ff",
        "game=nava&game=nava",
    ] {
        let status = post(fields);
        assert!((400..500).contains(&status) || status == 303, "{fields}: {status}");
    }
}
