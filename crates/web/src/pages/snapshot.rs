//! The analysis board for those without scripts: steps as links, and the engine's opinion
//! in the page.

use cairn_app::json::AnalysisJson;
use maud::{Markup, html};

use super::study::StudyPage;
use crate::problem::Problem;

/// Links that step through the moves.
pub(super) fn steps(study: &StudyPage) -> Markup {
    let last = study.history.moves().len();
    let step = |word: &'static str, label: &'static str, ply: usize, path: &'static str| {
        html! {
            a.icon-button href=(study.address(ply)) data-step=(word) aria-label=(label) title=(label) {
                svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" { path d=(path) {} }
            }
        }
    };
    html! {
        nav.steps.study-steps aria-label="Step through the moves" {
            (step("first", "To the start", 0, "M6 5h2v14H6zM19 5v14l-9-7z"))
            (step("previous", "One move back", study.shown.saturating_sub(1), "M16 5v14l-9-7z"))
            (step("next", "One move on", (study.shown + 1).min(last), "M8 5v14l9-7z"))
            (step("last", "To the last move", last, "M16 5h2v14h-2zM5 5v14l9-7z"))
            button.icon-button type="button" data-action="flip" aria-label="Flip the board"
                title="Flip the board" hidden {
                svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" {
                    path d="M8 3 3.5 7.5 8 12V9h8V6H8zM16 12v3H8v3h8v3l4.500-4.500z" {}
                }
            }
        }
    }
}

/// The engine's opinion in a page without scripts, or a link to it.
pub(super) fn snapshot(
    study: &StudyPage,
    snapshot: Option<&Result<AnalysisJson, Problem>>,
) -> Markup {
    let over = study.position().ending().is_some();
    let address = study.address(study.shown);
    let mark = if address.contains('?') { '&' } else { '?' };
    html! {
        noscript {
            section.panel #snapshot {
                h2 { "The engine" }
                @match snapshot {
                    _ if over => { p { "The game is over here." } }
                    None => {
                        p { a.button href={ (address) (mark) "engine=1" } { "Ask the engine" } }
                    }
                    Some(Err(problem)) => { p { (problem.message) } }
                    Some(Ok(analysis)) => { (lines(study, analysis)) }
                }
            }
        }
    }
}

fn lines(study: &StudyPage, analysis: &AnalysisJson) -> Markup {
    let side = study.position().info().side_name(study.position().to_move());
    html! {
        ol.snapshot-lines {
            @for line in &analysis.lines {
                li {
                    strong {
                        @match line.score.proven {
                            Some("draw") => { "A draw" }
                            Some(_) => { (side) " " (line.score.text) }
                            None => { (side) " " (percent(line.score.expectation)) }
                        }
                    }
                    " " code { (line.moves.join(" ")) }
                }
            }
        }
        p.faint { "Depth " (analysis.depth) ", " (analysis.nodes) " positions." }
    }
}

/// Formats an expectation for people.
fn percent(expectation: f64) -> String {
    format!("{:.0} %", expectation * 100.0)
}
