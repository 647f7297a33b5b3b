//! Cards of the visitor's own games, with picture, opponent and state.

use cairn_app::board::inline_picture;
use cairn_app::{Millis, clock_text, dates};
use cairn_games::{GameId, Side, read_position};
use maud::{Markup, html};

use crate::live::SeatView;
use crate::service::GameSummary;

/// A list of games.
pub(super) fn cards<'a>(games: impl Iterator<Item = &'a GameSummary>, now: Millis) -> Markup {
    html! {
        ul.own-games {
            @for game in games {
                li { (card(game, now)) }
            }
        }
    }
}

/// A game with its picture, opponent and state.
pub(super) fn card(game: &GameSummary, now: Millis) -> Markup {
    let known = GameId::boards(&game.game).ok();
    let position = known.as_ref().and_then(|boards| read_position(boards, &game.position).ok());
    let title = position.map_or(game.game.as_str(), |position| position.info().title);
    html! {
        a.own-game.is-waiting[game.waits()] href={ "/g/" (game.id) } data-own-game=(game.id) {
            span.own-picture aria-hidden="true" {
                @if let Some(position) = position { (inline_picture(&position.view(), false)) }
            }
            span.own-text {
                b { (title) }
                span { "against " (opponent(game)) }
                span.own-state { (state(game)) }
                @if let Some(left) = time_left(game, now) { span.faint { (left) } }
                time.faint.small datetime=(dates::internet_date(game.updated)) {
                    (dates::date_time(game.updated))
                }
            }
        }
    }
}

/// Returns the seat of the visitor's opponent; `None` on one device.
fn opponent_seat(game: &GameSummary) -> Option<&SeatView> {
    match *game.you.as_slice() {
        ["first"] => Some(&game.second),
        ["second"] => Some(&game.first),
        _ => None,
    }
}

/// Returns the name of the visitor's opponent.
pub(super) fn opponent(game: &GameSummary) -> &str {
    match opponent_seat(game) {
        None => "yourself, on one device",
        Some(seat) if seat.kind == "open" => "anyone who joins",
        Some(seat) => &seat.label,
    }
}

/// Describes the state of a game to its player.
pub(super) fn state(game: &GameSummary) -> String {
    let is_turn = game.to_move.is_some_and(|side| game.you.contains(&side));
    match game.status.as_str() {
        "waiting" => "Nobody has joined yet".to_owned(),
        "playing" if game.you.len() == 2 => format!("Move {}", game.ply + 1),
        "playing" if is_turn => format!("Your turn, move {}", game.ply + 1),
        "playing" => format!("Their turn, move {}", game.ply + 1),
        "aborted" => "Aborted".to_owned(),
        _ => result(game),
    }
}

fn result(game: &GameSummary) -> String {
    let side = game.outcome.as_deref().and_then(Side::from_word);
    let result = match side {
        None => "Draw".to_owned(),
        Some(side) if game.you.len() != 1 => {
            let name = GameId::named(&game.game).map_or("", |game| game.info().side_name(side));
            format!("{name} won")
        }
        Some(side) if game.you.contains(&side.word()) => "You won".to_owned(),
        Some(_) => "You lost".to_owned(),
    };
    match &game.reason {
        Some(reason) => format!("{result}: {reason}"),
        None => result,
    }
}

/// Describes the time left to the player to move.
fn time_left(game: &GameSummary, now: Millis) -> Option<String> {
    Some(format!("{} left", clock_text(game.deadline? - now)))
}
