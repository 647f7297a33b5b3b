//! The rules: the pages in `docs/rules`, with boards to try each rule on.
//!
//! | in the page | what it is |
//! |---|---|
//! | `[data-lesson]` | a board to try something on: `free`, `move`, `forbidden` or `walk` |
//! | `[data-moves]` on it | the moves that it is about, with spaces between |
//! | `[data-lesson-said]` | what is said about what was tried |
//! | `[data-lesson-action]` | `show`, `back`, `answer`, `reset` |

mod lessons;
mod markdown;
mod source;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use cairn_games::GameId;
use maud::{Markup, PreEscaped, html};

use self::markdown::Heading;
use self::source::RulesPart;
use super::about;
use super::learn::{course_path, has_course};
use super::shell::{HtmlPage, titles_of_games, variants};
use super::study_tools::small_picture;
use crate::app::AppState;
use crate::problem::Problem;
use crate::service::picture_path;

/// A page that is not about one game.
struct RulesDocument {
    /// Name of the file without its ending.
    name: &'static str,
    /// Address on the site.
    address: &'static str,
    text: &'static str,
}

const GENERAL: RulesDocument = RulesDocument {
    name: "README",
    address: "/rules",
    text: include_str!("../../../../../docs/rules/README.md"),
};
const LEGAL: RulesDocument = RulesDocument {
    name: "NOTICE",
    address: "/rules/notice",
    text: include_str!("../../../../../NOTICE.md"),
};

/// Returns the address on the site of the document with this name.
fn address(name: &str) -> Option<String> {
    if let Some(fixed) = [GENERAL, LEGAL].into_iter().find(|document| document.name == name) {
        return Some(fixed.address.to_owned());
    }
    let game = GameId::named(name).ok()?;
    (game.name() == name && game.family() == name).then(|| format!("/rules/{name}"))
}

/// Returns the rules of a rule set: its page, its section of the page of its family, or its
/// summary if it has neither.
fn rules_of(game: GameId) -> Cow<'static, str> {
    let info = game.info();
    let section = match info.rules_page {
        Some(page) if game.name() == game.family() => return page.into(),
        Some(page) => source::section(page, info.name),
        None => None,
    };
    format!("# {}\n\n{}", info.title, section.unwrap_or(info.summary)).into()
}

/// A rendered document and its headings.
pub(crate) type Rendered = (PreEscaped<String>, Vec<Heading>);

/// Rendered documents by name: of each rule set, and the general ones.
pub(crate) type RenderedDocuments = HashMap<&'static str, Rendered>;

/// The rendered documents. They are constant, and with their boards take a while, so they are
/// rendered once.
static RENDERED: OnceLock<RenderedDocuments> = OnceLock::new();

/// Renders the documents, unless they are rendered already.
async fn prepare(app: &AppState) -> Result<(), Problem> {
    prepare_in(app, &RENDERED).await
}

/// Renders the documents into a place, when it is their turn to compute.
pub(crate) async fn prepare_in(
    app: &AppState,
    documents: &'static OnceLock<RenderedDocuments>,
) -> Result<(), Problem> {
    if documents.get().is_none() {
        app.compute.run(|| documents.get_or_init(render_all).len()).await?;
    }
    Ok(())
}

/// Returns the rendered document of this name.
fn rendered(name: &str) -> Result<&'static Rendered, Problem> {
    RENDERED.get_or_init(render_all).get(name).ok_or_else(|| Problem::not_found("page"))
}

/// Returns the paths and contents of all pages with rules.
pub(super) fn pages() -> Result<Vec<(String, Markup)>, Problem> {
    let mut pages =
        vec![("rules".to_owned(), index_page()?), ("rules/notice".to_owned(), notice()?)];
    for game in GameId::rule_sets() {
        let path = format!("rules/{}", game.name());
        pages.push((format!("{path}/text"), still_text(game)?));
        pages.push((path, game_page(game, &HeaderMap::new())?));
    }
    Ok(pages)
}

fn render_all() -> HashMap<&'static str, Rendered> {
    let common = source::from_section(GENERAL.text, "Stacks and owners").unwrap_or(GENERAL.text);
    // This page explains how to read a board, so its boards are not interactive.
    let pictures = source::parts(common).into_iter().map(|part| match part {
        RulesPart::Lesson(lesson) => RulesPart::Picture(lesson.from),
        other => other,
    });
    let general = [(GENERAL.name, pictures.collect()), (LEGAL.name, source::parts(LEGAL.text))];
    let rules = GameId::rule_sets().map(|game| (game.name(), source::parts(&rules_of(game))));
    let page = |(name, parts)| match render(parts) {
        Ok(page) => Some((name, page)),
        Err(error) => {
            tracing::error!(name, %error, "cannot render a rules page");
            None
        }
    };
    rules.chain(general).filter_map(page).collect()
}

/// Renders the parts of a document as HTML, and collects its headings.
fn render(parts: Vec<RulesPart>) -> Result<Rendered, Problem> {
    let mut contents = Vec::new();
    let mut written = String::new();
    for part in parts {
        let html = match part {
            RulesPart::Text(text) => {
                let (html, headings) = markdown::render(&text);
                contents.extend(headings);
                html
            }
            RulesPart::Picture(drawn) => lessons::picture(&drawn)?,
            RulesPart::Lesson(lesson) => lessons::lesson(&lesson)?,
        };
        written.push_str(&html.into_string());
    }
    Ok((PreEscaped(written), contents))
}

/// `/rules`: the games, and what they have in common.
pub(super) async fn index(State(app): State<AppState>) -> Result<Markup, Problem> {
    prepare(&app).await?;
    index_page()
}

fn index_page() -> Result<Markup, Problem> {
    let (text, _) = rendered(GENERAL.name)?;
    let page = HtmlPage::new("Rules of the games")
        .describe(format!("The rules of {}, with boards to try them on.", titles_of_games()))
        .style("study.css")
        .script("lessons.js")
        .class("rules");
    Ok(page.render(html! {
        h1 { "The rules" }
        p.lead {
            "Games for two players, without hidden information and without luck after the set-up. "
            "Every page has boards on which you can try each rule."
        }
        ul.game-cards {
            @for game in GameId::families() {
                li { (card(game)) }
            }
        }
        div.prose { (text) }
    }))
}

/// A game with its picture and its rule sets.
fn card(game: GameId) -> Markup {
    let info = game.info();
    html! {
        div.game-card {
            a.game-card-main href={ "/rules/" (info.name) } {
                (small_picture(&game.start()))
                strong { (info.title) }
            }
            p { (info.summary) }
            p.faint { "By " (info.designer) "." }
            @for other in variants(game) {
                p { a href={ "/rules/" (other.name()) } { (other.info().title) } }
            }
        }
    }
}

/// `/rules/GAME`, and the legal notice beside them.
pub(super) async fn game(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    prepare(&app).await?;
    if format!("/rules/{name}") == LEGAL.address {
        return notice();
    }
    let game = GameId::named(&name)
        .map_err(|_| Problem::not_found("game").hint("All rules are at /rules."))?;
    game_page(game, &headers)
}

fn notice() -> Result<Markup, Problem> {
    let (text, _) = rendered(LEGAL.name)?;
    let page = HtmlPage::new("Notice").style("study.css").class("rules");
    Ok(page.render(html! { div.prose { (text) } }))
}

fn game_page(game: GameId, headers: &HeaderMap) -> Result<Markup, Problem> {
    let (info, base) = (game.info(), game.family());
    let (text, contents) = rendered(info.name)?;
    let picture = picture_path(&game.start(), "png") + "?width=1200";
    let page = HtmlPage::new(format!("Rules of {}", info.title))
        .describe(format!("{} The rules, with boards to try them on.", info.summary))
        .image(picture, format!("The start position of {}", info.title), headers)
        .style("study.css")
        .script("lessons.js")
        .class("rules");
    Ok(page.render(html! {
        div.rules-columns {
            (aside(game, base, contents))
            article.prose { (text) (ending(game, base)) }
        }
    }))
}

/// `/rules/GAME/text`: the rules with pictures, to unfold beside a board.
pub(super) async fn text(
    State(app): State<AppState>,
    Path(name): Path<String>,
) -> Result<Markup, Problem> {
    let game = GameId::named(&name).map_err(|_| Problem::not_found("game"))?;
    app.compute.run(move || still_text(game)).await?
}

/// Renders the rules of a game with pictures in the places of boards.
fn still_text(game: GameId) -> Result<Markup, Problem> {
    let text = rules_of(game);
    let still = source::parts(&text).into_iter().map(|part| match part {
        RulesPart::Lesson(lesson) => RulesPart::Picture(lesson.from),
        other => other,
    });
    Ok(render(still.collect())?.0)
}

/// Returns the title of a rule set.
fn title_of(name: &str) -> &str {
    GameId::named(name).map_or(name, |game| game.info().title)
}

/// Table of contents, and links to other pages.
fn aside(game: GameId, base: &str, contents: &[Heading]) -> Markup {
    let name = game.name();
    html! {
        aside.contents {
            @if !contents.is_empty() {
                details open[contents.len() < 3] data-contents {
                    summary { "On this page" }
                    nav aria-label="On this page" {
                        ul {
                            @for Heading { anchor, text } in contents {
                                li { a href={ "#" (anchor) } { (text) } }
                            }
                        }
                    }
                }
            }
            p.buttons {
                a.button.primary href={ "/new?game=" (name) } { "Play" }
                @if has_course(game) { a.button href=(course_path(game)) { "Learn" } }
                a.button href={ "/a/" (name) } { "Analyse" }
                @if about::has_report(game) {
                    a.button href=(about::path(game)) { "In numbers" }
                }
                @if base != name {
                    a.button.quiet href={ "/rules/" (base) } { "Rules of " (title_of(base)) }
                }
            }
        }
    }
}

/// Links at the end of a page.
fn ending(game: GameId, base: &str) -> Markup {
    let (name, title) = (game.name(), game.info().title);
    html! {
        @if base != name {
            p { "Everything else is as in " a href={ "/rules/" (base) } { (title_of(base)) } "." }
        }
        p.buttons {
            a.button.primary href={ "/new?game=" (name) } { "Play " (title) }
            @if about::has_report(game) {
                a.button href=(about::path(game)) { (title) " in numbers" }
            }
            a.button href="/rules" { "All rules" }
        }
    }
}

#[cfg(test)]
mod tests {
    use cairn_games::{History, read_position};

    use super::source::{RulesLesson, Task};
    use super::*;

    /// Checks that the moves a lesson asks for are legal, and those it forbids are not.
    fn check(lesson: &RulesLesson) {
        let boards = GameId::boards(&lesson.from.game).unwrap();
        let mut history = History::new(read_position(&boards, &lesson.from.position).unwrap());
        let play = |history: &mut History, text: &str| {
            let mv = history.position().read_move(text).map_err(|error| error.to_string())?;
            history.play(mv).map_err(|why| why.to_string())
        };
        let (moves, after) = match &lesson.task {
            Task::Free => return assert!(!history.position().moves().is_empty()),
            Task::Forbidden(made, _) => {
                return assert!(play(&mut history, made).is_err(), "{lesson:?}");
            }
            Task::Move(made, after) => (vec![made.clone()], after),
            Task::Walk(moves, after) => (moves.clone(), after),
        };
        for text in moves {
            play(&mut history, &text).unwrap_or_else(|why| panic!("{text}: {why} in {lesson:?}"));
        }
        if let Some(after) = after {
            assert_eq!(history.position().to_text(), after.position, "{lesson:?}");
        }
    }

    #[test]
    fn every_lesson_is_right() {
        let pages = GameId::families().filter_map(|game| game.info().rules_page);
        for text in pages.chain([GENERAL.text, LEGAL.text]) {
            for part in source::parts(text) {
                if let RulesPart::Lesson(lesson) = part {
                    assert!(!lesson.from.game.is_empty());
                    check(&lesson);
                }
            }
        }
    }

    #[test]
    fn every_rule_set_has_a_page_with_boards() {
        for game in GameId::rule_sets() {
            let name = game.name();
            let text = rules_of(game);
            let parts = source::parts(&text);
            let lessons = parts.iter().filter(|part| matches!(part, RulesPart::Lesson(_))).count();
            assert!(lessons >= 3, "{name} has {lessons}");
            let (html, _) = render(source::parts(&text)).unwrap();
            let html = html.into_string();
            assert!(!html.contains("Before:") && !html.contains("<!--"), "{name}");
        }
        assert!(render(source::parts(LEGAL.text)).is_ok());
        assert_eq!(render_all().len(), GameId::rule_sets().count() + 2);
    }
}
