//! The pages.

use axum::Router;
use axum::routing::get;
use cairn_games::GameId;
use maud::{DOCTYPE, Markup, html};

use crate::app::App;
use crate::problem::Problem;

/// All pages, and what is shown where there is none.
pub fn router() -> Router<App> {
    Router::new().route("/", get(home)).fallback(nothing_here)
}

/// What is here: the games, each with its board, and where programs find the rest.
async fn home() -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Cairn" }
            }
            body {
                main {
                    h1 { "Cairn" }
                    p {
                        "This server keeps live games and answers programs: "
                        a href="/api/v1/openapi.json" { "its interface" }
                        "."
                    }
                    @for game in GameId::rule_sets() {
                        (board(game))
                    }
                }
            }
        }
    }
}

/// A game with its first position.
fn board(game: GameId) -> Markup {
    let info = game.info();
    let position = game.start().to_text().replace(' ', "_");
    let picture = format!("/img/{}/{position}.svg", info.name);
    html! {
        section {
            h2 { (info.title) }
            img src=(picture) width="320" alt={ "The first position of " (info.title) };
            p { (info.summary) }
        }
    }
}

async fn nothing_here() -> Problem {
    Problem::not_found("page")
}
