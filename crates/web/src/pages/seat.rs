//! A private link, opened on another device: the seat is taken over by pressing a button,
//! never by merely opening the page, which previews and prefetching do too.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use maud::html;
use serde::Deserialize;

use super::forms::FormBody;
use super::shell::HtmlPage;
use crate::app::AppState;
use crate::http::{GivesCookie, Requester};
use crate::problem::Problem;

/// `/g/ID/seat/TOKEN`
pub(super) async fn page(
    State(app): State<AppState>,
    Path((id, token)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let game = app.get_game(&id).await?;
    let info = game.history.start().info();
    let content = html! {
        section.notice {
            h1 { "Play on here?" }
            p { "This private link opens a seat in a game of " (info.title) "." }
            p.faint {
                "The device that you come from keeps the seat as well. Do not pass the link on: "
                "whoever has it can play for you."
            }
            form method="post" action={ "/g/" (game.key) "/seat" } {
                input type="hidden" name="token" value=(token);
                p.buttons {
                    button.button.primary type="submit" data-action="claim" {
                        "Play on this device"
                    }
                    a.button href={ "/g/" (game.key) } { "Only watch" }
                }
            }
        }
    };
    let page = HtmlPage::new("Play on here?").private().render(content);
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")];
    Ok((headers, page).into_response())
}

#[derive(Deserialize)]
pub(super) struct ClaimForm {
    token: String,
}

/// Takes the seat over.
pub(super) async fn claim(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    FormBody(form): FormBody<ClaimForm>,
) -> Result<Response, Problem> {
    let game = app.claim(&id, &form.token, &by).await?;
    let mut response = Redirect::to(&format!("/g/{}", game.key)).into_response();
    response.extensions_mut().insert(GivesCookie);
    Ok(response)
}
