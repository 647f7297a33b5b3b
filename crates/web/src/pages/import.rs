//! `/import`: whatever somebody has, in one box.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::forms::FormBody;
use super::shell::HtmlPage;
use super::study_tools::import_fields;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{ImportRequest, Imported};

/// Longer addresses are not understood everywhere.
const LONGEST_ADDRESS: usize = 6000;

/// The page with the box.
pub(super) async fn form() -> Markup {
    empty_page()
}

/// Imports a text that was sent without scripts.
pub(super) async fn import(
    State(app): State<AppState>,
    by: Requester,
    FormBody(request): FormBody<ImportRequest>,
) -> Result<Response, Problem> {
    app.limits.take(by.network, Purpose::Compute)?;
    match app.import(request.clone(), &by).await {
        Ok(imported) => Ok(Redirect::to(&address(&imported)).into_response()),
        Err(problem) if problem.status.is_client_error() => {
            let status = match problem.status {
                StatusCode::TOO_MANY_REQUESTS => return Err(problem),
                status => status,
            };
            Ok((status, page(&request, Some(&problem))).into_response())
        }
        Err(problem) => Err(problem),
    }
}

/// Returns the address for studying the game: with its moves, or if these are too many, at its end.
fn address(imported: &Imported) -> String {
    if imported.path.len() <= LONGEST_ADDRESS {
        return imported.path.clone();
    }
    format!("/a/{}/{}", imported.record.game, imported.position.replace(' ', "_"))
}

/// Returns the page with an empty box.
pub(super) fn empty_page() -> Markup {
    page(&ImportRequest::default(), None)
}

fn page(request: &ImportRequest, problem: Option<&Problem>) -> Markup {
    let page = HtmlPage::new("Import")
        .describe("Analyse a game record or a position.")
        .style("study.css")
        .style("import.css")
        .script("import.js");
    page.render(html! {
        h1 { "Import" }
        p.lead { "Paste a record, moves, a position or a link. The format is detected automatically." }
        form.import-page #import-form method="post" action="/import" {
            p.problem #import-problem role="alert" {
                @if let Some(problem) = problem {
                    (problem.message) " " (problem.hint.as_deref().unwrap_or_default())
                }
            }
            (import_fields(&request.text, request.game.as_deref(), request.to_move.as_deref(), "import-"))
            p.buttons { button.button.primary type="submit" { "Analyse" } }
        }
        details.forms {
            summary { "Supported formats" }
            (forms())
        }
    })
}

/// An example of each form.
fn forms() -> Markup {
    let examples = [
        (
            "A record, with comments and variations",
            "[Game \"nava\"]\n1. a1-a4 e5-e4 (1... e5-b5) 2. a4-b4 *",
        ),
        ("Moves from the start", "1. a1-a4 e5-e4 2. a4-b4"),
        ("A position", "x4,bbbbbb/www,x4/x5/x5/www,x4 b"),
        ("A state from one of the original Prolog programs", "gamestate([[nan,nan,…]], 1)."),
        ("A link to a game, an analysis or a picture", "/a/nava?moves=a1-a4_e5-e4"),
    ];
    html! {
        dl {
            @for (what, example) in examples {
                dt { (what) }
                dd { pre { code { (example) } } }
            }
        }
    }
}
