//! The position editor: `/editor` and `/editor/GAME`, see `cairn_app::EditorForm`.
//!
//! It works without scripts: every edit is a request, and the answer is the page after it. The script
//! `editor.js` makes edits in the page where the browser module is there, and sends them in the
//! background where it is not. A page that was kept for use without the server has `data-kept`, and
//! knows nothing of the edit in its address.

use axum::extract::{Path, State};
use cairn_app::{EditQuery, EditorForm, EditorLinks};
use cairn_games::{AnyPosition, GameId};
use maud::{Markup, html};

use super::shell::HtmlPage;
use super::study_tools::{play_address, small_picture};
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{escape, picture_path, position_path, random_number};

/// Returns the paths and contents of the pages that work without the server.
pub(super) fn pages() -> Result<Vec<(String, Markup)>, Problem> {
    let mut pages = vec![("editor".to_owned(), index_page())];
    for game in GameId::rule_sets() {
        let form = EditorForm::new(game.name(), EditQuery::default(), 0)?;
        pages.push((format!("editor/{game}"), page(&form, true)));
    }
    Ok(pages)
}

/// `/editor`: which game?
pub(super) async fn index() -> Markup {
    index_page()
}

fn index_page() -> Markup {
    let page = HtmlPage::new("Position editor")
        .describe("Set up any position, then play or analyse it.")
        .style("study.css");
    page.render(html! {
        h1 { "Position editor" }
        p.lead { "Set up a position, then play or analyse it." }
        ul.game-cards {
            @for game in GameId::rule_sets() {
                li {
                    div.game-card {
                        a.game-card-main href={ "/editor/" (game.name()) } {
                            (small_picture(&game.start()))
                            strong { (game.info().title) }
                        }
                    }
                }
            }
        }
    })
}

/// `/editor/GAME`
pub(super) async fn game(
    State(app): State<AppState>,
    by: Requester,
    Path(name): Path<String>,
    Params(query): Params<EditQuery>,
) -> Result<Markup, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    let edit = move || Ok(page(&EditorForm::new(&name, query, random_number())?, false));
    app.compute.run(edit).await?
}

fn page(form: &EditorForm, is_kept: bool) -> Markup {
    let info = form.game().info();
    let title = format!("{} position editor", info.title);
    let page = HtmlPage::new(title.clone())
        .describe(format!("Set up any position in {}.", info.title))
        .style("game.css")
        .style("editor.css")
        .script("editor.js")
        .class("wide");
    let links = form.position().as_ref().map(links);
    page.render(html! {
        h1 data-kept[is_kept] { (title) }
        (form.render(links.as_ref()))
    })
}

fn links(position: &AnyPosition) -> EditorLinks {
    EditorLinks {
        play: play_address(position),
        analyse: position_path(position),
        picture: picture_path(position, "png"),
    }
}

/// Returns the address of the editor with a position.
pub(super) fn editor_address(name: &str, position: &str) -> String {
    format!("/editor/{name}?position={}", escape(position))
}
