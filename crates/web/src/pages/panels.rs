//! What stands beside the board of a game: players, moves, controls.

use cairn_draw::Paint;
use cairn_games::{BoardView, Outcome, Side};
use maud::{Markup, html};

use crate::engine::Brains;
use crate::game::{OfferKind, Play, Player, Seating, Status, TimeControl};
use crate::time::Millis;

/// How a game stands, in one sentence.
#[must_use]
pub fn status_text(play: &Play) -> String {
    match (play.status, &play.verdict) {
        (Status::Waiting, _) => "Waiting for an opponent".to_owned(),
        (Status::Aborted, _) => "The game was called off".to_owned(),
        (_, Some(verdict)) => {
            let result = match verdict.outcome {
                Outcome::Win(side) => format!("{} won", play.side_name(side)),
                Outcome::Draw => "A draw".to_owned(),
            };
            format!("{result}: {}", verdict.reason)
        }
        (_, None) => format!("{} to move", play.side_name(play.to_move())),
    }
}

/// A time control for people.
#[must_use]
pub fn time_text(time: TimeControl) -> String {
    match time {
        TimeControl::None => "no clock".to_owned(),
        TimeControl::Days(1) => "1 day a move".to_owned(),
        TimeControl::Days(days) => format!("{days} days a move"),
        TimeControl::Live { base, increment } => {
            let base = match (base / 60_000, base / 1000 % 60) {
                (minutes, 0) => format!("{minutes} min"),
                (minutes, seconds) => format!("{minutes}:{seconds:02} min"),
            };
            match increment / 1000 {
                0 => base,
                seconds => format!("{base} + {seconds} s"),
            }
        }
    }
}

/// What a computer player is called.
#[must_use]
pub fn computer_name(brains: &dyn Brains, play: &Play, who: &str) -> String {
    let players = brains.players(play.history.start().game());
    players
        .into_iter()
        .find(|(word, _)| word == who)
        .map_or_else(|| who.to_owned(), |found| found.1)
}

/// What a player is called on the page, for somebody who has these sides.
#[must_use]
pub fn player_text(brains: &dyn Brains, play: &Play, side: Side, own: &[Side]) -> String {
    let seat = play.seat(side);
    match (&seat.player, &seat.name) {
        (Player::Computer(who), _) => computer_name(brains, play, who),
        (Player::Open, _) => "Free seat".to_owned(),
        (Player::Person, Some(name)) => name.clone(),
        (Player::Person, None) if own == [side] => "You".to_owned(),
        (Player::Person, None) if play.seating() == Seating::SameScreen => {
            play.side_name(side).to_owned()
        }
        (Player::Person, None) => "Anonymous".to_owned(),
    }
}

/// A small piece in a side's colour.
#[must_use]
pub fn token(paint: Paint) -> Markup {
    let letter = paint.letter().to_ascii_lowercase();
    html! { span.token.{ "token-" (letter) } aria-hidden="true" {} }
}

/// A player's name, what the player has in hand or has scored, and the clock.
pub(super) fn player(
    play: &Play,
    brains: &dyn Brains,
    side: Side,
    own: &[Side],
    view: &BoardView,
    now: Millis,
) -> Markup {
    let word = Outcome::Win(side).word();
    let to_move = play.status == Status::Playing && play.to_move() == side;
    let name = player_text(brains, play, side, own);
    html! {
        div.player.is-to-move[to_move] data-player=(word) {
            (token(Paint::of_side(view.game, side)))
            span.player-who {
                span.player-name data-name=(word) { (name) }
                @if name != play.side_name(side) {
                    span.player-side { (play.side_name(side)) }
                }
            }
            span.supplies data-supplies=(word) {
                @for (name, numbers) in [view.hands, view.points].into_iter().flatten() {
                    span.supply { b { (numbers[side.index()]) } " " (name) }
                }
            }
            @if let Some(left) = play.clock(side, now) {
                span.clock data-clock=(word) role="timer" { (clock_text(left)) }
            }
        }
    }
}

/// What a clock shows.
#[must_use]
pub fn clock_text(left: Millis) -> String {
    let seconds = left.max(0) / 1000;
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let (minutes, seconds) = (seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, hours) => format!("{hours}:{minutes:02}:{seconds:02}"),
        (days, hours) => format!("{days} d {hours} h"),
    }
}

/// The moves so far, two in a line, each a link to the position after it.
pub(super) fn moves(play: &Play, shown: usize) -> Markup {
    let begins = play.history.start().to_move().index();
    let texts: Vec<_> = play.moves.iter().map(|made| made.text.as_str()).collect();
    let lines = (texts.len() + begins).div_ceil(2);
    html! {
        ol.moves #moves aria-label="Moves" tabindex="0" {
            @for line in 0..lines {
                li {
                    span.move-number { (line + 1) "." }
                    @for column in 0..2 {
                        @let index = (2 * line + column).checked_sub(begins);
                        @match index.and_then(|index| Some((index, texts.get(index)?))) {
                            Some((index, text)) => {
                                a.move href={ "/g/" (play.key) "?ply=" (index + 1) }
                                    data-ply=(index + 1)
                                    aria-current=[(index + 1 == shown).then_some("true")] { (text) }
                            }
                            None => { span.move.empty { @if line == 0 && column == 0 { "…" } } }
                        }
                    }
                }
            }
        }
    }
}

/// A button that does something in the game.
struct Control {
    action: &'static str,
    label: &'static str,
    shown: bool,
}

/// What somebody with these sides can do now. `game.js` decides the same way when the
/// game changes.
fn controls_of(play: &Play, own: &[Side]) -> Vec<Control> {
    let seated = !own.is_empty();
    let playing = seated && play.status == Status::Playing;
    let people = play.seating() == Seating::People;
    let offered = |kind| play.offers.get(kind);
    let asked = |kind| offered(kind).is_some_and(|side| !own.contains(&side));
    let asking = |kind| offered(kind).is_some_and(|side| own.contains(&side));
    let moved = |side: Side| {
        play.history.positions()[..play.ply()].iter().any(|position| position.to_move() == side)
    };
    let begun = match play.seating() {
        Seating::Computer(computer) => moved(computer.other()),
        _ => Side::BOTH.into_iter().all(moved),
    };
    let can_take_back = playing
        && match play.seating() {
            Seating::SameScreen => play.ply() > 0,
            _ => own.iter().any(|side| moved(*side)),
        };
    let over = seated && play.status == Status::Finished && play.next.is_none();
    let draw = playing && !matches!(play.seating(), Seating::Computer(_));
    let can_abort = seated && !play.status.is_over() && !begun;
    let control = |action, label, shown| Control { action, label, shown };
    let (take_back, rematch) = (OfferKind::TakeBack, OfferKind::Rematch);
    vec![
        control("accept-draw", "Accept the draw", playing && asked(OfferKind::Draw)),
        control("decline-draw", "Decline the draw", playing && asked(OfferKind::Draw)),
        control("accept-take-back", "Allow the take-back", playing && asked(take_back)),
        control("decline-take-back", "Refuse the take-back", playing && asked(take_back)),
        control("accept-rematch", "Accept the rematch", over && asked(rematch)),
        control("decline-rematch", "Decline the rematch", over && asked(rematch)),
        control("rematch", "Rematch", over && offered(rematch).is_none()),
        control(
            "take-back",
            if people { "Ask to take back" } else { "Take back" },
            can_take_back && offered(take_back).is_none(),
        ),
        control(
            "draw",
            if people { "Offer a draw" } else { "Agree on a draw" },
            draw && begun && offered(OfferKind::Draw).is_none(),
        ),
        control("abort", "Call off", can_abort),
        control("resign", "Resign", playing && begun),
        control("withdraw", "Withdraw the offer", OfferKind::ALL.into_iter().any(asking)),
    ]
}

/// The buttons of a game: all there are, those that make no sense now hidden.
pub(super) fn controls(play: &Play, own: &[Side]) -> Markup {
    let asking = OfferKind::ALL
        .into_iter()
        .find(|kind| play.offers.get(*kind).is_some_and(|side| own.contains(&side)));
    html! {
        form.controls #controls method="post" action={ "/g/" (play.key) "/do" } {
            @for Control { action, label, shown } in controls_of(play, own) {
                @let value = match asking {
                    Some(kind) if action == "withdraw" => format!("decline-{}", kind.word()),
                    _ => action.to_owned(),
                };
                button.button type="submit" name="action" value=(value) data-action=(action)
                    hidden[!shown] { (label) }
            }
            // Only scripts can show it.
            button.button type="button" data-action="hint" hidden { "Hint" }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_controls_are_words() {
        assert_eq!(clock_text(-5), "0:00");
        assert_eq!(clock_text(61_999), "1:01");
        assert_eq!(clock_text(3_600_000), "1:00:00");
        assert_eq!(clock_text(3 * 86_400_000), "3 d 0 h");
        let time = |text| time_text(TimeControl::read(text).unwrap());
        assert_eq!(time("none"), "no clock");
        assert_eq!(time("300+5"), "5 min + 5 s");
        assert_eq!(time("90+0"), "1:30 min");
        assert_eq!(time("1d"), "1 day a move");
    }
}
