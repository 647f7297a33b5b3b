//! The pages: HTML made on the server, with small scripts that make it lively.
//!
//! | file | what it shows |
//! |---|---|
//! | `shell.rs` | what every page has: head, navigation, footer |
//! | `board.rs` | boards for scripts; see `cairn_app::board` |
//! | `home.rs`, `create.rs` | the games; what to play, against whom |
//! | `lobby.rs`, `featured.rs` | open games; a game to watch |
//! | `me.rs`, `feed.rs` | the visitor's own games; the feed of those that wait |
//! | `keeping.rs` | finished games that are hidden or deleted |
//! | `identity.rs` | all games on another device |
//! | `game.rs`, `panels.rs` | a game that is played or watched |
//! | `play.rs` | games on the device, without the server |
//! | `acting.rs`, `seat.rs` | forms that work without scripts; devices and private links |
//! | `embed.rs` | boards for other people's pages |
//! | `analysis.rs`, `study.rs`, `study_tools.rs` | the analysis board |
//! | `snapshot.rs` | the same for those without scripts |
//! | `import.rs` | the box for records, positions and terms |
//! | `about.rs` | reports on games |
//! | `rules/` | the rules, with boards to try them on |
//! | `learn.rs`, `learn_lesson.rs` | courses and their lessons |
//! | `puzzles.rs`, `puzzle.rs` | the puzzles of all games; one to solve |
//! | `exercise.rs` | the board of lessons and puzzles |
//! | `missing.rs` | what went wrong, as a page |
//! | `offline.rs` | what works without the server, and the service worker that keeps it |
//! | `static_site.rs` | the same pages as files for any web server |
//! | `assets.rs` | style sheets, scripts and icons |
//!
//! All forms work without scripts. What scripts hold on to are `data-` attributes: they
//! are listed in `cairn_app::board` and `game.rs`.

pub mod assets;
pub(crate) mod board;
pub(crate) mod forms;
pub(crate) mod shell;

mod about;
mod acting;
mod analysis;
mod create;
mod editor;
mod embed;
mod exercise;
mod featured;
mod feed;
mod game;
mod game_cards;
mod game_end;
mod home;
mod identity;
mod import;
mod invitation;
mod keeping;
mod learn;
mod learn_lesson;
mod lobby;
mod me;
mod missing;
mod offline;
mod panels;
mod play;
mod puzzle;
mod puzzles;
mod rules;
mod seat;
mod snapshot;
pub(crate) mod static_site;
mod study;
mod study_tools;

use axum::Router;
use axum::routing::{get, post};

use crate::app::AppState;
use crate::problem::Problem;

pub(crate) use board::BoardKey;
pub(crate) use featured::featured_html;
pub(crate) use lobby::lobby_html;
pub(crate) use missing::show_problems;
#[cfg(test)]
pub(crate) use rules::prepare_in as prepare_rules_in;

/// All pages, and what is shown where there is none.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/", get(home::home))
        .route("/new", get(create::form).post(create::create))
        .route("/play-now", post(lobby::play_now))
        .route("/play", get(play::index))
        .route("/play/board", get(play::board))
        .route("/play/{game}", get(play::game))
        .route("/me", get(me::page))
        .route("/me/feed", post(me::change_feed))
        .route("/me/push", post(me::remove_push))
        .route("/me/link", get(identity::page).post(identity::claim))
        .route("/me/links", post(identity::change_links))
        .route("/me/sign-out-others", post(identity::sign_out_others))
        .route("/feed/{token}", get(feed::feed))
        .route("/g/{id}", get(game::game))
        .route("/g/{id}/end", get(game_end::end))
        .route("/g/{id}/do", post(acting::act))
        .route("/g/{id}/join", post(acting::join))
        .route("/g/{id}/instead", post(lobby::instead))
        .route("/g/{id}/seat", get(seat::page).post(seat::claim))
        .route("/g/{id}/devices", get(seat::devices).post(seat::change_devices))
        .route("/g/{id}/keep", post(keeping::change))
        .route("/g/{id}/analysis", get(analysis::of_game))
        .route("/study/{id}", get(analysis::of_saved))
        .route("/a", get(analysis::index))
        .route("/a/{game}", get(analysis::start))
        .route("/a/{game}/{*position}", get(analysis::position))
        .route("/editor", get(editor::index))
        .route("/editor/{game}", get(editor::game))
        .route("/embed/{game}", get(embed::start))
        .route("/embed/{game}/{*position}", get(embed::position))
        .route("/embed/g/{id}", get(embed::of_game))
        .route("/import", get(import::form).post(import::import))
        .route("/learn", get(learn::index))
        .route("/learn/{game}", get(learn::course))
        .route("/learn/{game}/{lesson}", get(learn_lesson::lesson))
        .route("/puzzles", get(puzzles::index))
        .route("/puzzles/{game}", get(puzzles::choose))
        .route("/puzzles/{game}/{id}", get(puzzle::puzzle))
        .route("/about/{game}", get(about::game))
        .route("/rules", get(rules::index))
        .route("/rules/{game}", get(rules::game))
        .route("/rules/{game}/text", get(rules::text))
        .route("/board/{game}/{*position}", get(board::board))
        .route("/why/{game}/{*position}", get(board::why))
        .route("/assets/{hash}/{name}", get(assets::asset))
        .route("/favicon.ico", get(assets::favicon))
        .route("/service-worker.js", get(offline::service_worker))
        .route("/offline", get(offline::no_connection))
        .route("/offline/pages.json", get(offline::page_bundle))
        .fallback(nothing_here)
}

async fn nothing_here() -> Problem {
    Problem::not_found("page")
}
