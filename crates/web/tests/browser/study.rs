//! The analysis board, import and export, and the boards of the rules pages.

use cairn_games::GameId;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::player::{Player, Way, start_game};
use crate::runner::{Test, World};

pub const TESTS: &[Test] = &[
    ("study::moves_and_variations", variations),
    ("study::the_engine_looks_on", engine),
    ("study::a_finished_game_is_gone_through", review),
    ("study::what_is_exported_can_be_imported", exchange),
    ("study::every_form_is_read", forms),
    ("study::rules_can_be_tried", rules),
];

/// The moves of the tree, in the order in which they are shown.
fn tree(browser: &Browser) -> Vec<String> {
    let script = "return [...document.querySelectorAll('#tree [data-node]')]
        .map(e => e.firstChild.textContent)";
    serde_json::from_value(browser.js(script)).expect("texts")
}

/// Waits until the tree has these moves and the last of them is looked at.
#[track_caller]
fn wait_tree(browser: &Browser, moves: &[&str]) {
    browser.wait(&format!(
        "JSON.stringify([...document.querySelectorAll('#tree [data-node]')]
            .map(e => e.firstChild.textContent)) === {}",
        json!(json!(moves).to_string())
    ));
}

/// The position on the board.
fn position(browser: &Browser) -> String {
    let script = "return JSON.parse(document.querySelector('[data-view] script.about').textContent).position";
    browser.js(script).as_str().expect("a position").to_owned()
}

/// Waits until the board shows a position; it follows the list of moves a little later.
#[track_caller]
fn wait_position(browser: &Browser, text: &str) {
    browser.wait(&format!(
        "JSON.parse(document.querySelector('[data-view] script.about')?.textContent ?? '{{}}')
            .position === {}",
        json!(text)
    ));
}

#[track_caller]
fn type_move(browser: &Browser, text: &str) {
    browser.type_into("#typed-move", text);
    browser.key("Enter");
    browser.wait("document.querySelector('#typed-move').value === ''");
}

fn engine_off(browser: &Browser) {
    browser.js("localStorage.setItem('cairn.engine', 'false')");
    browser.reload();
}

fn variations(world: &World) {
    let browser = world.browser();
    browser.open("/a/nava");
    engine_off(&browser);
    // By click, for both sides.
    browser.click(r#"[data-cell="a1"].is-option"#);
    browser.click(r#"[data-cell="a4"].is-option"#);
    wait_tree(&browser, &["a1-a4"]);
    browser.click(r#"[data-cell="e5"].is-option"#);
    browser.click(r#"[data-cell="e4"].is-option"#);
    wait_tree(&browser, &["a1-a4", "e5-e4"]);
    // Back, and another move: a variation.
    browser.click(r#"[data-step="previous"]"#);
    browser.wait_for(r#"#tree [aria-current]"#);
    type_move(&browser, "e5-b5");
    wait_tree(&browser, &["a1-a4", "e5-e4", "e5-b5"]);
    browser.wait_text("#tree .variation", "e5-b5");
    // What is wrong is said, and changes nothing.
    browser.forgive("422");
    browser.type_into("#typed-move", "a1-b2");
    browser.key("Enter");
    browser.wait_for("#toasts .error");
    assert_eq!(tree(&browser).len(), 3);
    // The variation becomes the main line, with a comment, and is there after a reload.
    browser.click(r#"[data-action="promote"]"#);
    wait_tree(&browser, &["a1-a4", "e5-b5", "e5-e4"]);
    browser.click(".comment summary");
    browser.type_into("#comment", "A <b>quiet</b> move.");
    browser.wait_text("#tree", "A <b>quiet</b> move.");
    let here = position(&browser);
    browser.reload();
    wait_tree(&browser, &["a1-a4", "e5-b5", "e5-e4"]);
    wait_position(&browser, &here);
    // By keys: to the start, on, to the other variation, and that is deleted.
    browser.js("document.activeElement.blur()");
    browser.key("ArrowUp");
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    browser.key_with("Shift", "ArrowDown");
    browser.wait_text("#tree [aria-current]", "e5-e4");
    browser.click(r#"[data-action="delete"]"#);
    wait_tree(&browser, &["a1-a4", "e5-b5"]);
    // The address speaks: whoever opens it sees the same position.
    let (path, here) = (browser.path(), position(&browser));
    assert!(path.starts_with("/a/nava/"), "{path}");
    let friend = world.browser();
    friend.open(&path);
    friend.wait_for("[data-board]");
    assert_eq!(position(&friend), here);
    // The last analysis can be gone on with.
    browser.open("/a");
    browser.click("#last-study");
    wait_tree(&browser, &["a1-a4", "e5-b5"]);
    browser.click(r#"[data-action="clear"]"#);
    wait_tree(&browser, &[]);
}

fn engine(world: &World) {
    let browser = world.browser();
    browser.open("/a/mitsudomoe:seed");
    browser.wait("document.querySelectorAll('#engine-lines li').length === 3");
    browser.wait_for("#balance");
    browser.wait("document.querySelectorAll('svg.arrows g').length === 3");
    browser.choose("#engine-count", "1");
    browser.wait("document.querySelectorAll('#engine-lines li').length === 1");
    // A line is played by pressing one of its moves, and thinking goes on there.
    browser.click(r#"#engine-lines [data-until="1"]"#);
    browser.wait("document.querySelectorAll('#tree [data-node]').length === 1");
    browser.wait("document.querySelectorAll('#engine-lines li').length === 1");
    // This game is solved from here on: what is proved is shown as proved.
    browser.wait_for("#engine-lines .is-proved");
    browser.wait_text("#engine-lines .is-proved", "wins in");
    browser.click("label:has(#engine-switch)");
    browser.wait("document.querySelectorAll('#engine-lines li').length === 0");
    browser.wait("!document.querySelector('svg.arrows')");
    assert_eq!(browser.text("#engine-state"), "Off");
}

fn review(world: &World) {
    let browser = world.browser();
    let game = [("opponent", "computer"), ("level", "1"), ("side", "first")];
    start_game(&browser, "mitsudomoe:seed", &game);
    let moves = Player::new(&browser, Way::Typed).play_out().moves().len();
    browser.click(r#"[data-action="analyse"]"#);
    browser.wait_for("#graph svg");
    browser.wait("!document.querySelector('#review-state').textContent.includes('positions')");
    assert_eq!(tree(&browser).len(), moves);
    browser.wait_text("[data-prompt]", "The game is over");
    // The graph leads to the middle of the game, the list to its turning points.
    browser.click("#graph svg");
    let middle = format!("location.search === '?ply={}'", moves / 2);
    let rounded = format!("location.search === '?ply={}'", moves.div_ceil(2));
    browser.wait(&format!("{middle} || {rounded}"));
    browser.wait_for("#tree [aria-current]");
    if browser.has("[data-turn]") {
        let ply = browser.js("return document.querySelector('[data-turn]').dataset.turn");
        browser.click("[data-turn]");
        browser.wait(&format!("location.search === '?ply={}'", ply.as_str().expect("a number")));
    }
    let words =
        browser.js("return document.querySelector('#graph svg').getAttribute('aria-label')");
    assert!(words.as_str().is_some_and(|words| words.contains("could expect")), "{words}");
}

/// The value of a field in the dialog for export.
fn exported(browser: &Browser, name: &str) -> String {
    let field = format!(r#"document.querySelector('[data-export="{name}"]').value"#);
    let value = browser.wait(&format!("(v => v !== '…' && v)({field})"));
    value.as_str().expect("a text").to_owned()
}

fn exchange(world: &World) {
    let browser = world.browser();
    browser.open("/a/nava?moves=a1-a4_e5-e4");
    engine_off(&browser);
    wait_tree(&browser, &["a1-a4", "e5-e4"]);
    browser.click(r#"#tree [data-node="1"]"#);
    type_move(&browser, "e5-b5");
    browser.click(r#"[data-action="export"]"#);
    browser.wait_for("#export[open]");
    assert_eq!(exported(&browser, "position"), position(&browser));
    assert!(exported(&browser, "line").ends_with("/a/nava?moves=a1-a4_e5-b5"));
    let (link, prolog) = (exported(&browser, "link"), exported(&browser, "prolog"));
    let files = [("svg", "<svg"), ("png", "\u{fffd}PNG"), ("record", "[Game \"nava\"]")];
    for (file, start) in files {
        let link = format!(r#"[data-file="{file}"]"#);
        browser.wait(&format!("!document.querySelector('{link}').href.endsWith('#')"));
        let text = browser.download(&link);
        assert!(text.starts_with(start), "{file}: {text}");
    }
    let record = browser.download(r#"[data-file="record"]"#);
    assert!(record.contains("(1... e5-b5)"), "{record}");
    browser.key("Escape");
    browser.wait("!document.querySelector('#export').open");
    // The record comes back with its variation, by the dialog on the board.
    browser.click(r#"[data-action="import"]"#);
    browser.js_with(
        "document.querySelector('#import textarea').value = arguments[0]",
        &json!([record]),
    );
    // The page that comes shows the same moves as the one that goes.
    browser.js("window.isBefore = true");
    browser.click("#import [type=submit]");
    browser.wait("!window.isBefore");
    wait_tree(&browser, &["a1-a4", "e5-e4", "e5-b5"]);
    // The link and the term lead to the position.
    let path = link.strip_prefix(&world.server.origin()).expect("a link to here").to_owned();
    browser.open(&path);
    let shown = position(&browser);
    import(&browser, &prolog, "first");
    browser.wait("location.pathname.startsWith('/a/nava/')");
    wait_position(&browser, &shown);
}

/// Puts a text into the page for import and sends it.
#[track_caller]
fn import(browser: &Browser, text: &str, to_move: &str) {
    browser.open("/import");
    let value = json!([text]);
    browser.js_with("document.querySelector('#import-text').value = arguments[0]", &value);
    if !to_move.is_empty() {
        browser.choose("select[name=to_move]", to_move);
    }
    browser.click("#import-form [type=submit]");
}

fn forms(world: &World) {
    let browser = world.browser();
    browser.open("/");
    browser.js("localStorage.setItem('cairn.engine', 'false')");
    for game in GameId::rule_sets() {
        let (name, start) = (game.name(), game.start());
        let first = start.move_texts()[0].clone();
        let mut after = start;
        after.play(start.read_move(&first).expect("legal")).expect("legal");
        let record = format!("[Game \"{name}\"]\n[Start \"{}\"]\n1. {first} *", start.to_text());
        import(&browser, &record, "");
        browser.wait_for("#tree [data-node]");
        assert_eq!(tree(&browser), [first], "{name}");
        wait_position(&browser, &after.to_text());
        let prolog = json!({"game": name, "position": after.to_text()}).to_string();
        let headers = "content-type: application/json\r\n";
        let (status, converted) = world.server.ask("POST", "/api/v1/convert", headers, &prolog);
        assert_eq!(status, 200, "{converted}");
        let term: Value = serde_json::from_str(&converted).expect("JSON");
        browser.open("/import");
        browser.choose("select[name=game]", name);
        browser.choose("select[name=to_move]", "second");
        browser.js_with(
            "document.querySelector('#import-text').value = arguments[0]",
            &json!([term["prolog"]]),
        );
        browser.click("#import-form [type=submit]");
        browser.wait("location.pathname.startsWith('/a/')");
        browser.wait_for("[data-board]");
        wait_position(&browser, &after.to_text());
    }
    // What cannot be read is pointed at.
    for status in ["400", "422", "404"] {
        browser.forgive(status);
    }
    for wrong in [
        "[Game \"nava\"]\n1. a1-a4 e5-e9 *",
        "gamestate([[nan",
        "💥".repeat(500).as_str(),
        "/g/0123456789",
    ] {
        import(&browser, wrong, "");
        browser.wait("document.querySelector('#import-problem').textContent.trim().length > 10");
        assert_eq!(browser.path(), "/import");
    }
}

fn rules(world: &World) {
    let browser = world.browser();
    for game in GameId::rule_sets() {
        browser.open(&format!("/rules/{}", game.name()));
        browser.wait_for("[data-lesson]");
        let kinds = browser.js(
            "return [...document.querySelectorAll('[data-lesson]')].map((lesson, index) => {
                lesson.id = `lesson-${index}`;
                return [lesson.dataset.lesson, lesson.dataset.moves];
            })",
        );
        let kinds = kinds.as_array().cloned().expect("lessons");
        if kinds.len() < 3 {
            browser.fail(&format!("{} has {} lessons", game.name(), kinds.len()));
        }
        for (index, kind) in kinds.iter().enumerate() {
            try_lesson(&browser, &format!("#lesson-{index}"), kind);
        }
    }
}

/// Does what a lesson asks for.
#[track_caller]
fn try_lesson(browser: &Browser, lesson: &str, kind: &Value) {
    let (kind, moves) = (kind[0].as_str().unwrap_or(""), kind[1].as_str().unwrap_or(""));
    let said = format!("{lesson} [data-lesson-said]");
    let press =
        |action: &str| browser.click(&format!(r#"{lesson} [data-lesson-action="{action}"]"#));
    browser.js(&format!("document.querySelector('{lesson}').scrollIntoView({{block: 'center'}})"));
    browser.wait_for(&format!("{lesson} .is-playable"));
    match kind {
        "move" => {
            press("show");
            browser.wait_text(&said, "Just so");
        }
        "walk" => {
            let count = moves.split(' ').count();
            for number in 1..=count {
                press("show");
                browser.wait_text(&said, &format!("Move {number} of {count}"));
            }
        }
        // A move that is not allowed cannot be picked to its end.
        "forbidden" => {
            let last = moves.rsplit(['-', ';', '+', '>', 'x']).next().unwrap_or_default();
            assert!(!last.is_empty());
            browser.wait_for(&format!("{lesson} .is-option, {lesson} [data-pick]:not([hidden])"));
        }
        _ => {
            press("answer");
            browser.wait_text(&said, "The computer plays");
            press("back");
            browser.wait(&format!("!document.querySelector('{said}').textContent.trim()"));
        }
    }
}
