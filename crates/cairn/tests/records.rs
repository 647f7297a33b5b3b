//! Commands that take records: files with several games, and Ctrl-C.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const TWO_GAMES: &str = r#"[Game "nava"]
[White "Ann"]

1. a1-a4 e5-e4 *

[Game "greener"]

1. c6-b6 *
"#;

fn cairn(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the binary starts")
}

fn printed(arguments: &[&str]) -> String {
    let output = cairn(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn a_game_of_several_is_chosen_by_number() {
    let path = file("two-games.txt", TWO_GAMES);
    let [first, second] = [1, 2].map(|number| format!("{}#{number}", path.display()));
    assert!(printed(&["draw", "--record", &second, "--style", "words"]).contains("Greener"));
    let analysis = printed(&["analyse", "--record", &first, "--nodes", "100", "--json"]);
    assert!(analysis.contains(r#""game":"nava""#), "{analysis}");
    let annotated = printed(&["annotate", &first, "--nodes", "50"]);
    assert_eq!(annotated.matches("[Game ").count(), 1);
    assert_eq!(annotated.matches("{eval ").count(), 2, "{annotated}");
}

#[test]
fn annotate_takes_all_games_of_a_file() {
    let path = file("all-games.txt", TWO_GAMES).display().to_string();
    let annotated = printed(&["annotate", &path, "--nodes", "50"]);
    assert_eq!(annotated.matches("[Game ").count(), 2);
    assert_eq!(annotated.matches("{eval ").count(), 3, "{annotated}");
    let again = file("annotated.txt", &annotated).display().to_string();
    assert_eq!(printed(&["annotate", &again, "--nodes", "50"]), annotated, "no comment twice");
}

#[test]
fn a_missing_choice_lists_the_games() {
    let path = file("listed-games.txt", TWO_GAMES).display().to_string();
    for arguments in [["draw", "--record"], ["analyse", "--record"]] {
        let output = cairn(&[arguments[0], arguments[1], &path]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1));
        assert!(errors.contains("has 2 games; choose one as"), "{errors}");
        assert!(errors.contains("1  nava: Ann - ?, *, 2 moves"), "{errors}");
    }
    let output = cairn(&["draw", "--record", &format!("{path}#7")]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no game 7"));
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
    let path = file("interrupted.txt", "[Game \"nava\"]\n1. a1-a4 e5-e4 2. a4-b4 e4-d4 *\n");
    let out = file("interrupted-out.txt", "");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .arg("annotate")
        .arg(&path)
        .args(["--time", "1500", "--out"])
        .arg(&out)
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    std::thread::sleep(Duration::from_millis(5_000));
    let began = Instant::now();
    let signalled = Command::new("kill").arg("-INT").arg(child.id().to_string()).status();
    assert!(signalled.expect("kill runs").success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(20));
    let text = std::fs::read_to_string(&out).expect("a file");
    let judged = text.matches("{eval ").count();
    assert!((1..4).contains(&judged), "{judged} of 4 moves: {text}");
}
