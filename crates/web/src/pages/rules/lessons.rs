//! Boards to try something on.

use cairn_draw::words;
use cairn_games::AnyPosition;
use maud::{Markup, html};

use super::source::{Drawn, RulesLesson, Task};
use crate::problem::{Problem, sentence};
use crate::service::{position_from_path, position_path};
use cairn_app::board::{BoardHtml, inline_picture};

fn read(drawn: &Drawn) -> Result<AnyPosition, Problem> {
    position_from_path(&drawn.game, &drawn.position)
}

/// A position that is only shown.
pub(crate) fn picture(drawn: &Drawn) -> Result<Markup, Problem> {
    Ok(figure(&read(drawn)?, &drawn.caption))
}

fn figure(position: &AnyPosition, caption: &str) -> Markup {
    let view = position.view();
    html! {
        figure.drawing {
            div role="img" aria-label=(words::position(&view)) { (inline_picture(&view, true)) }
            figcaption { (caption) }
        }
    }
}

/// A board with what to try on it.
pub(crate) fn lesson(lesson: &RulesLesson) -> Result<Markup, Problem> {
    let position = read(&lesson.from)?;
    let (kind, moves) = match &lesson.task {
        Task::Free => ("free", String::new()),
        Task::Move(made, _) => ("move", made.clone()),
        Task::Forbidden(made, _) => ("forbidden", made.clone()),
        Task::Walk(moves, _) => ("walk", moves.join(" ")),
    };
    let side = position.info().side_name(position.to_move());
    let after = match &lesson.task {
        Task::Move(_, Some(after)) | Task::Walk(_, Some(after)) => Some((read(after)?, after)),
        _ => None,
    };
    let label = match lesson.from.caption.as_str() {
        "" => "A board to try it on".to_owned(),
        caption => format!("A board to try it on: {caption}"),
    };
    Ok(html! {
        section.lesson role="group" data-lesson=(kind) data-game=(lesson.from.game)
            data-position=(position.to_text()) data-moves=(moves) aria-label=(label) {
            div.lesson-board { (BoardHtml::new(position).render()) }
            div.lesson-words {
                @if !lesson.from.caption.is_empty() {
                    p.lesson-caption { (lesson.from.caption) "." }
                }
                p.lesson-task.with-script { strong { "Try it. " } (task(&lesson.task, side)) }
                p.lesson-said data-lesson-said role="status" {}
                (buttons(&lesson.task, &position))
                @if let Some((position, drawn)) = &after {
                    (figure(position, &outcome(&lesson.task, drawn)))
                }
            }
        }
    })
}

/// Task of the lesson.
fn task(task: &Task, side: &str) -> Markup {
    match task {
        Task::Free => html! { "Make any move for " (side) ", then for the other side." },
        Task::Move(made, _) => html! {
            "Play " code { (made) } " for " (side) ", or see what else is possible."
        },
        Task::Forbidden(made, reason) => html! {
            "Look for " code { (made) } ": the board does not offer it. " (sentence(reason))
        },
        Task::Walk(moves, _) => html! {
            "Step through the " (moves.len()) " moves, or play your own."
        },
    }
}

fn outcome(task: &Task, drawn: &Drawn) -> String {
    match task {
        Task::Move(made, _) => format!("After {made}: {}.", drawn.caption),
        _ => format!("At the end: {}.", drawn.caption),
    }
}

/// Buttons besides the board, which need scripts.
fn buttons(task: &Task, position: &AnyPosition) -> Markup {
    let show = match task {
        Task::Move(..) => Some("Show the move"),
        Task::Walk(..) => Some("Next move"),
        Task::Free | Task::Forbidden(..) => None,
    };
    html! {
        p.buttons {
            @if let Some(show) = show {
                button.button type="button" data-lesson-action="show" hidden { (show) }
            }
            button.button.quiet type="button" data-lesson-action="back" hidden { "Take back" }
            button.button.quiet type="button" data-lesson-action="answer" hidden {
                "Let the computer move"
            }
            button.button.quiet type="button" data-lesson-action="reset" hidden { "Start again" }
            a.button.quiet href=(position_path(position)) { "Analyse" }
        }
    }
}
