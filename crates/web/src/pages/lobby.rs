//! The lobby: open games that anybody can join, and a form to play somebody at once.
//!
//! | in the page | meaning |
//! |---|---|
//! | `#play-now` | the form, which works without scripts |
//! | `#open-games` | the open games, which the live connection keeps up to date |
//! | `[data-created]` | age of a game, from its time of creation |

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Redirect, Response};
use cairn_app::{Millis, TimeControl};
use cairn_games::{GameId, read_position};
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::{FormBody, redirect_to_game};
use super::panels::time_text;
use crate::app::AppState;
use crate::game::{Action, LiveGame};
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::{
    ActionRequest, DEFAULT_TIME, GameSummary, ListRequest, NewGame, PlayNow, thumbnail_path,
};

/// Number of open games that are shown.
const SHOWN: u32 = 12;
/// Time controls to choose from.
const TIMES: [&str; 4] = ["180+2", DEFAULT_TIME, "1800+10", "1d"];

/// Returns the open games as HTML, for everybody the same.
pub(crate) async fn lobby_html(app: &AppState) -> Result<String, Problem> {
    Ok(open_games(app).await?.into_string())
}

/// Renders the open games.
pub(super) async fn open_games(app: &AppState) -> Result<Markup, Problem> {
    let request = ListRequest {
        status: Some("waiting".to_owned()),
        limit: Some(SHOWN),
        ..ListRequest::default()
    };
    let list = app.list_public(&request).await?;
    let now = app.time.now();
    Ok(html! {
        @if list.games.is_empty() {
            p.faint { "No open games at the moment." }
        } @else {
            ul.open-games {
                @for game in &list.games { li { (open_game(game, now)) } }
            }
        }
    })
}

fn open_game(game: &GameSummary, now: Millis) -> Markup {
    let known = GameId::named(&game.game).ok();
    let title = known.map_or(game.game.as_str(), |known| known.info().title);
    let boards = GameId::boards(&game.game).unwrap_or_default();
    let picture = read_position(&boards, &game.position).ok();
    let (host, free) = match game.first.kind {
        "open" => (&game.second, &game.first),
        _ => (&game.first, &game.second),
    };
    let time = game.time.parse().map_or_else(|_| game.time.clone(), time_text);
    html! {
        form.open-game method="post" action={ "/g/" (game.id) "/join" } {
            @if let Some(position) = picture {
                img src=(thumbnail_path(&position)) alt="" width="64" height="64"
                    loading="lazy";
            }
            a.open-game-what href={ "/g/" (game.id) } {
                b { (title) }
                span { (host.label) " · " (time) " · you play " (free.side) }
                span.faint data-created=(game.created) { (age_text(now - game.created)) }
            }
            button.button type="submit" data-action="join" aria-label={ "Join " (title) } { "Join" }
        }
    }
}

/// Describes an age.
fn age_text(age: Millis) -> String {
    let minutes = age.max(0) / 60_000;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min ago"),
        60..1440 => format!("{} h ago", minutes / 60),
        _ => format!("{} d ago", minutes / 1440),
    }
}

/// The lobby as a section of a page.
pub(super) async fn section(app: &AppState) -> Result<Markup, Problem> {
    Ok(html! {
        section.lobby #lobby aria-labelledby="lobby-title" {
            h2 #lobby-title { "Find an opponent" }
            form.play-now #play-now method="post" action="/play-now" {
                label { span.field-name { "Game" }
                    select name="game" {
                        @for game in GameId::families() {
                            option value=(game.name()) { (game.info().title) }
                        }
                    }
                }
                label { span.field-name { "Time" }
                    select name="time" {
                        @for time in TIMES {
                            option value=(time) selected[time == DEFAULT_TIME] {
                                (time.parse::<TimeControl>().map_or_else(|_| time.to_owned(), time_text))
                            }
                        }
                    }
                }
                button.button.primary type="submit" data-action="play-now" { "Play now" }
            }
            p.faint.small {
                "You are paired with the next player who wants the same game and time. Or join an open game:"
            }
            div #open-games aria-live="off" { (open_games(app).await?) }
        }
    })
}

/// Fields of the form.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PlayNowForm {
    game: String,
    time: Option<String>,
    name: Option<String>,
}

/// `/play-now`
pub(super) async fn play_now(
    State(app): State<AppState>,
    by: Requester,
    FormBody(form): FormBody<PlayNowForm>,
) -> Result<Response, Problem> {
    let PlayNowForm { game, time, name } = form;
    let game = app.play_now(&PlayNow { game, time, name }, &by, None).await?;
    Ok(redirect_to_game(&game))
}

/// The panel of somebody who waits for an opponent.
pub(super) fn seeking(game: &LiveGame) -> Markup {
    let title = game.history.start().info().title;
    html! {
        div #seek {
            h2 { "Looking for an opponent…" }
            p {
                "You will be paired with the next player who wants " (title) ", " (time_text(game.time))
                ". The game also appears in the list of open games. Keep this page open: it tells "
                "you when an opponent joins."
            }
            form.buttons method="post" action={ "/g/" (game.key) "/instead" } {
                button.button type="submit" name="choice" value="cancel" data-action="cancel-seek" {
                    "Cancel"
                }
                button.button type="submit" name="choice" value="computer"
                    data-action="computer-instead" { "Play the computer instead" }
                button.button type="submit" name="choice" value="open" data-action="leave-open" {
                    "Invite a friend"
                }
            }
        }
    }
}

/// Decision of somebody who has waited long enough.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct InsteadForm {
    choice: String,
}

/// `/g/ID/instead`
pub(super) async fn instead(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    FormBody(form): FormBody<InsteadForm>,
) -> Result<Response, Problem> {
    let game = app.get_game(&id, &by).await?;
    let to_game = format!("/g/{}", game.key);
    if form.choice == "open" {
        app.end_seek(&game, &by).await?;
        return Ok(Redirect::to(&to_game).into_response());
    }
    let means = ActionRequest { ply: Some(0), ..ActionRequest::default() };
    if app.act(&id, &means, Action::Abort, &by).await.is_err() {
        // Somebody has joined it a moment ago.
        return Ok(Redirect::to(&to_game).into_response());
    }
    if form.choice != "computer" {
        return Ok(Redirect::to("/#lobby").into_response());
    }
    let start = game.history.start();
    let new = NewGame {
        game: start.game().name().to_owned(),
        position: Some(start.to_text()),
        opponent: Some("computer".to_owned()),
        time: Some(game.time.to_string()),
        ..NewGame::default()
    };
    let against = app.create(&new, &by, None).await?;
    Ok(redirect_to_game(&against))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_words() {
        assert_eq!(age_text(-5), "just now");
        assert_eq!(age_text(125_000), "2 min ago");
        assert_eq!(age_text(3_700_000), "1 h ago");
        assert_eq!(age_text(200_000_000), "2 d ago");
    }

    #[test]
    fn times_can_be_read() {
        for time in TIMES {
            assert!(crate::game::read_time_control(time).is_some(), "{time}");
        }
    }
}
