//! Tools beside the analysis board. All of them need scripts, and have their places from the
//! start where scripts run, so that nothing moves when the scripts come.

use cairn_games::{AnyPosition, GameId};
use maud::{Markup, html};

use super::editor::editor_address;
use crate::service::{StudyView, escape, picture_path};
use cairn_app::board::inline_picture;

/// The most lines of the engine.
const MOST_LINES: usize = 5;
/// Number of lines until a script knows the visitor's choice.
const USUAL_LINES: usize = 3;
/// Text that takes room.
const NO_BREAK_SPACE: char = '\u{a0}';

/// A position without a word, beside its name.
pub(super) fn small_picture(position: &AnyPosition) -> Markup {
    html! {
        span.small-picture aria-hidden="true" { (inline_picture(&position.view(), false)) }
    }
}

/// Bar above the board with the expected points of both sides.
pub(super) fn balance(has_engine: bool) -> Markup {
    html! {
        div.balance.with-script.is-unknown #balance hidden[!has_engine] {
            span.balance-side data-balance="first" { (NO_BREAK_SPACE) }
            span.balance-bar aria-hidden="true" { span.balance-share {} }
            span.balance-side data-balance="second" { (NO_BREAK_SPACE) }
        }
    }
}

/// The engine: its switch and its lines.
pub(super) fn engine() -> Markup {
    html! {
        section.panel.engine.with-script.is-on #engine aria-label="Engine" {
            div.engine-head {
                label.switch {
                    input #engine-switch type="checkbox" role="switch";
                    span { "Engine" }
                }
                span.engine-state.faint #engine-state {}
            }
            div.engine-settings {
                label.engine-place hidden[!super::assets::has_modules()] {
                    span { "Runs on" }
                    select #engine-place {
                        option value="device" { "this device, without limit" }
                        option value="server" { "the server" }
                    }
                }
                // Shown where the browser lets workers share memory.
                label.engine-threads hidden {
                    span { "Threads" }
                    select #engine-threads { option { "1" } }
                }
                label.engine-count {
                    span { "Lines" }
                    select #engine-count {
                        @for count in 1..=MOST_LINES {
                            option value=(count) selected[count == USUAL_LINES] { (count) }
                        }
                    }
                }
            }
            ol.engine-lines #engine-lines aria-label="Best lines" {}
        }
    }
}

/// The opening explorer, which is loaded when it is opened.
pub(super) fn explorer() -> Markup {
    html! {
        details.panel.explorer.with-script #explorer {
            summary { "Opening explorer" }
            label.explorer-source {
                span { "Games" }
                select #explorer-source {
                    option value="engine" { "between engine levels" }
                    option value="site" { "on this site" }
                }
            }
            p.explorer-state.faint #explorer-state role="status" { "…" }
            table.explorer-table {
                caption.hidden { "Moves played in this position" }
                thead {
                    tr {
                        th scope="col" { "Move" }
                        th scope="col" { "Games" }
                        th scope="col" { "Score" }
                        th scope="col" { "Engine" }
                    }
                }
                tbody #explorer-rows {}
            }
        }
    }
}

/// Buttons for the current move.
pub(super) fn node_tools() -> Markup {
    html! {
        div.node-tools.with-script #node-tools {
            (annotation_tools())
            button.button.quiet type="button" data-action="promote" { "Promote" }
            button.button.quiet type="button" data-action="delete" { "Delete from here on" }
            details.comment {
                summary { "Comment" }
                label.hidden for="comment" { "Comment on this move" }
                textarea #comment rows="3" maxlength="2000" {}
            }
        }
        form.typed.study-typed.with-script #typed {
            label for="typed-move" { "Type a move" }
            div.copy-row {
                input #typed-move type="text" name="move" autocomplete="off" autocapitalize="off"
                    spellcheck="false" required maxlength="100";
                button.button type="submit" { "Move" }
            }
        }
    }
}

/// The whole game as a graph.
pub(super) fn review(possible: bool) -> Markup {
    html! {
        section.panel.review #review data-possible=(u8::from(possible)) aria-label="The whole game" hidden {
            div.review-head {
                h2 { "The whole game" }
                button.button type="button" data-action="review" { "Evaluate" }
            }
            p.faint #review-state role="status" {
                @if !possible { "The engine evaluates a game when it is over." }
            }
            div.review-summary #review-summary hidden {}
            div.graph #graph {}
            div.turns #turns {}
        }
    }
}

/// The exercises made of one's mistakes, hidden until they begin.
pub(super) fn exercises() -> Markup {
    html! {
        section.panel.exercises #exercises aria-labelledby="exercise-title" hidden {
            h2 #exercise-title { "Exercise" }
            p #exercise-text {}
            ul.exercise-results #exercise-results {}
            p.buttons {
                button.button type="button" data-action="show-best" { "Show the best move" }
                button.button type="button" data-action="next-exercise" { "Next" }
                button.button.primary type="button" data-action="repeat-exercises" hidden {
                    "Try again"
                }
                button.button.quiet type="button" data-action="end-exercises" {
                    "Back to the analysis"
                }
            }
        }
    }
}

/// Signs for moves, with the numbers of their glyphs.
const GLYPHS: [(u8, &str, &str); 6] = [
    (1, "!", "Good move"),
    (2, "?", "Mistake"),
    (3, "!!", "Brilliant move"),
    (4, "??", "Blunder"),
    (5, "!?", "Interesting move"),
    (6, "?!", "Dubious move"),
];

/// Colours of marks.
const COLOURS: [(&str, &str); 4] = [("G", "Green"), ("R", "Red"), ("Y", "Yellow"), ("B", "Blue")];

/// Signs of the move, and the drawing of arrows and marks.
fn annotation_tools() -> Markup {
    html! {
        div.glyphs role="group" aria-label="Annotations for this move" {
            @for (number, sign, name) in GLYPHS {
                button.button.quiet.small-button type="button" data-glyph=(number)
                    title={ (name) " (key " (number) ")" } aria-label=(name) aria-pressed="false" {
                    (sign)
                }
            }
            button.button.quiet type="button" data-action="draw" aria-pressed="false"
                title="Draw arrows and marks, or drag with the right mouse button" { "Draw" }
        }
        div.glyphs #drawing-colours role="group" aria-label="Colour of arrows and marks" hidden {
            @for (letter, name) in COLOURS {
                button.button.quiet.small-button.{ "mark-" (letter) } type="button" data-colour=(letter)
                    title=(name) aria-label=(name) aria-pressed=(letter == "G") { "●" }
            }
            button.button.quiet type="button" data-action="clear-marks" { "Clear marks" }
            p.faint.small { "Tap a cell to mark it, or drag from one cell to another to draw an arrow." }
        }
    }
}

/// The study on the server: its title for its author, and how far it is saved.
pub(super) fn saved(study: &StudyView) -> Markup {
    html! {
        section.panel.saved-study.with-script #saved-study aria-label="Saved study" {
            @if study.yours {
                label.hidden for="study-title" { "Title" }
                input #study-title type="text" value=(study.title) maxlength="100" required
                    autocomplete="off";
            }
            p #study-state role="status" {
                @if study.yours { "Saved" } @else { "Read-only. Your changes here are not saved." }
            }
            @if study.yours {
                p.faint.small { "Anyone with the link can read it; only you can change it." }
            }
            p.buttons {
                button.button.quiet type="button" data-action="copy-study" hidden[study.yours] {
                    "Save a copy"
                }
                @if study.yours {
                    button.button.quiet type="button" data-action="load-study" hidden {
                        "Load the other version"
                    }
                    button.button.quiet type="button" data-action="delete-study" { "Delete study" }
                }
            }
        }
    }
}

/// Import, export, and where to go from here.
pub(super) fn tools(position: &AnyPosition, is_saved: bool) -> Markup {
    html! {
        section.tools {
            p.buttons.links {
                button.button.quiet.with-script type="button" data-action="share" { "Copy link" }
                button.button.quiet.with-script type="button" data-action="export" { "Export" }
                button.button.quiet.with-script type="button" data-action="import" { "Import" }
                a.button.quiet.without-script href="/import" { "Import" }
                @if !is_saved {
                    button.button.quiet.with-script type="button" data-action="save-study"
                        hidden { "Save as study" }
                    button.button.quiet.with-script type="button" data-action="clear" { "Clear" }
                }
                a.button.quiet data-link="play" href=(play_address(position)) { "Play from here" }
                a.button.quiet data-link="edit" href=(editor_address(position.info().name, &position.to_text())) {
                    "Edit position"
                }
                a.button.quiet.without-script href=(picture_path(position, "png")) { "Picture" }
            }
            fieldset.settings.with-script #settings {
                legend { "Settings" }
                label { input type="checkbox" data-setting="arrows"; " Arrows for the best moves" }
                (super::panels::board_settings())
            }
        }
    }
}

pub(super) fn play_address(position: &AnyPosition) -> String {
    let (name, text) = (position.info().name, position.to_text());
    format!("/new?game={name}&position={}", escape(&text))
}

/// The dialogs for import and export.
pub(super) fn dialogs(position: &AnyPosition) -> Markup {
    html! {
        dialog #import aria-labelledby="import-title" {
            form #import-form method="post" action="/import" {
                h2 #import-title { "Import" }
                (import_fields("", None, None, "import-"))
                p.problem #import-problem role="alert" {}
                p.buttons {
                    button.button.primary type="submit" { "Import" }
                    button.button.quiet type="button" data-action="close" { "Cancel" }
                }
            }
        }
        dialog #export aria-labelledby="export-title" {
            h2 #export-title { "Export" }
            dl.exports {
                (copy_row("link", "Link to this position"))
                (copy_row("line", "Link to the whole line"))
                (copy_row("position", "Position"))
                (copy_row("embed", "Board to embed in a web page"))
            }
            details.export-more {
                summary { "For the original programs" }
                dl.exports { (copy_row("prolog", "Prolog term")) }
            }
            h3 { "Files" }
            p.buttons {
                a.button data-file="record" download="game.txt" href="#" { "Record" }
                a.button data-file="svg" download href=(picture_path(position, "svg")) { "SVG" }
                a.button data-file="png" download href=(picture_path(position, "png")) { "PNG" }
                a.button data-file="gif" download href=(picture_path(position, "gif")) { "GIF" }
            }
            p.faint.small {
                "The record includes all variations and comments. The GIF shows this line move by move."
            }
            p.buttons {
                button.button.quiet type="button" data-action="close" { "Close" }
            }
        }
    }
}

fn copy_row(name: &str, label: &str) -> Markup {
    html! {
        div.export-row data-row=(name) {
            dt { label for={ "export-" (name) } { (label) } }
            dd.copy-row {
                input id={ "export-" (name) } type="text" readonly data-export=(name);
                button.button type="button" data-copy=(name) aria-label={ "Copy: " (label) } { "Copy" }
            }
        }
    }
}

/// The fields of an import: a text, and what it may not say itself.
pub(super) fn import_fields(
    text: &str,
    game: Option<&str>,
    to_move: Option<&str>,
    prefix: &str,
) -> Markup {
    let sides =
        [("", "Detect automatically"), ("first", "First player"), ("second", "Second player")];
    html! {
        label.field for={ (prefix) "text" } { "A record, moves, a position or a link" }
        textarea.import-text id={ (prefix) "text" } name="text" rows="8" required spellcheck="false"
            autocapitalize="off" autocomplete="off" { (text) }
        label.field.file-field hidden { "Or choose a file"
            input type="file" accept=".txt,.pgn,.pl,.rec,text/plain";
        }
        div.fields {
            label.field { "Game"
                select name="game" {
                    option value="" { "Detect automatically" }
                    @for known in GameId::rule_sets() {
                        option value=(known.name()) selected[game == Some(known.name())] {
                            (known.info().title)
                        }
                    }
                }
            }
            label.field { "To move"
                select name="to_move" {
                    @for (value, label) in sides {
                        option value=(value) selected[to_move == Some(value)] { (label) }
                    }
                }
            }
        }
    }
}
