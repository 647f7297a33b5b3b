//! `/puzzles/GAME/ID`: a puzzle with its board, see `exercise.rs`.
//!
//! | in the page | meaning |
//! |---|---|
//! | `[data-puzzle]` | the puzzle by its id, with `data-game`, `data-position` and `data-rating` |
//! | `data-day` on it | today, if it is the puzzle of the day |
//! | `[data-puzzle-facts]` | rating and themes, hidden until it is solved or shown |
//! | `[data-puzzle-standing]` | rating and streak of the visitor, see `puzzles.rs` |

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use cairn_app::board::size_class;
use cairn_app::history_texts;
use cairn_app::puzzles::{Puzzle, PuzzleDifficulty, PuzzleFilter};
use maud::{Markup, html};
use serde::Deserialize;

use super::exercise::{ExercisePage, ExerciseQuery, ExerciseReply};
use super::puzzles::{KindQuery, daily, game_named, kind_path, puzzle_path, standing, today};
use super::shell::HtmlPage;
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::{
    PuzzleTry, escape, picture_path, position_path, puzzle as find_puzzle, puzzle_solution,
};

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
    let all = "The puzzles of all games are at /puzzles.";
    let puzzle = find_puzzle(&id).map_err(|problem| problem.hint(all))?;
    if puzzle.game() != game || puzzle.id != id {
        return Ok(Redirect::to(&puzzle_path(puzzle)).into_response());
    }
    let next = query.kind.filter(game)?;
    let asks = query.exercise.asks();
    app.limits.take(by.network, if asks { Purpose::Analyse } else { Purpose::Compute })?;
    // Judging searches, and a position can have thousands of moves.
    let page = app.compute.run(move || -> Result<Markup, Problem> {
        let answer = &answer(puzzle, &query)?;
        Ok(PuzzlePage { puzzle, next, query: &query, answer }.render(&headers))
    });
    Ok(page.await??.into_response())
}

fn answer(puzzle: &Puzzle, query: &PuzzleQuery) -> Result<ExerciseReply, Problem> {
    if query.show.is_some() {
        let history = puzzle_solution(puzzle)?;
        return Ok(ExerciseReply::solution(history_texts(&history), history));
    }
    let request = PuzzleTry { moves: query.exercise.all_moves() };
    let judge = || Ok(request.judge(puzzle)?.into());
    Ok(ExerciseReply::new(&query.exercise, judge, || request.hint(puzzle)))
}

struct PuzzlePage<'a> {
    puzzle: &'a Puzzle,
    /// Kind of puzzle that comes next.
    next: PuzzleFilter,
    query: &'a PuzzleQuery,
    answer: &'a ExerciseReply,
}

impl PuzzlePage<'_> {
    fn render(&self, headers: &HeaderMap) -> Markup {
        let Self { puzzle, .. } = self;
        let title = puzzle.game().info().title;
        let page = HtmlPage::new(format!("{title}: puzzle {}", puzzle.id))
            .describe(format!("A puzzle of {title}: {}", puzzle.task()))
            .image(
                picture_path(&puzzle.position, "png") + "?width=1200",
                format!("A position of {title}"),
                headers,
            )
            .style("game.css")
            .style("study.css")
            .style("learn.css")
            .style("puzzles.css")
            .script("puzzles.js")
            .class("wide");
        page.render(self.content())
    }

    fn exercise(&self) -> ExercisePage<'_> {
        let Self { puzzle, query, answer, .. } = self;
        ExercisePage { position: puzzle.position, query: &query.exercise, answer }
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
        let path = puzzle_path(self.puzzle);
        if fields.is_empty() { path } else { format!("{path}?{fields}") }
    }

    fn content(&self) -> Markup {
        let Self { puzzle, answer, .. } = self;
        let (game, exercise) = (puzzle.game(), self.exercise());
        let is_daily = daily().is_ok_and(|daily| daily.id == puzzle.id);
        let lesson = puzzle.lesson();
        html! {
            div.game.exercise.(size_class(game)) data-puzzle=(puzzle.id) data-game=(game.name())
                data-position=(puzzle.position.to_text()) data-rating=(puzzle.rating)
                data-day=[is_daily.then(today)] data-state=(answer.state()) {
                section.panel.lesson-intro {
                    p.faint {
                        a href="/puzzles" { "Puzzles" } " · " (game.info().title)
                        @for (_, word) in self.kind_fields() { " · " (word) }
                    }
                    h1 { @if is_daily { "Puzzle of the day" } @else { (lesson.title) } }
                    p.lesson-goal { (lesson.text) " " strong { (lesson.task) } }
                }
                div.game-board { (exercise.board()) }
                div.game-side {
                    (self.verdict())
                    (self.facts())
                    (standing())
                    (exercise.typed(&puzzle_path(puzzle), &self.kind_fields()))
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
                    a.button.primary[is_over] href=(kind_path(self.puzzle.game(), &self.next))
                        data-puzzle-kind data-lesson-next { "Next puzzle" }
                }
            }
        }
    }

    /// Rating and themes, which would give the solution away before.
    fn facts(&self) -> Markup {
        let Self { puzzle, .. } = self;
        let difficulty = PuzzleDifficulty::of(puzzle.rating);
        html! {
            section.panel.puzzle-facts data-puzzle-facts aria-label="About this puzzle"
                hidden[!self.is_over()] {
                p {
                    "Rating " b { (puzzle.rating) } ", " (difficulty) ". "
                    @match puzzle.level {
                        Some(level) => { "The computer finds the first move from level " (level) " on." }
                        None => { "No level of the computer finds the first move at once." }
                    }
                }
                @if !puzzle.themes.is_empty() {
                    ul {
                        @for &theme in &puzzle.themes {
                            @let kind = PuzzleFilter { theme: Some(theme), ..PuzzleFilter::default() };
                            li {
                                a href=(kind_path(puzzle.game(), &kind)) data-puzzle-kind { (theme) }
                                ": " (theme.sentence())
                            }
                        }
                    }
                }
                p { a href=(position_path(&puzzle.position)) { "Analyse this position" } }
            }
        }
    }
}
