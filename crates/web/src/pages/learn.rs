//! `/learn`: the courses, and `/learn/GAME`: the lessons of a game and the first game after them.
//!
//! | in the page | meaning |
//! |---|---|
//! | `[data-course]` | a course by its game; `data-lessons` has the names of its lessons |
//! | `[data-course-progress]` in it | number of solved lessons, written by `course.js` |
//! | `[data-course-begin]` in it | link to the first lesson that is not solved |
//! | `[data-lesson-link]` | a lesson in the list, by its name; `.is-solved` if it is solved |
//! | `#first-game` | form for the guided game |

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use cairn_app::board::inline_picture;
use cairn_app::lessons::{Course, Lesson, LessonError};
use cairn_engine::levels::Level;
use cairn_games::GameId;
use maud::{Markup, html};

use super::learn_lesson;
use super::shell::HtmlPage;
use super::study_tools::small_picture;
use crate::app::AppState;
use crate::problem::Problem;
use crate::service::picture_path;

/// Returns the address of a course.
pub(super) fn course_path(game: GameId) -> String {
    format!("/learn/{}", game.family())
}

/// Returns the address of a lesson.
pub(super) fn lesson_path(game: GameId, lesson: &Lesson) -> String {
    format!("/learn/{}/{}", game.family(), lesson.name())
}

/// Address of the first game, on the page of a course.
pub(super) fn first_game_path(game: GameId) -> String {
    format!("{}#first-game", course_path(game))
}

/// Whether a game has a course, for links to it.
pub(super) fn has_course(game: GameId) -> bool {
    Course::games().any(|other| other.family() == game.family())
}

/// Names of the lessons, for scripts.
fn names(course: &Course) -> String {
    course.lessons.iter().map(Lesson::name).collect::<Vec<_>>().join(" ")
}

/// Returns the courses of all games.
fn courses() -> Result<Vec<Course>, LessonError> {
    Course::games().map(|game| Course::named(game.name())).collect()
}

/// Returns the paths and contents of all these pages.
pub(super) fn pages() -> Result<Vec<(String, Markup)>, Problem> {
    let courses = courses()?;
    let mut pages = vec![("learn".to_owned(), index_page(&courses))];
    let file = |path: String| path.trim_start_matches('/').to_owned();
    for course in &courses {
        pages.push((file(course_path(course.game)), course_page(course, &HeaderMap::new())));
        for (number, lesson) in (1..).zip(&course.lessons) {
            let page = learn_lesson::first_page(course, number, lesson);
            pages.push((file(lesson_path(course.game, lesson)), page));
        }
    }
    Ok(pages)
}

/// `/learn`: the courses.
pub(super) async fn index(State(app): State<AppState>) -> Result<Markup, Problem> {
    Ok(index_page(&app.compute.run(courses).await??))
}

fn index_page(courses: &[Course]) -> Markup {
    let page = HtmlPage::new("Learn")
        .describe("Lessons for each game: a position, a task, and an answer to every move.")
        .style("study.css")
        .style("learn.css")
        .script("course.js");
    page.render(html! {
        h1 { "Learn by playing" }
        p.lead {
            "Each lesson is a position and a task. Make a move on the board and see what it does. "
            "A course takes about ten minutes and ends with a first game."
        }
        ul.game-cards {
            @for course in courses {
                li { (card(course)) }
            }
        }
    })
}

fn card(course: &Course) -> Markup {
    let info = course.game.info();
    html! {
        div.game-card data-course=(course.game.family()) data-lessons=(names(course)) {
            a.game-card-main href=(course_path(course.game)) {
                (small_picture(&course.game.start()))
                strong { (info.title) }
            }
            p { (info.summary) }
            p.faint data-course-progress { (course.lessons.len()) " lessons" }
        }
    }
}

/// `/learn/GAME`: the lessons of a game.
pub(super) async fn course(
    State(app): State<AppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Markup, Problem> {
    let course = app.compute.run(move || Course::named(&name)).await??;
    Ok(course_page(&course, &headers))
}

fn course_page(course: &Course, headers: &HeaderMap) -> Markup {
    let (game, info) = (course.game, course.game.info());
    let first = course.lesson(1).map(|lesson| lesson_path(game, lesson));
    let page = HtmlPage::new(format!("Learn {}", info.title))
        .describe(format!("{} Learn it in {} lessons.", info.summary, course.lessons.len()))
        .image(
            picture_path(&game.start(), "png") + "?width=1200",
            format!("The start position of {}", info.title),
            headers,
        )
        .style("study.css")
        .style("learn.css")
        .script("course.js");
    page.render(html! {
        div.course data-course=(game.family()) data-lessons=(names(course)) {
            div.course-text {
                h1 { "Learn " (info.title) }
                p.lead { (info.summary) }
                p data-course-progress { (course.lessons.len()) " lessons, about ten minutes." }
                p.buttons {
                    a.button.primary.large href=[first] data-course-begin { "Start the lessons" }
                    a.button href={ "/rules/" (info.name) } { "Read the rules" }
                }
                (list(course, None))
                (first_game(game))
            }
            div.course-picture aria-hidden="true" { (inline_picture(&game.start().view(), false)) }
        }
    })
}

/// The lessons as links, the shown one marked, and the first game at their end.
pub(super) fn list(course: &Course, shown: Option<&Lesson>) -> Markup {
    let shown = shown.map(Lesson::name);
    html! {
        ol.lesson-list aria-label="Lessons" {
            @for lesson in &course.lessons {
                @let name = lesson.name();
                li {
                    a href=(lesson_path(course.game, lesson)) data-lesson-link=(name)
                        aria-current=[(shown.as_deref() == Some(name.as_str())).then_some("page")] {
                        (lesson.title)
                    }
                }
            }
            li.lesson-list-game {
                a href=(first_game_path(course.game)) { "Your first game" }
            }
        }
    }
}

/// Returns a sentence whose first letter is small.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Form for the game at the end of the course.
fn first_game(game: GameId) -> Markup {
    let level = Level::LOWEST;
    html! {
        section.panel #first-game aria-labelledby="first-game-title" {
            h2 #first-game-title { "Your first game" }
            p {
                "Now play a whole game against the computer, at level " (level) ". It "
                (lower_first(level.sentence())) " With hints, an arrow shows a good move on each of your turns; you can switch them "
                "off at any time."
            }
            form method="post" action="/new" data-first-game {
                input type="hidden" name="game" value=(game.name());
                input type="hidden" name="opponent" value="computer";
                input type="hidden" name="level" value=(level);
                input type="hidden" name="side" value="first";
                input type="hidden" name="setup" value="standard";
                label.tick.with-script {
                    input type="checkbox" data-hints checked;
                    " A hint on every turn"
                }
                p.buttons {
                    button.button.primary type="submit" { "Play your first game" }
                }
            }
        }
    }
}
