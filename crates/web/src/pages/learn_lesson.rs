//! `/learn/GAME/LESSON`: a lesson with its board. Without scripts, moves come in the address and
//! the page says what they do.
//!
//! | in the page | meaning |
//! |---|---|
//! | `[data-course-lesson]` | the lesson by its name, with `data-game` and `data-position` |
//! | `data-state` on it | `open`, `continue`, `wrong` or `solved` |
//! | `[data-lesson-said]` | the answer to a move |
//! | `[data-lesson-action]` | `again`, `hint` |
//! | `[data-lesson-next]` | link to the next lesson, or to the first game |
//! | `#typed input[name="move"]` | a move as text |

use axum::extract::{Path, State};
use cairn_app::board::{BoardHtml, size_class};
use cairn_app::lessons::{Course, Lesson, LessonError, LessonHint, LessonRequest, LessonVerdict};
use cairn_games::History;
use maud::{Markup, html};
use serde::Deserialize;

use super::learn::{course_path, first_game_path, lesson_path, list};
use super::shell::HtmlPage;
use crate::api::Params;
use crate::app::AppState;
use crate::http::{Purpose, Requester};
use crate::problem::Problem;
use crate::service::escape;

/// Query of a lesson's address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct LessonQuery {
    /// Moves that were made and answered before, separated by spaces.
    moves: String,
    /// Move to judge.
    #[serde(rename = "move")]
    made: String,
    /// `1`: with a hint.
    hint: Option<String>,
}

impl LessonQuery {
    fn before(&self) -> Vec<String> {
        self.moves.split_whitespace().map(str::to_owned).collect()
    }
}

/// The answer to a query: to a move, or to the wish for a hint.
#[derive(Default)]
struct LessonReply {
    verdict: Option<LessonVerdict>,
    hint: Option<LessonHint>,
    /// Reason why there is neither.
    problem: Option<Problem>,
}

impl LessonReply {
    fn new(request: &LessonRequest, query: &LessonQuery) -> Self {
        let mut answer = Self::default();
        if !query.made.trim().is_empty() {
            match request.judge() {
                Ok(verdict) => answer.verdict = Some(verdict),
                Err(error) => answer.problem = Some(error.into()),
            }
        } else if query.hint.is_some() {
            match request.hint() {
                Ok(hint) => answer.hint = Some(hint),
                Err(error) => answer.problem = Some(error.into()),
            }
        }
        answer
    }

    /// State of the lesson after the answer.
    fn state(&self) -> &'static str {
        self.verdict.as_ref().map_or("open", |verdict| verdict.verdict)
    }

    fn text(&self) -> String {
        match (&self.verdict, &self.hint, &self.problem) {
            (Some(verdict), ..) => verdict.text.clone(),
            (_, Some(hint), _) => format!("Hint: {} ({}).", hint.words, hint.made),
            (.., Some(problem)) => match &problem.hint {
                Some(hint) => format!("{} {hint}", problem.message),
                None => problem.message.clone(),
            },
            _ => String::new(),
        }
    }
}

/// `/learn/GAME/LESSON`
pub(super) async fn lesson(
    State(app): State<AppState>,
    by: Requester,
    Path((game, name)): Path<(String, String)>,
    Params(query): Params<LessonQuery>,
) -> Result<Markup, Problem> {
    let asks = !query.made.trim().is_empty() || query.hint.is_some();
    app.limits.take(by.network, if asks { Purpose::Analyse } else { Purpose::Compute })?;
    // Judging may search, and a position can have thousands of moves.
    Ok(app.compute.run(move || render(&game, &name, &query)).await??)
}

/// Returns the page of a lesson before a move is made.
pub(super) fn first_page(course: &Course, number: usize, lesson: &Lesson) -> Markup {
    let (query, answer) = (LessonQuery::default(), LessonReply::default());
    LessonPage { course, number, lesson, query: &query, answer: &answer }.render()
}

fn render(game: &str, name: &str, query: &LessonQuery) -> Result<Markup, LessonError> {
    let course = Course::named(game)?;
    let (number, lesson) = course.lesson_named(name)?;
    let mut moves = query.before();
    if !query.made.trim().is_empty() {
        moves.push(query.made.trim().to_owned());
    }
    let request = LessonRequest { game: game.to_owned(), lesson: name.to_owned(), moves };
    let answer = LessonReply::new(&request, query);
    Ok(LessonPage { course: &course, number, lesson, query, answer: &answer }.render())
}

struct LessonPage<'a> {
    course: &'a Course,
    number: usize,
    lesson: &'a Lesson,
    query: &'a LessonQuery,
    answer: &'a LessonReply,
}

impl LessonPage<'_> {
    fn render(&self) -> Markup {
        let (info, lesson) = (self.course.game.info(), self.lesson);
        let page = HtmlPage::new(format!("{}: {}", info.title, lesson.title))
            .describe(format!("A lesson of {}: {}", info.title, lesson.task))
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

    /// Moves from which the learner goes on.
    fn moves_so_far(&self) -> String {
        match &self.answer.verdict {
            Some(verdict) if verdict.verdict == "continue" => verdict.moves.join(" "),
            _ => self.query.moves.clone(),
        }
    }

    /// The board after the moves in the address, the answer included.
    fn board(&self) -> BoardHtml {
        let history = match &self.answer.verdict {
            Some(verdict) => verdict.history.clone(),
            None => self.earlier(),
        };
        let board = last_move(&history).unwrap_or_else(|| BoardHtml::new(*history.position()));
        let hint = self.answer.hint.as_ref();
        let hint = hint.and_then(|hint| history.position().read_move(&hint.made).ok());
        board.hinted(hint.into_iter().collect()).playable(self.answer.state() == "open")
    }

    /// The moves that were made before.
    fn earlier(&self) -> History {
        let start = History::new(self.lesson.position);
        let mut history = start.clone();
        match cairn_app::play_moves(&mut history, self.query.before()) {
            Ok(()) => history,
            Err(_) => start,
        }
    }

    fn content(&self) -> Markup {
        let Self { course, lesson, number, answer, .. } = self;
        let game = course.game;
        html! {
            div.game.course-lesson.(size_class(game)) data-course-lesson=(lesson.name())
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
                div.game-board { (self.board().render()) }
                div.game-side {
                    (self.verdict())
                    (self.typed())
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
        let hint = format!("{}?hint=1&moves={}", self.path(), escape(&self.moves_so_far()));
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

    /// A move as text; the only way to move without scripts.
    fn typed(&self) -> Markup {
        html! {
            form.typed #typed method="get" action=(self.path()) {
                input type="hidden" name="moves" value=(self.moves_so_far());
                label for="typed-move" { "Type a move" }
                div.copy-row {
                    input #typed-move type="text" name="move" autocomplete="off"
                        autocapitalize="off" spellcheck="false" required maxlength="100"
                        value=[self.answer.problem.as_ref().map(|_| self.query.made.as_str())];
                    button.button type="submit" { "Move" }
                }
            }
        }
    }
}

/// The board after the last move of a history, if there is one.
fn last_move(history: &History) -> Option<BoardHtml> {
    let (mv, at) = (history.moves().last()?, history.moves().len() - 1);
    BoardHtml::after(history.positions()[at], *mv).ok()
}
