//! What holds of every page: nothing from elsewhere, nothing in the way of anybody, nothing
//! wider than the screen. Pictures of all of them go to `target/screenshots`.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::OnceLock;

use cairn_games::GameId;
use serde_json::{Value, json};

use crate::browser::{Browser, Screen, save};
use crate::people::wait_ply;
use crate::player::{Player, Way, start_game};
use crate::runner::{Test, World, wanted};

pub const TESTS: &[Test] = &[
    ("pages::to_begin_with", to_begin_with),
    ("pages::of_games", of_games),
    ("pages::of_rules", of_rules),
    ("pages::to_study", to_study),
    ("pages::the_first_page_is_light", light),
    ("pages::colours_are_chosen_and_remembered", colours),
    ("pages::the_picture_in_the_readme", readme),
];

/// The first page may weigh so much with all it needs, before compression.
const MOST_BYTES: f64 = 150_000.0;
/// Pictures of longer pages end here.
const MOST_PIXELS: u32 = 2400;

/// The library that checks accessibility, where `./test` installs it.
fn axe() -> Option<&'static str> {
    static AXE: OnceLock<Option<String>> = OnceLock::new();
    let read = || {
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../target/axe/node_modules/axe-core/axe.min.js");
        let text = std::fs::read_to_string(file).ok();
        if text.is_none() {
            println!("NOT CHECKED: accessibility, for axe-core is not there; ./test installs it.");
        }
        text
    };
    AXE.get_or_init(read).as_deref()
}

/// Has the accessibility of the page checked: contrasts, which are another matter in every
/// theme, and all the rest, which is another matter on every screen.
#[track_caller]
fn check_access(browser: &Browser, name: &str, contrast: bool, rest: bool) {
    let Some(axe) = axe() else {
        assert!(!wanted("required"), "axe-core is not there; ./test gets it with npm");
        return;
    };
    let script = "
        const [contrast, rest] = arguments;
        const rules = {'color-contrast': {enabled: contrast}};
        const which = rest ? {rules} : {runOnly: ['color-contrast']};
        const found = await axe.run(document, {resultTypes: ['violations'], ...which});
        const node = (node) => `    ${node.target.join(' ')} ${node.any.map(any => any.message).join('; ')}`;
        return found.violations.map(violation => [`${violation.id}: ${violation.help}`,
            ...violation.nodes.slice(0, 4).map(node)].join('\\n'))";
    let violations = browser.js_with(&format!("{axe};{script}"), &json!([contrast, rest]));
    let violations: Vec<String> = serde_json::from_value(violations).expect("texts");
    assert!(violations.is_empty(), "{name} is not for everyone:\n{}", violations.join("\n"));
}

/// Everything that the page has asked for came from this site.
#[track_caller]
fn check_requests(browser: &Browser, name: &str) {
    let script = "return performance.getEntriesByType('resource').map(e => e.name)
        .filter(n => !n.startsWith(location.origin + '/') && !n.startsWith('data:') && !n.startsWith('blob:'))";
    assert_eq!(browser.js(script), json!([]), "{name} asks elsewhere");
}

/// Nothing sticks out of the screen.
#[track_caller]
fn check_width(browser: &Browser, name: &str) {
    let script = "const wide = document.documentElement.scrollWidth;
        if (wide <= innerWidth) return null;
        const out = [...document.querySelectorAll('body *')]
            .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && e.checkVisibility());
        return [wide, innerWidth, out.slice(0, 6).map(e => e.outerHTML.slice(0, 120))]";
    assert_eq!(browser.js(script), Value::Null, "{name} is too wide");
}

fn settle(browser: &Browser) {
    browser.wait("document.readyState === 'complete'");
    browser
        .js("await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

/// Looks at the page that is open, in both themes and at three sizes.
#[track_caller]
fn look_at(browser: &Browser, name: &str) {
    let views = [
        (Screen::Desktop, "light"),
        (Screen::Desktop, "dark"),
        (Screen::Phone, "dark"),
        (Screen::Phone, "light"),
    ];
    for (screen, theme) in views {
        browser.screen(screen);
        browser.prefer(theme);
        settle(browser);
        let word = if screen == Screen::Desktop { "desktop" } else { "phone" };
        let name = format!("{name}-{word}-{theme}");
        save(&name, &browser.picture(MOST_PIXELS)).expect("a picture");
        let desk = screen == Screen::Desktop;
        if desk || theme == "light" {
            check_access(browser, &name, desk, theme == "light");
        }
        check_width(browser, &name);
    }
    browser.screen(Screen::Narrow);
    settle(browser);
    save(&format!("{name}-narrow"), &browser.picture(MOST_PIXELS)).expect("a picture");
    check_width(browser, &format!("{name} at 320 pixels"));
    check_requests(browser, name);
    browser.screen(Screen::Desktop);
}

#[track_caller]
fn visit(browser: &Browser, path: &str, name: &str) {
    browser.screen(Screen::Desktop);
    browser.prefer("light");
    browser.open(path);
    look_at(browser, name);
}

fn file_name(game: GameId) -> String {
    game.name().replace(':', "-")
}

fn to_begin_with(world: &World) {
    let browser = world.browser();
    // A list of one's games is on the first page as soon as there are some.
    visit(&browser, "/", "home-new");
    start_game(&browser, "nava", &[("opponent", "computer"), ("level", "1")]);
    start_game(
        &browser,
        "glaisher",
        &[("opponent", "friend"), ("name", "Anna"), ("listed", "true")],
    );
    visit(&browser, "/", "home");
    for game in GameId::rule_sets() {
        visit(&browser, &format!("/new?game={}", game.name()), &format!("new-{}", file_name(game)));
    }
    browser.open("/new?game=greener");
    for (name, value) in [("opponent", "friend"), ("clock", "live"), ("setup", "position")] {
        browser.click(&format!(r#"label:has(input[name="{name}"][value="{value}"])"#));
    }
    look_at(&browser, "new-friend-clock-position");
    browser.forgive("404");
    visit(&browser, "/g/0123456789", "missing");
}

fn of_games(world: &World) {
    let (browser, other) = (world.browser(), world.browser());
    for game in GameId::rule_sets() {
        let choices = [("opponent", "computer"), ("level", "1"), ("side", "first")];
        start_game(&browser, game.name(), &choices);
        let mut player = Player::new(&browser, Way::Click);
        player.take_turn();
        player.take_turn();
        browser.wait_for(".is-playable [data-view]");
        // In the middle of a turn, if it has one.
        browser.click(r#"[data-pick="hand"]:not([hidden]), [data-cell].is-option"#);
        look_at(&browser, &format!("game-{}", file_name(game)));
    }
    let id = start_game(
        &browser,
        "nava",
        &[("opponent", "friend"), ("name", "Anna"), ("clock", "live"), ("side", "first")],
    );
    look_at(&browser, "game-waiting");
    visit(&other, &format!("/g/{id}"), "game-join");
    other.click(r#"[data-action="join"]"#);
    for page in [&browser, &other] {
        page.wait("document.querySelector('[data-game-id]')?.dataset.status === 'playing'");
    }
    let mut player = Player::new(&browser, Way::Click);
    player.take_turn();
    Player::new(&other, Way::Click).take_turn();
    other.click(r#"#controls [data-action="draw"]"#);
    browser.wait_for(r#"#controls [data-action="accept-draw"]"#);
    browser.click(r#"[data-action="private-link"]"#);
    let link = browser.wait("document.querySelector('#private-link input').value");
    look_at(&browser, "game-offer");
    let path =
        link.as_str().and_then(|link| link.strip_prefix(&world.server.origin())).expect("a link");
    visit(&other, path, "seat");
    browser.click(r#"#controls [data-action="accept-draw"]"#);
    browser.wait_for(r#"#controls [data-action="rematch"]"#);
    look_at(&browser, "game-finished");
}

fn of_rules(world: &World) {
    let browser = world.browser();
    visit(&browser, "/rules", "rules");
    for game in GameId::rule_sets() {
        visit(&browser, &format!("/rules/{}", game.name()), &format!("rules-{}", file_name(game)));
    }
    visit(&browser, "/rules/notice", "rules-notice");
}

fn to_study(world: &World) {
    let browser = world.browser();
    visit(&browser, "/a", "analysis");
    visit(&browser, "/import", "import");
    for game in GameId::rule_sets() {
        browser.open(&format!("/a/{}", game.name()));
        browser.wait_text("#engine-state", "Depth");
        look_at(&browser, &format!("analysis-{}", file_name(game)));
    }
    browser.click(r#"[data-action="export"]"#);
    browser.wait_for("#export[open]");
    look_at(&browser, "analysis-export");
    browser.key("Escape");
    browser.click(r#"[data-action="import"]"#);
    browser.wait_for("#import[open]");
    look_at(&browser, "analysis-import");
    analysed_game(&browser);
}

/// A game that was played, with its graph, a variation and a comment.
fn analysed_game(browser: &Rc<Browser>) {
    start_game(
        browser,
        "mitsudomoe:seed",
        &[("opponent", "computer"), ("level", "1"), ("side", "first")],
    );
    Player::new(browser, Way::Typed).play_out();
    browser.click(r#"[data-action="analyse"]"#);
    browser.wait_for("#graph svg");
    browser.wait("!document.querySelector('#review-state').textContent.includes('positions')");
    browser.click(r#"#tree [data-node="2"]"#);
    browser.wait_for("#engine-lines li");
    browser.click("#engine-lines li:last-child button:last-child");
    // While the engine finds longer lines, what stands below them moves.
    browser.click("#engine-switch");
    browser.wait("document.querySelector('#engine-lines').children.length === 0");
    browser.click(".comment summary");
    browser.type_into("#comment", "Worth a look.");
    browser.click("#engine-switch");
    browser.wait_for("#engine-lines li");
    look_at(browser, "analysis-game");
}

fn light(world: &World) {
    let browser = world.browser();
    browser.open("/");
    browser.wait("document.readyState === 'complete'");
    let weights = browser.js(
        "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .map(e => [e.name, e.decodedBodySize, e.encodedBodySize])",
    );
    let weights = weights.as_array().expect("entries");
    let total =
        |index: usize| weights.iter().filter_map(|entry| entry[index].as_f64()).sum::<f64>();
    assert!(weights.len() > 3, "{weights:?}");
    assert!(total(1) < MOST_BYTES, "the first page weighs {}: {weights:?}", total(1));
}

fn colours(world: &World) {
    let browser = world.browser();
    let back = "return getComputedStyle(document.body).backgroundColor";
    browser.prefer("light");
    browser.open("/");
    browser.wait_for(r#"[data-action="theme"]"#);
    let light = browser.js(back);
    browser.prefer("dark");
    let dark = browser.js(back);
    assert_ne!(light, dark, "the system decides");
    browser.click(r#"[data-action="theme"]"#);
    browser.wait("document.documentElement.dataset.theme === 'light'");
    assert_eq!(browser.js(back), light, "a choice is stronger than the system");
    browser.open("/rules");
    assert_eq!(browser.js(back), light, "and holds for all pages");
    browser.click(r#"[data-action="theme"]"#);
    browser.prefer("light");
    browser.reload();
    assert_eq!(browser.js(back), dark);
    browser.wait_for(r#"[data-action="theme"]"#);
    browser.click(r#"[data-action="theme"]"#);
    browser.wait("!document.documentElement.dataset.theme");
    assert_eq!(browser.js(back), light);
}

/// The page of a game as `docs/img/game.png` shows it; a copy of it is there.
fn readme(world: &World) {
    let browser = world.browser();
    start_game(&browser, "glaisher", &[("opponent", "same-screen")]);
    browser.prefer("light");
    let moves = ["i6-h5,g4,f3+i6", "a4-b5,c6,d7+i9", "b1-c2,d3,e4+a1", "f2-f8+e8", "e4-e3,e2+d1"];
    for (ply, text) in moves.into_iter().enumerate() {
        browser.type_into("#typed-move", text);
        browser.key("Enter");
        wait_ply(&browser, ply + 1);
    }
    browser.click(r#"[data-cell="h9"].is-option"#);
    browser.wait_for(".is-picked");
    browser.js("document.activeElement.blur()");
    let size = json!({"width": 1100, "height": 700, "deviceScaleFactor": 1, "mobile": false});
    browser.tools("Emulation.setDeviceMetricsOverride", &size);
    settle(&browser);
    save("readme", &browser.picture(700)).expect("a picture");
    check_width(&browser, "the page of a game");
}
