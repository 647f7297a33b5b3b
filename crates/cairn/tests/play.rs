//! Plain games through pipes.

use std::path::Path;
use std::process::{Output, Stdio};

use crate::program::{GAMES, Scratch, command, errors, printed, run, succeeded};

/// Plays without keeping the game.
fn play(arguments: &[&str], input: &str) -> Output {
    let arguments = [arguments, &["--no-save"]].concat();
    play_keeping(&arguments, input, Path::new("/nowhere"))
}

/// Plays with this folder for data.
fn play_keeping(arguments: &[&str], input: &str, data: &Path) -> Output {
    run(command(&["play"]).args(arguments).env("XDG_DATA_HOME", data), input.as_bytes())
}

fn played(arguments: &[&str], input: &str) -> String {
    let output = play(arguments, input);
    assert_eq!(errors(&output), "", "{arguments:?}");
    succeeded(output)
}

fn moves(game: &str, position: &str) -> Vec<String> {
    printed(&["moves", game, "--position", position]).lines().map(str::to_owned).collect()
}

#[test]
fn computers_play_all_games_and_the_same_each_time() {
    for game in GAMES {
        for players in [["random", "random"], ["1", "random"]] {
            let arguments = [game, "--first", players[0], "--second", players[1]];
            let text = played(&arguments, "");
            assert!(text.contains("\nResult: "), "{game}");
            assert_eq!(text, played(&arguments, ""), "{game}");
            assert!(!text.contains('\x1b'), "no colours in a pipe");
        }
    }
}

#[test]
fn people_play_all_games_with_the_moves_that_are_listed() {
    for game in GAMES {
        let arguments = [game, "--first", "human", "--second", "human"];
        let mut input = String::new();
        for turn in 0..4 {
            let text = played(&arguments, &format!("{input}position\n"));
            let position = text
                .lines()
                .find(|line| line.contains('/') && line.split_whitespace().count() == 2)
                .expect("a position");
            let listed = moves(game, position);
            let mv = &listed[turn * 13 % listed.len()];
            input.push_str(&format!("{mv}\n"));
        }
        let text = played(&arguments, &input);
        assert!(text.contains("End of input. The game stops after 4 moves."), "{game}: {text}");
    }
}

#[test]
fn a_person_plays_against_a_computer() {
    let text = played(&["nava", "--first", "human", "--second", "1"], "a1-a4\nresign\n");
    assert!(text.contains("Black plays e5-"), "{text}");
    assert!(text.ends_with("You resigned. Black wins.\nResult: 0-1\n"), "{text}");
    let text =
        played(&["greener", "--first", "random", "--second", "human", "--seed", "7"], "q.\n");
    assert!(text.contains("Black plays "), "{text}");
}

#[test]
fn wrong_uses_are_refused() {
    for (arguments, message) in [
        (&["chess"][..], "invalid value"),
        (&["nava", "--first", "bob"], "unknown player"),
        (&["nava", "--style", "rubbish"], "is not a style"),
        (&["nava", "--style", "004"], "original:000 and original:001"),
        (&["nava", "--first", "original:brutal"], "001-easy, 001, easy, medium, hard"),
        (&["greener", "--second", "original:medium"], "its levels are easy, hard"),
        (&["nava", "--clock", "soon"], "invalid time control"),
        (&["nava", "--seed", "3"], "--seed has no effect"),
    ] {
        let output = play(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let errors = errors(&output);
        assert!(errors.contains(message), "{arguments:?}: {errors}");
        assert!(output.stdout.is_empty());
    }
    let output = play(&["nava", "--first", "ugi:/no/such/engine"], "");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn original_styles_are_those_of_2020() {
    let text = played(&["nava", "--second", "human", "--style", "original"], "q.\n");
    assert!(text.contains("X X X X X X"), "{text}");
    assert!(text.contains("Cells are typed by column and row, such as 04."), "{text}");
    let text = played(&["glaisher", "--second", "human", "--style", "004"], "q.\n");
    assert!(text.contains("i=0"), "{text}");
}

#[test]
fn cells_are_typed_as_the_original_programs_labelled_them() {
    for (game, style, input, position) in [
        ("nava", "000", "04-01\nposition\n", "x4,bbbbbb/www,x4/x5/x5/www,x4 b"),
        ("nava", "001", "e1\nb1\nposition\n", "x4,bbbbbb/www,x4/x5/x5/www,x4 b"),
        ("mitsudomoe", "002", "+32 41 32\nposition\n", "x3,bB,bB/x4,bB/x5/wW,x,wW,x2/wW,w,x3 b"),
        ("greener", "003", "25-35\nposition\n", "x,gb,b,g w"),
        ("glaisher", "004", "0-1 1-2 2-3 3-4 4-4\nposition\n", "x4,r1,x4"),
    ] {
        let text = played(&[game, "--second", "human", "--style", style], input);
        assert!(text.contains(position), "{game} {style}: {text}");
    }
    let text = played(&["nava", "--second", "original:001", "--style", "001"], "e1-b1\nq.\n");
    assert!(text.contains("Black plays a5-e5."), "moves are written in the labels: {text}");
}

#[test]
fn alone_and_without_a_terminal_there_is_a_welcome() {
    let output = command(&[]).stdin(Stdio::null()).output().expect("the binary runs");
    assert!(succeeded(output).contains("cairn play nava"));
}

#[test]
fn whole_games_of_people_go_through_a_pipe_to_their_end() {
    for game in GAMES {
        let shown = played(&[game, "--first", "random", "--second", "1"], "");
        let made = shown.lines().filter_map(|line| {
            let (_, mv) = line.strip_suffix('.')?.split_once(" plays ")?;
            Some(mv)
        });
        let moves: Vec<&str> = made.collect();
        let input = moves.join("\n") + "\n";
        let text = played(&[game, "--first", "human", "--second", "human"], &input);
        let end = |text: &str| text.lines().rev().take(2).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(end(&text), end(&shown), "{game}");
        // Step by step, as the originals asked: the cells of each move one after the other.
        let steps = input.replace(['-', ',', ';', '>', '(', ')'], "\n").replace('+', "\n+\n");
        let text = played(&[game, "--first", "human", "--second", "human"], &steps);
        assert_eq!(end(&text), end(&shown), "{game} by steps");
    }
}

#[test]
fn games_are_kept_and_continued_through_pipes() {
    let scratch = Scratch::new("plain-kept");
    let data = &scratch.0;
    let say = |input| succeeded(play_keeping(&["nava", "--second", "human"], input, data));
    assert!(say("a1-a4\n").contains("The game is saved."));
    assert!(say("load 1\ne5-b5\n").contains("The game stops after 2 moves."));
    let games = std::fs::read_dir(data.join("cairn/games")).expect("a folder").count();
    assert_eq!(games, 1, "the same file goes on");
    play_keeping(&["nava", "--second", "human", "--no-save"], "a1-a4\n", data);
    let games = std::fs::read_dir(data.join("cairn/games")).expect("a folder").count();
    assert_eq!(games, 1, "nothing is kept if that is not wanted");
}

#[test]
fn saved_games_are_listed_and_continued_by_option() {
    let scratch = Scratch::new("continue");
    let data = &scratch.0;
    let with_data = |arguments: &[&str], input: &[u8]| {
        run(command(arguments).env("XDG_DATA_HOME", data), input)
    };
    assert!(succeeded(with_data(&["games", "--saved"], b"")).contains("No saved games."));
    let output = with_data(&["play", "--continue"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("no unfinished game to continue"), "{}", errors(&output));
    let input = b"a1-a4\ne5-b5\n";
    succeeded(with_data(&["play", "nava", "--second", "human"], input));
    let text = succeeded(with_data(&["play", "--continue"], b"a4-a3\nresign\n"));
    assert!(text.contains("Black resigned."), "{text}");
    let output = with_data(&["play", "--continue"], b"");
    assert_eq!(output.status.code(), Some(1), "it is finished now");
    // A finished game can still be looked at, and one of a file.
    assert!(succeeded(with_data(&["play", "--continue", "1"], b"")).contains("Result: 1-0"));
    let output = with_data(&["play", "--continue", "7"], b"");
    assert!(errors(&output).contains("no saved game 7"), "{}", errors(&output));
    let file = scratch.file("two.txt", "[Game \"nava\"]\n*\n\n[Game \"greener\"]\n*\n");
    let text = succeeded(with_data(&["play", "--continue", &format!("{file}#2")], b"quit\n"));
    assert!(text.starts_with("Greener"), "{text}");
    std::fs::write(data.join("cairn/games/2026-01-01-0000-nava.txt"), "rubbish").expect("a file");
    let output = with_data(&["games", "--saved"], b"");
    assert!(errors(&output).contains("2026-01-01-0000-nava.txt, line 1"), "{}", errors(&output));
    assert!(succeeded(output).contains("nava                3 moves  1-0"));
    let json = succeeded(with_data(&["games", "--saved", "--json"], b""));
    assert!(json.contains("\"moves\":3,\"result\":\"1-0\""), "{json}");
}

#[test]
fn ascii_follows_the_locale_and_the_option() {
    let drawn = |arguments: &[&str], locale: Option<&str>| {
        let mut command = command(arguments);
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            command.env_remove(name);
        }
        if let Some(locale) = locale {
            command.env("LC_ALL", locale);
        }
        let output = succeeded(run(&mut command, b"quit\n"));
        output.is_ascii()
    };
    for arguments in [&["draw", "greener"][..], &["play", "greener", "--no-save"]] {
        for locale in [None, Some("C"), Some("POSIX"), Some("en_US.ISO-8859-1")] {
            assert!(drawn(arguments, locale), "{arguments:?} {locale:?}");
        }
        assert!(!drawn(arguments, Some("C.UTF-8")), "{arguments:?}");
        let with_option = [arguments, &["--ascii"]].concat();
        assert!(drawn(&with_option, Some("C.UTF-8")), "{arguments:?}");
        let with_style = [arguments, &["--style", "unicode"]].concat();
        assert!(!drawn(&with_style, Some("C")), "{arguments:?}");
    }
}

#[test]
fn lessons_are_taught_and_progress_is_kept() {
    let folder = Scratch::new("learn");
    let learn = |arguments: &[&str], input: &str| {
        let mut command = command(&["learn"]);
        run(command.args(arguments).env("XDG_DATA_HOME", &folder.0), input.as_bytes())
    };
    let text = succeeded(learn(&["nava"], "a1-d1\na1-a4\nquit\n"));
    assert!(text.contains("they went sideways") && text.contains("Solved."), "{text}");
    let listed = succeeded(learn(&[], ""));
    assert!(listed.contains("cairn learn nava          1 of 10 lessons solved"), "{listed}");
    assert_eq!(listed.lines().count(), 4, "{listed}");
    let text = succeeded(learn(&["glaisher", "--lesson", "2", "--style", "words"], ""));
    assert!(text.contains("Lesson 2 of 8: Divide a stack"), "{text}");
    let refused = learn(&["nava", "--lesson", "11"], "");
    assert!(errors(&refused).contains("Nava has lessons 1 to 10, not 11"), "{}", errors(&refused));
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn puzzles_are_asked_judged_and_kept() {
    let folder = Scratch::new("puzzles");
    let ask = |arguments: &[&str], input: &str| {
        let mut command = command(&["puzzle"]);
        run(command.args(arguments).env("XDG_DATA_HOME", &folder.0), input.as_bytes())
    };
    let text = succeeded(ask(&["nava", "--plain", "--theme", "fork"], "hint\nquit\n"));
    let id = text.lines().find_map(|line| line.strip_prefix("Puzzle ")).expect("a puzzle");
    let id = id.split(',').next().expect("an id");
    let hint = text.lines().find_map(|line| line.strip_prefix("Hint: ")).expect("a hint");
    assert!(text.contains("Your rating: ") && text.contains("0 of 1 solved"), "{text}");
    let record = folder.0.join("cairn/puzzles.txt");
    let record = std::fs::read_to_string(record).expect("a record of puzzles");
    assert!(record.contains("\ntried nava "), "{record}");
    let hint = hint.rsplit('(').next().expect("a move").trim_end_matches(").");
    let answered = succeeded(ask(&[id, "--plain"], &format!("{hint}\nquit\n")));
    assert!(answered.contains("Right so far.") || answered.contains("Solved."), "{answered}");
    assert!(succeeded(ask(&["--plain"], "quit\n")).contains("Puzzle "), "the puzzle of the day");
    let unknown = ask(&["nowhere"], "");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(errors(&unknown).contains("there is no puzzle `nowhere`"), "{}", errors(&unknown));
    let unknown = ask(&["nava", "--theme", "mate"], "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(errors(&unknown).contains("fork, sacrifice"), "{}", errors(&unknown));
    let checked = printed(&["puzzles", "check", "nava", "--sample", "1"]);
    assert_eq!(checked, "nava: 1 of 1 proved\n");
}
