//! Parts that the pages of lessons and puzzles share: a board on which moves are judged. Without
//! scripts, moves come in the address and the page says what they do.
//!
//! | in the page | meaning |
//! |---|---|
//! | `data-state` on the exercise | `open`, `continue`, `wrong`, `solved`; `shown` with the solution |
//! | `[data-lesson-said]` | the answer to a move |
//! | `[data-lesson-action]` | `again`, `hint`, `show` |
//! | `[data-lesson-next]` | link to what comes after it |
//! | `#typed input[name="move"]` | a move as text |

use cairn_app::board::BoardHtml;
use cairn_app::lessons::{LessonHint, LessonVerdict};
use cairn_app::puzzles::{PuzzleSolution, PuzzleVerdict};
use cairn_games::{AnyPosition, History};
use maud::{Markup, html};
use serde::Deserialize;

use crate::problem::Problem;

/// Query of an exercise's address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ExerciseQuery {
    /// Moves that were made and answered before, separated by spaces.
    moves: String,
    /// Move to judge.
    #[serde(rename = "move")]
    made: String,
    /// `1`: with a hint.
    hint: Option<String>,
}

impl ExerciseQuery {
    fn before(&self) -> Vec<String> {
        self.moves.split_whitespace().map(str::to_owned).collect()
    }

    fn has_move(&self) -> bool {
        !self.made.trim().is_empty()
    }

    /// Whether a move is to be judged or a hint to be found, which takes time.
    pub(super) fn asks(&self) -> bool {
        self.has_move() || self.hint.is_some()
    }

    /// Returns all moves, the one to judge included.
    pub(super) fn all_moves(&self) -> Vec<String> {
        let mut moves = self.before();
        if self.has_move() {
            moves.push(self.made.trim().to_owned());
        }
        moves
    }
}

/// Verdict on a move in a lesson or a puzzle.
pub(super) struct Judged {
    state: &'static str,
    text: String,
    /// All moves, with the answer of the opponent.
    moves: Vec<String>,
    history: History,
}

impl From<LessonVerdict> for Judged {
    fn from(LessonVerdict { verdict, text, moves, history, .. }: LessonVerdict) -> Self {
        Self { state: verdict, text, moves, history }
    }
}

impl From<PuzzleVerdict> for Judged {
    fn from(PuzzleVerdict { verdict, text, line, moves, history, .. }: PuzzleVerdict) -> Self {
        let text = match line.as_slice() {
            [] => text,
            line => format!("{text} Refutation: {}.", line.join(", ")),
        };
        Self { state: verdict, text, moves, history }
    }
}

/// The answer to a query: to a move, or to the wish for a hint.
#[derive(Default)]
pub(super) struct ExerciseReply {
    verdict: Option<Judged>,
    hint: Option<LessonHint>,
    /// Reason why there is neither.
    problem: Option<Problem>,
}

impl ExerciseReply {
    pub(super) fn new(
        query: &ExerciseQuery,
        judge: impl FnOnce() -> Result<Judged, Problem>,
        hint: impl FnOnce() -> Result<LessonHint, Problem>,
    ) -> Self {
        let mut answer = Self::default();
        if query.has_move() {
            match judge() {
                Ok(verdict) => answer.verdict = Some(verdict),
                Err(problem) => answer.problem = Some(problem),
            }
        } else if query.hint.is_some() {
            match hint() {
                Ok(hint) => answer.hint = Some(hint),
                Err(problem) => answer.problem = Some(problem),
            }
        }
        answer
    }

    /// Shows the solution.
    pub(super) fn solution(PuzzleSolution { moves, history, .. }: PuzzleSolution) -> Self {
        let text = format!("Solution: {}.", moves.join(", "));
        let verdict = Judged { state: "shown", text, moves, history };
        Self { verdict: Some(verdict), ..Self::default() }
    }

    /// State of the exercise after the answer.
    pub(super) fn state(&self) -> &'static str {
        self.verdict.as_ref().map_or("open", |verdict| verdict.state)
    }

    pub(super) fn text(&self) -> String {
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

/// An exercise with what was asked about it.
pub(super) struct ExercisePage<'a> {
    pub(super) position: AnyPosition,
    pub(super) query: &'a ExerciseQuery,
    pub(super) answer: &'a ExerciseReply,
}

impl ExercisePage<'_> {
    /// Moves from which the learner goes on.
    pub(super) fn moves_so_far(&self) -> String {
        match &self.answer.verdict {
            Some(verdict) if verdict.state == "continue" => verdict.moves.join(" "),
            _ => self.query.moves.clone(),
        }
    }

    /// The board after the moves in the address, the answer included.
    pub(super) fn board(&self) -> Markup {
        let history = match &self.answer.verdict {
            Some(verdict) => verdict.history.clone(),
            None => self.earlier(),
        };
        let board = last_move(&history).unwrap_or_else(|| BoardHtml::new(*history.position()));
        let hint = self.answer.hint.as_ref();
        let hint = hint.and_then(|hint| history.position().read_move(&hint.made).ok());
        board.hinted(hint.into_iter().collect()).playable(self.answer.state() == "open").render()
    }

    /// The moves that were made before.
    fn earlier(&self) -> History {
        let start = History::new(self.position);
        let mut history = start.clone();
        match cairn_app::play_moves(&mut history, self.query.before()) {
            Ok(()) => history,
            Err(_) => start,
        }
    }

    /// A move as text; the only way to move without scripts. The fields are sent with it.
    pub(super) fn typed(&self, path: &str, fields: &[(&str, &str)]) -> Markup {
        html! {
            form.typed #typed method="get" action=(path) {
                input type="hidden" name="moves" value=(self.moves_so_far());
                @for (name, value) in fields {
                    input type="hidden" name=(name) value=(value);
                }
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
