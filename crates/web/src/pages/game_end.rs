//! The panel at the end of a game: the result, what to play next, and what to look at.
//!
//! | in the page | meaning |
//! |---|---|
//! | `#end` | the panel; empty and hidden while the game goes on |
//! | `[data-level]` in it | form that starts the next game, against this level |
//! | `[form="controls"]` in it | buttons of the rematch |

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cairn_app::{LevelAdvice, TimeControl};
use cairn_engine::levels::Level;
use cairn_games::Side;
use maud::{Markup, html};

use super::panels;
use crate::app::AppState;
use crate::game::{LiveGame, Occupant, Status};
use crate::http::Requester;
use crate::problem::{Problem, sentence};
use crate::service::picture_path;

/// `/g/ID/end`: the panel for `game.js`, which shows it as soon as the game is over.
pub(super) async fn end(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let game = app.get_game(&id, &by).await?;
    let own = game.sides_of(&by.keys());
    let headers = [(header::CACHE_CONTROL, "no-store")];
    Ok((headers, panel(&game, &own)).into_response())
}

/// Renders the contents of the panel for somebody who plays these sides.
pub(super) fn panel(game: &LiveGame, own: &[Side]) -> Markup {
    if !game.status.is_over() {
        return html! {};
    }
    let text = match own {
        [side] => game.status_text_for(*side),
        _ => game.status_text(),
    };
    let last = game.history.position();
    // As the reader has seen it.
    let flip = if own == [Side::Second] { "&flip=1" } else { "" };
    html! {
        h2.end-result { (sentence(&text)) }
        @if game.status == Status::Finished && !last.winning_cells().is_empty() {
            p.faint { "The deciding cells are marked on the board." }
        }
        (next_games(game, own))
        @if game.status == Status::Finished && game.ply() > 0 {
            p.buttons {
                a.button href={ "/g/" (game.key) "/analysis#turning-points" }
                    data-action="turning-points" {
                    "See the turning points"
                }
                @if !own.is_empty() {
                    a.button href={ "/g/" (game.key) "/analysis#mistakes" }
                        data-action="learn-from-mistakes" { "Learn from your mistakes" }
                }
                a.button.quiet href={ (picture_path(last, "png")) "?width=1200" (flip) }
                    download={ "cairn-" (game.key) ".png" } data-action="picture" { "Picture" }
                a.button.quiet href={ "/g/" (game.key) "/game.gif?width=400" (flip) }
                    download={ "cairn-" (game.key) ".gif" } data-action="animation" { "Animation" }
            }
        }
    }
}

/// Level of the computer that the requester has played against, with their side.
pub(super) fn opponent(game: &LiveGame, own: &[Side]) -> Option<(Side, Level)> {
    let &[side] = own else { return None };
    let Occupant::Computer(who) = &game.seat(side.other()).player else { return None };
    Some((side, Level::new(who.parse().ok()?)?))
}

/// Renders buttons for the next game: the rematch, and forms for an easier and a harder level. The
/// one that is advised comes first.
fn next_games(game: &LiveGame, own: &[Side]) -> Markup {
    let Some((side, level)) = opponent(game, own) else {
        return html! {
            p.buttons {
                (panels::rematch(game, own, true))
                a.button href={ "/new?game=" (game.history.start().info().name) } { "New game" }
            }
        };
    };
    let advice = game
        .ending
        .as_ref()
        .map(|ending| LevelAdvice::new(level, side, ending.outcome, game.history.position()));
    let advised = advice.map_or(level, |advice| advice.level);
    let mut choices =
        [("Rematch", Some(level)), ("Easier", level.easier()), ("Harder", level.harder())];
    choices.sort_by_key(|(_, level)| *level != Some(advised));
    html! {
        @if let Some(advice) = advice {
            p { (advice.sentence) }
        }
        div.buttons.next-levels {
            @for (label, choice) in choices {
                @match choice {
                    Some(same) if same == level => (panels::rematch(game, own, level == advised)),
                    Some(other) => (next_game(game, side, other, label, other == advised)),
                    None => {}
                }
            }
        }
    }
}

fn next_game(game: &LiveGame, side: Side, level: Level, label: &str, advised: bool) -> Markup {
    let start = game.history.start();
    let (set_up, seed) = match game.seed {
        Some(_) => ("seed", Some("random")),
        None if *start == start.game().start() => ("standard", None),
        None => ("position", None),
    };
    let (clock, minutes, increment, days) = match game.time {
        TimeControl::Unlimited => ("none", 0, 0, 0),
        TimeControl::Correspondence { days } => ("days", 0, 0, days),
        TimeControl::Fischer { base, increment } => {
            ("live", base.as_secs() / 60, increment.as_secs(), 0)
        }
    };
    html! {
        form method="post" action="/new" data-level=(level) {
            input type="hidden" name="game" value=(start.info().name);
            input type="hidden" name="opponent" value="computer";
            input type="hidden" name="level" value=(level);
            // As in a rematch, the sides are exchanged.
            input type="hidden" name="side" value=(side.other().word());
            input type="hidden" name="size" value=(start.info().board.size());
            input type="hidden" name="setup" value=(set_up);
            @if let Some(seed) = seed { input type="hidden" name="seed" value=(seed); }
            @if set_up == "position" {
                input type="hidden" name="position" value=(start.to_text());
            }
            input type="hidden" name="clock" value=(clock);
            @if clock == "live" {
                input type="hidden" name="minutes" value=(minutes);
                input type="hidden" name="increment" value=(increment);
            }
            @if clock == "days" { input type="hidden" name="days" value=(days); }
            button.button.primary[advised] type="submit" title=(level.sentence()) {
                (label) ": " (level.word())
            }
        }
    }
}
