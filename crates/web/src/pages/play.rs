//! Games on the device: the rules and the engine run in the page, and the browser keeps the games.
//!
//! | in the page | meaning |
//! |---|---|
//! | `#local-games` | list of the games that the browser keeps, which `play.js` writes |
//! | `#new-local-game` | form for a new game |
//! | `[data-game-id]` | the game, with the elements of `game.rs`; `play-board.js` fills them in |
//! | `#trouble` | what went wrong, and what can be done |

use axum::extract::Path;
use cairn_app::board::inline_picture;
use cairn_games::{GameId, Side};
use maud::{Markup, html};

use super::create::{opponent, set_up, sides};
use super::game::{keys_and_settings, typed_form};
use super::panels::step_links;
use super::shell::HtmlPage;
use crate::problem::Problem;
use crate::search_pool::{LevelOpponents, Opponents};

/// `/play`
pub(super) async fn index() -> Markup {
    form_page(GameId::ALL[0])
}

/// `/play/GAME`
pub(super) async fn game(Path(name): Path<String>) -> Result<Markup, Problem> {
    Ok(form_page(GameId::named(&name)?))
}

/// `/play/board`
pub(super) async fn board() -> Markup {
    board_page()
}

/// Returns the paths and contents of all these pages.
pub(super) fn pages() -> Vec<(String, Markup)> {
    let forms = GameId::rule_sets().map(|game| (format!("play/{}", game.name()), form_page(game)));
    let first = ("play".to_owned(), form_page(GameId::ALL[0]));
    let board = ("play/board".to_owned(), board_page());
    [first, board].into_iter().chain(forms).collect()
}

/// The games that the browser keeps, and the form for a new one.
fn form_page(game: GameId) -> Markup {
    let info = game.info();
    let page = HtmlPage::new("Play on this device")
        .describe("Play against the computer or with someone on the same device, even offline.")
        .style("home.css")
        .style("play.css")
        .script("choices.js")
        .script("play.js");
    page.render(html! {
        h1 { "Play on this device" }
        p.lead {
            "The rules and the computer run in your browser, which also stores your games. "
            "Nothing is sent anywhere, and no network is needed."
        }
        (trouble())
        section.listed #local-games aria-label="Your games on this device" hidden {
            h2 { "Your games on this device" }
            ul {}
        }
        h2 { "New game" }
        nav.tabs aria-label="Rule set" {
            @for other in GameId::rule_sets() {
                a href={ "/play/" (other.name()) }
                    aria-current=[(other == game).then_some("page")] { (other.info().title) }
            }
        }
        form.create.with-script #new-local-game {
            input type="hidden" name="game" value=(info.name);
            div.create-main {
                (opponent(None, &LevelOpponents.list(game), false))
                (sides(game))
                (set_up(game, None))
                p.problem #new-problem role="alert" {}
                p.buttons {
                    button.button.primary.large type="submit" data-action="create" { "Start the game" }
                }
            }
            div.create-side {
                div.create-picture { (inline_picture(&game.start().view(), false)) }
                p { (info.summary) }
                p.faint { "A game by " (info.designer) ". " a href={ "/rules/" (info.name) } { "Rules" } }
            }
        }
        p.without-script { "This page needs JavaScript. " a href="/" { "Go to the games" } }
    })
}

fn trouble() -> Markup {
    html! {
        section.panel.problem #trouble role="alert" hidden {
            p {}
            p.buttons {}
        }
    }
}

/// The page of a game. Everything that depends on the game is filled in by a script.
fn board_page() -> Markup {
    let page = HtmlPage::new("A game on this device")
        .describe("A game against the computer or for two on one device, without the server.")
        .style("game.css")
        .style("play.css")
        .script("play-board.js")
        .class("wide")
        .private();
    let player = |side: Side| {
        let word = side.word();
        html! {
            div.player data-player=(word) {
                span.token aria-hidden="true" {}
                span.player-who {
                    span.player-name data-name=(word) {}
                    span.player-side {}
                }
                span.supplies data-supplies=(word) {}
            }
        }
    };
    page.render(html! {
        script #game-data type="application/json" { "null" }
        (trouble())
        p.without-script { "This page needs JavaScript. " a href="/" { "Go to the games" } }
        div.game.with-script data-game-id="" data-status="playing" data-flipped="0" {
            div.game-board {
                div.player-top { (player(Side::Second)) }
                div #board-place .board-place {}
                div.player-bottom { (player(Side::First)) }
            }
            div.game-side {
                header.game-head {
                    h1 { "A game on this device" }
                    p.faint { "on this device · " span #role {} span #set-up {} }
                    p.status #status {}
                    p.connection #connection hidden {}
                }
                section.panel.end #end aria-label="Result" hidden {}
                a.button.primary #next-game hidden { "Go to the rematch" }
                section.guide aria-label="Aim" {
                    p #goal {}
                    label.tick data-hints {
                        input type="checkbox" role="switch" data-setting="hints";
                        " A hint on every turn"
                    }
                    details #rules-fold {
                        summary { "Rules" }
                        div.prose.rules-text {
                            p { a data-link="rules" href="/rules" { "All rules" } }
                        }
                    }
                }
                section.history aria-label="History" {
                    ol.moves #moves aria-label="Moves" tabindex="0" {}
                    nav.steps aria-label="Step through the moves" {
                        (step_links(0, 0, |_| "#".to_owned()))
                    }
                }
                (controls())
                (watching())
                (typed_form("#", 0, false))
                section.tools {
                    p.buttons.links {
                        a.button.quiet href="/a" data-action="analyse" { "Analyse" }
                        a.button.quiet data-link="rules" href="/rules" target="_blank" { "Rules" }
                        a.button.quiet href="#" data-action="record" { "Download" }
                        a.button.quiet href="/play" { "Games on this device" }
                    }
                    (keys_and_settings())
                }
            }
        }
    })
}

/// Means to watch computers play each other.
fn watching() -> Markup {
    let speeds = [("3000", "Slow"), ("1000", "Normal"), ("200", "Fast")];
    html! {
        div.controls #watching role="group" aria-label="Watching" hidden {
            button.button type="button" data-action="pause" { "Pause" }
            button.button type="button" data-action="step" { "One move" }
            label { "Speed "
                select {
                    @for (pause, name) in speeds {
                        option value=(pause) selected[name == "Normal"] { (name) }
                    }
                }
            }
        }
    }
}

/// Buttons of a game on the device, in the order of the other games. The rematch is in the panel at
/// the end.
fn controls() -> Markup {
    let labels = [
        ("take-back", "Take back"),
        ("draw", "Agree to a draw"),
        ("abort", "Abort game"),
        ("resign", "Resign"),
    ];
    html! {
        form.controls #controls {
            @for (action, label) in labels {
                button.button type="submit" data-action=(action) hidden { (label) }
            }
            button.button type="button" data-action="hint" hidden { "Hint" }
        }
    }
}
