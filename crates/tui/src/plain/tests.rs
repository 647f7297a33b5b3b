//! Plain games, with text in and text out.

use std::time::Instant;

use cairn_app::lessons::{Course, CourseProgress};
use cairn_draw::marks_of_move;
use cairn_draw::text::Charset;
use cairn_games::{GameId, History};
use cairn_legacy::AnyStyle;

use super::board::write_board;
use super::{PlainOptions, learn_plain, play};
use crate::session::Session;
use crate::settings::GameSettings;
use crate::store::SavedGames;

fn settings(game: GameId, players: [&str; 2]) -> GameSettings {
    GameSettings::new(game.start()).with_players(players.map(|word| word.parse().unwrap()))
}

fn talk_in(session: Session, options: &PlainOptions, input: &str) -> String {
    let mut output = Vec::new();
    play(session, input.as_bytes(), &mut output, options).unwrap();
    String::from_utf8(output).unwrap()
}

fn talk_with(game: GameId, players: [&str; 2], options: &PlainOptions, input: &str) -> String {
    talk_in(Session::new(settings(game, players), None, Instant::now()), options, input)
}

fn talk(game: GameId, players: [&str; 2], input: &str) -> String {
    talk_with(game, players, &PlainOptions::default(), input)
}

const PEOPLE: [&str; 2] = ["human", "human"];

#[test]
fn a_whole_game_is_scripted() {
    let text = talk(GameId::Nava, PEOPLE, "a1-a5\ne5\na5\na1 a3\na5-a3.\n");
    assert!(text.contains("Black wins"), "{text}");
    assert!(text.ends_with("Result: 0-1\n"), "{text}");
    assert!(text.contains("Black: chosen e5. Where do the discs land?"), "{text}");
}

#[test]
fn the_end_of_input_and_quitting_are_polite() {
    assert!(talk(GameId::Nava, PEOPLE, "a1-a4\n").ends_with("The game stops after 1 move.\n"));
    for word in ["q.", "quit", "QUIT", "q"] {
        assert!(talk(GameId::Nava, PEOPLE, word).ends_with("Goodbye.\n"));
    }
}

#[test]
fn wrong_input_is_explained_and_asked_again() {
    let text = talk(GameId::Nava, PEOPLE, "rubbish\na1-b2\nb2\n\u{fffd}\n\na1-a4\n");
    assert!(text.contains("`rubbish` is not a move or a command."), "{text}");
    assert!(text.contains("not in the same row or column"), "{text}");
    assert!(text.contains("b2 cannot be chosen now. Choose a stack to move: a1"), "{text}");
    assert!(text.contains("stops after 1 move"), "{text}");
}

#[test]
fn orders_do_what_they_say() {
    let input = "help\nmoves\nposition\nundo\na1\nmoves\nback\nback\na1-a4\nundo\nredo\nhint\nhint\nvalue\nboard\nshow\nshow 0\ngoal\nresign\n";
    let text = talk(GameId::Nava, PEOPLE, input);
    for part in [
        "save FILE",
        "\na1-a5\n",
        "x4,bbbbbb/x5/x5/x5/wwwwww,x4 w",
        "Nothing to undo.",
        "No step of this move",
        "Undid one move; redo restores it.",
        "Redid one move.",
        "Hint: e5-",
        "Best line: ",
        "from 0 to 1: show 0",
        "White: 0 of 9 cubes laid.",
        "The board after 0 of 1 moves:",
        "Black resigned",
        "Result: 1-0",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert_eq!(text.matches("Hint: e5-").count(), 2, "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("a game.txt").display().to_string();
    let text = talk(GameId::Greener, PEOPLE, &format!("c6-b6\nsave {file}\nsave\nload\n"));
    assert!(text.contains("Saved as"), "{text}");
    assert!(text.contains("Give a file name: save") && text.contains("load FILE, or"), "{text}");
    let text = talk(GameId::Nava, PEOPLE, &format!("load /none\nload {file}\nposition\n"));
    assert!(text.contains("cannot read /none"), "{text}");
    assert!(text.contains("g,wb,x,g,b,g/"), "{text}");
}

#[test]
fn every_game_and_mode_comes_to_an_end() {
    for &game in GameId::ALL {
        for players in [["random", "random"], ["random", "1"], ["human", "random"], PEOPLE] {
            // Whoever is asked gives the game up after a while.
            let mut input = String::new();
            if players == PEOPLE {
                let mut position = game.start();
                for turn in 0..12 {
                    let moves = position.move_texts();
                    let Some(mv) = moves.get(turn * 17 % moves.len().max(1)) else {
                        break;
                    };
                    input.push_str(&format!("{mv}\n"));
                    position.play(position.read_move(mv).unwrap()).unwrap();
                }
            }
            input.push_str("moves\nresign\n");
            let text = talk(game, players, &input);
            assert!(text.contains("Result: "), "{game} {players:?}");
        }
    }
}

#[test]
fn the_same_players_play_the_same_game() {
    let game = || talk(GameId::Mitsudomoe, ["1", "random"], "");
    assert_eq!(game(), game());
}

#[test]
fn boards_are_written_in_all_styles() {
    for (game, style) in [
        (GameId::Nava, "000"),
        (GameId::Nava, "001"),
        (GameId::Mitsudomoe, "002"),
        (GameId::Greener, "003"),
        (GameId::Glaisher, "004"),
        (GameId::Glaisher, "original"),
        (GameId::Nava, "ascii"),
        (GameId::Glaisher, "large-ascii"),
        (GameId::Nava, "large"),
        (GameId::Nava, "tiny"),
        (GameId::Nava, "words"),
    ] {
        let style: AnyStyle = style.parse().unwrap();
        style.check(game).unwrap();
        let options = PlainOptions { style: style.clone(), ..PlainOptions::default() };
        let text = talk_with(game, PEOPLE, &options, "");
        assert!(text.lines().count() > 8, "{style:?}\n{text}");
        assert!(!text.contains('\x1b'));
        assert!(style.charset() != Charset::Ascii || text.is_ascii(), "{text}");
    }
    let other: AnyStyle = "002".parse().unwrap();
    assert!(
        other
            .check(GameId::Nava)
            .unwrap_err()
            .to_string()
            .contains("original:000 and original:001")
    );
    assert!("rubbish".parse::<AnyStyle>().is_err());
}

#[test]
fn games_are_kept_as_they_go_and_continued() {
    let scratch = tempfile::tempdir().unwrap();
    let store = SavedGames::new(scratch.path().join("games"));
    let begin = |game| Session::new(settings(game, PEOPLE), Some(store.clone()), Instant::now());
    let say = |game, input: &str| talk_in(begin(game), &PlainOptions::default(), input);
    let text = say(GameId::Nava, "games\na1-a4\ne5-b5\nquit\n");
    assert!(text.contains("No saved games."), "{text}");
    assert!(text.ends_with("Goodbye.\nThe game is saved. `cairn play --continue` continues it.\n"));
    assert_eq!(store.list().len(), 1);
    let text = say(GameId::Greener, "games\nload 2\nload 1\na4-b4\n");
    assert!(
        text.contains("  1  20") && text.contains("2 moves  unfinished  human - human"),
        "{text}"
    );
    assert!(text.contains("cannot read 2"), "{text}");
    assert!(text.contains("stops after 3 moves"), "{text}");
    let [saved] = &store.list()[..] else { panic!("the game goes on in its file") };
    assert_eq!(saved.record.line.moves.len(), 3);
    // Somebody else's file is left as it is, and the game goes on in one of its own.
    let other = scratch.path().join("other.txt");
    std::fs::copy(&saved.path, &other).unwrap();
    say(GameId::Nava, &format!("load {}\nb5-b4\n", other.display()));
    assert_eq!(crate::store::read(&other).unwrap().line.moves.len(), 3);
    assert_eq!(store.list().len(), 2);
}

#[test]
fn a_file_with_several_games_is_listed() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("two.txt");
    std::fs::write(&file, "[Game \"nava\"]\n1. a1-a4 *\n\n[Game \"greener\"]\n*\n").unwrap();
    let file = file.display();
    let text = talk(GameId::Greener, PEOPLE, &format!("load {file}\nload {file}#1\n"));
    assert!(text.contains("has 2 games; choose one"), "{text}");
    assert!(text.contains("  1  nava: ? - ?, *, 1 move\n  2  greener: "), "{text}");
    assert!(text.contains("stops after 1 move"), "{text}");
}

#[test]
fn a_folder_that_cannot_be_written_is_told_once() {
    let store = SavedGames::new("/proc/none/games".into());
    let session = Session::new(settings(GameId::Nava, PEOPLE), Some(store), Instant::now());
    let text = talk_in(session, &PlainOptions::default(), "a1-a4\ne5-b5\nquit\n");
    assert_eq!(text.matches("The game could not be saved in ").count(), 1, "{text}");
    assert!(text.contains("Use save FILE to save it elsewhere."), "{text}");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn clocks_are_shown_and_end_the_game() {
    let clocked = |control: &str| {
        let mut settings = settings(GameId::Nava, PEOPLE);
        settings.time_control = control.parse().unwrap();
        Session::new(settings, None, Instant::now())
    };
    let text = talk_in(clocked("600+5"), &PlainOptions::default(), "a1-a4\n");
    assert!(text.contains("Clocks: White 10:00, Black 10:00."), "{text}");
    assert!(text.contains(" left): Choose a stack to move"), "{text}");
    // Five seconds more, less what a busy machine took.
    assert!(text.matches("Clocks: White 10:0").count() == 2, "{text}");
    let late = clocked("0.001");
    std::thread::sleep(std::time::Duration::from_millis(5));
    let text = talk_in(late, &PlainOptions::default(), "a1-a4\n");
    assert!(text.ends_with("Black wins: White ran out of time.\nResult: 0-1\n"), "{text}");
    assert!(!text.contains("Black ("), "the move came too late: {text}");
}

/// Learns with this input; returns the text.
fn learn(game: GameId, first: Option<usize>, progress: &mut CourseProgress, input: &str) -> String {
    let course = Course::of(game).unwrap().unwrap();
    let mut output = Vec::new();
    let options = PlainOptions::default();
    learn_plain(&course, first, progress, None, input.as_bytes(), &mut output, &options).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn lessons_answer_wrong_moves_and_keep_what_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lessons.txt");
    let mut progress = CourseProgress::from_file(Some(file.clone()));
    let text = learn(
        GameId::Nava,
        None,
        &mut progress,
        "a1-a3\na1-b2\na1\nback\nhint\na1 a4\nlessons\nlesson 77\nquit\n",
    );
    for part in [
        "Lesson 1 of 10: Move as far as you are tall",
        "Your task: Move three discs from a1 up to a4.",
        "Two discs go two junctions, to a3.",
        "Try again, or type hint.",
        "White: chosen a1. Where do the discs land?",
        "Hint: Move 3 discs from a1 to a4 (a1-a4).",
        "Solved. Three discs, three junctions.",
        "Lesson 2 of 10: Lay a cube",
        "  1  Move as far as you are tall      solved",
        "Give a number from 1 to 10.",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    assert!(text.ends_with("Goodbye.\n"), "{text}");
    let mut again = CourseProgress::from_file(Some(file));
    let text = learn(GameId::Nava, None, &mut again, "");
    assert!(text.contains("1 of 10 solved") && text.contains("Lesson 2 of 10"), "{text}");
}

/// A wrong move is answered on the board as well, if the opponent has an answer.
#[test]
fn the_reply_to_a_wrong_move_is_drawn() {
    let course = Course::of(GameId::Nava).unwrap().unwrap();
    let (number, lesson) = course.lesson_named("out-of-reach").unwrap();
    let mut progress = CourseProgress::default();
    let text = learn(GameId::Nava, Some(number), &mut progress, "a5-c5\nquit\n");
    let (_, answer) = text.split_once("Black takes c5 back from e5").unwrap();
    let mut history = History::new(lesson.position);
    cairn_app::play_moves(&mut history, ["a5-c5", "e5-c5"]).unwrap();
    let options = PlainOptions::default();
    let marks = marks_of_move(&history.positions()[1].view(), &history.position().view());
    let board = write_board(&options.style, &history.position().view(), &marks, options.depth);
    assert!(answer.contains(&board), "{answer}");
    assert!(answer.contains("Your move was taken back.\nTry again"), "{answer}");
    // Where no reply is needed, none is drawn.
    let text = learn(GameId::Nava, Some(1), &mut progress, "a1-a3\nquit\n");
    assert!(!text.contains("taken back"), "{text}");
}

/// Every lesson of every game is solved by typing its hints.
#[test]
fn all_lessons_are_solved_by_their_hints() {
    for game in Course::games() {
        let course = Course::of(game).unwrap().unwrap();
        let mut progress = CourseProgress::default();
        for (number, lesson) in (1..).zip(&course.lessons) {
            let mut input = String::new();
            for _ in 0..lesson.own_moves() {
                let asked =
                    learn(game, Some(number), &mut progress.clone(), &format!("{input}hint\n"));
                let hint = asked.lines().rev().find(|line| line.starts_with("Hint: ")).unwrap();
                let (_, mv) = hint.rsplit_once(" (").unwrap();
                input.push_str(mv.trim_end_matches(")."));
                input.push('\n');
            }
            let text = learn(game, Some(number), &mut progress, &input);
            assert!(text.contains(&format!("Solved. {}", lesson.praise)), "{text}");
        }
        assert_eq!(progress.next(&course), None);
    }
}

#[test]
fn a_guided_game_follows_the_lessons() {
    let mut progress = CourseProgress::default();
    let text = learn(GameId::Nava, Some(10), &mut progress, "play\nwhat\nyes\na1-a4\nquit\n");
    assert_eq!(text.matches("Would you like a hint on every turn?").count(), 2, "{text}");
    assert!(text.contains("White: you, Black: level 1."), "{text}");
    assert_eq!(text.matches("Hint: ").count(), 2, "{text}");
    assert!(text.contains("0 of 9 cubes laid"), "{text}");
    let text = learn(GameId::Nava, Some(10), &mut progress, "next\nno\na1-a4\nquit\n");
    assert!(text.contains("level 1") && !text.contains("Hint: "), "{text}");
}
