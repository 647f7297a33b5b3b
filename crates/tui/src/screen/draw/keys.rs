//! The key bar, which can also be clicked.

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::ScreenBuffer;
use crate::keys::KeyAction;
use crate::screen::app::ScreenApp;
use crate::screen::lesson_session::{LessonSession, LessonState};
use crate::screen::practice::{Practice, PracticeState};
use crate::session::Session;

/// A key, its name, and its action in a word.
pub type Key = (KeyCode, String, &'static str);

fn named(letter: char, shown: &str, does: &'static str) -> Key {
    (KeyCode::Char(letter), shown.to_owned(), does)
}

/// Returns the keys of a game, the most useful first. The last ones are left out if there is
/// no room. A letter that begins the name of a cell is shown as a capital letter, which works at
/// once.
pub fn of_game(app: &ScreenApp, session: &Session) -> Vec<Key> {
    let of = |action: KeyAction| {
        let key = app.options.config.keys.key(action)?;
        let shown = if app.is_typed(key) { key.to_ascii_uppercase() } else { key };
        Some(named(shown, &shown.to_string(), action.word()))
    };
    if session.is_browsing() {
        let (home, end) = ((KeyCode::Home, "Home", "start"), (KeyCode::End, "End", "return"));
        let [home, end] = [home, end].map(|(code, shown, does)| (code, shown.to_owned(), does));
        return [of(KeyAction::Back), of(KeyAction::Forward)]
            .into_iter()
            .flatten()
            .chain([home, end])
            .collect();
    }
    let mut keys: Vec<Option<Key>> = vec![of(KeyAction::Help), of(KeyAction::Menu)];
    let is_over = session.ending().is_some();
    let is_show = session.settings().is_computers_only();
    if is_over {
        keys.push(of(KeyAction::NewGame));
        if let Some((_, level)) = session.level_of_opponent() {
            keys.extend(level.harder().map(|_| Some(named('+', "+", "harder"))));
            keys.extend(level.easier().map(|_| Some(named('-', "-", "easier"))));
        }
        keys.push(of(KeyAction::TurningPoints));
    } else if is_show {
        let pause = if session.is_paused() { "continue" } else { "pause" };
        keys.push(Some(named(' ', "Space", pause)));
        keys.push(Some(named('+', "+", "faster")));
        keys.push(Some(named('-', "-", "slower")));
    }
    keys.extend([of(KeyAction::Undo), of(KeyAction::Redo)]);
    if session.is_guided() {
        keys.push(of(KeyAction::HintEveryTurn).map(|(code, key, _)| (code, key, "hints off")));
    } else if session.builder().is_some() {
        keys.push(of(KeyAction::Hint));
    }
    keys.push(of(KeyAction::Evaluation));
    if !session.history().moves().is_empty() {
        keys.push(of(KeyAction::Back));
    }
    keys.extend([of(KeyAction::Flip), of(KeyAction::Save)]);
    if !is_over && !is_show {
        keys.push(of(KeyAction::Resign));
    }
    keys.extend([of(KeyAction::Rules), of(KeyAction::Copy)]);
    keys.into_iter().flatten().collect()
}

/// Returns the keys of a lesson, the most useful first.
pub fn of_lesson(app: &ScreenApp, lesson: &LessonSession) -> Vec<Key> {
    let of = |(action, does): (KeyAction, &'static str)| {
        let key = app.options.config.keys.key(action)?;
        let shown = if app.is_typed(key) { key.to_ascii_uppercase() } else { key };
        Some(named(shown, &shown.to_string(), does))
    };
    let enter = |does| Some((KeyCode::Enter, "Enter".to_owned(), does));
    let first = match lesson.state() {
        LessonState::Open => of((KeyAction::Hint, "hint")),
        LessonState::Wrong => enter("try again"),
        LessonState::Solved if lesson.is_puzzle() => enter("next puzzle"),
        LessonState::Solved => enter("next lesson"),
    };
    let actions = [
        (KeyAction::Undo, "restart"),
        (KeyAction::NewGame, "skip"),
        (KeyAction::Open, if lesson.is_puzzle() { "puzzles" } else { "lessons" }),
        (KeyAction::Menu, "menu"),
        (KeyAction::Rules, "rules"),
        (KeyAction::Help, "help"),
    ];
    let is_shown = |(action, _): &(KeyAction, &str)| match lesson.state() {
        LessonState::Open => true,
        LessonState::Wrong => *action != KeyAction::Undo,
        LessonState::Solved => *action != KeyAction::NewGame,
    };
    let others = actions.into_iter().filter(is_shown).map(of);
    std::iter::once(first).chain(others).flatten().collect()
}

/// Returns the keys of an exercise, the most useful first.
pub fn of_practice(app: &ScreenApp, practice: &Practice) -> Vec<Key> {
    let of = |(action, does): (KeyAction, &'static str)| {
        let key = app.options.config.keys.key(action)?;
        let shown = if app.is_typed(key) { key.to_ascii_uppercase() } else { key };
        Some(named(shown, &shown.to_string(), does))
    };
    let enter = |does| Some((KeyCode::Enter, "Enter".to_owned(), does));
    let first = match practice.state() {
        PracticeState::Open | PracticeState::Judging(_) => None,
        PracticeState::Wrong => enter("try again"),
        PracticeState::Solved => enter("next"),
    };
    let is_solved = practice.state() == PracticeState::Solved;
    let actions = [
        (KeyAction::Hint, "show the best move"),
        (KeyAction::NewGame, "skip"),
        (KeyAction::Menu, "back to the game"),
        (KeyAction::Help, "help"),
    ];
    let others = actions.into_iter().skip(if is_solved { 2 } else { 0 }).map(of);
    std::iter::once(first).chain(others).flatten().collect()
}

/// Draws as many keys as fit.
pub fn draw(page: &mut ScreenBuffer<'_>, area: Rect, keys: &[Key]) {
    let mut x = area.x + 1;
    for (code, shown, does) in keys {
        let width = (shown.chars().count() + 1 + does.chars().count()) as u16;
        if x + width > area.right() {
            break;
        }
        page.button(Rect::new(x, area.y, width, 1), *code);
        let after = page.text(area, x, area.y, shown, page.theme.key());
        page.text(area, after + 1, area.y, does, page.theme.quiet());
        x += width + 2;
    }
}
