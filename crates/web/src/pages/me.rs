//! The visitor's own games, and ways to hear of those that wait.
//!
//! Elements on which scripts and tests rely:
//!
//! | in the page | content |
//! |---|---|
//! | `#waiting-games`, `#own-games` | the games in which it is the visitor's turn; the others |
//! | `#removal-requests` | the games that opponents want to delete |
//! | `[data-own-game="ID"]` | a game |
//! | `#notifications`, `[data-browser="ID"]` | notifications, a browser that is told by Web Push |
//! | `[data-waiting]` | the sentence with the number of games that wait |
//! | `#feed`, `#feed-address` | the private feed, its address |

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use cairn_app::{Millis, dates};
use cairn_games::GameId;
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::FormBody;
use super::game_cards::cards;
use super::shell::{HtmlPage, origin};
use super::{identity, keeping};
use crate::api::Params;
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::{
    GameList, GameSummary, ListRequest, PushOverview, PushRemoval, StudyView, escape,
};

/// Number of games per page.
const PER_PAGE: u32 = 24;

/// Filters with their labels; the first is that of all games.
const FILTERS: [(&str, &str); 5] = [
    ("", "All games"),
    ("turn", "Your turn"),
    ("playing", "In progress"),
    ("waiting", "Waiting for an opponent"),
    ("finished", "Finished"),
];

/// Query of the page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OwnGamesQuery {
    /// A word of [`FILTERS`].
    show: String,
    /// Rule set.
    game: String,
    /// Part of an opponent's name, or the id of a game.
    search: String,
    /// Cursor of the page.
    before: String,
}

impl OwnGamesQuery {
    fn request(&self) -> ListRequest {
        let filled = |text: &String| Some(text.clone()).filter(|text| !text.trim().is_empty());
        ListRequest {
            status: filled(&self.show).filter(|word| word != "turn"),
            game: filled(&self.game),
            mine: true,
            waiting_for_me: self.show == "turn",
            removal_asked: false,
            search: filled(&self.search),
            before: filled(&self.before),
            limit: Some(PER_PAGE),
        }
    }

    /// Whether the page is the first one of all games.
    fn is_plain(&self) -> bool {
        [&self.show, &self.game, &self.search, &self.before].iter().all(|text| text.is_empty())
    }

    /// Returns the address of the page that begins at a cursor.
    fn address(&self, before: &str) -> String {
        let parts = [("show", self.show.as_str()), ("game", &self.game), ("search", &self.search)];
        let parts = parts.into_iter().chain([("before", before)]);
        let parts = parts.filter(|(_, value)| !value.is_empty());
        let parts: Vec<_> =
            parts.map(|(name, value)| format!("{name}={}", escape(value))).collect();
        format!("/me?{}", parts.join("&"))
    }
}

/// `/me`
pub(super) async fn page(
    State(app): State<AppState>,
    by: Requester,
    headers: HeaderMap,
    Params(query): Params<OwnGamesQuery>,
) -> Result<Response, Problem> {
    let list = app.list(&query.request(), &by).await?;
    let waiting = app.waiting(&by.keys()).await?;
    let asked = match query.is_plain() {
        true => {
            app.list(&ListRequest { removal_asked: true, ..ListRequest::default() }, &by)
                .await?
                .games
        }
        false => Vec::new(),
    };
    let feed = app.feed_path(&by).await?.map(|path| origin(&headers) + &path);
    let push = app.push_overview(&by).await?;
    let link = app.identity_link(&by).await?;
    let page = HtmlPage::new("My games")
        .waiting(waiting.len())
        .style("me.css")
        .script("me.js")
        .script("waiting.js")
        .class("roomy")
        .private();
    let studies = if query.is_plain() { app.own_studies(&by).await?.studies } else { Vec::new() };
    let content = html! {
        (content(&query, &list, [&waiting, &asked], &push, feed.as_deref(), link, app.time.now()))
        (own_studies(&studies))
    };
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((headers, page.render(content)).into_response())
}

/// Returns a sentence with the number of games that wait.
pub(super) fn waiting_sentence(waiting: usize) -> String {
    match waiting {
        0 => "No games are waiting for you.".to_owned(),
        1 => "One game is waiting for your move.".to_owned(),
        more => format!("{more} games are waiting for your move."),
    }
}

fn content(
    query: &OwnGamesQuery,
    list: &GameList,
    [waiting, asked]: [&[GameSummary]; 2],
    push: &PushOverview,
    feed: Option<&str>,
    link: Option<Millis>,
    now: Millis,
) -> Markup {
    let is_empty = list.games.is_empty() && waiting.is_empty() && query.is_plain();
    // On the page of all games, those that wait for something have lists of their own.
    let shows_waiting = query.is_plain() && !waiting.is_empty();
    let is_above = |game: &GameSummary| {
        shows_waiting && game.waits() || asked.iter().any(|other| other.id == game.id)
    };
    let others = || list.games.iter().filter(|game| !is_above(game));
    html! {
        header.me-head {
            h1 { "My games" }
            @if is_empty {
                p.lead { "You have no games yet." }
                p.buttons { a.button.primary href="/#games" { "Play a game" } }
            } @else {
                p.lead data-waiting { (waiting_sentence(waiting.len())) }
            }
        }
        @if shows_waiting {
            section #waiting-games aria-labelledby="waiting-title" {
                h2 #waiting-title { "Your turn" }
                (cards(waiting.iter(), now))
            }
        }
        @if !asked.is_empty() { (keeping::requests(asked, now)) }
        @if !is_empty {
            section #own-games aria-labelledby="own-title" {
                h2 #own-title { (heading(query, shows_waiting || !asked.is_empty())) }
                (filters(query))
                @if others().next().is_some() {
                    (cards(others(), now))
                } @else {
                    p.faint { "No games found." }
                }
                p.buttons {
                    @if !query.before.is_empty() {
                        a.button href=(query.address("")) { "Latest games" }
                    }
                    @if let Some(next) = &list.next {
                        a.button href=(query.address(next)) rel="next" { "Older games" }
                    }
                    a.button.quiet href="/api/v1/me/records" download { "Download all games" }
                }
            }
        }
        div.me-panels {
            (notifications(push))
            (feed_panel(feed))
            (identity::panel(link))
        }
    }
}

/// The studies that the visitor has saved.
fn own_studies(studies: &[StudyView]) -> Markup {
    let title = |study: &StudyView| {
        GameId::named(&study.game)
            .map_or_else(|_| study.game.clone(), |game| game.info().title.into())
    };
    html! {
        @if !studies.is_empty() {
            section #own-studies aria-labelledby="studies-title" {
                h2 #studies-title { "My studies" }
                ul.own-studies {
                    @for study in studies {
                        li data-study=(study.id) {
                            a href={ "/study/" (study.id) } { (study.title) }
                            span.faint { " " (title(study)) ", " (dates::date_time(study.updated)) }
                        }
                    }
                }
            }
        }
    }
}

/// Notifications in this browser, and the browsers that have them.
fn notifications(push: &PushOverview) -> Markup {
    html! {
        section.panel #notifications {
            h2 { "Notifications" }
            p {
                "Your browser can notify you when it is your turn against another person, even "
                "when no page of this site is open."
            }
            p.buttons {
                // Only scripts can show it.
                button.button type="button" data-action="notify" hidden {}
                noscript { span.faint { "Notifications need JavaScript; the feed does not." } }
            }
            @if !push.browsers.is_empty() {
                h3 { "Browsers with notifications" }
                ul.me-browsers {
                    @for browser in &push.browsers {
                        li data-browser=(browser.id) {
                            span {
                                (browser.name.as_deref().unwrap_or("Unknown browser"))
                                span.faint { ", since " (dates::date_time(browser.added)) }
                            }
                            form method="post" action="/me/push" {
                                button.button.quiet type="submit" name="id" value=(browser.id)
                                    data-action="remove-push" { "Turn off" }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn heading(query: &OwnGamesQuery, has_others: bool) -> &'static str {
    let filter = FILTERS.into_iter().find(|(word, _)| *word == query.show);
    match filter {
        Some(("", _)) if has_others => "Other games",
        Some((_, label)) => label,
        None => FILTERS[0].1,
    }
}

fn filters(query: &OwnGamesQuery) -> Markup {
    html! {
        form.me-filters method="get" action="/me" role="search" {
            label { span.hidden { "Which games" }
                select name="show" {
                    @for (word, label) in FILTERS {
                        option value=(word) selected[word == query.show] { (label) }
                    }
                }
            }
            label { span.hidden { "Game" }
                select name="game" {
                    option value="" { "Any game" }
                    @for game in GameId::rule_sets() {
                        option value=(game.name()) selected[game.name() == query.game] {
                            (game.info().title)
                        }
                    }
                }
            }
            label.me-search { span.hidden { "Opponent or id" }
                input type="text" name="search" value=(query.search) maxlength="64"
                    placeholder="Opponent or id" autocomplete="off" spellcheck="false";
            }
            button.button type="submit" { "Show" }
        }
    }
}

/// The private feed.
fn feed_panel(address: Option<&str>) -> Markup {
    html! {
        section.panel #feed {
            h2 { "Feed of waiting games" }
            @match address {
                Some(address) => {
                    p { "Add this address to your feed reader. It lists the games waiting for your move." }
                    div.copy-row {
                        input #feed-address type="text" readonly value=(address)
                            aria-label="Address of the feed";
                        button.button type="button" data-action="copy-feed" hidden { "Copy" }
                    }
                    p.faint { "Anyone who has the address can see which games you play, so keep it private." }
                    form.buttons method="post" action="/me/feed" {
                        button.button type="submit" name="feed" value="new" data-action="new-feed" {
                            "New address"
                        }
                        button.button type="submit" name="feed" value="off" data-action="remove-feed" {
                            "Turn off"
                        }
                    }
                }
                None => {
                    p {
                        "A feed reader can tell you when it is your turn. You get a private "
                        "address, which you can change or turn off at any time."
                    }
                    form.buttons method="post" action="/me/feed" {
                        button.button type="submit" name="feed" value="new" data-action="new-feed" {
                            "Create the feed"
                        }
                    }
                }
            }
        }
    }
}

/// Form of the feed.
#[derive(Debug, Deserialize)]
pub(super) struct FeedForm {
    /// `new` or `off`.
    feed: String,
}

/// Creates, replaces or removes the feed.
pub(super) async fn change_feed(
    State(app): State<AppState>,
    by: Requester,
    FormBody(form): FormBody<FeedForm>,
) -> Result<Redirect, Problem> {
    match form.feed.as_str() {
        "new" => drop(app.create_feed(&by).await?),
        "off" => app.remove_feed(&by).await?,
        _ => return Err(Problem::bad("bad_form", "Unknown choice.")),
    }
    Ok(Redirect::to("/me#feed"))
}

/// Tells a browser nothing more.
pub(super) async fn remove_push(
    State(app): State<AppState>,
    by: Requester,
    FormBody(removal): FormBody<PushRemoval>,
) -> Result<Redirect, Problem> {
    app.remove_push(&removal, &by).await?;
    Ok(Redirect::to("/me#notifications"))
}
