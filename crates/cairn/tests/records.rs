//! Commands that take records: files with several games, and Ctrl-C.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::program::{Scratch, cairn, command, errors, printed, send_signal};

const TWO_GAMES: &str = r#"[Game "nava"]
[White "Ann"]

1. a1-a4 e5-e4 *

[Game "greener"]

1. c6-b6 *
"#;

#[test]
fn a_game_of_several_is_chosen_by_number() {
    let scratch = Scratch::new("two-games");
    let path = scratch.file("games.txt", TWO_GAMES);
    let [first, second] = [1, 2].map(|number| format!("{path}#{number}"));
    assert!(printed(&["draw", "--record", &second, "--style", "words"]).contains("Greener"));
    let analysis = printed(&["analyse", "--record", &first, "--nodes", "100", "--json"]);
    assert!(analysis.contains(r#""game":"nava""#), "{analysis}");
    let annotated = printed(&["annotate", &first, "--nodes", "50"]);
    assert_eq!(annotated.matches("[Game ").count(), 1);
    assert_eq!(annotated.matches("{eval ").count(), 2, "{annotated}");
}

#[test]
fn annotate_takes_all_games_of_a_file() {
    let scratch = Scratch::new("all-games");
    let path = scratch.file("games.txt", TWO_GAMES);
    let annotated = printed(&["annotate", &path, "--nodes", "50"]);
    assert_eq!(annotated.matches("[Game ").count(), 2);
    assert_eq!(annotated.matches("{eval ").count(), 3, "{annotated}");
    let again = scratch.file("annotated.txt", &annotated);
    assert_eq!(printed(&["annotate", &again, "--nodes", "50"]), annotated, "no comment twice");
}

#[test]
fn a_missing_choice_lists_the_games() {
    let scratch = Scratch::new("listed-games");
    let path = scratch.file("games.txt", TWO_GAMES);
    for arguments in [["draw", "--record"], ["analyse", "--record"]] {
        let output = cairn(&[arguments[0], arguments[1], &path]);
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(1));
        assert!(errors.contains("has 2 games; choose one as"), "{errors}");
        assert!(errors.contains("1  nava: Ann - ?, *, 2 moves"), "{errors}");
    }
    let output = cairn(&["draw", "--record", &format!("{path}#7")]);
    assert!(errors(&output).contains("there is no game 7"));
}

#[test]
fn analyze_is_analyse() {
    let [one, two] = ["analyse", "analyze"].map(|command| {
        let text = printed(&[command, "nava", "--nodes", "100", "--json"]);
        text.split("\"seconds\"").next().unwrap_or_default().to_owned()
    });
    assert_eq!(one, two);
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_was_done() {
    let scratch = Scratch::new("interrupted");
    let path = scratch.file("game.txt", "[Game \"nava\"]\n1. a1-a4 e5-e4 2. a4-b4 e4-d4 *\n");
    let out = scratch.path("annotated.txt");
    let mut child = command(&["annotate", &path, "--time", "1500", "--out", &out])
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(Duration::from_millis(5_000));
    let began = Instant::now();
    send_signal("INT", child.id());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(20));
    let text = std::fs::read_to_string(&out).expect("a file");
    let reviewed = text.matches("{eval ").count();
    assert!((1..4).contains(&reviewed), "{reviewed} of 4 moves: {text}");
}
