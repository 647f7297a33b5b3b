//! The panels beside the board of a game: players, moves, controls.

use cairn_app::{Millis, TimeControl, clock_text};
use cairn_draw::Paint;
use cairn_games::{BoardView, Outcome, Side};
use maud::{Markup, PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::svg;

use crate::game::{LiveGame, OfferKind, Seating, Status};
use crate::live::SeatView;

/// Describes a time control for people.
pub(crate) fn time_text(time: TimeControl) -> String {
    match time {
        TimeControl::Unlimited => "no clock".to_owned(),
        TimeControl::Correspondence { days: 1 } => "1 day per move".to_owned(),
        TimeControl::Correspondence { days } => format!("{days} days per move"),
        TimeControl::Fischer { base, increment } => {
            let base = match (base.as_secs() / 60, base.as_secs() % 60) {
                (minutes, 0) => format!("{minutes} min"),
                (minutes, seconds) => format!("{minutes}:{seconds:02} min"),
            };
            match increment.as_secs() {
                0 => base,
                seconds => format!("{base} + {seconds} s"),
            }
        }
    }
}

/// Returns the name of a player on the page of somebody who has these sides.
pub(crate) fn player_label(game: &LiveGame, side: Side, own: &[Side]) -> String {
    let seat = SeatView::new(game, side);
    if own == [side] && seat.name.is_none() { "You".to_owned() } else { seat.label }
}

/// Draws a link as a QR code, black on white in any theme: readers expect that.
pub(super) fn qr_code(link: &str) -> Option<Markup> {
    let code = QrCode::new(link).ok()?;
    let svg = code.render::<svg::Color>().min_dimensions(200, 200).build();
    // Inside a page the drawing has no XML declaration.
    let drawing = svg.find("<svg").map(|at| svg[at..].to_owned())?;
    Some(html! {
        details.qr-code {
            summary { "QR code" }
            span role="img" aria-label="QR code for the link" { (PreEscaped(drawing)) }
        }
    })
}

/// Renders a small piece in a side's colour.
pub(crate) fn token(paint: Paint) -> Markup {
    let letter = paint.letter().to_ascii_lowercase();
    html! { span.token.{ "token-" (letter) } aria-hidden="true" {} }
}

/// Renders a player's name, pieces in hand, points and clock.
pub(super) fn player(
    game: &LiveGame,
    side: Side,
    own: &[Side],
    view: &BoardView,
    now: Millis,
) -> Markup {
    let word = Outcome::Win(side).word();
    let to_move = game.status == Status::Playing && game.to_move() == side;
    let name = player_label(game, side, own);
    html! {
        div.player.is-to-move[to_move] data-player=(word) {
            (token(Paint::of_side(view.game, side)))
            span.player-who {
                span.player-name data-name=(word) { (name) }
                @if name != game.side_name(side) {
                    span.player-side { (game.side_name(side)) }
                }
            }
            span.supplies data-supplies=(word) {
                @for (counts, place) in [(view.hands, " in hand"), (view.points, "")] {
                    @if let Some((name, numbers)) = counts {
                        @let number = numbers[side.index()];
                        span.supply { b { (number) } " " (thing_name(name, number)) (place) }
                    }
                }
            }
            @if let Some(left) = game.time_left(side, now) {
                span.clock data-clock=(word) role="timer" { (clock_text(left)) }
            }
        }
    }
}

/// Returns the name of things, in the singular for one of them.
fn thing_name(name: &str, number: u32) -> &str {
    name.strip_suffix('s').filter(|_| number == 1).unwrap_or(name)
}

/// Renders the moves, two per line, each a link to the position after it.
pub(super) fn moves(game: &LiveGame, shown: usize) -> Markup {
    let begins = game.history.start().to_move().index();
    let texts: Vec<_> = game.moves.iter().map(|made| made.text.as_str()).collect();
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
                                a.move href={ "/g/" (game.key) "?ply=" (index + 1) }
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

/// Renders links that step through the moves, with `shown` of `last` moves made, and the button that
/// flips the board.
pub(super) fn step_links(shown: usize, last: usize, address: impl Fn(usize) -> String) -> Markup {
    let links = [
        ("first", "To the start", 0, "M6 5h2v14H6zM19 5v14l-9-7z"),
        ("previous", "One move back", shown.saturating_sub(1), "M16 5v14l-9-7z"),
        ("next", "One move forward", (shown + 1).min(last), "M8 5v14l9-7z"),
        ("last", "To the last move", last, "M16 5h2v14h-2zM5 5v14l9-7z"),
    ];
    let icon = |path: &str| {
        html! {
            svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" { path d=(path) {} }
        }
    };
    html! {
        @for (word, label, ply, path) in links {
            a.icon-button href=(address(ply)) data-step=(word) aria-label=(label) title=(label) {
                (icon(path))
            }
        }
        button.icon-button type="button" data-action="flip" aria-label="Flip the board"
            title="Flip the board" hidden {
            (icon("M8 3 3.5 7.5 8 12V9h8V6H8zM16 12v3H8v3h8v3l4.500-4.500z"))
        }
    }
}

/// Renders the settings of the look of boards.
pub(super) fn board_settings() -> Markup {
    html! {
        label { input type="checkbox" data-setting="coordinates"; " Coordinates" }
        label {
            "Board "
            select data-setting="boards" {
                option value="plain" { "Plain" }
                option value="wood" { "Wood" }
            }
        }
        label {
            "Pieces "
            select data-setting="pieces" {
                option value="relief" { "Relief" }
                option value="flat" { "Flat" }
            }
        }
        label {
            "Size "
            input type="range" min="60" max="140" step="5" data-setting="size";
        }
    }
}

/// Labels of the buttons of a game. What needs the consent of a person is asked for.
fn labels(game: &LiveGame) -> [(&'static str, &'static str); 12] {
    let people = game.seating() == Seating::People;
    [
        ("accept-draw", "Accept draw"),
        ("decline-draw", "Decline draw"),
        ("accept-take-back", "Accept take-back"),
        ("decline-take-back", "Decline take-back"),
        ("accept-rematch", "Accept rematch"),
        ("decline-rematch", "Decline rematch"),
        ("rematch", "Rematch"),
        ("take-back", if people { "Ask for take-back" } else { "Take back" }),
        ("draw", if people { "Offer a draw" } else { "Agree to a draw" }),
        ("abort", "Abort game"),
        ("resign", "Resign"),
        ("withdraw", "Withdraw offer"),
    ]
}

/// Whether a button is in the panel at the end rather than among the others.
fn is_of_end(action: &str) -> bool {
    action.ends_with("rematch")
}

/// Renders the buttons of the rematch, which belong to the form of [`controls`]. When a game is over, nothing
/// else can be withdrawn.
pub(super) fn rematch(game: &LiveGame, own: &[Side], is_advised: bool) -> Markup {
    let actions: Vec<_> = own.iter().flat_map(|side| game.actions(*side)).collect();
    let is_shown = |action: &str| is_of_end(action) || action == "withdraw";
    html! {
        @for (action, label) in labels(game).into_iter().filter(|(action, _)| is_shown(action)) {
            @let is_primary = is_advised && matches!(action, "rematch" | "accept-rematch");
            @let value = if action == "withdraw" { "decline-rematch" } else { action };
            button.button.primary[is_primary] type="submit" form="controls" name="action"
                value=(value) data-action=(action) hidden[!actions.contains(&action)] { (label) }
        }
    }
}

/// Renders the buttons of a game but those of the rematch; those that make no sense now are hidden.
pub(super) fn controls(game: &LiveGame, own: &[Side]) -> Markup {
    let actions: Vec<_> = own.iter().flat_map(|side| game.actions(*side)).collect();
    let asking = OfferKind::ALL
        .into_iter()
        .find(|kind| game.offers.get(*kind).is_some_and(|side| own.contains(&side)));
    html! {
        form.controls #controls method="post" action={ "/g/" (game.key) "/do" } {
            input type="hidden" name="ply" value=(game.ply());
            input type="hidden" name="revision" value=(game.revision);
            @for (action, label) in labels(game).into_iter().filter(|(action, _)| !is_of_end(action)) {
                @let value = match asking {
                    Some(kind) if action == "withdraw" => format!("decline-{}", kind.word()),
                    _ => action.to_owned(),
                };
                button.button type="submit" name="action" value=(value) data-action=(action)
                    hidden[!actions.contains(&action)] { (label) }
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
    fn things_and_time_controls_are_words() {
        assert_eq!((thing_name("rings", 1), thing_name("rings", 2)), ("ring", "rings"));
        let time = |text: &str| time_text(text.parse().unwrap());
        assert_eq!(time("none"), "no clock");
        assert_eq!(time("300+5"), "5 min + 5 s");
        assert_eq!(time("90+0"), "1:30 min");
        assert_eq!(time("1d"), "1 day per move");
    }
}
