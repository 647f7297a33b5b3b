//! Whole games, of every kind and by every way to move.

use std::rc::Rc;

use cairn_games::GameId;

use crate::browser::{Browser, Screen};
use crate::player::{Player, Way, start_game, status, title};
use crate::runner::{Test, World};

pub const TESTS: &[Test] = &[
    ("games::nava_by_click", |world| against_the_computer(world, "nava")),
    ("games::mitsudomoe_by_click", |world| at_one_screen(world, "mitsudomoe")),
    ("games::mitsudomoe_seed_by_click", |world| against_the_computer(world, "mitsudomoe:seed")),
    ("games::greener_by_click", |world| against_the_computer(world, "greener")),
    ("games::glaisher_by_click", |world| at_one_screen(world, "glaisher")),
    ("games::glaisher_rulebook_by_click", |world| against_the_computer(world, "glaisher:rulebook")),
    ("games::by_drag", |world| by_way(world, "nava", Way::Drag)),
    ("games::by_keyboard", |world| by_way(world, "mitsudomoe:seed", Way::Keyboard)),
    ("games::by_typed_moves", |world| by_way(world, "greener", Way::Typed)),
    ("games::by_touch_with_confirmation", by_touch),
    ("games::two_clicks_from_the_first_page", two_clicks),
];

/// What every finished game must be.
#[track_caller]
fn check_the_end(world: &World, browser: &Rc<Browser>, id: &str, player: &mut Player) {
    let history = player.play_out();
    let ending = history.ending().expect("the rules agree that it is over");
    assert_eq!(status(browser), "finished");
    browser.wait_text("#status", &ending.reason);
    let stored = world.server.game(id);
    assert_eq!(stored["ply"].as_u64(), Some(history.moves().len() as u64));
    assert_eq!(stored["outcome"], ending.outcome.word());
    browser.wait_for(r#"[data-action="rematch"]"#);
    assert!(!browser.shows("#typed"), "nothing can be typed after the end");
}

fn against_the_computer(world: &World, game: &str) {
    let browser = world.browser();
    let choices = [("opponent", "computer"), ("level", "1"), ("side", "first")];
    let id = start_game(&browser, game, &choices);
    let mut player = Player::new(&browser, Way::Click);
    check_the_end(world, &browser, &id, &mut player);
}

fn at_one_screen(world: &World, game: &str) {
    let browser = world.browser();
    let id = start_game(&browser, game, &[("opponent", "same-screen")]);
    let mut player = Player::new(&browser, Way::Click);
    check_the_end(world, &browser, &id, &mut player);
}

fn by_way(world: &World, game: &str, way: Way) {
    let browser = world.browser();
    let id = start_game(&browser, game, &[("opponent", "computer"), ("level", "1")]);
    let mut player = Player::new(&browser, way);
    check_the_end(world, &browser, &id, &mut player);
}

fn by_touch(world: &World) {
    let browser = world.browser();
    browser.screen(Screen::Phone);
    let id = start_game(&browser, "mitsudomoe:seed", &[("opponent", "computer"), ("level", "1")]);
    let asks = browser.js("return document.querySelector('[data-setting=confirm]').checked");
    assert_eq!(asks, true, "moves are confirmed on a touch screen");
    let mut player = Player::new(&browser, Way::Touch);
    check_the_end(world, &browser, &id, &mut player);
}

/// The first page, one press, and a move can be made.
fn two_clicks(world: &World) {
    let browser = world.browser();
    for game in GameId::rule_sets().filter(|game| !game.name().contains(':')) {
        browser.open("/");
        browser.click(&format!(r#"[data-game="{}"] [data-action="play"]"#, game.name()));
        browser.wait_text("h1", title(game.name()));
        let mut player = Player::new(&browser, Way::Click);
        assert!(player.take_turn(), "{}", game.name());
    }
}
