//! Lists of lessons and puzzles, and the keys of a lesson.

use std::time::Instant;

use cairn_app::lessons::{Course, CourseKind};
use cairn_app::puzzles::PuzzleEvent;
use cairn_engine::Player;
use cairn_engine::levels::Level;
use cairn_games::GameId;
use ratatui::crossterm::event::KeyCode;

use super::app::ScreenApp;
use super::lesson_session::{LessonSession, LessonState, PAUSE};
use super::overlay::Overlay;
use super::puzzles::PuzzleKind;
use crate::keys::KeyAction;
use crate::session::Session;
use crate::settings::GameSettings;

/// An entry in the list of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseEntry {
    /// The lesson of this number.
    Lesson(usize),
    /// The first game, with or without a hint on every turn.
    FirstGame { is_guided: bool },
}

impl CourseEntry {
    /// Returns the entries of a course.
    pub fn all(course: &Course) -> impl Iterator<Item = Self> + use<> {
        let lessons = (1..=course.lessons.len()).map(Self::Lesson);
        let games = match course.kind {
            CourseKind::Lessons => &[true, false][..],
            CourseKind::Puzzles => &[],
        };
        lessons.chain(games.iter().map(|&is_guided| Self::FirstGame { is_guided }))
    }

    /// Returns the entry as a line of text.
    pub fn line(self, course: &Course) -> String {
        match self {
            Self::Lesson(number) => {
                let Some(lesson) = course.lesson(number) else { return String::new() };
                match course.kind {
                    CourseKind::Lessons => format!("{number:>2}  {}", lesson.title),
                    CourseKind::Puzzles => format!("{number:>3}  {}", lesson.task),
                }
            }
            Self::FirstGame { is_guided: true } => "A first game, with hints".to_owned(),
            Self::FirstGame { is_guided: false } => "A first game, without hints".to_owned(),
        }
    }
}

impl ScreenApp {
    /// Opens the list of the lessons of a game, if it has any.
    pub(super) fn open_course(&mut self, game: GameId) {
        if let Ok(Some(course)) = Course::of(game) {
            let next = self.options.progress.next(&course);
            self.list_lessons(course, next);
        }
    }

    /// Shows the list of lessons with this one selected, or the first game.
    fn list_lessons(&mut self, course: Course, number: Option<usize>) {
        let last = CourseEntry::all(&course).count().saturating_sub(1);
        let at = number.map_or(course.lessons.len(), |number| number - 1).min(last);
        let is_solved = |lesson| self.options.progress.is_solved(course.game, lesson);
        let solved = course.lessons.iter().map(is_solved).collect();
        self.overlays.push(Overlay::Course { course, solved, at });
    }

    /// Opens the selected entry of the list.
    pub(super) fn open_course_entry(&mut self, now: Instant) {
        let Some(Overlay::Course { course, at, .. }) = self.overlays.last() else { return };
        let course = course.clone();
        match CourseEntry::all(&course).nth(*at) {
            Some(CourseEntry::Lesson(number)) => self.begin_lesson(course, number, now),
            Some(CourseEntry::FirstGame { is_guided }) => {
                self.begin_first_game(course.game, is_guided, now);
            }
            None => {}
        }
    }

    /// Begins a lesson, or the next that is not solved if there is none of this number.
    pub fn begin_lesson(&mut self, course: Course, number: usize, now: Instant) {
        if let Some(lesson) = LessonSession::new(course, number) {
            self.show_lesson(lesson, now);
        }
    }

    /// Begins a lesson if one is named, otherwise the first that is not solved. If all are,
    /// their list is shown.
    pub fn begin_course(&mut self, course: Course, number: Option<usize>, now: Instant) {
        match number.or_else(|| self.options.progress.next(&course)) {
            Some(number) => self.begin_lesson(course, number, now),
            None => self.list_lessons(course, None),
        }
    }

    /// Shows the board of a lesson as it was before the last move.
    fn show_lesson(&mut self, lesson: LessonSession, now: Instant) {
        let automatic = self.options.config.automatic_steps;
        self.show(Session::for_lesson(&lesson.history, automatic, now));
        let is_new = lesson.standing.is_empty();
        self.lesson = Some(lesson);
        if is_new {
            self.show_standing(0, now);
        }
    }

    /// Starts the game at the end of a course.
    fn begin_first_game(&mut self, game: GameId, is_guided: bool, now: Instant) {
        let players = [Player::Human, Player::Level(Level::LOWEST)];
        let mut settings = GameSettings::new(game.start()).with_players(players);
        settings.automatic_steps = self.options.config.automatic_steps;
        self.begin(settings, now);
        if let Some(game) = &mut self.game {
            game.set_guided(is_guided);
        }
    }

    /// Judges the move that the learner has made on the board, if there is a new one.
    pub(super) fn judge_lesson(&mut self, now: Instant) {
        let (Some(lesson), Some(game)) = (&mut self.lesson, &mut self.game) else { return };
        let made = lesson.history.moves().len();
        let (true, [.., mv]) = (game.history().moves().len() == made + 1, game.history().moves())
        else {
            return;
        };
        if lesson.state != LessonState::Open || lesson.reply.is_some() {
            return;
        }
        let mv = *mv;
        let Ok(verdict) = lesson.lesson().judge(&lesson.history, mv) else { return };
        game.stop_input();
        game.say("");
        let event = lesson.take(mv, verdict, now);
        let solved = matches!(event, Some(PuzzleEvent::Solved { .. })).then(|| {
            let LessonSession { course, number, .. } = &*lesson;
            self.options.progress.solve(course.game, &course.lessons[number - 1])
        });
        if let Some(event) = event {
            self.note_puzzle(event, now);
        }
        if let Some(Err(error)) = solved {
            self.say_not_saved(&error);
        }
    }

    /// Shows the opponent's answer when its time has come. Returns whether it was shown.
    pub(super) fn tick_lesson(&mut self, now: Instant) -> bool {
        let (Some(lesson), Some(game)) = (&mut self.lesson, &mut self.game) else { return false };
        let Some((reply, _)) = lesson.reply.filter(|(_, at)| now >= *at) else { return false };
        lesson.reply = lesson.later.pop().map(|later| (later, now + PAUSE));
        game.play(reply, now);
        game.say("");
        if lesson.state == LessonState::Wrong {
            game.stop_input();
        }
        true
    }

    /// Takes a wrong move back; otherwise begins the lesson again.
    fn retry_lesson(&mut self, now: Instant) {
        let Some(mut lesson) = self.lesson.take() else { return };
        lesson.begin_again();
        self.show_lesson(lesson, now);
    }

    /// Goes to the next lesson, or to the list after the last one.
    fn next_lesson(&mut self, now: Instant) {
        let Some(lesson) = self.lesson.take() else { return };
        let (course, next) = (lesson.course, lesson.number + 1);
        if course.lesson(next).is_some() {
            return self.begin_lesson(course, next, now);
        }
        match (course.kind, lesson.puzzle_kind) {
            (CourseKind::Lessons, _) => {
                self.leave_game();
                self.list_lessons(course, None);
            }
            (CourseKind::Puzzles, Some(PuzzleKind::NearRating)) => {
                self.begin_puzzles(course.game, PuzzleKind::NearRating, now);
            }
            (CourseKind::Puzzles, _) => {
                self.leave_game();
                self.open_puzzles(course.game, now);
            }
        }
    }

    fn lesson_hint(&mut self, now: Instant) {
        if self.lesson.as_ref().is_some_and(|lesson| lesson.state == LessonState::Wrong) {
            self.retry_lesson(now);
        }
        let (Some(lesson), Some(game)) = (&mut self.lesson, &mut self.game) else { return };
        match lesson.lesson().hint(&lesson.history) {
            Some(mv) if lesson.state == LessonState::Open => {
                game.show_hint(mv);
                // The line of messages may be too short for it.
                game.message().clone_into(&mut lesson.answer);
                (lesson.is_unread, lesson.is_helped) = (true, true);
                game.say("");
                self.note_puzzle(PuzzleEvent::Hint, now);
            }
            _ => game.say("There is no hint here."),
        }
    }

    /// Handles a key during a lesson. Returns whether it has a meaning of its own there.
    pub(super) fn lesson_key(&mut self, code: KeyCode, now: Instant) -> bool {
        let Some(lesson) = &self.lesson else { return false };
        let (state, is_answering) = (lesson.state, lesson.is_answering());
        let action = match code {
            KeyCode::Char(letter) if self.input.is_empty() && !self.is_typed(letter) => {
                self.options.config.keys.action(letter)
            }
            _ => None,
        };
        match (action, code) {
            (Some(action), _) => return self.lesson_action(action, now),
            (_, KeyCode::PageUp | KeyCode::PageDown | KeyCode::Home | KeyCode::End) => {}
            _ if state == LessonState::Solved => {
                if matches!(code, KeyCode::Enter | KeyCode::Char(' ')) {
                    self.next_lesson(now);
                }
            }
            _ if state == LessonState::Wrong => {
                self.retry_lesson(now);
                // What is typed or pointed at begins the next attempt.
                return matches!(
                    code,
                    KeyCode::Enter | KeyCode::Backspace | KeyCode::Esc | KeyCode::Char(' ')
                );
            }
            _ if is_answering => {
                self.tick_lesson(now + PAUSE);
            }
            _ => return false,
        }
        true
    }

    /// Runs a command during a lesson. Returns whether it is one.
    fn lesson_action(&mut self, action: KeyAction, now: Instant) -> bool {
        match action {
            KeyAction::Hint => self.lesson_hint(now),
            KeyAction::Undo => {
                let begun = self.game.as_ref().is_some_and(Session::has_chosen);
                if begun {
                    return false;
                }
                self.retry_lesson(now);
            }
            KeyAction::NewGame => self.next_lesson(now),
            KeyAction::Open => {
                if let Some(lesson) = &self.lesson {
                    let (course, number) = (lesson.course.clone(), lesson.number);
                    if lesson.is_puzzle() && course.lessons.len() == 1 {
                        self.open_puzzles(course.game, now);
                    } else {
                        self.list_lessons(course, Some(number));
                    }
                }
            }
            KeyAction::Menu => self.leave_game(),
            other if other.is_for_any_board() => return false,
            other => {
                if let (Some(game), Some(lesson)) = (&mut self.game, &self.lesson) {
                    let one = if lesson.is_puzzle() { "puzzle" } else { "lesson" };
                    game.say(format!("Not available in a {one}: {}.", other.word()));
                }
            }
        }
        true
    }

    /// Handles a click on the board during a lesson. Returns whether it is used up.
    pub(super) fn lesson_click(&mut self, now: Instant) -> bool {
        let Some(lesson) = &self.lesson else { return false };
        match lesson.state {
            LessonState::Wrong => self.retry_lesson(now),
            LessonState::Open if lesson.is_answering() => {
                self.tick_lesson(now + PAUSE);
            }
            LessonState::Open => return false,
            LessonState::Solved => {}
        }
        true
    }
}
