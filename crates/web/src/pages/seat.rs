//! A private link, opened on another device: the seat is taken over by pressing a button,
//! never by merely opening the page, which previews and prefetching do too.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use maud::html;
use serde::Deserialize;

use super::forms::FormBody;
use super::shell::Page;
use crate::app::App;
use crate::http::{GivesCookie, Requester};
use crate::problem::Problem;

/// `/g/ID/seat/TOKEN`
pub(super) async fn page(
    State(app): State<App>,
    Path((id, token)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let play = app.look(&id).await?;
    let info = play.history.start().info();
    let content = html! {
        section.notice {
            h1 { "Play on here?" }
            p { "This private link opens a seat in a game of " (info.title) "." }
            p.faint {
                "The device that you come from keeps the seat as well. Do not pass the link on: "
                "whoever has it can play for you."
            }
            form method="post" action={ "/g/" (play.key) "/seat" } {
                input type="hidden" name="token" value=(token);
                p.buttons {
                    button.button.primary type="submit" data-action="claim" {
                        "Play on this device"
                    }
                    a.button href={ "/g/" (play.key) } { "Only watch" }
                }
            }
        }
    };
    let page = Page::new("Play on here?").private().render(content);
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")];
    Ok((headers, page).into_response())
}

#[derive(Deserialize)]
pub(super) struct ClaimForm {
    token: String,
}

/// Takes the seat over.
pub(super) async fn claim(
    State(app): State<App>,
    by: Requester,
    Path(id): Path<String>,
    FormBody(form): FormBody<ClaimForm>,
) -> Result<Response, Problem> {
    let play = app.claim(&id, &form.token, &by).await?;
    let mut response = Redirect::to(&format!("/g/{}", play.key)).into_response();
    response.extensions_mut().insert(GivesCookie);
    Ok(response)
}
