//! Errors as pages for people. Programs get them as JSON.

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cairn_games::GameId;
use maud::html;

use super::shell::HtmlPage;
use crate::problem::Problem;

/// Paths that scripts and programs request, whatever they say they accept.
const FOR_PROGRAMS: [&str; 6] = ["/feed/", "/api/", "/img/", "/board/", "/why/", "/assets/"];

const PUZZLES: &str = "/puzzles";

/// Shows problems as pages to browsers that asked for a page.
pub(crate) async fn show_problems(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let for_person = !FOR_PROGRAMS.iter().any(|start| path.starts_with(start))
        && accepts_pages(request.headers());
    let back = back(path);
    let response = next.run(request).await;
    if !for_person {
        return response;
    }
    let Some(problem) = response.extensions().get::<Problem>().cloned() else {
        return response;
    };
    let retry = response.headers().get(header::RETRY_AFTER).cloned();
    let mut shown = (problem.status, page(&problem, back.as_ref())).into_response();
    if let Some(retry) = retry {
        shown.headers_mut().insert(header::RETRY_AFTER, retry);
    }
    shown
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|kinds| kinds.contains("text/html"))
}

/// A link to where a visitor can go on: its address and its label.
type BackLink = (String, &'static str);

/// Returns the link back from the address to which a form was sent, or to where a right one is found.
fn back(path: &str) -> Option<BackLink> {
    if path == "/new" {
        return Some((path.to_owned(), "Back to the form"));
    }
    if path.starts_with("/me/") {
        return Some(("/me".to_owned(), "Back to your games"));
    }
    if path.starts_with("/puzzles/") {
        return Some((PUZZLES.to_owned(), "All puzzles"));
    }
    if let Some((game, _position)) = path.strip_prefix("/a/").and_then(|rest| rest.split_once('/'))
    {
        let game = GameId::named(game).ok()?;
        return Some((format!("/editor/{game}"), "Set up a position"));
    }
    let (id, _action) = path.strip_prefix("/g/")?.split_once('/')?;
    Some((format!("/g/{id}"), "Back to the game"))
}

fn page(problem: &Problem, back: Option<&BackLink>) -> maud::Markup {
    let missing = problem.status == axum::http::StatusCode::NOT_FOUND;
    // The game of an address that does not exist may not exist, either.
    let back = back.filter(|(address, _)| !missing || address == PUZZLES);
    let title = if missing { "Page not found" } else { "Something went wrong" };
    let content = html! {
        section.notice {
            p.notice-code aria-hidden="true" { (problem.status.as_u16()) }
            h1 { (title) }
            p { (problem.message) }
            @if let Some(hint) = &problem.hint {
                p.faint { (hint) }
            }
            p.buttons {
                @if let Some((address, label)) = back {
                    a.button.primary href=(address) { (label) }
                }
                a.button.primary[back.is_none()] href="/" { "Go to the games" }
            }
        }
    };
    HtmlPage::new(title).private().render(content)
}
