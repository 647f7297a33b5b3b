//! `/learn/GAME/LESSON`: a lesson with its board, see `exercise.rs`.
//!
//! | in the page | meaning |
//! |---|---|
//! | `[data-course-lesson]` | the lesson by its name, with `data-game` and `data-position` |

use axum::extract::{Path, State};
use cairn_app::board::size_class;
use cairn_app::lessons::{Course, Lesson, LessonError, LessonRequest};
use maud::{Markup, html};

use super::exercise::{ExercisePage, ExerciseQuery, ExerciseReply};
use super::learn::{course_path, first_game_path, lesson_path, list};
use super::shell::HtmlPage;
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::escape;

/// `/learn/GAME/LESSON`
pub(super) async fn lesson(
    State(app): State<AppState>,
    by: Requester,
    Path((game, name)): Path<(String, String)>,
    Params(query): Params<ExerciseQuery>,
) -> Result<Markup, Problem> {
    app.limits.take(by.network, if query.asks() { Purpose::Analyse } else { Purpose::Compute })?;
    // Judging may search, and a position can have thousands of moves.
    Ok(app.compute.run(move || render(&game, &name, &query)).await??)
}

/// Returns the page of a lesson before a move is made.
pub(super) fn first_page(course: &Course, number: usize, lesson: &Lesson) -> Markup {
    let (query, answer) = (ExerciseQuery::default(), ExerciseReply::default());
    LessonPage { course, number, lesson, query: &query, answer: &answer }.render()
}

fn render(game: &str, name: &str, query: &ExerciseQuery) -> Result<Markup, LessonError> {
    let course = Course::named(game)?;
    let (number, lesson) = course.lesson_named(name)?;
    let moves = query.all_moves();
    let request = LessonRequest { game: game.to_owned(), lesson: name.to_owned(), moves };
    let judge = || Ok(request.judge()?.into());
    let answer = ExerciseReply::new(query, judge, || Ok(request.hint()?));
    Ok(LessonPage { course: &course, number, lesson, query, answer: &answer }.render())
}

struct LessonPage<'a> {
    course: &'a Course,
    number: usize,
    lesson: &'a Lesson,
    query: &'a ExerciseQuery,
    answer: &'a ExerciseReply,
}

impl LessonPage<'_> {
    fn render(&self) -> Markup {
        let (info, lesson) = (self.course.game.info(), self.lesson);
        let page = HtmlPage::new(format!("{}: {}", info.title, lesson.title))
            .describe(format!("A {} lesson: {}", info.title, lesson.task))
            .style("game.css")
            .style("study.css")
            .style("learn.css")
            .script("course.js")
            .class("wide");
        page.render(self.content())
    }

    fn path(&self) -> String {
        lesson_path(self.course.game, self.lesson)
    }

    fn exercise(&self) -> ExercisePage<'_> {
        let Self { lesson, query, answer, .. } = self;
        ExercisePage { position: lesson.position, query, answer }
    }

    fn content(&self) -> Markup {
        let Self { course, lesson, number, answer, .. } = self;
        let game = course.game;
        html! {
            div.game.exercise.(size_class(game)) data-course-lesson=(lesson.name())
                data-game=(game.family()) data-position=(lesson.position.to_text())
                data-state=(answer.state()) {
                section.panel.lesson-intro {
                    p.faint {
                        a href=(course_path(game)) { "Learn " (game.info().title) }
                        " · Lesson " (number) " of " (course.lessons.len())
                    }
                    h1 { (lesson.title) }
                    p { (lesson.text) }
                    p.lesson-goal { strong { (lesson.task) } }
                }
                div.game-board { (self.exercise().board()) }
                div.game-side {
                    (self.verdict())
                    (self.exercise().typed(&self.path(), &[]))
                    nav.lesson-nav aria-label="Course" { (list(course, Some(lesson))) }
                }
            }
        }
    }

    /// The answer to the last move, and what to do next.
    fn verdict(&self) -> Markup {
        let Self { course, number, answer, .. } = self;
        let (next, label) = match course.lesson(number + 1) {
            Some(next) => (lesson_path(course.game, next), "Next lesson"),
            None => (first_game_path(course.game), "Your first game"),
        };
        let (state, text) = (answer.state(), answer.text());
        let hint =
            format!("{}?hint=1&moves={}", self.path(), escape(&self.exercise().moves_so_far()));
        html! {
            section.lesson-answer aria-label="Answer" {
                p.lesson-said data-lesson-said role="status" { (text) }
                p.buttons {
                    a.button.primary[state == "wrong"] href=(self.path()) data-lesson-action="again"
                        hidden[state == "open"] { "Try again" }
                    a.button href=(hint) data-lesson-action="hint" hidden[state == "solved"] { "Hint" }
                    a.button.primary[state == "solved"] href=(next) data-lesson-next { (label) }
                }
            }
        }
    }
}
