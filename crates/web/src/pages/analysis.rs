//! The analysis board: `/a/GAME`, `/a/GAME/POSITION`, `/g/ID/analysis` and `/study/ID`.
//!
//! Without scripts it shows a position with the moves that led to it, and the engine's
//! opinion if asked. The module `analysis.js` makes it a board on which anything can be
//! tried. What scripts and tests hold on to:
//!
//! | in the page | what it is |
//! |---|---|
//! | `[data-study]`, `#study-data` | the study, and its first moves as data |
//! | `#tree`, `[data-node]` | the moves with variations; one of them |
//! | `#engine`, `#engine-switch`, `#engine-lines` | the engine |
//! | `#balance` | what both sides can expect |
//! | `#goal` | aim, progress and supplies of both sides |
//! | `#review`, `#graph`, `[data-turn]` | the whole game, and its turning points |
//! | `#review-summary`, `[data-learn]` | accuracy of both sides; exercises of one of them |
//! | `#exercises`, `#exercise-text` | the exercise on the board; `.is-learning` hides all else |
//! | `#saved-study`, `#study-title`, `#study-state` | the study on the server, if it is one |
//! | `[data-glyph]`, `[data-colour]` | signs of the move, colours of the drawing mode |
//! | `#import`, `#export` | dialogs |
//! | `[data-step]`, `[data-action]` | buttons |

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cairn_app::board::script_json;
use cairn_app::json::AnalysisJson;
use cairn_draw::Paint;
use cairn_games::{GameId, History, Side};
use maud::{Markup, html};

use super::panels::step_links;
use super::shell::HtmlPage;
use super::study::{StudyPage, StudyQuery};
use super::{snapshot, study_tools};
use crate::api::Params;
use crate::app::AppState;
use crate::http::Requester;
use crate::problem::Problem;
use crate::service::picture_path;

/// `/a`: which game?
pub(super) async fn index() -> Markup {
    index_page()
}

fn index_page() -> Markup {
    let page = HtmlPage::new("Analysis board")
        .describe("Try out moves in four stacking games, with an engine at your side.")
        .style("study.css")
        .script("last-study.js");
    page.render(html! {
        h1 { "Analysis board" }
        p.lead { "Play moves for both sides, and switch the engine on for its analysis." }
        p.buttons {
            a.button.primary href="/import" { "Import a game or a position" }
            a.button href="/editor" { "Set up a position" }
            a.button #last-study href="/a" hidden { "Continue your last analysis" }
        }
        ul.game-cards {
            @for game in GameId::rule_sets() {
                li {
                    div.game-card {
                        a.game-card-main href={ "/a/" (game.name()) } {
                            (study_tools::small_picture(&game.start()))
                            strong { (game.info().title) }
                        }
                    }
                }
            }
        }
    })
}

/// `/a/GAME`
pub(super) async fn start(
    state: State<AppState>,
    by: Requester,
    Path(game): Path<String>,
    query: Params<StudyQuery>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    position(state, by, Path((game, String::new())), query, headers).await
}

/// `/a/GAME/POSITION`
pub(super) async fn position(
    State(app): State<AppState>,
    by: Requester,
    Path((game, path)): Path<(String, String)>,
    Params(query): Params<StudyQuery>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    show(&app, &by, StudyPage::of_position(&game, &path, query)?, &headers).await
}

/// `/g/ID/analysis`
pub(super) async fn of_game(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Params(query): Params<StudyQuery>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    let study = StudyPage::of_game(&*app.get_game(&id, &by).await?, &by, query);
    show(&app, &by, study, &headers).await
}

/// `/study/ID`
pub(super) async fn of_saved(
    State(app): State<AppState>,
    by: Requester,
    Path(id): Path<String>,
    Params(query): Params<StudyQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let view = app.get_study(&id, &by).await?;
    let record = app.study_record(&view).await?;
    let page = show(&app, &by, StudyPage::of_saved(view, &record, query), &headers).await?;
    // The next visit must see what was saved meanwhile.
    Ok(([(header::CACHE_CONTROL, "no-store")], page).into_response())
}

async fn show(
    app: &AppState,
    by: &Requester,
    study: StudyPage,
    headers: &HeaderMap,
) -> Result<Markup, Problem> {
    let opinion = match study.query.engine.as_deref() {
        Some("1") if study.has_engine() => Some(app.analyse(study.request(), by).await),
        _ => None,
    };
    let board = study.board()?.playable(true);
    // A position can have thousands of moves.
    let board = app.compute.run(move || board.render()).await?;
    Ok(render(&study, &board, opinion.as_ref(), headers))
}

/// Returns the paths and contents of the boards with the starts of all games, and of the page that
/// leads to them.
pub(super) fn pages() -> Result<Vec<(String, Markup)>, Problem> {
    let mut pages = vec![("a".to_owned(), index_page())];
    for game in GameId::rule_sets() {
        let history = History::new(game.start());
        let query = StudyQuery::default();
        let study = StudyPage { history, shown: 0, game: None, saved: None, query };
        let board = study.board()?.playable(true).render();
        let page = render(&study, &board, None, &HeaderMap::new());
        pages.push((format!("a/{}", game.name()), page));
    }
    Ok(pages)
}

fn render(
    study: &StudyPage,
    board: &Markup,
    opinion: Option<&Result<AnalysisJson, Problem>>,
    headers: &HeaderMap,
) -> Markup {
    let position = study.position();
    let (title, describe) = study.words();
    let name = position.info().name;
    let picture = picture_path(&position, "png") + "?width=1200";
    let page = HtmlPage::new(title.clone())
        .describe(describe.clone())
        .image(picture, describe, headers)
        .style("game.css")
        .style("tree.css")
        .style("review.css")
        .style("analysis.css")
        .style("import.css")
        .script("analysis.js")
        .class("wide");
    let [first, second] =
        Side::BOTH.map(|side| Paint::of_side(position.game(), side).letter().to_ascii_lowercase());
    page.render(html! {
        div.study.{ "first-" (first) }.{ "second-" (second) } data-study data-game=(name) {
            section.study-board aria-label="Board" {
                (study_tools::balance(study.has_engine()))
                (board)
                p.study-goal #goal { (study.position().goal_line(None)) }
                nav.steps.study-steps aria-label="Step through the moves" {
                    (step_links(study.shown, study.history.moves().len(), |ply| study.address(ply)))
                }
            }
            div.study-side {
                (study.head(&title))
                @if let Some(saved) = &study.saved { (study_tools::saved(&saved.view)) }
                (study_tools::exercises())
                @if study.has_engine() {
                    (study_tools::engine())
                    (snapshot::snapshot(study, opinion))
                    (study_tools::explorer())
                } @else {
                    p.faint { "The engine is available when the game is over." }
                }
                section.history aria-label="Moves" {
                    (study.tree())
                    (study_tools::node_tools())
                }
                (study_tools::review(study.game.as_ref().is_none_or(|game| game.over)))
                (study_tools::tools(&position, study.saved.is_some()))
            }
            (study_tools::dialogs(&position))
        }
        script #study-data type="application/json" { (maud::PreEscaped(script_json(&study.data()))) }
    })
}
