//! `/puzzles/GAME/ID`: a puzzle with its board, see `exercise.rs`.
//!
//! | in the page | meaning |
//! |---|---|
//! | `[data-puzzle]` | the puzzle by its id, with `data-game`, `data-position` and `data-rating`; a kept page has none, and `data-sides` |
//! | `data-day` on it | today, by the clock of the server |
//! | `data-daily` on it | set if it is the puzzle of the day |
//! | `[data-puzzle-facts]` | rating and themes, hidden until it is solved or shown |
//! | `[data-fact]` | a place that a kept page fills; `data-theme`: a theme that it may show |
//! | `[data-puzzle-standing]` | rating and streak of the visitor, see `puzzles.rs` |

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use cairn_app::board::size_class;
use cairn_app::puzzles::{
    self, Puzzle, PuzzleDifficulty, PuzzleFilter, PuzzleSolution, PuzzleTheme, PuzzleTry,
};
use cairn_games::{GameId, Side};
use maud::{Markup, html};
use serde::Deserialize;

use super::exercise::{ExercisePage, ExerciseQuery, ExerciseReply};
use super::puzzles::{KindQuery, daily, game_named, kind_path, puzzle_path, standing, today};
use super::shell::HtmlPage;
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{escape, picture_path, position_path};

/// Query of a puzzle's address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PuzzleQuery {
    #[serde(flatten)]
    exercise: ExerciseQuery,
    /// Kind of puzzle that comes next.
    #[serde(flatten)]
    kind: KindQuery,
    /// `1`: with the solution.
    show: Option<String>,
}

/// `/puzzles/GAME/ID`
pub(super) async fn puzzle(
    State(app): State<AppState>,
    by: Requester,
    Path((game, id)): Path<(String, String)>,
    Params(query): Params<PuzzleQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let game = game_named(&game)?;
    let all = "All puzzles are at /puzzles.";
    let puzzle = puzzles::find(&id).map_err(|error| Problem::from(error).hint(all))?;
    if puzzle.game() != game || puzzle.id != id {
        return Ok(Redirect::to(&puzzle_path(puzzle)).into_response());
    }
    let next = query.kind.filter(game)?;
    let asks = query.exercise.asks();
    app.limits.take(by.network, if asks { Purpose::Analyse } else { Purpose::Compute })?;
    // Judging searches, and a position can have thousands of moves.
    let page = app.compute.run(move || -> Result<Markup, Problem> {
        let answer = &answer(puzzle, &query)?;
        let page = PuzzlePage { game, puzzle: Some(puzzle), next, query: &query, answer };
        Ok(page.render(&headers))
    });
    Ok(page.await??.into_response())
}

fn answer(puzzle: &Puzzle, query: &PuzzleQuery) -> Result<ExerciseReply, Problem> {
    if query.show.is_some() {
        return Ok(ExerciseReply::solution(PuzzleSolution::new(puzzle)?));
    }
    let request = PuzzleTry { moves: query.exercise.all_moves() };
    let judge = || Ok(request.judge(puzzle)?.into());
    Ok(ExerciseReply::new(&query.exercise, judge, || Ok(request.hint(puzzle)?)))
}

/// Returns the page for the puzzles of a game without the server.
pub(super) fn kept_page(game: GameId) -> Markup {
    let (query, answer) = (PuzzleQuery::default(), ExerciseReply::default());
    let next = PuzzleFilter::default();
    PuzzlePage { game, puzzle: None, next, query: &query, answer: &answer }
        .render(&HeaderMap::new())
}

struct PuzzlePage<'a> {
    game: GameId,
    /// The puzzle; a kept page has none, and a script fills it.
    puzzle: Option<&'a Puzzle>,
    /// Kind of puzzle that comes next.
    next: PuzzleFilter,
    query: &'a PuzzleQuery,
    answer: &'a ExerciseReply,
}

impl PuzzlePage<'_> {
    fn render(&self, headers: &HeaderMap) -> Markup {
        let title = self.game.info().title;
        let page = match self.puzzle {
            None => HtmlPage::new(format!("{title}: puzzle")),
            Some(puzzle) => HtmlPage::new(format!("{title}: puzzle {}", puzzle.id))
                .describe(format!("A {title} puzzle: {}", puzzle.task()))
                .image(
                    picture_path(&puzzle.position, "png") + "?width=1200",
                    format!("A position in {title}"),
                    headers,
                ),
        };
        let page = page
            .style("game.css")
            .style("study.css")
            .style("learn.css")
            .style("puzzles.css")
            .script("puzzles.js")
            .class("wide");
        page.render(self.content())
    }

    fn exercise(&self) -> ExercisePage<'_> {
        let Self { query, answer, .. } = self;
        let position = self.puzzle.map_or_else(|| self.game.start(), |puzzle| puzzle.position);
        ExercisePage { position, query: &query.exercise, answer }
    }

    fn path(&self) -> String {
        let any = || kind_path(self.game, &PuzzleFilter::default());
        self.puzzle.map_or_else(any, puzzle_path)
    }

    /// Words for the kind of puzzle that comes next, which stay in the address.
    fn kind_fields(&self) -> Vec<(&'static str, &'static str)> {
        let theme = self.next.theme.map(|theme| ("theme", theme.name()));
        let difficulty = self.next.difficulty.map(|difficulty| ("difficulty", difficulty.name()));
        theme.into_iter().chain(difficulty).collect()
    }

    /// The address of the puzzle with another field.
    fn path_with(&self, fields: &[(&str, &str)]) -> String {
        let kind = self.kind_fields();
        let fields: Vec<_> = kind.iter().chain(fields).collect();
        let fields = fields.iter().map(|(name, value)| format!("{name}={}", escape(value)));
        let fields = fields.collect::<Vec<_>>().join("&");
        let path = self.path();
        if fields.is_empty() { path } else { format!("{path}?{fields}") }
    }

    fn content(&self) -> Markup {
        let Self { game, puzzle, answer, .. } = self;
        let is_daily =
            puzzle.is_some_and(|puzzle| daily().is_ok_and(|daily| daily.id == puzzle.id));
        let info = game.info();
        let sides = Side::BOTH.map(|side| info.side_name(side)).join("|");
        let state = if puzzle.is_some() { answer.state() } else { "loading" };
        html! {
            div.game.exercise.(size_class(*game)) data-game=(game.name())
                data-puzzle=(puzzle.map_or("", |puzzle| &puzzle.id))
                data-position=[puzzle.map(|puzzle| puzzle.position.to_text())]
                data-rating=[puzzle.map(|puzzle| puzzle.rating)] data-day=[puzzle.map(|_| today())]
                data-daily=[is_daily.then_some("")]
                data-sides=[puzzle.is_none().then_some(sides)] data-state=(state) {
                (self.intro(is_daily))
                div.game-board { (self.exercise().board()) }
                div.game-side {
                    (self.verdict())
                    (self.facts())
                    (standing())
                    (self.exercise().typed(&self.path(), &self.kind_fields()))
                }
            }
        }
    }

    fn intro(&self, is_daily: bool) -> Markup {
        let lesson = self.puzzle.map(Puzzle::lesson);
        html! {
            section.panel.lesson-intro {
                p.faint {
                    a href="/puzzles" { "Puzzles" } " · " (self.game.info().title)
                    @for (_, word) in self.kind_fields() { " · " (word) }
                    span data-fact="kind" {}
                }
                h1 {
                    @match &lesson {
                        _ if is_daily => { "Puzzle of the day" }
                        Some(lesson) => { (lesson.title) }
                        None => { "Puzzle" }
                    }
                }
                p.lesson-goal {
                    @if let Some(lesson) = &lesson {
                        (lesson.text) " " strong { (lesson.task) }
                    } @else {
                        span data-fact="side" {} " " strong data-fact="task" {}
                    }
                }
            }
        }
    }

    /// Whether the puzzle is solved, or its solution is shown.
    fn is_over(&self) -> bool {
        matches!(self.answer.state(), "solved" | "shown")
    }

    /// The answer to the last move, and what to do next.
    fn verdict(&self) -> Markup {
        let (state, is_over) = (self.answer.state(), self.is_over());
        let moves = self.exercise().moves_so_far();
        html! {
            section.lesson-answer aria-label="Answer" {
                p.lesson-said data-lesson-said role="status" { (self.answer.text()) }
                p.buttons {
                    a.button.primary[state == "wrong"] href=(self.path_with(&[]))
                        data-lesson-action="again" hidden[state == "open"] { "Try again" }
                    a.button href=(self.path_with(&[("hint", "1"), ("moves", &moves)]))
                        data-lesson-action="hint" hidden[is_over] { "Hint" }
                    a.button href=(self.path_with(&[("show", "1")]))
                        data-lesson-action="show" hidden[is_over] { "Show the solution" }
                    a.button.primary[is_over] href=(kind_path(self.game, &self.next))
                        data-puzzle-kind data-lesson-next { "Next puzzle" }
                }
            }
        }
    }

    /// Rating and themes, which would give the solution away before. A kept page has all themes, and
    /// shows those of its puzzle.
    fn facts(&self) -> Markup {
        let (puzzle, is_kept) = (self.puzzle, self.puzzle.is_none());
        let rating = puzzle.map(|puzzle| puzzle.rating);
        let themes = puzzle.map_or(&PuzzleTheme::ALL[..], |puzzle| &puzzle.themes);
        html! {
            section.panel.puzzle-facts data-puzzle-facts aria-label="About this puzzle"
                hidden[!self.is_over()] {
                p {
                    "Rating " b data-fact="rating" { @if let Some(rating) = rating { (rating) } } ", "
                    span data-fact="difficulty" {
                        @if let Some(rating) = rating { (PuzzleDifficulty::of(rating)) }
                    }
                    ". "
                    @let level = puzzle.map(|puzzle| puzzle.level);
                    @if level != Some(None) {
                        span data-fact="found" {
                            "The computer finds the first move from level "
                            span data-fact="level" { @if let Some(Some(level)) = level { (level) } }
                            " up."
                        }
                    }
                    @if !matches!(level, Some(Some(_))) {
                        span data-fact="missed" {
                            "No computer level finds the first move right away."
                        }
                    }
                }
                @if !themes.is_empty() {
                    ul {
                        @for &theme in themes {
                            @let kind = PuzzleFilter { theme: Some(theme), ..PuzzleFilter::default() };
                            li data-theme=[is_kept.then(|| theme.name())] hidden[is_kept] {
                                a href=(kind_path(self.game, &kind)) data-puzzle-kind { (theme) }
                                ": " (theme.sentence())
                            }
                        }
                    }
                }
                p {
                    @let board = || format!("/a/{}", self.game.name());
                    a data-fact="analysis"
                        href=(puzzle.map_or_else(board, |puzzle| position_path(&puzzle.position))) {
                        "Analyse this position"
                    }
                }
            }
        }
    }
}
