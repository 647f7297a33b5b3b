//! The page of a game: to play it, to watch it, to wait for it, to look back at it.
//!
//! Elements on which scripts and tests rely:
//!
//! | in the page | what it is |
//! |---|---|
//! | `#game-data` | the game as JSON, see [`PageData`] |
//! | `[data-game-id]` | the whole game; `data-status` is `waiting`, `playing`, ... |
//! | `#status` | how the game stands, in a sentence |
//! | `#goal` | the aim of the reader, and the progress of both sides |
//! | `#end` | the panel at the end, see `game_end` |
//! | `#rules-fold` | the rules, which unfold beside the board |
//! | `#connection` | whether changes arrive |
//! | `#attendance` | whether the opponent is there, and how many watch |
//! | `#claim` | buttons of a player whose opponent has left |
//! | `#phrases button[data-phrase]` | phrases to say |
//! | `#seek` | while an opponent is looked for |
//! | `[data-player="first"]`, `[data-name=...]`, `[data-supplies=...]`, `[data-clock=...]` | a player |
//! | `#moves a[data-ply="1"]` | a move; `aria-current` if the position after it is shown |
//! | `[data-step="first"]`, `previous`, `next`, `last` | going through the moves |
//! | `#controls button[data-action="resign"]` and others | what can be done |
//! | `#typed input[name="move"]` | a move as text |
//! | `#invite`, `#invite-link`, `[data-action="copy-invite"]` | while a seat is free |
//! | `#join [data-action="join"]` | to take the free seat |
//! | `[data-action="flip"]`, `copy-link`, `devices` | buttons about the page |
//! | `[data-action="notify"]` | the switch of notifications; `data-on` is `1` if they are on |
//! | `[data-setting="confirm"]`, `sounds`, `coordinates` | what the browser remembers |

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cairn_engine::levels::Level;
use cairn_games::Side;
use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};

use super::learn::{course_path, has_course};
use super::panels::{self, player_label, time_text};
use super::shell::HtmlPage;
use super::{game_end, invitation, keeping, lobby};
use crate::api::Params;
use crate::app::AppState;
use crate::game::{LiveGame, Occupant, Phrase, Seating, Status, absence_limit};
use crate::http::Requester;
use crate::problem::Problem;
use crate::search_pool::opponent_name;
use crate::service::{GameAnswer, picture_path};
use cairn_app::board::{BoardHtml, script_json, size_class};

/// Query of a game's page.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Moment {
    /// Number of moves after which the board is shown; the last position if not given.
    ply: Option<usize>,
}

/// Data with which `game.js` begins.
#[derive(Serialize)]
struct PageData {
    /// The game and the sides of the browser.
    game: GameAnswer,
    /// Names of the sides.
    sides: [&'static str; 2],
    /// Names of the computers.
    computers: [Option<String>; 2],
    /// Index of the side that makes the first move.
    begins: usize,
    /// Whether two people play, each with a seat.
    people: bool,
}

/// `/g/ID`
pub(super) async fn game(
    State(app): State<AppState>,
    by: Requester,
    headers: HeaderMap,
    Path(id): Path<String>,
    Params(moment): Params<Moment>,
) -> Result<Response, Problem> {
    let game = app.get_game(&id, &by).await?;
    let own = game.sides_of(&by.keys());
    let shown = moment.ply.unwrap_or(game.ply()).min(game.ply());
    let info = game.history.start().info();
    let title = title(&game);
    let mut page = HtmlPage::new(title)
        .describe(format!("{}. {}.", info.title, game.status_text()))
        .image(
            picture_path(game.history.position(), "png") + "?width=1000",
            format!("The board: {}", game.status_text()),
            &headers,
        )
        .style("game.css")
        .script("game.js")
        .script("choices.js")
        .class("wide");
    // Somebody may wait for an opponent without scripts, and is there as long as the page is loaded.
    let is_seek =
        game.status == Status::Waiting && !own.is_empty() && app.note_seeker(&game.key).await?;
    if is_seek {
        page = page.reload(5);
    } else if !game.status.is_over() && (own.is_empty() || !own.contains(&game.to_move())) {
        page = page.reload(10);
    }
    let board = board_of(&game, &own, shown);
    // A position can have thousands of moves.
    let board = app.compute.run(move || board.render()).await?;
    let wishes = match game.status.is_over() {
        true => app.removal_wishes(&game).await?,
        false => Vec::new(),
    };
    let keeping = (!own.is_empty()).then(|| keeping::section(&game, &own, &wishes));
    let waiting = match game.status {
        Status::Waiting if is_seek => {
            Some(html! { section.panel #waiting { (lobby::seeking(&game)) } })
        }
        Status::Waiting => Some(invitation::waiting(&game, &own, &headers)),
        _ => None,
    };
    let parts = [waiting.as_ref(), keeping.as_ref()];
    let content = content(&app, &game, &by, &own, shown, &board, parts);
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((headers, page.render(content)).into_response())
}

fn title(game: &LiveGame) -> String {
    let info = game.history.start().info();
    if game.status == Status::Waiting {
        return format!("A game of {}", info.title);
    }
    let name = |side| match player_label(game, side, &[]).as_str() {
        "Anonymous" => game.side_name(side).to_owned(),
        name => name.to_owned(),
    };
    format!("{}: {} – {}", info.title, name(Side::First), name(Side::Second))
}

fn content(
    app: &AppState,
    game: &LiveGame,
    by: &Requester,
    own: &[Side],
    shown: usize,
    board: &Markup,
    [waiting, keeping]: [Option<&Markup>; 2],
) -> Markup {
    let now = app.time.now();
    let position = game.history.positions()[shown];
    let view = position.view();
    let flipped = own == [Side::Second];
    let turn = game.status == Status::Playing && own.contains(&game.to_move());
    let player = |side| panels::player(game, side, own, &view, now);
    let computer = |side| match &game.seat(side).player {
        Occupant::Computer(who) => Some(opponent_name(who)),
        _ => None,
    };
    let data = PageData {
        game: app.answer(game, by),
        sides: Side::BOTH.map(|side| game.side_name(side)),
        computers: Side::BOTH.map(computer),
        begins: game.history.start().to_move().index(),
        people: game.seating() == Seating::People,
    };
    html! {
        script #game-data type="application/json" { (PreEscaped(script_json(&data))) }
        div.game.(size_class(position.game())) data-game-id=(game.key)
            data-status=(game.status.word()) data-flipped=(u8::from(flipped)) {
            @if let Some(waiting) = waiting { (waiting) }
            div.game-board {
                div.player-top { (player(Side::Second)) }
                (board)
                div.player-bottom { (player(Side::First)) }
            }
            div.game-side {
                (heading(game, own))
                section.panel.end #end aria-label="Result" hidden[!game.status.is_over()] {
                    (game_end::panel(game, own))
                }
                (after_game(game))
                (goal(game, own, shown))
                (move_list(game, shown))
                (panels::controls(game, own))
                (typed(game, turn))
                (phrases(game, own))
                (tools(game, own))
                @if let Some(keeping) = keeping { (keeping) }
            }
        }
    }
}

/// Returns the board after `shown` moves, playable if it is the requester's turn.
fn board_of(game: &LiveGame, own: &[Side], shown: usize) -> BoardHtml {
    let positions = game.history.positions();
    let plain = || BoardHtml::new(positions[shown]);
    let board = match shown.checked_sub(1) {
        Some(last) => {
            let after = BoardHtml::after(positions[last], game.history.moves()[last]);
            after.unwrap_or_else(|_| plain())
        }
        None => plain(),
    };
    let turn = game.status == Status::Playing && own.contains(&game.to_move());
    board.flipped(own == [Side::Second]).playable(turn && shown == game.ply())
}

fn heading(game: &LiveGame, own: &[Side]) -> Markup {
    let info = game.history.start().info();
    let role = match own {
        [] => "you are watching".to_owned(),
        [side] => format!("you play {}", game.side_name(*side)),
        _ => "you play both sides".to_owned(),
    };
    html! {
        header.game-head {
            h1 { (info.title) }
            p.faint {
                (time_text(game.time)) " · " span #role { (role) }
                @if let Some(seed) = game.seed { " · set-up " (seed) }
            }
            p.status #status { (game.status_text()) }
            p.connection #connection hidden {}
            // Only scripts know who is there.
            p.attendance #attendance role="status" aria-live="polite" hidden {}
            (absence(game, own))
        }
    }
}

/// Buttons for a player whose opponent has left; scripts show them when it is time.
fn absence(game: &LiveGame, own: &[Side]) -> Markup {
    let can_claim = own.len() == 1
        && game.seating() == Seating::People
        && game.status == Status::Playing
        && absence_limit(game.time).is_some();
    html! {
        @if can_claim || (own.len() == 1 && game.status == Status::Waiting) {
            form.buttons.claim #claim method="post" action={ "/g/" (game.key) "/do" } hidden {
                input type="hidden" name="ply" value=(game.ply());
                button.button.primary type="submit" name="action" value="claim-win" { "Claim victory" }
                button.button type="submit" name="action" value="claim-draw" { "Call it a draw" }
            }
        }
    }
}

/// Phrases for the opponent. They need a live connection, and so scripts.
fn phrases(game: &LiveGame, own: &[Side]) -> Markup {
    let people = game.seating() == Seating::People || game.status == Status::Waiting;
    html! {
        @if own.len() == 1 && people {
            div.phrases #phrases role="group" aria-label="Say something" hidden {
                @for phrase in Phrase::ALL {
                    button.button type="button" data-phrase=(phrase.word()) { (phrase.text()) }
                }
            }
        }
    }
}

/// The aim of the game and the progress of both sides, and the rules, which unfold below.
fn goal(game: &LiveGame, own: &[Side], shown: usize) -> Markup {
    let reader = if let [side] = own { Some(*side) } else { None };
    let name = game.history.start().info().name;
    html! {
        section.guide aria-label="Aim" {
            p #goal { (game.history.positions()[shown].goal_line(reader)) }
            @if game_end::opponent(game, own).is_some_and(|(_, level)| level == Level::LOWEST) {
                label.tick.with-script {
                    input type="checkbox" role="switch" data-setting="hints";
                    " A hint on every turn"
                }
            }
            details #rules-fold data-rules={ "/rules/" (name) "/text" } {
                summary { "Rules" }
                @if has_course(game.history.start().game()) {
                    p { a href=(course_path(game.history.start().game())) target="_blank" { "Take the lessons" } }
                }
                div.prose.rules-text {
                    p { (game.history.start().info().summary) }
                    p { a href={ "/rules/" (name) } { "All rules" } }
                }
            }
        }
    }
}

fn move_list(game: &LiveGame, shown: usize) -> Markup {
    html! {
        section.history aria-label="History" {
            (panels::moves(game, shown))
            nav.steps aria-label="Step through the moves" {
                (panels::step_links(shown, game.ply(), |ply| format!("/g/{}?ply={ply}", game.key)))
            }
        }
    }
}

/// A move as text; the only way to move without scripts.
fn typed(game: &LiveGame, turn: bool) -> Markup {
    typed_form(&format!("/g/{}/do", game.key), game.ply(), turn)
}

/// A field for a move as text.
pub(super) fn typed_form(action: &str, ply: usize, turn: bool) -> Markup {
    html! {
        form.typed #typed method="post" action=(action) hidden[!turn] {
            input type="hidden" name="action" value="move";
            input type="hidden" name="ply" value=(ply);
            label for="typed-move" { "Type a move" }
            div.copy-row {
                input #typed-move type="text" name="move" autocomplete="off" autocapitalize="off"
                    spellcheck="false" required maxlength="100";
                button.button type="submit" { "Move" }
            }
        }
    }
}

/// Links that follow a finished game.
fn after_game(game: &LiveGame) -> Markup {
    let next = game.next.as_ref().map(|next| format!("/g/{next}"));
    html! {
        a.button.primary #next-game href=[next.as_deref()] hidden[next.is_none()] { "Go to the rematch" }
    }
}

/// Keyboard shortcuts and their effects.
const KEYS: [(&str, &str); 6] = [
    ("Tab", "moves the focus to the board, where arrow keys move between cells"),
    ("Enter", "picks a cell"),
    ("Escape", "undoes a step"),
    ("← →", "outside the board: steps through the moves"),
    ("↑ ↓", "outside the board: first and last position"),
    ("f", "flips the board"),
];

/// Links, and what the browser remembers.
fn tools(game: &LiveGame, own: &[Side]) -> Markup {
    let name = game.history.start().info().name;
    html! {
        section.tools {
            p.buttons.links {
                @if let Some(previous) = &game.previous {
                    a.button.quiet href={ "/g/" (previous) } { "Previous game" }
                }
                a.button.quiet href={ "/g/" (game.key) "/analysis" } data-action="analyse" { "Analyse" }
                a.button.quiet href={ "/rules/" (name) } target="_blank" { "Rules" }
                a.button.quiet href={ "/api/v1/games/" (game.key) "/record" } download
                    data-action="record" { "Download" }
                button.button.quiet type="button" data-action="copy-link" hidden { "Copy link" }
                @if own.len() == 1 {
                    // Only scripts can show it.
                    button.button.quiet type="button" data-action="notify" hidden {}
                }
                @if !own.is_empty() {
                    a.button.quiet href={ "/g/" (game.key) "/devices" } data-action="devices" {
                        "Devices"
                    }
                }
            }
            (keys_and_settings())
        }
    }
}

/// The keyboard shortcuts, and what the browser remembers.
pub(super) fn keys_and_settings() -> Markup {
    html! {
        details.keys {
            summary { "Keys" }
            dl {
                @for (keys, what) in KEYS {
                    dt { (keys) }
                    dd { (what) }
                }
            }
        }
        fieldset.settings #settings hidden {
            legend { "Settings" }
            label { input type="checkbox" data-setting="confirm"; " Confirm moves" }
            label { input type="checkbox" data-setting="phrases"; " Show opponents' phrases" }
            label { input type="checkbox" data-setting="forced"; " Play forced steps automatically" }
            (panels::board_settings())
            label { input type="checkbox" data-setting="sounds"; " Sounds" }
        }
    }
}
