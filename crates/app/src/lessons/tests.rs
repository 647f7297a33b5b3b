use std::path::PathBuf;

use cairn_games::{GameId, History};

use super::reader::read;
use super::*;

/// Plays a lesson to its end, beginning with its solution; returns the moves of the learner.
fn solve(course: &Course, lesson: &Lesson) -> Result<u32, String> {
    let place = format!("{}: {}", course.game, lesson.title);
    let mut history = History::new(lesson.position);
    let mut mv = lesson.solution;
    for made in 1..=lesson.own_moves() {
        match lesson.judge(&history, mv).map_err(|why| format!("{place}: {why}"))? {
            Verdict::Solved { remark } if remark.is_empty() => {
                return Err(format!("{place}: nothing is said"));
            }
            Verdict::Solved { .. } => return Ok(made),
            Verdict::Wrong { reason, .. } => {
                return Err(format!("{place}: the solution is refused: {reason}"));
            }
            Verdict::GoOn { answer, .. } => {
                history.play(mv).map_err(|why| why.to_string())?;
                history.play(answer).map_err(|why| why.to_string())?;
                mv = lesson.hint(&history).ok_or(format!("{place}: no way on"))?;
            }
        }
    }
    Err(format!("{place}: not solved in {} moves", lesson.own_moves()))
}

/// Checks that every claimed mistake is one, for a reason that belongs to it.
fn mistakes(course: &Course, lesson: &Lesson) -> Vec<String> {
    let place = format!("{}: {}", course.game, lesson.title);
    let plain = Lesson { mistakes: Vec::new(), ..lesson.clone() };
    let history = History::new(lesson.position);
    let mut wrong = Vec::new();
    for (mv, reason) in &lesson.mistakes {
        let text = lesson.position.write_move(*mv).unwrap_or_default();
        match plain.judge(&history, *mv) {
            Ok(Verdict::Wrong { line, .. }) if reason.len() > 15 => {
                let mut after = lesson.position;
                let legal =
                    after.play(*mv).is_ok() && line.iter().all(|mv| after.play(*mv).is_ok());
                assert!(legal, "{place}: {text}");
            }
            other => wrong.push(format!("{place}: {text} is no mistake: {other:?}")),
        }
    }
    wrong
}

#[test]
fn every_lesson_can_be_solved_and_every_mistake_is_one() {
    let mut wrong = Vec::new();
    for game in Course::games() {
        let course = match Course::of(game) {
            Ok(course) => course.expect("it is listed"),
            Err(error) => {
                wrong.push(error.to_string());
                continue;
            }
        };
        let count = course.lessons.len();
        assert!((6..=10).contains(&count), "{game} has {count} lessons");
        for lesson in &course.lessons {
            match solve(&course, lesson) {
                Ok(moves) => assert_eq!(moves, lesson.own_moves(), "{}", lesson.title),
                Err(why) => wrong.push(why),
            }
            wrong.extend(mistakes(&course, lesson));
            if lesson.mistakes.is_empty() {
                wrong.push(format!("{game}: {} warns of no mistake", lesson.title));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_with_rules_has_lessons_with_different_names() {
    let with_rules = GameId::families().filter(|game| game.info().rules_page.is_some());
    assert!(with_rules.eq(Course::games()));
    for game in Course::games() {
        let course = Course::of(game).unwrap().unwrap();
        assert_eq!(course.game, game);
        let mut names: Vec<_> = course.lessons.iter().map(Lesson::name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), course.lessons.len(), "{game}");
        assert!(course.lesson(0).is_none() && course.lesson(names.len()).is_some());
    }
    let variant = GameId::named("mitsudomoe:single").unwrap();
    assert_eq!(Course::of(variant).unwrap().unwrap().game, GameId::Mitsudomoe);
}

/// The sentences that the lessons do not bring along come from the rules.
#[test]
fn other_wrong_moves_get_a_reason_from_the_rules() {
    let start = "position: start\ntext: T.\ntask: T.\nsolution: a1-a4\npraise: P.\n";
    let reason = |goal: &str, mv: &str| {
        let text = format!("# One\n{start}goal: {goal}\n");
        let course = read(GameId::Nava, "nava.txt", &text).unwrap();
        let lesson = &course.lessons[0];
        let mv = lesson.position.read_move(mv).unwrap();
        match lesson.judge(&History::new(lesson.position), mv).unwrap() {
            Verdict::Wrong { reason, .. } => reason,
            other => format!("{other:?}"),
        }
    };
    assert_eq!(reason("own a4", "a1-a3"), "Nothing stands on a4 after this move.");
    assert_eq!(reason("own a3 height 3", "a1-a3"), "The stack on a3 is 2 high, not 3.");
    assert_eq!(reason("own e5", "a1-a3"), "e5 belongs to Black.");
    assert_eq!(reason("capture", "a1-a3"), "This takes nothing from Black.");
    assert_eq!(reason("hand 8", "a1-a3"), "You have 9 cubes in hand; there should be 8.");
    assert_eq!(
        reason("safe", "a1-a5"),
        "Black could take a5 from you: move 4 discs from e5 to a5, onto White's stack (e5-a5)."
    );
    assert_eq!(reason("win", "a1-a3"), "This move does not win yet: 0 of 9 cubes laid.");
    let other = reason("play a1-a4", "a1-a3");
    assert!(other.starts_with("This move is legal"), "{other}");
    assert!(reason("win in 2", "a1-a3").contains("Then you can no longer win in time."));
}

/// The reply that shows why a move is wrong belongs to its reason.
#[test]
fn wrong_moves_are_refuted() {
    let course = Course::of(GameId::Nava).unwrap().unwrap();
    let reply = |number: usize, mv: &str| {
        let lesson = course.lesson(number).unwrap();
        let mv = lesson.position.read_move(mv).unwrap();
        let verdict = lesson.judge(&History::new(lesson.position), mv).unwrap();
        let Verdict::Wrong { line, .. } = verdict else { panic!("{verdict:?}") };
        let mut after = lesson.position;
        after.play(mv).unwrap();
        line.first().map(|reply| after.write_move(*reply).unwrap())
    };
    assert_eq!(reply(5, "a5-c5").as_deref(), Some("e5-c5"), "Black takes c5 back");
    assert_eq!(reply(9, "a1-a3").as_deref(), Some("c2-b2"), "Black lays the ninth cube");
    assert_eq!(reply(1, "a1-a3"), None, "nothing of the opponent's shows this");
}

#[test]
fn errors_name_the_file_and_the_line() {
    let whole = "# One\nposition: start\ntext: T\n  goes on.\ntask: T.\ngoal: own a4\n\
                 solution: a1-a4\nmistake: a1-a3 | Only two discs go there.\npraise: P.\n";
    let course = read(GameId::Nava, "nava.txt", whole).unwrap();
    assert_eq!(course.lessons[0].text, "T goes on.");
    for (from, to, message) in [
        ("# One\n", "", "nava.txt:1: a lesson begins with `# TITLE`"),
        ("position: start", "position: x5", "nava.txt:2: "),
        ("text: T\n", "", "nava.txt:3: an indented line continues an entry"),
        ("task: T.", "tsk: T.", "nava.txt:5: unknown key `tsk`; the keys are position, text"),
        ("task: T.\n", "", "nava.txt:1: `One` has no `task`"),
        ("task: T.", "task", "nava.txt:5: expected `key: value`, found `task`"),
        ("own a4", "own a9", "nava.txt:6: there is no cell `a9`"),
        ("own a4", "win in a", "nava.txt:6: `a` is not a number"),
        ("own a4", "be happy", "nava.txt:6: `be happy` is not a goal; goals are win,"),
        ("goal: own a4\n", "", "nava.txt:1: `One` has no `goal`"),
        ("solution: a1-a4", "solution: a1-c2", "nava.txt:7: "),
        ("a1-a3 | O", "a1-a3 O", "nava.txt:8: expected `mistake: MOVE | reason`"),
        ("praise: P.", "praise: P.\npraise: Q.", "nava.txt:10: a second `praise`"),
    ] {
        let text = whole.replacen(from, to, 1);
        let text = if from.starts_with("text") {
            text.replacen("position: start\n", "\n", 1)
        } else {
            text
        };
        let error = read(GameId::Nava, "nava.txt", &text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error} instead of {message}");
    }
}

#[test]
fn progress_is_kept_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("cairn/lessons.txt");
    let course = Course::of(GameId::Nava).unwrap().unwrap();
    let mut progress = CourseProgress::from_file(Some(file.clone()));
    assert_eq!((progress.count(&course), progress.next(&course)), (0, Some(1)));
    progress.solve(course.game, &course.lessons[0]).unwrap();
    progress.solve(course.game, &course.lessons[0]).unwrap();
    progress.solve(course.game, &course.lessons[2]).unwrap();
    let again = CourseProgress::from_file(Some(file));
    assert_eq!((again.count(&course), again.next(&course)), (2, Some(2)));
    assert!(again.is_solved(course.game, &course.lessons[2]));
    let other = Course::of(GameId::Greener).unwrap().unwrap();
    assert_eq!(again.count(&other), 0);
}
