//! `/about/GAME`: what many games between computers tell about a game, see
//! `cairn_arena::game_report`.

use std::io::Read;

use axum::extract::{Path, State};
use cairn_arena::game_report::{Comparison, Document, DocumentBlock, GameReport};
use cairn_games::GameId;
use flate2::read::GzDecoder;
use maud::{Markup, PreEscaped, html};

use super::shell::{HtmlPage, variants};
use crate::app::AppState;
use crate::problem::Problem;

/// The reports in `docs/reports` by the names of their files, as compressed JSON.
const REPORTS: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/reports.rs"));

/// Returns the compressed report on a rule set, if there is one.
fn compressed(game: GameId) -> Option<&'static [u8]> {
    let name = game.name().replace(':', "-");
    REPORTS.iter().find(|(file, _)| *file == name).map(|(_, bytes)| *bytes)
}

/// Whether there is a report on a rule set.
pub(super) fn has_report(game: GameId) -> bool {
    compressed(game).is_some()
}

/// Returns the address of the report on a rule set.
pub(super) fn path(game: GameId) -> String {
    format!("/about/{}", game.name())
}

/// Returns the address of the report in the file of this name, if there is one.
pub(super) fn address(file: &str) -> Option<String> {
    let is_named = |game: &GameId| game.name().replace(':', "-") == file;
    GameId::rule_sets().find(is_named).filter(|game| has_report(*game)).map(path)
}

fn report(game: GameId) -> Option<GameReport> {
    let mut text = String::new();
    GzDecoder::new(compressed(game)?).read_to_string(&mut text).ok()?;
    match GameReport::from_json(&text) {
        Ok(report) => Some(report),
        Err(error) => {
            tracing::error!(%game, error, "cannot read a report");
            None
        }
    }
}

/// Returns the paths and contents of the pages with reports.
pub(super) fn pages() -> Vec<(String, Markup)> {
    let games = GameId::rule_sets().filter(|game| has_report(*game));
    games.map(|game| (format!("about/{}", game.name()), page(game))).collect()
}

/// `/about/GAME`
pub(super) async fn game(
    State(app): State<AppState>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    let game = GameId::named(&name)
        .map_err(|_| Problem::not_found("game").hint("The games are listed at /rules."))?;
    app.compute.run(move || page(game)).await
}

fn page(game: GameId) -> Markup {
    let info = game.info();
    let page = HtmlPage::new(format!("About {}", info.title))
        .describe(format!(
            "Who wins, how long games are and what decides: {} in numbers.",
            info.title
        ))
        .style("report.css");
    page.render(html! {
        article.report {
            @match report(game) {
                Some(report) => (PreEscaped(document(game, &report).html())),
                None => (no_report(game)),
            }
            p.buttons {
                a.button.primary href={ "/new?game=" (info.name) } { "Play " (info.title) }
                a.button href={ "/rules/" (info.name) } { "Rules of " (info.title) }
                @for other in variants(game).filter(|other| has_report(*other)) {
                    a.button href=(path(other)) { "About " (other.info().title) }
                }
            }
        }
    })
}

/// Returns the report with a comparison of the rule sets of the game, if it has several.
fn document(game: GameId, report: &GameReport) -> Document {
    let mut document = report.document();
    let others: Vec<GameReport> = variants(game).filter_map(self::report).collect();
    let reports: Vec<&GameReport> = [report].into_iter().chain(&others).collect();
    if let Some(comparison) = Comparison::new(&reports) {
        document.blocks.push(DocumentBlock::Heading(Comparison::title(&reports)));
        document.blocks.extend(comparison.section(&reports));
    }
    document
}

fn no_report(game: GameId) -> Markup {
    html! {
        h1 { "About " (game.info().title) }
        p { "There is no report on this game yet. Create one with:" }
        pre { code { "cairn report " (game.name()) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_can_be_read() {
        let games: Vec<_> = GameId::rule_sets().filter(|game| has_report(*game)).collect();
        assert!(!games.is_empty());
        for game in games {
            assert!(report(game).is_some_and(|report| report.game == game.name()), "{game}");
            assert_eq!(address(&game.name().replace(':', "-")), Some(path(game)));
        }
        assert_eq!(address("README"), None);
    }
}
