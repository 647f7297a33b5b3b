//! Finished games that their players hide or delete.

use axum::extract::{Path, State};
use axum::response::Redirect;
use cairn_app::Millis;
use cairn_games::Side;
use maud::{Markup, html};
use serde::Deserialize;

use super::forms::FormBody;
use super::game_cards;
use super::panels::player_label;
use crate::app::AppState;
use crate::game::{LiveGame, Seating};
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::{GameSummary, RemovalRequest};

/// The part of a finished game's page with which its players hide or delete it; `wishes` are the
/// sides that want it deleted.
pub(super) fn section(game: &LiveGame, own: &[Side], wishes: &[Side]) -> Markup {
    let people = game.seating() == Seating::People;
    let (asked, is_asked) = match own {
        [side] if people => (wishes.contains(side), wishes.contains(&side.other())),
        _ => (false, false),
    };
    let opponent = own.first().map(|side| player_label(game, side.other(), own));
    html! {
        // Scripts show it when the game ends.
        details.keeping #keeping open[is_asked || asked || game.private] hidden[!game.status.is_over()] {
            summary { "Hide or delete" }
            @if is_asked {
                p { (opponent.unwrap_or_default()) " wants to delete this game." }
            } @else if asked {
                p { "You asked to delete this game. It will be deleted when your opponent agrees." }
            }
            form.buttons method="post" action={ "/g/" (game.key) "/keep" } {
                @if game.private {
                    button.button.quiet type="submit" name="keep" value="public" { "Show to others" }
                } @else {
                    button.button.quiet type="submit" name="keep" value="private" { "Hide from others" }
                }
                @if asked || is_asked {
                    button.button.quiet type="submit" name="keep" value="withdraw" { "Keep the game" }
                }
                @if !asked {
                    button.button.quiet.danger type="submit" name="keep" value="remove" {
                        @if is_asked { "Delete for both" }
                        @else if people { "Ask to delete" }
                        @else { "Delete the game" }
                    }
                }
            }
            @if game.private { p.faint { "Only the players can see this game." } }
        }
    }
}

/// The games that their opponents want to delete, on the page of all own games.
pub(super) fn requests(games: &[GameSummary], now: Millis) -> Markup {
    html! {
        section #removal-requests aria-labelledby="removal-title" {
            h2 #removal-title { "Delete for both?" }
            ul.own-games {
                @for game in games {
                    li.removal-request {
                        (game_cards::card(game, now))
                        p { (game_cards::opponent(game)) " wants to delete this game." }
                        form.buttons method="post" action={ "/g/" (game.id) "/keep" } {
                            input type="hidden" name="from" value="me";
                            button.button.quiet type="submit" name="keep" value="withdraw" {
                                "Keep the game"
                            }
                            button.button.quiet.danger type="submit" name="keep" value="remove" {
                                "Delete for both"
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Form of the section and of the requests.
#[derive(Debug, Deserialize)]
pub(super) struct KeepForm {
    /// `private`, `public`, `remove` or `withdraw`.
    keep: String,
    /// `me` on the page of all own games, to which the answer then leads.
    #[serde(default)]
    from: String,
}

/// `/g/ID/keep`
pub(super) async fn change(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    FormBody(form): FormBody<KeepForm>,
) -> Result<Redirect, Problem> {
    match form.keep.as_str() {
        "private" | "public" => drop(app.set_private(&id, form.keep == "private", &by).await?),
        "remove" | "withdraw" => {
            let request = RemovalRequest { withdraw: form.keep == "withdraw" };
            if app.remove_game(&id, request, &by).await?.removed || form.from == "me" {
                return Ok(Redirect::to("/me"));
            }
        }
        _ => return Err(Problem::bad("bad_form", "Unknown choice.")),
    }
    Ok(Redirect::to(&format!("/g/{id}#keeping")))
}
