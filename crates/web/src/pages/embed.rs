//! Boards for other people's pages: `/embed/GAME`, `/embed/GAME/POSITION` and `/embed/g/ID`.
//!
//! They show a position or a game move by move in a frame, also without scripts, and lead to the
//! analysis board.

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use cairn_app::board::script_json;
use maud::{PreEscaped, html};

use super::panels::step_links;
use super::shell::HtmlPage;
use super::study::{StudyPage, StudyQuery};
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Embeddable, Requester};
use crate::problem::Problem;

/// `/embed/GAME`
pub(super) async fn start(
    state: State<AppState>,
    Path(game): Path<String>,
    query: Params<StudyQuery>,
) -> Result<Response, Problem> {
    position(state, Path((game, String::new())), query).await
}

/// `/embed/GAME/POSITION`
pub(super) async fn position(
    State(app): State<AppState>,
    Path((game, path)): Path<(String, String)>,
    Params(query): Params<StudyQuery>,
) -> Result<Response, Problem> {
    show(&app, &StudyPage::of_position(&game, &path, query)?).await
}

/// `/embed/g/ID`
pub(super) async fn of_game(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Params(query): Params<StudyQuery>,
) -> Result<Response, Problem> {
    let game = app.get_game(&id, &by).await?;
    show(&app, &StudyPage::of_game(&game, &by, query)).await
}

async fn show(app: &AppState, study: &StudyPage) -> Result<Response, Problem> {
    let board = study.board()?;
    let board = app.compute.run(move || board.render()).await?;
    let (title, description) = study.words();
    let page = HtmlPage::new(title)
        .describe(description)
        .style("game.css")
        .style("embed.css")
        .script("embed.js")
        .framed();
    let page = page.render(html! {
        div.embed data-embed {
            (board)
            div.embed-bar {
                nav.steps aria-label="Step through the moves" {
                    (step_links(study.shown, study.history.moves().len(), |ply| {
                        study.embed_address(ply)
                    }))
                }
                p { (study.caption()) }
                a #analyse href=(study.address(study.shown)) target="_blank" rel="noopener" {
                    "Analyse on Cairn"
                }
            }
        }
        script #study-data type="application/json" { (PreEscaped(script_json(&study.data()))) }
    });
    Ok((Extension(Embeddable), page).into_response())
}
