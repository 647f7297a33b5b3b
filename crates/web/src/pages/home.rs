//! The first page: the games, each ready to be played.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::HeaderMap;
use cairn_engine::levels::Level;
use cairn_games::{AnyPosition, GameId, read_position};
use maud::{Markup, PreEscaped, html};

use super::assets::has_modules;
use super::game_cards::{opponent, state as own_state};
use super::learn::{course_path, has_course};
use super::me::waiting_sentence;
use super::puzzles::{daily, daily_link};
use super::shell::{HtmlPage, variants};
use super::{featured, lobby};
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::{GameSummary, ListRequest};
use cairn_app::board::inline_picture;

/// Number of games in a list on this page.
const SHOWN: u32 = 8;

/// `/`
pub(super) async fn home(
    State(app): State<AppState>,
    by: Requester,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    let list = |status: Option<&str>, mine| ListRequest {
        status: status.map(str::to_owned),
        mine,
        limit: Some(SHOWN),
        ..ListRequest::default()
    };
    let mine = app.list(&list(None, true), &by).await?;
    let waiting = app.waiting(&by.keys()).await?;
    // Those that wait come first, the most urgent at the top, as on `/me`.
    let others = mine.games.iter().filter(|game| !game.waits());
    let own: Vec<_> = waiting.iter().chain(others).take(SHOWN as usize).collect();
    let waiting = waiting.len();
    let (lobby, featured) = (lobby::section(&app).await?, featured::section(&app).await?);
    let running = app.list(&list(Some("playing"), false), &by).await?;
    let shown = GameId::families().last().unwrap_or(GameId::ALL[0]);
    let page = HtmlPage::new("")
        .waiting(waiting)
        .style("home.css")
        .script("choices.js")
        .script("waiting.js")
        .script("lobby.js")
        .class("roomy")
        .image(
            format!("/img/{}/start.png?width=1000", shown.name()),
            format!("A board of {}", shown.info().title),
            &headers,
        );
    Ok(page.render(html! {
        section.hero {
            h1 { "Stack, split, vault, connect." }
            p.lead {
                "Stacking games for two, to play, study and master: against the computer, "
                "with a friend by link, or together on one device."
            }
            (newcomers())
        }
        @if !own.is_empty() {
            (listed("Your games", "mine", own.into_iter().map(own_line)))
            p.listed-more {
                a #my-games href="/me" {
                    b data-waiting { @if waiting > 0 { (waiting_sentence(waiting)) } }
                    " All your games"
                }
            }
        }
        @if let Ok(puzzle) = daily() { (daily_link(Some(puzzle))) }
        (PreEscaped(CARDS.as_str()))
        div.home-live {
            (lobby)
            (featured)
        }
        @if !running.games.is_empty() {
            (listed("Live games", "running", running.games.iter().map(line)))
        }
    }))
}

/// The first page for somebody without a connection to the server, or where there is none.
pub(super) fn without_server() -> Markup {
    let page = HtmlPage::new("").style("home.css").script("choices.js").class("roomy");
    page.render(html! {
        section.hero {
            h1 { "Stack, split, vault, connect." }
            p.lead {
                "Stacking games for two, to play, study and master. Everything works on your "
                "device, even offline."
            }
            (newcomers())
        }
        (daily_link(None))
        (cards(false))
        p { a href="/play" { "Your games on this device" } }
    })
}

fn newcomers() -> Markup {
    html! { p { "New here? " a href="/learn" { "Learn a game in ten minutes" } "." } }
}

/// All games with the ways to play them on the server, drawn once.
static CARDS: LazyLock<String> = LazyLock::new(|| cards(true).into_string());

/// All games with the ways to play them. Some ways need the server.
fn cards(has_server: bool) -> Markup {
    html! {
        section.cards #games aria-label="Games" {
            @for game in GameId::families() {
                (card(game, has_server))
            }
        }
    }
}

/// Positions of real games, one for each game, which the README shows as well.
const SHOWCASE: &str = include_str!("../../../../docs/img/README.md");

/// Returns a position of a game in which stacks have grown, or its start if none is known.
fn showcase(game: GameId) -> AnyPosition {
    let drawn = SHOWCASE.lines().find_map(|line| {
        let fields = line.strip_prefix("<!-- draw: ")?.strip_prefix(game.name())?;
        fields.strip_prefix(" | ")?.split(" | ").next()
    });
    drawn.and_then(|text| read_position(&[game], text).ok()).unwrap_or_else(|| game.start())
}

/// A game with its picture and the ways to play it.
fn card(game: GameId, has_server: bool) -> Markup {
    let info = game.info();
    html! {
        article.card data-game=(info.name) {
            a.card-picture href={ "/rules/" (info.name) } tabindex="-1" aria-hidden="true" {
                (inline_picture(&showcase(game).view(), false))
            }
            div.card-text {
                h2 { (info.title) }
                p { (info.summary) }
                @if has_server { (server_games(game)) } @else { (device_games(game)) }
                p.card-links {
                    @if has_server {
                        a href={ "/new?game=" (info.name) } { "More options" }
                    }
                    @if has_server && has_modules() {
                        a href={ "/play/" (info.name) } { "On this device" }
                    }
                    @if has_course(game) {
                        a href=(course_path(game)) { "Learn" }
                    }
                    a href={ "/rules/" (info.name) } { "Rules" }
                    a href={ "/a/" (info.name) } { "Analyse" }
                }
                @for variant in variants(game) {
                    @let form = if has_server { "/new?game=" } else { "/play/" };
                    p.faint.small {
                        "Variant: " a href={ (form) (variant.name()) } { (variant.info().title) }
                    }
                }
            }
        }
    }
}

/// Buttons that start a game on the device. The level is the visitor's last choice.
fn device_games(game: GameId) -> Markup {
    html! {
        p.buttons {
            a.button.primary href={ "/play/board#new?game=" (game.name()) } data-action="play" {
                "Play the computer"
            }
            a.button href={ "/play/" (game.name()) } { "More options" }
        }
    }
}

/// Buttons that start a game on the server.
fn server_games(game: GameId) -> Markup {
    html! {
        form.buttons method="post" action="/new" {
            input type="hidden" name="game" value=(game.name());
            input type="hidden" name="level" value=(Level::DEFAULT);
            button.button.primary type="submit" name="opponent" value="computer"
                data-action="play" { "Play the computer" }
            button.button type="submit" name="opponent" value="friend"
                data-action="play-friend" { "With a friend" }
        }
    }
}

/// Some games with links to them.
fn listed(title: &str, id: &str, lines: impl Iterator<Item = Markup>) -> Markup {
    html! {
        section.listed #(id) {
            h2 { (title) }
            ul {
                @for line in lines {
                    li { (line) }
                }
            }
        }
    }
}

/// A game of the visitor as one line.
fn own_line(game: &GameSummary) -> Markup {
    html! {
        a.listed-game.is-waiting[game.waits()] href={ "/g/" (game.id) } {
            b { (title(game)) }
            span { "against " (opponent(game)) }
            span.faint { (own_state(game)) }
        }
    }
}

/// A game of others as one line.
fn line(game: &GameSummary) -> Markup {
    html! {
        a.listed-game href={ "/g/" (game.id) } {
            b { (title(game)) }
            span { (game.first.label) " – " (game.second.label) }
            span.faint { "move " (game.ply + 1) }
        }
    }
}

fn title(game: &GameSummary) -> &str {
    GameId::named(&game.game).map_or(game.game.as_str(), |known| known.info().title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_shown_with_stacks() {
        for game in GameId::families().filter(|game| game.info().rules_page.is_some()) {
            let view = showcase(game).view();
            assert_ne!(showcase(game), game.start(), "{game}");
            assert!(view.cells.iter().any(|cell| cell.stack.len() > 1), "{game}");
        }
    }
}
