//! The analysis board for those without scripts: steps as links, and the engine's opinion
//! in the page.

use cairn_app::json::AnalysisJson;
use maud::{Markup, html};

use super::study::StudyPage;
use crate::problem::Problem;

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
                h2 { "Engine" }
                @match snapshot {
                    _ if over => { p { "The game is over in this position." } }
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
                            Some("draw") => { "Draw" }
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
