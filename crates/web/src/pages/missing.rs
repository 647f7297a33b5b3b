//! Errors as pages for people. Programs get them as JSON.

use axum::extract::Request;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::html;

use super::shell::HtmlPage;
use crate::problem::Problem;

/// Paths that scripts and programs request, whatever they say they accept.
const FOR_PROGRAMS: [&str; 4] = ["/api/", "/img/", "/board/", "/assets/"];

/// Shows problems as pages to browsers that asked for a page.
pub(crate) async fn show_problems(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let for_person = !FOR_PROGRAMS.iter().any(|start| path.starts_with(start))
        && accepts_pages(request.headers());
    let response = next.run(request).await;
    if !for_person {
        return response;
    }
    let Some(problem) = response.extensions().get::<Problem>().cloned() else {
        return response;
    };
    let retry = response.headers().get(header::RETRY_AFTER).cloned();
    let mut shown = (problem.status, page(&problem)).into_response();
    if let Some(retry) = retry {
        shown.headers_mut().insert(header::RETRY_AFTER, retry);
    }
    shown
}

fn accepts_pages(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|kinds| kinds.contains("text/html"))
}

fn page(problem: &Problem) -> maud::Markup {
    let missing = problem.status == axum::http::StatusCode::NOT_FOUND;
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
                a.button.primary href="/" { "Go to the games" }
            }
        }
    };
    HtmlPage::new(title).private().render(content)
}
