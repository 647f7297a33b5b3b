//! A game to watch on the home page: a public game that is being played, or the latest that was.
//!
//! | in the page | meaning |
//! |---|---|
//! | `#featured` | the game; `data-game` is its id, and `data-live` is `1` if it goes on |
//! | `#featured img` | the position, as a picture of fixed size |
//! | `[data-featured="status"]` | how it stands |

use cairn_games::{AnyPosition, GameId, read_position};
use maud::{Markup, html};

use super::assets::has_modules;
use crate::app::AppState;
use crate::problem::Problem;
use crate::service::{GameSummary, ListRequest, thumbnail_path};

/// Number of running games among which one is chosen.
const CANDIDATES: u32 = 8;
/// Rule set of the game between computers.
const WATCHED: &str = "mitsudomoe";
/// Number of moves after which a game is worth a look.
const BEGUN: i64 = 2;

/// Renders the game, if there is one.
pub(super) async fn section(app: &AppState) -> Result<Markup, Problem> {
    let list = |status: &str| ListRequest {
        status: Some(status.to_owned()),
        limit: Some(CANDIDATES),
        ..ListRequest::default()
    };
    let running = app.list_public(&list("playing")).await?.games;
    let shown = running.into_iter().find(|game| game.ply >= BEGUN);
    let shown = match shown {
        Some(game) => Some(game),
        None => {
            let finished = app.list_public(&list("finished")).await?.games;
            finished.into_iter().find(|game| game.ply >= BEGUN)
        }
    };
    let board = shown.as_ref().and_then(board);
    Ok(html! {
        @if board.is_some() || has_modules() {
            div.featured-place {
                @if let Some(board) = board { (board) }
                @if has_modules() {
                    p.faint {
                        a href={ "/play/board#new?game=" (WATCHED) "&opponent=computers&level=5&level2=5" } {
                            "Watch two computers play"
                        }
                    }
                }
            }
        }
    })
}

fn board(game: &GameSummary) -> Option<Markup> {
    let known = GameId::named(&game.game).ok()?;
    let position: AnyPosition =
        read_position(&GameId::boards(&game.game).ok()?, &game.position).ok()?;
    let is_live = game.status == "playing";
    let status = match (&game.outcome, &game.reason) {
        _ if is_live => format!("{} to move", position.info().side_name(position.to_move())),
        (Some(outcome), Some(reason)) if outcome == "draw" => format!("Draw: {reason}"),
        (Some(outcome), Some(reason)) => {
            let winner = if outcome == "first" { &game.first } else { &game.second };
            format!("{} won: {reason}", winner.side)
        }
        _ => String::new(),
    };
    Some(html! {
        section.featured #featured data-game=(game.id) data-live=(u8::from(is_live))
            aria-label="A game to watch" {
            a href={ "/g/" (game.id) } {
                img src=(thumbnail_path(&position))
                    alt={ "The board of " (known.info().title) } width="240" height="240";
                span.featured-text {
                    b { (if is_live { "Live: " } else { "Played here: " }) (known.info().title) }
                    span { (game.first.label) " – " (game.second.label) }
                    span.faint data-featured="status" { (status) }
                    span.button.quiet { (if is_live { "Watch" } else { "Look at the game" }) }
                }
            }
        }
    })
}
