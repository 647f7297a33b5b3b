//! Reloads, lost connections, and a server that is killed in the middle of a game.

use crate::people::{anna_and_ben, wait_ply};
use crate::player::{Player, Way, history, moves, start_game};
use crate::runner::{Test, World};

pub const TESTS: &[Test] = &[
    ("trouble::a_reload_in_the_middle_of_a_turn", reload),
    ("trouble::the_connection_comes_and_goes", offline),
    ("trouble::the_server_is_killed_and_started_again", killed),
    ("trouble::back_and_forward", back),
];

/// Something that a turn can begin with.
const OPTION: &str = r#"[data-pick="hand"]:not([hidden]), [data-cell].is-option"#;

fn reload(world: &World) {
    let browser = world.browser();
    let id = start_game(&browser, "mitsudomoe", &[("opponent", "same-screen")]);
    let mut player = Player::new(&browser, Way::Click);
    player.take_turn();
    player.take_turn();
    let before = moves(&browser);
    // A step of a turn is taken, and forgotten with the page.
    browser.click(OPTION);
    browser.wait_for(".is-picked");
    browser.reload();
    wait_ply(&browser, 2);
    assert_eq!(moves(&browser), before);
    assert!(!browser.has(".is-picked"));
    player.take_turn();
    // Steps can be taken back, by button and by key.
    browser.click(OPTION);
    browser.click(r#"[data-action="step-back"]"#);
    browser.wait("!document.querySelector('.is-picked')");
    browser.click(OPTION);
    browser.wait_for(".is-picked");
    browser.key("Escape");
    browser.wait("!document.querySelector('.is-picked')");
    player.take_turn();
    assert_eq!(world.server.game(&id)["ply"], 4);
}

fn offline(world: &World) {
    let (anna, ben, id) = anna_and_ben(world, "nava", &[]);
    for browser in [&anna, &ben] {
        browser.forgive("ERR_INTERNET_DISCONNECTED");
    }
    let (mut first, mut second) = (Player::new(&anna, Way::Click), Player::new(&ben, Way::Click));
    first.take_turn();
    wait_ply(&ben, 1);
    // What happens while somebody is away is there when they are back.
    anna.offline(true);
    second.take_turn();
    anna.offline(false);
    wait_ply(&anna, 2);
    anna.wait("document.querySelector('[data-board]').classList.contains('is-playable')");
    // A move that is made while away is sent as soon as it can be.
    let now = history(&anna);
    let mv = first.choose(&now);
    anna.offline(true);
    let sending = "document.querySelector('[data-prompt]').textContent.includes('Sending')";
    let text = now.position().write_move(mv).expect("a legal move");
    anna.type_into("#typed-move", &text);
    anna.key("Enter");
    anna.wait(sending);
    anna.offline(false);
    wait_ply(&anna, 3);
    wait_ply(&ben, 3);
    assert_eq!(world.server.game(&id)["moves"][2]["move"], text);
}

fn killed(world: &World) {
    let (anna, ben, id) = anna_and_ben(world, "nava", &[("clock", "live")]);
    let watcher = world.browser();
    watcher.open(&format!("/g/{id}"));
    for browser in [&anna, &ben, &watcher] {
        browser.forgive("ERR_CONNECTION_REFUSED");
        browser.forgive("ERR_INCOMPLETE_CHUNKED_ENCODING");
        browser.forgive("ERR_CONNECTION_RESET");
        browser.forgive("ERR_EMPTY_RESPONSE");
    }
    let (mut first, mut second) = (Player::new(&anna, Way::Click), Player::new(&ben, Way::Click));
    first.take_turn();
    second.take_turn();
    let before = moves(&anna);
    world.server.kill();
    for browser in [&anna, &ben, &watcher] {
        browser.wait_for("#connection");
    }
    world.server.restart();
    // Nobody reloads anything.
    for browser in [&anna, &ben, &watcher] {
        browser.wait("document.querySelector('#connection').hidden");
        assert_eq!(moves(browser), before);
    }
    first.take_turn();
    second.take_turn();
    wait_ply(&watcher, 4);
    // Killed with a move on its way: it is made once, whether it had arrived or not.
    let now = history(&anna);
    let mv = first.choose(&now);
    world.server.kill();
    anna.type_into("#typed-move", &now.position().write_move(mv).expect("a legal move"));
    anna.key("Enter");
    world.server.restart();
    for browser in [&anna, &ben, &watcher] {
        wait_ply(browser, 5);
    }
    assert_eq!(world.server.game(&id)["ply"], 5);
}

fn back(world: &World) {
    let browser = world.browser();
    let id = start_game(
        &browser,
        "nava",
        &[("opponent", "computer"), ("level", "1"), ("side", "first")],
    );
    let mut player = Player::new(&browser, Way::Click);
    player.take_turn();
    wait_ply(&browser, 2);
    browser.click(r#"[data-action="analyse"]"#);
    browser.wait_for("#tree [data-node]");
    browser.back();
    wait_ply(&browser, 2);
    player.take_turn();
    wait_ply(&browser, 4);
    // Back to the form, which has not sent anything again.
    browser.back();
    browser.wait_for(r#"[data-action="create"]"#);
    assert_eq!(browser.js("return document.querySelectorAll('[data-game-id]').length"), 0);
    browser.open("/");
    let mine = browser.js("return document.querySelectorAll('#mine .listed-game').length");
    assert_eq!(mine, 1, "one game was made");
    browser.click("#mine .listed-game");
    wait_ply(&browser, 4);
    assert_eq!(world.server.game(&id)["ply"], 4);
}
