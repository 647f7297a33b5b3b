//! Somebody who plays a game on its page, by one of the ways there are.

use std::rc::Rc;

use cairn_engine::search::Engine;
use cairn_engine::{Bot, EngineOptions, Limits, StopFlag};
use cairn_games::{AnyMove, GameId, History};
use cairn_web::service::{Wanted, pick_name};
use serde_json::Value;

use crate::browser::Browser;

/// How moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Click,
    Drag,
    Keyboard,
    Typed,
    /// With a finger, and each move is confirmed.
    Touch,
}

/// A game longer than this does not end.
const LONGEST: usize = 400;

/// A person in front of a browser that shows a game.
pub struct Player {
    pub browser: Rc<Browser>,
    way: Way,
    engine: Engine,
}

impl Player {
    /// Somebody who looks a little ahead, so that games come to an end.
    pub fn new(browser: &Rc<Browser>, way: Way) -> Self {
        let options = EngineOptions { hash_mb: 2, seed: 7, ..EngineOptions::default() };
        Self { browser: Rc::clone(browser), way, engine: Engine::new(options) }
    }

    /// Plays until the game is over; returns it as the page tells it.
    #[track_caller]
    pub fn play_out(&mut self) -> History {
        for _ in 0..LONGEST {
            if !self.take_turn() {
                return history(&self.browser);
            }
        }
        self.browser.fail("the game does not end");
    }

    /// Waits for the turn, also for the game to begin, and makes a move; says whether the game
    /// goes on.
    #[track_caller]
    pub fn take_turn(&mut self) -> bool {
        self.browser.wait(
            "['finished', 'aborted'].includes(document.querySelector('[data-game-id]')?.dataset.status)
             || document.querySelector('[data-board]').classList.contains('is-playable')",
        );
        if status(&self.browser) != "playing" {
            return false;
        }
        let history = history(&self.browser);
        let mv = self.choose(&history);
        self.make(&history, mv);
        true
    }

    /// The move to make.
    pub fn choose(&mut self, history: &History) -> AnyMove {
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let report = self.engine.search(history, &limits, &StopFlag::default(), &mut |_| {});
        report.expect("the game is not over").best_move()
    }

    /// Makes a move and waits until the server has it.
    #[track_caller]
    pub fn make(&self, history: &History, mv: AnyMove) {
        let position = history.position();
        let text = position.write_move(mv).expect("a legal move");
        let steps = position.steps(mv).expect("a legal move");
        let picks = steps.iter().flat_map(|step| &step.picks);
        let picks: Vec<_> = picks.map(|pick| pick_name(position, *pick)).collect();
        match self.way {
            Way::Typed => {
                self.browser.type_into("#typed-move", &text);
                self.browser.key("Enter");
            }
            _ => self.pick_all(&picks),
        }
        // What is picked may be a whole move and the beginning of a longer one.
        let ply = history.moves().len();
        let sent = format!("{PLY} > {ply}");
        let ready = r#"document.querySelector('[data-action="confirm"]').checkVisibility()"#;
        self.browser.wait(&format!("({sent}) || {ready}"));
        if self.browser.js(&format!("return {sent}")) != true {
            self.press(r#"[data-action="confirm"]"#);
        }
        self.browser.wait(&sent);
        let made = &moves(&self.browser)[ply];
        assert_eq!(*made, text, "another move was made by {:?}", self.way);
    }

    #[track_caller]
    fn pick_all(&self, picks: &[String]) {
        let mut at = 0;
        while let Some(name) = picks.get(at) {
            let next = picks.get(at + 1).filter(|_| self.way == Way::Drag);
            match next.filter(|next| is_cell(name) && is_cell(next) && *next != name) {
                Some(next) => {
                    self.wait_option(name);
                    self.browser.drag(&selector(name), &selector(next));
                    at += 2;
                }
                None => {
                    self.wait_option(name);
                    self.press(&selector(name));
                    at += 1;
                }
            }
        }
    }

    /// Waits until something can be picked.
    #[track_caller]
    fn wait_option(&self, name: &str) {
        if is_cell(name) {
            self.browser.wait_for(&format!("{}.is-option", selector(name)));
        } else {
            self.browser.wait_for(&selector(name));
        }
    }

    /// Presses something on the board.
    #[track_caller]
    fn press(&self, selector: &str) {
        match self.way {
            Way::Keyboard => self.press_by_keys(selector),
            Way::Touch => self.browser.tap(selector),
            _ => self.browser.click(selector),
        }
    }

    /// Goes to something with the tab key and the arrows, and presses it.
    #[track_caller]
    fn press_by_keys(&self, selector: &str) {
        let focused = format!("document.activeElement.matches({})", Value::from(selector));
        let is_cell = selector.contains("data-cell");
        for _ in 0..120 {
            if self.browser.js(&format!("return {focused}")) == true {
                self.browser.key("Enter");
                return;
            }
            let key = if is_cell { self.way_to(selector) } else { "Tab".to_owned() };
            self.browser.key(&key);
        }
        self.browser.fail(&format!("the keyboard does not come to {selector}"));
    }

    /// The key that leads nearer to a cell.
    fn way_to(&self, selector: &str) -> String {
        let script = "
            const row = (cell) => [...document.querySelectorAll('[data-view] [role=row]')]
                .indexOf(cell.closest('[role=row]'));
            const [here, there] = [document.activeElement, document.querySelector(arguments[0])];
            if (!here.matches('[data-cell]')) return 'Tab';
            if (row(here) !== row(there)) return row(here) < row(there) ? 'ArrowDown' : 'ArrowUp';
            const left = (cell) => cell.getBoundingClientRect().left;
            return left(here) < left(there) ? 'ArrowRight' : 'ArrowLeft';";
        let key = self.browser.js_with(script, &Value::from(vec![selector]));
        key.as_str().expect("a key").to_owned()
    }
}

fn is_cell(name: &str) -> bool {
    name != "hand" && name != "pass"
}

/// Where something that can be picked is.
fn selector(name: &str) -> String {
    if is_cell(name) {
        format!(r#"[data-cell="{name}"]"#)
    } else {
        format!(r#"[data-pick="{name}"]"#)
    }
}

/// How many moves the page knows of.
pub const PLY: &str = "Number(document.querySelector('#typed input[name=ply]').value)";

/// `waiting`, `playing`, `finished` or `aborted`.
#[track_caller]
pub fn status(browser: &Browser) -> String {
    let status = browser.wait("document.querySelector('[data-game-id]')?.dataset.status");
    status.as_str().expect("a word").to_owned()
}

/// The moves in the page's list.
pub fn moves(browser: &Browser) -> Vec<String> {
    let moves = browser
        .js("return [...document.querySelectorAll('#moves [data-ply]')].map(e => e.textContent)");
    serde_json::from_value(moves).expect("texts")
}

/// The game on the page, with every move checked by the rules.
pub fn history(browser: &Browser) -> History {
    let start = browser
        .js("const { game } = JSON.parse(document.getElementById('game-data').textContent);
         return [game.game, game.start]");
    let (game, position) = (text(&start[0]), Some(text(&start[1])));
    let start = Wanted { game, position, ..Wanted::default() }.read().expect("a position");
    let mut history = History::new(start);
    for text in moves(browser) {
        let mv = history.position().read_move(&text).expect("a legal move");
        history.play(mv).expect("a legal move");
    }
    history
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Fills in the form for a new game and sends it; returns the number of the game.
#[track_caller]
pub fn start_game(browser: &Browser, game: &str, choices: &[(&str, &str)]) -> String {
    browser.open(&format!("/new?game={game}"));
    for (name, value) in choices {
        let input = format!(r#"input[name="{name}"][value={}]"#, Value::from(*value));
        let select = format!(r#"select[name="{name}"]"#);
        if browser.has(&input) {
            // What is pressed is the label; the round button itself may be drawn by it.
            let (label, sign) = (format!("label:has({input})"), format!("{input}:checked"));
            if browser.has(&format!("{input}[type=radio]")) {
                browser.click_until(&label, &sign);
            } else {
                browser.click(&label);
                browser.wait(&format!("document.querySelector({})", Value::from(sign)));
            }
        } else if browser.has(&select) {
            browser.choose(&select, value);
        } else {
            browser.type_into(&format!(r#"input[name="{name}"]"#), value);
        }
    }
    browser.click(r#"[data-action="create"]"#);
    game_id(browser)
}

/// The number of the game that is shown.
#[track_caller]
pub fn game_id(browser: &Browser) -> String {
    let id = browser.wait("document.querySelector('[data-game-id]')?.dataset.gameId");
    id.as_str().expect("a number").to_owned()
}

/// The title of a game.
pub fn title(game: &str) -> &'static str {
    GameId::named(game).expect("a game").info().title
}
