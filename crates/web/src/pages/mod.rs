//! The pages.

use axum::Router;
use axum::routing::get;
use maud::{DOCTYPE, Markup, html};

use crate::app::App;
use crate::problem::Problem;

/// All pages, and what is shown where there is none.
pub fn router() -> Router<App> {
    Router::new().route("/", get(home)).fallback(nothing_here)
}

async fn home() -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head { title { "Cairn" } }
            body { h1 { "Cairn" } }
        }
    }
}

async fn nothing_here() -> Problem {
    Problem::not_found("page")
}
