//! Several people at one game, each with a browser.

use std::rc::Rc;

use serde_json::json;

use crate::browser::Browser;
use crate::player::{PLY, Player, Way, game_id, history, moves, start_game, status};
use crate::runner::{Test, World};

pub const TESTS: &[Test] = &[
    ("people::two_play_and_one_watches", two_play_and_one_watches),
    ("people::offers_are_made_and_answered", offers),
    ("people::take_back_and_hint_against_the_computer", against_the_computer),
    ("people::a_private_link_opens_the_seat_elsewhere", private_link),
    ("people::clocks_run_and_a_flag_falls", clocks),
    ("people::two_tabs_of_one_player", two_tabs),
];

/// Anna creates a game and Ben joins it by the link.
pub fn anna_and_ben(
    world: &World,
    game: &str,
    time: &[(&str, &str)],
) -> (Rc<Browser>, Rc<Browser>, String) {
    let (anna, ben) = (world.browser(), world.browser());
    let mut choices = vec![("opponent", "friend"), ("name", "Anna"), ("side", "first")];
    choices.extend(time);
    let id = start_game(&anna, game, &choices);
    anna.wait_for("#invite");
    let link = anna.js("return document.querySelector('#invite-link').value");
    assert_eq!(link, format!("{}/g/{id}", world.server.origin()));
    ben.open(&format!("/g/{id}"));
    ben.type_into("#join input[name=name]", "Ben");
    ben.click(r#"[data-action="join"]"#);
    for browser in [&anna, &ben] {
        browser.wait("document.querySelector('[data-game-id]')?.dataset.status === 'playing'");
        browser.wait_text(r#"[data-name="second"]"#, "Ben");
    }
    (anna, ben, id)
}

/// Waits until a browser has heard of so many moves.
#[track_caller]
pub fn wait_ply(browser: &Browser, ply: usize) {
    browser.wait(&format!("{PLY} === {ply}"));
}

fn two_play_and_one_watches(world: &World) {
    let (anna, ben, id) = anna_and_ben(world, "mitsudomoe:seed", &[]);
    let watcher = world.browser();
    watcher.open(&format!("/g/{id}"));
    watcher.wait_text("#role", "watching");
    assert_eq!(ben.js("return document.querySelector('[data-board]').dataset.flip"), "1");
    let mut players = [Player::new(&anna, Way::Click), Player::new(&ben, Way::Click)];
    let mut ply = 0;
    while players[ply % 2].take_turn() {
        ply += 1;
        wait_ply(&watcher, ply);
        wait_ply(&players[ply % 2].browser, ply);
        // Nothing on the watcher's board can be picked, whoever's turn it is.
        assert!(!watcher.has(".is-option") && !watcher.shows("#typed"));
    }
    for browser in [&anna, &ben, &watcher] {
        browser.wait("document.querySelector('[data-game-id]').dataset.status === 'finished'");
        assert_eq!(moves(browser), moves(&anna));
    }
    let ending = history(&watcher).ending().expect("over");
    watcher.wait_text("#status", &ending.reason);
    assert!(!watcher.shows("#controls button"), "who watches has nothing to press");
}

fn offers(world: &World) {
    let (anna, ben, id) = anna_and_ben(world, "nava", &[]);
    let press = |browser: &Browser, action: &str| {
        browser.click(&format!(r#"#controls [data-action="{action}"]"#))
    };
    let (mut first, mut second) = (Player::new(&anna, Way::Click), Player::new(&ben, Way::Click));
    first.take_turn();
    // A take-back is asked for, refused, asked for again and allowed.
    press(&anna, "take-back");
    press(&ben, "decline-take-back");
    anna.wait_for(r#"#controls [data-action="take-back"]"#);
    press(&anna, "take-back");
    press(&ben, "accept-take-back");
    wait_ply(&anna, 0);
    wait_ply(&ben, 0);
    first.take_turn();
    second.take_turn();
    // A draw is offered, withdrawn, offered again, declined, and agreed on at last.
    press(&anna, "draw");
    ben.wait_for(r#"#controls [data-action="accept-draw"]"#);
    press(&anna, "withdraw");
    ben.wait(r#"!document.querySelector('[data-action="accept-draw"]').checkVisibility()"#);
    press(&ben, "draw");
    press(&anna, "decline-draw");
    ben.wait_for(r#"#controls [data-action="draw"]"#);
    press(&ben, "draw");
    press(&anna, "accept-draw");
    ben.wait_text("#status", "draw");
    assert_eq!(world.server.game(&id)["outcome"], "draw");
    // A rematch: both are led to it, with the sides exchanged.
    press(&anna, "rematch");
    press(&ben, "accept-rematch");
    for browser in [&anna, &ben] {
        browser
            .wait(&format!("document.querySelector('[data-game-id]')?.dataset.gameId !== '{id}'"));
        browser.wait("document.querySelector('[data-game-id]')?.dataset.status === 'playing'");
    }
    assert_eq!(game_id(&anna), game_id(&ben));
    anna.wait_text(r#"[data-name="second"]"#, "Anna");
    // To give up is asked twice.
    second.take_turn();
    first.take_turn();
    press(&ben, "resign");
    ben.wait_text(r#"[data-action="resign"]"#, "Really");
    assert_eq!(status(&ben), "playing");
    ben.click(r#"#controls [data-action="resign"][data-sure]"#);
    for browser in [&anna, &ben] {
        browser.wait("document.querySelector('[data-game-id]').dataset.status === 'finished'");
    }
    anna.wait_text("[data-prompt]", "You won");
    ben.wait_text("[data-prompt]", "You lost");
}

fn against_the_computer(world: &World) {
    let browser = world.browser();
    let choices = [("opponent", "computer"), ("level", "1"), ("side", "first")];
    let id = start_game(&browser, "nava", &choices);
    let mut player = Player::new(&browser, Way::Click);
    player.take_turn();
    wait_ply(&browser, 2);
    // Both moves are taken back at once.
    browser.click(r#"#controls [data-action="take-back"]"#);
    wait_ply(&browser, 0);
    assert!(moves(&browser).is_empty());
    assert_eq!(world.server.game(&id)["ply"], 0);
    browser.click(r#"#controls [data-action="hint"]"#);
    browser.wait_text("[data-prompt]", "Hint:");
    player.take_turn();
    wait_ply(&browser, 2);
    // The moves are stepped through by keys, and the board does not move meanwhile.
    browser.js("document.activeElement.blur()");
    for (key, shown) in [("ArrowLeft", 1), ("ArrowUp", 0), ("ArrowRight", 1), ("ArrowDown", 2)] {
        browser.key(key);
        let current = format!(r#"#moves [data-ply="{shown}"][aria-current]"#);
        let found = format!("!!document.querySelector({}) === {}", json!(current), shown > 0);
        browser.wait(&found);
        let playable = format!("!!document.querySelector('.is-playable') === {}", shown == 2);
        browser.wait(&playable);
    }
    browser.key("f");
    browser.wait("document.querySelector('[data-board]').dataset.flip === '1'");
    browser.click(r#"#controls [data-action="resign"]"#);
    browser.click(r#"#controls [data-action="resign"][data-sure]"#);
    browser.wait("document.querySelector('[data-game-id]').dataset.status === 'finished'");
    browser.click(r#"#controls [data-action="rematch"]"#);
    browser.wait(&format!("document.querySelector('[data-game-id]')?.dataset.gameId !== '{id}'"));
    player.take_turn();
}

fn private_link(world: &World) {
    let (anna, elsewhere) = (world.browser(), world.browser());
    start_game(&anna, "nava", &[("opponent", "computer"), ("level", "1"), ("side", "first")]);
    anna.click(r#"[data-action="private-link"]"#);
    let link = anna.wait("document.querySelector('#private-link input').value");
    let path = link.as_str().expect("a link").strip_prefix(&world.server.origin()).expect("here");
    elsewhere.open(path);
    elsewhere.click(r#"[data-action="claim"]"#);
    elsewhere.wait_text("#role", "you play");
    Player::new(&elsewhere, Way::Click).take_turn();
    wait_ply(&anna, 2);
    // A link with another key opens nothing.
    let wrong = format!("{}x", &path[..path.len() - 1]);
    let stranger = world.browser();
    stranger.forgive("403");
    stranger.forgive("404");
    stranger.open(&wrong);
    if stranger.has(r#"[data-action="claim"]"#) {
        stranger.click(r#"[data-action="claim"]"#);
    }
    stranger.wait_text("h1", "That did not work");
}

fn clocks(world: &World) {
    let time = [("clock", "live")];
    let (anna, ben) = (world.browser(), world.browser());
    // The shortest clock that the form allows would take a minute: the API takes a second.
    anna.open("/");
    let new = json!([{"game": "nava", "side": "first", "time": "3+0", "name": "Anna"}]);
    let made = anna.js_with(
        "const response = await fetch('/api/v1/games', {method: 'POST',
            headers: {'content-type': 'application/json'}, body: JSON.stringify(arguments[0])});
         return (await response.json()).id",
        &new,
    );
    let id = made.as_str().expect("a game").to_owned();
    anna.open(&format!("/g/{id}"));
    ben.open(&format!("/g/{id}"));
    ben.click(r#"[data-action="join"]"#);
    // Until she hears of it, the game is not hers to play.
    anna.wait("document.querySelector('[data-game-id]').dataset.status === 'playing'");
    Player::new(&anna, Way::Click).take_turn();
    Player::new(&ben, Way::Click).take_turn();
    anna.wait_for(r#"[data-clock="first"].is-running.is-low"#);
    for browser in [&anna, &ben] {
        browser.wait("document.querySelector('[data-game-id]').dataset.status === 'finished'");
        browser.wait_text("#status", "time");
    }
    assert_eq!(world.server.game(&id)["outcome"], "second");
    // The form makes the clock that it says.
    let id = start_game(&anna, "nava", &[("opponent", "same-screen"), time[0]]);
    assert_eq!(world.server.game(&id)["time"]["kind"], "live");
    assert_eq!(anna.text(r#"[data-clock="first"]"#), "10:00");
}

fn two_tabs(world: &World) {
    let browser = world.browser();
    let id = start_game(&browser, "nava", &[("opponent", "same-screen")]);
    let one = browser.this_tab();
    let mut player = Player::new(&browser, Way::Click);
    player.take_turn();
    let two = browser.new_tab();
    browser.open(&format!("/g/{id}"));
    player.take_turn();
    player.take_turn();
    browser.tab(&one);
    wait_ply(&browser, 3);
    player.take_turn();
    browser.tab(&two);
    wait_ply(&browser, 4);
    assert_eq!(world.server.game(&id)["ply"], 4);
}
