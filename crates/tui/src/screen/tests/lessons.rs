//! Lessons on the screen, and the first game after them.

use std::time::Duration;

use cairn_app::lessons::{Course, CourseProgress};
use cairn_games::{AnyMove, GameId};
use ratatui::crossterm::event::KeyCode;

use super::{Fixture, check};
use crate::screen::ScreenOptions;
use crate::screen::lesson_session::LessonState;

const SIZE: (u16, u16) = (80, 24);

/// A lesson of a game.
fn lesson(game: GameId, number: usize) -> Fixture {
    let mut fixture = Fixture::menu();
    let course = Course::of(game).unwrap().unwrap();
    fixture.app.begin_lesson(course, number, fixture.now);
    fixture
}

impl Fixture {
    fn state(&self) -> Option<LessonState> {
        self.app.lesson.as_ref().map(|lesson| lesson.state())
    }

    /// Lets the opponent answer.
    pub(super) fn wait(&mut self) {
        self.now += Duration::from_secs(1);
        self.app.tick(self.now);
    }
}

#[test]
fn the_menu_leads_to_the_lessons_and_progress_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lessons.txt");
    let progress = CourseProgress::from_file(Some(file.clone()));
    let mut fixture = Fixture::with(ScreenOptions { progress, ..ScreenOptions::default() });
    assert!(fixture.picture(SIZE).contains("Lessons (0 of 10 solved)"));
    fixture.keys("l");
    check("course", &mut fixture);
    fixture.keys("\n");
    let picture = fixture.picture(SIZE);
    assert!(picture.contains("Lesson 1 of 10: Move as far as you are tall"), "{picture}");
    fixture.keys("a1-a4\n");
    assert_eq!(fixture.state(), Some(LessonState::Solved), "{}", fixture.picture(SIZE));
    let again = CourseProgress::from_file(Some(file));
    assert_eq!(again.next(&Course::of(GameId::Nava).unwrap().unwrap()), Some(2));
    fixture.keys("\n");
    assert!(fixture.picture(SIZE).contains("Lesson 2 of 10: Lay a cube"));
    fixture.keys("q");
    assert!(fixture.picture(SIZE).contains("Lessons (1 of 10 solved)"));
    fixture.keys("l\n");
    assert!(fixture.picture(SIZE).contains("Lesson 2 of 10"), "the first that is not solved");
}

#[test]
fn pictures_of_lessons() {
    for game in Course::games() {
        let mut fixture = lesson(game, 1);
        check(&format!("{game}-lesson"), &mut fixture);
    }
}

#[test]
fn a_wrong_move_is_answered_on_the_board_and_taken_back() {
    let mut fixture = lesson(GameId::Nava, 5);
    fixture.keys("a5-c5\n");
    assert_eq!(fixture.state(), Some(LessonState::Wrong));
    assert_eq!(fixture.moves(), 1, "the move is seen before the answer");
    fixture.wait();
    assert_eq!(fixture.moves(), 2);
    check("nava-lesson-wrong", &mut fixture);
    fixture.keys("\n");
    assert_eq!((fixture.state(), fixture.moves()), (Some(LessonState::Open), 0));
    // What is typed begins the next attempt at once.
    fixture.keys("a5-c5\n");
    fixture.wait();
    fixture.keys("a5-a1\n");
    assert_eq!(fixture.state(), Some(LessonState::Solved), "{}", fixture.picture(SIZE));
    check("nava-lesson-solved", &mut fixture);
    fixture.keys("a");
    assert_eq!(fixture.moves(), 1, "a solved lesson takes no more moves");
}

#[test]
fn a_lesson_of_two_moves_goes_on_after_the_answer() {
    let mut fixture = lesson(GameId::Greener, 6);
    fixture.keys("b6-b3\n");
    assert_eq!((fixture.state(), fixture.moves()), (Some(LessonState::Open), 1));
    assert!(fixture.picture(SIZE).contains("answers"));
    fixture.wait();
    assert_eq!(fixture.moves(), 2);
    fixture.keys("h");
    assert!(fixture.picture(SIZE).contains("Hint: "), "{}", fixture.picture(SIZE));
    let session = fixture.app.game.as_ref().unwrap();
    let hint = session.position().write_move(session.study().hint().unwrap()).unwrap();
    fixture.keys(&format!("{hint}\n"));
    assert_eq!(fixture.state(), Some(LessonState::Solved), "{}", fixture.picture(SIZE));
    fixture.keys("u");
    assert_eq!((fixture.state(), fixture.moves()), (Some(LessonState::Open), 0));
}

#[test]
fn a_lesson_is_solved_with_the_mouse() {
    let mut fixture = lesson(GameId::Nava, 3);
    assert!(!fixture.picture(SIZE).contains("Paused"), "{}", fixture.picture(SIZE));
    fixture.click(SIZE, "W6");
    fixture.click(SIZE, "B4");
    assert_eq!(fixture.state(), Some(LessonState::Solved), "{}", fixture.picture(SIZE));
    fixture.click(SIZE, "next lesson");
    assert!(fixture.picture(SIZE).contains("Lesson 4 of 10"));
    fixture.click(SIZE, "skip");
    assert!(fixture.picture(SIZE).contains("Lesson 5 of 10"));
    fixture.click(SIZE, "lessons");
    fixture.click(SIZE, "Lay a cube");
    fixture.click(SIZE, "Lay a cube");
    assert!(fixture.picture(SIZE).contains("Lesson 2 of 10"));
}

/// Small windows have no panel: the text comes in a box, and no word of it is lost.
#[test]
fn small_windows_show_whole_lessons() {
    for (game, size) in [
        (GameId::Nava, (34, 12)),
        (GameId::Mitsudomoe, (34, 12)),
        (GameId::Greener, (44, 12)),
        (GameId::Glaisher, (41, 13)),
    ] {
        let course = Course::of(game).unwrap().unwrap();
        for (number, lesson) in (1..).zip(&course.lessons) {
            let mut fixture = Fixture::menu();
            fixture.app.begin_lesson(course.clone(), number, fixture.now);
            let picture = fixture.picture(size);
            for word in lesson.text.split_whitespace().chain(lesson.task.split_whitespace()) {
                assert!(picture.contains(word), "{game} {number}: {word}\n{picture}");
            }
            fixture.keys("\n");
            assert!(fixture.app.overlays.is_empty() && fixture.moves() == 0);
        }
    }
}

#[test]
fn after_the_lessons_comes_a_game_with_a_hint_on_every_turn() {
    let mut fixture = lesson(GameId::Nava, 10);
    fixture.keys("n");
    let picture = fixture.picture(SIZE);
    assert!(picture.contains("A first game, with hints"), "{picture}");
    fixture.keys("\n");
    let settings = fixture.app.game.as_ref().unwrap().settings().clone();
    assert_eq!(settings.players.map(|player| player.to_string()), ["human", "1"]);
    let hinted = |fixture: &Fixture| {
        fixture.app.game.as_ref().is_some_and(|game| game.study().hint().is_some())
    };
    fixture.settle("a hint", hinted);
    fixture.keys("a1-a4\n");
    fixture.settle("the answer and a hint", |fixture| fixture.moves() == 2 && hinted(fixture));
    assert!(fixture.picture(SIZE).contains("g hints off"), "{}", fixture.picture(SIZE));
    fixture.keys("g");
    assert!(!hinted(&fixture) && !fixture.app.game.as_ref().unwrap().is_guided());
}

#[test]
fn keys_without_a_meaning_in_lessons_say_so() {
    let mut fixture = lesson(GameId::Greener, 1);
    fixture.keys("x");
    assert!(fixture.picture(SIZE).contains("Not available in a lesson: resign."));
    fixture.key(KeyCode::Esc);
    assert_eq!(fixture.state(), Some(LessonState::Open));
    fixture.keys("c6\n");
    let picks = |fixture: &Fixture| {
        fixture.app.game.as_ref().unwrap().builder().map(|builder| builder.picks().len())
    };
    assert_eq!(picks(&fixture), Some(1));
    fixture.keys("u");
    assert_eq!(picks(&fixture), Some(0), "undoes the step");
    fixture.app.game.as_mut().unwrap().point_at(32);
    fixture.keys(" ");
    assert_eq!(picks(&fixture), Some(1), "Space chooses as in a game: {}", fixture.picture(SIZE));
}

/// A hint may be longer than its line: then it stands beside the board, whole.
#[test]
fn long_hints_are_shown_whole() {
    for game in Course::games() {
        let mut fixture = Fixture::game(game, ["human", "human"]);
        let session = fixture.app.game.as_mut().unwrap();
        let longest = |mv: &AnyMove| session.position().move_in_words(*mv).unwrap().len();
        let mv = session.position().moves().into_iter().max_by_key(longest).unwrap();
        session.show_hint(mv);
        let message = session.message().to_owned();
        for size in [SIZE, (120, 40)] {
            let picture = fixture.picture(size);
            for word in message.split_whitespace() {
                assert!(picture.contains(word), "{game}: {word} of {message}\n{picture}");
            }
        }
        // So are the turning points of a game that is over.
        let mut over = Fixture::game(game, ["human", "human"]);
        let session = over.app.game.as_mut().unwrap();
        session.resign(over.now);
        session.say(message.clone());
        let picture = over.picture(SIZE);
        for word in message.split_whitespace() {
            assert!(picture.contains(word), "{game}: {word} of {message}\n{picture}");
        }
        // Where there is no room beside the board, no sentence is broken off.
        let picture = fixture.picture((60, 20));
        let line = picture.lines().find(|line| line.contains("Hint: ")).unwrap_or_default();
        let is_whole = message.split_whitespace().all(|word| picture.contains(word));
        assert!(is_whole || line.trim_end().ends_with('.'), "{game}: {picture}");
    }
}
