//! Puzzles on the screen: the list, the rating and the streak.

use cairn_app::lessons::{Course, CourseProgress};
use cairn_app::puzzles::{self, PuzzleTheme};
use cairn_games::GameId;
use ratatui::crossterm::event::KeyCode;

use super::{Fixture, check};
use crate::screen::ScreenOptions;
use crate::screen::lesson_session::LessonState;

const SIZE: (u16, u16) = (80, 24);

fn state(fixture: &Fixture) -> Option<LessonState> {
    fixture.app.lesson.as_ref().map(|lesson| lesson.state())
}

/// Types the right moves until the puzzle is solved.
fn solve(fixture: &mut Fixture) {
    while state(fixture) == Some(LessonState::Open) {
        let lesson = fixture.app.lesson.as_ref().unwrap().lesson().clone();
        let history = fixture.app.game.as_ref().unwrap().history().clone();
        let mv = lesson.hint(&history).expect("a right move");
        let text = history.position().write_move(mv).unwrap();
        fixture.keys(&format!("{text}\n"));
        fixture.wait();
    }
}

#[test]
fn the_menu_leads_to_the_puzzles_and_the_record_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lessons.txt");
    let progress = CourseProgress::from_file(Some(file.clone()));
    let mut fixture = Fixture::with(ScreenOptions { progress, ..ScreenOptions::default() });
    assert!(fixture.picture(SIZE).contains("Puzzles (rating 1000)"));
    fixture.keys("z");
    check("puzzles", &mut fixture);
    // The puzzle of the day, by keys.
    fixture.keys("\n");
    let daily = puzzles::daily(0).unwrap();
    assert!(fixture.picture(SIZE).contains(&format!("Puzzle {}", daily.id)));
    solve(&mut fixture);
    assert_eq!(state(&fixture), Some(LessonState::Solved));
    check("puzzle-solved", &mut fixture);
    let picture = fixture.picture((120, 40));
    for text in ["Your rating: 1", "(+", "streak of 1", "Themes: fork"] {
        assert!(picture.contains(text), "{text}: {picture}");
    }
    fixture.keys("\n");
    let picture = fixture.picture(SIZE);
    assert!(picture.contains("solved") && picture.contains("streak of 1 day"), "{picture}");
    let again = CourseProgress::from_file(Some(file));
    assert_eq!(again.puzzles.streak(0), 1);
    assert!(again.puzzles.rating() > 1000);
    assert!(again.is_solved(daily.game(), &daily.lesson()));
    fixture.keys("q");
    let rating = again.puzzles.rating();
    assert!(fixture.picture(SIZE).contains(&format!("Puzzles (rating {rating})")));
}

#[test]
fn a_wrong_move_and_a_hint_lower_the_rating_once() {
    let mut fixture = Fixture::menu();
    let puzzle = &puzzles::of(GameId::Nava).unwrap()[0];
    let course = puzzles::course(GameId::Nava, [puzzle]);
    fixture.app.begin_lesson(course.clone(), 1, fixture.now);
    let right = puzzle.position.write_move(puzzle.solution[0]).unwrap();
    let mut moves = puzzle.position.move_texts().into_iter();
    let wrong = moves.find(|text| *text != right).unwrap();
    fixture.keys(&format!("{wrong}\n"));
    assert_eq!(state(&fixture), Some(LessonState::Wrong), "{}", fixture.picture(SIZE));
    let rating = fixture.app.options.progress.puzzles.rating();
    assert!(rating < 1000);
    fixture.keys("\n");
    solve(&mut fixture);
    assert_eq!(fixture.app.options.progress.puzzles.rating(), rating);
    // A hint for another puzzle.
    let other = &puzzles::of(GameId::Nava).unwrap()[1];
    fixture.app.begin_lesson(puzzles::course(GameId::Nava, [other]), 1, fixture.now);
    fixture.keys("h");
    assert!(fixture.app.options.progress.puzzles.rating() < rating);
    // The lessons have no rating.
    let lessons = Course::of(GameId::Nava).unwrap().unwrap();
    fixture.app.begin_lesson(lessons, 1, fixture.now);
    assert!(!fixture.picture(SIZE).contains("rating"));
}

/// A right move that was shown solves the puzzle of the day, but the streak does not grow; beginning
/// again does not make up for it.
#[test]
fn help_ends_no_streak_and_makes_none() {
    let mut fixture = Fixture::menu();
    fixture.keys("z\n");
    fixture.keys("h");
    fixture.keys("U");
    solve(&mut fixture);
    assert_eq!(state(&fixture), Some(LessonState::Solved));
    assert_eq!(fixture.app.options.progress.puzzles.streak(0), 0);
}

#[test]
fn puzzles_for_the_rating_follow_each_other() {
    let mut fixture = Fixture::menu();
    fixture.keys("z");
    fixture.key(KeyCode::Down);
    fixture.keys("\n");
    let first = fixture.app.lesson.as_ref().unwrap().title();
    solve(&mut fixture);
    fixture.keys("\n");
    assert_eq!(state(&fixture), Some(LessonState::Open), "{}", fixture.picture(SIZE));
    assert_ne!(fixture.app.lesson.as_ref().unwrap().title(), first);
    fixture.keys("l");
    let picture = fixture.picture(SIZE);
    assert!(picture.contains("Nava puzzles") && picture.contains("of the day"), "{picture}");
    fixture.keys("qq");
    assert!(fixture.app.game.is_none());
}

#[test]
fn puzzles_by_theme_have_a_list_and_the_mouse_chooses() {
    let mut fixture = Fixture::menu();
    fixture.click((80, 30), "Puzzles (rating");
    let theme = format!("Theme: {}", PuzzleTheme::Fork);
    fixture.click((80, 30), &theme);
    fixture.click((80, 30), &theme);
    let picture = fixture.picture(SIZE);
    assert!(picture.contains(", 1 of "), "{picture}");
    fixture.keys("l");
    assert!(fixture.picture(SIZE).contains("Nava puzzles"));
    fixture.key(KeyCode::End);
    fixture.keys("\n");
    let lesson = fixture.app.lesson.as_ref().unwrap();
    let puzzle = puzzles::at(&lesson.lesson().position).unwrap();
    assert!(puzzle.themes.contains(&PuzzleTheme::Fork));
    fixture.keys("x");
    assert!(fixture.picture(SIZE).contains("Not available in a puzzle: resign."));
}

#[test]
fn the_list_of_puzzles_fits_small_windows() {
    for size in [(34, 12), (40, 15), (60, 20), (120, 40)] {
        let mut fixture = Fixture::menu();
        fixture.keys("z");
        let count = 20;
        for _ in 0..count {
            let picture = fixture.picture(size);
            assert!(picture.contains("Nava puzzles"), "{picture}");
            fixture.key(KeyCode::Down);
        }
        let picture = fixture.picture(size);
        assert!(picture.contains("Theme: endgame"), "the last line is in sight: {picture}");
    }
}

/// The focused line of the menu is in sight, even if not all lines are.
#[test]
fn small_windows_show_the_focused_line_of_the_menu() {
    for size in [(34, 12), (44, 13), (80, 14)] {
        let mut fixture = Fixture::menu();
        fixture.key(KeyCode::Up);
        let picture = fixture.picture(size);
        assert!(picture.contains("Quit"), "{picture}");
        fixture.key(KeyCode::Down);
        let picture = fixture.picture(size);
        assert!(picture.contains("Game"), "{picture}");
    }
}
