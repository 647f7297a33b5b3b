//! A game to watch on the home page: a public game that is being played, or the latest that was.
//!
//! | in the page | meaning |
//! |---|---|
//! | `#featured-place` | where the game is shown, which the live connection replaces by another one |
//! | `#featured` | the game; `data-game` is its id, and `data-live` is `1` if it goes on |
//! | `#featured img` | the position, as a picture of fixed size |
//! | `[data-featured="status"]` | how it stands |

use cairn_games::{AnyPosition, GameId, read_position};
use maud::{Markup, html};

use super::assets::has_modules;
use crate::app::AppState;
use crate::game::FEATURED_MIN_PLY;
use crate::ids::GameKey;
use crate::problem::Problem;
use crate::service::{GameSummary, ListRequest, thumbnail_path};

/// Number of running games among which one is chosen.
const CANDIDATES: u32 = 8;
/// Rule set of the game between computers.
const WATCHED: &str = "mitsudomoe";

/// Returns the featured game as HTML, the same for everybody; empty if there is none. Visitors hear
/// of its end.
pub(crate) async fn featured_html(app: &AppState) -> Result<String, Problem> {
    let game = featured_game(app).await?;
    let live = game.as_ref().filter(|game| game.status == "playing");
    app.hub.notices().set_featured(live.and_then(|game| GameKey::read(&game.id)));
    Ok(game.as_ref().and_then(board).unwrap_or_default().into_string())
}

/// Renders the game, and what else can be watched.
pub(super) async fn section(app: &AppState) -> Result<Markup, Problem> {
    let board = featured_game(app).await?.as_ref().and_then(board);
    Ok(html! {
        div.featured-place {
            div #featured-place { @if let Some(board) = board { (board) } }
            @if has_modules() {
                p.faint {
                    a href={ "/play/board#new?game=" (WATCHED) "&opponent=computers&level=5&level2=5" } {
                        "Watch two computers play"
                    }
                }
            }
        }
    })
}

/// Chooses a game: one in progress, or else the latest that has ended.
async fn featured_game(app: &AppState) -> Result<Option<GameSummary>, Problem> {
    let list = |status: &str| ListRequest {
        status: Some(status.to_owned()),
        limit: Some(CANDIDATES),
        ..ListRequest::default()
    };
    for status in ["playing", "finished"] {
        let mut games = app.list_public(&list(status)).await?.games.into_iter();
        let found = games.find(|game| game.ply >= FEATURED_MIN_PLY as i64);
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
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
            aria-label="Featured game" {
            a href={ "/g/" (game.id) } {
                img src=(thumbnail_path(&position))
                    alt={ "The board of " (known.info().title) } width="240" height="240";
                span.featured-text {
                    b { (if is_live { "Live: " } else { "Played here: " }) (known.info().title) }
                    span { (game.first.label) " – " (game.second.label) }
                    span.faint data-featured="status" { (status) }
                    span.button.quiet { (if is_live { "Watch" } else { "View game" }) }
                }
            }
        }
    })
}
