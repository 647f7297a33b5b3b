//! `/puzzles`: the puzzle of the day and the puzzles of all games, and `/puzzles/GAME`, which leads
//! to one of them.
//!
//! | in the page | meaning |
//! |---|---|
//! | `[data-puzzle-standing]` | rating and streak of the visitor, written by `puzzles.js` |
//! | `[data-day]` around it | today, by the clock of the server; kept pages do not know it |
//! | `[data-puzzle-daily]` | page that leads to the puzzle of the day, without the server |
//! | `[data-puzzle-game]` | the puzzles of a rule set; `data-count` is their number |
//! | `[data-puzzle-progress]` in it | number of solved puzzles |
//! | `[data-puzzle-kind]` | link to a puzzle of some kind |

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Redirect;
use cairn_app::board::size_class;
use cairn_app::dates;
use cairn_app::puzzles::{
    self, Puzzle, PuzzleDifficulty, PuzzleFileError, PuzzleFilter, PuzzleTheme, UnknownPuzzle,
};
use cairn_games::GameId;
use maud::{Markup, html};
use serde::Deserialize;

use super::puzzle;
use super::shell::HtmlPage;
use super::study_tools::small_picture;
use crate::api::Params;
use crate::app::AppState;
use crate::problem::Problem;
use crate::service::{picture_path, random_number, thumbnail_path};

/// Kind of puzzle in an address; empty words stand for any.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct KindQuery {
    theme: String,
    difficulty: String,
}

impl KindQuery {
    pub(super) fn filter(&self, game: GameId) -> Result<PuzzleFilter, Problem> {
        let word = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let (theme, difficulty) = (word(&self.theme), word(&self.difficulty));
        Ok(PuzzleFilter::named(Some(game), theme.as_deref(), difficulty.as_deref())?)
    }
}

/// Returns the rest of an address that names a kind of puzzle.
fn kind_query(filter: &PuzzleFilter) -> String {
    let theme = filter.theme.map(|theme| format!("theme={theme}"));
    let difficulty = filter.difficulty.map(|difficulty| format!("difficulty={difficulty}"));
    let words: Vec<_> = theme.into_iter().chain(difficulty).collect();
    if words.is_empty() { String::new() } else { format!("?{}", words.join("&")) }
}

/// Returns the address that leads to a puzzle of some kind.
pub(super) fn kind_path(game: GameId, filter: &PuzzleFilter) -> String {
    format!("/puzzles/{}{}", game.name(), kind_query(filter))
}

/// Returns the permanent address of a puzzle.
pub(super) fn puzzle_path(puzzle: &Puzzle) -> String {
    format!("/puzzles/{}/{}", puzzle.game().name(), puzzle.id)
}

/// Address that leads to the puzzle of the day.
const DAILY_PATH: &str = "/puzzles/daily";

/// Returns the day, in universal time, such as `2026-02-28`.
pub(super) fn today() -> String {
    dates::internet_date(dates::now()).chars().take(10).collect()
}

/// Returns the puzzle of today.
pub(super) fn daily() -> Result<&'static Puzzle, UnknownPuzzle> {
    puzzles::daily(dates::now())
}

/// Reads the name of a game that has puzzles.
pub(super) fn game_named(name: &str) -> Result<GameId, Problem> {
    let game = GameId::named(name).ok();
    game.filter(|game| puzzles::games().any(|known| known == *game)).ok_or_else(|| {
        let names: Vec<_> = puzzles::games().map(GameId::name).collect();
        Problem::new(StatusCode::NOT_FOUND, "not_found", "This game has no puzzles.")
            .hint(format!("There are puzzles for {}.", names.join(", ")))
    })
}

/// Returns the paths and contents of the pages that work without the server. The page of a game is
/// filled by `puzzle-page.js` with the puzzle of its address, or with another one.
pub(super) fn pages() -> Result<Vec<(String, Markup)>, Problem> {
    let mut pages = vec![
        ("puzzles".to_owned(), index_page(None, &HeaderMap::new())?),
        (DAILY_PATH.trim_start_matches('/').to_owned(), daily_page()),
    ];
    pages.extend(puzzles::games().map(|game| (format!("puzzles/{game}"), puzzle::kept_page(game))));
    Ok(pages)
}

/// The page that leads to the puzzle of the day without the server.
fn daily_page() -> Markup {
    let page = HtmlPage::new("Puzzle of the day").style("puzzles.css").script("puzzles.js");
    page.render(html! {
        section.notice data-puzzle-daily {
            h1 { "Puzzle of the day" }
            p data-lesson-said role="status" {}
            p.without-script { "This page needs JavaScript." }
            p.buttons { a.button href="/puzzles" { "All puzzles" } }
        }
    })
}

/// `/puzzles/GAME`: leads to a puzzle of the game. An id leads to its puzzle, and `daily` to that of
/// the day.
pub(super) async fn choose(
    Path(name): Path<String>,
    Params(kind): Params<KindQuery>,
) -> Result<Redirect, Problem> {
    if name == "daily" {
        return Ok(Redirect::to(&puzzle_path(daily()?)));
    }
    let game = match game_named(&name) {
        Ok(game) => game,
        Err(unknown) => {
            let puzzle = puzzles::find(&name).map_err(|_| unknown)?;
            return Ok(Redirect::to(&puzzle_path(puzzle)));
        }
    };
    let filter = kind.filter(game)?;
    let puzzle = filter.pick(random_number(), |_| false)?;
    Ok(Redirect::to(&(puzzle_path(puzzle) + &kind_query(&filter))))
}

/// `/puzzles`: the puzzle of the day and all kinds of puzzles.
pub(super) async fn index(
    State(app): State<AppState>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    // Reading all puzzles takes a moment the first time.
    app.compute.run(move || index_page(Some(daily()?), &headers)).await?
}

/// The page of all puzzles. Kept pages do not know the puzzle of the day.
fn index_page(daily: Option<&Puzzle>, headers: &HeaderMap) -> Result<Markup, Problem> {
    let cards: Result<Vec<_>, PuzzleFileError> = puzzles::games().map(card).collect();
    let cards = cards.map_err(UnknownPuzzle::from)?;
    let mut page = HtmlPage::new("Puzzles")
        .describe("Positions with one right move, proved by exhaustive search. Find it.")
        .style("home.css")
        .style("study.css")
        .style("puzzles.css")
        .script("puzzles.js");
    if let Some(daily) = daily {
        let picture = picture_path(&daily.position, "png") + "?width=1200";
        page = page.image(picture, "The puzzle of the day", headers);
    }
    Ok(page.render(html! {
        h1 { "Puzzles" }
        p.lead {
            "Positions from engine games with one right move, proved by exhaustive search. "
            "Find it; the computer replies with the best defence."
        }
        div data-day=[daily.map(|_| today())] { (standing()) }
        (daily_link(daily))
        h2 { "By game" }
        ul.puzzle-cards {
            @for card in cards {
                li { (card) }
            }
        }
    }))
}

/// A place for the rating and the streak of the visitor, which only the browser knows.
pub(super) fn standing() -> Markup {
    html! {
        p.puzzle-standing.with-script data-puzzle-standing role="status" {}
    }
}

/// The puzzle of the day as a link with a picture. Kept pages do not know which it is.
pub(super) fn daily_link(puzzle: Option<&Puzzle>) -> Markup {
    let Some(puzzle) = puzzle else {
        return html! {
            a.daily #daily href=(DAILY_PATH) {
                span.daily-text {
                    strong { "Puzzle of the day" }
                    span { "A new one every day, the same for everybody." }
                }
            }
        };
    };
    html! {
        a.daily #daily href=(puzzle_path(puzzle)) {
            img.daily-picture.(size_class(puzzle.game())) src=(thumbnail_path(&puzzle.position))
                alt="" width="96" loading="lazy";
            span.daily-text {
                strong { "Puzzle of the day" }
                span { (puzzle.game().info().title) ": " (puzzle.task()) }
            }
        }
    }
}

/// The puzzles of a game: their number, difficulties and themes.
fn card(game: GameId) -> Result<Markup, PuzzleFileError> {
    let all = puzzles::of(game)?;
    let any = PuzzleFilter { game: Some(game), ..PuzzleFilter::default() };
    let count = |filter: &PuzzleFilter| filter.all().map(|found| found.len());
    let mut difficulties = Vec::new();
    for difficulty in PuzzleDifficulty::ALL {
        let filter = PuzzleFilter { difficulty: Some(difficulty), ..any };
        difficulties.push((difficulty.name(), count(&filter)?, filter));
    }
    let mut themes = Vec::new();
    for theme in PuzzleTheme::ALL {
        let filter = PuzzleFilter { theme: Some(theme), ..any };
        themes.push((theme.name(), count(&filter)?, filter));
    }
    let title = game.info().title;
    let middle = all.get(all.len() / 2).map_or_else(|| game.start(), |puzzle| puzzle.position);
    Ok(html! {
        section.puzzle-card data-puzzle-game=(game.name()) data-count=(all.len())
            aria-label=(title) {
            a.game-card-main href=(kind_path(game, &any)) data-puzzle-kind {
                (small_picture(&middle))
                strong { (title) }
            }
            div {
                p.faint data-puzzle-progress { (all.len()) " puzzles" }
                (kinds("Difficulty", game, &difficulties))
                (kinds("Theme", game, &themes))
            }
        }
    })
}

/// Kinds of puzzles as links, with their numbers; kinds without puzzles are left out.
fn kinds(label: &str, game: GameId, kinds: &[(&str, usize, PuzzleFilter)]) -> Markup {
    html! {
        h3 { (label) }
        ul.puzzle-kinds {
            @for (name, count, filter) in kinds.iter().filter(|(_, count, _)| *count > 0) {
                li {
                    a href=(kind_path(game, filter)) data-puzzle-kind {
                        (name) " " span.faint { (count) }
                    }
                }
            }
        }
    }
}
