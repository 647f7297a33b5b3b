//! The panel of a game page while a seat is free: to join the game, or to invite somebody.

use axum::http::HeaderMap;
use cairn_games::Side;
use maud::{Markup, html};

use super::panels::{qr_code, time_text};
use super::shell::origin;
use crate::game::{LiveGame, Occupant};

/// Returns the name of the player who waits.
fn inviter(game: &LiveGame) -> &str {
    let names = game.seats.iter().filter_map(|seat| seat.name.as_deref());
    names.into_iter().next().unwrap_or("Someone")
}

/// Returns the name of the side whose seat is free.
fn free_side(game: &LiveGame) -> &'static str {
    let free = Side::BOTH.into_iter().find(|side| game.seat(*side).player == Occupant::Open);
    game.side_name(free.unwrap_or(Side::Second))
}

/// Panel that is shown while a seat is free.
pub(super) fn waiting(game: &LiveGame, own: &[Side], headers: &HeaderMap) -> Markup {
    let link = format!("{}/g/{}", origin(headers), game.key);
    html! {
        section.panel #waiting {
            @if own.is_empty() {
                form #join method="post" action={ "/g/" (game.key) "/join" } {
                    h2 { "Join this game?" }
                    p {
                        (inviter(game)) " is waiting for an opponent. You will play "
                        (free_side(game)) ", " (time_text(game.time)) "."
                    }
                    label.field { "Your name " span.faint { "(optional)" }
                        input type="text" name="name" maxlength="32" autocomplete="nickname";
                    }
                    p.buttons {
                        button.button.primary type="submit" data-action="join" { "Join the game" }
                    }
                }
            } @else {
                div #invite {
                    h2 { "Invite a friend" }
                    p { "Send this link to a friend. The first person to join plays against you." }
                    div.copy-row.stacked {
                        input #invite-link type="text" readonly value=(link) aria-label="Link to the game";
                        button.button.primary type="button" data-action="copy-invite" hidden { "Copy" }
                        button.button type="button" data-action="share" hidden { "Share" }
                    }
                    @if let Some(code) = qr_code(&link) { (code) }
                    p.faint { "The game starts as soon as your friend joins." }
                }
            }
        }
    }
}
